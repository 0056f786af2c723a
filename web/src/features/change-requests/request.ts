/** A request about accounts, tax forms or the profile, as the one who decides sees it. */
import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql';
import { TaxFigureFields } from '../../api/tax-figures';

const TaxChangeFields = graphql(
  `
    fragment TaxChangeFields on TaxSetupChange {
      state
      locality
      before { ...TaxFigureFields }
      after { ...TaxFigureFields }
    }
  `,
  [TaxFigureFields],
);

export const RequestFields = graphql(
  `
  fragment RequestFields on ChangeRequest {
    id
    status
    employeeId
    employeeCode
    firstName
    lastName
    requestedAt
    lastUpdated
    version
    cautions { code at }
    directDeposit {
      id
      kind
      bankDesignation
      bankAccountType
      bankAccountNumber
      before { amountType amount priority startDate endDate }
      after { amountType amount priority startDate endDate }
    }
    entityType
    payroll { state handedAt settledAt reason }
    changedFields { id name field before after hasMoved now }
    federalTaxSetup { ...TaxChangeFields }
    stateTaxSetup { ...TaxChangeFields }
    localTaxSetup { ...TaxChangeFields }
  }
`,
  [TaxChangeFields],
);

export type Request = ResultOf<typeof RequestFields>;
export type AccountChange = NonNullable<Request['directDeposit']>[number];
export type FieldChange = NonNullable<Request['changedFields']>[number];
export type Terms = NonNullable<AccountChange['after']>;

export const requestsKey = 'change-requests';

const cautionCodes = [
  'FROZEN_BY_OWNER',
  'ACCOUNT_OF_ANOTHER',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'PHONE_CHANGED',
  'FACTOR_CHANGED',
  'MOST_OF_PAY',
  'NEW_ACCOUNT',
] as const;

export type CautionCode = (typeof cautionCodes)[number];

/** The gravest first; a code this build does not know is left out. */
export function cautionsOf({ cautions }: Pick<Request, 'cautions'>): { code: CautionCode; at: string | null }[] {
  return cautionCodes.flatMap((code) =>
    cautions.filter((caution) => caution.code === code).map(({ at }) => ({ code, at })),
  );
}

/** What a new account alone is no reason for. */
export function isGrave(code: CautionCode): boolean {
  return code !== 'NEW_ACCOUNT' && code !== 'MOST_OF_PAY';
}
