/** The session has ended. The alert cannot be waved away; what was typed stays behind it until the person has read it. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n';
import { Button, Dialog } from '../../ui';
import { paths } from '../paths';
import { useLeave } from '../session/leave';
import { useSession } from '../session/store';

/** setTimeout counts in 32 bits; a longer wait would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export function SessionExpired() {
  const { t } = useText();
  const router = useRouter();
  const leave = useLeave();
  const hasExpired = useSession((session) => session.hasExpired);
  const expiresAt = useSession((session) => session.expiresAt);
  const expire = useSession((session) => session.expire);

  useEffect(() => {
    if (expiresAt === null) return;
    const timer = setTimeout(expire, Math.min(Math.max(0, Date.parse(expiresAt) - Date.now()), longestTimerMs));
    return () => clearTimeout(timer);
  }, [expiresAt, expire]);

  const signInAgain = () => {
    const { pathname } = router.state.location;
    // Where the guard has already led here, it also remembered the page.
    const leftPage = pathname === paths.signIn() ? null : pathname;
    void leave(paths.signIn(), (session) => session.leaveExpired(leftPage));
  };

  return (
    <Dialog
      open={hasExpired}
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
