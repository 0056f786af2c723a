/** The vault is locked: nothing of the page shows behind it until the device knows the person again, or they start over. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n';
import { Button, Dialog, Notice } from '../../ui';
import { ownPath, paths } from '../paths';
import { currentPlatform, currentPort } from '../platform/platform';
import { unlockSession } from '../session/in-vault';
import { useSession } from '../session/store';

export default function LockedDialog() {
  const { t } = useText();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<'vault.refused' | 'vault.failed' | null>(null);
  const { signedOutPath } = currentPlatform();

  /** Someone who couldn't prove who they are sees nothing of what was here. */
  const startOver = async () => {
    useSession.getState().signOut();
    await router.navigate({ to: signedOutPath, replace: true });
    queryClient.clear();
  };
  const unlock = async () => {
    setAsking(true);
    const unlocked = await unlockSession(currentPort()).catch(() => null);
    setAsking(false);
    if (unlocked?.kind === 'empty') return startOver();
    if (unlocked?.kind !== 'open') {
      const isLastTry = unlocked?.triesLeft === 1;
      return setRefusal(unlocked === null ? 'vault.failed' : isLastTry ? 'vault.refused' : null);
    }
    // An app that was started with a locked vault has been led out already.
    if (router.state.location.pathname !== signedOutPath) return queryClient.invalidateQueries();
    const remembered = useSession.getState().takeRememberedPath();
    return router.navigate({ href: ownPath(remembered) ?? paths.home(), replace: true });
  };
  const signOut = async () => {
    await currentPort()
      .vault.clear()
      .catch(() => undefined);
    await startOver();
  };

  return (
    <Dialog
      open
      onClose={() => undefined}
      dismissable={false}
      opaque
      role="alertdialog"
      size="sm"
      title={t('vault.title')}
      description={t('vault.body')}
      footer={
        <>
          <Button variant="secondary" onPress={() => void signOut()}>
            {t('signOut.action')}
          </Button>
          <Button pending={isAsking} onPress={() => void unlock()} autoFocus>
            {t('vault.unlock')}
          </Button>
        </>
      }
    >
      {refusal && <Notice tone="warn">{t(refusal)}</Notice>}
    </Dialog>
  );
}
