/** Who would see the announcement as it is aimed now: how many, in which departments, and which of my own reports. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Notice, Progress, Skeleton, useSettled } from '../../ui';
import type { Target } from './targets';

const MessageAudience = graphql(`
  query MessageAudience($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: MessageTargetInput!) {
    messageAudience(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) {
      people
      companyPeople
      byDepartment { organizationName people }
      yourReports
      reports { employeeId firstName lastName }
    }
  }
`);

type Audience = ResultOf<typeof MessageAudience>['messageAudience'];

const quietMs = 300;
const departmentsShown = 5;

/** `target` must keep its identity while it says the same. */
export function AudiencePreview({ actor, target }: { actor: Actor; target: Target }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const input = useSettled(target, quietMs);
  const audience = useQuery({
    queryKey: ['announcement audience', tenantId, companyId, input],
    queryFn: async ({ signal }) => {
      const answer = await api.query(MessageAudience, { tenantId, companyId, managerId: personId, input }, signal);
      return answer.messageAudience;
    },
    placeholderData: keepPreviousData,
  });
  const isCounting = audience.isFetching || input !== target;

  return (
    <section aria-label={t('announcements.audience.title')} aria-busy={isCounting} className="flex flex-col gap-4">
      <h3 className="text-sm font-semibold">{t('announcements.audience.title')}</h3>
      {audience.isError && <Notice tone="warn">{t('announcements.audience.failed')}</Notice>}
      {audience.isPending && <Skeleton className="h-9 w-40" />}
      {audience.data && !audience.isError && (
        <div className={isCounting ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
          <AudienceFigures audience={audience.data} />
        </div>
      )}
    </section>
  );
}

function AudienceFigures({ audience }: { audience: Audience }) {
  const { t } = useText();
  const format = useFormat();
  const { people, companyPeople, byDepartment, yourReports, reports } = audience;
  const departments = byDepartment.slice(0, departmentsShown);
  const names = reports.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  if (yourReports > names.length)
    names.push(t('announcements.audience.moreReports', { more: format.number(yourReports - names.length) }));

  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-center gap-2.5 text-xl font-semibold tracking-tight tabular-nums">
        <Users aria-hidden className="size-5.5 flex-none text-brand-ink" />
        {t('announcements.audience.count', {
          count: companyPeople,
          people: format.number(people),
          total: format.number(companyPeople),
        })}
      </p>
      {people === 0 && <Notice tone="warn">{t('announcements.audience.nobody')}</Notice>}
      {departments.length > 0 && (
        <ul aria-label={t('announcements.audience.byDepartment')} className="flex flex-col gap-3 text-sm">
          {departments.map((department) => (
            <li key={department.organizationName}>
              <Progress
                kind="meter"
                label={department.organizationName}
                value={department.people}
                max={people}
                valueText={format.number(department.people)}
              />
            </li>
          ))}
        </ul>
      )}
      {byDepartment.length > departmentsShown && (
        <p className="text-sm text-sub">
          {t('announcements.audience.moreDepartments', { count: byDepartment.length - departmentsShown })}
        </p>
      )}
      {yourReports > 0 && (
        <p className="text-sm text-sub text-pretty">
          {t('announcements.audience.reports', { count: yourReports, names: format.list(names) })}
        </p>
      )}
    </div>
  );
}
