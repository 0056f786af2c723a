/** Runs the upkeep of the session as long as there is one, and lets the guard look again when it is gone. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasUnsaved } from '../../ui';
import { paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { followActivity, inactivityLimitMs } from './activity';
import { useInactivity } from './inactivity';
import { pollSession } from './poll';
import { followOtherTabs } from './refresh';
import { subjectOf, useSession } from './store';

export function useSessionUpkeep(): void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const isOpen = useSession(({ accessToken, hasExpired }) => accessToken !== null && !hasExpired);
  const expire = useSession((session) => session.expire);

  useEffect(() => {
    if (!isOpen) return;
    const endCountdown = () => useInactivity.setState({ deadlineMs: null });
    const signOut = () => {
      endCountdown();
      void router.navigate({ to: paths.signOut(), replace: true });
    };
    const activity = followActivity({
      limitMs: inactivityLimitMs(),
      onCountdown: (deadlineMs) => useInactivity.setState({ deadlineMs }),
      onStay: endCountdown,
      onLeave: signOut,
      onSlept: expire,
    });
    useInactivity.setState({ stay: activity.stay, leave: activity.leave });
    const stops = [followOtherTabs(), activity.stop, endCountdown];
    if (currentPlatform().pollsSession)
      stops.push(
        pollSession({
          subject: () => subjectOf(useSession.getState().idToken),
          // What was typed is not thrown away: the alert offers to sign in again beside it.
          onEnded: () => (hasUnsaved() ? expire() : signOut()),
          // The provider's session belongs to the other person now: only this tab is left, nothing is ended there.
          onReplaced: () =>
            void router.navigate({ to: paths.signedOut(), replace: true }).then(() => {
              useSession.getState().signOut();
              queryClient.clear();
            }),
        }),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }, [isOpen, expire, router, queryClient]);

  useEffect(
    () =>
      useSession.subscribe((session, before) => {
        // Behind the lock of the vault the page waits for its person.
        if (session.accessToken === null && before.accessToken !== null && !session.isLocked) void router.invalidate();
      }),
    [router],
  );
}
