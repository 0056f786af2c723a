import { TeamCalendarPage } from '../../features/calendars/TeamCalendarPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

/** Another company is another team: the key drops the day that was looked at in the one before. */
export default function ManagerTeamCalendarPage() {
  const actor = useActor();
  return (
    <TeamCalendarPage
      key={actor.companyId}
      actor={actor}
      whose={{ kind: 'reports', managerId: actor.personId }}
      backHref={paths.managerTimeOff()}
    />
  );
}
