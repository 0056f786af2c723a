/** Where the provider sends the browser back to: the sign-in is completed here, or it is none. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useText } from '../../i18n';
import { ownPath, paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { forgetMaintenance } from '../session/maintenance';
import { completeSignIn, isSignInUnderWay } from '../session/provider';
import { isSignedIn, useSession } from '../session/store';
import { useOnce } from '../session/useOnce';
import { Passage } from './Passage';

export default function CallbackPage() {
  const { t } = useText();
  const router = useRouter();
  const queryClient = useQueryClient();
  useOnce(async () => {
    // The way back in the browser, or a link that somebody made up: it signs nobody in, and nobody out.
    if (!isSignInUnderWay() && isSignedIn(useSession.getState(), Date.now())) {
      return router.navigate({ to: paths.home(), replace: true });
    }
    const tokens = await completeSignIn(new URL(location.href)).catch(() => null);
    if (tokens === null) return router.navigate({ to: currentPlatform().failedSignInPath, replace: true });
    // Nothing of the person before may be left in this tab.
    queryClient.clear();
    forgetMaintenance();
    const session = useSession.getState();
    session.signIn(tokens);
    return router.navigate({ href: ownPath(session.takeRememberedPath()) ?? paths.home(), replace: true });
  });
  return <Passage title={t('signIn.returning.title')} />;
}
