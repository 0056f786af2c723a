/**
 * The session of this browser tab. Session storage holds the token, ids, role and view mode and
 * nothing that says who the person is: names are fetched again (viewer.ts).
 */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export type ViewMode = 'manager' | 'employee';

export type SignedIn = { token: string; expiresAt: string };

type Kept = {
  token: string | null;
  expiresAt: string | null;
  personId: string | null;
  companyId: string | null;
  role: string | null;
  viewMode: ViewMode;
  /** Where the person was going when they were asked to sign in. */
  returnTo: string | null;
};

type Session = Kept & {
  /** The server, or the clock, has ended the session; the page stays until the person has read so. */
  hasExpired: boolean;
  signIn: (session: SignedIn) => void;
  signOut: () => void;
  expire: () => void;
  /** The person has read that the session expired: forget it, but not where they were. */
  leaveExpired: (path: string | null) => void;
  rememberPath: (path: string) => void;
  takeRememberedPath: () => string | null;
  enter: (place: { personId: string; companyId: string | null; role: string | null; viewMode: ViewMode }) => void;
};

const signedOut: Kept & { hasExpired: boolean } = {
  token: null,
  expiresAt: null,
  personId: null,
  companyId: null,
  role: null,
  viewMode: 'employee',
  returnTo: null,
  hasExpired: false,
};

export const useSession = create<Session>()(
  persist(
    (set, get) => ({
      ...signedOut,
      signIn: ({ token, expiresAt }) => set({ ...signedOut, token, expiresAt, returnTo: get().returnTo }),
      signOut: () => set(signedOut),
      expire: () => set((session) => ({ hasExpired: session.token !== null })),
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
      partialize: ({ token, expiresAt, personId, companyId, role, viewMode, returnTo }): Kept => ({
        token,
        expiresAt,
        personId,
        companyId,
        role,
        viewMode,
        returnTo,
      }),
    },
  ),
);

export function isSignedIn(session: Pick<Kept, 'token' | 'expiresAt'>, nowMs: number): boolean {
  return session.token !== null && session.expiresAt !== null && Date.parse(session.expiresAt) > nowMs;
}
