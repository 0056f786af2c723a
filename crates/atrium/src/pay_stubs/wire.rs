//! The parts of a pay stub on the wire.

use super::NamedStub;
use super::rules::{AccountKind, Sums};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use async_graphql::{Enum, ID, SimpleObject};

/// The address is the employee's, where a paper check would go.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubTitle {
    pub employee_name: String,
    pub company_name: String,
    pub address1: String,
    pub address2: String,
    pub city: String,
    pub state: String,
    #[graphql(name = "zip_Code")]
    pub zip_code: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubDetails {
    pub company_number: String,
    pub employee_number: String,
    pub check_date: Day,
    pub check_number: String,
    pub period_begin: Day,
    pub period_end: Day,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubLines {
    pub check_line: Vec<CheckLine>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct CheckLine {
    pub earn_description: Option<String>,
    pub earn_rate: Option<Amount>,
    pub earn_hours: Option<Amount>,
    pub earn_current: Option<Amount>,
    #[graphql(name = "earnYTD")]
    pub earn_ytd: Option<Amount>,
    pub ded_description: Option<String>,
    pub ded_current: Option<Amount>,
    #[graphql(name = "dedYTD")]
    pub ded_ytd: Option<Amount>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubTotals {
    pub total_earn_hours: Amount,
    pub total_earn_current: Amount,
    #[graphql(name = "totalEarnYTD")]
    pub total_earn_ytd: Amount,
    pub total_ded_current: Amount,
    #[graphql(name = "totalDedYTD")]
    pub total_ded_ytd: Amount,
    pub net_pay: Amount,
    pub total_dir_dep: Amount,
    /// The amount paid by paper check: net pay less deposits.
    pub check_amount_current: Amount,
    #[graphql(name = "checkAmountYTD")]
    pub check_amount_ytd: Amount,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubSums {
    pub gross: Amount,
    pub taxes: Amount,
    pub deductions: Amount,
    /// Paid back with the net pay.
    pub reimbursed: Amount,
    pub net: Amount,
}

impl From<Sums> for PayStubSums {
    fn from(sums: Sums) -> PayStubSums {
        PayStubSums {
            gross: sums.gross,
            taxes: sums.taxes,
            deductions: sums.deductions,
            reimbursed: sums.reimbursed,
            net: sums.net(),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubEarning {
    pub description: String,
    pub rate: Option<Amount>,
    pub hours: Option<Amount>,
    pub current: Amount,
    pub year_to_date: Amount,
    /// The cent by which the amount differs from hours times rate; null if it doesn't.
    pub rounding: Option<Amount>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubItem {
    pub description: String,
    pub current: Amount,
    pub year_to_date: Amount,
}

/// Another one of the employee's stubs.
#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubReference {
    pub id: ID,
    pub check_date: Day,
    pub check_number: String,
}

impl From<NamedStub> for PayStubReference {
    fn from(stub: NamedStub) -> PayStubReference {
        PayStubReference {
            id: stub.id.to_wire(),
            check_date: stub.check_date,
            check_number: stub.check_number,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
pub(super) enum WithheldKind {
    Tax,
    BeforeTax,
    AfterTax,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubWithheld {
    pub kind: WithheldKind,
    pub description: String,
    pub current: Amount,
    pub year_to_date: Amount,
}

/// An account type, spelled as in the spec.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "camelCase")]
pub(super) enum PayStubAccountType {
    Checking,
    Savings,
    MoneyMarket,
}

impl From<AccountKind> for PayStubAccountType {
    fn from(kind: AccountKind) -> PayStubAccountType {
        match kind {
            AccountKind::Checking => PayStubAccountType::Checking,
            AccountKind::Savings => PayStubAccountType::Savings,
            AccountKind::MoneyMarket => PayStubAccountType::MoneyMarket,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubDeposit {
    pub bank_name: String,
    pub bank_account_type: PayStubAccountType,
    pub last_four: String,
    pub amount: Amount,
    /// Its percentage of net pay, if it gets one.
    pub percentage: Option<u32>,
    /// Whether the account gets what the others leave.
    pub is_balance: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
pub(super) struct PayStubBasis {
    pub department: String,
    pub pay_frequency: &'static str,
    pub pay_rate: String,
    pub federal_status: &'static str,
}
