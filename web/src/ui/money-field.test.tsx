import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from './money';
import { MoneyField } from './money-field';
import { UiProvider } from './provider';

describe('an amount as text', () => {
  it.each([
    ['1250.5', '1250.5'],
    ['$1,250.50', '1250.50'],
    [' 1 250 ', '1250'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['', ''],
    ['$', ''],
    ['.', ''],
    ['9007199254740993.01', '9007199254740993.01'],
  ])('%j is read as %j', (text, amount) => {
    expect(parseAmount(text, 'en-US')).toBe(amount);
  });

  it.each(['12a', '1.234,56', '1.2.3', '-5', '1e3', '0.005'])('%j is no amount of money', (text) => {
    expect(parseAmount(text, 'en-US')).toBeNull();
  });

  it('takes four decimals where four are allowed', () => {
    expect(parseAmount('0.0005', 'en-US', 4)).toBe('0.0005');
  });

  it('reads the separators of the language', () => {
    expect(parseAmount('1.234,56', 'es-ES')).toBe('1234.56');
    expect(parseAmount('1,234.56', 'es-US')).toBe('1234.56');
  });

  it('is shown exactly, with two to four decimals, beyond what a float can hold', () => {
    expect(formatAmount('9007199254740993.1', 'en-US')).toBe('9,007,199,254,740,993.10');
    expect(formatAmount('0.1235', 'en-US')).toBe('0.1235');
    expect(formatAmount('', 'en-US')).toBe('');
  });
});

function Field({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <UiProvider locale="en-US">
      <MoneyField label="Amount" value={value} onChange={setValue} />
      <output>{value}</output>
    </UiProvider>
  );
}

describe('the money field', () => {
  it('keeps what is typed as typed, and groups it when it is left', async () => {
    const user = userEvent.setup();
    render(<Field />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await user.type(input, '1250.5');
    expect(input.value).toBe('1250.5');
    expect(screen.getByRole('status').textContent).toBe('1250.5');
    await user.tab();
    expect(input.value).toBe('1,250.50');
    expect(screen.getByRole('status').textContent).toBe('1250.5');
  });

  it('does not take letters, signs or a third decimal', async () => {
    const user = userEvent.setup();
    render(<Field />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    await user.type(input, '-1x2.345');
    expect(input.value).toBe('12.34');
  });

  it('becomes empty, not zero, when it is cleared', async () => {
    const user = userEvent.setup();
    render(<Field start="80" />);
    await user.clear(screen.getByRole('textbox', { name: 'Amount' }));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});
