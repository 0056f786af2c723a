// The month inside date pickers.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components';
import { cx } from './style';
import { useUiText } from './text';

const day =
  'grid size-10 cursor-pointer place-items-center rounded-md text-[.875rem] tabular-nums outline-none hover:bg-hover pressed:bg-press ' +
  'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus outside-month:invisible ' +
  'disabled:cursor-default disabled:text-sub disabled:opacity-55 disabled:hover:bg-transparent ' +
  'unavailable:cursor-default unavailable:text-sub unavailable:opacity-55 unavailable:hover:bg-transparent ' +
  'data-[today]:font-semibold data-[today]:text-brand-ink';

export function MonthCalendar() {
  return (
    <AriaCalendar className="w-fit">
      <MonthHeader />
      <MonthGrid
        cell={cx(day, 'selected:bg-brand selected:font-semibold selected:text-on-brand selected:hover:bg-brand-hover')}
      />
    </AriaCalendar>
  );
}

export function MonthRangeCalendar() {
  return (
    <RangeCalendar className="w-fit [&_td]:py-px [&_td]:px-0">
      <MonthHeader />
      <MonthGrid
        cell={cx(
          day,
          'selected:rounded-none selected:bg-brand-soft selected:text-brand-soft-ink',
          'selection-start:rounded-l-md selection-start:bg-brand selection-start:font-semibold selection-start:text-on-brand',
          'selection-end:rounded-r-md selection-end:bg-brand selection-end:font-semibold selection-end:text-on-brand',
          'unavailable:selected:bg-transparent invalid:bg-bad-soft invalid:text-bad-ink',
        )}
      />
    </RangeCalendar>
  );
}

function MonthHeader() {
  const text = useUiText();
  return (
    <header className="mb-2 flex items-center justify-between">
      <MonthButton slot="previous" label={text.previousMonth}>
        <ChevronLeft aria-hidden className="size-4.5" />
      </MonthButton>
      <Heading className="text-base font-semibold first-letter:uppercase" />
      <MonthButton slot="next" label={text.nextMonth}>
        <ChevronRight aria-hidden className="size-4.5" />
      </MonthButton>
    </header>
  );
}

function MonthButton({ slot, label, children }: { slot: 'previous' | 'next'; label: string; children: ReactNode }) {
  return (
    <AriaButton
      slot={slot}
      aria-label={label}
      className="focus-ring grid size-10 place-items-center rounded-md text-sub hover:bg-hover hover:text-ink disabled:opacity-40"
    >
      {children}
    </AriaButton>
  );
}

function MonthGrid({ cell }: { cell: string }) {
  return (
    <CalendarGrid weekdayStyle="short" className="border-separate border-spacing-0">
      <CalendarGridHeader>
        {(weekday) => (
          <CalendarHeaderCell className="h-8 text-xs font-medium text-sub">{weekday.slice(0, 2)}</CalendarHeaderCell>
        )}
      </CalendarGridHeader>
      <CalendarGridBody>{(date) => <CalendarCell date={date} className={cell} />}</CalendarGridBody>
    </CalendarGrid>
  );
}
