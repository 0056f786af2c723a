//! What a well-formed deposit is. Pure: takes `today` and what is there, touches nothing.

use async_graphql::Enum;
use serde::{Deserialize, Serialize};

/// The kinds of account the spec knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, Serialize, Deserialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum AccountType {
    Checking,
    Savings,
    MoneyMarket,
}
db::text!(AccountType { Checking = "checking", Savings = "savings", MoneyMarket = "moneyMarket" });
