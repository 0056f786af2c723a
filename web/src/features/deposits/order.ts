/** The order accounts are served in, while someone is arranging it. */
import type { Deposit } from './deposit';

/** The accounts in this order; those it does not name (new ones, meanwhile) come last, as they were. */
export function inOrder(deposits: readonly Deposit[], ids: readonly string[] | null): Deposit[] {
  if (ids === null) return [...deposits];
  const place = (deposit: Deposit) => {
    const found = ids.indexOf(deposit.id);
    return found === -1 ? ids.length : found;
  };
  return [...deposits].sort((one, other) => place(one) - place(other));
}

/** `by` is -1 or 1; at an end everything stays. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return [...ids];
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** What must be sent so that the accounts stand in this order: only those whose place changes. */
export function prioritiesOf(ordered: readonly Deposit[]): { id: string; version: number; priority: number }[] {
  return ordered
    .map(({ id, version, priority }, place) => ({ id, version, before: priority, priority: place + 1 }))
    .filter(({ before, priority }) => before !== priority)
    .map(({ id, version, priority }) => ({ id, version, priority }));
}
