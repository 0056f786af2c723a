//! Words about health that rules and people on the wire share.

/// How a test message goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, async_graphql::Enum)]
#[graphql(rename_items = "lowercase")]
pub enum TestChannel {
    Mail,
    Sms,
}
