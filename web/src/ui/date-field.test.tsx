import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { DateField, DateRangeField, type DayRange, TimeField } from './date-field';
import type { FocusTarget } from './field';
import { UiProvider } from './provider';

function Day({ start = '', locale = 'en-US' }: { start?: string; locale?: string }) {
  const [day, setDay] = useState(start);
  return (
    <UiProvider locale={locale}>
      <DateField label="Start" value={day} onChange={setDay} min="2026-01-01" />
      <output>{day}</output>
    </UiProvider>
  );
}

function Days({ heard }: { heard: (range: DayRange | null) => void }) {
  const [range, setRange] = useState<DayRange | null>(null);
  heard(range);
  return <DateRangeField label="Dates" value={range} onChange={setRange} />;
}

const segments = () => screen.getAllByRole('spinbutton').map((segment) => segment.textContent);
const result = () => screen.getByRole('status').textContent;

it('shows an ISO day in the order of the language', () => {
  render(<Day start="2026-11-05" />);
  expect(segments()).toEqual(['11', '05', '2026']);
});

it('turns a day typed by keyboard into an ISO day', async () => {
  const user = userEvent.setup();
  render(<Day />);
  await user.tab();
  await user.keyboard('11232026');
  expect(result()).toBe('2026-11-23');
});

it('says nothing of the years 2, 20 and 202 while 2026 is being typed', async () => {
  const user = userEvent.setup();
  render(<Day />);
  await user.tab();
  await user.keyboard('1123202');
  expect(result()).toBe('');
  await user.keyboard('6');
  expect(result()).toBe('2026-11-23');
});

it('becomes empty when it is emptied', async () => {
  const user = userEvent.setup();
  render(<Day start="2026-11-05" />);
  await user.tab();
  await user.keyboard(
    '{Backspace}{Backspace}{ArrowRight}{Backspace}{Backspace}{ArrowRight}{Backspace}{Backspace}{Backspace}{Backspace}',
  );
  expect(result()).toBe('');
});

it('treats a value that is no day as empty instead of failing', () => {
  render(<Day start="2026-02-31" />);
  expect(segments()).toEqual(['mm', 'dd', 'yyyy']);
});

it('opens a calendar whose days give ISO days', async () => {
  const user = userEvent.setup();
  render(<Day start="2026-11-05" />);
  await user.click(screen.getByRole('button', { name: /Open calendar/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /November 19, 2026/ }));
  expect(result()).toBe('2026-11-19');
});

it('a range goes in and out as two ISO days', async () => {
  const user = userEvent.setup();
  const change = vi.fn<(range: DayRange | null) => void>();
  render(
    <UiProvider locale="en-US">
      <Days heard={change} />
    </UiProvider>,
  );
  await user.tab();
  await user.keyboard('1123202611252026');
  expect(change).toHaveBeenLastCalledWith({ start: '2026-11-23', end: '2026-11-25' });
  expect(change.mock.calls.every(([range]) => range === null || range.end === '2026-11-25')).toBe(true);
});

it('a time goes in and out on the 24-hour clock', async () => {
  const user = userEvent.setup();
  const change = vi.fn<(time: string) => void>();
  render(
    <UiProvider locale="en-US">
      <TimeField label="From" value="08:30" onChange={change} />
    </UiProvider>,
  );
  expect(segments()).toEqual(['8', '30', 'AM']);
  await user.tab();
  await user.tab();
  await user.tab();
  await user.keyboard('p');
  expect(change).toHaveBeenLastCalledWith('20:30');
});

it('a form can move the focus to the first segment', () => {
  const ref = createRef<FocusTarget>();
  render(<DateField label="Start" value="" onChange={() => {}} ref={ref} />);
  ref.current?.focus();
  expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0]);
});
