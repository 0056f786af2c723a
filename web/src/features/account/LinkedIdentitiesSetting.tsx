/** The company's own providers that sign someone in, with a way to remove each. They are linked by an invitation, not here. */
import { Building2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { ConfirmDialog, IconButton } from '../../ui';
import { AccountFields, type LinkedIdentity, ownTimeZone, useAccountChange, useOutcome } from './account';
import { Setting } from './Section';
import { useOpening } from './useOpening';

const RemoveLinkedIdentity = graphql(
  `mutation RemoveLinkedIdentity($identityId: ID!) {
    removeLinkedIdentity(identityId: $identityId) { ...AccountFields }
  }`,
  [AccountFields],
);

const nameOf = ({ name, issuer }: LinkedIdentity) => name ?? issuer;

export function LinkedIdentitiesSetting({ identities }: { identities: readonly LinkedIdentity[] }) {
  const { t } = useText();
  const removing = useOpening();
  const [chosen, setChosen] = useState<LinkedIdentity | null>(null);
  if (identities.length === 0) return null;
  return (
    <Setting icon={<Building2 />} title={t('account.identities.title')} status={t('account.identities.lead')}>
      <ul aria-label={t('account.identities.title')} className="divide-y divide-line rounded-lg border border-line">
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            onRemove={() => {
              setChosen(identity);
              removing.show();
            }}
          />
        ))}
      </ul>
      {chosen && <RemoveIdentityQuestion open={removing.isOpen} onClose={removing.close} identity={chosen} />}
    </Setting>
  );
}

function IdentityRow({ identity, onRemove }: { identity: LinkedIdentity; onRemove: () => void }) {
  const { t } = useText();
  const format = useFormat();
  const linked = t('account.identities.linked', { day: format.dayOf(identity.linkedAt, ownTimeZone) });
  return (
    <li className="flex items-center gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{nameOf(identity)}</p>
        <p className="text-sm text-sub">
          {identity.name === null ? `${linked} · ${t('account.identities.unused')}` : linked}
        </p>
      </div>
      <IconButton
        size="sm"
        label={t('account.identities.removeNamed', { name: nameOf(identity) })}
        icon={<Trash2 aria-hidden className="size-4.5" />}
        onPress={onRemove}
      />
    </li>
  );
}

type RemoveIdentityQuestionProps = { open: boolean; onClose: () => void; identity: LinkedIdentity };

function RemoveIdentityQuestion({ open, onClose, identity }: RemoveIdentityQuestionProps) {
  const { t } = useText();
  const outcome = useOutcome();
  const { change } = useAccountChange(RemoveLinkedIdentity);

  async function remove(): Promise<void> {
    try {
      await change({ identityId: identity.id });
    } catch (error) {
      outcome.failed(error);
      throw error;
    }
    outcome.done('account.identities.removed');
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('account.identities.removeTitle', { name: nameOf(identity) })}
      body={t('account.identities.removeBody')}
      confirmLabel={t('account.identities.remove')}
      onConfirm={remove}
    />
  );
}
