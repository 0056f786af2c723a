//! The one thing the provider asks the application about: people, and the clients they may use besides our own.

use crate::Client;
use db::Tx;
use jiff::Timestamp;
use std::pin::Pin;
use uuid::Uuid;

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The application can't answer right now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The accounts aren't available right now.")]
pub struct Unavailable;

/// An application without clients besides our own leaves out what's about them.
pub trait Accounts: Send + Sync {
    /// Whether this person may still be signed in. Checked at every authorization and whenever a code or refresh token
    /// is used.
    fn is_active(&self, subject: Uuid) -> BoxFuture<'_, Result<bool, Unavailable>>;

    /// The names of all claims `userinfo` may give, for discovery.
    fn claims(&self) -> &'static [&'static str];

    /// The claims about a person, as an object; the provider adds `sub`. `None` if there's no such person anymore.
    fn userinfo<'a>(
        &'a self,
        subject: Uuid,
        session: Uuid,
        client_id: &'a str,
        version: UserinfoVersion,
    ) -> BoxFuture<'a, Result<Option<serde_json::Value>, Unavailable>>;

    /// A client besides our own; `None` if there's none, or it's turned off.
    fn client<'a>(&'a self, _id: &'a str) -> BoxFuture<'a, Result<Option<Client>, Unavailable>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether this person may be signed in to a client that isn't our own. Checked whenever it gets a code or tokens.
    fn may_use<'a>(
        &'a self,
        _subject: Uuid,
        _client_id: &'a str,
    ) -> BoxFuture<'a, Result<bool, Unavailable>> {
        Box::pin(async { Ok(false) })
    }

    /// Queues what clients must hear about sessions that end in this transaction.
    fn tell_clients<'a>(
        &'a self,
        _tx: &'a mut Tx,
        _ended: &'a [EndedAtClient],
    ) -> BoxFuture<'a, Result<(), Unavailable>> {
        Box::pin(async { Ok(()) })
    }

    /// The transaction of `tell_clients` was committed.
    fn clients_are_waiting(&self) {}

    /// Records something in the audit trail after it has happened.
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
    /// Where the request came from, if the application has set [`ClientAddress`](crate::ClientAddress).
    pub address: Option<String>,
}

/// A session that ended, at a client other than our own that was signed in through it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndedAtClient {
    pub subject: Uuid,
    pub session: Uuid,
    pub client_id: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// Someone was signed in to a client that isn't our own.
    SignedInToClient,
    /// They weren't, because they may not use it.
    ClientRefused,
    /// A code was used a second time: what its first use gave is revoked.
    CodeReused,
    /// A refresh token was used again after its grace period: its family is revoked.
    RefreshReused,
    /// A program that works by itself got a token. Subject and session are its ID and its credential.
    MachineSignedIn,
    /// It didn't, because it couldn't prove who it is.
    MachineRefused,
    /// A client asked to end a session.
    SignedOut,
    /// A session turned out to belong to someone who is no longer active, and was ended.
    FoundInactive,
}
