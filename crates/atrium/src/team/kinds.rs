//! Words about celebrations that rules, and people on the wire, share.

use async_graphql::Enum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[graphql(name = "TeamOccasion", rename_items = "lowercase")]
pub(super) enum Occasion {
    Birthday,
    Anniversary,
}
