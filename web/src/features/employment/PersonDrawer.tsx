/** One person, with each of their employments. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { DetailsDrawer, EmptyState, ErrorState, SkeletonList } from '../../ui';
import { EmploymentSection } from './EmploymentSection';
import { employmentKey, OnePerson } from './employment';
import { SignInSection } from './SignInSection';

type PersonDrawerProps = { open: boolean; onClose: () => void; personId: string; name: string };

export function PersonDrawer({ open, onClose, personId, name }: PersonDrawerProps) {
  const { t } = useText();
  const api = useApi();
  const found = useQuery({
    queryKey: [employmentKey, 'person', personId],
    queryFn: async ({ signal }) => (await api.query(OnePerson, { personId }, signal)).administeredPerson,
  });
  const person = found.data?.person;
  const facts = person
    ? [
        { label: t('employment.column.username'), value: person.username },
        { label: t('employment.column.email'), value: person.email },
      ]
    : [];
  return (
    <DetailsDrawer open={open} onClose={onClose} title={name} groups={[{ facts }]}>
      {found.isPending && <SkeletonList rows={4} />}
      {found.isError && (
        <ErrorState
          title={t('employment.loadFailed')}
          body={errorText(t, found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {open && <SignInSection personId={personId} name={name} />}
      {found.data?.employments.length === 0 && (
        <EmptyState title={t('employment.none.title')} body={t('employment.none.body')} />
      )}
      {found.data?.employments.map((employment) => (
        <EmploymentSection key={employment.employeeId} employment={employment} name={name} />
      ))}
    </DetailsDrawer>
  );
}
