import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button';
import { Form } from './form';
import { TextField } from './text-field';

const reason = 'Payroll is being processed.';

it('a button that may not be pressed is reached by keyboard, says why, and does nothing', async () => {
  const user = userEvent.setup();
  const press = vi.fn();
  const submit = vi.fn();
  render(
    <Form onSubmit={submit}>
      <Button type="submit" onPress={press} disabledReason={reason}>
        Change deposit
      </Button>
    </Form>,
  );
  await user.tab();
  const button = screen.getByRole('button', { name: 'Change deposit', description: reason });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect((await screen.findByRole('tooltip')).textContent).toBe(reason);
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

it('the same button works once the reason is gone', async () => {
  const user = userEvent.setup();
  const submit = vi.fn();
  render(
    <Form onSubmit={submit}>
      <Button type="submit">Change deposit</Button>
    </Form>,
  );
  await user.click(screen.getByRole('button', { name: 'Change deposit' }));
  expect(submit).toHaveBeenCalledOnce();
});

it('a pending button keeps the focus and takes no second press', async () => {
  const user = userEvent.setup();
  const press = vi.fn();
  const { rerender } = render(<Button onPress={press}>Send</Button>);
  await user.click(screen.getByRole('button'));
  rerender(
    <Button onPress={press} pending>
      Send
    </Button>,
  );
  expect(document.activeElement).toBe(screen.getByRole('button'));
  await user.keyboard('{Enter}');
  expect(press).toHaveBeenCalledOnce();
});

it('a field ties its label, its error and its reason to the input', () => {
  const { rerender } = render(<TextField label="Code" required value="" onChange={() => {}} error="Enter a code." />);
  const input = screen.getByRole('textbox', { name: 'Code', description: 'Enter a code.' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.hasAttribute('aria-required') || input.hasAttribute('required')).toBe(true);
  rerender(<TextField label="Code" value="" onChange={() => {}} disabledReason={reason} />);
  const disabled = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code', description: reason });
  expect(disabled.disabled).toBe(true);
});
