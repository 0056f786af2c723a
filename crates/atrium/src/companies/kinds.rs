//! Words of a company's setup, as stored and on the wire.

pub(super) use crate::pay_stubs::StubsVisible;

use async_graphql::Enum;
use serde::Serialize;

/// Whether a change of deposits waits for someone's approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum DepositPolicy {
    Always,
    /// Only accounts that are new.
    NewAccount,
    Never,
}
db::text!(DepositPolicy { Always = "always", NewAccount = "new_account", Never = "never" });

/// Whether a change of tax withholding waits for someone's approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum TaxPolicy {
    Always,
    Never,
}
db::text!(TaxPolicy { Always = "always", Never = "never" });

/// From the largest to the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum, Serialize)]
#[graphql(rename_items = "PascalCase")]
pub enum OrganizationKind {
    Division,
    Branch,
    Department,
    Team,
}
db::text!(OrganizationKind {
    Division = "Division",
    Branch = "Branch",
    Department = "Department",
    Team = "Team"
});

/// What a benefit plan is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "BenefitPlanCategory", rename_items = "PascalCase")]
pub enum PlanCategory {
    Medical,
    Dental,
    Vision,
    Savings,
    Retirement,
    Life,
    Other,
}
db::text!(PlanCategory {
    Medical = "Medical",
    Dental = "Dental",
    Vision = "Vision",
    Savings = "Savings",
    Retirement = "Retirement",
    Life = "Life",
    Other = "Other"
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "CompanyEntryKind", rename_items = "camelCase")]
pub enum EntryKind {
    PayGroup,
    Organization,
    DepositCode,
    State,
    BenefitPlan,
}

impl EntryKind {
    /// As the audit trail calls them.
    pub const fn as_str(self) -> &'static str {
        match self {
            EntryKind::PayGroup => "pay_group",
            EntryKind::Organization => "organization",
            EntryKind::DepositCode => "deposit_code",
            EntryKind::State => "company_state",
            EntryKind::BenefitPlan => "benefit_plan",
        }
    }

    pub(super) fn actions(self) -> [&'static str; 3] {
        match self {
            EntryKind::PayGroup => ["pay_group.add", "pay_group.edit", "pay_group.remove"],
            EntryKind::Organization => ["organization.add", "organization.edit", "organization.remove"],
            EntryKind::DepositCode => ["deposit_code.add", "deposit_code.edit", "deposit_code.remove"],
            EntryKind::State => ["company_state.add", "company_state.edit", "company_state.remove"],
            EntryKind::BenefitPlan => ["benefit_plan.add", "benefit_plan.edit", "benefit_plan.remove"],
        }
    }
}
