/** Pay groups, deposit codes or states of a company. A row opens its form; what is in use can't be removed. */

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, ConsoleList, csvText, RowAction, type TableColumn, useOpened, useSettled } from '../../ui';
import { companiesKey, type Place } from './companies';
import { EntryDialog } from './EntryDialog';
import { type Entry, type EntryKind, ListEntries, RemoveEntry } from './entries';
import { RemoveQuestion } from './RemoveQuestion';

type EntriesTabProps = { place: Place; kind: Exclude<EntryKind, 'organization'> };

const quietMs = 250;

export function EntriesTab({ place, kind }: EntriesTabProps) {
  const { t } = useText();
  const readOnly = !useMayChange();
  const format = useFormat();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, quietMs).trim();
  const { opened, open, close } = useOpened<'edit' | 'remove', Entry>('edit');
  const remove = useSubmit(RemoveEntry);
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListEntries, { ...place, kind, search, cursor, limit: limit ?? null }, signal)).listCompanyEntries;
  const list = usePages([companiesKey, kind, place, search], load);
  const isNamed = kind === 'payGroup' || kind === 'benefitPlan';
  const title = ({ code, name }: Entry) => (isNamed ? name : [code, name].filter(Boolean).join(' · '));
  const columns: TableColumn<Entry>[] = [];
  if (kind !== 'payGroup')
    columns.push({ id: 'code', header: t(`companies.codeOf.${kind}`), cell: ({ code }) => code });
  columns.push({ id: 'name', header: t(`companies.nameOf.${kind}`), cell: ({ name }) => name });
  const ends = ({ lastDay }: Entry) => (lastDay ? format.day(lastDay) : '');
  const category = ({ category }: Entry) => (category ? t(`companies.category.${category}`) : '');
  if (kind === 'benefitPlan') {
    columns.push(
      { id: 'category', header: t('companies.category'), cell: category },
      { id: 'lastDay', header: t('companies.plan.lastDay'), cell: ends },
    );
  }
  return (
    <>
      <ConsoleList
        label={t(`companies.${kind}`)}
        words={consoleWords(t)}
        readOnly={readOnly}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={columns}
        onRowPress={(row) => open('edit', row)}
        rowActions={(row) => (
          <RowAction
            label={t('companies.remove')}
            name={t('companies.removeNamed', { name: title(row) })}
            icon={Trash2}
            onPress={() => open('remove', row)}
          />
        )}
        search={{ label: t(`companies.searchOf.${kind}`), value: typed, onChange: setTyped }}
        onClear={() => setTyped('')}
        empty={{ title: t(`companies.emptyOf.${kind}`), body: t(`companies.emptyBodyOf.${kind}`) }}
        exporting={{
          fileName: `${kind}.csv`,
          load: async () =>
            csvText(
              [
                { header: t('companies.code'), text: (row: Entry) => row.code },
                { header: t(`companies.nameOf.${kind}`), text: (row: Entry) => row.name },
                { header: t('companies.category'), text: category },
                { header: t('companies.plan.lastDay'), text: (row: Entry) => row.lastDay ?? '' },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('edit', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t(`companies.addOf.${kind}`)}
          </Button>
        }
        failure={
          list.error && {
            title: t('companies.part.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {opened.serial > 0 && opened.kind === 'edit' && (
        <EntryDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          place={place}
          kind={kind}
          entry={opened.row}
        />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('companies.remove.title', { name: title(opened.row) })}
          body={t('companies.remove.body')}
          done={t('companies.remove.done', { name: title(opened.row) })}
          remove={async () => {
            const { row } = opened;
            if (row) await remove.mutateAsync({ ...place, kind, entryId: row.id, version: row.version });
          }}
        />
      )}
    </>
  );
}
