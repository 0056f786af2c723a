//! The OpenID Connect provider: the protocol only. It knows nothing about people: it asks one trait, [`Accounts`]. A
//! map:
//!
//! | file | what it holds |
//! |---|---|
//! | `settings.rs` | [`Settings`], [`Client`], what the application provides ([`Given`]) |
//! | `accounts.rs` | [`Accounts`], [`SecurityEvent`] |
//! | `routes.rs` | the router and [`ROUTES`]; HTTP in, HTTP out |
//! | `discovery.rs` · `authorize.rs` · `resume.rs` · `token.rs` | one protocol step each |
//! | `client.rs` | how a client proves who it is; what it's told when a session ends |
//! | `machine.rs` | tokens for programs that work by themselves |
//! | `refresh.rs` · `userinfo.rs` · `logout.rs` | one protocol step each |
//! | `session.rs`, `cookie.rs` | sign-in, the list of sessions, ending them; `/sessions/me` |
//! | `ended.rs` | what ended recently, in memory on every node |
//! | `verified.rs` | tokens with a verified signature, in memory |
//! | `throttle.rs` | how often one address may ask |
//! | `keys.rs`, `jwt.rs`, `seal.rs` | signing keys and their rotation; tokens; secrets, hashes and seals |
//! | `params.rs`, `answer.rs` | form parameters in; answers, error pages and CORS out |
//! | `store/` | all SQL |
//!
//! A session is the root of everything: codes and refresh tokens depend on it and end with it. Access tokens are
//! checked in memory alone ([`Provider::verify_access`]), against the keys and the recently ended sessions.

mod accounts;
mod answer;
mod authorize;
mod client;
mod cookie;
mod discovery;
mod ended;
mod error;
mod housekeeping;
mod jwt;
mod keys;
mod logout;
mod machine;
mod page;
mod params;
mod refresh;
mod resume;
mod routes;
mod seal;
mod session;
mod settings;
mod store;
mod throttle;
mod token;
mod userinfo;
mod verified;

pub use accounts::{
    Accounts, BoxFuture, EndedAtClient, Happened, SecurityEvent, Unavailable, UserinfoVersion,
};
pub use error::Error;
pub use jwt::{Access, MachineAccess, Refused};
pub use keys::Algorithm;
pub use resume::Pending;
pub use routes::{ClientAddress, ROUTES};
pub use session::{Proved, SignIn, SignedIn};
pub use settings::{Client, ClientAuth, Fill, Given, Machine, Settings};
pub use store::session::{Amr, EndedBy, Session};

use db::Db;
use jiff::Timestamp;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::task::AbortHandle;
use uuid::Uuid;

/// No client has a longer one.
const MAX_CLIENT_ID: usize = 200;

/// The provider. Clones are cheap and share everything.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

pub(crate) struct Inner {
    settings: Settings,
    issuer: String,
    db: Db,
    accounts: Arc<dyn Accounts>,
    given: Given,
    seals: seal::Seals,
    keys: RwLock<Arc<keys::KeySet>>,
    ended: ended::Ended,
    throttle: throttle::Throttle,
    verified: verified::Verified,
    ear: RwLock<Option<AbortHandle>>,
}

impl Provider {
    /// Loads the signing keys, or makes the first one, and starts listening for sessions that other nodes end.
    /// `sealing_key` seals the private keys and must be the same on all nodes.
    pub async fn new(
        settings: Settings,
        db: Db,
        accounts: Arc<dyn Accounts>,
        given: Given,
        sealing_key: &[u8; 32],
    ) -> Result<Provider, Error> {
        settings.check()?;
        let provider = Provider(Arc::new(Inner {
            issuer: format!("{}/oauth2/token", settings.public_url),
            settings,
            db,
            accounts,
            given,
            seals: seal::Seals::derive(sealing_key),
            keys: RwLock::default(),
            ended: ended::Ended::default(),
            throttle: throttle::Throttle::default(),
            verified: verified::Verified::default(),
            ear: RwLock::default(),
        }));
        provider.rotate_keys().await?;
        provider.listen().await?;
        Ok(provider)
    }

    /// The `iss` in every token and every authorization response.
    pub fn issuer(&self) -> &str {
        &self.0.issuer
    }

    /// The audience of access tokens.
    pub fn audience(&self) -> &str {
        &self.0.settings.public_url
    }

    pub(crate) fn now(&self) -> Timestamp {
        db::micros((self.0.given.now)())
    }

    /// One of our own, whose people need no permission to be signed in to it.
    pub(crate) fn own_client(&self, id: &str) -> Option<&Client> {
        self.0.settings.clients.iter().find(|client| client.id == id)
    }

    /// Looked up for each use, so that a change counts right away.
    pub(crate) async fn client(&self, id: &str) -> Result<Option<Client>, Error> {
        match self.own_client(id) {
            Some(client) => Ok(Some(client.clone())),
            None if params::is_plain(id, MAX_CLIENT_ID) => Ok(self.0.accounts.client(id).await?),
            None => Ok(None),
        }
    }

    pub(crate) async fn may_use(&self, subject: Uuid, client: &str) -> Result<bool, Error> {
        Ok(self.own_client(client).is_some() || self.0.accounts.may_use(subject, client).await?)
    }

    pub(crate) fn keys(&self) -> Arc<keys::KeySet> {
        self.0.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(ear) = self.ear.get_mut().unwrap_or_else(PoisonError::into_inner) {
            ear.abort();
        }
    }
}
