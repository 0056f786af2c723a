import { CalendarLinks } from '../../features/calendars/CalendarLinks';
import { TeamCalendarPage as TeamCalendar } from '../../features/calendars/TeamCalendarPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

/** Another company is another team: the key drops the day that was looked at in the one before. */
export default function TeamCalendarPage() {
  const actor = useActor();
  const { employeeId } = actor;
  if (employeeId === null) return null;
  return (
    <TeamCalendar
      key={actor.companyId}
      actor={actor}
      whose={{ kind: 'team', employeeId }}
      backHref={paths.time()}
      actions={<CalendarLinks actor={actor} employeeId={employeeId} />}
    />
  );
}
