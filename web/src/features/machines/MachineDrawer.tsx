/** One machine client in full: what it may do, and what to enter in its program. */
import { Ban, KeyRound, Pencil } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, DetailsDrawer, Notice } from '../../ui';
import { Copied } from './Copied';
import { type Machine, scopeNames, scopeTexts } from './machine';

type MachineDrawerProps = {
  open: boolean;
  onClose: () => void;
  machine: Machine;
  onDo: (what: 'change' | 'rotate' | 'revoke') => void;
};

export function MachineDrawer({ open, onClose, machine, onDo }: MachineDrawerProps) {
  const { t } = useText();
  const format = useFormat();
  const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const time = (instant: string) => format.instant(instant, zone);
  const copied = (text: string, label: string) => <Copied text={text} label={label} />;
  const usesScim = machine.scopes.includes('scim');
  const isLive = machine.revokedAt === null;
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={machine.name}
      groups={[
        {
          title: t('machines.what'),
          facts: [
            { label: t('machines.state'), value: t(isLive ? 'machines.on' : 'machines.revoked') },
            { label: t('machines.scopes'), value: <Scopes machine={machine} /> },
            { label: t('machines.requestsPerMinute'), value: String(machine.requestsPerMinute) },
            {
              label: t('machines.lastToken'),
              value: machine.lastTokenAt ? time(machine.lastTokenAt) : t('machines.never'),
            },
          ],
        },
        ...(isLive
          ? [
              {
                title: t('machines.there'),
                facts: [
                  { label: t('machines.clientId'), value: copied(machine.clientId, t('machines.copyClientId')) },
                  { label: t('machines.auth'), value: proofOf() },
                  { label: t('machines.tokenUrl'), value: copied(machine.tokenUrl, t('machines.copyTokenUrl')) },
                  { label: t('machines.apiUrl'), value: copied(machine.apiUrl, t('machines.copyApiUrl')) },
                  ...(usesScim
                    ? [{ label: t('machines.scimUrl'), value: copied(machine.scimUrl, t('machines.copyScimUrl')) }]
                    : []),
                ],
              },
            ]
          : []),
      ]}
      footer={
        isLive && (
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button variant="secondary" onPress={() => onDo('revoke')} icon={<Ban {...icon} />}>
              {t('machines.revoke')}
            </Button>
            {machine.auth === 'secret' && (
              <Button variant="secondary" onPress={() => onDo('rotate')} icon={<KeyRound {...icon} />}>
                {t('machines.rotate')}
              </Button>
            )}
            <Button onPress={() => onDo('change')} icon={<Pencil {...icon} />}>
              {t('machines.change')}
            </Button>
          </div>
        )
      }
    >
      {machine.revokedAt && <Notice tone="info">{t('machines.revokedAt', { time: time(machine.revokedAt) })}</Notice>}
    </DetailsDrawer>
  );

  function proofOf(): string {
    if (machine.auth === 'key') return t('machines.auth.key');
    const parts = [
      machine.secretSetAt ? t('machines.secret.since', { time: time(machine.secretSetAt) }) : t('machines.auth.secret'),
    ];
    if (machine.oldSecretUntil) parts.push(t('machines.secret.oldUntil', { time: time(machine.oldSecretUntil) }));
    return parts.join(' ');
  }
}

function Scopes({ machine }: { machine: Machine }) {
  const { t } = useText();
  return (
    <ul className="flex flex-col gap-1">
      {scopeNames
        .filter((scope) => machine.scopes.includes(scope))
        .map((scope) => (
          <li key={scope}>{t(scopeTexts[scope])}</li>
        ))}
    </ul>
  );
}
