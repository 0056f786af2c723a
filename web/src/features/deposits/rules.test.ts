/** The words of section 5 of the spec, one by one. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Draft, draftSchema, isRoutingNumber, newDraft, refuseAmount, refuseDates, refuseNumber } from './rules';

const today = '2026-11-16';

describe('the account number', () => {
  it.each([
    ['1', 'checking', 'ACCOUNT_NUMBER_LENGTH'],
    ['12', 'checking', null],
    ['1234567890123456789', 'savings', null],
    ['12345678901234567890', 'savings', 'ACCOUNT_NUMBER_LENGTH'],
    ['123', 'moneyMarket', 'ACCOUNT_NUMBER_LENGTH_MONEY_MARKET'],
    ['1234', 'moneyMarket', null],
    ['123456789012345678', 'moneyMarket', 'ACCOUNT_NUMBER_LENGTH_MONEY_MARKET'],
    ['12a4', 'checking', 'ACCOUNT_NUMBER_LENGTH'],
    ['0000', 'checking', 'ACCOUNT_NUMBER_ZERO'],
    ['', 'checking', 'FIELDS_REQUIRED'],
  ] as const)('%s for %s: %s', (number, type, refusal) => expect(refuseNumber(number, type)).toBe(refusal));
});

describe('percentage and amount', () => {
  it.each([
    ['0', 'percentage', 'PERCENTAGE_NOT_POSITIVE'],
    ['0.9', 'percentage', 'PERCENTAGE_NOT_POSITIVE'],
    ['1', 'percentage', null],
    ['100', 'percentage', null],
    ['100.5', 'percentage', 'PERCENTAGE_OVER_100'],
    ['0.00', 'fixed', 'AMOUNT_NOT_POSITIVE'],
    ['50.001', 'fixed', 'AMOUNT_NOT_CENTS'],
    ['99999999.99', 'fixed', null],
    ['100000000', 'fixed', 'AMOUNT_TOO_LARGE'],
    ['0.01', 'fixed', null],
    ['', 'fixed', 'FIELDS_REQUIRED'],
    ['', 'balance', null],
  ] as const)('%s as %s: %s', (amount, type, refusal) => expect(refuseAmount(amount, type)).toBe(refusal));
});

describe('the dates', () => {
  it.each([
    ['2026-11-15', '', true, ['startDate', 'START_IN_PAST']],
    ['2026-11-16', '', true, null],
    ['2026-12-02', '2026-12-01', true, ['startDate', 'START_AFTER_END']],
    ['2026-12-01', '2026-12-01', true, ['startDate', 'START_NOT_BEFORE_END']],
    ['2020-01-01', '2020-01-01', false, ['endDate', 'END_NOT_AFTER_START']],
    ['2020-01-01', '2026-12-01', false, null],
  ] as const)('from %s to %s', (start, end, isNew, refusal) =>
    expect(refuseDates(start, end, isNew, today)).toEqual(refusal),
  );
});

it('a routing number has nine digits and the right checksum', () => {
  expect(['920100378', '920100379', '12345678', '000000000', '92010037x'].map(isRoutingNumber)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('a form says all that is wrong at once', () => {
  const draft: Draft = {
    ...newDraft(today, true),
    bankRoutingNumber: '1',
    bankAccountNumber: '12',
    confirmAccountNumber: '13',
  };
  const { issues } = v.safeParse(draftSchema(today), draft);
  expect(issues?.map(({ path, message }) => [path?.[0]?.key, message])).toEqual([
    ['bankRoutingNumber', 'ROUTING_NUMBER_INVALID'],
    ['confirmAccountNumber', 'ACCOUNT_NUMBERS_DIFFER'],
    ['amount', 'FIELDS_REQUIRED'],
  ]);
});
