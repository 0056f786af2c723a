/** What somebody says on a tax form, as the form itself and the one who decides about it see it. */
import { graphql } from './graphql';

export const TaxFigureFields = graphql(`
  fragment TaxFigureFields on TaxFigures {
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
  }
`);
