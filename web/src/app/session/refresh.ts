/**
 * Keeping the access token fresh. A duplicated tab starts with the same refresh token, and a token that is
 * used twice ends its family: tabs take turns by a lock and hand what they got to the others.
 */
import { ApiError } from '../../api/error';
import { Refused } from './refused';
import { type Tokens, useSession } from './store';

/** A token older than this is replaced at the next check, a minute before it expires. */
export const refreshAgeMs = 840_000;
const lockName = 'atrium refresh';
const channelName = 'atrium tokens';

type Handover = { replaced: string; tokens: Tokens };

let channel: BroadcastChannel | null = null;

/** Takes over what another tab with the same refresh token got; answers how to stop. */
export function followOtherTabs(): () => void {
  const opened = new BroadcastChannel(channelName);
  opened.onmessage = ({ data }: MessageEvent<Handover>) => useSession.getState().renew(data.replaced, data.tokens);
  channel = opened;
  return () => {
    opened.close();
    if (channel === opened) channel = null;
  };
}

/** The client library comes with it: not before a page is calm. */
export const loadProvider = () => import('./provider');

let underWay: Promise<void> | null = null;

function refresh(): Promise<void> {
  underWay ??= inTurn(refreshNow).finally(() => {
    underWay = null;
  });
  return underWay;
}

function inTurn(work: () => Promise<void>): Promise<void> {
  // Not every browser has locks, whatever the types say; there the turns of this tab have to do.
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(lockName, work) : work();
}

async function refreshNow(): Promise<void> {
  // While this tab waited for its turn, another may have done the work, or the person may have left.
  const { refreshToken, idToken, renew } = useSession.getState();
  if (refreshToken === null || !isDue()) return;
  try {
    const { refreshTokens } = await loadProvider();
    const got = await refreshTokens(refreshToken);
    const tokens = {
      ...got,
      refreshToken: got.refreshToken ?? refreshToken,
      idToken: got.idToken ?? idToken,
    };
    renew(refreshToken, tokens);
    channel?.postMessage({ replaced: refreshToken, tokens } satisfies Handover);
  } catch (error) {
    const session = useSession.getState();
    if (error instanceof Refused && session.refreshToken === refreshToken) session.expire();
    throw error;
  }
}

function isExpired(): boolean {
  const { accessToken, expiresAtMs } = useSession.getState();
  return accessToken !== null && Date.now() >= (expiresAtMs ?? 0);
}

function isDue(): boolean {
  const { obtainedAtMs } = useSession.getState();
  return isExpired() || (obtainedAtMs !== null && Date.now() - obtainedAtMs > refreshAgeMs);
}

/** The check after activity. An outage is no reason to disturb anyone: the next check tries again. */
export async function refreshIfDue(): Promise<void> {
  const { refreshToken, hasExpired, leaveExpired } = useSession.getState();
  if (hasExpired || !isDue()) return;
  if (refreshToken !== null) await refresh().catch(() => {});
  else if (isExpired()) leaveExpired(null);
}

/** For the API: the access token, refreshed first if it has expired; null when no one is signed in. */
export async function freshToken(): Promise<string | null> {
  const { refreshToken, hasExpired, leaveExpired } = useSession.getState();
  if (isExpired()) {
    if (refreshToken === null) leaveExpired(null);
    if (refreshToken === null || hasExpired) throw new ApiError('UNAUTHENTICATED', 'The session has ended.');
    await refresh().catch((error: unknown) => {
      throw error instanceof Refused
        ? new ApiError('UNAUTHENTICATED', 'The session has ended.')
        : new ApiError('UNAVAILABLE', 'The session could not be refreshed.');
    });
  }
  return useSession.getState().accessToken;
}
