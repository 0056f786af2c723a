/** The session has ended. The alert cannot be waved away; what was typed stays behind it until the person has read it. */
import { useRouter } from '@tanstack/react-router';
import { useText } from '../../i18n';
import { Button, Dialog } from '../../ui';
import { paths } from '../paths';
import { useLeaveExpired } from '../session/leave';

export default function SessionExpiredDialog() {
  const { t } = useText();
  const router = useRouter();
  const leaveExpired = useLeaveExpired();

  const signInAgain = () => {
    const { pathname, searchStr } = router.state.location;
    // Where the guard has already led here, it also remembered the page.
    const leftPage = pathname === paths.signIn() ? null : pathname + searchStr;
    void leaveExpired(leftPage);
  };

  return (
    <Dialog
      open
      onClose={signInAgain}
      dismissable={false}
      role="alertdialog"
      size="sm"
      title={t('session.expired.title')}
      description={t('session.expired.body')}
      footer={
        <Button onPress={signInAgain} autoFocus>
          {t('session.expired.action')}
        </Button>
      }
    />
  );
}
