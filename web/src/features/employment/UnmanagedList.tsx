/** Everyone without a manager in an area, by name, code and company, and what waits with no one to decide it. A row opens the person. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { ConsoleList, csvText, isId, SelectField, useKeptFilter, useOpened, useSettled } from '../../ui';
import { AddingChoices, choicesOf } from './adding';
import { employmentKey, Unmanaged, type UnmanagedEmployee } from './employment';
import { PersonDrawer } from './PersonDrawer';

const quietMs = 250;
const any = 'any';

export function UnmanagedList({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const api = useApi();
  const { opened, open, close } = useOpened<'person', UnmanagedEmployee>('person');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), quietMs);
  const [companyId, setCompanyId] = useKeptFilter('admin unmanaged company', isId);
  const choices = useQuery({
    queryKey: [employmentKey, 'choices', tenantId],
    queryFn: async ({ signal }) => choicesOf(await api.query(AddingChoices, { tenantId }, signal)),
  });
  const companies = choices.data?.companies ?? [];
  const narrowed = { search, companyId };
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(Unmanaged, { ...narrowed, cursor, limit: limit ?? null }, signal)).unmanagedEmployees;
  const pages = usePages([employmentKey, 'unmanaged', narrowed], load);
  const areasOf = ({ areas }: UnmanagedEmployee) => areas.map((area) => t(`employment.area.${area}`)).join(', ');
  const waiting = ({ timeOffWaiting, requestsWaiting }: UnmanagedEmployee) => timeOffWaiting + requestsWaiting;
  const name = ({ firstName, lastName }: UnmanagedEmployee) => `${firstName} ${lastName}`;
  return (
    <>
      <ConsoleList
        label={t('employment.unmanaged')}
        words={consoleWords(t)}
        rows={pages.rows}
        rowKey={({ employeeId }) => employeeId}
        columns={[
          {
            id: 'name',
            header: t('employment.column.name'),
            cell: (row) => <span className="font-medium">{name(row)}</span>,
          },
          { id: 'company', header: t('employment.column.company'), cell: ({ companyName }) => companyName },
          {
            id: 'areas',
            header: t('employment.column.lacks'),
            cell: areasOf,
          },
          {
            id: 'waiting',
            header: t('employment.column.waiting'),
            cell: waiting,
            numeric: true,
          },
        ]}
        onRowPress={(row) => open('person', row)}
        search={{ label: t('employment.searchUnmanaged'), value: typed, onChange: setTyped }}
        filters={
          companies.length > 1 && (
            <SelectField
              label={t('employment.column.company')}
              value={companyId ?? any}
              onChange={(value) => setCompanyId(isId(value) ? value : null)}
              options={[
                { value: any, label: t('employment.any.company') },
                ...companies.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              className="sm:w-56"
            />
          )
        }
        filterCount={companyId === null ? 0 : 1}
        onClear={() => {
          setTyped('');
          setCompanyId(null);
        }}
        exporting={{
          fileName: 'without-a-manager.csv',
          load: async () =>
            csvText(
              [
                { header: t('employment.column.name'), text: name },
                { header: t('employment.column.company'), text: (row: UnmanagedEmployee) => row.companyName },
                { header: t('employment.column.lacks'), text: areasOf },
                { header: t('employment.column.waiting'), text: (row: UnmanagedEmployee) => `${waiting(row)}` },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        empty={{ title: t('employment.unmanaged.empty.title'), body: t('employment.unmanaged.empty.body') }}
        failure={
          pages.error
            ? {
                title: t('employment.loadFailed'),
                body: errorText(t, pages.error),
                onRetry: pages.retry,
                retrying: pages.isRetrying,
              }
            : undefined
        }
        links={pages.links}
        onTurn={pages.turn}
        turning={pages.isTurning}
      />
      {opened.row && (
        <PersonDrawer
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          tenantId={tenantId}
          personId={opened.row.personId}
          name={name(opened.row)}
        />
      )}
    </>
  );
}
