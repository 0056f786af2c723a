/**
 * Weeks as a grid, one day in the tab order: arrows move the day, Home and End go to the ends of its week, Page Up and Page Down by a
 * month (with Shift by a year). Days beyond what is shown turn the page.
 */
import { CircleCheck } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { cx, phone, Skeleton, useMedia } from '../../ui';
import type { AwayDay, OwnEvent } from './calendar';
import { dayAfterKey, isSameMonth, isWeekend, type View } from './days';
import { useNameText } from './useNameText';

type DayGridProps = {
  label: string;
  weeks: readonly string[][];
  view: Exclude<View, 'list'>;
  /** The chosen day, in the tab order. */
  day: string;
  today: string;
  /** Null while they are on their way. */
  away: ReadonlyMap<string, AwayDay[]> | null;
  holidays: ReadonlyMap<string, string>;
  events: ReadonlyMap<string, OwnEvent[]>;
  onChoose: (day: string) => void;
};

const namesMost = { month: 3, week: 12 } as const;
const eventsMost = { month: 1, week: 4 } as const;

export function DayGrid({ label, weeks, view, day, today, away, holidays, events, onChoose }: DayGridProps) {
  const format = useFormat();
  const grid = useRef<HTMLTableElement>(null);
  const isMoving = useRef(false);

  // The day may stand on a page that was not there when the key was pressed.
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayAfterKey(day, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    if (next === day) return;
    isMoving.current = true;
    onChoose(next);
  };

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days one moves through by keys is a grid.
      role="grid"
      aria-label={label}
      aria-busy={away === null}
      onKeyDown={move}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      <thead>
        <tr>
          {(weeks[0] ?? []).map((weekday) => (
            <th
              key={weekday}
              scope="col"
              className="h-9 border-b border-line text-xs font-medium text-sub first-letter:uppercase"
            >
              {format.weekdayName(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <DayCell
                key={each}
                day={each}
                view={view}
                isChosen={each === day}
                isToday={each === today}
                isOutside={view === 'month' && !isSameMonth(each, day)}
                isLastRow={at === weeks.length - 1}
                away={away && (away.get(each) ?? [])}
                holiday={holidays.get(each) ?? null}
                events={events.get(each) ?? []}
                onChoose={onChoose}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayCellProps = {
  day: string;
  view: Exclude<View, 'list'>;
  isChosen: boolean;
  isToday: boolean;
  /** Of the month before or after. */
  isOutside: boolean;
  isLastRow: boolean;
  away: AwayDay[] | null;
  holiday: string | null;
  events: readonly OwnEvent[];
  onChoose: (day: string) => void;
};

function DayCell(props: DayCellProps) {
  const { day, view, isChosen, isToday, isOutside, isLastRow, away, holiday, events, onChoose } = props;
  const { t } = useText();
  const format = useFormat();
  const isPhone = useMedia(phone);
  const nameText = useNameText();
  const all = away ?? [];
  const named = all.length > namesMost[view] ? all.slice(0, namesMost[view] - 1) : all;
  const shownEvents = events.slice(0, eventsMost[view]);
  const hidden = all.length - named.length + events.length - shownEvents.length;
  const names = all.map((each) =>
    each.isPending ? t('calendar.pendingNamed', { name: nameText(each) }) : nameText(each),
  );
  const told = [
    format.fullDay(day),
    ...(holiday ? [holiday] : []),
    ...(all.length > 0 ? [t('calendar.cell.away', { count: all.length, names: format.list(names) })] : []),
    ...events.map(({ title }) => t('calendar.cell.acknowledged', { title })),
  ];
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be chosen.
    <td
      aria-selected={isChosen}
      className={cx(
        'border-line p-0 align-top not-first:border-l',
        !isLastRow && 'border-b',
        isWeekend(day) && 'bg-sunken',
      )}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={told.join('. ')}
        onClick={() => onChoose(day)}
        className={cx(
          'flex w-full cursor-pointer flex-col gap-1 p-1.5 text-left outline-none hover:bg-hover sm:p-2',
          'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
          view === 'week' ? 'min-h-24 sm:min-h-72' : 'min-h-16 sm:min-h-30',
          isChosen && 'bg-brand-soft/45 inset-ring-2 inset-ring-brand',
        )}
      >
        <span
          className={cx(
            'grid size-7 flex-none place-items-center rounded-full text-sm tabular-nums max-sm:mx-auto',
            isToday ? 'bg-brand font-semibold text-on-brand' : isOutside ? 'text-sub' : 'font-medium',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {away === null && !isWeekend(day) && <Skeleton className="h-3 w-3/4" />}
        {isPhone ? (
          <span className="mx-auto flex h-5 items-center gap-1 text-xs font-semibold text-sub tabular-nums">
            {holiday && <span className="size-1.5 rounded-full bg-info-ink" />}
            {events.length > 0 && <span className="size-1.5 rounded-full bg-ok-ink" />}
            {all.length > 0 && (
              <span className="rounded-full bg-neutral-soft px-1.5 text-neutral-ink">{all.length}</span>
            )}
          </span>
        ) : (
          <>
            {holiday && (
              <span className="block truncate rounded-sm bg-info-soft px-1.5 text-xs leading-5 font-medium text-info-ink">
                {holiday}
              </span>
            )}
            {named.map((each) => (
              <span
                key={each.employeeId}
                className={cx(
                  'block truncate rounded-sm border px-1.5 text-xs leading-4.5',
                  each.isPending
                    ? 'border-dashed border-warn-ink/60 bg-warn-soft text-warn-ink'
                    : each.isOwn
                      ? 'border-transparent bg-brand-soft font-medium text-brand-soft-ink'
                      : 'border-transparent bg-neutral-soft text-neutral-ink',
                )}
              >
                {nameText(each)}
              </span>
            ))}
            {shownEvents.map(({ id, title }) => (
              <span
                key={id}
                className="flex items-center gap-1 rounded-sm bg-ok-soft px-1.5 text-xs leading-4.5 text-ok-ink"
              >
                <CircleCheck aria-hidden className="size-3 flex-none" />
                <span className="truncate">{title}</span>
              </span>
            ))}
            {hidden > 0 && (
              <span className="px-1.5 text-xs text-sub tabular-nums">{t('calendar.more', { count: hidden })}</span>
            )}
          </>
        )}
      </button>
    </td>
  );
}
