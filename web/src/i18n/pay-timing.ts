/** The sentence that says for which payday a change counts; null where there is no pay calendar to say it. */
import { type TimedChange, type Timing, usePayTiming } from '../api/pay-timing';
import { type Format, useFormat } from './format';
import { type Translate, useText } from './index';

export function timingText(t: Translate, format: Format, timing: Timing | null, isDecider: boolean): string | null {
  if (!timing?.countsFor) return null;
  const values: Record<string, string> = { payday: format.weekday(timing.countsFor) };
  let word: 'open' | 'until' | 'processing' = 'open';
  if (timing.processing) {
    word = 'processing';
    values.processing = format.weekday(timing.processing);
  } else if (timing.approveBy) {
    word = 'until';
    values.until = format.instant(timing.approveBy, timing.timeZone);
  }
  return isDecider ? t(`payTiming.decider.${word}`, values) : t(`payTiming.own.${word}`, values);
}

export function usePayTimingText(change: TimedChange): string | null {
  const { t } = useText();
  const format = useFormat();
  return timingText(t, format, usePayTiming(change), Boolean(change.managerId));
}
