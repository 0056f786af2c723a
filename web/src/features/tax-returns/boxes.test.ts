import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n, type Translate, translate } from '../../i18n';
import { formatFor } from '../../i18n/format';
import { boxRows } from './boxes';
import type { TaxForm } from './forms';

let t: Translate;
beforeAll(async () => {
  await startI18n();
  await loadTexts(['tax-returns']);
  t = translate;
});

const form: TaxForm = {
  id: '1',
  taxReturnName: 'W-2',
  taxPeriod: '2025',
  boxes: {
    employerName: 'Cedar Outfitters',
    box1: '55000.00',
    box2: '5000.00',
    box3: '58000.00',
    box4: '3596.00',
    box5: '58000.00',
    box6: '841.00',
    box12: [
      { code: 'D', amount: '3000.00' },
      { code: 'AA', amount: '10.00' },
    ],
    box14: [{ code: 'ORSTT', amount: '58.00' }],
    box15: 'OR',
    box16: '55000.00',
    box17: '4000.00',
  },
};

it('every box that has something in it is a row, in the order of the form', () => {
  const rows = boxRows(form, t, formatFor('en'));
  expect(rows.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '12D', '12AA', '14', '16', '17']);
  expect(rows[0]).toMatchObject({ label: 'Wages, tips, other compensation', value: '$55,000.00' });
  expect(rows[7]?.label).toBe('Box 12, code AA');
  expect(rows[10]?.label).toBe('State income tax, OR');
});

it('a state without income tax has no boxes', () => {
  const rows = boxRows(
    { ...form, boxes: { ...form.boxes, box15: null, box16: null, box17: null } },
    t,
    formatFor('en'),
  );
  expect(rows.map(({ number }) => number)).not.toContain('16');
});
