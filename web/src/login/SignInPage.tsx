/** Who, then how; a demo's people beside it, and what takes their place when the provider says no. */
import { CircleUser, Fingerprint } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { hasPasskeys } from '../api/passkey';
import { Button, Card, LinkButton } from '../ui';
import { Frame } from './Frame';
import { IdentifierForm } from './IdentifierForm';
import { RequestGone, Unreachable } from './messages';
import { PasswordForm } from './PasswordForm';
import { upstreamPath } from './paths';
import { TooManyTries } from './TooManyTries';
import { type TextKey, useText } from './text';
import { useSignIn } from './useSignIn';

// No one in production downloads it.
const DemoAccounts = lazy(() => import('./DemoAccounts'));
// Loaded after the password, by those who are asked for more.
const SecondFactorPage = lazy(() => import('./SecondFactorPage'));
const EnrollPage = lazy(() => import('./EnrollPage'));

/** What the operator's own provider may have sent the browser back with. */
const upstreamErrors = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_REFUSED', 'NOT_LINKED', 'TOO_MANY_TRIES'] as const;

export function arrivalText(error: string | null): TextKey | null {
  const known = upstreamErrors.find((candidate) => candidate === error);
  return known ? `login.upstream.${known}` : null;
}

export function SignInPage({ requestId, arrival }: { requestId: string; arrival: TextKey | null }) {
  const { t } = useText();
  const signIn = useSignIn(requestId, arrival);
  const { stage, request, typed, type, trouble, signer, identified, identify, startOver } = signIn;
  const { attempt, attemptWithPasskey, endSecondStep, startAgain } = signIn;

  if (stage.at === 'checking') return <Frame title={t('login.title')} />;
  if (stage.at === 'gone') return <RequestGone />;
  if (stage.at === 'tooManyTries') return <TooManyTries until={stage.untilMs} onAgain={startAgain} />;
  if (stage.at === 'unreachable')
    return <Unreachable attempt={stage.attempt} isRetrying={stage.isRetrying} onRetry={startAgain} />;

  if (stage.at === 'factor' || stage.at === 'enroll') {
    const step = { requestId, attempt: stage.attempt, onEnding: endSecondStep };
    return (
      <Suspense fallback={<Frame title={t('login.title')} />}>
        {stage.at === 'enroll' ? <EnrollPage {...step} /> : <SecondFactorPage {...step} factors={stage.factors} />}
      </Suspense>
    );
  }

  const { demoAccounts, demoPassword, passkeys = false } = request ?? {};
  const hasDemo = demoAccounts !== undefined && demoPassword !== undefined;
  const form = { trouble, pending: signer?.kind === 'form', disabled: signer !== null && signer.kind !== 'form' };
  return (
    <Frame title={t('login.title')} width={hasDemo ? 'wide' : 'narrow'}>
      <div
        className={hasDemo ? 'grid gap-10 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14' : 'mx-auto w-full max-w-100'}
      >
        <Card className="self-start">
          <h1 className="text-2xl font-semibold tracking-[-.02em]">{t('login.title')}</h1>
          {/* The height is kept for a name that is still on its way. */}
          <p className="mt-0.5 mb-6 min-h-6 text-sub">{request && t('login.lead', { client: request.clientName })}</p>
          {identified ? (
            <>
              <Account username={typed.username} onChange={startOver} disabled={signer !== null} />
              {identified.upstream !== null && (
                <div className="mb-6 flex flex-col gap-6">
                  <LinkButton size="lg" wide href={upstreamPath(identified.upstream, { request: requestId })}>
                    {t('login.upstream.company')}
                  </LinkButton>
                  <Or />
                </div>
              )}
              <PasswordForm
                {...form}
                typed={typed}
                onType={type}
                onSubmit={(credentials) => attempt(credentials, { kind: 'form' })}
                isSecond={identified.upstream !== null}
              />
            </>
          ) : (
            <IdentifierForm
              {...form}
              username={typed.username}
              onType={(username) => type({ username })}
              onSubmit={identify}
            />
          )}
          {passkeys && hasPasskeys() && (
            <div className="mt-6 flex flex-col gap-3">
              {!identified?.upstream && <Or />}
              <Button
                variant="secondary"
                size="lg"
                wide
                icon={<Fingerprint aria-hidden className="size-5 flex-none" />}
                pending={signer?.kind === 'passkey'}
                disabled={signer !== null && signer.kind !== 'passkey'}
                onPress={attemptWithPasskey}
                aria-label={t('login.passkey.action')}
              >
                {t('login.passkey.action')}
              </Button>
            </div>
          )}
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

/** Whose password is asked for. */
function Account({ username, onChange, disabled }: { username: string; onChange: () => void; disabled: boolean }) {
  const { t } = useText();
  return (
    <div className="mb-6 flex items-center gap-3 rounded-lg border border-line py-2 pr-2 pl-3.5">
      <CircleUser aria-hidden className="size-5 flex-none text-sub" />
      <p className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
        <span className="sr-only">{t('login.account')} </span>
        {username}
      </p>
      <Button variant="ghost" size="sm" onPress={onChange} disabled={disabled}>
        {t('login.change')}
      </Button>
    </div>
  );
}

function Or() {
  const { t } = useText();
  return (
    <p className="flex items-center gap-3 text-sm text-sub before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('login.or')}
    </p>
  );
}
