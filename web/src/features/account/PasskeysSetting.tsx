/** The passkeys of an account: add one, give it another name, take it away. */
import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { hasPasskeys } from '../../api/passkey';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, ConfirmDialog, IconButton } from '../../ui';
import { AccountFields, ownTimeZone, type Passkey, useAccountChange, useOutcome } from './account';
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs';
import { Setting } from './Section';
import { useOpening } from './useOpening';

const RemovePasskey = graphql(
  `mutation RemovePasskey($passkeyId: ID!) { removePasskey(passkeyId: $passkeyId) { ...AccountFields } }`,
  [AccountFields],
);

type PasskeysSettingProps = {
  passkeys: readonly Passkey[];
  /** Whether the server can use them at all. */
  isPossible: boolean;
};

export function PasskeysSetting({ passkeys, isPossible }: PasskeysSettingProps) {
  const { t } = useText();
  const adding = useOpening();
  const renaming = useOpening();
  const removing = useOpening();
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const browserReason = hasPasskeys() ? undefined : t('account.passkeys.unsupported');
  return (
    <Setting
      icon={<Fingerprint />}
      title={t('account.passkeys.title')}
      status={passkeys.length === 0 ? t('account.passkeys.empty') : t('account.passkeys.lead')}
      action={
        <Button
          variant="secondary"
          size="sm"
          onPress={adding.show}
          disabledReason={isPossible ? browserReason : t('account.passkeys.impossible')}
        >
          {t('account.passkeys.add')}
        </Button>
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label={t('account.passkeys.title')} className="divide-y divide-line rounded-lg border border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => {
                setChosen(passkey);
                renaming.show();
              }}
              onRemove={() => {
                setChosen(passkey);
                removing.show();
              }}
            />
          ))}
        </ul>
      )}
      <AddPasskeyDialog key={`add ${adding.serial}`} open={adding.isOpen} onClose={adding.close} />
      {chosen && (
        <>
          <RenamePasskeyDialog
            key={`rename ${renaming.serial}`}
            open={renaming.isOpen}
            onClose={renaming.close}
            passkey={chosen}
          />
          <RemovePasskeyQuestion open={removing.isOpen} onClose={removing.close} passkey={chosen} />
        </>
      )}
    </Setting>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useText();
  const format = useFormat();
  const { name, createdAt, lastUsedAt } = passkey;
  const added = t('account.passkeys.added', { day: format.dayOf(createdAt, ownTimeZone) });
  const used = lastUsedAt && t('account.passkeys.used', { day: format.dayOf(lastUsedAt, ownTimeZone) });
  return (
    <li className="flex items-center gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm text-sub">{[added, used].filter(Boolean).join(' · ')}</p>
      </div>
      <IconButton
        size="sm"
        label={t('account.passkeys.renameNamed', { name })}
        icon={<Pencil aria-hidden className="size-4.5" />}
        onPress={onRename}
      />
      <IconButton
        size="sm"
        label={t('account.passkeys.removeNamed', { name })}
        icon={<Trash2 aria-hidden className="size-4.5" />}
        onPress={onRemove}
      />
    </li>
  );
}

type RemovePasskeyQuestionProps = { open: boolean; onClose: () => void; passkey: Passkey };

function RemovePasskeyQuestion({ open, onClose, passkey }: RemovePasskeyQuestionProps) {
  const { t } = useText();
  const outcome = useOutcome();
  const { change } = useAccountChange(RemovePasskey);

  async function remove(): Promise<void> {
    try {
      await change({ passkeyId: passkey.id });
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    outcome.done('account.passkeys.removed');
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('account.passkeys.removeTitle', { name: passkey.name })}
      body={t('account.passkeys.removeBody')}
      confirmLabel={t('account.passkeys.remove')}
      onConfirm={remove}
    />
  );
}
