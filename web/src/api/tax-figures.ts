/** What someone says on a tax form, as shown by the form itself and to the person who decides about it. */
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
