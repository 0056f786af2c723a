//! Announcement words shared by rules and the wire.

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
