/** One application in full: what to enter there, what it learns, and who can open it. */
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, DetailsDrawer, Notice } from '../../ui';
import { Copied } from './Copied';
import { claimNames, type HostApplication } from './host-application';

type HostApplicationDrawerProps = {
  open: boolean;
  onClose: () => void;
  application: HostApplication;
  onDo: (what: 'change' | 'rotate' | 'remove') => void;
};

export function HostApplicationDrawer({ open, onClose, application, onDo }: HostApplicationDrawerProps) {
  const { t } = useText();
  const format = useFormat();
  const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
  const none = t('hostApplications.none');
  const list = (lines: readonly string[]) => <Lines lines={lines} none={none} />;
  const learnt = claimNames.filter((claim) => application.claims.includes(claim));
  const isConnected = application.auth !== null;
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={application.name}
      groups={[
        {
          title: t('hostApplications.who'),
          facts: [
            { label: t('hostApplications.state'), value: stateOf() },
            { label: t('hostApplications.code'), value: application.code },
            {
              label: t('hostApplications.roles'),
              value: application.roles.length > 0 ? application.roles.join(', ') : t('hostApplications.noRoles'),
            },
            {
              label: t('hostApplications.claims'),
              value: learnt.map((claim) => t(`hostApplications.claim.${claim}`)).join(', ') || none,
            },
          ],
        },
        ...(isConnected
          ? [
              {
                title: t('hostApplications.there'),
                facts: [
                  {
                    label: t('hostApplications.clientId'),
                    value: <Copied text={application.clientId} label={t('hostApplications.copyClientId')} />,
                  },
                  { label: t('hostApplications.auth'), value: proofOf() },
                  {
                    label: t('hostApplications.issuer'),
                    value: <Copied text={application.issuer} label={t('hostApplications.copyIssuer')} />,
                  },
                  {
                    label: t('hostApplications.discoveryUrl'),
                    value: <Copied text={application.discoveryUrl} label={t('hostApplications.copyDiscoveryUrl')} />,
                  },
                ],
              },
              {
                title: t('hostApplications.addresses'),
                facts: [
                  { label: t('hostApplications.targetUrl'), value: list([application.targetUrl]) },
                  { label: t('hostApplications.path'), value: application.path },
                  { label: t('hostApplications.redirectUris'), value: list(application.redirectUris) },
                  {
                    label: t('hostApplications.postLogoutRedirectUris'),
                    value: list(application.postLogoutRedirectUris),
                  },
                  {
                    label: t('hostApplications.logoutUri'),
                    value: application.logoutUri ? list([application.logoutUri]) : t('hostApplications.logoutUri.none'),
                  },
                ],
              },
            ]
          : []),
      ]}
      footer={
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="secondary" onPress={() => onDo('remove')} icon={<Trash2 {...icon} />}>
            {t('hostApplications.remove')}
          </Button>
          {application.auth === 'secret' && (
            <Button variant="secondary" onPress={() => onDo('rotate')} icon={<KeyRound {...icon} />}>
              {t('hostApplications.rotate')}
            </Button>
          )}
          <Button onPress={() => onDo('change')} icon={<Pencil {...icon} />}>
            {isConnected ? t('hostApplications.change') : t('hostApplications.connect')}
          </Button>
        </div>
      }
    >
      {!isConnected && <Notice tone="info">{t('hostApplications.notConnected.body')}</Notice>}
      {isConnected && application.roles.length === 0 && (
        <Notice tone="warn">{t('hostApplications.noRoles.body')}</Notice>
      )}
    </DetailsDrawer>
  );

  function stateOf(): string {
    if (!isConnected) return t('hostApplications.notConnected');
    return t(application.isEnabled ? 'hostApplications.on' : 'hostApplications.off');
  }

  function proofOf(): string {
    if (application.auth === 'key') return t('hostApplications.auth.key');
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const since = application.secretSetAt;
    const parts = [
      since
        ? t('hostApplications.secret.since', { time: format.instant(since, zone) })
        : t('hostApplications.auth.secret'),
    ];
    if (application.oldSecretUntil)
      parts.push(t('hostApplications.secret.oldUntil', { time: format.instant(application.oldSecretUntil, zone) }));
    return parts.join(' ');
  }
}

function Lines({ lines, none }: { lines: readonly string[]; none: string }) {
  if (lines.length === 0) return none;
  return (
    <ul className="flex flex-col gap-1">
      {lines.map((line) => (
        <li key={line} className="[overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
    </ul>
  );
}
