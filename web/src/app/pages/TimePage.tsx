import { may } from '../../api/actor';
import { TimeOffPage } from '../../features/time-off/TimeOffPage';
import { isPageEnabled } from '../catalogue/catalogue';
import { useCatalogue } from '../catalogue/useCatalogue';
import { paths } from '../paths';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops what was open in the one before. */
export default function TimePage() {
  const actor = useActor();
  const hasDetails = isPageEnabled(useCatalogue(), 'accruals');
  if (actor.employeeId === null) return null;
  return (
    <TimeOffPage
      key={actor.companyId}
      actor={actor}
      employeeId={actor.employeeId}
      detailsHref={hasDetails ? paths.timeOffDetails() : null}
      calendarHref={hasDetails ? paths.teamCalendar() : null}
      clockHref={may(actor, 'employee:time:punch') ? paths.swipeClock() : null}
    />
  );
}
