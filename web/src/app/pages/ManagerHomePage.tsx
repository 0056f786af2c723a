/** A manager's home: the company's announcements, and where to write one. */
import { ArrowRight, Megaphone } from 'lucide-react';
import { AnnouncementsCard } from '../../features/announcements/AnnouncementsCard';
import { useText } from '../../i18n';
import { Card, Link, PageHeader } from '../../ui';
import { paths } from '../paths';
import { useActor, useViewer } from '../session/viewer';
import { greetingAt } from './greeting';

export default function ManagerHomePage() {
  const { t } = useText();
  const actor = useActor();
  const { firstName } = useViewer();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t(greetingAt(new Date(), actor.timeZone), { name: firstName })}
        description={t('home.manager.lead', { company: actor.companyName })}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <AnnouncementsCard actor={actor} audience="company" allHref={paths.managerAnnouncements()} />
        <Card title={t('home.manager.quickLinks')}>
          <Link
            href={paths.managerAnnouncements()}
            variant="plain"
            className="group -mx-3 flex items-center gap-4 rounded-lg p-3 transition-colors hover:bg-hover"
          >
            <span
              aria-hidden
              className="grid size-11 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink"
            >
              <Megaphone className="size-5" strokeWidth={1.75} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{t('page.announcements')}</span>
              <span className="block text-sm text-sub">{t('home.manager.announcementsHint')}</span>
            </span>
            <ArrowRight
              aria-hidden
              className="size-4.5 flex-none text-sub transition-transform group-hover:translate-x-0.5"
            />
          </Link>
        </Card>
      </div>
    </div>
  );
}
