/** Connects an application or changes one. The second of two who save sees both versions. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { type TextKey, useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import {
  CheckboxField,
  CheckboxGroup,
  ConflictNotice,
  Form,
  FormDialog,
  RadioGroup,
  SelectField,
  TextAreaField,
  TextField,
} from '../../ui';
import {
  AddHostApplication,
  blankDraft,
  ChangeHostApplication,
  claimNames,
  commonCodes,
  currentApplication,
  type Draft,
  draftOf,
  type HostApplication,
  inputOf,
  otherCode,
  type Saved,
} from './host-application';
import { useSaved } from './useSaved';

type HostApplicationDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  /** None: a new one. */
  application: HostApplication | null;
  /** Its new secret, or what to enter there, is shown next. */
  onSaved: (saved: Saved) => void;
};

const formId = 'host-application';
const maximumCharacters = 100;
const maximumAddress = 500;
const fields = [
  'code',
  'name',
  'targetUrl',
  'path',
  'clientId',
  'jwks',
  'redirectUris',
  'postLogoutRedirectUris',
  'claims',
  'logoutUri',
] as const;
const required = ['name', 'targetUrl', 'redirectUris'] as const;

export function HostApplicationDialog({ open, onClose, tenantId, application, onSaved }: HostApplicationDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddHostApplication);
  const save = useSubmit(ChangeHostApplication);
  const [base, setBase] = useState(application);
  const first = base ? draftOf(base) : blankDraft;
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved();
  const isConflict = failure?.error?.code === 'CONFLICT';
  const current = isConflict ? currentApplication(failure.error?.current, base) : null;
  const isConnected = base !== null && base.auth !== null;
  const change = (part: Partial<Draft>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = (name: keyof Draft) => (isTried && String(draft[name]).trim() === '' ? t('kit.required') : undefined);
  const isCodeMissing = draft.chosenCode === otherCode && draft.ownCode.trim() === '';
  const areKeysMissing = draft.auth === 'key' && draft.jwks.trim() === '';

  async function saveOnto(version: number): Promise<void> {
    setTried(true);
    if (isCodeMissing || areKeysMissing || required.some((name) => draft[name].trim() === '')) return;
    const name = draft.name.trim();
    const input = inputOf(draft);
    const saved = base
      ? await run(
          async () => (await save.mutateAsync({ tenantId, applicationId: base.id, version, input })).changeApplication,
          t('hostApplications.change.done', { name }),
        )
      : await run(
          async () => (await add.mutateAsync({ tenantId, input })).addApplication,
          t('hostApplications.add.done', { name }),
        );
    if (saved) onSaved(saved);
  }

  const claimText = (claim: (typeof claimNames)[number]) => t(`hostApplications.claim.${claim}` satisfies TextKey);
  const claimList = (chosen: readonly string[]) =>
    claimNames
      .filter((claim) => chosen.includes(claim))
      .map(claimText)
      .join(', ');
  const yesNo = (isOn: boolean) => t(isOn ? 'hostApplications.on' : 'hostApplications.off');
  const theirs = current && draftOf(current);
  const rows = theirs
    ? disagreeing([
        { label: t('hostApplications.name'), theirs: theirs.name, mine: draft.name },
        { label: t('hostApplications.targetUrl'), theirs: theirs.targetUrl, mine: draft.targetUrl },
        { label: t('hostApplications.path'), theirs: theirs.path, mine: draft.path },
        {
          label: t('hostApplications.auth'),
          theirs: t(`hostApplications.auth.${theirs.auth}`),
          mine: t(`hostApplications.auth.${draft.auth}`),
        },
        { label: t('hostApplications.jwks'), theirs: theirs.jwks, mine: draft.auth === 'key' ? draft.jwks : '' },
        { label: t('hostApplications.redirectUris'), theirs: theirs.redirectUris, mine: draft.redirectUris },
        {
          label: t('hostApplications.postLogoutRedirectUris'),
          theirs: theirs.postLogoutRedirectUris,
          mine: draft.postLogoutRedirectUris,
        },
        { label: t('hostApplications.claims'), theirs: claimList(theirs.claims), mine: claimList(draft.claims) },
        { label: t('hostApplications.logoutUri'), theirs: theirs.logoutUri, mine: draft.logoutUri },
        { label: t('hostApplications.isEnabled'), theirs: yesNo(theirs.isEnabled), mine: yesNo(draft.isEnabled) },
      ])
    : [];

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={
        application ? t('hostApplications.change.title', { name: application.name }) : t('hostApplications.add.title')
      }
      description={application ? undefined : t('hostApplications.add.lead')}
      formId={formId}
      submitLabel={application ? t('hostApplications.save') : t('hostApplications.add.submit')}
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
          {base ? null : (
            <SelectField
              label={t('hostApplications.code')}
              description={t('hostApplications.codeHint')}
              options={[
                ...commonCodes.map((code) => ({ value: code, label: t(`hostApplications.code.${code}`) })),
                { value: otherCode, label: t('hostApplications.code.other') },
              ]}
              value={draft.chosenCode}
              onChange={(chosenCode) => change({ chosenCode })}
              error={draft.chosenCode === otherCode ? undefined : at('code')}
            />
          )}
          {!base && draft.chosenCode === otherCode && (
            <TextField
              label={t('hostApplications.ownCode')}
              description={t('hostApplications.ownCodeHint')}
              value={draft.ownCode}
              onChange={(ownCode) => change({ ownCode })}
              maxLength={20}
              error={at('code') ?? missing('ownCode')}
              required
            />
          )}
          <TextField
            label={t('hostApplications.name')}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={maximumCharacters}
            error={at('name') ?? missing('name')}
            required
          />
          <TextField
            label={t('hostApplications.targetUrl')}
            description={t('hostApplications.targetUrlHint')}
            value={draft.targetUrl}
            onChange={(targetUrl) => change({ targetUrl })}
            maxLength={maximumAddress}
            error={at('targetUrl') ?? missing('targetUrl')}
            required
          />
          <TextField
            label={t('hostApplications.path')}
            description={t('hostApplications.pathHint')}
            value={draft.path}
            onChange={(path) => change({ path })}
            maxLength={maximumAddress}
            error={at('path')}
          />
          {!isConnected && (
            <TextField
              label={t('hostApplications.clientId')}
              description={t('hostApplications.clientIdHint')}
              value={draft.clientId}
              onChange={(clientId) => change({ clientId })}
              maxLength={maximumCharacters}
              autoComplete="off"
              error={at('clientId')}
            />
          )}
          <RadioGroup
            label={t('hostApplications.auth')}
            options={[
              {
                value: 'secret',
                label: t('hostApplications.auth.secret'),
                description: t(
                  base?.auth === 'secret' ? 'hostApplications.auth.secretKept' : 'hostApplications.auth.secretHint',
                ),
              },
              {
                value: 'key',
                label: t('hostApplications.auth.key'),
                description: t('hostApplications.auth.keyHint'),
              },
            ]}
            value={draft.auth}
            onChange={(auth) => change({ auth: auth === 'key' ? 'key' : 'secret' })}
          />
          {draft.auth === 'key' && (
            <TextAreaField
              label={t('hostApplications.jwks')}
              description={t('hostApplications.jwksHint')}
              value={draft.jwks}
              onChange={(jwks) => change({ jwks })}
              rows={5}
              error={at('jwks') ?? missing('jwks')}
              required
            />
          )}
          <TextAreaField
            label={t('hostApplications.redirectUris')}
            description={t('hostApplications.redirectUrisHint')}
            value={draft.redirectUris}
            onChange={(redirectUris) => change({ redirectUris })}
            rows={2}
            error={at('redirectUris') ?? missing('redirectUris')}
            required
          />
          <TextAreaField
            label={t('hostApplications.postLogoutRedirectUris')}
            description={t('hostApplications.postLogoutRedirectUrisHint')}
            value={draft.postLogoutRedirectUris}
            onChange={(postLogoutRedirectUris) => change({ postLogoutRedirectUris })}
            rows={2}
            error={at('postLogoutRedirectUris')}
          />
          <TextField
            label={t('hostApplications.logoutUri')}
            description={t('hostApplications.logoutUriHint')}
            value={draft.logoutUri}
            onChange={(logoutUri) => change({ logoutUri })}
            maxLength={maximumAddress}
            error={at('logoutUri')}
          />
          <CheckboxGroup
            label={t('hostApplications.claims')}
            description={t('hostApplications.claimsHint')}
            options={claimNames.map((claim) => ({ value: claim, label: claimText(claim) }))}
            value={draft.claims}
            onChange={(claims) => change({ claims })}
            error={at('claims')}
          />
          <CheckboxField
            label={t('hostApplications.isEnabled')}
            description={t('hostApplications.isEnabledHint')}
            value={draft.isEnabled}
            onChange={(isEnabled) => change({ isEnabled })}
          />
        </Form>
      </div>
    </FormDialog>
  );
}
