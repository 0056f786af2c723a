/** One HTML page for every path under /login: the address says which of our pages it is. */
import { useMemo } from 'react';
import { UiProvider } from '../ui';
import { RequestGone, UnknownPage } from './messages';
import { SignedOutPage, SignOutQuestion } from './SignedOutPage';
import { SignInPage } from './SignInPage';
import { useText } from './text';

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
  return (
    <UiProvider locale={locale} text={text}>
      <Page {...address} />
    </UiProvider>
  );
}

function Page({ pathname, search }: Address) {
  const query = new URLSearchParams(search);
  switch (pathname.replace(/\/+$/, '')) {
    case '/login': {
      const requestId = query.get('request');
      return requestId ? <SignInPage requestId={requestId} /> : <RequestGone />;
    }
    case '/login/signed-out':
      return query.get('confirm') === '1' ? <SignOutQuestion /> : <SignedOutPage />;
    default:
      return <UnknownPage />;
  }
}
