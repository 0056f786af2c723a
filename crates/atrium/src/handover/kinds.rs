//! Words of a handover shared by its rules, its rows and the wire.

use async_graphql::Enum;
use serde::Serialize;

/// What a change is about; in a batch, each kind is a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum PayrollKind {
    Deposits,
    People,
    Taxes,
    Contacts,
    Dependents,
    Beneficiaries,
    AdditionalInfo,
    /// Approved time off.
    TimeOff,
    /// Hours worked in a pay period.
    Hours,
}
db::text!(PayrollKind {
    Deposits = "deposits",
    People = "people",
    Taxes = "taxes",
    Contacts = "contacts",
    Dependents = "dependents",
    Beneficiaries = "beneficiaries",
    AdditionalInfo = "additionalInfo",
    TimeOff = "timeOff",
    Hours = "hours"
});

impl PayrollKind {
    pub const ALL: [PayrollKind; 9] = [
        PayrollKind::Deposits,
        PayrollKind::People,
        PayrollKind::Taxes,
        PayrollKind::Contacts,
        PayrollKind::Dependents,
        PayrollKind::Beneficiaries,
        PayrollKind::AdditionalInfo,
        PayrollKind::TimeOff,
        PayrollKind::Hours,
    ];

    /// The name of its file in a batch.
    pub fn file(self) -> &'static str {
        match self {
            PayrollKind::Deposits => "deposits",
            PayrollKind::People => "people",
            PayrollKind::Taxes => "tax-forms",
            PayrollKind::Contacts => "contacts",
            PayrollKind::Dependents => "dependents",
            PayrollKind::Beneficiaries => "beneficiaries",
            PayrollKind::AdditionalInfo => "additional-info",
            PayrollKind::TimeOff => "time-off",
            PayrollKind::Hours => "hours",
        }
    }

    /// Its values are hours by day or period and earning code.
    pub fn is_time(self) -> bool {
        matches!(self, PayrollKind::TimeOff | PayrollKind::Hours)
    }
}

/// What payroll must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum PayrollAction {
    Add,
    Change,
    Remove,
    /// Take back what an earlier batch said.
    Correct,
}
db::text!(PayrollAction { Add = "add", Change = "change", Remove = "remove", Correct = "correct" });

/// How far a change has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum PayrollState {
    /// For the next batch.
    Waiting,
    Handed,
    Taken,
    Rejected,
    /// Payroll has something else, or the old value again after it had the new one. A person decides.
    Conflict,
    /// It was handed over, then withdrawn or frozen: a later batch takes it back.
    Corrected,
    /// It doesn't have to reach payroll, or something newer replaces it.
    Dropped,
}
db::text!(PayrollState {
    Waiting = "waiting",
    Handed = "handed",
    Taken = "taken",
    Rejected = "rejected",
    Conflict = "conflict",
    Corrected = "corrected",
    Dropped = "dropped"
});

impl PayrollState {
    /// Payroll hasn't taken it and hasn't refused it.
    pub fn is_open(self) -> bool {
        matches!(self, PayrollState::Waiting | PayrollState::Handed | PayrollState::Conflict)
    }
}

/// What a file of a batch looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum HandoverFormat {
    Csv,
    Json,
    Xlsx,
}
db::text!(HandoverFormat { Csv = "csv", Json = "json", Xlsx = "xlsx" });

/// Whose value counts after a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum ConflictWinner {
    /// What was approved here: it goes into the next batch.
    Approved,
    /// What payroll has: the next import brings it.
    Payroll,
}
