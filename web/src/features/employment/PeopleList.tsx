/** People by name, code, address or username. A row opens the person. */
import { useState } from 'react';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { ConsoleList, csvText, useOpened, useSettled } from '../../ui';
import { employmentKey, People, type Person } from './employment';
import { PersonDrawer } from './PersonDrawer';

const quietMs = 250;

export function PeopleList() {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), quietMs);
  const { opened, open, close } = useOpened<'person', Person>('person');
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(People, { search, cursor, limit: limit ?? null }, signal)).administeredPeople;
  const pages = usePages([employmentKey, 'people', search], load);
  const name = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;
  return (
    <>
      <ConsoleList
        label={t('employment.people')}
        words={consoleWords(t)}
        rows={pages.rows}
        rowKey={({ personId }) => personId}
        columns={[
          {
            id: 'name',
            header: t('employment.column.name'),
            cell: (row) => <span className="font-medium">{name(row)}</span>,
          },
          { id: 'username', header: t('employment.column.username'), cell: ({ username }) => username },
          { id: 'email', header: t('employment.column.email'), cell: ({ email }) => email },
        ]}
        onRowPress={(row) => open('person', row)}
        search={{ label: t('employment.search'), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t('employment.empty.title'), body: t('employment.empty.body') }}
        exporting={{
          fileName: 'people.csv',
          load: async () =>
            csvText(
              [
                { header: t('employment.column.name'), text: name },
                { header: t('employment.column.username'), text: ({ username }: Person) => username },
                { header: t('employment.column.email'), text: ({ email }: Person) => email },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
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
