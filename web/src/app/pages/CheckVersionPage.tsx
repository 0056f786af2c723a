/** Where the native app starts: it goes on once the server answers, and says so when it doesn't, or when the shell is too old. */
import { useRouter } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../i18n';
import { PublicPage } from '../layout/PublicPage';
import { paths } from '../paths';
import { currentPort } from '../platform/platform';
import { isTooOld } from '../platform/shell-version';
import { useOnce } from '../session/useOnce';
import { Message } from './Message';
import { Passage } from './Passage';

export default function CheckVersionPage() {
  const { t } = useText();
  const router = useRouter();
  const [mustUpdate, setMustUpdate] = useState(false);
  const { hasFailed, retry } = useOnce(async () => {
    const port = currentPort();
    if (port.kind === 'native' && isTooOld(await port.version())) return setMustUpdate(true);
    const answer = await fetch('/readyz', { cache: 'no-store' });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    await router.navigate({ to: paths.home(), replace: true });
  });
  if (mustUpdate)
    return (
      <PublicPage>
        <Message icon={Download} title={t('checkVersion.tooOld.title')} body={t('checkVersion.tooOld.body')} />
      </PublicPage>
    );
  const failure = { title: t('checkVersion.failed.title'), body: t('checkVersion.failed.body'), onRetry: retry };
  return <Passage title={t('checkVersion.title')} failure={hasFailed ? failure : null} />;
}
