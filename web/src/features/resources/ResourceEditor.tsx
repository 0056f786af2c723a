/** Writing a resource, new or again. Something to acknowledge may have a due date. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import { CheckboxField, DateField, Form, FormDialog, TextAreaField, TextField, toast } from '../../ui';
import { ResourceConflict } from './ResourceConflict';
import {
  type CurrentResource,
  currentResource,
  type Draft,
  draftOf,
  draftSchema,
  newDraft,
  type Resource,
  resourcesKey,
} from './resource';

const CreateResource = graphql(`
  mutation CreateResource($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: ResourceInput!) {
    createResource(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { id }
  }
`);

const UpdateResource = graphql(`
  mutation UpdateResource(
    $tenantId: ID!, $companyId: ID!, $managerId: ID!, $resourceId: ID!, $version: Int!, $input: ResourceInput!
  ) {
    updateResource(
      tenantId: $tenantId, companyId: $companyId, managerId: $managerId, resourceId: $resourceId, version: $version
      input: $input
    ) { id }
  }
`);

type ResourceEditorProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  /** Null to write a new one. */
  resource: Resource | null;
};

const draftFields: readonly (keyof Draft)[] = ['name', 'description', 'link', 'dueDate'];

export function ResourceEditor({ open, onClose, actor, resource }: ResourceEditorProps) {
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const create = useSubmit(CreateResource);
  const update = useSubmit(UpdateResource);
  const [failure, setFailure] = useState<string | null>(null);
  /** What the form changes; null where it adds a new one. */
  const [base, setBase] = useState<CurrentResource | null>(resource);
  const [conflict, setConflict] = useState<{ current: CurrentResource | null } | null>(null);
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema),
    criteriaMode: 'all',
    defaultValues: resource ? draftOf(resource) : newDraft,
  });
  const isActionItem = useWatch({ control: form.control, name: 'isActionItem' });

  async function save({ dueDate, ...draft }: Draft, onto: CurrentResource | null): Promise<void> {
    setFailure(null);
    const ids = { tenantId: actor.tenantId, companyId: actor.companyId, managerId: actor.personId };
    const input = { ...draft, dueDate: draft.isActionItem && dueDate ? dueDate : null };
    try {
      if (onto) await update.mutateAsync({ ...ids, resourceId: onto.id, version: onto.version, input });
      else await create.mutateAsync({ ...ids, input });
    } catch (error) {
      explain(error, onto !== null);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [resourcesKey] });
    toast(onto ? t('resources.saved') : t('resources.added'), { tone: 'ok' });
    onClose();
  }

  function explain(error: unknown, wasChange: boolean): void {
    if (error instanceof ApiError && error.isTold) return;
    if (wasChange && error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) {
      setConflict({ current: currentResource(error.current) });
      void queryClient.invalidateQueries({ queryKey: [resourcesKey] });
      return;
    }
    const own = error instanceof ApiError ? draftFields.find((name) => name === error.field) : undefined;
    if (own && error instanceof ApiError) {
      form.setError(own, { type: 'server', message: error.code }, { shouldFocus: true });
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [resourcesKey] });
    setFailure(errorText(t, error, 'resources.saveFailed'));
  }

  function keepMine(): void {
    const onto = conflict?.current ?? null;
    setBase(onto);
    setConflict(null);
    void form.handleSubmit((draft) => save(draft, onto))();
  }

  function takeTheirs(): void {
    if (!conflict?.current) {
      onClose();
      return;
    }
    form.reset(draftOf(conflict.current));
    setBase(conflict.current);
    setConflict(null);
  }

  const isSaving = create.isPending || update.isPending;
  const refusal = (code: string | undefined) => refusalText(t, code);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={base ? t('resources.form.editTitle') : t('resources.form.newTitle')}
      submitLabel={base ? t('resources.form.save') : t('resources.form.add')}
      pending={isSaving}
      formId={formId}
      isDirty={form.formState.isDirty}
      submitDisabledReason={conflict ? t('conflict.chooseFirst') : undefined}
    >
      <Form id={formId} error={failure} onSubmit={form.handleSubmit((draft) => conflict ?? save(draft, base))}>
        {conflict && (
          <ResourceConflict
            current={conflict.current}
            mine={form.getValues()}
            isSaving={isSaving}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
          />
        )}
        <Controller
          control={form.control}
          name="name"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={t('resources.form.name')}
              maxLength={120}
              required
              error={refusal(fieldState.error?.message)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="description"
          render={({ field, fieldState }) => (
            <TextAreaField
              {...field}
              label={t('resources.form.description')}
              rows={3}
              error={refusal(fieldState.error?.message)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="link"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={t('resources.form.link')}
              description={t('resources.form.linkHint')}
              inputMode="url"
              error={refusal(fieldState.error?.message)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="isActionItem"
          render={({ field }) => (
            <CheckboxField
              {...field}
              label={t('resources.form.isActionItem')}
              description={t('resources.form.isActionItemHint')}
            />
          )}
        />
        {isActionItem && (
          <Controller
            control={form.control}
            name="dueDate"
            render={({ field, fieldState }) => (
              <DateField {...field} label={t('resources.form.dueDate')} error={refusal(fieldState.error?.message)} />
            )}
          />
        )}
      </Form>
    </FormDialog>
  );
}
