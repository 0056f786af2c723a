/** How to reach a report and theirs, for a manager with the area Personal Info. Opening it is told to the report. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { phoneText, useFormat } from '../../i18n/format';
import { ErrorState, FactList, SkeletonList } from '../../ui';
import { type Report, teamKey } from './team';

const OpenReport = graphql(`
  query OpenReport($tenantId: ID!, $companyId: ID!, $managerId: ID!, $employeeId: ID!) {
    managersEmployeeProfile(
      tenantId: $tenantId
      companyId: $companyId
      managerId: $managerId
      employeeId: $employeeId
    ) {
      dateOfBirth
      physicalAddress { addressLine1 addressLine2 city state zip }
      contacts { id firstName lastName phoneNumber email }
    }
  }
`);

export function ReportProfile({ actor, report }: { actor: Actor; report: Report }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, personId: managerId } = actor;
  const opened = useQuery({
    queryKey: [teamKey, 'profile', tenantId, companyId, report.id],
    queryFn: async ({ signal }) =>
      (await api.query(OpenReport, { tenantId, companyId, managerId, employeeId: report.id }, signal))
        .managersEmployeeProfile,
  });
  if (opened.isPending) return <SkeletonList rows={2} />;
  if (!opened.data)
    return (
      <ErrorState
        title={t('team.card.profileFailed')}
        body={errorText(t, opened.error)}
        onRetry={() => void opened.refetch()}
        retrying={opened.isFetching}
      />
    );
  const { dateOfBirth, physicalAddress: home, contacts } = opened.data;
  const lines = [home.addressLine1, home.addressLine2, `${home.city}, ${home.state} ${home.zip}`].filter(Boolean);
  return (
    <>
      <FactList facts={[{ label: t('team.card.dateOfBirth'), value: format.day(dateOfBirth), numeric: true }]} />
      {home.addressLine1 !== '' && (
        <section className="flex flex-col gap-1">
          <h3 className="text-sm font-semibold">{t('team.card.address')}</h3>
          <address className="not-italic">
            {lines.map((line) => (
              <span key={line} className="block break-words">
                {line}
              </span>
            ))}
          </address>
        </section>
      )}
      <section className="flex flex-col gap-1">
        <h3 className="text-sm font-semibold">{t('team.card.contacts')}</h3>
        {contacts.length === 0 && <p className="text-sub">{t('team.card.noContacts')}</p>}
        <ul className="flex flex-col gap-2">
          {contacts.map(({ id, firstName, lastName, phoneNumber, email }) => (
            <li key={id}>
              <span className="block break-words">{[firstName, lastName].filter(Boolean).join(' ')}</span>
              <span className="block text-sm text-sub tabular-nums break-words">
                {[phoneText(phoneNumber), email].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <p className="text-sm text-sub">{t('team.card.seen')}</p>
    </>
  );
}
