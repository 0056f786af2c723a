/** /more/career: the areas a company has opened to someone, and where to continue with them. */
import {
  ArrowUpRight,
  BriefcaseBusiness,
  FileUser,
  GraduationCap,
  type LucideIcon,
  MessagesSquare,
} from 'lucide-react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { Card, EmptyState, IconTile, LinkButton, PageHeader } from '../../ui';
import { type Area, areasOf } from './areas';

const icons: Record<Area, LucideIcon> = {
  review: MessagesSquare,
  resume: FileUser,
  jobs: BriefcaseBusiness,
  training: GraduationCap,
};

/** `application` is where careers are managed, for people who have it. */
type CareerPageProps = { actor: Actor; application: { name: string; address: string } | null };

export function CareerPage({ actor, application }: CareerPageProps) {
  const { t } = useText();
  const areas = areasOf(actor);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.career')}
        description={t('career.lead', { company: actor.companyName })}
        actions={
          application && (
            <LinkButton href={application.address} external icon={<ArrowUpRight aria-hidden className="size-4.5" />}>
              {t('career.open', { application: application.name })}
            </LinkButton>
          )
        }
      />
      {areas.length === 0 ? (
        <Card>
          <EmptyState icon={<BriefcaseBusiness />} title={t('career.empty.title')} body={t('career.empty.body')} />
        </Card>
      ) : (
        <ul className="grid gap-5 md:grid-cols-2">
          {areas.map((area) => (
            <li key={area} className="grid">
              <Card>
                <div className="flex items-start gap-4">
                  <IconTile icon={icons[area]} />
                  <div className="min-w-0 flex-1">
                    <h2 className="text-lg font-semibold tracking-tight">{t(`career.title.${area}`)}</h2>
                    <p className="mt-1 text-sub text-pretty">{t(`career.body.${area}`)}</p>
                  </div>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {areas.length > 0 && !application && <p className="text-sm text-sub text-pretty">{t('career.askHr')}</p>}
    </div>
  );
}
