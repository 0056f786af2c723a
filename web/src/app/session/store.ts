/**
 * The session of this browser tab. Session storage holds tokens, ids, role and view mode and
 * nothing that says who the person is: names are fetched again (viewer.ts).
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { forgetFilters } from '../../ui';

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
  signIn: (tokens: Tokens) => void;
  /** A refresh, here or in another tab. It changes nothing once the replaced token is no longer ours. */
  renew: (replacedRefreshToken: string, tokens: Tokens) => void;
  signOut: () => void;
  expire: () => void;
  /** The session is over: forget it, but not where the person was. */
  leaveExpired: (path: string | null) => void;
  rememberPath: (path: string) => void;
  takeRememberedPath: () => string | null;
  enter: (place: Place & { personId: string }) => void;
};

const signedOut: NoTokens & Place & { returnTo: null; hasExpired: boolean } = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  obtainedAtMs: null,
  expiresAtMs: null,
  personId: null,
  tenantId: null,
  companyId: null,
  role: null,
  viewMode: 'employee',
  returnTo: null,
  hasExpired: false,
};

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
      partialize: ({
        accessToken,
        refreshToken,
        idToken,
        obtainedAtMs,
        expiresAtMs,
        personId,
        tenantId,
        companyId,
        role,
        viewMode,
        returnTo,
      }) => ({
        accessToken,
        refreshToken,
        idToken,
        obtainedAtMs,
        expiresAtMs,
        personId,
        tenantId,
        companyId,
        role,
        viewMode,
        returnTo,
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
