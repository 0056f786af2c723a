/** One webhook in full: what it gets, how its messages are signed, and what is on its way. */
import { KeyRound, Pencil, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, DetailsDrawer, Notice } from '../../ui';
import { ownTimeZone, type Webhook } from './webhook';

type WebhookDrawerProps = {
  open: boolean;
  onClose: () => void;
  webhook: Webhook;
  /** Why a test couldn't be sent. */
  failure: string | undefined;
  isTesting: boolean;
  onTest: () => void;
  onDeliveries: () => void;
  onDo: (what: 'change' | 'rotate' | 'remove' | 'replay') => void;
};

export function WebhookDrawer(props: WebhookDrawerProps) {
  const { open, onClose, webhook, failure, isTesting, onTest, onDeliveries, onDo } = props;
  const { t } = useText();
  const format = useFormat();
  const icon = { 'aria-hidden': true, className: 'size-4.5' } as const;
  const instant = (at: string) => format.instant(at, ownTimeZone());
  const secret = [t('events.secret.since', { time: instant(webhook.secretSetAt) })];
  if (webhook.oldSecretUntil) secret.push(t('events.secret.oldUntil', { time: instant(webhook.oldSecretUntil) }));
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={webhook.name}
      groups={[
        {
          facts: [
            { label: t('events.state'), value: t(webhook.isEnabled ? 'events.on' : 'events.off') },
            { label: t('events.url'), value: <span className="[overflow-wrap:anywhere]">{webhook.url}</span> },
            { label: t('events.company'), value: webhook.companyName ?? t('events.company.all') },
            { label: t('events.types'), value: <Types types={webhook.types} all={t('events.types.all')} /> },
            { label: t('events.secret'), value: secret.join(' ') },
            { label: t('events.waitingCount'), value: webhook.waiting },
            { label: t('events.parkedCount'), value: webhook.parked },
          ],
        },
      ]}
      footer={
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="secondary" onPress={() => onDo('remove')} icon={<Trash2 {...icon} />}>
            {t('events.remove')}
          </Button>
          <Button variant="secondary" onPress={() => onDo('rotate')} icon={<KeyRound {...icon} />}>
            {t('events.rotate')}
          </Button>
          <Button onPress={() => onDo('change')} icon={<Pencil {...icon} />}>
            {t('events.change')}
          </Button>
        </div>
      }
    >
      {webhook.goneAt && <Notice tone="warn">{t('events.gone.body', { time: instant(webhook.goneAt) })}</Notice>}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" onPress={onDeliveries}>
          {t('events.showDeliveries')}
        </Button>
        {webhook.isEnabled && (
          <>
            <Button variant="secondary" pending={isTesting} onPress={onTest} icon={<Send {...icon} />}>
              {t('events.test')}
            </Button>
            <Button variant="secondary" onPress={() => onDo('replay')} icon={<RotateCcw {...icon} />}>
              {t('events.replay')}
            </Button>
          </>
        )}
      </div>
    </DetailsDrawer>
  );
}

function Types({ types, all }: { types: readonly string[]; all: string }) {
  if (types.length === 0) return all;
  return (
    <ul className="flex flex-col gap-1">
      {types.map((type) => (
        <li key={type} className="[overflow-wrap:anywhere]">
          {type}
        </li>
      ))}
    </ul>
  );
}
