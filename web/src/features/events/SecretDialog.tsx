/** A webhook's new secret, this once. The dialog closes only by saying that it's kept. */
import { Copy } from 'lucide-react';
import { useText } from '../../i18n';
import { Button, Dialog, IconButton, Notice, toast } from '../../ui';
import type { Webhook } from './webhook';

type SecretDialogProps = { open: boolean; onClose: () => void; webhook: Webhook; secret: string };

export function SecretDialog({ open, onClose, webhook, secret }: SecretDialogProps) {
  const { t } = useText();
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => toast(t('app.copied'), { tone: 'ok' }),
      () => toast(t('app.copyFailed'), { tone: 'error' }),
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={false}
      title={t('events.secret.title', { name: webhook.name })}
      footer={
        <div className="flex justify-end">
          <Button onPress={onClose}>{t('events.secret.kept')}</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warn">{t('events.secret.once')}</Notice>
        <dl>
          <dt className="text-sm text-sub">{t('events.secret')}</dt>
          <dd className="flex items-start gap-2 font-mono">
            <span className="[overflow-wrap:anywhere]">{secret}</span>
            <IconButton
              size="sm"
              label={t('events.secret.copy')}
              onPress={copy}
              icon={<Copy aria-hidden className="size-4" />}
            />
          </dd>
        </dl>
        <p className="text-sm text-sub">{t('events.secret.check')}</p>
      </div>
    </Dialog>
  );
}
