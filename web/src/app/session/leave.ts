/** Ending the session in this tab: first away from the pages that need it, then everything it held is dropped. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../paths';
import { useSession } from './store';

type Session = ReturnType<typeof useSession.getState>;

/** Drops everything the server told this person; what it tells everybody may stay. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.isForEverybody !== true });
  queryClient.getMutationCache().clear();
}

export function useLeave() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (to: string, end: (session: Session) => void): Promise<void> => {
    await router.navigate({ to, replace: true });
    end(useSession.getState());
    forgetPerson(queryClient);
  };
}

export function useSignOut(): () => Promise<void> {
  const leave = useLeave();
  return () => leave(paths.signedOut(), (session) => session.signOut());
}
