import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Form } from './form';
import { SelectField } from './select';
import { TextField } from './text-field';
import { useAnyTyped, useAnyUnsaved } from './unsaved';

/** A form without a form library; what its server refuses comes back later. */
function Page({ refusal }: { refusal?: string }) {
  const [name, setName] = useState('');
  const [place, setPlace] = useState('one');
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const send = () => {
    setTried(true);
    if (name !== '') setTimeout(() => setRefused(refusal));
  };
  return (
    <Form onSubmit={send}>
      <SelectField label="Place" options={[{ value: 'one', label: 'One' }]} value={place} onChange={setPlace} />
      <TextField label="Name" value={name} onChange={setName} error={isTried && name === '' ? 'Required' : undefined} />
      <TextField label="Address" value="" onChange={() => undefined} error={refused} />
      <button type="submit">Save</button>
    </Form>
  );
}

const save = () => screen.getByRole('button', { name: 'Save' });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('the first field that is wrong has the focus after sending', async () => {
  render(<Page />);
  await userEvent.click(save());
  expect(document.activeElement).toBe(field('Name'));
});

it('so has the one the server refuses, unless the reader has gone on', async () => {
  const user = userEvent.setup();
  render(<Page refusal="In use" />);
  await user.type(field('Name'), 'Ana');
  await user.click(save());
  await waitFor(() => expect(document.activeElement).toBe(field('Address')));
});

it('a mistake that shows up while typing leaves the focus where it is', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.type(field('Name'), 'Ana');
  await user.click(save());
  await user.clear(field('Name'));
  await user.tab();
  expect(document.activeElement).toBe(field('Address'));
});

function Told() {
  return <output>{`${useAnyTyped()} ${useAnyUnsaved()}`}</output>;
}

it.each([
  ['dialog', 'true false'],
  ['alertdialog', 'true false'],
  ['main', 'false false'],
])('what was typed in a %s is known to whoever would reload the app, until the form is gone', async (role, told) => {
  const { rerender } = render(
    <>
      <div role={role}>
        <Page />
      </div>
      <Told />
    </>,
  );
  const shown = () => screen.getByRole('status').textContent;
  expect(shown()).toBe('false false');
  await userEvent.type(field('Name'), 'A');
  expect(shown()).toBe(told);
  rerender(<Told />);
  expect(shown()).toBe('false false');
});
