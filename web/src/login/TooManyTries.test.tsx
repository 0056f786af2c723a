import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clock, inWords, milestone } from './countdown';
import { TooManyTries } from './TooManyTries';
import { chooseLanguage } from './text';

beforeEach(() => {
  vi.useFakeTimers();
  chooseLanguage('en');
});
afterEach(() => vi.useRealTimers());

function wait(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 1) act(() => vi.advanceTimersByTime(1000));
}

const announced = () => screen.getByRole('status').textContent;

it('counts down in minutes and seconds to the way back', () => {
  const again = vi.fn();
  render(<TooManyTries until={Date.now() + 62_000} onAgain={again} />);
  const timer = () => screen.getByRole('timer').textContent;
  expect(timer()).toBe('01:02');
  wait(3);
  expect(timer()).toBe('00:59');
  wait(58);
  expect(timer()).toBe('00:01');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  wait(1);
  expect(screen.queryByRole('timer')).toBeNull();
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  expect(again).toHaveBeenCalledOnce();
});

it('lets somebody else go back to the form at once', () => {
  const again = vi.fn();
  render(<TooManyTries until={Date.now() + 62_000} onAgain={again} />);
  act(() => screen.getByRole('button', { name: 'Back to sign-in' }).click());
  expect(again).toHaveBeenCalledOnce();
});

it('is read out at milestones, not every second', () => {
  render(<TooManyTries until={Date.now() + 125_000} onAgain={() => {}} />);
  const heard = new Set<string | null>();
  for (let second = 0; second <= 125; second += 1) {
    heard.add(announced());
    wait(1);
  }
  expect([...heard]).toEqual([
    'Time left: less than 5 minutes.',
    'Time left: less than 2 minutes.',
    'Time left: less than 1 minute.',
    'Time left: less than 30 seconds.',
    'Time left: less than 10 seconds.',
    'You can try again now.',
  ]);
});

it('shows the true time to a tab that slept', () => {
  const until = Date.now() + 600_000;
  render(<TooManyTries until={until} onAgain={() => {}} />);
  vi.setSystemTime(until - 5000);
  wait(1);
  expect(screen.getByRole('timer').textContent).toMatch(/^00:0[45]$/);
});

it('speaks Spanish', () => {
  render(<TooManyTries until={Date.now() + 120_000} onAgain={() => {}} />);
  act(() => chooseLanguage('es'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Demasiados intentos');
  expect(announced()).toBe('Tiempo restante: menos de 2 minutos.');
});

it('takes the focus to its heading, which is then read out', () => {
  render(<TooManyTries until={Date.now() + 1000} onAgain={() => {}} />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it.each([
  [0, '00:00'],
  [9, '00:09'],
  [754, '12:34'],
  [5400, '90:00'],
])('%i seconds are %s', (seconds, shown) => {
  expect(clock(seconds)).toBe(shown);
});

it.each([
  [1, 10],
  [10, 10],
  [11, 30],
  [61, 120],
  [301, 600],
  [754, 900],
])('the milestone of %i seconds is %i', (seconds, expected) => {
  expect(milestone(seconds)).toBe(expected);
});

it('a time in words follows the language', () => {
  expect([inWords(30, 'en-US'), inWords(60, 'en-US'), inWords(300, 'es-US')]).toEqual([
    '30 seconds',
    '1 minute',
    '5 minutos',
  ]);
});
