/**
 * What an account must satisfy before it is sent: a courtesy, with the server's limits and codes. The server decides again,
 * and alone knows the directory of banks, other accounts and payroll's dates.
 */
import * as v from 'valibot';
import type { AccountType, AmountType, Deposit } from './deposit';
import { units } from './split';

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Nine digits with the ABA's checksum. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * (weights[place] ?? 0), 0);
  return sum > 0 && sum % 10 === 0;
}

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('FIELDS_REQUIRED'));
const accountTypes = ['checking', 'savings', 'moneyMarket'] as const satisfies readonly AccountType[];
const amountTypes = ['fixed', 'percentage', 'balance'] as const satisfies readonly AmountType[];

const shape = v.object({
  /** Of an account that is there already; its number, bank and type stay. */
  isNew: v.boolean(),
  bankRoutingNumber: v.string(),
  bankAccountNumber: v.string(),
  confirmAccountNumber: v.string(),
  bankAccountType: v.picklist(accountTypes),
  amountType: v.picklist(amountTypes),
  amount: v.string(),
  startDate: filled,
  endDate: v.string(),
});

export type Draft = v.InferOutput<typeof shape>;
export type DraftField = Exclude<keyof Draft, 'isNew'>;
const fields = Object.keys(shape.entries) as (keyof Draft)[];

export function isDraftField(field: string | null): field is DraftField {
  return field !== 'isNew' && fields.some((known) => known === field);
}

const refusals = [
  'FIELDS_REQUIRED',
  'PERCENTAGE_NOT_POSITIVE',
  'PERCENTAGE_OVER_100',
  'AMOUNT_NOT_POSITIVE',
  'AMOUNT_NOT_CENTS',
  'AMOUNT_TOO_LARGE',
  'ACCOUNT_NUMBER_LENGTH',
  'ACCOUNT_NUMBER_LENGTH_MONEY_MARKET',
  'ACCOUNT_NUMBER_ZERO',
  'ACCOUNT_NUMBER_MASKED',
  'ACCOUNT_NUMBER_EXISTS',
  'ACCOUNT_NUMBERS_DIFFER',
  'ROUTING_NUMBER_INVALID',
  'ROUTING_NUMBER_NOT_FOUND',
  'TOTAL_OVER_100',
  'BALANCE_EXISTS',
  'DATE_OUT_OF_RANGE',
  'START_IN_PAST',
  'START_AFTER_END',
  'START_NOT_BEFORE_END',
  'END_NOT_AFTER_START',
  'END_NOT_AFTER_PAYROLL',
  'ACCOUNT_FIXED',
] as const;

/** A code that belongs under a field. */
export type Refusal = (typeof refusals)[number];

export function asRefusal(code: string | undefined): Refusal | null {
  return refusals.find((refusal) => refusal === code) ?? null;
}

export function refuseNumber(number: string, type: AccountType): Refusal | null {
  if (number === '') return 'FIELDS_REQUIRED';
  const isLong = type === 'moneyMarket' ? /^\d{4,17}$/ : /^\d{2,19}$/;
  if (!isLong.test(number))
    return type === 'moneyMarket' ? 'ACCOUNT_NUMBER_LENGTH_MONEY_MARKET' : 'ACCOUNT_NUMBER_LENGTH';
  return /^0+$/.test(number) ? 'ACCOUNT_NUMBER_ZERO' : null;
}

/** Percents count whole ones. */
export function refuseAmount(amount: string, type: AmountType): Refusal | null {
  if (type === 'balance') return null;
  if (amount === '') return 'FIELDS_REQUIRED';
  const value = units(amount);
  if (type === 'fixed') {
    if (value <= 0n) return 'AMOUNT_NOT_POSITIVE';
    if (value % 100n !== 0n) return 'AMOUNT_NOT_CENTS';
    return value > 999_999_999_900n ? 'AMOUNT_TOO_LARGE' : null;
  }
  if (value / 10_000n <= 0n) return 'PERCENTAGE_NOT_POSITIVE';
  return value > 1_000_000n ? 'PERCENTAGE_OVER_100' : null;
}

/** ISO days compare as text. */
export function refuseDates(start: string, end: string, isNew: boolean, today: string): [DraftField, Refusal] | null {
  if (isNew && start < today) return ['startDate', 'START_IN_PAST'];
  if (end === '' || start < end) return null;
  if (!isNew) return ['endDate', 'END_NOT_AFTER_START'];
  return ['startDate', start === end ? 'START_NOT_BEFORE_END' : 'START_AFTER_END'];
}

function refuse(draft: Draft, today: string): [DraftField, Refusal][] {
  const found: [DraftField, Refusal | null][] = [];
  if (draft.isNew) {
    const routing = draft.bankRoutingNumber.trim();
    found.push(
      [
        'bankRoutingNumber',
        routing === '' ? 'FIELDS_REQUIRED' : isRoutingNumber(routing) ? null : 'ROUTING_NUMBER_INVALID',
      ],
      ['bankAccountNumber', refuseNumber(draft.bankAccountNumber.trim(), draft.bankAccountType)],
    );
    if (draft.confirmAccountNumber.trim() === '') found.push(['confirmAccountNumber', 'FIELDS_REQUIRED']);
    else if (draft.confirmAccountNumber.trim() !== draft.bankAccountNumber.trim())
      found.push(['confirmAccountNumber', 'ACCOUNT_NUMBERS_DIFFER']);
  }
  found.push(['amount', refuseAmount(draft.amount, draft.amountType)]);
  const dates = refuseDates(draft.startDate, draft.endDate, draft.isNew, today);
  if (dates) found.push(dates);
  return found.filter((entry): entry is [DraftField, Refusal] => entry[1] !== null);
}

export function draftSchema(today: string) {
  return v.pipe(
    shape,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [field, message] of refuse(dataset.value, today))
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value: dataset.value[field] }],
        });
    }),
  );
}

export function newDraft(today: string, hasBalance: boolean): Draft {
  return {
    isNew: true,
    bankRoutingNumber: '',
    bankAccountNumber: '',
    confirmAccountNumber: '',
    bankAccountType: 'checking',
    amountType: hasBalance ? 'fixed' : 'balance',
    amount: '',
    startDate: today,
    endDate: '',
  };
}

export function draftOf(deposit: Deposit): Draft {
  return {
    isNew: false,
    bankRoutingNumber: deposit.bankRoutingNumber,
    bankAccountNumber: deposit.bankAccountNumber,
    confirmAccountNumber: '',
    bankAccountType: deposit.bankAccountType,
    amountType: deposit.amountType,
    // Whole percents without their decimals.
    amount: deposit.amountType === 'percentage' ? (deposit.amount ?? '').replace(/\.0+$/, '') : (deposit.amount ?? ''),
    startDate: deposit.edCode.startDate,
    endDate: deposit.edCode.endDate ?? '',
  };
}

/** What is sent: of an account that is there, only what may change. */
export function inputOf(draft: Draft, deposit: Deposit | null) {
  const terms = {
    amountType: draft.amountType,
    amount: draft.amountType === 'balance' ? null : draft.amount,
    endDate: draft.endDate === '' ? null : draft.endDate,
  };
  if (deposit) {
    const start = draft.startDate === deposit.edCode.startDate ? {} : { startDate: draft.startDate };
    return { id: deposit.id, version: deposit.version, ...terms, ...start };
  }
  return {
    ...terms,
    startDate: draft.startDate,
    bankRoutingNumber: draft.bankRoutingNumber.trim(),
    bankAccountNumber: draft.bankAccountNumber.trim(),
    confirmAccountNumber: draft.confirmAccountNumber.trim(),
    bankAccountType: draft.bankAccountType,
  };
}
