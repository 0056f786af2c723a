//! What the application decides: addresses, clients, lifetimes; and what it provides: the clock and randomness.

use crate::{Algorithm, Error};
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::jwk::Jwk;
use std::sync::Arc;
use uuid::Uuid;

/// By then, every node and every client has reread the keys.
const SHORTEST_LEAD: SignedDuration = SignedDuration::from_mins(10);

#[derive(Clone, Debug)]
pub struct Settings {
    /// Scheme, host and port, without a trailing slash. Plain HTTP is for loopback only.
    pub public_url: String,
    /// Our own: their access tokens open our API. [`Accounts`](crate::Accounts) knows the others.
    pub clients: Vec<Client>,
    /// The algorithm that signs access tokens.
    pub algorithm: Algorithm,
    pub access_life: SignedDuration,
    /// A session's absolute limit; nothing extends it.
    pub session_life: SignedDuration,
    pub session_idle: SignedDuration,
    pub code_life: SignedDuration,
    /// How long an authorization request waits for a sign-in.
    pub request_life: SignedDuration,
    /// How long a used refresh token still returns its successor, for two tabs refreshing together.
    pub refresh_grace: SignedDuration,
    /// How long a key signs, and how long it's published before it does.
    pub key_life: SignedDuration,
    pub key_lead: SignedDuration,
    /// How many sign-ins one address may begin per minute, and how many wrong codes and tokens it may send.
    pub requests_per_minute: u32,
}

/// Always uses PKCE. All addresses are compared as written, but for the port of a loopback address.
#[derive(Clone, Debug)]
pub struct Client {
    pub id: String,
    pub redirect_uris: Vec<String>,
    /// Where a program on the person's own computer listens for the answer: this path, at any port of 127.0.0.1 or [::1]
    /// (RFC 8252 section 7.3). None for a client that isn't such a program.
    pub loopback_path: Option<String>,
    pub post_logout_redirect_uris: Vec<String>,
    /// Who may read answers across origins.
    pub origins: Vec<String>,
    /// The algorithm that signs its ID tokens.
    pub id_token_signed_response_alg: Algorithm,
    pub auth: ClientAuth,
    /// For a program that works by itself, without a person: the tokens it gets are its own, and it signs no one in.
    pub machine: Option<Machine>,
}

/// What a program that works by itself may ask for (RFC 6749, 4.4).
#[derive(Clone, Debug)]
pub struct Machine {
    /// The subject of its tokens.
    pub id: Uuid,
    /// Its tokens carry this. The application gives it another one to end those it has.
    pub credential: Uuid,
    pub scopes: Vec<String>,
}

/// How a client proves who it is when it redeems a code or a refresh token.
#[derive(Clone, Debug)]
pub enum ClientAuth {
    /// Not at all: it runs where it can't keep a secret.
    Public,
    /// With any of these secrets, kept as SHA-256.
    Secret(Vec<Vec<u8>>),
    /// By signing with the private part of one of these keys (`private_key_jwt`).
    Keys(Vec<Jwk>),
}

impl Client {
    pub(crate) fn may_return_to(&self, uri: &str) -> bool {
        let is_registered = self.redirect_uris.iter().any(|known| known == uri);
        is_registered || self.loopback_path.as_deref().is_some_and(|path| returns_to_loopback(uri, path))
    }
}

/// The two addresses as written; not `localhost`, which a computer may resolve to something else.
fn returns_to_loopback(uri: &str, path: &str) -> bool {
    let rest = ["http://127.0.0.1:", "http://[::1]:"].iter().find_map(|base| uri.strip_prefix(base));
    let port = rest.and_then(|rest| rest.strip_suffix(path));
    // The one way to write a port: what another program reads differently is no port.
    port.is_some_and(|port| port.parse::<u16>().is_ok_and(|number| number > 0 && number.to_string() == port))
}

/// Time and randomness come from outside. Wherever people sign in, the randomness must be the operating system's.
#[derive(Clone)]
pub struct Given {
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// Time since any fixed moment. It never goes backwards, even if the system clock is set.
    pub uptime: Arc<dyn Fn() -> SignedDuration + Send + Sync>,
    pub fill: Arc<Fill>,
}

/// Fills bytes with randomness.
pub type Fill = dyn Fn(&mut [u8]) + Send + Sync;

impl Settings {
    pub fn new(public_url: impl Into<String>, clients: Vec<Client>) -> Settings {
        Settings {
            public_url: public_url.into(),
            clients,
            algorithm: Algorithm::Es256,
            access_life: SignedDuration::from_mins(15),
            session_life: SignedDuration::from_hours(12),
            session_idle: SignedDuration::from_mins(30),
            code_life: SignedDuration::from_secs(60),
            request_life: SignedDuration::from_mins(10),
            refresh_grace: SignedDuration::from_secs(5),
            key_life: SignedDuration::from_hours(90 * 24),
            key_lead: SignedDuration::from_hours(24),
            requests_per_minute: 600,
        }
    }

    pub(crate) fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let wrong = |why: &str| Err(Error::Settings(why.to_owned()));
        let host = self.public_url.strip_prefix("https://").or(self.public_url.strip_prefix("http://"));
        match host {
            None => return wrong("the public URL begins with neither https:// nor http://"),
            Some(host) if host.is_empty() || host.contains(['/', '?', '#', '@']) => {
                return wrong("the public URL is more than scheme, host and port");
            }
            Some(host) if !self.is_https() && !is_loopback(host) => {
                return wrong("the public URL is plain HTTP and not on loopback");
            }
            Some(_) => {}
        }
        if self.code_life > SignedDuration::from_secs(60) {
            return wrong("a code lasts longer than 60 seconds");
        }
        if self.refresh_grace > SignedDuration::from_secs(5) {
            return wrong("the grace period for refresh tokens is longer than 5 seconds");
        }
        if self.key_lead < SHORTEST_LEAD || self.key_lead >= self.key_life {
            return wrong(
                "a key must be published for at least ten minutes before it signs, and sign for longer",
            );
        }
        if self.requests_per_minute == 0 {
            return wrong("the limit on requests per minute is zero");
        }
        Ok(())
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    };
    matches!(name, Some("localhost" | "127.0.0.1" | "::1"))
}
