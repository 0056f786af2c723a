import { TeamPage } from '../../features/team/TeamPage';
import { useActor } from '../session/viewer';

/** Another company is another team: the key drops the search and the page of the one before. */
export default function ManagerEmployeesPage() {
  const actor = useActor();
  return <TeamPage key={actor.companyId} actor={actor} />;
}
