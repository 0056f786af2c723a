/**
 * How far this device's clock is behind the server's, by the `Date` of its answers. A device's own clock may show anything: it is no time for
 * what happens without a network.
 */
type Seen = { serverMs: number; deviceMs: number; runningMs: number };

/** An answer that took longer says little, as long as there is another. */
const slowMs = 10_000;

let seen: Seen | null = null;

/** `sentMs` is of `performance.now()`. */
export function seeServerTime(date: string | null, sentMs: number): void {
  const written = Date.parse(date ?? '');
  const runningMs = performance.now();
  const tookMs = runningMs - sentMs;
  if (Number.isNaN(written) || (seen !== null && tookMs > slowMs)) return;
  // The header has whole seconds, and the answer was half the way back when it was received.
  seen = { serverMs: written + 500 + tookMs / 2, deviceMs: Date.now(), runningMs };
}

export function offsetMs(): number {
  if (seen === null) return 0;
  // A clock that was set back shows less time than has passed; one that sleeps with the device counts less.
  const passedMs = Math.max(Date.now() - seen.deviceMs, performance.now() - seen.runningMs);
  return seen.serverMs + passedMs - Date.now();
}
