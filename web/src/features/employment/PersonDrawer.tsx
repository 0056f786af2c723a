/** One person, with each of their employments. */

import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useMayChange } from '../../api/console-rights';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, DetailsDrawer, EmptyState, ErrorState, LinkButton, SkeletonList, useOpened } from '../../ui';
import { AddEmploymentDialog } from './AddEmploymentDialog';
import { AddingChoices, choicesOf } from './adding';
import { EmploymentSection } from './EmploymentSection';
import { employmentKey, OnePerson } from './employment';
import { PortalVersion } from './PortalVersion';
import { PersonExtrasContext } from './person-extras';
import { SignInSection } from './SignInSection';

type PersonDrawerProps = { open: boolean; onClose: () => void; tenantId: string; personId: string; name: string };

export function PersonDrawer({ open, onClose, tenantId, personId, name }: PersonDrawerProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const api = useApi();
  const { roles, historyHref } = use(PersonExtrasContext);
  const found = useQuery({
    queryKey: [employmentKey, 'person', personId],
    queryFn: ({ signal }) => api.query(OnePerson, { tenantId, personId }, signal),
  });
  const choices = useQuery({
    queryKey: [employmentKey, 'choices', tenantId],
    queryFn: async ({ signal }) => choicesOf(await api.query(AddingChoices, { tenantId }, signal)),
  });
  const { opened: adding, open: startAdding, close: stopAdding } = useOpened<'job', null>('job');
  const employments = found.data?.administeredPerson.employments;
  const employed = employments?.map(({ companyId }) => companyId) ?? [];
  const others = choices.data?.companies.filter(({ id }) => !employed.includes(id)) ?? [];
  const person = found.data?.administeredPerson.person;
  const facts = person
    ? [
        { label: t('employment.column.username'), value: person.username },
        { label: t('employment.column.email'), value: person.email },
      ]
    : [];
  return (
    <DetailsDrawer
      open={open}
      onClose={onClose}
      title={name}
      groups={[{ facts }]}
      footer={
        historyHref && (
          <LinkButton variant="secondary" href={historyHref(personId)}>
            {t('employment.auditHistory')}
          </LinkButton>
        )
      }
    >
      {found.isPending && <SkeletonList rows={4} />}
      {found.isError && (
        <ErrorState
          title={t('employment.loadFailed')}
          body={errorText(t, found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {person && mayChange && <PortalVersion personId={personId} version={person.version} name={name} />}
      {found.data && <SignInSection account={found.data.administeredAccount} name={name} />}
      {found.data && roles(found.data.rolesOfPerson, () => void found.refetch())}
      {employments?.length === 0 && <EmptyState title={t('employment.none.title')} body={t('employment.none.body')} />}
      {employments?.map((employment) => (
        <EmploymentSection key={employment.employeeId} employment={employment} name={name} />
      ))}
      {mayChange && found.data && choices.data && others.length > 0 && (
        <div>
          <Button size="sm" variant="secondary" onPress={() => startAdding('job', null)}>
            {t('employment.employ')}
          </Button>
          {adding.serial > 0 && (
            <AddEmploymentDialog
              key={adding.serial}
              open={adding.isOpen}
              onClose={stopAdding}
              tenantId={tenantId}
              choices={{ ...choices.data, companies: others }}
              personId={personId}
              name={name}
            />
          )}
        </div>
      )}
    </DetailsDrawer>
  );
}
