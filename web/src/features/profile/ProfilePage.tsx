/** /profile: what the company knows about someone, and how to change it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Actor, may } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { knownText, textOr } from '../../i18n/known';
import { Card, type Fact, FactList, PageHeader, SkeletonList } from '../../ui';
import { AdditionalSection } from './AdditionalSection';
import { ContactsSection } from './ContactsSection';
import { DetailsSection } from './DetailsSection';
import { OpenProfile, type Profile, profileKey } from './profile';
import { RelativesSection } from './RelativesSection';
import { RequestsSection } from './RequestsSection';
import { SeenSection } from './SeenSection';

type Props = {
  actor: Actor;
  /** The employee could not be had. */
  onMissing: () => void;
};

export function ProfilePage({ actor, onMissing }: Props) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const opened = useQuery({
    queryKey: [profileKey, tenantId, companyId, employeeId],
    queryFn: ({ signal }) => api.query(OpenProfile, { tenantId, companyId, employeeId: employeeId ?? '' }, signal),
  });
  const isMissing = opened.isLoadingError;
  const tellMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (isMissing) tellMissing();
  }, [isMissing]);
  const profile = opened.data?.employeeById;
  const requests = opened.data?.getEmployeeChangeRequests ?? [];
  const isReadOnly = !may(actor, 'employee:profile.write');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.profile')} description={t('profile.lead')} />
      {!opened.data && (
        <Card>
          <SkeletonList rows={6} />
        </Card>
      )}
      {profile && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <DetailsSection actor={actor} profile={profile} requests={requests} isReadOnly={isReadOnly} />
            <ContactsSection actor={actor} profile={profile} isReadOnly={isReadOnly} />
            {(['dependents', 'beneficiaries'] as const).map((part) => (
              <RelativesSection
                key={part}
                part={part}
                actor={actor}
                profile={profile}
                requests={requests}
                isReadOnly={isReadOnly}
              />
            ))}
            <AdditionalSection actor={actor} profile={profile} requests={requests} isReadOnly={isReadOnly} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <Work profile={profile} />
            <RequestsSection actor={actor} requests={requests} />
            <SeenSection actor={actor} />
            <Codes profile={profile} />
          </div>
        </div>
      )}
    </div>
  );
}

function Work({ profile }: { profile: Profile }) {
  const { t } = useText();
  const format = useFormat();
  const { status, currentHireDate } = profile.demographics;
  const facts: Fact[] = profile.dbdt.map(({ dbdtType, dbdtName }) => ({
    label: textOr(t, `profile.field.${dbdtType}`, dbdtType),
    value: dbdtName,
  }));
  if (currentHireDate)
    facts.push({ label: t('profile.field.hired'), value: format.day(currentHireDate), numeric: true });
  if (status) facts.push({ label: t('profile.field.status'), value: textOr(t, `profile.status.${status}`, status) });
  if (profile.annualSalary)
    facts.push({ label: t('profile.field.annualSalary'), value: format.money(profile.annualSalary), numeric: true });
  if (profile.hourlyRate)
    facts.push({ label: t('profile.field.hourlyRate'), value: format.money(profile.hourlyRate), numeric: true });
  return (
    <Card title={t('profile.work')} description={t('profile.code', { code: profile.employeeCode })}>
      <FactList facts={facts} />
    </Card>
  );
}

function Codes({ profile }: { profile: Profile }) {
  const { t } = useText();
  if (!profile.earningDeduction?.length) return null;
  const facts = profile.earningDeduction.map(({ code, description }) => ({
    label: code,
    value: knownText(t, description, (name) => `profile.item.${name}`),
  }));
  return (
    <Card title={t('profile.codes')} description={t('profile.codes.lead')}>
      <FactList facts={facts} />
    </Card>
  );
}
