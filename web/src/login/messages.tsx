/** The ways in which a sign-in cannot go on from here. */
import { FileQuestion, ShieldAlert, TimerOff, Unplug } from 'lucide-react';
import { Button, LinkButton } from '../ui';
import { Message } from './Message';
import { signInPath } from './paths';
import { type TextKey, useText } from './text';
import { failureText } from './useSignIn';

export function RequestGone() {
  const { t } = useText();
  return (
    <Message icon={TimerOff} title={t('login.gone.title')} body={t('login.gone.body')}>
      <LinkButton href={signInPath}>{t('login.startOver')}</LinkButton>
    </Message>
  );
}

/** Back from the operator's own provider without an account, and without a request of the portal to go on with. */
export function Stopped({ why }: { why: TextKey }) {
  const { t } = useText();
  return (
    <Message icon={ShieldAlert} tone="bad" title={t('login.upstream.stopped.title')} body={t(why)}>
      <LinkButton href={signInPath}>{t('login.startOver')}</LinkButton>
    </Message>
  );
}

export function UnknownPage() {
  const { t } = useText();
  return (
    <Message icon={FileQuestion} title={t('notFound.title')} body={t('notFound.body')}>
      <LinkButton href={signInPath}>{t('login.title')}</LinkButton>
    </Message>
  );
}

type UnreachableProps = { attempt: number; isRetrying: boolean; onRetry: () => void };

export function Unreachable({ attempt, isRetrying, onRetry }: UnreachableProps) {
  const { t } = useText();
  return (
    <Message
      icon={Unplug}
      tone="bad"
      title={t('login.unreachable.title')}
      body={
        // A fresh element for each attempt: the same words are read out again when the next one fails too.
        <p role="alert">
          <span key={attempt}>{t(failureText())}</span>
        </p>
      }
    >
      <Button onPress={onRetry} pending={isRetrying} aria-label={t('app.retry')}>
        {t('app.retry')}
      </Button>
    </Message>
  );
}
