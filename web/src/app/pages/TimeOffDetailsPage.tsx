import { TimeOffDetailsPage as Details } from '../../features/time-off/TimeOffDetailsPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

export default function TimeOffDetailsPage() {
  const actor = useActor();
  if (actor.employeeId === null) return null;
  return <Details key={actor.companyId} actor={actor} employeeId={actor.employeeId} backHref={paths.time()} />;
}
