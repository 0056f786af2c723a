/** Shows the countdown while one runs. */
import { lazy, Suspense } from 'react';
import { useInactivity } from '../session/inactivity';
import { usePreload } from './idle';

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
