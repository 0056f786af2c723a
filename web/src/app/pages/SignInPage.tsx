/** Leads to the provider right away; where the person was going waits in the session. A native app stays, and hears how it went. */
import { useRouter } from '@tanstack/react-router';
import { useText } from '../../i18n';
import { paths } from '../paths';
import { currentPlatform, currentPort } from '../platform/platform';
import { beginSignIn } from '../session/provider';
import { markSignInWindow } from '../session/sign-in-window';
import { useSession } from '../session/store';
import { useOnce } from '../session/useOnce';
import { Passage } from './Passage';

export default function SignInPage() {
  const { t } = useText();
  // Someone sent here by an expired session reads that first.
  const hasExpired = useSession((session) => session.hasExpired);
  const router = useRouter();
  const { hasFailed, retry } = useOnce(async () => {
    markSignInWindow();
    const answer = await currentPort().openLogin(await beginSignIn());
    const href = answer === null ? currentPlatform().failedSignInPath : paths.callback() + new URL(answer).search;
    await router.navigate({ href, replace: true });
  }, !hasExpired);
  const failure = { title: t('signIn.failed.title'), body: t('signIn.failed.body'), onRetry: retry };
  return <Passage title={t('signIn.leaving.title')} failure={hasFailed ? failure : null} />;
}
