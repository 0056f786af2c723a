import { expect, it } from 'vitest';
import { draftOf, firstDraft, inputOf, type Policy, rulesDiffer } from './policies';

const policy: Policy = {
  id: '1',
  name: 'Vacation',
  nameEs: null,
  hasBalance: true,
  rules: {
    accrual: 'payPeriod',
    rates: [{ years: 0, hours: '3.0769' }],
    payPeriod: 'biweekly',
    periodEnd: '2026-11-08',
    cap: '160.00',
    carryOver: null,
    carryOverMonths: null,
    negative: '0.00',
  },
  rulesFrom: null,
  rulesToday: null,
  waitingDays: 90,
  approval: 'manager',
  attachmentAfterDays: null,
  earningCode: null,
  endsOn: null,
  version: 'v',
};

it('a policy that was opened and not touched is sent as it was', () => {
  expect(inputOf(draftOf(policy), '')).toEqual({
    name: 'Vacation',
    nameEs: null,
    hasBalance: true,
    accrual: 'payPeriod',
    rates: [{ years: 0, hours: '3.0769' }],
    payPeriod: 'biweekly',
    periodEnd: '2026-11-08',
    cap: '160',
    carryOver: null,
    carryOverMonths: null,
    negative: '0',
    waitingDays: 90,
    approval: 'manager',
    attachmentAfterDays: null,
    earningCode: null,
    from: null,
  });
});

it('time that is not counted is neither earned nor kept', () => {
  const sent = inputOf({ ...firstDraft, name: ' Unpaid ', hasBalance: false, cap: 8 }, '');
  expect(sent).toMatchObject({ name: 'Unpaid', accrual: 'none', rates: [], cap: null, negative: null });
});

it('a first day is needed for what is earned and kept, and for nothing else', () => {
  const base = draftOf(policy);
  expect(rulesDiffer(base, { ...base, name: 'PTO', waitingDays: 0, approval: 'none' })).toBe(false);
  expect(rulesDiffer(base, { ...base, rates: [{ key: 7, years: 0, hours: 3.0769 }] })).toBe(false);
  expect(rulesDiffer(base, { ...base, rates: [{ key: 0, years: 0, hours: 4 }] })).toBe(true);
  expect(rulesDiffer(base, { ...base, cap: null })).toBe(true);
  expect(rulesDiffer(base, { ...base, accrual: 'year' })).toBe(true);
});
