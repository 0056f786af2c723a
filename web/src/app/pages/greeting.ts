/** The greeting of a home: by the hour on the company's own clock the first time in a day, a plain hello after that. */
import { useEffect, useState } from 'react';
import { type TextKey, useText } from '../../i18n';
import { useActor, useViewer } from '../session/viewer';

type Greeting = Extract<TextKey, 'home.goodMorning' | 'home.goodAfternoon' | 'home.goodEvening'>;

export function greetingAt(now: Date, timeZone: string): Greeting {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now));
  if (hour >= 5 && hour < 12) return 'home.goodMorning';
  if (hour >= 12 && hour < 18) return 'home.goodAfternoon';
  return 'home.goodEvening';
}

const lifetimeSeconds = 24 * 60 * 60;

/** The cookie says that someone was greeted, but not who. It outlives the session. */
export function wasGreeted(cookies: string): boolean {
  return cookies.split('; ').includes('greeting=given');
}

export function greetingCookie(): string {
  return `greeting=given; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax`;
}

export function useGreeting(): string {
  const { t } = useText();
  const { timeZone } = useActor();
  const { firstName } = useViewer();
  const [isFirst] = useState(() => !wasGreeted(document.cookie));
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support.
    if (isFirst) document.cookie = greetingCookie();
  }, [isFirst]);
  return t(isFirst ? greetingAt(new Date(), timeZone) : 'home.hello', { name: firstName });
}
