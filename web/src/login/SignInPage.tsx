/** The form, a demo's people beside it, and what takes their place when the provider says no. */
import { Fingerprint } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { hasPasskeys } from '../api/passkey';
import { Button, Card, LinkButton } from '../ui';
import { Frame } from './Frame';
import { RequestGone, Unreachable } from './messages';
import { PasswordForm } from './PasswordForm';
import { upstreamPath } from './paths';
import { TooManyTries } from './TooManyTries';
import { type TextKey, useText } from './text';
import { useSignIn } from './useSignIn';

// Nobody in production downloads it.
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
  const { stage, request, typed, type, trouble, signer, attempt, attemptWithPasskey, endSecondStep, startAgain } =
    useSignIn(requestId, arrival);

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

  const { demoAccounts, demoPassword, passkeys = false, upstreams = [] } = request ?? {};
  const offersPasskey = passkeys && hasPasskeys();
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
            disabled={signer !== null && signer.kind !== 'form'}
          />
          {(offersPasskey || upstreams.length > 0) && (
            <div className="mt-6 flex flex-col gap-3">
              <p className="flex items-center gap-3 text-sm text-sub before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                {t('login.or')}
              </p>
              {offersPasskey && (
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
              )}
              {upstreams.map(({ id, name }) => (
                <LinkButton key={id} variant="secondary" size="lg" wide href={upstreamPath(id, { request: requestId })}>
                  {t('login.upstream.continue', { name })}
                </LinkButton>
              ))}
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
