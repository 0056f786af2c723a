/** The sentence that says for which payday a change counts; null where there is no pay calendar to say it. */
import { type TimedChange, type Timing, usePayTiming } from '../api/pay-timing';
import { type Format, useFormat } from './format';
import { type Translate, useText } from './index';

/** To whom it's said: someone who asks, who decides, or whose change needs no approval. */
type Voice = 'own' | 'decider' | 'saved';

export function timingText(t: Translate, format: Format, timing: Timing | null, voice: Voice): string | null {
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
  if (voice === 'decider') return t(`payTiming.decider.${word}`, values);
  return voice === 'saved' ? t(`payTiming.saved.${word}`, values) : t(`payTiming.own.${word}`, values);
}

export function usePayTimingText(
  change: TimedChange,
  voice: Voice = change.managerId ? 'decider' : 'own',
): string | null {
  const { t } = useText();
  const format = useFormat();
  return timingText(t, format, usePayTiming(change), voice);
}
