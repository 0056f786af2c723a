/** /manager/leaverequests: what waits for this manager, soonest first. */
import { CalendarCheck2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { knownCode } from '../../api/known-codes';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { unansweredText } from '../../i18n/unanswered';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  oneOf,
  PageHeader,
  Pager,
  ReasonDialog,
  SegmentedChoice,
  toast,
  useKeptFilter,
  useOpened,
} from '../../ui';
import { CalendarLink } from './CalendarLink';
import { DecisionDialog } from './DecisionDialog';
import { DelegationDialog } from './DelegationDialog';
import { EditForReport } from './EditForReport';
import { EmployeeSearch } from './EmployeeSearch';
import { EnterForReport } from './EnterForReport';
import { QueueBars } from './QueueBars';
import { nameOf, QueueTable } from './QueueTable';
import { ReportRequests } from './ReportRequests';
import { notesMaximumCharacters } from './rules';
import { SearchPopover } from './SearchPopover';
import type { Request } from './timeOff';
import { useDecided } from './UndoBar';
import { useFate, useFateText } from './useFate';
import { useFocusAfter } from './useFocusAfter';
import { type Decision, type ReportKind, reportKinds, useDecide, useQueue } from './useQueue';
import { type Company, filtersMost, type Report, useChosenReport, useReportCount, type Wanted } from './useReports';

const isReportKind = oneOf(reportKinds);

type QueuePageProps = {
  actor: Actor;
  calendarHref: string;
  /** Where this manager decides on time off. */
  companies: readonly Company[];
  /** Whose requests to begin with. */
  startsWith: Report | null;
  /** Goes to another company. */
  onEnter: (wanted: Wanted) => void;
};

export function QueuePage({ actor, calendarHref, companies, startsWith, onEnter }: QueuePageProps) {
  const { t } = useText();
  const [cursor, setCursor] = useState<string | null>(null);
  const [report, setReport] = useChosenReport(actor, startsWith);
  const [keptKind, setKind] = useKeptFilter(`time-off queue kind ${actor.companyId}`, isReportKind);
  const kind = keptKind ?? 'all';
  const count = useReportCount(actor.companyId);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { decided, add: addDecided, forget } = useDecided();
  /** The server gave no answer: the rows stay, and the same attempt can be sent again. */
  const [unanswered, setUnanswered] = useState<{ decisions: Decision[]; text: string } | null>(null);
  const [denied, setDenied] = useState<readonly Request[]>([]);
  /** Which request the answer of the server says is another one by now. */
  const [movedId, setMovedId] = useState<string | null>(null);
  const { opened, open, close } = useOpened<'read' | 'edit' | 'delegate' | 'deny', Request>('read');
  const list = useQueue(actor, { employeeId: report?.id ?? null, kind }, cursor);
  const { decide, isPending } = useDecide(actor);
  const fateOf = useFate(actor);
  const fateText = useFateText();
  const format = useFormat();
  const mayWrite = may(actor, 'manager:time-off.write');
  const requests = list.data?.results ?? null;
  const focusAfter = useFocusAfter(requests);
  const chosen = (requests ?? []).filter(({ id }) => picked.has(id));

  async function take(decisions: Decision[]): Promise<void> {
    try {
      const outcomes = await decide(decisions);
      setUnanswered(null);
      const done = outcomes.flatMap(({ request }) => (request ? [request] : []));
      const refused = outcomes.filter(({ refusal }) => refusal !== null);
      addDecided(done);
      focusAfter(
        outcomes.map(({ id }) => id),
        decisions[0]?.action ?? 'approve',
      );
      const [only] = outcomes;
      if (outcomes.length === 1 && only?.refusal === 'CONFLICT' && opened.isOpen && opened.kind === 'read') {
        setMovedId(only.id);
        return;
      }
      if (refused.length > 0) toast(await refusalText(refused), { tone: 'error' });
      // A dialog whose decision was refused stays, with the note in it, unless there is nothing left to decide.
      const isMoot = opened.kind === 'deny' && refused.every(({ refusal }) => refusal === 'CONFLICT');
      if (done.length === 0 && !isMoot) return;
      const gone = new Set(outcomes.map(({ id }) => id));
      setPicked((before) => new Set([...before].filter((id) => !gone.has(id))));
      close();
    } catch (error) {
      const text = unansweredText(t, error);
      setUnanswered(text === null ? null : { decisions, text });
      if (text === null && !(error instanceof ApiError && error.isTold))
        toast(errorText(t, error, 'timeOff.decide.failed'), { tone: 'error' });
    }
  }

  /** Of one, who decided what; of several, how many. */
  async function refusalText(refused: readonly { id: string; refusal: string | null }[]): Promise<string> {
    const other = refused.find(({ refusal }) => refusal !== 'CONFLICT');
    const [{ id, refusal } = { id: '', refusal: null }] = other ? [other] : refused;
    if (!other && refused.length > 1) return t('timeOff.queue.refusedMany', { count: refused.length });
    const request = requests?.find((each) => each.id === id);
    if (refusal !== 'CONFLICT' || !request) return errorText(t, new ApiError(knownCode(refusal ?? ''), refusal ?? ''));
    const days = format.dayRange(request.timeOffDate, request.endDate);
    return t('timeOff.queue.refusedOne', { name: nameOf(request), days, what: fateText(await fateOf(id)) });
  }

  const narrow = (nextReport: Report | null, nextKind: ReportKind) => {
    setReport(nextReport);
    setKind(nextKind);
    setCursor(null);
    setPicked(new Set());
  };
  const pick = (id: string, isPicked: boolean) =>
    setPicked((before) => {
      const after = new Set(before);
      if (isPicked) after.add(id);
      else after.delete(id);
      return after;
    });
  const askToDeny = (requested: readonly Request[]) => {
    setUnanswered(null);
    setDenied(requested);
    open('deny', null);
  };
  const decideOn = (these: readonly Request[], action: 'approve' | 'deny') => {
    if (action === 'deny') askToDeny(these);
    else void take(these.map(({ id, version }) => ({ id, version, action })));
  };
  const deny = (managerNotes: string) =>
    void take(denied.map(({ id, version }) => ({ id, version, action: 'deny', managerNotes })));
  const [firstDenied] = denied;
  const retry = () => {
    if (list.error instanceof ApiError && list.error.code === 'INVALID_CURSOR') setCursor(null);
    else void list.refetch();
  };

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.timeOffRequests')}
        description={t('timeOff.queue.lead', { company: actor.companyName })}
        actions={
          <>
            <CalendarLink href={calendarHref} />
            {mayWrite && (
              <Button
                variant="secondary"
                icon={<UserRoundCheck aria-hidden className="size-4.5" />}
                onPress={() => open('delegate', null)}
              >
                {t('timeOff.delegate.open')}
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex flex-wrap items-start gap-4 max-sm:w-full">
          {companies.length > 1 ? (
            <SearchPopover
              actor={actor}
              companies={companies}
              chosen={report}
              onChoose={(wanted) =>
                wanted.companyId === actor.companyId ? narrow(wanted.report, kind) : onEnter(wanted)
              }
            />
          ) : (
            <div className="w-full sm:w-80">
              <EmployeeSearch actor={actor} chosen={report} onChoose={(next) => narrow(next, kind)} />
            </div>
          )}
          <SegmentedChoice
            label={t('timeOff.filter')}
            hideLabel
            options={reportKinds.map((value) => ({ value, label: t(`timeOff.filter.${value}`) }))}
            value={kind}
            onChange={(next) => narrow(report, next)}
            disabledReason={
              count !== null && count > filtersMost ? t('timeOff.filter.off', { most: filtersMost }) : undefined
            }
          />
        </div>
        {mayWrite && report && <EnterForReport key={report.id} actor={actor} report={report} />}
      </div>
      <QueueBars
        undo={{ actor, decided, onGone: forget, onUndone: () => focusAfter([], 'approve') }}
        unanswered={opened.isOpen ? null : (unanswered?.text ?? null)}
        onRetry={() => unanswered && void take(unanswered.decisions)}
        pickedCount={chosen.length}
        isDeciding={isPending}
        onDecide={(action) => decideOn(chosen, action)}
      />
      <Card flush className="overflow-hidden">
        {/* Rows that are there stay: without a network they cannot be asked for again. */}
        {list.isError && !requests ? (
          <ErrorState
            title={t('timeOff.loadFailed')}
            body={errorText(t, list.error)}
            onRetry={retry}
            retrying={list.isFetching}
          />
        ) : (
          <QueueTable
            requests={requests}
            mayWrite={mayWrite}
            picked={picked}
            onPick={pick}
            onOpen={(request) => {
              setMovedId(null);
              setUnanswered(null);
              open('read', request);
            }}
            onDecide={(request, action) => decideOn([request], action)}
            empty={
              <EmptyState
                icon={<CalendarCheck2 />}
                title={t('timeOff.queue.empty.title')}
                body={report ? t('timeOff.queue.empty.ofOne', { name: report.name }) : t('timeOff.queue.empty.body')}
              />
            }
          />
        )}
      </Card>
      <Pager links={list.data?.links} onTurn={setCursor} pending={list.isPlaceholderData} />

      {report && <ReportRequests key={report.id} actor={actor} report={report} />}

      {opened.kind === 'read' && opened.row && (
        <DecisionDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          actor={actor}
          request={requests?.find(({ id }) => id === opened.row?.id) ?? opened.row}
          hasMoved={movedId === opened.row.id && !list.isFetching}
          isGone={requests?.every(({ id }) => id !== opened.row?.id) ?? false}
          isDeciding={isPending}
          failure={unanswered?.text ?? null}
          onEdit={() => open('edit', opened.row)}
          onDecide={(decision) => void take([decision])}
        />
      )}
      {opened.kind === 'deny' && firstDenied && (
        <ReasonDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={
            denied.length === 1
              ? t('timeOff.deny.title', {
                  name: nameOf(firstDenied),
                  days: format.dayRange(firstDenied.timeOffDate, firstDenied.endDate),
                })
              : t('timeOff.deny.titleMany', { count: denied.length })
          }
          label={t('timeOff.deny.reason')}
          hint={t(denied.length === 1 ? 'timeOff.deny.hint' : 'timeOff.deny.hintMany')}
          submitLabel={t('timeOff.queue.deny')}
          pending={isPending}
          failure={unanswered?.text}
          maxLength={notesMaximumCharacters}
          onSubmit={deny}
        />
      )}
      {opened.kind === 'edit' && opened.row && (
        <EditForReport key={opened.serial} open={opened.isOpen} onClose={close} actor={actor} request={opened.row} />
      )}
      {opened.kind === 'delegate' && (
        <DelegationDialog key={opened.serial} open={opened.isOpen} onClose={close} actor={actor} />
      )}
      {/* The last rows can be scrolled clear of the bars. */}
      {(decided.length > 0 || unanswered || chosen.length > 0) && <div aria-hidden className="h-32 flex-none" />}
    </div>
  );
}
