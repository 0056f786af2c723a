/** A machine client's new secret, this once. The dialog closes only by saying that it's kept. */
import { useText } from '../../i18n';
import { Button, Dialog, Notice } from '../../ui';
import { Copied } from './Copied';
import type { Machine } from './machine';

type SecretDialogProps = { open: boolean; onClose: () => void; machine: Machine; secret: string };

export function SecretDialog({ open, onClose, machine, secret }: SecretDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={false}
      title={t('machines.secret.title', { name: machine.name })}
      footer={
        <div className="flex justify-end">
          <Button onPress={onClose}>{t('machines.secret.kept')}</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warn">{t('machines.secret.once')}</Notice>
        <dl className="flex flex-col gap-3">
          <div>
            <dt className="text-sm text-sub">{t('machines.clientId')}</dt>
            <dd>
              <Copied text={machine.clientId} label={t('machines.copyClientId')} />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-sub">{t('machines.secret')}</dt>
            <dd className="font-mono">
              <Copied text={secret} label={t('machines.copySecret')} />
            </dd>
          </div>
        </dl>
      </div>
    </Dialog>
  );
}
