/**
 * The session of this browser tab. Session storage holds tokens, ids, role and view mode and
 * nothing that says who the person is: names are fetched again (viewer.ts). On native the tokens
 * are in the device's vault instead (in-vault.ts).
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { forgetFilters } from '../../ui';
import { currentPlatform } from '../platform/platform';

export type ViewMode = 'manager' | 'employee';

/** What the provider gave, by this computer's clock. */
export type Tokens = {
  accessToken: string;
  refreshToken: string | null;
  /** Only to name the session when it is ended. */
  idToken: string | null;
  obtainedAtMs: number;
  expiresAtMs: number;
};

type NoTokens = { [Name in keyof Tokens]: null };

type Place = {
  personId: string | null;
  tenantId: string | null;
  companyId: string | null;
  /** The id of the role the person acts in. */
  role: string | null;
  viewMode: ViewMode;
};

type Kept = (Tokens | NoTokens) &
  Place & {
    /** Where the person was going when they were asked to sign in. */
    returnTo: string | null;
  };

type Session = Kept & {
  /** The server, or the clock, has ended the session; the page stays until the person has read so. */
  hasExpired: boolean;
  /** On native: the tokens are behind the lock of the vault, and the page waits for them. */
  isLocked: boolean;
  signIn: (tokens: Tokens) => void;
  /** A refresh, here or in another tab. It changes nothing once the replaced token is no longer ours. */
  renew: (replacedRefreshToken: string, tokens: Tokens) => void;
  signOut: () => void;
  lock: () => void;
  unlock: (tokens: Tokens) => void;
  expire: () => void;
  /** The session is over: forget it, but not where the person was. */
  leaveExpired: (path: string | null) => void;
  rememberPath: (path: string) => void;
  takeRememberedPath: () => string | null;
  enter: (place: Place & { personId: string }) => void;
};

const noTokens: NoTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  obtainedAtMs: null,
  expiresAtMs: null,
};

const signedOut: NoTokens & Place & { returnTo: null; hasExpired: boolean; isLocked: boolean } = {
  ...noTokens,
  personId: null,
  tenantId: null,
  companyId: null,
  role: null,
  viewMode: 'employee',
  returnTo: null,
  hasExpired: false,
  isLocked: false,
};

/** The tokens alone, without what else there is of a session. */
export const tokensOf = <Some extends Tokens | NoTokens>({
  accessToken,
  refreshToken,
  idToken,
  obtainedAtMs,
  expiresAtMs,
}: Some) => ({ accessToken, refreshToken, idToken, obtainedAtMs, expiresAtMs });

/** What else this tab has of a person: their filters, and the ids of their chats (features/assistant/kept.ts). */
function forget(): void {
  forgetFilters();
  sessionStorage.removeItem('chat');
}

export const useSession = create<Session>()(
  persist(
    (set, get) => ({
      ...signedOut,
      signIn: (tokens) => {
        forget();
        set({ ...signedOut, ...tokens, returnTo: get().returnTo });
      },
      renew: (replacedRefreshToken, tokens) => {
        if (get().refreshToken === replacedRefreshToken) set(tokens);
      },
      signOut: () => {
        forget();
        set(signedOut);
      },
      lock: () => set({ ...noTokens, isLocked: true }),
      unlock: (tokens) => set({ ...tokens, isLocked: false }),
      expire: () => set((session) => ({ hasExpired: session.accessToken !== null })),
      leaveExpired: (path) => set({ ...signedOut, returnTo: path ?? get().returnTo }),
      rememberPath: (path) => set({ returnTo: path }),
      takeRememberedPath: () => {
        const { returnTo } = get();
        set({ returnTo: null });
        return returnTo;
      },
      enter: (place) => set(place),
    }),
    {
      name: 'session',
      storage: createJSONStorage(() => sessionStorage),
      partialize: (session) => ({
        ...(currentPlatform().kind === 'web' ? tokensOf(session) : noTokens),
        personId: session.personId,
        tenantId: session.tenantId,
        companyId: session.companyId,
        role: session.role,
        viewMode: session.viewMode,
        returnTo: session.returnTo,
      }),
    },
  ),
);

/** Whom an ID token names. It was checked when it came; null when it cannot be read. */
export function subjectOf(idToken: string | null): string | null {
  const [, payload = ''] = idToken?.split('.') ?? [];
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

type TokenTimes = Pick<Tokens | NoTokens, 'accessToken' | 'refreshToken' | 'expiresAtMs'>;

/** An expired access token is no end as long as it can be refreshed. */
export function isSignedIn({ accessToken, refreshToken, expiresAtMs }: TokenTimes, nowMs: number): boolean {
  return accessToken !== null && (refreshToken !== null || (expiresAtMs !== null && nowMs < expiresAtMs));
}
