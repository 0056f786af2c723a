/** Ending the session in this tab: first away from the pages that need it, then everything it held is dropped. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../paths';
import { useSession } from './store';

/** An expired session: to the sign-in page, which remembers `path` or, for null, what it already remembered. */
export function useLeaveExpired(): (path: string | null) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async (path) => {
    await router.navigate({ to: paths.signIn(), replace: true });
    useSession.getState().leaveExpired(path);
    queryClient.clear();
  };
}
