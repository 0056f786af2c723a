/** Reports of the company that are mailed as a link; a new one takes what the page shows now. */
import { Pause, Play, Plus, Trash2 } from 'lucide-react';
import { useMayChange } from '../../api/console-rights';
import { everyRow, useApi, useSubmit } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, ConfirmDialog, ConsoleList, csvText, RowAction, useOpened } from '../../ui';
import {
  type Asked,
  groupingTexts,
  known,
  ListSchedules,
  PauseSchedule,
  RemoveSchedule,
  type ReportCompany,
  reportsKey,
  type Schedule,
} from './reports';
import { rhythmText } from './rhythm';
import { ScheduleDialog } from './ScheduleDialog';
import { useSaved } from './useSaved';

type SchedulesListProps = { tenantId: string; company: ReportCompany; asked: Asked };

export function SchedulesList({ tenantId, company, asked }: SchedulesListProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const mayChange = useMayChange();
  const pause = useSubmit(PauseSchedule);
  const { run } = useSaved();
  const { opened, open, close } = useOpened<'add' | 'remove', Schedule>('add');
  const at = { tenantId, companyId: company.id };
  const load = async (cursor: string | null, signal?: AbortSignal) =>
    (await api.query(ListSchedules, { ...at, cursor }, signal)).listReportSchedules;
  const list = usePages([reportsKey, 'schedules', at], load);
  const nameOf = ({ report, groupBy }: Schedule) =>
    groupBy
      ? t('reports.titleBy', { title: t(known[report].title), by: t(groupingTexts[groupBy]) })
      : t(known[report].title);
  const dialog = { open: opened.isOpen, onClose: close };
  const turn = ({ id, version, pausedAt, ...row }: Schedule) => {
    const paused = pausedAt === null;
    const change = () => pause.mutateAsync({ ...at, scheduleId: id, version, paused });
    const name = nameOf({ id, version, pausedAt, ...row });
    void run(change, t(paused ? 'reports.schedule.paused' : 'reports.schedule.resumed', { name }), true);
  };
  return (
    <section aria-label={t('reports.schedules')} className="flex flex-col gap-4">
      <div className="max-w-2xl">
        <h2 className="text-lg font-semibold tracking-tight">{t('reports.schedules')}</h2>
        <p className="text-sm text-sub">{t('reports.schedules.about')}</p>
      </div>
      <ConsoleList
        label={t('reports.schedules')}
        words={consoleWords(t)}
        readOnly={!mayChange}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'report',
            header: t('reports.report'),
            cell: (row) => <span className="font-medium">{nameOf(row)}</span>,
          },
          { id: 'rhythm', header: t('reports.schedule.when'), cell: (row) => rhythmText(t, format, row) },
          { id: 'who', header: t('reports.schedule.to'), cell: ({ recipients }) => format.list(recipients) },
          {
            id: 'next',
            header: t('reports.schedule.next'),
            cell: ({ pausedAt, nextAt }) =>
              pausedAt === null ? (
                format.instant(nextAt, company.timeZone)
              ) : (
                <Badge tone="warn">{t('reports.schedule.isPaused')}</Badge>
              ),
          },
        ]}
        rowActions={(row) => (
          <>
            <RowAction
              label={t(row.pausedAt === null ? 'reports.schedule.pause' : 'reports.schedule.resume')}
              name={t(row.pausedAt === null ? 'reports.schedule.pauseOne' : 'reports.schedule.resumeOne', {
                name: nameOf(row),
              })}
              icon={row.pausedAt === null ? Pause : Play}
              onPress={() => turn(row)}
            />
            <RowAction
              label={t('reports.schedule.remove')}
              name={t('reports.schedule.removeOne', { name: nameOf(row) })}
              icon={Trash2}
              onPress={() => open('remove', row)}
            />
          </>
        )}
        actions={
          <Button onPress={() => open('add', null)} icon={<Plus aria-hidden className="size-4.5" />}>
            {t('reports.schedule.add')}
          </Button>
        }
        empty={{ title: t('reports.schedules.none'), body: t('reports.schedules.none.body') }}
        exporting={{
          fileName: 'scheduled-reports.csv',
          load: async () =>
            csvText(
              [
                { header: t('reports.report'), text: nameOf },
                { header: t('reports.schedule.when'), text: (row: Schedule) => rhythmText(t, format, row) },
                { header: t('reports.schedule.to'), text: (row: Schedule) => row.recipients.join('; ') },
                {
                  header: t('reports.schedule.next'),
                  text: (row: Schedule) => (row.pausedAt === null ? row.nextAt : t('reports.schedule.isPaused')),
                },
              ],
              await everyRow((cursor) => load(cursor)),
            ),
          failure: (error) => errorText(t, error),
        }}
        failure={
          list.error && {
            title: t('reports.loadFailed'),
            body: errorText(t, list.error),
            onRetry: list.retry,
            retrying: list.isRetrying,
          }
        }
        links={list.links}
        onTurn={list.turn}
        turning={list.isTurning}
      />
      {opened.kind === 'add' && (
        <ScheduleDialog key={opened.serial} {...dialog} tenantId={tenantId} company={company} asked={asked} />
      )}
      {opened.row && opened.kind === 'remove' && (
        <RemoveQuestion
          key={opened.serial}
          {...dialog}
          tenantId={tenantId}
          company={company}
          schedule={opened.row}
          name={nameOf(opened.row)}
        />
      )}
    </section>
  );
}

type RemoveQuestionProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  company: ReportCompany;
  schedule: Schedule;
  name: string;
};

function RemoveQuestion({ open, onClose, tenantId, company, schedule, name }: RemoveQuestionProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveSchedule);
  const { run, failure } = useSaved();
  const sent = { tenantId, companyId: company.id, scheduleId: schedule.id, version: schedule.version };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('reports.schedule.remove.title', { name })}
      body={t('reports.schedule.remove.body')}
      confirmLabel={t('reports.schedule.remove')}
      cancelLabel={t('app.cancel')}
      onConfirm={async () => {
        const isDone = await run(() => remove.mutateAsync(sent), t('reports.schedule.removed', { name }));
        if (!isDone) throw new Error('The question stays open.');
      }}
    >
      {failure && <p role="alert">{failure.text}</p>}
    </ConfirmDialog>
  );
}
