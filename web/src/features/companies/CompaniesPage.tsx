/** /admin/companies: the companies someone looks after, and what is the same for all of them. */

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { Button, ConsoleList, csvText, PageHeader, useOpened, useSettled } from '../../ui';
import { AddCompanyDialog } from './AddCompanyDialog';
import { type Company, companiesKey, ListCompanies, maximumCounted } from './companies';
import { TenantCard } from './TenantCard';

type CompaniesPageProps = { tenantId: string; companyHref: (id: string) => string };

const quietMs = 250;

export function CompaniesPage({ tenantId, companyHref }: CompaniesPageProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const { opened, open, close } = useOpened<'add', null>('add');
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListCompanies, { tenantId, search, cursor, limit: limit ?? null }, signal)).listCompanies;
  // Company administrators neither add companies nor change what is the same for all of them.
  const reach = useQuery({
    queryKey: [companiesKey, 'reach', tenantId],
    queryFn: async ({ signal }) => (await api.query(ListCompanies, { tenantId, limit: 1 }, signal)).listCompanies,
  });
  const isWholeTenant = reach.data?.isWholeTenant === true;
  const list = usePages([companiesKey, 'list', tenantId, search], load);
  const count = (people: number) =>
    people > maximumCounted ? t('companies.peopleMany', { count: maximumCounted }) : String(people);
  const zone = (name: string) => name.replaceAll('_', ' ');
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.adminCompanies')} description={t('companies.lead')} />
      <ConsoleList
        label={t('page.adminCompanies')}
        words={consoleWords(t)}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => companyHref(id)}
        columns={[
          { id: 'name', header: t('companies.name'), cell: ({ name }) => <span className="font-medium">{name}</span> },
          { id: 'zone', header: t('companies.timeZone'), cell: ({ timeZone }) => zone(timeZone) },
          { id: 'people', header: t('companies.people'), cell: ({ people }) => count(people), numeric: true },
        ]}
        search={{ label: t('companies.search'), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t('companies.empty'), body: t('companies.emptyBody') }}
        exporting={{
          fileName: 'companies.csv',
          load: async () =>
            csvText(
              [
                { header: t('companies.name'), text: (row: Company) => row.name },
                { header: t('companies.timeZone'), text: (row: Company) => row.timeZone },
                { header: t('companies.people'), text: (row: Company) => count(row.people) },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          isWholeTenant &&
          mayChange && (
            <Button onPress={() => open('add', null)} icon={<Plus aria-hidden className="size-4.5" />}>
              {t('companies.add')}
            </Button>
          )
        }
        failure={
          list.error && {
            title: t('companies.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {isWholeTenant && <TenantCard tenantId={tenantId} />}
      <AddCompanyDialog key={opened.serial} open={opened.isOpen} onClose={close} tenantId={tenantId} />
    </div>
  );
}
