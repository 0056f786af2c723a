import { describe, expect, it } from 'vitest';
import { changeOf, fieldsOf, missingIn } from './fields';

const payroll = {
  code: 'PAY',
  name: 'Payroll',
  path: '/payroll',
  clientId: 'cedar-payroll',
  targetUrl: 'https://payroll.example.com',
  plan: null,
  pricing: null,
};
const none = { plan: false, pricing: false };

describe('saving an application', () => {
  it('sends what was edited, trimmed, on top of the version seen', () => {
    const fields = { ...fieldsOf(payroll), name: '  Paychecks ' };
    expect(changeOf(3, 'PAY', fields, none)).toEqual({
      version: 3,
      results: [
        {
          code: 'PAY',
          name: 'Paychecks',
          path: '/payroll',
          clientId: 'cedar-payroll',
          targetUrl: 'https://payroll.example.com',
        },
      ],
    });
  });

  it('never empties a plan or price that is not shown', () => {
    const [sent] = changeOf(1, 'PAY', fieldsOf(payroll), none).results ?? [];
    expect(sent).not.toHaveProperty('plan');
    expect(sent).not.toHaveProperty('pricing');
    const [shown] = changeOf(1, 'PAY', fieldsOf(payroll), { plan: true, pricing: true }).results ?? [];
    expect(shown).toMatchObject({ plan: '', pricing: '' });
  });

  it('needs everything but plan and price', () => {
    expect(missingIn(fieldsOf(payroll), { plan: true, pricing: true })).toBeUndefined();
    expect(missingIn({ ...fieldsOf(payroll), targetUrl: ' ' }, none)).toBe('targetUrl');
    expect(missingIn(fieldsOf(null), none)).toBe('name');
  });
});
