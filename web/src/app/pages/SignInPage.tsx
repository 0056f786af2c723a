/** Sends the browser to the provider at once; where the person was going waits in the session. */
import { useText } from '../../i18n';
import { beginSignIn } from '../session/provider';
import { markSignInWindow } from '../session/sign-in-window';
import { useSession } from '../session/store';
import { useOnce } from '../session/useOnce';
import { Passage } from './Passage';

export default function SignInPage() {
  const { t } = useText();
  // Whoever was led here by an expired session reads so first.
  const hasExpired = useSession((session) => session.hasExpired);
  // Replaced, not followed: Back must not lead to a page that sends one forth again.
  const { hasFailed, retry } = useOnce(async () => {
    markSignInWindow();
    location.replace(await beginSignIn());
  }, !hasExpired);
  const failure = { title: t('signIn.failed.title'), body: t('signIn.failed.body'), onRetry: retry };
  return <Passage title={t('signIn.leaving.title')} failure={hasFailed ? failure : null} />;
}
