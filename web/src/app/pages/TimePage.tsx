import { may } from '../../api/actor';
import { TimeOffPage } from '../../features/time-off/TimeOffPage';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops what was open in the one before. */
export default function TimePage() {
  const actor = useActor();
  if (actor.employeeId === null) return null;
  return (
    <TimeOffPage
      key={actor.companyId}
      actor={actor}
      employeeId={actor.employeeId}
      detailsHref={paths.timeOffDetails()}
      calendarHref={paths.teamCalendar()}
      clockHref={may(actor, 'employee:time:punch') ? paths.swipeClock() : null}
    />
  );
}
