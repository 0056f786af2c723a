/** The recovery codes, this once. The dialog closes only by saying that they are kept. */
import { useText } from '../../i18n';
import { Button, CodeSheet, Dialog, toast } from '../../ui';

type RecoveryCodesProps = { open: boolean; onClose: () => void; codes: readonly string[] };

export function RecoveryCodes({ open, onClose, codes }: RecoveryCodesProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissable={false}
      title={t('account.recovery.newTitle')}
      description={t('account.recovery.newLead')}
      footer={<Button onPress={onClose}>{t('account.recovery.kept')}</Button>}
    >
      <CodeSheet
        codes={codes}
        title={t('account.recovery.sheet')}
        fileName="atrium-recovery-codes.txt"
        text={{
          once: t('account.recovery.once'),
          copy: t('account.recovery.copy'),
          download: t('account.recovery.download'),
          print: t('account.recovery.print'),
        }}
        onNotSaved={() => toast(t('fileNotSaved'), { tone: 'error' })}
        onCopied={(isCopied) =>
          isCopied ? toast(t('app.copied'), { tone: 'ok' }) : toast(t('app.copyFailed'), { tone: 'error' })
        }
      />
    </Dialog>
  );
}
