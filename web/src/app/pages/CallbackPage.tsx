/** Where the provider sends the browser back to: the sign-in is completed here, or it is none. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { loadTexts, useText } from '../../i18n';
import { PublicPage } from '../layout/PublicPage';
import { ownPath, paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { forgetMaintenance } from '../session/maintenance';
import { completeSignIn, isSignInUnderWay } from '../session/provider';
import { handOver, takeSignInMark } from '../session/sign-in-window';
import { isSignedIn, useSession } from '../session/store';
import { useOnce } from '../session/useOnce';
import { Message } from './Message';
import { Passage } from './Passage';

export default function CallbackPage() {
  const { t } = useText();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isHandedOver, setHandedOver] = useState(false);
  useOnce(async () => {
    // The browser's back button, or a made-up link: it signs no one in, and no one out.
    if (!isSignInUnderWay() && isSignedIn(useSession.getState(), Date.now())) {
      return router.navigate({ to: paths.home(), replace: true });
    }
    const isWindow = takeSignInMark();
    const tokens = await completeSignIn(new URL(location.href)).catch(() => null);
    if (tokens === null) return router.navigate({ to: currentPlatform().failedSignInPath, replace: true });
    if (isWindow && (await handOver(tokens))) {
      await loadTexts(['step-up']).catch(() => null);
      setHandedOver(true);
      // A window that has been at another site may not be closed by us: then it says what to do.
      window.close();
      return;
    }
    // Nothing of the person before may be left in this tab.
    queryClient.clear();
    forgetMaintenance();
    const session = useSession.getState();
    session.signIn(tokens);
    return router.navigate({ href: ownPath(session.takeRememberedPath()) ?? paths.home(), replace: true });
  });
  if (isHandedOver)
    return (
      <PublicPage>
        <Message icon={CircleCheck} title={t('session.window.title')} body={t('session.window.body')} />
      </PublicPage>
    );
  return <Passage title={t('signIn.returning.title')} />;
}
