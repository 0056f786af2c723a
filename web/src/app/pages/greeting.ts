/** Which greeting fits the hour on the company's own clock. */
import type { TextKey } from '../../i18n';

type Greeting = Extract<TextKey, 'home.goodMorning' | 'home.goodAfternoon' | 'home.goodEvening'>;

export function greetingAt(now: Date, timeZone: string): Greeting {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now));
  if (hour >= 5 && hour < 12) return 'home.goodMorning';
  if (hour >= 12 && hour < 18) return 'home.goodAfternoon';
  return 'home.goodEvening';
}
