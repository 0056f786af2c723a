//! The one thing the provider asks of the application: people.

use jiff::Timestamp;
use std::pin::Pin;
use uuid::Uuid;

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The application cannot answer now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The accounts aren't available right now.")]
pub struct Unavailable;

pub trait Accounts: Send + Sync {
    /// Whether somebody may still be signed in. Asked at every authorization and every use of a code or refresh token.
    fn is_active(&self, subject: Uuid) -> BoxFuture<'_, Result<bool, Unavailable>>;

    /// The names of all claims that `userinfo` may give, for discovery.
    fn claims(&self) -> &'static [&'static str];

    /// The claims about somebody, an object; `sub` is put in by the provider. `None`: nobody any more.
    fn userinfo<'a>(
        &'a self,
        subject: Uuid,
        session: Uuid,
        client_id: &'a str,
        version: UserinfoVersion,
    ) -> BoxFuture<'a, Result<Option<serde_json::Value>, Unavailable>>;

    /// Writes something down for the audit trail, after it has happened.
    fn record(&self, event: SecurityEvent) -> BoxFuture<'_, ()>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UserinfoVersion {
    V1,
    V2,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecurityEvent {
    pub happened: Happened,
    pub at: Timestamp,
    pub subject: Uuid,
    pub session: Uuid,
    pub client_id: Option<String>,
    /// Where the request came from, if the application has said so by [`ClientAddress`](crate::ClientAddress).
    pub address: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// A code came a second time: what the first use gave is dead.
    CodeReused,
    /// A refresh token came again after its grace: its family is dead.
    RefreshReused,
    /// A client asked for the end of a session.
    SignedOut,
    /// A session was found to belong to somebody who is no longer active, and was ended.
    FoundInactive,
}
