//! The SQL of events and webhooks: reading the feed, what administrators look after, and what is on its way.

mod deliveries;
mod feed;
mod webhooks;

pub(super) use deliveries::{
    ClaimedDelivery, HookOutcome, WebhookBehind, WebhookTarget, advance, behind, claim, event, settle,
    target, turn_off, with_due,
};
pub use deliveries::{DeliveryFilter, WebhookDelivery};
pub(super) use deliveries::{deliveries, delivery, insert_test, replay, replay_since};
pub use feed::FeedEvent;
pub(super) use feed::{after, between, forget, kept, list};
pub use webhooks::WebhookRow;
pub(super) use webhooks::{
    NewWebhookSecret, called, companies, delete, insert, one, rotate, standing, turn, update, webhooks,
};
