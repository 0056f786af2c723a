import { valibotResolver } from '@hookform/resolvers/valibot';
import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { type Draft, draftSchema, newDraft } from './rules';
import { useMending } from './useMending';

function useDraft() {
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema),
    defaultValues: { ...newDraft('vacation'), startDate: '2026-11-16', endDate: '2026-11-16' },
  });
  useMending(form);
  const { errors } = form.formState;
  return { form, faultOf: (field: keyof Draft) => errors[field]?.message };
}

async function sent(change: Partial<Draft>) {
  const { result } = renderHook(useDraft);
  const set = (more: Partial<Draft>) =>
    act(async () => {
      for (const [name, value] of Object.entries(more)) result.current.form.setValue(name as keyof Draft, value);
    });
  await set(change);
  await act(() => result.current.form.handleSubmit(() => undefined)());
  return { result, set };
}

it.each<[string, Partial<Draft>, keyof Draft, Partial<Draft>]>([
  [
    'the dates, by including weekends',
    { startDate: '2026-11-21', endDate: '2026-11-21' },
    'startDate',
    { includeWeekends: true },
  ],
  ['the hours, by minutes', { unit: 'hours', hours: 0, minutes: 0 }, 'hours', { minutes: 30 }],
  [
    'the end, by an earlier start',
    { unit: 'hours', isAtTime: true, startTime: '12:00', endTime: '11:00' },
    'endTime',
    { startTime: '10:00' },
  ],
])('a fault is mended elsewhere: %s', async (_, change, field, mended) => {
  const { result, set } = await sent(change);
  expect(result.current.faultOf(field)).toBeDefined();
  await set(mended);
  expect(result.current.faultOf(field)).toBeUndefined();
});

it('what the server said of the dates stays while notes are written', async () => {
  const { result, set } = await sent({});
  act(() => result.current.form.setError('startDate', { type: 'server', message: 'DUPLICATE_DATE' }));
  await set({ notes: 'A wedding' });
  expect(result.current.faultOf('startDate')).toBe('DUPLICATE_DATE');
  await set({ unit: 'half' });
  expect(result.current.faultOf('startDate')).toBeUndefined();
});
