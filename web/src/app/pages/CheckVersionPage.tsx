/** Where the native app starts: it goes on once the server it was built for answers, and says so when it does not. */
import { useRouter } from '@tanstack/react-router';
import { useText } from '../../i18n';
import { paths } from '../paths';
import { useOnce } from '../session/useOnce';
import { Passage } from './Passage';

export default function CheckVersionPage() {
  const { t } = useText();
  const router = useRouter();
  const { hasFailed, retry } = useOnce(async () => {
    const answer = await fetch('/readyz', { cache: 'no-store' });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    await router.navigate({ to: paths.home(), replace: true });
  });
  const failure = { title: t('checkVersion.failed.title'), body: t('checkVersion.failed.body'), onRetry: retry };
  return <Passage title={t('checkVersion.title')} failure={hasFailed ? failure : null} />;
}
