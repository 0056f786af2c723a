//! Why a change of deposits is refused, in the words of the spec where it has them.

use crate::shared::problem::Problem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Required(&'static str),
    PercentageNotPositive,
    PercentageOver100,
    AmountNotPositive,
    AmountNotCents,
    AmountTooLarge,
    NumberLength,
    NumberLengthMoneyMarket,
    NumberZero,
    NumberMasked,
    NumberExists,
    NumbersDiffer,
    RoutingInvalid,
    RoutingNotFound,
    TotalOver100,
    SecondBalance,
    DateOutOfRange(&'static str),
    StartInPast,
    StartAfterEnd,
    StartNotBeforeEnd,
    EndNotAfterStart,
    EndNotAfterPayroll,
    PriorityOutOfRange,
    AccountFixed(&'static str),
    UnknownCode,
    TooManyAccounts,
    Outstanding,
    PayrollProcessing,
    Processed,
    Frozen,
    NothingChanged,
    SameTwice,
}

impl Refusal {
    /// (code, field, message)
    pub(super) fn parts(self) -> (&'static str, Option<&'static str>, &'static str) {
        use Refusal as R;
        match self {
            R::Required(field) => ("FIELDS_REQUIRED", Some(field), "All fields are required"),
            R::PercentageNotPositive => {
                ("PERCENTAGE_NOT_POSITIVE", Some("amount"), "Percentage must be greater than 0")
            }
            R::PercentageOver100 => ("PERCENTAGE_OVER_100", Some("amount"), "Percentage cannot exceed 100"),
            R::AmountNotPositive => {
                ("AMOUNT_NOT_POSITIVE", Some("amount"), "Amount must be a valid number greater than 0")
            }
            R::AmountNotCents => {
                ("AMOUNT_NOT_CENTS", Some("amount"), "Amount must be a valid number of dollars and cents")
            }
            R::AmountTooLarge => ("AMOUNT_TOO_LARGE", Some("amount"), "Amount cannot exceed $99,999,999.99"),
            R::NumberLength => {
                ("ACCOUNT_NUMBER_LENGTH", Some("bankAccountNumber"), "Account number must be 2-19 digits")
            }
            R::NumberLengthMoneyMarket => (
                "ACCOUNT_NUMBER_LENGTH_MONEY_MARKET",
                Some("bankAccountNumber"),
                "Account number must be 4-17 digits for money market",
            ),
            R::NumberZero => {
                ("ACCOUNT_NUMBER_ZERO", Some("bankAccountNumber"), "Account number cannot be zero")
            }
            R::NumberMasked => (
                "ACCOUNT_NUMBER_MASKED",
                Some("bankAccountNumber"),
                "Send the whole account number, or leave it out to keep it",
            ),
            R::NumberExists => ("ACCOUNT_NUMBER_EXISTS", Some("bankAccountNumber"), "Account number exists"),
            R::NumbersDiffer => (
                "ACCOUNT_NUMBERS_DIFFER",
                Some("confirmAccountNumber"),
                "Account number must match its confirmation",
            ),
            R::RoutingInvalid => {
                ("ROUTING_NUMBER_INVALID", Some("bankRoutingNumber"), "Invalid bank routing number")
            }
            R::RoutingNotFound => {
                ("ROUTING_NUMBER_NOT_FOUND", Some("bankRoutingNumber"), "Routing number not found")
            }
            R::TotalOver100 => (
                "TOTAL_OVER_100",
                Some("amount"),
                "The total percentage of disbursements cannot exceed 100%; use the balance type instead",
            ),
            R::SecondBalance => {
                ("BALANCE_EXISTS", Some("amountType"), "Another account already gets the balance")
            }
            R::DateOutOfRange(field) => {
                ("DATE_OUT_OF_RANGE", Some(field), "The date must be between 1900 and 2099.")
            }
            R::StartInPast => ("START_IN_PAST", Some("startDate"), "The start date cannot be in the past"),
            R::StartAfterEnd => {
                ("START_AFTER_END", Some("startDate"), "The start date cannot be after the end date")
            }
            R::StartNotBeforeEnd => {
                ("START_NOT_BEFORE_END", Some("startDate"), "The start date must be before the end date")
            }
            R::EndNotAfterStart => {
                ("END_NOT_AFTER_START", Some("endDate"), "The end date must be later than the start date")
            }
            R::EndNotAfterPayroll => (
                "END_NOT_AFTER_PAYROLL",
                Some("endDate"),
                "The end date must be later than the last payroll date",
            ),
            R::PriorityOutOfRange => {
                ("PRIORITY_OUT_OF_RANGE", Some("priority"), "Priority must be a number from 1 to 1000")
            }
            R::AccountFixed(field) => (
                "ACCOUNT_FIXED",
                Some(field),
                "You can't change an account's number, bank or type. Add the new account and end this one",
            ),
            R::UnknownCode => ("UNKNOWN_CODE", Some("edCodeId"), "That code doesn't exist in this company"),
            R::TooManyAccounts => (
                "TOO_MANY_ACCOUNTS",
                None,
                "The maximum number of accounts has been reached: inactivate one, or wait until an active one is past its end date",
            ),
            R::Outstanding => (
                "OUTSTANDING_REQUEST",
                None,
                "You cannot edit this account because you have another outstanding request",
            ),
            R::PayrollProcessing => (
                "PAYROLL_PROCESSING",
                None,
                "Payroll is currently being processed and you are prohibited from making alterations to your accounts.",
            ),
            R::Processed => (
                "REQUEST_PROCESSED",
                None,
                "This request has been Processed or is Currently being processed. No changes can be made",
            ),
            R::Frozen => (
                "DEPOSITS_FROZEN",
                None,
                "A change to your accounts was frozen. Nothing can be changed until payroll reviews it",
            ),
            R::NothingChanged => ("NOTHING_CHANGED", None, "This wouldn't change anything"),
            R::SameTwice => ("SAME_TWICE", Some("id"), "The same account is listed twice"),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let (code, field, message) = refusal.parts();
        Problem::Refused { code, field, message }
    }
}

#[cfg(test)]
mod tests {
    use super::Refusal as R;

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
