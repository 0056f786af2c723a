/**
 * Punches made without a network, until they are sent (send-waiting.ts). They are in local storage, for a reload, another tab or a session that
 * ends by itself must not cost anyone's hours: ids, a kind and times, nothing that says who the person is. Each has an entry of its own, so
 * that two tabs never overwrite each other's. Signing out discards them, which its question says (app/layout/ShellPanels.tsx).
 */
import { useSyncExternalStore } from 'react';
import type { Actor } from '../../api/actor';
import { offsetMs } from '../../api/server-clock';
import type { PunchKind } from './clock';

export type WaitingPunch = {
  /** However often it is sent, it counts once. */
  pressId: string;
  personId: string;
  tenantId: string;
  companyId: string;
  employeeId: string;
  kind: PunchKind;
  /** What this device's clock showed. */
  deviceTime: string;
  /** How far that was behind the server's. */
  offsetSeconds: number;
  /** Why the server did not take it; it stays until the person has read so. */
  refusal?: string;
};

const prefix = 'waiting punch ';
/** No one has come back to it: the server would not take it anymore. */
const keptMs = 14 * 86_400_000;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of [...listeners]) listener();
};

/** A press of a button, now. */
export function press({ personId, tenantId, companyId, employeeId }: Actor, kind: PunchKind): WaitingPunch {
  return {
    pressId: crypto.randomUUID(),
    personId,
    tenantId,
    companyId,
    employeeId: employeeId ?? '',
    kind,
    deviceTime: new Date().toISOString(),
    offsetSeconds: Math.round(offsetMs() / 1_000),
  };
}

/** Throws where the browser keeps nothing. */
export function keep(punch: WaitingPunch): void {
  localStorage.setItem(prefix + punch.pressId, JSON.stringify(punch));
  tell();
}

export function forget(pressId: string): void {
  localStorage.removeItem(prefix + pressId);
  tell();
}

export function discard(personId: string | null): void {
  for (const punch of waiting()) if (punch.personId === personId) forget(punch.pressId);
}

/** When it was made, by the server's clock. */
export const madeAtMs = ({ deviceTime, offsetSeconds }: Pick<WaitingPunch, 'deviceTime' | 'offsetSeconds'>) =>
  Date.parse(deviceTime) + offsetSeconds * 1_000;

const texts = new Map<string, WaitingPunch>();

/** Null for what was not written here, or so long ago that it has been given up. */
function read(text: string): WaitingPunch | null {
  try {
    const known = texts.get(text) ?? (JSON.parse(text) as WaitingPunch);
    texts.set(text, known);
    return Math.abs(Date.now() - Date.parse(known.deviceTime)) < keptMs ? known : null;
  } catch {
    return null;
  }
}

let last: readonly WaitingPunch[] = [];

/** All of this browser's, in the order they were made; the same list as long as nothing changes. */
export function waiting(): readonly WaitingPunch[] {
  const found: WaitingPunch[] = [];
  const keys = Array.from({ length: localStorage.length }, (_, nth) => localStorage.key(nth) ?? '');
  for (const key of keys) {
    if (!key.startsWith(prefix)) continue;
    const punch = read(localStorage.getItem(key) ?? '');
    if (punch) found.push(punch);
    else localStorage.removeItem(key);
  }
  found.sort((one, other) => madeAtMs(one) - madeAtMs(other));
  if (found.length !== last.length || found.some((punch, nth) => punch !== last[nth])) last = found;
  return last;
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  // Other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export function useWaiting(): readonly WaitingPunch[] {
  return useSyncExternalStore(follow, waiting);
}
