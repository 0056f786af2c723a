//! The topics the assistant knows. Each has phrases in `phrases/{en,es}/<id>.txt`.

use serde::{Deserialize, Serialize};

macro_rules! topics {
    ($($name:ident = $id:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Topic { $($name,)* }

        impl Topic {
            /// In the order the model counts its classes.
            pub const ALL: &'static [Topic] = &[$(Topic::$name,)*];

            pub fn id(self) -> &'static str {
                match self { $(Topic::$name => $id,)* }
            }
        }
    };
}

topics! {
    LastStub = "last_stub",
    PayHistory = "pay_history",
    PayRate = "pay_rate",
    YearToDate = "year_to_date",
    Deductions = "deductions",
    TaxesWithheld = "taxes_withheld",
    WhyPayChanged = "why_pay_changed",
    NextPayday = "next_payday",
    TimeOffBalance = "time_off_balance",
    BalanceOnDate = "balance_on_date",
    RequestStatus = "request_status",
    RequestHow = "request_how",
    WhoIsAway = "who_is_away",
    Holidays = "holidays",
    HoursToday = "hours_today",
    MissedPunch = "missed_punch",
    DepositAccounts = "deposit_accounts",
    DepositHow = "deposit_how",
    W2Where = "w2_where",
    W2Consent = "w2_consent",
    WithholdingSetup = "withholding_setup",
    BenefitPlans = "benefit_plans",
    BenefitCost = "benefit_cost",
    Dependents = "dependents",
    ProfileChange = "profile_change",
    SignInHelp = "sign_in_help",
    Documents = "documents",
    Announcements = "announcements",
    ManagerApprovals = "manager_approvals",
    ManagerDates = "manager_dates",
    ManagerAway = "manager_away",
    Language = "language",
    Human = "human",
    Greeting = "greeting",
    Thanks = "thanks",
    OutOfScope = "out_of_scope",
}

/// Where a day without a year, or a weekday alone, is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Past,
    Future,
}

impl Topic {
    pub fn from_id(id: &str) -> Option<Topic> {
        Topic::ALL.iter().copied().find(|topic| topic.id() == id)
    }

    /// "Friday" is the next one when asking for time off, and the last one when asking about pay.
    pub fn direction(self) -> Direction {
        use Topic::*;
        match self {
            NextPayday | TimeOffBalance | BalanceOnDate | RequestStatus | RequestHow | WhoIsAway
            | Holidays | ManagerApprovals | ManagerDates | ManagerAway | DepositHow | Announcements => {
                Direction::Future
            }
            _ => Direction::Past,
        }
    }

    /// Whether the answer shows someone's rows. The others are answered with words of our own.
    pub fn answers_from_data(self) -> bool {
        use Topic::*;
        !matches!(self, Language | Human | Greeting | Thanks | OutOfScope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_found_by_its_id_and_nothing_else_is() {
        for topic in Topic::ALL {
            assert_eq!(Topic::from_id(topic.id()), Some(*topic));
            assert_eq!(serde_json::to_value(topic).unwrap(), topic.id());
        }
        assert_eq!(Topic::from_id("salary_of_others"), None);
    }

    #[test]
    fn small_talk_shows_no_rows() {
        assert!(Topic::LastStub.answers_from_data());
        assert!(!Topic::OutOfScope.answers_from_data());
        assert!(!Topic::Greeting.answers_from_data());
    }
}
