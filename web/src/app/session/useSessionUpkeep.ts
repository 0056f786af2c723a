/** Runs the upkeep of the session as long as there is one, and lets the guard look again when it is gone. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths';
import { followOtherTabs } from './refresh';
import { useSession } from './store';
import { followActivity, pollSession } from './upkeep';

export function useSessionUpkeep(): void {
  const router = useRouter();
  const isOpen = useSession(({ accessToken, hasExpired }) => accessToken !== null && !hasExpired);
  const expire = useSession((session) => session.expire);

  useEffect(() => {
    if (!isOpen) return;
    const stops = [
      followOtherTabs(),
      followActivity(expire),
      pollSession(() => void router.navigate({ to: paths.signOut(), replace: true })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isOpen, expire, router]);

  useEffect(
    () =>
      useSession.subscribe((session, before) => {
        if (session.accessToken === null && before.accessToken !== null) void router.invalidate();
      }),
    [router],
  );
}
