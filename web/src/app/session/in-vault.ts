/** On native: the tokens are kept in the device's vault and leave the app's memory when it locks. */
import type { Port, Unlocked } from '../platform/port';
import { type Tokens, tokensOf, useSession } from './store';

/** Takes up what the vault says, and answers with it. */
function takeUp(unlocked: Unlocked): Unlocked {
  const session = useSession.getState();
  if (unlocked.kind === 'open') session.unlock(JSON.parse(unlocked.secret) as Tokens);
  else if (unlocked.kind === 'refused') session.lock();
  else session.signOut();
  return unlocked;
}

export async function unlockSession({ vault }: Pick<Port, 'vault'>): Promise<Unlocked> {
  return takeUp(await vault.unlock());
}

/** At the start of the app, before the guard asks who is here. A vault that can't be read is none: the person signs in. */
export async function keepInVault(port: Pick<Port, 'vault'>): Promise<void> {
  const { vault } = port;
  // What the vault fails to keep lives as long as the app does.
  const keep = (work: Promise<void>) => void work.catch(() => undefined);
  vault.onLock(() => useSession.getState().lock());
  const returnTo = useSession.getState().returnTo;
  await unlockSession(port).catch(() => useSession.getState().signOut());
  if (returnTo !== null) useSession.getState().rememberPath(returnTo);
  useSession.subscribe((session, before) => {
    if (session.isLocked || session.accessToken === before.accessToken) return;
    // Unlocked: it came from there.
    if (before.isLocked && session.accessToken !== null) return;
    keep(session.accessToken === null ? vault.clear() : vault.store(JSON.stringify(tokensOf(session))));
  });
}
