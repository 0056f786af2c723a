/**
 * A fault that a change elsewhere has mended goes at once, not with the next try to send: including weekends mends the dates,
 * minutes mend the hours, an earlier start mends the end.
 */
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type Draft, isDraftField } from './rules';

export function useMending({ subscribe, trigger }: UseFormReturn<Draft>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, errors }) => {
          // Notes mend nothing, and what the server said of the rest still holds.
          if (name === undefined || name === 'notes') return;
          const faulty = Object.keys(errors ?? {}).filter(isDraftField);
          if (faulty.length > 0) void trigger(faulty);
        },
      }),
    [subscribe, trigger],
  );
}
