/** What a tax form takes, checked as a courtesy before the server does; and how it is sent. Pure. */
import type { VariablesOf } from 'gql.tada';
import type { ErrorCode } from '../../api/error';
import type { SignTaxForm, TaxForm, WireFigures } from './forms';

/** Everything that is typed, as text; a form has only some of the lines. */
export type Draft = {
  maritalStatus: string;
  numberOfDependents: string;
  numberOfExemptions: string;
  exemptionAmount: string;
  otherAmount: string;
  additionalType: string;
  additionalAmount: string;
  multipleJobs: boolean;
  w4TotalDependents: string;
  w4OtherIncome: string;
  w4Deductions: string;
  signature: string;
};

export type DraftField = keyof Draft;
type Errors = Partial<Record<DraftField, ErrorCode>>;

/** Zero is an empty field: no one has to delete it before typing. */
const text = (amount: string) => (Number(amount) === 0 ? '' : amount);

export function draftOf(figures: WireFigures): Draft {
  const { additionalTax, numberOfDependents, numberOfExemptions } = figures;
  return {
    maritalStatus: figures.maritalStatus,
    numberOfDependents: String(numberOfDependents),
    numberOfExemptions: String(numberOfExemptions),
    exemptionAmount: text(figures.exemptionAmount),
    otherAmount: text(figures.otherAmount),
    additionalType: additionalTax.additionalType,
    additionalAmount: text(additionalTax.additionalAmount),
    multipleJobs: figures.multipleJobs,
    w4TotalDependents: text(figures.w4TotalDependents),
    w4OtherIncome: text(figures.w4OtherIncome),
    w4Deductions: text(figures.w4Deductions),
    signature: '',
  };
}

/** Dependents and exemptions: whole numbers, rounded up; nothing is 0. What is no number stays, to be told. */
export function roundedUp(typed: string): string {
  const plain = typed.trim().replaceAll(',', '');
  if (plain === '') return '0';
  return /^\d*\.?\d+$/.test(plain) ? String(Math.ceil(Number(plain))) : typed;
}

const isCount = (typed: string) => /^\d{1,2}$/.test(roundedUp(typed));

/** Case, accents and spaces do not make another name. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .join(' ');
  return plain(one) === plain(other);
}

export function check(draft: Draft, hasStatuses: boolean, level: TaxForm['level'], signerName: string): Errors {
  const errors: Errors = {};
  if (hasStatuses && level !== 'local' && draft.maritalStatus === '') errors.maritalStatus = 'REQUIRED';
  if (!isCount(draft.numberOfDependents)) errors.numberOfDependents = 'TAX_FIGURE_OUT_OF_RANGE';
  if (!isCount(draft.numberOfExemptions)) errors.numberOfExemptions = 'TAX_FIGURE_OUT_OF_RANGE';
  if (draft.additionalType === 'percentage' && Number(draft.additionalAmount) > 100)
    errors.additionalAmount = 'ADDITIONAL_TAX_OVER_100';
  if (draft.signature.trim() === '') errors.signature = 'SIGNATURE_REQUIRED';
  else if (!sameName(draft.signature, signerName)) errors.signature = 'SIGNATURE_NAME_DIFFERS';
  return errors;
}

type Input = VariablesOf<typeof SignTaxForm>['input'];

export function inputOf(form: TaxForm, draft: Draft, declaration: string): Input {
  const signature = { name: draft.signature, declaration };
  const lines = {
    version: form.standing.version,
    maritalStatus: draft.maritalStatus,
    numberOfDependents: roundedUp(draft.numberOfDependents),
    numberOfExemptions: roundedUp(draft.numberOfExemptions),
    exemptionAmount: draft.exemptionAmount,
  };
  if (form.level === 'local') return { localTaxSetup: lines, signature };
  const { additionalType, additionalAmount } = draft;
  const additionalTax = { additionalType, additionalAmount: additionalType === '' ? '' : additionalAmount };
  if (form.level === 'state') return { stateTaxSetup: [{ ...lines, additionalTax, state: form.state }], signature };
  const { otherAmount, multipleJobs, w4TotalDependents, w4OtherIncome, w4Deductions } = draft;
  const since2020 = { multipleJobs, w4TotalDependents, w4OtherIncome, w4Deductions };
  return { federalTaxSetup: { ...lines, ...since2020, otherAmount, additionalTax }, signature };
}

const fields: readonly string[] = [
  'maritalStatus',
  'numberOfDependents',
  'numberOfExemptions',
  'exemptionAmount',
  'otherAmount',
  'additionalType',
  'additionalAmount',
  'w4TotalDependents',
  'w4OtherIncome',
  'w4Deductions',
  'signature',
] satisfies DraftField[];

/** Whether a refusal of the server can stand at a field. */
export function isDraftField(field: string | null | undefined): field is DraftField {
  return fields.includes(field ?? '');
}
