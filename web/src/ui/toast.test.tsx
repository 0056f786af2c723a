import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, Toaster, toast } from './toast';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(dismissToast);
  vi.useRealTimers();
});

const shown = () => screen.queryByRole('button', { name: 'Dismiss' }) !== null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('an ordinary toast goes after 2000 ms, not before', () => {
  act(() => toast('Saved'));
  expect(screen.getByRole('status').textContent).toBe('Saved');
  pass(1999);
  expect(shown()).toBe(true);
  pass(1);
  expect(shown()).toBe(false);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('a long toast stays for 6000 ms', () => {
  act(() => toast('This feature is not enabled', { ms: 6000 }));
  pass(5999);
  expect(shown()).toBe(true);
  pass(1);
  expect(shown()).toBe(false);
});

it('the latest message is the one shown, with a full time of its own', () => {
  act(() => toast('First', { tone: 'error' }));
  pass(1500);
  act(() => toast('Second', { tone: 'error' }));
  expect(screen.getByRole('alert').textContent).toBe('Second');
  pass(1500);
  expect(screen.getByRole('alert').textContent).toBe('Second');
  pass(500);
  expect(shown()).toBe(false);
});

it('the clock stands still while the pointer rests on the toast', () => {
  act(() => toast('Saved'));
  const box = screen.getByRole('button', { name: 'Dismiss' }).parentElement as HTMLElement;
  fireEvent.pointerEnter(box);
  pass(10_000);
  expect(shown()).toBe(true);
  fireEvent.pointerLeave(box);
  pass(2000);
  expect(shown()).toBe(false);
});

it('can be dismissed', () => {
  act(() => toast('Saved'));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(shown()).toBe(false);
});
