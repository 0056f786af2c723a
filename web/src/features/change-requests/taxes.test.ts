import { expect, it } from 'vitest';
import { changedLines, type TaxFormChange, taxFormsOf } from './taxes';

const figures = {
  maritalStatus: 'S',
  numberOfDependents: 0,
  numberOfExemptions: 0,
  exemptionAmount: '0.00',
  otherAmount: '0.00',
  additionalTax: { additionalType: '', additionalAmount: '0.00' },
  multipleJobs: false,
  w4TotalDependents: '0.00',
  w4OtherIncome: '0.00',
  w4Deductions: '0.00',
};

it('names the lines in which a form differs, in its order', () => {
  const after = {
    ...figures,
    maritalStatus: 'HH',
    multipleJobs: true,
    w4Deductions: '300.00',
    additionalTax: { additionalType: 'percentage', additionalAmount: '2.00' },
  };
  const form: TaxFormChange = { level: 'federal', state: '', place: '', before: figures, after };
  expect(changedLines(form)).toEqual([
    { line: 'maritalStatus', before: { kind: 'status', value: 'S' }, after: { kind: 'status', value: 'HH' } },
    { line: 'multipleJobs', before: { kind: 'yes', value: '' }, after: { kind: 'yes', value: 'yes' } },
    { line: 'w4Deductions', before: { kind: 'money', value: '' }, after: { kind: 'money', value: '300.00' } },
    { line: 'additional', before: { kind: 'money', value: '' }, after: { kind: 'percent', value: '2.00' } },
  ]);
  expect(changedLines({ ...form, after: figures })).toEqual([]);
  expect(changedLines({ ...form, before: null }).map(({ line }) => line)).toContain('maritalStatus');
});

it('lists the forms of a request, the federal one first', () => {
  const change = { state: 'OR', locality: '', before: null, after: figures };
  const local = { ...change, locality: 'Multnomah County' };
  const forms = taxFormsOf({
    federalTaxSetup: { ...change, state: '' },
    stateTaxSetup: [change],
    localTaxSetup: local,
  });
  expect(forms.map(({ level, place }) => [level, place])).toEqual([
    ['federal', ''],
    ['state', 'OR'],
    ['local', 'Multnomah County'],
  ]);
});
