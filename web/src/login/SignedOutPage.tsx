/** The end of a session: said, or with `?confirm=1` asked first, when the provider cannot tell who wants it. */
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { upstreamSignOutPath, useOfferedSignOut } from '../api/upstream';
import { Button, LinkButton, Notice } from '../ui';
import { Message } from './Message';
import { homePath, signInPath } from './paths';
import { signOut } from './server';
import { type TextKey, useText } from './text';
import { failureText } from './useSignIn';

/** `trouble`: what kept them from signing out of their company's provider as well. */
export function SignedOutPage({ trouble }: { trouble: TextKey | null }) {
  const { t } = useText();
  const upstream = useOfferedSignOut();
  return (
    <Message
      icon={LogOut}
      title={t('signedOut.title')}
      body={t('signedOut.body')}
      detail={
        trouble && (
          <Notice tone="bad" className="mt-6 w-full max-w-md text-left">
            {t(trouble)}
          </Notice>
        )
      }
    >
      <LinkButton href={signInPath}>{t('signedOut.again')}</LinkButton>
      {upstream && (
        <LinkButton href={upstreamSignOutPath} variant="secondary">
          {t('signedOut.upstream', { name: upstream })}
        </LinkButton>
      )}
    </Message>
  );
}

export function SignOutQuestion() {
  const { t } = useText();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failures, setFailures] = useState(0);

  async function leave() {
    setIsLeaving(true);
    const answer = await signOut();
    if (answer.outcome === 'signedOut') return location.assign(answer.next);
    setIsLeaving(false);
    setFailures((count) => count + 1);
  }

  return (
    <Message
      icon={LogOut}
      title={t('login.signOut.title')}
      body={t('signOut.body')}
      detail={
        <div role="alert" className="w-full max-w-md text-left">
          {failures > 0 && (
            <Notice key={failures} tone="bad" className="mt-6">
              {t(failureText())}
            </Notice>
          )}
        </div>
      }
    >
      <Button onPress={() => void leave()} pending={isLeaving} aria-label={t('signOut.action')}>
        {t('signOut.action')}
      </Button>
      <LinkButton href={homePath} variant="secondary">
        {t('login.signOut.stay')}
      </LinkButton>
    </Message>
  );
}
