/** Tax forms in a request: which, and the lines in which before and after differ. Pure. */
import type { Request } from './request';

type WireChange = NonNullable<Request['federalTaxSetup']>;
type Figures = WireChange['after'];

export type TaxFormChange = {
  level: 'federal' | 'state' | 'local';
  state: string;
  place: string;
  before: Figures | null;
  after: Figures;
};

export function taxFormsOf({
  federalTaxSetup,
  stateTaxSetup,
  localTaxSetup,
}: Pick<Request, 'federalTaxSetup' | 'stateTaxSetup' | 'localTaxSetup'>): TaxFormChange[] {
  const form = (level: TaxFormChange['level'], { state, locality, before, after }: WireChange): TaxFormChange => ({
    level,
    state,
    place: level === 'local' ? locality : state,
    before,
    after,
  });
  return [
    ...(federalTaxSetup ? [form('federal', federalTaxSetup)] : []),
    ...(stateTaxSetup ?? []).map((change) => form('state', change)),
    ...(localTaxSetup ? [form('local', localTaxSetup)] : []),
  ];
}

type Value = { kind: 'status' | 'count' | 'money' | 'percent' | 'yes'; value: string };

/** In the order of the form; nought and nothing are the same. */
const lines = {
  maritalStatus: ({ maritalStatus }: Figures): Value => ({ kind: 'status', value: maritalStatus }),
  multipleJobs: ({ multipleJobs }: Figures): Value => ({ kind: 'yes', value: multipleJobs ? 'yes' : '' }),
  w4TotalDependents: ({ w4TotalDependents }: Figures) => money(w4TotalDependents),
  w4OtherIncome: ({ w4OtherIncome }: Figures) => money(w4OtherIncome),
  w4Deductions: ({ w4Deductions }: Figures) => money(w4Deductions),
  numberOfDependents: ({ numberOfDependents }: Figures) => count(numberOfDependents),
  numberOfExemptions: ({ numberOfExemptions }: Figures) => count(numberOfExemptions),
  exemptionAmount: ({ exemptionAmount }: Figures) => money(exemptionAmount),
  otherAmount: ({ otherAmount }: Figures) => money(otherAmount),
  additional: ({ additionalTax }: Figures): Value =>
    additionalTax.additionalType === 'percentage'
      ? { kind: 'percent', value: additionalTax.additionalAmount }
      : money(additionalTax.additionalAmount),
};

function money(amount: string): Value {
  return { kind: 'money', value: Number(amount) === 0 ? '' : amount };
}

function count(number: number): Value {
  return { kind: 'count', value: number === 0 ? '' : String(number) };
}

type Line = keyof typeof lines;

export function changedLines({ before, after }: TaxFormChange): { line: Line; before: Value; after: Value }[] {
  return (Object.keys(lines) as Line[]).flatMap((line) => {
    const is = lines[line](after);
    const was = before ? lines[line](before) : { ...is, value: '' };
    return was.kind === is.kind && was.value === is.value ? [] : [{ line, before: was, after: is }];
  });
}
