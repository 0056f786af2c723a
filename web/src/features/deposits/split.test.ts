import { expect, it } from 'vitest';
import { half, type Share, spread } from './split';

const fixed = (amount: string): Share => ({ amountType: 'fixed', amount });
const percentage = (amount: string): Share => ({ amountType: 'percentage', amount });
const balance: Share = { amountType: 'balance', amount: null };

/** The server's own table. */
it.each([
  ['1000.00', [balance], ['1000.00'], '0.00'],
  ['1000.00', [], [], '1000.00'],
  ['1000.00', [fixed('150.00'), balance], ['150.00', '850.00'], '0.00'],
  ['1000.00', [balance, fixed('150.00')], ['850.00', '150.00'], '0.00'],
  ['100.00', [fixed('150.00'), percentage('50.00'), balance], ['100.00', '0.00', '0.00'], '0.00'],
  ['100.00', [percentage('50.00'), fixed('150.00')], ['50.00', '50.00'], '0.00'],
  ['1000.01', [percentage('33'), percentage('33'), percentage('34')], ['330.00', '330.00', '340.01'], '0.00'],
  ['1000.01', [percentage('33'), percentage('33')], ['330.00', '330.00'], '340.01'],
  ['1000.01', [percentage('99'), balance], ['990.00', '10.01'], '0.00'],
  ['0.00', [percentage('10'), balance], ['0.00', '0.00'], '0.00'],
])('%s is spread by priority, and the balance takes the rest', (net, shares, amounts, check) => {
  expect(spread(net, shares)).toEqual({ amounts, check });
});

it('percents are cut to whole ones, and what is not typed yet takes nothing', () => {
  expect(spread('200.00', [percentage('25.9'), fixed(''), balance]).amounts).toEqual(['50.00', '0.00', '150.00']);
});

it('half a pay is cut to the cent', () => {
  expect(half('1000.01')).toBe('500.00');
});
