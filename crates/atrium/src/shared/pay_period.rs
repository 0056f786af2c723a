//! How often a company pays.

use async_graphql::Enum;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[graphql(rename_items = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum PayPeriod {
    Weekly,
    Biweekly,
    Semimonthly,
    Monthly,
}
db::text!(PayPeriod {
    Weekly = "weekly",
    Biweekly = "biweekly",
    Semimonthly = "semimonthly",
    Monthly = "monthly"
});
