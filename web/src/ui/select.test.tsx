import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ComboboxField } from './select';

const people = [
  { value: 'ana', label: 'Ana Morales' },
  { value: 'leo', label: 'Leo Moreno' },
  { value: 'mia', label: 'Mia Chen' },
];

/** What the server finds; `answer` is called once it has. */
let answer = () => {};

function Search({ start = '', isSlow = false }: { start?: string; isSlow?: boolean }) {
  const [value, setValue] = useState(start);
  const [typed, setTyped] = useState('');
  const [answered, setAnswered] = useState('');
  answer = () => setAnswered(typed);
  const isLoading = isSlow && answered !== typed;
  const found = people.filter(({ label }) => label.toLowerCase().includes(isLoading ? answered : typed));
  const chosen = people.filter((each) => each.value === value && !found.includes(each));
  return (
    <>
      <ComboboxField
        label="Person"
        options={[...chosen, ...found]}
        value={value}
        onChange={setValue}
        onSearch={(text) => setTyped(people.some(({ label }) => label === text) ? '' : text)}
        loading={isLoading}
        match={typed === '' ? undefined : (found[0]?.value ?? null)}
      />
      <button type="button">Next</button>
      <output>{value}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox');
const chosen = () => screen.getByRole('status', { hidden: true }).textContent;

async function typed(text: string, props: Parameters<typeof Search>[0] = {}) {
  render(<Search {...props} />);
  const user = userEvent.setup();
  await user.click(field());
  await user.clear(field());
  await user.type(field(), text);
  return user;
}

it.each(['{Enter}', '{Tab}'])('%s chooses the first that was found', async (key) => {
  const user = await typed('mor');
  await user.keyboard(key);
  expect(chosen()).toBe('ana');
  expect(field().value).toBe('Ana Morales');
});

it.each(['{Enter}', '{Tab}'])('%s chooses the highlighted one before the first', async (key) => {
  const user = await typed('mor');
  await user.keyboard(`{ArrowDown}{ArrowDown}${key}`);
  expect(chosen()).toBe('leo');
});

it.each(['{Enter}', '{Tab}'])('%s leaves words that found nothing', async (key) => {
  const user = await typed('xyz');
  await user.keyboard(key);
  expect(chosen()).toBe('');
  expect(field().value).toBe('xyz');
  await user.tab();
  expect(field().value).toBe('xyz');
});

it.each(['{Enter}', '{Tab}'])('%s waits for the answer instead of choosing what was found before', async (key) => {
  const user = await typed('chen', { isSlow: true });
  await user.keyboard(key);
  expect(chosen()).toBe('');
  expect(field().value).toBe('chen');
  act(() => answer());
  expect(chosen()).toBe('mia');
  expect(field().value).toBe('Mia Chen');
});

it('more words after Enter are another search', async () => {
  const user = await typed('mor', { isSlow: true });
  await user.keyboard('{Enter}e');
  act(() => answer());
  expect(chosen()).toBe('');
  await user.keyboard('{Enter}');
  expect(chosen()).toBe('leo');
});

it('somebody else is chosen over the one there was', async () => {
  render(<Search start="ana" />);
  const user = userEvent.setup();
  await user.tripleClick(field());
  await user.keyboard('chen{Tab}');
  expect(chosen()).toBe('mia');
  expect(field().value).toBe('Mia Chen');
});

it('to pass through the empty field chooses nobody', async () => {
  render(<Search />);
  const user = userEvent.setup();
  await user.tab();
  expect(await screen.findAllByRole('option')).toHaveLength(3);
  await user.tab();
  expect(chosen()).toBe('');
});
