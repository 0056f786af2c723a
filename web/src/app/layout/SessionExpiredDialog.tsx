/**
 * The session has ended. The alert cannot be waved away. Where something typed is not saved, the page stays covered behind it while the
 * person signs in again in another window; otherwise signing in again leads back here.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../i18n';
import { Button, Dialog, useAnyUnsaved } from '../../ui';
import { paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { useLeaveExpired } from '../session/leave';
import { awaitSignIn, openSignInWindow } from '../session/sign-in-window';

export default function SessionExpiredDialog() {
  const { t } = useText();
  const router = useRouter();
  const queryClient = useQueryClient();
  const leaveExpired = useLeaveExpired();
  const stays = useAnyUnsaved() && currentPlatform().kind === 'web';
  const [isBlocked, setBlocked] = useState(false);

  const leave = () => {
    const { pathname, searchStr } = router.state.location;
    // Where the guard has already led here, it also remembered the page.
    const leftPage = pathname === paths.signIn() ? null : pathname + searchStr;
    void leaveExpired(leftPage);
  };
  const signInAgain = () => (stays ? setBlocked(!openSignInWindow()) : leave());

  const onResumed = useEffectEvent(() => void queryClient.invalidateQueries());
  const onOther = useEffectEvent(leave);
  useEffect(() => awaitSignIn({ onResumed: () => onResumed(), onOther: () => onOther() }), []);

  const unsavedBody = isBlocked ? 'session.expired.blocked' : 'session.expired.unsaved';
  return (
    <Dialog
      open
      onClose={signInAgain}
      dismissable={false}
      opaque={stays}
      role="alertdialog"
      size="sm"
      title={t('session.expired.title')}
      description={t(stays ? unsavedBody : 'session.expired.body')}
      footer={
        <Button onPress={signInAgain} autoFocus>
          {t('session.expired.action')}
        </Button>
      }
    />
  );
}
