/**
 * What happens when no one touches anything. A press or key in any tab counts in all of them. After the limit a countdown of
 * 60 s begins in every tab, which only a decision ends; a computer that slept through it all finds its session expired.
 */
import { refreshIfDue } from './refresh';

export const refreshCheckMs = 8_400;
export const countdownMs = 60_000;
export const defaultInactivityLimitMs = 840_000;
const channelName = 'atrium activity';
/** Moving the mouse need not be told to the other tabs at every pixel. */
const tellEveryMs = 1_000;

const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** The operator's setting, which the server writes into the page. */
export function inactivityLimitMs(page: Pick<HTMLElement, 'dataset'> = document.documentElement): number {
  const given = Number(page.dataset.inactivityLimitMs);
  return Number.isSafeInteger(given) && given > 0 ? given : defaultInactivityLimitMs;
}

type Told = { kind: 'active' | 'stay' | 'leave' };

export type Inactivity = {
  limitMs: number;
  /** The countdown runs until then. */
  onCountdown: (deadlineMs: number) => void;
  /** Someone stays, here or in another tab. */
  onStay: () => void;
  /** The countdown ran out, or someone left, here or in another tab. */
  onLeave: () => void;
  /** The wall clock went on while the computer slept. */
  onSlept: () => void;
};

export type Following = { stay: () => void; leave: () => void; stop: () => void };

export function followActivity({ limitMs, onCountdown, onStay, onLeave, onSlept }: Inactivity): Following {
  const others = new BroadcastChannel(channelName);
  let lastActivityMs = Date.now();
  let lastToldMs = 0;
  let isCounting = false;
  let check: ReturnType<typeof setTimeout> | null = null;
  let next: ReturnType<typeof setTimeout>;

  const hasSlept = () => Date.now() - lastActivityMs > limitMs + countdownMs;
  const deadlineMs = () => lastActivityMs + limitMs + countdownMs;
  const tell = (kind: Told['kind']) => others.postMessage({ kind } satisfies Told);

  const beginCountdown = () => {
    if (hasSlept()) return onSlept();
    isCounting = true;
    next = setTimeout(endCountdown, deadlineMs() - Date.now());
    onCountdown(deadlineMs());
  };

  const endCountdown = () => {
    tell('leave');
    onLeave();
  };

  const noteActivity = () => {
    isCounting = false;
    lastActivityMs = Date.now();
    clearTimeout(next);
    next = setTimeout(beginCountdown, limitMs);
  };

  const onSign = () => {
    if (isCounting) return;
    if (hasSlept()) return onSlept();
    noteActivity();
    if (lastActivityMs - lastToldMs >= tellEveryMs) {
      lastToldMs = lastActivityMs;
      tell('active');
    }
    // One check follows a burst of activity; a later key press does not put it off.
    check ??= setTimeout(() => {
      check = null;
      void refreshIfDue();
    }, refreshCheckMs);
  };

  const stay = () => {
    noteActivity();
    tell('stay');
    void refreshIfDue();
    onStay();
  };

  others.onmessage = ({ data: { kind } }: MessageEvent<Told>) => {
    if (kind === 'leave') return onLeave();
    const wasCounting = isCounting;
    noteActivity();
    if (wasCounting) onStay();
  };

  next = setTimeout(beginCountdown, limitMs);
  onSign();
  for (const sign of signsOfLife) addEventListener(sign, onSign, { capture: true, passive: true });
  return {
    stay,
    leave: endCountdown,
    stop: () => {
      for (const sign of signsOfLife) removeEventListener(sign, onSign, { capture: true });
      clearTimeout(next);
      if (check !== null) clearTimeout(check);
      others.close();
    },
  };
}
