/** Where the company's W-4 forms are, its own links, and the messages that always stand on dashboards. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Controller, useFieldArray, useForm } from 'react-hook-form';
import { ApiError } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import {
  Button,
  Card,
  ErrorState,
  Form,
  FormActions,
  FormRow,
  IconButton,
  SkeletonList,
  TextAreaField,
  TextField,
  toast,
  useUnsaved,
} from '../../ui';
import { LinksConflict } from './LinksConflict';
import { type CurrentLinks, currentLinks, draftOf, type LinksDraft, linksSchema } from './links';
import { resourcesKey } from './resource';

const ReadLinks = graphql(`
  query ReadLinks($tenantId: ID!, $companyId: ID!, $managerId: ID!) {
    getCompanyLinks(tenantId: $tenantId, companyId: $companyId, managerId: $managerId) {
      stateW4Link federalW4Link customLinks { name url } dashboardMessages { message } version
    }
  }
`);

const PutLinks = graphql(`
  mutation PutLinks($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: CompanyLinksInput!) {
    putCompanyLinks(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { version }
  }
`);

const ReadAdministeredLinks = graphql(`
  query ReadAdministeredLinks($tenantId: ID!, $companyId: ID!) {
    administeredLinks(tenantId: $tenantId, companyId: $companyId) {
      stateW4Link federalW4Link customLinks { name url } dashboardMessages { message } version
    }
  }
`);

const PutAdministeredLinks = graphql(`
  mutation PutAdministeredLinks($tenantId: ID!, $companyId: ID!, $input: CompanyLinksInput!) {
    putAdministeredLinks(tenantId: $tenantId, companyId: $companyId, input: $input) { version }
  }
`);

type CompanyLinks = ResultOf<typeof ReadLinks>['getCompanyLinks'];

type LinksFormProps = {
  /** Without a manager, an administrator looks after the company's links. */
  place: { tenantId: string; companyId: string; managerId: string | null };
  mayWrite: boolean;
  /** Something was typed that would be lost. The page keeps it, to ask before it is left. */
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
};

export function LinksForm({ place, mayWrite, isDirty, onDirty }: LinksFormProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, managerId } = place;
  const links = useQuery({
    queryKey: [resourcesKey, 'links', tenantId, companyId],
    queryFn: async ({ signal }) =>
      managerId === null
        ? (await api.query(ReadAdministeredLinks, { tenantId, companyId }, signal)).administeredLinks
        : (await api.query(ReadLinks, { tenantId, companyId, managerId }, signal)).getCompanyLinks,
    // What someone else saves meanwhile would replace what is being typed. Saving reports it.
    enabled: !isDirty,
  });
  return (
    <Card>
      {links.isPending && <SkeletonList rows={4} />}
      {links.isError && (
        <ErrorState
          title={t('resources.links.loadFailed')}
          body={errorText(t, links.error)}
          onRetry={() => void links.refetch()}
          retrying={links.isFetching}
        />
      )}
      {links.data && (
        <Fields key={links.data.version} place={place} mayWrite={mayWrite} links={links.data} onDirty={onDirty} />
      )}
    </Card>
  );
}

type FieldsProps = Omit<LinksFormProps, 'isDirty'> & { links: CompanyLinks };

function Fields({ place, mayWrite, links, onDirty }: FieldsProps) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const putAsManager = useSubmit(PutLinks);
  const putAsAdministrator = useSubmit(PutAdministeredLinks);
  const isSaving = putAsManager.isPending || putAsAdministrator.isPending;
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<LinksDraft>({
    resolver: valibotResolver(linksSchema),
    defaultValues: draftOf(links),
  });
  const [base, setBase] = useState(links.version);
  const [conflict, setConflict] = useState<CurrentLinks | null>(null);
  const { control } = form;
  const { isDirty } = form.formState;
  useUnsaved(isDirty);
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);
  const custom = useFieldArray({ control, name: 'customLinks' });
  const messages = useFieldArray({ control, name: 'dashboardMessages' });

  async function save(draft: LinksDraft, version: number): Promise<void> {
    setFailure(null);
    setConflict(null);
    const { managerId, ...company } = place;
    const input = { ...draft, version };
    try {
      if (managerId === null) await putAsAdministrator.mutateAsync({ ...company, input });
      else await putAsManager.mutateAsync({ ...company, managerId, input });
    } catch (error) {
      if (error instanceof ApiError && error.isTold) return;
      const current = error instanceof ApiError && error.code === 'CONFLICT' ? currentLinks(error.current) : null;
      if (current) setConflict(current);
      else setFailure(errorText(t, error, 'resources.links.saveFailed'));
      return;
    }
    form.reset(draft);
    void queryClient.invalidateQueries({ queryKey: [resourcesKey, 'links'] });
    toast(t('resources.links.saved'), { tone: 'ok' });
  }

  function keepMine({ version }: CurrentLinks): void {
    setBase(version);
    void form.handleSubmit((draft) => save(draft, version))();
  }

  function takeTheirs(current: CurrentLinks): void {
    form.reset(draftOf(current));
    setBase(current.version);
    setConflict(null);
  }

  const refusal = (code: string | undefined) => refusalText(t, code);
  return (
    <Form error={failure} onSubmit={form.handleSubmit((draft) => conflict ?? save(draft, base))}>
      {conflict && (
        <LinksConflict
          current={conflict}
          mine={form.getValues()}
          isSaving={isSaving}
          onKeepMine={() => keepMine(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
      <FormRow>
        {(['federalW4Link', 'stateW4Link'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <TextField
                {...field}
                label={t(`resources.links.${name}`)}
                inputMode="url"
                disabled={!mayWrite}
                error={refusal(fieldState.error?.message)}
              />
            )}
          />
        ))}
      </FormRow>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 font-semibold">{t('resources.links.custom')}</legend>
        {custom.fields.map((row, n) => (
          <div key={row.id} className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
              <Controller
                control={control}
                name={`customLinks.${n}.name`}
                render={({ field, fieldState }) => (
                  <TextField
                    {...field}
                    label={t('resources.links.name', { number: n + 1 })}
                    maxLength={120}
                    disabled={!mayWrite}
                    error={refusal(fieldState.error?.message)}
                  />
                )}
              />
              <Controller
                control={control}
                name={`customLinks.${n}.url`}
                render={({ field, fieldState }) => (
                  <TextField
                    {...field}
                    label={t('resources.links.url', { number: n + 1 })}
                    inputMode="url"
                    disabled={!mayWrite}
                    error={refusal(fieldState.error?.message)}
                  />
                )}
              />
            </div>
            {mayWrite && (
              <IconButton
                label={t('resources.links.remove', { number: n + 1 })}
                icon={<Trash2 aria-hidden className="size-4.5" />}
                onPress={() => custom.remove(n)}
                className="mt-6"
              />
            )}
          </div>
        ))}
        {mayWrite && custom.fields.length < 50 && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            icon={<Plus aria-hidden className="size-4" />}
            onPress={() => custom.append({ name: '', url: '' })}
          >
            {t('resources.links.add')}
          </Button>
        )}
      </fieldset>
      <fieldset className="flex flex-col gap-4">
        <legend className="font-semibold">{t('resources.links.messages')}</legend>
        <p className="text-sm text-sub">{t('resources.links.messagesHint')}</p>
        {messages.fields.map((row, n) => (
          <div key={row.id} className="flex items-start gap-3">
            <Controller
              control={control}
              name={`dashboardMessages.${n}.message`}
              render={({ field, fieldState }) => (
                <TextAreaField
                  {...field}
                  className="flex-1"
                  label={t('resources.links.message', { number: n + 1 })}
                  rows={2}
                  disabled={!mayWrite}
                  error={refusal(fieldState.error?.message)}
                />
              )}
            />
            {mayWrite && (
              <IconButton
                label={t('resources.links.removeMessage', { number: n + 1 })}
                icon={<Trash2 aria-hidden className="size-4.5" />}
                onPress={() => messages.remove(n)}
                className="mt-6"
              />
            )}
          </div>
        ))}
        {mayWrite && messages.fields.length < 50 && (
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            icon={<Plus aria-hidden className="size-4" />}
            onPress={() => messages.append({ message: '' })}
          >
            {t('resources.links.addMessage')}
          </Button>
        )}
      </fieldset>
      {mayWrite && (
        <FormActions>
          <Button type="submit" pending={isSaving} disabledReason={conflict ? t('conflict.chooseFirst') : undefined}>
            {t('resources.links.save')}
          </Button>
        </FormActions>
      )}
    </Form>
  );
}
