/** Adds a machine client or changes one. The second of two who save sees both versions. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { CheckboxGroup, ConflictNotice, Form, FormDialog, RadioGroup, TextAreaField, TextField } from '../../ui';
import {
  AddMachine,
  blankDraft,
  ChangeMachine,
  currentMachine,
  type Draft,
  draftOf,
  inputOf,
  type Machine,
  type Saved,
  scopeNames,
  scopeTexts,
} from './machine';
import { useSaved } from './useSaved';

type MachineDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  /** None: a new one. */
  machine: Machine | null;
  /** Its new secret, or what to enter there, is shown next. */
  onSaved: (saved: Saved) => void;
};

const formId = 'machine';
const maximumCharacters = 100;
const fields = ['name', 'scopes', 'jwks', 'requestsPerMinute'] as const;

export function MachineDialog({ open, onClose, tenantId, machine, onSaved }: MachineDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddMachine);
  const save = useSubmit(ChangeMachine);
  const [base, setBase] = useState(machine);
  const first = base ? draftOf(base) : blankDraft;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved();
  const isConflict = failure?.error?.code === 'CONFLICT';
  const current = isConflict ? currentMachine(failure.error?.current, base) : null;
  const change = (part: Partial<Draft>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const areKeysMissing = draft.auth === 'key' && draft.jwks.trim() === '';
  const isNameMissing = draft.name.trim() === '';
  const missing = (isMissing: boolean) => (isTried && isMissing ? t('kit.required') : undefined);

  async function saveOnto(version: number): Promise<void> {
    setTried(true);
    if (isNameMissing || areKeysMissing || draft.scopes.length === 0) return;
    const name = draft.name.trim();
    const input = inputOf(draft);
    const saved = base
      ? await run(
          async () => (await save.mutateAsync({ tenantId, machineId: base.id, version, input })).changeMachine,
          t('machines.change.done', { name }),
        )
      : await run(
          async () => (await add.mutateAsync({ tenantId, input })).addMachine,
          t('machines.add.done', { name }),
        );
    if (saved) onSaved(saved);
  }

  const scopeText = (scope: (typeof scopeNames)[number]) => t(scopeTexts[scope]);
  const scopeList = (chosen: readonly string[]) =>
    scopeNames
      .filter((scope) => chosen.includes(scope))
      .map(scopeText)
      .join(', ');
  const theirs = current && draftOf(current);
  const rows = theirs
    ? disagreeing([
        { label: t('machines.name'), theirs: theirs.name, mine: draft.name },
        { label: t('machines.scopes'), theirs: scopeList(theirs.scopes), mine: scopeList(draft.scopes) },
        {
          label: t('machines.requestsPerMinute'),
          theirs: theirs.requestsPerMinute,
          mine: draft.requestsPerMinute,
        },
        { label: t('machines.jwks'), theirs: theirs.jwks, mine: draft.auth === 'key' ? draft.jwks : '' },
      ])
    : [];

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={machine ? t('machines.change.title', { name: machine.name }) : t('machines.add.title')}
      description={machine ? undefined : t('machines.add.lead')}
      formId={formId}
      submitLabel={machine ? t('machines.save') : t('machines.add.submit')}
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
        <Form
          id={formId}
          onSubmit={() => void saveOnto(base?.version ?? 0)}
          error={failure && !isConflict && !fields.some(at) ? failure.text : null}
        >
          <TextField
            label={t('machines.name')}
            description={t('machines.nameHint')}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={maximumCharacters}
            error={at('name') ?? missing(isNameMissing)}
            required
          />
          <CheckboxGroup
            label={t('machines.scopes')}
            description={t('machines.scopesHint')}
            options={scopeNames.map((scope) => ({ value: scope, label: scopeText(scope) }))}
            value={draft.scopes}
            onChange={(scopes) => change({ scopes })}
            error={at('scopes') ?? missing(draft.scopes.length === 0)}
          />
          {!base && (
            <RadioGroup
              label={t('machines.auth')}
              options={[
                { value: 'secret', label: t('machines.auth.secret'), description: t('machines.auth.secretHint') },
                { value: 'key', label: t('machines.auth.key'), description: t('machines.auth.keyHint') },
              ]}
              value={draft.auth}
              onChange={(auth) => change({ auth: auth === 'key' ? 'key' : 'secret' })}
            />
          )}
          {draft.auth === 'key' && (
            <TextAreaField
              label={t('machines.jwks')}
              description={t('machines.jwksHint')}
              value={draft.jwks}
              onChange={(jwks) => change({ jwks })}
              rows={5}
              error={at('jwks') ?? missing(areKeysMissing)}
              required
            />
          )}
          <TextField
            label={t('machines.requestsPerMinute')}
            description={t('machines.requestsPerMinuteHint')}
            value={draft.requestsPerMinute}
            onChange={(requestsPerMinute) => change({ requestsPerMinute })}
            maxLength={5}
            inputMode="numeric"
            autoComplete="off"
            error={at('requestsPerMinute')}
            required
          />
        </Form>
      </div>
    </FormDialog>
  );
}
