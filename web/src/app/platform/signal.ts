/** Something that happens, and who wants to know. */
import type { Stop } from './port';

export type Signal = { on: (listener: () => void) => Stop; tell: () => void };

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => {
      for (const listener of [...listeners]) listener();
    },
  };
}
