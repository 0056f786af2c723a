import { describe, expect, it } from 'vitest';
import { newStateForm, type TaxForm } from './forms';
import { check, type Draft, draftOf, inputOf, roundedUp } from './rules';

const oregon = newStateForm({ id: '1', name: 'Oregon', state: 'OR', taxSetupRequired: true });
const federal: TaxForm = { ...oregon, level: 'federal', state: '', place: '' };
const draft: Draft = { ...draftOf(oregon.figures), maritalStatus: 'S', signature: 'Ana Morales' };

it.each([
  ['', '0'],
  ['  ', '0'],
  ['2', '2'],
  ['1.2', '2'],
  ['1.0001', '2'],
  ['three', 'three'],
  ['-1', '-1'],
])('dependents «%s» become %s', (typed, whole) => {
  expect(roundedUp(typed)).toBe(whole);
});

describe('a form is checked before it is sent', () => {
  it.each<[string, Partial<Draft>, object]>([
    ['as it should be', {}, {}],
    ['without a filing status', { maritalStatus: '' }, { maritalStatus: 'REQUIRED' }],
    ['with words for dependents', { numberOfDependents: 'two' }, { numberOfDependents: 'TAX_FIGURE_OUT_OF_RANGE' }],
    ['with 100 exemptions', { numberOfExemptions: '100' }, { numberOfExemptions: 'TAX_FIGURE_OUT_OF_RANGE' }],
    ['with 100 % more', { additionalType: 'percentage', additionalAmount: '100' }, {}],
    [
      'with more than 100 % more',
      { additionalType: 'percentage', additionalAmount: '100.5' },
      { additionalAmount: 'ADDITIONAL_TAX_OVER_100' },
    ],
    ['with $250 more', { additionalType: 'amount', additionalAmount: '250' }, {}],
    ['unsigned', { signature: ' ' }, { signature: 'SIGNATURE_REQUIRED' }],
    ['signed by another', { signature: 'Marcus Webb' }, { signature: 'SIGNATURE_NAME_DIFFERS' }],
    ['signed without accents', { signature: 'ana  MORALES' }, {}],
  ])('%s', (_, change, errors) => {
    expect(check({ ...draft, ...change }, true, 'state', 'Ána Morales')).toEqual(errors);
  });

  it('asks for no status where the form has none, nor for a local one', () => {
    expect(check({ ...draft, maritalStatus: '' }, false, 'state', 'Ana Morales')).toEqual({});
    expect(check({ ...draft, maritalStatus: '' }, true, 'local', 'Ana Morales')).toEqual({});
  });
});

describe('a form is sent with the lines that it has', () => {
  it('by state', () => {
    expect(inputOf(oregon, { ...draft, numberOfExemptions: '1.5', additionalAmount: '9' }, '2026-01')).toEqual({
      stateTaxSetup: [
        {
          version: 0,
          state: 'OR',
          maritalStatus: 'S',
          numberOfDependents: '0',
          numberOfExemptions: '2',
          exemptionAmount: '',
          additionalTax: { additionalType: '', additionalAmount: '' },
        },
      ],
      signature: { name: 'Ana Morales', declaration: '2026-01' },
    });
  });

  it('federal and local', () => {
    const sent = inputOf(federal, { ...draft, multipleJobs: true, w4Deductions: '300' }, '2026-01');
    expect(sent.federalTaxSetup).toMatchObject({ multipleJobs: true, w4Deductions: '300', otherAmount: '' });
    const local = inputOf({ ...oregon, level: 'local' }, draft, '2026-01').localTaxSetup;
    expect(Object.keys(local ?? {})).toEqual([
      'version',
      'maritalStatus',
      'numberOfDependents',
      'numberOfExemptions',
      'exemptionAmount',
    ]);
  });
});
