//! Words about announcements that rules and people on the wire share.

use async_graphql::Enum;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "MessageState", rename_items = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    Scheduled,
    Current,
    Ended,
}
