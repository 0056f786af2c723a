import { describe, expect, test } from 'vitest';
import { choiceOf, choose, complete, type Mapping, readValues, setLine, translate, valuesText } from './mapping';

const mapping: Mapping = {
  name: 'Register',
  kind: 'pay-stubs',
  title_lines: 0,
  dates: 'mdy',
  decimals: 'point',
  people: 'name',
  columns: { employee_code: { from: 'Last', joined: 'First' }, check_date: 'Pay date' },
  constants: { company: 'Cedar' },
  lines: [{ constants: { line: 'tax', item: 'FIT' }, columns: { current: 'FIT' } }],
};

describe('a mapping', () => {
  test('gives each column a place in the file, a fixed value, or nothing', () => {
    expect(choiceOf(mapping, 'company')).toEqual({ kind: 'fixed', value: 'Cedar' });
    expect(choiceOf(mapping, 'check_number')).toEqual({ kind: 'none' });
    const fixed = choose(mapping, 'check_date', { kind: 'fixed', value: '2026-11-13' });
    expect(fixed.columns).not.toHaveProperty('check_date');
    expect(choiceOf(choose(fixed, 'check_date', { kind: 'none' }), 'check_date')).toEqual({ kind: 'none' });
    expect(mapping.columns).toHaveProperty('check_date');
  });

  test('keeps a second column while the first stays the same', () => {
    const same = choose(mapping, 'employee_code', { kind: 'column', from: 'Last', take: 'whole' });
    expect(same.columns?.employee_code).toEqual({ from: 'Last', take: 'whole', joined: 'First' });
    const other = choose(mapping, 'employee_code', { kind: 'column', from: 'Employee', take: 'whole' });
    expect(other.columns?.employee_code).toBe('Employee');
  });

  test('knows what is left out of it', () => {
    const header = ['Last', 'First', 'Pay date', 'FIT', 'Net pay'];
    expect(complete(mapping, header).ignored).toEqual(['Net pay']);
    expect(complete(setLine(mapping, 0, null), header).ignored).toEqual(['FIT', 'Net pay']);
  });

  test('reads the words someone typed back as they were', () => {
    const values = { 'On leave = paid': 'Active', T: 'Terminated' };
    expect(readValues(valuesText(values))).toEqual(values);
    expect(translate(mapping, 'status', {}).values).toEqual({});
    expect(readValues('nothing\n\n')).toEqual({});
  });
});
