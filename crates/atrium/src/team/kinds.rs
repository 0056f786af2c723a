//! Celebration words shared by rules and the wire.

use async_graphql::Enum;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum)]
#[graphql(name = "TeamOccasion", rename_items = "lowercase")]
pub(super) enum Occasion {
    Birthday,
    Anniversary,
}
