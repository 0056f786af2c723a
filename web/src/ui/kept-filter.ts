// A list's filter that survives a reload of its tab. Session storage may hold ids and one of a few known words, and never
// what someone typed: each value is checked on its way in and out.
import { useCallback, useState } from 'react';
import { filtersKey } from './forget-filters';

type IsSafe<Value extends string> = (text: string) => text is Value;

/** One of the choices of a filter. */
export const oneOf =
  <Choice extends string>(choices: readonly Choice[]): IsSafe<Choice> =>
  (text): text is Choice =>
    (choices as readonly string[]).includes(text);

export const isId = (text: string): text is string => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

export const isDay = (text: string): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text);

function readAll(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(filtersKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Null when there is none, or none that is safe. */
function keptFilter<Value extends string>(name: string, isSafe: IsSafe<Value>): Value | null {
  const value = readAll()[name];
  return typeof value === 'string' && isSafe(value) ? value : null;
}

function keepFilter<Value extends string>(name: string, value: Value | null, isSafe: IsSafe<Value>): void {
  const { [name]: _, ...others } = readAll();
  const kept = value !== null && isSafe(value) ? { ...others, [name]: value } : others;
  sessionStorage.setItem(filtersKey, JSON.stringify(kept));
}

/** Like useState. `name` tells the list, and the company where the values are its own. Null is no choice. */
export function useKeptFilter<Value extends string>(
  name: string,
  isSafe: IsSafe<Value>,
): [Value | null, (value: Value | null) => void] {
  const [value, setValue] = useState(() => keptFilter(name, isSafe));
  const choose = useCallback(
    (next: Value | null) => {
      setValue(next);
      keepFilter(name, next, isSafe);
    },
    [name, isSafe],
  );
  return [value, choose];
}
