/** What the page asks of tax setup, and how its queries are called in the cache. */
import { graphql, type ResultOf } from '../../api/graphql';
import { TaxFigureFields } from '../../api/tax-figures';

/** Cache key of everything about tax setup. */
export const taxSetupKey = 'tax-setup';

export const ReadTaxSetup = graphql(
  `
  query ReadTaxSetup($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    employeeTaxSetup(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      federalTaxSetup {
        maritalStatus
        numberOfDependents
        numberOfExemptions
        exemptionAmount
        otherAmount
        additionalTax { additionalType additionalAmount }
        multipleJobs
        w4TotalDependents
        w4OtherIncome
        w4Deductions
        form { version signedName inForceAt changeRequestId }
      }
      stateTaxSetup {
        taxSetupRequired
        state
        stateName
        maritalStatus
        numberOfDependents
        numberOfExemptions
        exemptionAmount
        additionalTax { additionalType additionalAmount }
        form { version signedName inForceAt changeRequestId }
      }
      localTaxSetup {
        locality
        maritalStatus
        numberOfDependents
        numberOfExemptions
        exemptionAmount
        form { version signedName inForceAt changeRequestId }
      }
      history {
        id
        level
        state
        locality
        version
        status
        signedName
        signedAt
        figures { ...TaxFigureFields }
      }
      signerName
      declaration
      needsApproval
    }
    listCompanyStates(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, limit: 100) {
      results { id name state taxSetupRequired }
    }
  }
`,
  [TaxFigureFields],
);
export type TaxSetup = ResultOf<typeof ReadTaxSetup>['employeeTaxSetup'];
export type CompanyState = ResultOf<typeof ReadTaxSetup>['listCompanyStates']['results'][number];
export type FormVersion = TaxSetup['history'][number];
type FormState = TaxSetup['federalTaxSetup']['form'];
export type WireFigures = FormVersion['figures'];

export const ReadStatuses = graphql(`
  query ReadStatuses(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $statusType: String!
    $state: String
    $language: String!
  ) {
    complianceMaritalStatuses(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      statusType: $statusType
      state: $state
      language: $language
    ) { code description }
  }
`);

export const ReadW4Links = graphql(`
  query ReadW4Links($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    getCompanyLinks(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      federalW4Link
      stateW4Link
    }
  }
`);

export const SignTaxForm = graphql(`
  mutation SignTaxForm($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: EmployeeDataInput!) {
    putEmployeeData(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) {
      needsApproval
    }
  }
`);

export type Level = 'federal' | 'state' | 'local';

/** One of someone's forms, at any level. */
export type TaxForm = {
  level: Level;
  /** The code of the state; empty for the other levels. */
  state: string;
  /** The state's or the place's name; empty for the federal form. */
  place: string;
  /** False where no income tax is withheld, so that there is nothing to fill in. */
  isRequired: boolean;
  figures: WireFigures;
  standing: FormState;
};

const blank: WireFigures = {
  maritalStatus: '',
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

export function formsOf({ federalTaxSetup, stateTaxSetup, localTaxSetup }: TaxSetup): TaxForm[] {
  const { form, ...federal } = federalTaxSetup;
  return [
    { level: 'federal', state: '', place: '', isRequired: true, figures: federal, standing: form },
    ...stateTaxSetup.map(({ state, stateName, taxSetupRequired, form: standing, ...figures }) => ({
      level: 'state' as const,
      state,
      place: stateName,
      isRequired: taxSetupRequired,
      figures: { ...blank, ...figures },
      standing,
    })),
    ...(localTaxSetup ? [localForm(localTaxSetup)] : []),
  ];
}

function localForm({ locality, form: standing, ...figures }: NonNullable<TaxSetup['localTaxSetup']>): TaxForm {
  return {
    level: 'local',
    state: '',
    place: locality,
    isRequired: true,
    figures: { ...blank, ...figures },
    standing,
  };
}

/** States of the company that have a form which this person has not got yet. */
export function otherStates(states: readonly CompanyState[], forms: readonly TaxForm[]): CompanyState[] {
  return states.filter(
    ({ state, taxSetupRequired }) => taxSetupRequired && !forms.some((form) => form.state === state),
  );
}

export function newStateForm({ state, name }: CompanyState): TaxForm {
  const standing = { version: 0, signedName: null, inForceAt: null, changeRequestId: null };
  return { level: 'state', state, place: name, isRequired: true, figures: blank, standing };
}
