/** “This wasn't me”, from a notice about the accounts someone's pay goes to: freezes that change. */
import { useCallback } from 'react';
import { Frame } from './Frame';
import { LinkGone, NotMe } from './LinkPages';
import { findDepositLink } from './links';
import { Unreachable } from './messages';
import { useText } from './text';
import { useLink } from './useLink';

export default function FreezePage({ token }: { token: string }) {
  const { t } = useText();
  const find = useCallback(async () => {
    const answer = await findDepositLink(token);
    return answer.outcome === 'found' ? { outcome: 'found' as const, thing: true } : answer;
  }, [token]);
  const { state, retry, expire } = useLink(find);
  if (state.at === 'checking') return <Frame title={t('app.name')} />;
  if (state.at === 'gone') return <LinkGone />;
  if (state.at === 'unreachable') return <Unreachable attempt={state.attempt} isRetrying={false} onRetry={retry} />;
  return <NotMe token={token} kind="freeze" onGone={expire} />;
}
