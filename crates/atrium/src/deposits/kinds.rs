//! Account words shared by rules, rows and the wire.

use async_graphql::Enum;
use serde::{Deserialize, Serialize};

/// The account types in the spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, Serialize, Deserialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum AccountType {
    Checking,
    Savings,
    MoneyMarket,
}

/// How much of each pay goes to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, Serialize, Deserialize)]
#[graphql(name = "DepositAmountType", rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum AmountType {
    Fixed,
    Percentage,
    Balance,
}
