/** How someone signs in: methods and dates, open sessions, links we sent, and what helps when a phone is lost. */

import { useMayChange } from '../../api/console-rights';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { type Format, useFormat } from '../../i18n/format';
import { Badge, Button, ConfirmDialog, FactList, Notice, useOpened } from '../../ui';
import { LockAccount, onDevices, ownTimeZone, SendSignInLink, UndoMergeOf, UnlockAccount, useHelp } from './account';
import { CorrectNameDialog } from './CorrectNameDialog';
import type { Account } from './helped';
import { ResetSignInDialog } from './ResetSignInDialog';
import { SentLinks } from './SentLinks';
import { SessionsOfPerson } from './SessionsOfPerson';

const tones = { locked: 'bad', inUse: 'ok', invited: 'warn', uninvited: 'neutral' } as const;

function factsOf(account: Account, t: ReturnType<typeof useText>['t'], format: Format) {
  const since = (at: string) => t('employment.account.since', { day: format.dayOf(at, ownTimeZone) });
  const { passwordChangedAt, totpEnabledAt, recoveryCodesLeft, phoneHint, passkeys, linkedIdentities } = account;
  return [
    {
      label: t('employment.account.password'),
      value: passwordChangedAt ? since(passwordChangedAt) : t('employment.account.none'),
    },
    { label: t('employment.account.totp'), value: totpEnabledAt ? since(totpEnabledAt) : t('employment.account.none') },
    ...(recoveryCodesLeft > 0 ? [{ label: t('employment.account.recovery'), value: String(recoveryCodesLeft) }] : []),
    { label: t('employment.account.phone'), value: phoneHint ?? t('employment.account.none') },
    ...passkeys.map((passkey) => ({
      label: `${t('employment.account.passkey')}: ${passkey.name}`,
      value: since(passkey.createdAt),
    })),
    ...linkedIdentities.map((identity) => ({
      label: identity.name ?? identity.issuer,
      value: since(identity.linkedAt),
    })),
  ];
}

type Over = 'reset' | 'correct' | 'lock' | 'unmerge';

export function SignInSection({ account: found, name }: { account: Account; name: string }) {
  const { t } = useText();
  const format = useFormat();
  const mayChange = useMayChange();
  const account = { ...found, mayHelp: found.mayHelp && mayChange };
  const { opened, open, close } = useOpened<Over, null>('reset');
  const { personId, mayHelp, signIn: state } = account;
  const is = (kind: Over) => opened.isOpen && opened.kind === kind;
  const mayReset = onDevices(account).length > 0 || account.linkedIdentities.length > 0;
  return (
    <section aria-label={t('employment.account')} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t('employment.account')}</h3>
        <Badge tone={tones[state]} dot>
          {t(`employment.account.state.${state}`)}
        </Badge>
      </div>
      {!mayHelp && <Notice tone="info">{t('employment.account.mayNot')}</Notice>}
      <FactList facts={factsOf(account, t, format)} />
      {account.mergedAccount && (
        <Notice tone="info" title={t('employment.account.merged', { username: account.mergedAccount.username })}>
          <div className="flex flex-col items-start gap-3">
            <p>
              {t('employment.account.merged.body', {
                day: format.dayOf(account.mergedAccount.mergedAt, ownTimeZone),
                until: format.dayOf(account.mergedAccount.undoUntil, ownTimeZone),
              })}
            </p>
            {mayHelp && (
              <Button size="sm" variant="secondary" onPress={() => open('unmerge', null)}>
                {t('employment.account.unmerge')}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {mayHelp && (
        <div className="flex flex-wrap gap-2.5">
          {mayReset && (
            <Button size="sm" variant="secondary" onPress={() => open('reset', null)}>
              {t('employment.account.reset')}
            </Button>
          )}
          {state !== 'locked' && <SendLink account={account} isNew={!account.isInUse} />}
          <Button size="sm" variant="secondary" onPress={() => open('correct', null)}>
            {t('employment.account.correct')}
          </Button>
          {state === 'locked' ? (
            <Unlock personId={personId} />
          ) : (
            <Button size="sm" variant="secondary" onPress={() => open('lock', null)}>
              {t('employment.account.lock')}
            </Button>
          )}
        </div>
      )}
      <SessionsOfPerson account={account} name={name} />
      <SentLinks links={account.sentLinks} />
      {mayHelp && opened.serial > 0 && (
        <>
          <ResetSignInDialog
            key={`reset ${opened.serial}`}
            open={is('reset')}
            onClose={close}
            account={account}
            name={name}
          />
          <CorrectNameDialog
            key={`correct ${opened.serial}`}
            open={is('correct')}
            onClose={close}
            account={account}
            name={name}
          />
          <LockQuestion open={is('lock')} onClose={close} personId={personId} name={name} />
          {account.mergedAccount && (
            <UnmergeQuestion
              open={is('unmerge')}
              onClose={close}
              personId={personId}
              merged={account.mergedAccount}
              name={name}
            />
          )}
        </>
      )}
    </section>
  );
}

function SendLink({ account, isNew }: { account: Account; isNew: boolean }) {
  const { t } = useText();
  const send = useSubmit(SendSignInLink);
  const { run } = useHelp();
  const label = t(isNew ? 'employment.account.invite' : 'employment.account.sendLink');
  const press = () =>
    run(
      () => send.mutateAsync({ personId: account.personId }),
      t('employment.account.linkSent', { email: account.email }),
    );
  return (
    <Button size="sm" variant="secondary" pending={send.isPending} onPress={() => void press()}>
      {label}
    </Button>
  );
}

function Unlock({ personId }: { personId: string }) {
  const { t } = useText();
  const unlock = useSubmit(UnlockAccount);
  const { run } = useHelp();
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={unlock.isPending}
      onPress={() => void run(() => unlock.mutateAsync({ personId }), t('employment.account.unlocked'))}
    >
      {t('employment.account.unlock')}
    </Button>
  );
}

function LockQuestion(props: { open: boolean; onClose: () => void; personId: string; name: string }) {
  const { open, onClose, personId, name } = props;
  const { t } = useText();
  const lock = useSubmit(LockAccount);
  const { run } = useHelp();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('employment.account.lock.title', { name })}
      body={t('employment.account.lock.body')}
      confirmLabel={t('employment.account.lock')}
      onConfirm={async () => {
        if (!(await run(() => lock.mutateAsync({ personId }), t('employment.account.locked'))))
          throw new Error('refused');
      }}
    />
  );
}

type UnmergeQuestionProps = {
  open: boolean;
  onClose: () => void;
  personId: string;
  merged: NonNullable<Account['mergedAccount']>;
  name: string;
};

function UnmergeQuestion({ open, onClose, personId, merged, name }: UnmergeQuestionProps) {
  const { t } = useText();
  const undo = useSubmit(UndoMergeOf);
  const { run } = useHelp();
  const { id, username } = merged;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('employment.account.unmerge.title', { username, name })}
      body={t('employment.account.unmerge.body', { username, name })}
      confirmLabel={t('employment.account.unmerge')}
      onConfirm={async () => {
        const change = () => undo.mutateAsync({ personId, mergeId: id });
        if (!(await run(change, t('employment.account.unmerge.done', { username })))) throw new Error('refused');
      }}
    />
  );
}
