/** Shows the countdown while one runs. */
import { late } from '../../ui';
import { useInactivity } from '../session/inactivity';

const InactivityCountdown = late(() => import('./InactivityCountdown'));

export function InactivityDialog() {
  const { deadlineMs } = useInactivity();
  return deadlineMs !== null && <InactivityCountdown deadlineMs={deadlineMs} />;
}
