/** Shows the countdown while one runs. */
import { lazy, Suspense } from 'react';
import { usePreload } from '../../ui';
import { useInactivity } from '../session/inactivity';

const load = () => import('./InactivityCountdown');
const InactivityCountdown = lazy(load);

export function InactivityDialog() {
  const { deadlineMs } = useInactivity();
  usePreload(load);
  if (deadlineMs === null) return null;
  return (
    <Suspense>
      <InactivityCountdown deadlineMs={deadlineMs} />
    </Suspense>
  );
}
