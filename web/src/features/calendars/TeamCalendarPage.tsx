/** /time/calendar and /manager/leaverequests/calendar: who is away, by month, by week or as a list. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Button,
  Card,
  ErrorState,
  IconButton,
  Notice,
  oneOf,
  PageHeader,
  phone,
  SegmentedChoice,
  useKeptFilter,
  useMedia,
} from '../../ui';
import { AwayList } from './AwayList';
import { useCalendar, type Whose } from './calendar';
import { DayDetails } from './DayDetails';
import { DayGrid } from './DayGrid';
import { byDay, isSameMonth, turned, views, weekOf, weeksOfMonth } from './days';

const isView = oneOf(views);

type TeamCalendarPageProps = { actor: Actor; whose: Whose; backHref: string; actions?: ReactNode };

export function TeamCalendarPage({ actor, whose, backHref, actions }: TeamCalendarPageProps) {
  const { t } = useText();
  const format = useFormat();
  const isPhone = useMedia(phone);
  const [chosen, setView] = useKeptFilter(`${whose.kind} calendar view`, isView);
  const view = chosen ?? (isPhone ? 'list' : 'month');
  const [day, setDay] = useState(actor.today);
  const weeks = view === 'week' ? [weekOf(day)] : weeksOfMonth(day);
  const shown = weeks.flat();
  const [first, last] = [shown[0] ?? day, shown.at(-1) ?? day];
  const calendar = useCalendar(actor, whose, first, last);
  const days = calendar.data ?? null;
  const awayByDay = useMemo(() => byDay(days?.away ?? []), [days]);
  const eventsByDay = useMemo(() => byDay(days?.events ?? []), [days]);
  const holidays = days?.holidays ?? new Map<string, string>();
  const unit = view === 'week' ? 'week' : 'month';
  const period = view === 'week' ? format.dayRange(first, last) : format.month(day);
  const isReports = whose.kind === 'reports';

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={{ href: backHref, label: isReports ? t('page.timeOffRequests') : t('page.time') }}
        title={t('page.teamCalendar')}
        description={isReports ? t('calendar.leadReports', { company: actor.companyName }) : t('calendar.lead')}
        actions={actions}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex items-center gap-1.5">
          <IconButton
            label={t(`calendar.previous.${unit}`)}
            icon={<ChevronLeft aria-hidden className="size-5" />}
            onPress={() => setDay(turned(view, day, -1))}
          />
          <IconButton
            label={t(`calendar.next.${unit}`)}
            icon={<ChevronRight aria-hidden className="size-5" />}
            onPress={() => setDay(turned(view, day, 1))}
          />
          <h2
            aria-live="polite"
            className="ml-1.5 text-lg font-semibold tracking-tight tabular-nums first-letter:uppercase"
          >
            {period}
          </h2>
        </div>
        <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
          <Button variant="secondary" onPress={() => setDay(actor.today)}>
            {t('calendar.today')}
          </Button>
          <SegmentedChoice
            label={t('calendar.view')}
            hideLabel
            options={views.map((value) => ({ value, label: t(`calendar.view.${value}`) }))}
            value={view}
            onChange={setView}
          />
        </div>
      </div>
      {days?.isCut && <Notice tone="info">{t('calendar.cut')}</Notice>}
      {calendar.isError ? (
        <Card>
          <ErrorState
            title={t('calendar.loadFailed')}
            body={errorText(t, calendar.error)}
            onRetry={() => void calendar.refetch()}
            retrying={calendar.isFetching}
          />
        </Card>
      ) : view === 'list' ? (
        <AwayList
          away={days?.away.filter(({ date }) => isSameMonth(date, day)) ?? null}
          holidays={new Map([...holidays].filter(([date]) => isSameMonth(date, day)))}
          events={days?.events.filter(({ date }) => isSameMonth(date, day)) ?? []}
          today={actor.today}
          period={period}
          isReports={isReports}
        />
      ) : (
        <div className="flex flex-col gap-6">
          <DayGrid
            label={t('calendar.grid', { period })}
            weeks={weeks}
            view={view}
            day={day}
            today={actor.today}
            away={days && awayByDay}
            holidays={holidays}
            events={eventsByDay}
            onChoose={setDay}
          />
          <DayDetails
            day={day}
            away={days && (awayByDay.get(day) ?? [])}
            holiday={holidays.get(day) ?? null}
            events={eventsByDay.get(day) ?? []}
          />
        </div>
      )}
    </div>
  );
}
