/** 'Oops! Something went wrong': the page /error, and the same words where a page has crashed. */
import { useRouter } from '@tanstack/react-router';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useText } from '../../i18n';
import { Button, LinkButton } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { ownPath, paths } from '../paths';
import { useSession } from '../session/store';
import { Message } from './Message';

/** Retry leads back to where the person was going. */
export default function ErrorPage() {
  const router = useRouter();
  const takeRememberedPath = useSession((session) => session.takeRememberedPath);
  return <Oops onRetry={() => void router.navigate({ to: ownPath(takeRememberedPath()) ?? paths.home() })} />;
}

/** In place of a page that threw; the address stays, so Retry loads the same page anew. */
export function CrashPage() {
  return <Oops onRetry={() => window.location.reload()} />;
}

function Oops({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  return (
    <PublicPage>
      <Message icon={TriangleAlert} tone="bad" title={t('error.page.title')} body={t('error.page.body')}>
        <Button onPress={onRetry} icon={<RotateCw aria-hidden className="size-4" />}>
          {t('app.retry')}
        </Button>
        <LinkButton variant="secondary" href={paths.home()}>
          {t('error.page.home')}
        </LinkButton>
      </Message>
    </PublicPage>
  );
}
