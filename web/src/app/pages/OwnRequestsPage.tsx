import { OwnRequestsPage as OwnRequests } from '../../features/own-requests/OwnRequestsPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

const places = {
  timeOff: paths.time(),
  profile: paths.profile(),
  taxes: paths.taxes(),
  deposits: paths.disbursements(),
};

/** Another company is another employment. */
export default function OwnRequestsPage() {
  const actor = useActor();
  const { companyId, employeeId } = actor;
  if (employeeId === null) return null;
  return <OwnRequests key={companyId} actor={actor} employeeId={employeeId} places={places} />;
}
