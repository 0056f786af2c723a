/** Adds a webhook or changes one. The second of two who save sees both versions. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { errorText } from '../../i18n/errors';
import {
  CheckboxField,
  CheckboxGroup,
  ConflictNotice,
  Form,
  FormDialog,
  Notice,
  RadioGroup,
  SelectField,
  TextField,
} from '../../ui';
import { useSaved } from './useSaved';
import {
  AddWebhook,
  blankDraft,
  ChangeWebhook,
  currentWebhook,
  type Draft,
  draftOf,
  eventsKey,
  inputOf,
  type Saved,
  type Webhook,
  WebhookChoices,
} from './webhook';

type WebhookDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  /** None: a new one. */
  webhook: Webhook | null;
  /** Its new secret is shown next. */
  onSaved: (saved: Saved) => void;
};

const formId = 'webhook';
const maximumName = 100;
const maximumUrl = 500;
const fields = ['name', 'url', 'companyId', 'types'] as const;
/** Not a company: all of them. */
const everyCompany = 'all';

export function WebhookDialog({ open, onClose, tenantId, webhook, onSaved }: WebhookDialogProps) {
  const { t } = useText();
  const api = useApi();
  const add = useSubmit(AddWebhook);
  const save = useSubmit(ChangeWebhook);
  const choices = useQuery({
    queryKey: [eventsKey, 'choices', tenantId],
    queryFn: async ({ signal }) => (await api.query(WebhookChoices, { tenantId }, signal)).webhookChoices,
  });
  const [base, setBase] = useState(webhook);
  const first = base ? draftOf(base) : blankDraft;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved();
  const isConflict = failure?.error?.code === 'CONFLICT';
  const current = isConflict ? currentWebhook(failure.error?.current) : null;
  const change = (part: Partial<Draft>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = (name: 'name' | 'url') => (isTried && draft[name].trim() === '' ? t('kit.required') : undefined);
  const hasNoType = draft.which === 'some' && draft.types.length === 0;

  async function saveOnto(version: number): Promise<void> {
    setTried(true);
    if (hasNoType || draft.name.trim() === '' || draft.url.trim() === '') return;
    const name = draft.name.trim();
    const input = inputOf(draft);
    const saved = base
      ? await run(
          async () => (await save.mutateAsync({ tenantId, webhookId: base.id, version, input })).changeWebhook,
          t('events.change.done', { name }),
        )
      : await run(async () => (await add.mutateAsync({ tenantId, input })).addWebhook, t('events.add.done', { name }));
    if (saved) onSaved(saved);
  }

  const companies = choices.data?.companies ?? [];
  const companyText = (id: string) => companies.find((company) => company.id === id)?.name ?? t('events.company.all');
  const typesText = ({ which, types }: Draft) => (which === 'all' ? t('events.types.all') : types.join(', '));
  const yesNo = (isOn: boolean) => t(isOn ? 'events.on' : 'events.off');
  const theirs = current && draftOf(current);
  const rows = theirs
    ? disagreeing([
        { label: t('events.name'), theirs: theirs.name, mine: draft.name },
        { label: t('events.url'), theirs: theirs.url, mine: draft.url },
        { label: t('events.company'), theirs: companyText(theirs.companyId), mine: companyText(draft.companyId) },
        { label: t('events.types'), theirs: typesText(theirs), mine: typesText(draft) },
        { label: t('events.isEnabled'), theirs: yesNo(theirs.isEnabled), mine: yesNo(draft.isEnabled) },
      ])
    : [];

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={webhook ? t('events.change.title', { name: webhook.name }) : t('events.add.title')}
      description={webhook ? undefined : t('events.add.lead')}
      formId={formId}
      submitLabel={webhook ? t('events.save') : t('events.add.submit')}
      pending={add.isPending || save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      submitDisabledReason={isConflict ? t('conflict.chooseFirst') : undefined}
      size="lg"
    >
      <div className="flex flex-col gap-5">
        {isConflict && (
          <ConflictNotice
            words={conflictWords(t, current && {}, rows)}
            rows={rows}
            pending={save.isPending}
            onKeepMine={() => (current ? void saveOnto(current.version) : onClose())}
            onTakeTheirs={() => {
              if (!current) return onClose();
              setBase(current);
              setDraft(draftOf(current));
              setFailure(null);
            }}
          />
        )}
        {choices.error && <Notice tone="bad">{errorText(t, choices.error)}</Notice>}
        <Form
          id={formId}
          onSubmit={() => void saveOnto(base?.version ?? 0)}
          error={failure && !isConflict && !fields.some(at) ? failure.text : null}
        >
          <TextField
            label={t('events.name')}
            description={t('events.nameHint')}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={maximumName}
            error={at('name') ?? missing('name')}
            required
          />
          <TextField
            label={t('events.url')}
            description={t('events.urlHint')}
            value={draft.url}
            onChange={(url) => change({ url })}
            maxLength={maximumUrl}
            autoComplete="off"
            error={at('url') ?? missing('url')}
            required
          />
          <SelectField
            label={t('events.company')}
            options={[
              { value: everyCompany, label: t('events.company.all') },
              ...companies.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={draft.companyId || everyCompany}
            onChange={(id) => change({ companyId: id === everyCompany ? '' : id })}
            error={at('companyId')}
          />
          <RadioGroup
            label={t('events.types')}
            options={[
              { value: 'all', label: t('events.types.all'), description: t('events.types.allHint') },
              { value: 'some', label: t('events.types.some') },
            ]}
            value={draft.which}
            onChange={(which) => change({ which: which === 'some' ? 'some' : 'all' })}
          />
          {draft.which === 'some' && (
            <CheckboxGroup
              label={t('events.types.choose')}
              options={(choices.data?.types ?? draft.types).map((type) => ({ value: type, label: type }))}
              value={draft.types}
              onChange={(types) => change({ types })}
              error={at('types') ?? (isTried && hasNoType ? t('kit.required') : undefined)}
              required
            />
          )}
          <CheckboxField
            label={t('events.isEnabled')}
            description={t('events.isEnabledHint')}
            value={draft.isEnabled}
            onChange={(isEnabled) => change({ isEnabled })}
          />
        </Form>
      </div>
    </FormDialog>
  );
}
