import { useState } from 'react';
import { may } from '../../api/actor';
import { QueuePage } from '../../features/time-off/QueuePage';
import type { Wanted } from '../../features/time-off/useReports';
import { paths } from '../paths';
import { enterCompany, useActor, useViewer } from '../session/viewer';

/** Another company is another queue: the key drops what was chosen in the one before, but not whom the search has found there. */
export default function ManagerTimeOffPage() {
  const actor = useActor();
  const viewer = useViewer();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const companies = viewer.companies.filter((company) => may(company, 'manager:time-off'));
  return (
    <QueuePage
      key={actor.companyId}
      actor={actor}
      calendarHref={paths.managerTeamCalendar()}
      companies={companies}
      startsWith={wanted?.companyId === actor.companyId ? wanted.report : null}
      onEnter={(next) => {
        setWanted(next);
        enterCompany(viewer, companies.find(({ companyId }) => companyId === next.companyId) ?? null, 'manager');
      }}
    />
  );
}
