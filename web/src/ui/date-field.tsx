// Typable dates with a calendar. Days go in and out as 'YYYY-MM-DD', times as 'HH:MM', and '' is empty: no library
// object leaves this file.
import { type CalendarDate, parseDate, parseTime, Time } from '@internationalized/date';
import { CalendarDays } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import {
  Button as AriaButton,
  DatePicker as AriaDatePicker,
  DateRangePicker as AriaDateRangePicker,
  TimeField as AriaTimeField,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Popover,
} from 'react-aria-components';
import { MonthCalendar, MonthRangeCalendar } from './calendar';
import { FieldLabel, FieldNotes, type FieldProps, type FocusTarget, fieldState } from './field';
import { controlBox, cx, popoverBox } from './style';
import { useUiText } from './text';

interface DayLimits {
  /** First and last day that may be chosen, 'YYYY-MM-DD'. */
  min?: string | undefined;
  max?: string | undefined;
  /** Days that cannot be chosen, e.g. weekends. */
  isUnavailable?: ((day: string) => boolean) | undefined;
}

export interface DateFieldProps extends FieldProps, DayLimits {
  value: string;
  onChange: (day: string) => void;
}

export function DateField(props: DateFieldProps) {
  const { value, onChange } = props;
  const [typing, setTyping] = useState<CalendarDate | null>(null);
  return (
    <AriaDatePicker
      {...fieldState(props)}
      {...limits(props)}
      {...blur(props)}
      value={toDay(value) ?? (hasWholeYear(typing) ? null : typing)}
      onChange={(day) => {
        setTyping(day);
        onChange(day && hasWholeYear(day) ? day.toString() : '');
      }}
      shouldForceLeadingZeros
      ref={useFocusSegment(props.ref)}
    >
      <FieldLabel field={props} />
      <Group className={cx(controlBox, 'pl-2.5')}>
        <Segments />
        <CalendarButton />
      </Group>
      <FieldNotes field={props} />
      <CalendarPopover>
        <MonthCalendar />
      </CalendarPopover>
    </AriaDatePicker>
  );
}

export interface DayRange {
  start: string;
  end: string;
}

export interface DateRangeFieldProps extends FieldProps, DayLimits {
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
}

export function DateRangeField(props: DateRangeFieldProps) {
  const { value, onChange } = props;
  const text = useUiText();
  const [typing, setTyping] = useState<Range | null>(null);
  const start = value ? toDay(value.start) : null;
  const end = value ? toDay(value.end) : null;
  const given = start && end ? { start, end } : null;
  const isWhole = (range: Range | null) => hasWholeYear(range?.start) && hasWholeYear(range?.end);
  return (
    <AriaDateRangePicker
      {...fieldState(props)}
      {...limits(props)}
      {...blur(props)}
      value={given ?? (isWhole(typing) ? null : typing)}
      onChange={(range) => {
        setTyping(range);
        onChange(range && isWhole(range) ? { start: range.start.toString(), end: range.end.toString() } : null);
      }}
      shouldForceLeadingZeros
      allowsNonContiguousRanges
      ref={useFocusSegment(props.ref)}
    >
      <FieldLabel field={props} />
      <Group className={cx(controlBox, 'pl-2.5 max-[22rem]:text-sm')}>
        <Segments slot="start" label={text.startDate} />
        <span aria-hidden className="px-0.5 text-sub sm:px-1.5">
          –
        </span>
        <Segments slot="end" label={text.endDate} />
        <CalendarButton />
      </Group>
      <FieldNotes field={props} />
      <CalendarPopover>
        <MonthRangeCalendar />
      </CalendarPopover>
    </AriaDateRangePicker>
  );
}

export interface TimeFieldProps extends FieldProps {
  /** 'HH:MM' on the 24-hour clock; shown as the language shows times. */
  value: string;
  onChange: (time: string) => void;
}

export function TimeField(props: TimeFieldProps) {
  const { value, onChange } = props;
  return (
    <AriaTimeField
      {...fieldState(props)}
      {...blur(props)}
      value={toTime(value)}
      onChange={(time) => onChange(time ? time.toString().slice(0, 5) : '')}
      ref={useFocusSegment(props.ref)}
    >
      <FieldLabel field={props} />
      <Segments boxed />
      <FieldNotes field={props} />
    </AriaTimeField>
  );
}

function Segments({ slot, label, boxed }: { slot?: 'start' | 'end'; label?: string; boxed?: boolean }) {
  return (
    <DateInput
      {...(slot ? { slot } : {})}
      {...(label ? { 'aria-label': label } : {})}
      className={boxed ? cx(controlBox, 'px-2.5') : cx('flex items-center', slot === 'start' ? 'flex-none' : 'flex-1')}
    >
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-xs px-0.5 py-1 tabular-nums caret-transparent outline-none focus:bg-brand focus:text-on-brand placeholder-shown:text-sub type-literal:px-0 type-literal:text-sub disabled:text-sub"
        />
      )}
    </DateInput>
  );
}

function CalendarButton() {
  const text = useUiText();
  return (
    <AriaButton
      aria-label={text.openCalendar}
      className="focus-ring ml-auto mr-0.5 grid size-10 flex-none place-items-center rounded-sm text-sub hover:bg-hover hover:text-ink focus-visible:outline-offset-[-2px]"
    >
      <CalendarDays aria-hidden className="size-4.5" />
    </AriaButton>
  );
}

function CalendarPopover({ children }: { children: React.ReactNode }) {
  return (
    <Popover placement="bottom start" className={popoverBox}>
      <Dialog className="p-4 outline-none">{children}</Dialog>
    </Popover>
  );
}

interface Range {
  start: CalendarDate;
  end: CalendarDate;
}

/** While 2026 is being typed the picker already speaks of the years 2, 20 and 202; the form hears nothing until the year is whole. */
function hasWholeYear(day: CalendarDate | null | undefined): boolean {
  return !day || day.year >= 1000;
}

function toDay(iso: string): CalendarDate | null {
  try {
    return iso === '' ? null : parseDate(iso);
  } catch {
    return null;
  }
}

function toTime(text: string): Time | null {
  try {
    if (text === '') return null;
    const { hour, minute } = parseTime(text);
    return new Time(hour, minute);
  } catch {
    return null;
  }
}

// A day is valid from 1900 on (spec, section 5).
const firstDay = '1900-01-01';

function limits({ min = firstDay, max, isUnavailable }: DayLimits) {
  const minValue = toDay(min);
  const maxValue = toDay(max ?? '');
  return {
    ...(minValue ? { minValue } : {}),
    ...(maxValue ? { maxValue } : {}),
    ...(isUnavailable ? { isDateUnavailable: (day: { toString(): string }) => isUnavailable(day.toString()) } : {}),
  };
}

function blur({ onBlur }: FieldProps) {
  return onBlur ? { onBlur } : {};
}

function useFocusSegment(ref: Ref<FocusTarget> | undefined) {
  const field = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    ref,
    () => ({ focus: () => field.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus() }),
    [],
  );
  return field;
}
