/** The form, a demo's people beside it, and what takes their place when the provider says no. */
import { lazy, Suspense } from 'react';
import { Card } from '../ui';
import { Frame } from './Frame';
import { RequestGone, Unreachable } from './messages';
import { PasswordForm } from './PasswordForm';
import { TooManyTries } from './TooManyTries';
import { useText } from './text';
import { useSignIn } from './useSignIn';

// Nobody in production downloads it.
const DemoAccounts = lazy(() => import('./DemoAccounts'));

export function SignInPage({ requestId }: { requestId: string }) {
  const { t } = useText();
  const { stage, request, typed, type, trouble, signer, attempt, startAgain } = useSignIn(requestId);

  if (stage.at === 'checking') return <Frame title={t('login.title')} />;
  if (stage.at === 'gone') return <RequestGone />;
  if (stage.at === 'tooManyTries') return <TooManyTries until={stage.untilMs} onAgain={startAgain} />;
  if (stage.at === 'unreachable')
    return <Unreachable attempt={stage.attempt} isRetrying={stage.isRetrying} onRetry={startAgain} />;

  const { demoAccounts, demoPassword } = request ?? {};
  const hasDemo = demoAccounts !== undefined && demoPassword !== undefined;
  return (
    <Frame title={t('login.title')} width={hasDemo ? 'wide' : 'narrow'}>
      <div
        className={hasDemo ? 'grid gap-10 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14' : 'mx-auto w-full max-w-100'}
      >
        <Card className="self-start">
          <h1 className="text-2xl font-semibold tracking-[-.02em]">{t('login.title')}</h1>
          {/* The height is kept for a name that is still on its way. */}
          <p className="mt-0.5 mb-6 min-h-6 text-sub">{request && t('login.lead', { client: request.clientName })}</p>
          <PasswordForm
            typed={typed}
            onType={type}
            onSubmit={(credentials) => attempt(credentials, { kind: 'form' })}
            trouble={trouble}
            pending={signer?.kind === 'form'}
            disabled={signer?.kind === 'demo'}
          />
        </Card>
        {hasDemo && (
          <Suspense>
            <DemoAccounts
              accounts={demoAccounts}
              onChoose={({ username }) => attempt({ username, password: demoPassword }, { kind: 'demo', username })}
              opening={signer?.kind === 'demo' ? signer.username : null}
              disabled={signer !== null}
            />
          </Suspense>
        )}
      </div>
    </Frame>
  );
}
