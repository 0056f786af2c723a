/** When the password was changed, and the dialog to change it. People who come from another provider may have none. */
import { LockKeyhole } from 'lucide-react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui';
import { type Account, ownTimeZone } from './account';
import { PasswordDialog } from './PasswordDialog';
import { Setting } from './Section';
import { useOpening } from './useOpening';

export function PasswordSetting({ account }: { account: Account }) {
  const { t } = useText();
  const format = useFormat();
  const dialog = useOpening();
  const { passwordChangedAt, minimumPasswordLength, username } = account;
  return (
    <Setting
      icon={<LockKeyhole />}
      title={t('factor.password')}
      status={
        passwordChangedAt
          ? t('account.password.changed', { day: format.dayOf(passwordChangedAt, ownTimeZone) })
          : t('account.password.none')
      }
      action={
        passwordChangedAt ? (
          <Button variant="secondary" size="sm" onPress={dialog.show}>
            {t('account.password.change')}
          </Button>
        ) : (
          // A page of the provider, not of the app.
          <Button variant="secondary" size="sm" onPress={() => location.assign('/login/forgot')}>
            {t('account.password.choose')}
          </Button>
        )
      }
    >
      <PasswordDialog
        key={dialog.serial}
        open={dialog.isOpen}
        onClose={dialog.close}
        username={username}
        minimumLength={minimumPasswordLength}
      />
    </Setting>
  );
}
