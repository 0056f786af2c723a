/** 'Oops! Something went wrong': the page /error, and the same words where a page has crashed. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, LinkButton } from '../../ui';
import { reachesServer, Unreachable } from '../arrival';
import { PublicPage } from '../layout/PublicPage';
import { ownPath, paths } from '../paths';
import { currentPort } from '../platform/platform';
import { useSession } from '../session/store';
import { Message } from './Message';

/** Retry leads back to where the person was going. What only lacked a network goes on by itself once there is one. */
export default function ErrorPage() {
  const router = useRouter();
  const takeRememberedPath = useSession((session) => session.takeRememberedPath);
  const [wasOffline] = useState(() => !currentPort().network.isOnline());
  const goBack = () => void router.navigate({ href: ownPath(takeRememberedPath()) ?? paths.home(), replace: true });
  return <PublicPage>{wasOffline ? <AwaitedPage onReached={goBack} /> : <Oops onRetry={goBack} />}</PublicPage>;
}

const loadAnew = () => window.location.reload();

/** In place of a page that threw; the address stays, so Retry loads the same page anew. */
export function CrashPage() {
  return (
    <PublicPage>
      <Oops onRetry={loadAnew} />
    </PublicPage>
  );
}

/** The same inside the shell. A page that did not arrive is loaded as soon as it can be. */
export function FailedPage({ error }: ErrorComponentProps) {
  return error instanceof Unreachable ? <AwaitedPage /> : <Oops onRetry={loadAnew} />;
}

/** Made when it is shown: an error made while the app starts would have the browser read the whole app once more, for the lines of its stack. */
const unavailable = () => new ApiError('UNAVAILABLE', 'The page could not be loaded.');

function AwaitedPage({ onReached = loadAnew }: { onReached?: () => void }) {
  const { t } = useText();
  const goOn = () => void reachesServer().then((isReached) => isReached && onReached());
  const goOnOnline = useEffectEvent(goOn);
  useEffect(() => {
    const goOnOnceReached = () => goOnOnline();
    goOnOnceReached();
    return currentPort().network.onChange(goOnOnceReached);
  }, []);
  return <Oops title={t('home.cardFailed')} body={errorText(t, unavailable())} onRetry={goOn} />;
}

type OopsProps = { title?: string; body?: string; onRetry: () => void };

function Oops({ title, body, onRetry }: OopsProps) {
  const { t } = useText();
  return (
    <Message icon={TriangleAlert} tone="bad" title={title ?? t('error.page.title')} body={body ?? t('error.page.body')}>
      <Button onPress={onRetry} icon={<RotateCw aria-hidden className="size-4" />}>
        {t('app.retry')}
      </Button>
      <LinkButton variant="secondary" href={paths.home()}>
        {t('error.page.home')}
      </LinkButton>
    </Message>
  );
}
