/** A company's holidays. What is over can be renamed; its day stays. */

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, ConsoleList, csvText, RowAction, useOpened } from '../../ui';
import { type Holiday, ListHolidays, RemoveHoliday, type Span } from './calendar';
import { companiesKey, type Place } from './companies';
import { HolidayDialog } from './HolidayDialog';
import { RemoveQuestion } from './RemoveQuestion';
import { SpanChoice } from './SpanChoice';

type HolidaysTabProps = { place: Place; today: string };

export function HolidaysTab({ place, today }: HolidaysTabProps) {
  const { t, language } = useText();
  const readOnly = !useMayChange();
  const format = useFormat();
  const api = useApi();
  const [span, setSpan] = useState<Span>('coming');
  const { opened, open, close } = useOpened<'edit' | 'remove', Holiday>('edit');
  const remove = useSubmit(RemoveHoliday);
  const from = span === 'coming' ? today : null;
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListHolidays, { ...place, from, cursor, limit: limit ?? null }, signal)).listCompanyHolidays;
  const list = usePages([companiesKey, 'holidays', place, from], load);
  const name = (row: Holiday) => (language === 'es' ? row.nameEs : row.name);
  return (
    <>
      <ConsoleList
        label={t('companies.holidays')}
        words={consoleWords(t)}
        readOnly={readOnly}
        rows={list.rows}
        rowKey={({ day }) => day}
        columns={[
          {
            id: 'name',
            header: t('companies.holiday.name'),
            cell: (row) => <span className="font-medium">{name(row)}</span>,
          },
          { id: 'day', header: t('companies.day'), cell: ({ day }) => format.fullDay(day) },
        ]}
        onRowPress={(row) => open('edit', row)}
        rowActions={(row) =>
          row.day >= today && (
            <RowAction
              label={t('companies.remove')}
              name={t('companies.removeNamed', { name: name(row) })}
              icon={Trash2}
              onPress={() => open('remove', row)}
            />
          )
        }
        filters={<SpanChoice value={span} onChange={setSpan} />}
        empty={{
          title: t(span === 'coming' ? 'companies.holidays.noneComing' : 'companies.holidays.empty'),
          body: t('companies.holidays.emptyBody'),
        }}
        exporting={{
          fileName: 'holidays.csv',
          load: async () =>
            csvText(
              [
                { header: t('companies.day'), text: (row: Holiday) => row.day },
                { header: t('companies.holiday.name'), text: (row: Holiday) => row.name },
                { header: t('companies.nameEs'), text: (row: Holiday) => row.nameEs },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <Button onPress={() => open('edit', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('companies.holiday.add')}
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
        <HolidayDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          place={place}
          holiday={opened.row}
          today={today}
        />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('companies.remove.title', { name: name(opened.row) })}
          body={t('companies.holiday.remove.body')}
          done={t('companies.remove.done', { name: name(opened.row) })}
          remove={async () => {
            const { row } = opened;
            if (row) await remove.mutateAsync({ ...place, day: row.day, version: row.version });
          }}
        />
      )}
    </>
  );
}
