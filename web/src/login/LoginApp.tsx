/** One HTML page for every path under /login: the address says which of our pages it is. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { UiProvider } from '../ui';
import { Frame } from './Frame';
import { RequestGone, Stopped, UnknownPage } from './messages';
import { forgotPath } from './paths';
import { SignedOutPage, SignOutQuestion } from './SignedOutPage';
import { arrivalText, SignInPage } from './SignInPage';
import { useText } from './text';
import { TypedName } from './typed-name';

// Seldom opened, and never on the way in.
const ConfirmedPage = lazy(() => import('./ConfirmedPage'));
const loadForgotPage = () => import('./ForgotPage');
const ForgotPage = lazy(loadForgotPage);
const FreezePage = lazy(() => import('./FreezePage'));
const LinkPage = lazy(() => import('./LinkPages'));
const SetupPage = lazy(() => import('./SetupPage'));

type Address = Pick<Location, 'pathname' | 'search'>;

export function LoginApp({ address }: { address: Address }) {
  const { t, locale } = useText();
  const text = useMemo(
    () => ({
      loading: t('kit.loading'),
      showPassword: t('kit.showPassword'),
      hidePassword: t('kit.hidePassword'),
    }),
    [t],
  );
  const { at, follow } = usePlace(address);
  const typedName = useRef('');
  return (
    <UiProvider locale={locale} text={text} navigate={follow}>
      <TypedName value={typedName}>
        <Suspense fallback={<Frame title={t('app.name')} />}>
          <Page {...at} />
        </Suspense>
      </TypedName>
    </UiProvider>
  );
}

/** To a forgotten password without a load, which would forget the username too; every other link is an ordinary one. */
function usePlace(address: Address) {
  const [at, setAt] = useState(address);
  useEffect(() => {
    const onWayBack = () => setAt({ pathname: location.pathname, search: location.search });
    addEventListener('popstate', onWayBack);
    return () => removeEventListener('popstate', onWayBack);
  }, []);
  const follow = (href: string) => {
    if (href !== forgotPath) return location.assign(href);
    const show = () => {
      history.pushState(null, '', href);
      setAt({ pathname: href, search: '' });
    };
    void loadForgotPage().then(show, () => location.assign(href));
  };
  return { at, follow };
}

function Page({ pathname, search }: Address) {
  const query = new URLSearchParams(search);
  switch (pathname.replace(/\/+$/, '')) {
    case '/login': {
      const [requestId, arrival] = [query.get('request'), arrivalText(query.get('error'))];
      if (requestId) return <SignInPage requestId={requestId} arrival={arrival} />;
      return arrival ? <Stopped why={arrival} /> : <RequestGone />;
    }
    case '/login/confirmed':
      return <ConfirmedPage challenge={query.get('challenge') ?? ''} error={query.get('error')} />;
    case '/login/forgot':
      return <ForgotPage />;
    case '/login/mail-link':
      return <ForgotPage wanted="signIn" />;
    case '/login/by-link':
    case '/login/confirm-email':
    case '/login/reset':
    case '/login/invitation':
    case '/login/not-me':
      return <LinkPage token={query.get('token') ?? ''} />;
    case '/login/freeze':
      return <FreezePage token={query.get('token') ?? ''} />;
    case '/login/setup':
      return <SetupPage token={query.get('token') ?? ''} />;
    case '/login/signed-out':
      return query.get('confirm') === '1' ? (
        <SignOutQuestion />
      ) : (
        <SignedOutPage trouble={arrivalText(query.get('error'))} />
      );
    default:
      return <UnknownPage />;
  }
}
