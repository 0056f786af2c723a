/** Time left until an instant: by the second for the eye (the kit counts them), at a few milestones for the ear. */
import { useEffect, useState } from 'react';
import { useText } from './text';

/** `mm:ss` */
export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

const milestones = [10, 30, 60, 120, 300] as const;

/** The next milestone at or above: it changes seldom enough to be read out. Beyond five minutes, every five. */
export function milestone(seconds: number): number {
  return milestones.find((candidate) => seconds <= candidate) ?? Math.ceil(seconds / 300) * 300;
}

/** `30 seconds`, `2 minutos`. Minutes are rounded up, so no one comes back too early. */
export function inWords(seconds: number, locale: string): string {
  const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** What a screen reader is told. It starts empty: a live region that arrives with its text is often not read out. */
export function useAnnouncedTimeLeft(secondsLeft: number): string {
  const { t, locale } = useText();
  const [text, setText] = useState('');
  const next =
    secondsLeft === 0
      ? t('login.tooMany.over')
      : t('login.tooMany.left', { time: inWords(milestone(secondsLeft), locale) });
  useEffect(() => setText(next), [next]);
  return text;
}
