//! The states of a pay run.

use async_graphql::Enum;
use serde::Serialize;

/// How far a pay run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(rename_items = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum PayRunState {
    /// Changes that are approved now count for it.
    Open,
    /// Payroll is being processed.
    Processing,
    Paid,
}
db::text!(PayRunState { Open = "open", Processing = "processing", Paid = "paid" });
