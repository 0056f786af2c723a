/** An employee's home. Cards come from the features; this page only puts them together. */
import { AnnouncementsCard } from '../../features/announcements/AnnouncementsCard';
import { useText } from '../../i18n';
import { PageHeader } from '../../ui';
import { useActor, useViewer } from '../session/viewer';
import { greetingAt } from './greeting';

export default function EmployeeHomePage() {
  const { t } = useText();
  const actor = useActor();
  const { firstName } = useViewer();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t(greetingAt(new Date(), actor.timeZone), { name: firstName })}
        description={t('home.employee.lead', { company: actor.companyName })}
      />
      <AnnouncementsCard actor={actor} audience="employee" />
    </div>
  );
}
