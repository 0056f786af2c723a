/** An application's new secret, this once. The dialog closes only by saying that it's kept. */
import { useText } from '../../i18n';
import { Button, Dialog, Notice } from '../../ui';
import { Copied } from './Copied';
import type { HostApplication } from './host-application';

type SecretDialogProps = { open: boolean; onClose: () => void; application: HostApplication; secret: string };

export function SecretDialog({ open, onClose, application, secret }: SecretDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={false}
      title={t('hostApplications.secret.title', { name: application.name })}
      footer={
        <div className="flex justify-end">
          <Button onPress={onClose}>{t('hostApplications.secret.kept')}</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warn">{t('hostApplications.secret.once')}</Notice>
        <dl className="flex flex-col gap-3">
          <div>
            <dt className="text-sm text-sub">{t('hostApplications.clientId')}</dt>
            <dd>
              <Copied text={application.clientId} label={t('hostApplications.copyClientId')} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-sub">{t('hostApplications.secret')}</dt>
            <dd className="font-mono">
              <Copied text={secret} label={t('hostApplications.copySecret')} />
            </dd>
          </div>
        </dl>
      </div>
    </Dialog>
  );
}
