/** A company's pay calendar: its runs, each with its cut-off and what payroll says about it. */
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CircleCheck, Lock, LockOpen, type LucideIcon, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, ConsoleList, csvText, RowAction, useOpened } from '../../ui';
import type { Span } from './calendar';
import { companiesKey, type Place } from './companies';
import { RemoveQuestion } from './RemoveQuestion';
import { RunDialog } from './RunDialog';
import { CalendarSetup, ListRuns, nextStates, RemoveRun, type Run, type RunState, SetRunState } from './runs';
import { ScheduleDialog } from './ScheduleDialog';
import { SpanChoice } from './SpanChoice';

const tones = { open: 'info', processing: 'warn', paid: 'ok' } as const;
const icons: Record<RunState, LucideIcon> = { open: LockOpen, processing: Lock, paid: CircleCheck };

type Deed = 'edit' | 'remove' | 'schedule' | RunState;

export function PayCalendarTab({ place }: { place: Place }) {
  const { t } = useText();
  const readOnly = !useMayChange();
  const format = useFormat();
  const api = useApi();
  const [span, setSpan] = useState<Span>('coming');
  const { opened, open, close } = useOpened<Deed, Run>('edit');
  const remove = useSubmit(RemoveRun);
  const setState = useSubmit(SetRunState);
  const setup = useQuery({
    queryKey: [companiesKey, 'pay calendar', place],
    queryFn: async ({ signal }) => (await api.query(CalendarSetup, place, signal)).payCalendarSetup,
  });
  const calendar = setup.data ?? { timeZone: 'UTC', today: '', payGroups: [] };
  const from = span === 'coming' ? calendar.today || null : null;
  const load = async (cursor: string | null, signal?: AbortSignal, limit?: number) =>
    (await api.query(ListRuns, { ...place, from, cursor, limit: limit ?? null }, signal)).listPayRuns;
  const list = usePages([companiesKey, 'runs', place, from], load);
  const who = (run: Run) => run.payGroupName ?? t('companies.run.everyone');
  const name = (run: Run) => t('companies.run.named', { payday: format.day(run.payDate), group: who(run) });
  const cutoff = (run: Run) => format.instant(run.cutoffAt, calendar.timeZone);
  const period = (run: Run) => format.dayRange(run.periodBegin, run.periodEnd);
  const failure = list.error ?? setup.error;
  const { kind, row, serial, isOpen } = opened;
  const becomes = kind === 'open' || kind === 'processing' || kind === 'paid' ? kind : null;
  return (
    <>
      <ConsoleList
        label={t('companies.runs')}
        words={consoleWords(t)}
        readOnly={readOnly}
        rows={setup.data && list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'payday',
            header: t('companies.run.payday'),
            cell: (run) => <span className="font-medium">{format.day(run.payDate)}</span>,
          },
          {
            id: 'state',
            header: t('companies.run.state'),
            cell: ({ state }) => (
              <Badge tone={tones[state]} dot>
                {t(`companies.run.state.${state}`)}
              </Badge>
            ),
          },
          { id: 'group', header: t('companies.run.group'), cell: who },
          { id: 'period', header: t('companies.run.period'), cell: period },
          { id: 'cutoff', header: t('companies.run.cutoff'), cell: cutoff },
        ]}
        onRowPress={(run) => run.state === 'open' && open('edit', run)}
        rowActions={(run) => (
          <>
            {nextStates(run).map((state) => (
              <RowAction
                key={state}
                label={t(`companies.run.set.${state}`)}
                name={t(`companies.run.setNamed.${state}`, { name: name(run) })}
                icon={icons[state]}
                onPress={() => open(state, run)}
              />
            ))}
            {run.state === 'open' && (
              <RowAction
                label={t('companies.remove')}
                name={t('companies.removeNamed', { name: name(run) })}
                icon={Trash2}
                onPress={() => open('remove', run)}
              />
            )}
          </>
        )}
        filters={<SpanChoice value={span} onChange={setSpan} />}
        empty={{ title: t('companies.runs.empty'), body: t('companies.runs.emptyBody') }}
        exporting={{
          fileName: 'pay-calendar.csv',
          load: async () =>
            csvText(
              [
                { header: t('companies.run.payday'), text: (run: Run) => run.payDate },
                { header: t('companies.run.state'), text: (run: Run) => t(`companies.run.state.${run.state}`) },
                { header: t('companies.run.group'), text: who },
                { header: t('companies.run.begin'), text: (run: Run) => run.periodBegin },
                { header: t('companies.run.end'), text: (run: Run) => run.periodEnd },
                { header: t('companies.run.cutoff'), text: (run: Run) => `${run.cutoffDay} ${run.cutoffTime}` },
              ],
              await everyRow((cursor) => load(cursor, undefined, maximumPageLimit)),
            ),
          failure: (error) => errorText(t, error),
        }}
        actions={
          <>
            <Button
              variant="secondary"
              onPress={() => open('edit', null)}
              icon={<Plus aria-hidden className="size-4.5" />}
            >
              {t('companies.run.add')}
            </Button>
            <Button onPress={() => open('schedule', null)} icon={<CalendarPlus aria-hidden className="size-4.5" />}>
              {t('companies.schedule.add')}
            </Button>
          </>
        }
        failure={
          failure && {
            title: t('companies.part.loadFailed'),
            body: errorText(t, failure),
            onRetry: () => {
              if (setup.error) void setup.refetch();
              if (list.error) list.retry();
            },
            retrying: list.isRetrying || setup.isFetching,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {serial > 0 && kind === 'edit' && (
        <RunDialog key={serial} open={isOpen} onClose={close} place={place} run={row} calendar={calendar} />
      )}
      {serial > 0 && kind === 'schedule' && (
        <ScheduleDialog key={serial} open={isOpen} onClose={close} place={place} calendar={calendar} />
      )}
      {row && kind === 'remove' && (
        <RemoveQuestion
          key={serial}
          open={isOpen}
          onClose={close}
          title={t('companies.remove.title', { name: name(row) })}
          body={t('companies.run.remove.body')}
          done={t('companies.remove.done', { name: name(row) })}
          remove={() => remove.mutateAsync({ ...place, runId: row.id, version: row.version })}
        />
      )}
      {row && becomes && (
        <RemoveQuestion
          key={serial}
          open={isOpen}
          onClose={close}
          title={t(`companies.run.ask.${becomes}`, { name: name(row) })}
          body={t(`companies.run.askBody.${becomes}`)}
          confirmLabel={t(`companies.run.set.${becomes}`)}
          done={t(`companies.run.done.${becomes}`, { name: name(row) })}
          remove={() => setState.mutateAsync({ ...place, runId: row.id, version: row.version, state: becomes })}
        />
      )}
    </>
  );
}
