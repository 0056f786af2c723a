/** Everyone without a manager in an area, and what waits with no one to decide it. A row opens the person. */
import { useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { ConsoleList, useOpened } from '../../ui';
import { employmentKey, Unmanaged, type UnmanagedEmployee } from './employment';
import { PersonDrawer } from './PersonDrawer';

export function UnmanagedList() {
  const { t } = useText();
  const api = useApi();
  const { opened, open, close } = useOpened<'person', UnmanagedEmployee>('person');
  const pages = usePages(
    [employmentKey, 'unmanaged'],
    async (cursor, signal) => (await api.query(Unmanaged, { cursor }, signal)).unmanagedEmployees,
  );
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
            cell: ({ areas }) => areas.map((area) => t(`employment.area.${area}`)).join(', '),
          },
          {
            id: 'waiting',
            header: t('employment.column.waiting'),
            cell: ({ timeOffWaiting, requestsWaiting }) => timeOffWaiting + requestsWaiting,
          },
        ]}
        onRowPress={(row) => open('person', row)}
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
          personId={opened.row.personId}
          name={name(opened.row)}
        />
      )}
    </>
  );
}
