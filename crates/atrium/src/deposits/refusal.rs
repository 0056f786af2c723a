//! Why a deposit change is refused, in the spec's words where it has them.

use crate::shared::refusal::refusals;

refusals! {
    pub enum DepositRefusal {
        Required(field) = "FIELDS_REQUIRED": "All fields are required",
        PercentageNotPositive = "PERCENTAGE_NOT_POSITIVE" at "amount": "Percentage must be greater than 0",
        PercentageOver100 = "PERCENTAGE_OVER_100" at "amount": "Percentage cannot exceed 100",
        AmountNotPositive = "AMOUNT_NOT_POSITIVE" at "amount": "Amount must be a valid number greater than 0",
        AmountNotCents = "AMOUNT_NOT_CENTS" at "amount": "Amount must be a valid number of dollars and cents",
        AmountTooLarge = "AMOUNT_TOO_LARGE" at "amount": "Amount cannot exceed $99,999,999.99",
        NumberLength = "ACCOUNT_NUMBER_LENGTH" at "bankAccountNumber": "Account number must be 2-19 digits",
        NumberLengthMoneyMarket = "ACCOUNT_NUMBER_LENGTH_MONEY_MARKET" at "bankAccountNumber":
            "Account number must be 4-17 digits for money market",
        NumberZero = "ACCOUNT_NUMBER_ZERO" at "bankAccountNumber": "Account number cannot be zero",
        NumberMasked = "ACCOUNT_NUMBER_MASKED" at "bankAccountNumber":
            "Send the whole account number, or leave it out to keep it",
        NumberExists = "ACCOUNT_NUMBER_EXISTS" at "bankAccountNumber": "Account number exists",
        NumbersDiffer = "ACCOUNT_NUMBERS_DIFFER" at "confirmAccountNumber":
            "Account number must match its confirmation",
        RoutingInvalid = "ROUTING_NUMBER_INVALID" at "bankRoutingNumber": "Invalid bank routing number",
        RoutingNotFound = "ROUTING_NUMBER_NOT_FOUND" at "bankRoutingNumber": "Routing number not found",
        TotalOver100 = "TOTAL_OVER_100" at "amount":
            "The total percentage of disbursements cannot exceed 100%; use the balance type instead",
        SecondBalance = "BALANCE_EXISTS" at "amountType": "Another account already gets the balance",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        StartInPast = "START_IN_PAST" at "startDate": "The start date cannot be in the past",
        StartAfterEnd = "START_AFTER_END" at "startDate": "The start date cannot be after the end date",
        StartNotBeforeEnd = "START_NOT_BEFORE_END" at "startDate":
            "The start date must be before the end date",
        EndNotAfterStart = "END_NOT_AFTER_START" at "endDate":
            "The end date must be later than the start date",
        EndNotAfterPayroll = "END_NOT_AFTER_PAYROLL" at "endDate":
            "The end date must be later than the last payroll date",
        PriorityOutOfRange = "PRIORITY_OUT_OF_RANGE" at "priority":
            "Priority must be a number from 1 to 1000",
        AccountFixed(field) = "ACCOUNT_FIXED":
            "You can't change an account's number, bank or type. Add the new account and end this one",
        UnknownCode = "UNKNOWN_CODE" at "edCodeId": "That code doesn't exist in this company",
        TooManyAccounts = "TOO_MANY_ACCOUNTS":
            "The maximum number of accounts has been reached: inactivate one, or wait until an active one is past its end date",
        Outstanding = "OUTSTANDING_REQUEST":
            "You cannot edit this account because you have another outstanding request",
        PayrollProcessing = "PAYROLL_PROCESSING":
            "Payroll is currently being processed and you are prohibited from making alterations to your accounts.",
        Processed = "REQUEST_PROCESSED":
            "This request has been Processed or is Currently being processed. No changes can be made",
        Frozen = "DEPOSITS_FROZEN":
            "A change to your accounts was frozen. Nothing can be changed until payroll reviews it",
        NothingChanged = "NOTHING_CHANGED": "This wouldn't change anything",
        SameTwice = "SAME_TWICE" at "id": "The same account is listed twice",
    }
}

#[cfg(test)]
mod tests {
    use super::DepositRefusal as R;

    #[test]
    fn every_rule_of_the_spec_is_refused_in_its_words() {
        for (refusal, words) in [
            (R::PercentageNotPositive, "Percentage must be greater than 0"),
            (R::PercentageOver100, "Percentage cannot exceed 100"),
            (R::AmountNotPositive, "Amount must be a valid number greater than 0"),
            (R::Required("amount"), "All fields are required"),
            (R::NumberLength, "Account number must be 2-19 digits"),
            (R::NumberLengthMoneyMarket, "Account number must be 4-17 digits for money market"),
            (R::NumberZero, "Account number cannot be zero"),
            (R::NumberExists, "Account number exists"),
            (R::NumbersDiffer, "Account number must match its confirmation"),
            (R::RoutingInvalid, "Invalid bank routing number"),
            (R::RoutingNotFound, "Routing number not found"),
            (
                R::TotalOver100,
                "The total percentage of disbursements cannot exceed 100%; use the balance type instead",
            ),
            (R::StartAfterEnd, "The start date cannot be after the end date"),
            (R::StartNotBeforeEnd, "The start date must be before the end date"),
            (R::EndNotAfterStart, "The end date must be later than the start date"),
            (R::EndNotAfterPayroll, "The end date must be later than the last payroll date"),
            (R::StartInPast, "The start date cannot be in the past"),
            (
                R::TooManyAccounts,
                "The maximum number of accounts has been reached: inactivate one, or wait until an active one is past its end date",
            ),
            (
                R::PayrollProcessing,
                "Payroll is currently being processed and you are prohibited from making alterations to your accounts.",
            ),
            (R::Outstanding, "You cannot edit this account because you have another outstanding request"),
            (
                R::Processed,
                "This request has been Processed or is Currently being processed. No changes can be made",
            ),
        ] {
            assert_eq!(refusal.parts().2, words, "{refusal:?}");
        }
    }
}
