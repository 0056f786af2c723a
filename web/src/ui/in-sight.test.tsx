import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Form } from './form';
import { TextField } from './text-field';

const watched = () => vi.spyOn(Element.prototype, 'scrollIntoView');

function Page({ zip, refusal }: { zip?: string; refusal?: string }) {
  const ignore = () => {};
  return (
    <Form onSubmit={ignore} error={refusal}>
      <TextField label="City" value="" onChange={ignore} />
      <TextField label="Zip code" value="" onChange={ignore} error={zip} />
    </Form>
  );
}

it('a message is brought into sight once, when the focus is in its field', () => {
  const { rerender } = render(<Page />);
  screen.getByLabelText('Zip code').focus();
  const broughtIntoSight = watched();
  rerender(<Page zip="Five digits" />);
  rerender(<Page zip="Five digits" />);
  expect(broughtIntoSight.mock.contexts).toEqual([screen.getByText('Five digits')]);
});

it('a message under another field moves nothing', () => {
  const { rerender } = render(<Page />);
  screen.getByLabelText('City').focus();
  const broughtIntoSight = watched();
  rerender(<Page zip="Five digits" />);
  expect(broughtIntoSight).not.toHaveBeenCalled();
});

it('what is said about the whole form is brought into sight wherever the focus is', () => {
  const { rerender } = render(<Page />);
  screen.getByLabelText('Zip code').focus();
  const broughtIntoSight = watched();
  rerender(<Page refusal="Nothing would change" />);
  expect(broughtIntoSight.mock.contexts).toEqual([screen.getByRole('alert')]);
});
