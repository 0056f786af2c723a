/** Adds or changes a provider. The second of two who save sees both versions. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { CheckboxField, ConflictNotice, Form, FormDialog, SelectField, TextAreaField, TextField } from '../../ui';
import { UpstreamTest, useUpstreamTest } from './UpstreamReport';
import {
  AddUpstream,
  ChangeUpstream,
  type Choices,
  currentUpstream,
  type Draft,
  draftOf,
  inputOf,
  type Upstream,
  wholeTenant,
} from './upstream';
import { useSaved } from './useSaved';

type UpstreamDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  choices: Choices;
  /** None: a new one. */
  upstream: Upstream | null;
  /** What to register there is shown next. */
  onAdded: (added: Upstream) => void;
};

const formId = 'upstream';
const maximumCharacters = 120;
const fields = ['name', 'issuer', 'clientId', 'secret', 'mailDomains'] as const;
const required = ['name', 'issuer', 'clientId'] as const;

export function UpstreamDialog({ open, onClose, tenantId, choices, upstream, onAdded }: UpstreamDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddUpstream);
  const save = useSubmit(ChangeUpstream);
  const places = [
    ...(choices.isWholeTenant ? [{ value: wholeTenant, label: t('upstreams.wholeTenant') }] : []),
    ...choices.companies.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const blank: Draft = {
    name: '',
    place: places[0]?.value ?? wholeTenant,
    issuer: '',
    clientId: '',
    secret: '',
    isPublic: false,
    domains: '',
  };
  const [base, setBase] = useState(upstream);
  const first = base ? draftOf(base) : blank;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved(upstream ? onClose : () => undefined);
  const test = useUpstreamTest(tenantId, draft.issuer.trim());
  const isConflict = failure?.error?.code === 'CONFLICT';
  const current = isConflict ? currentUpstream(failure.error?.current) : null;
  const change = (part: Partial<Draft>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = (name: (typeof required)[number]) =>
    isTried && draft[name].trim() === '' ? t('kit.required') : undefined;

  function saveOnto(version: number): void {
    setTried(true);
    if (required.some((name) => draft[name].trim() === '')) return;
    const name = draft.name.trim();
    const input = inputOf(draft, base?.hasSecret === true);
    if (base)
      return void run(
        () => save.mutateAsync({ tenantId, upstreamId: base.id, version, input }),
        t('upstreams.change.done', { name }),
      );
    void run(
      async () => onAdded((await add.mutateAsync({ tenantId, input })).addUpstream),
      t('upstreams.add.done', { name }),
    );
  }

  const nameOf = (id: string) => places.find(({ value }) => value === id)?.label ?? id;
  const theirs = current && draftOf(current);
  const rows = theirs
    ? disagreeing([
        { label: t('upstreams.name'), theirs: theirs.name, mine: draft.name },
        { label: t('upstreams.place'), theirs: nameOf(theirs.place), mine: nameOf(draft.place) },
        { label: t('upstreams.issuer'), theirs: theirs.issuer, mine: draft.issuer },
        { label: t('upstreams.clientId'), theirs: theirs.clientId, mine: draft.clientId },
        { label: t('upstreams.domains'), theirs: theirs.domains, mine: draft.domains },
      ])
    : [];

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={upstream ? t('upstreams.change.title', { name: upstream.name }) : t('upstreams.add.title')}
      description={upstream ? undefined : t('upstreams.add.lead')}
      formId={formId}
      submitLabel={upstream ? t('upstreams.save') : t('upstreams.add.submit')}
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
            onKeepMine={() => (current ? saveOnto(current.version) : onClose())}
            onTakeTheirs={() => {
              if (!current) return onClose();
              setBase(current);
              setDraft(draftOf(current));
              setFailure(null);
            }}
          />
        )}
        <Form
          id={formId}
          onSubmit={() => saveOnto(base?.version ?? 0)}
          error={failure && !isConflict && !fields.some(at) ? failure.text : null}
        >
          <TextField
            label={t('upstreams.name')}
            description={t('upstreams.nameHint')}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={maximumCharacters}
            error={at('name') ?? missing('name')}
            required
          />
          <SelectField
            label={t('upstreams.place')}
            options={places}
            value={draft.place}
            onChange={(place) => change({ place })}
          />
          <TextAreaField
            label={t('upstreams.domains')}
            description={t('upstreams.domainsHint')}
            value={draft.domains}
            onChange={(domains) => change({ domains })}
            rows={2}
            error={at('mailDomains')}
          />
          <TextField
            label={t('upstreams.issuer')}
            description={
              base && draft.issuer !== base.issuer ? t('upstreams.issuerWarning') : t('upstreams.issuerHint')
            }
            value={draft.issuer}
            onChange={(issuer) => change({ issuer })}
            maxLength={maximumCharacters}
            error={at('issuer') ?? missing('issuer')}
            required
          />
          <UpstreamTest
            test={test}
            disabledReason={draft.issuer.trim() === '' ? t('upstreams.test.issuerFirst') : undefined}
          />
          <TextField
            label={t('upstreams.clientId')}
            value={draft.clientId}
            onChange={(clientId) => change({ clientId })}
            maxLength={maximumCharacters}
            error={at('clientId') ?? missing('clientId')}
            required
          />
          <CheckboxField
            label={t('upstreams.isPublic')}
            description={t('upstreams.isPublicHint')}
            value={draft.isPublic}
            onChange={(isPublic) => change({ isPublic })}
          />
          {!draft.isPublic && (
            <TextField
              label={t('upstreams.secret')}
              description={base?.hasSecret ? t('upstreams.secret.keepHint') : undefined}
              type="password"
              autoComplete="off"
              value={draft.secret}
              onChange={(secret) => change({ secret })}
              error={at('secret')}
            />
          )}
        </Form>
      </div>
    </FormDialog>
  );
}
