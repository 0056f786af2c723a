import { ClockPage as Clock } from '../../features/clock/ClockPage';
import { paths } from '../paths';
import { currentPlatform } from '../platform/platform';
import { useActor } from '../session/viewer';

/** Another company has another clock: the key drops what was open in the one before. */
export default function ClockPage() {
  const actor = useActor();
  if (actor.employeeId === null) return null;
  const isNative = currentPlatform().kind === 'native';
  return <Clock key={actor.companyId} actor={actor} timeHref={paths.time()} isNative={isNative} />;
}
