/** Until real sign-in exists: choose one of the demo's people, or learn that this server has none. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ArrowRight, Lock, Users } from 'lucide-react';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Avatar, Badge, Button, ErrorState, SkeletonList, Spinner, toast } from '../../ui';
import { PublicPage } from '../layout/PublicPage';
import { ownPath, paths } from '../paths';
import { actAs, type DemoAccount, demoAccountsOptions } from '../session/demo';
import { forgetPerson } from '../session/leave';
import { useSession } from '../session/store';
import { Message } from './Message';

export default function SignInPage() {
  const { t } = useText();
  const accounts = useQuery(demoAccountsOptions);
  if (accounts.data === null) {
    return (
      <PublicPage>
        <Message icon={Lock} title={t('signIn.notADemo.title')} body={t('signIn.notADemo.body')} />
      </PublicPage>
    );
  }
  if (accounts.data?.length === 0) {
    return (
      <PublicPage>
        <Message icon={Users} title={t('signIn.noAccounts.title')} body={t('signIn.noAccounts.body')} />
      </PublicPage>
    );
  }
  return (
    <PublicPage width="wide">
      <Badge tone="warn" className="mb-4">
        {t('signIn.badge')}
      </Badge>
      <h1 className="text-3xl font-semibold tracking-[-.025em]">{t('signIn.title')}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-sub text-pretty">{t('signIn.lead')}</p>
      {accounts.isPending && <SkeletonList rows={6} avatars />}
      {accounts.isError && (
        <ErrorState
          title={errorText(t, accounts.error)}
          onRetry={() => void accounts.refetch()}
          retrying={accounts.isFetching}
        />
      )}
      {accounts.data && <Accounts accounts={accounts.data} />}
    </PublicPage>
  );
}

function Accounts({ accounts }: { accounts: readonly DemoAccount[] }) {
  const { t } = useText();
  const router = useRouter();
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: ({ username }: DemoAccount) => actAs(username),
    onSuccess: async (signedIn) => {
      // Nothing of the person before may be left in this tab.
      forgetPerson(queryClient);
      const session = useSession.getState();
      session.signIn(signedIn);
      await router.navigate({ to: ownPath(session.takeRememberedPath()) ?? paths.home() });
    },
    onError: (_, { firstName, lastName }) =>
      toast(t('signIn.failed', { name: `${firstName} ${lastName}` }), { tone: 'error' }),
  });

  return (
    <ul aria-label={t('signIn.accounts')} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {accounts.map((account) => {
        const { username, firstName, lastName, who, language } = account;
        const isOpening = signIn.isPending && signIn.variables.username === username;
        return (
          <li key={username} className="flex">
            <Button
              variant="secondary"
              wide
              onPress={() => signIn.mutate(account)}
              disabled={signIn.isPending && !isOpening}
              className="group h-auto! min-h-20 justify-start! gap-4! rounded-xl! px-4! py-3.5! text-left whitespace-normal! shadow-card"
            >
              <Avatar firstName={firstName} lastName={lastName} />
              <span className="min-w-0 flex-1">
                <span className="block text-base font-semibold">
                  {firstName} {lastName}
                </span>
                <span lang="en" className="block text-sm font-normal text-sub text-pretty">
                  {who}
                </span>
                {language === 'es' && <span className="sr-only">{t('signIn.speaksSpanish')}</span>}
              </span>
              {isOpening ? (
                <Spinner />
              ) : (
                <ArrowRight
                  aria-hidden
                  className="size-4.5 flex-none text-sub transition-transform group-hover:translate-x-0.5"
                />
              )}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
