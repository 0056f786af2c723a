/** Everything this manager may know of one report, and no more: what the areas do not open is said, not hidden. */
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Avatar, Drawer, type Fact, FactList, Notice } from '../../ui';
import { AreaBadges } from './AreaBadges';
import { ReportProfile } from './ReportProfile';
import { areasOf, type Report, yearsBetween } from './team';

type ReportCardProps = { actor: Actor; report: Report; open: boolean; onClose: () => void };

export function ReportCard({ actor, report, open, onClose }: ReportCardProps) {
  const { t } = useText();
  const format = useFormat();
  const years = yearsBetween(report.currentHireDate, actor.today);
  const place = [report.divisionName, report.branchName, report.departmentName, report.teamName].filter(
    (name) => name !== null,
  );
  const facts: Fact[] = [
    { label: t('team.card.code'), value: report.employeeCode, numeric: true },
    { label: t('team.card.place'), value: place.join(' › ') },
    { label: t('team.card.hired'), value: format.day(report.currentHireDate), numeric: true },
  ];
  if (report.originalHireDate !== report.currentHireDate) {
    facts.push({ label: t('team.card.firstHired'), value: format.day(report.originalHireDate), numeric: true });
  }
  if (years > 0) facts.push({ label: t('team.card.service'), value: t('team.years', { count: years }), numeric: true });
  const opensProfile = areasOf(report).includes('Personal Info');
  if (!opensProfile) {
    const birthday = format.monthDay(report.birthMonth, report.birthDay);
    facts.push({ label: t('team.card.birthday'), value: birthday, numeric: true });
  }
  const lines: Fact[] = [];
  if (report.primary.length > 0)
    lines.push({ label: t('team.card.primary'), value: <AreaBadges areas={report.primary} /> });
  if (report.secondary.length > 0) {
    lines.push({ label: t('team.card.secondary'), value: <AreaBadges areas={report.secondary} /> });
  }
  return (
    <Drawer open={open} onClose={onClose} title={`${report.firstName} ${report.lastName}`}>
      <div className="flex flex-col gap-6">
        <div className="flex justify-center">
          <Avatar size="lg" firstName={report.firstName} lastName={report.lastName} />
        </div>
        <FactList facts={facts} />
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold">{t('team.card.lines')}</h3>
          <FactList facts={lines} />
        </section>
        {opensProfile ? (
          open && <ReportProfile actor={actor} report={report} />
        ) : (
          <Notice tone="info">{t('team.card.noPersonalInfo')}</Notice>
        )}
      </div>
    </Drawer>
  );
}
