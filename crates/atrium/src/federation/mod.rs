//! Signing in at an operator's own OpenID provider («upstream»).
//!
//! - An upstream belongs to one tenant, or one company, and signs in only its people.
//! - A sign-in leaves with a state, a nonce and a PKCE challenge, and comes back once, within ten minutes, to the
//!   browser it began in.
//! - Each upstream has its own redirect URI. We refuse an answer that arrives at another upstream's, so a malicious
//!   upstream can't pass off someone else's answer as its own (RFC 9700, 4.4).
//! - We recognize people by (issuer, subject), never by an address. Someone we don't know yet is linked by an
//!   invitation, or refused.
//! - A client's `prompt=login` and `max_age` go along, and the ID token must say that the sign-in at the upstream is
//!   that recent. Its time becomes our `auth_time` too: passing through here isn't a sign-in. If a recent one was asked
//!   for, clocks may differ by ten seconds.
//! - Anyone leaving for an upstream has a waiting request, brings an existing invitation, or proves a change, and is
//!   counted by address and neighborhood before we ask the upstream anything.
//! - After signing out here, people get the offer to sign out at the upstream too (`sign_out.rs`).
//! - Linking is announced to the person's contacts; the identity is listed and can be removed (`upstreams/`).
//! - Someone with neither a password nor one of our factors proves a change by a fresh sign-in at the upstream
//!   (`proof.rs`).
//! - An upstream that is down or gives a wrong answer is an error, never a way in.
//!
//! Tokens are checked with the crates the provider itself uses (`jsonwebtoken` over aws-lc): the usual client crates
//! bring in an RSA implementation with a known weakness.

mod graphql;
mod http;
mod id_token;
mod proof;
mod provider;
mod sign_out;
mod store;

pub use graphql::UpstreamTestQuery;
pub use http::{ROUTES, routes};
pub use provider::{ProviderReport, report};
pub use store::forget_attempts;

use crate::account;
use crate::app::App;
use crate::factors;
use crate::shared::audit::Event;
use crate::shared::id::PersonId;
use crate::shared::outbound::Outbound;
use crate::shared::problem::Problem;
use crate::shared::refusal::codes;
use crate::shared::seal;
use crate::upstreams::{self, Upstream};
use crate::work::{Author, Work, record_refusal};
use id_token::Vouched;
use jiff::{SignedDuration, Timestamp};
use provider::Provider;
use reqwest::Url;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

pub const REFUSALS: &[&str] = Stopped::CODES;

const ATTEMPT_LIFE: SignedDuration = SignedDuration::from_mins(10);

codes! {
    /// Why a sign-in failed; the sign-in page explains the code.
    enum Stopped {
        Unavailable = "UPSTREAM_UNAVAILABLE":
            "The provider can't be reached, or doesn't say what a provider has to say.",
        Refused = "UPSTREAM_REFUSED": "The provider refused, or we refused what it said.",
        NotLinked = "NOT_LINKED": "The provider vouches for someone we don't know.",
        SomebodyElse = "SOMEBODY_ELSE":
            "The provider vouches for another person than the one who has to prove something.",
        TooMany = "TOO_MANY_TRIES": "Too many attempts from this place.",
    }
}

impl From<Problem> for Stopped {
    fn from(problem: Problem) -> Stopped {
        tracing::error!(?problem, "a federated sign-in failed with an internal error");
        Stopped::Unavailable
    }
}

impl From<db::Error> for Stopped {
    fn from(error: db::Error) -> Stopped {
        Problem::from(error).into()
    }
}

/// Why someone goes to the upstream.
#[derive(Default, Serialize, Deserialize)]
struct Errand {
    /// The client request that waits for the sign-in.
    request: Option<String>,
    invitation: Option<String>,
    /// A change to be proved.
    #[serde(default)]
    challenge: Option<Uuid>,
}

/// How recent a sign-in at the upstream must be.
#[derive(Clone, Copy)]
struct Freshness {
    since: Timestamp,
    /// People already signed in at the upstream must sign in again.
    is_anew: bool,
}

/// What we must remember until the person comes back.
#[derive(Serialize, Deserialize)]
struct Attempt {
    #[serde(flatten)]
    errand: Errand,
    nonce: String,
    verifier: String,
    /// Only a sign-in since then counts.
    #[serde(default)]
    signed_in_since: Option<Timestamp>,
}

fn context(state_hash: &[u8]) -> Vec<u8> {
    [b"upstream attempt\0", state_hash].concat()
}

/// Stores the attempt and returns where the browser goes. Made-up values cost only reads; everything else is counted
/// before it costs a call and a row.
async fn begin(
    app: &App,
    outbound: &Outbound,
    id: Uuid,
    (browser, address): (&str, &str),
    errand: Errand,
    freshness: Option<Freshness>,
) -> Result<Url, Stopped> {
    let upstream = upstreams::find(&app.db, id).await?.ok_or(Stopped::Unavailable)?;
    if let (None, Some(invitation)) = (&errand.request, &errand.invitation)
        && !account::is_invitation(&app.db, upstream.tenant_id, invitation).await?
    {
        return Err(Stopped::Refused);
    }
    if factors::throttle(app, &factors::upstream_buckets(address)).await?.is_some() {
        return Err(Stopped::TooMany);
    }
    let provider = Provider::discover(outbound, &upstream.issuer).await?;
    let new = || seal::new_secret(&app.randomness);
    let signed_in_since = freshness.map(|freshness| freshness.since);
    let attempt = Attempt { errand, nonce: new(), verifier: new(), signed_in_since };
    let state = new();
    let state_hash = seal::hash(&state);
    let plain = serde_json::to_vec(&attempt).map_err(|error| Problem::Internal(error.to_string()))?;
    let sealed = app.keys.secrets.seal(&app.randomness, &context(&state_hash), &plain);
    let mut tx = app.db.begin_write().await?;
    let until = app.clock.now() + ATTEMPT_LIFE;
    store::insert_attempt(&mut tx, state_hash, id, seal::hash(browser), sealed, until).await?;
    tx.commit().await?;
    let back = upstreams::redirect_uri(&app.settings.public_url, id);
    let mut url =
        provider.authorization(&upstream.client_id, &back, &state, &attempt.nonce, &attempt.verifier);
    match freshness {
        Some(Freshness { is_anew: true, .. }) => {
            url.query_pairs_mut().append_pair("prompt", "login").append_pair("max_age", "0");
        }
        Some(Freshness { since, .. }) => {
            let seconds = app.clock.now().duration_since(since).as_secs().max(0);
            url.query_pairs_mut().append_pair("max_age", &seconds.to_string());
        }
        None => {}
    }
    Ok(url)
}

/// What an upstream said when it sent someone back.
struct Returned {
    code: Option<String>,
    error: Option<String>,
    issuer: Option<String>,
}

/// The attempt with this state, if it began in this browser and went to this upstream. It's used up, whatever the
/// outcome.
async fn take(
    app: &App,
    id: Uuid,
    state: &str,
    browser: &str,
) -> Result<Option<(Attempt, Upstream)>, Stopped> {
    let (state_hash, browser_hash) = (seal::hash(state), seal::hash(browser));
    let mut tx = app.db.begin_write().await?;
    let taken = store::take_attempt(&mut tx, state_hash.clone(), id, browser_hash, app.clock.now()).await?;
    tx.commit().await?;
    let Some(sealed) = taken else { return Ok(None) };
    let plain = app.keys.secrets.open(&context(&state_hash), &sealed);
    let attempt = plain.and_then(|plain| serde_json::from_slice(&plain).ok());
    Ok(attempt.zip(upstreams::find(&app.db, id).await?))
}

/// Who it vouches for, after every check; and whether it can sign people out.
async fn vouched_for(
    app: &App,
    outbound: &Outbound,
    (attempt, upstream): (&Attempt, &Upstream),
    returned: Returned,
) -> Result<(Vouched, bool), Stopped> {
    let (None, Some(code)) = (returned.error, returned.code) else { return Err(Stopped::Refused) };
    let provider = Provider::discover(outbound, &upstream.issuer).await?;
    provider.check_sender(returned.issuer.as_deref())?;
    let client = provider::Client {
        id: &upstream.client_id,
        secret: upstreams::secret_of(app, upstream)?,
        redirect_uri: upstreams::redirect_uri(&app.settings.public_url, upstream.id),
    };
    let token = provider.exchange(outbound, &client, &code, &attempt.verifier).await?;
    let keys = provider.keys(outbound).await?;
    let expected = id_token::Expected {
        issuer: &upstream.issuer,
        client_id: &upstream.client_id,
        nonce: &attempt.nonce,
        now: app.clock.now(),
        signed_in_since: attempt.signed_in_since,
    };
    let vouched = id_token::vouched(&token, &keys, &expected).map_err(|why| {
        tracing::warn!(upstream = %upstream.id, why, "an ID token was refused");
        Stopped::Refused
    })?;
    let can_sign_out = sign_out::address(app, outbound, &provider, upstream).is_some();
    Ok((vouched, can_sign_out))
}

/// The person behind a subject: already known, or linked now by an invitation.
async fn welcome(
    app: &App,
    upstream: &Upstream,
    subject: &str,
    invitation: Option<&str>,
    address: &str,
) -> Result<PersonId, Stopped> {
    let author = |person| Author { tenant: upstream.tenant_id, person, address: address.to_owned() };
    let refused = |subject_kind, id: Uuid, result: &str| Event {
        action: "sign_in.refused",
        subject_kind,
        subject_id: Some(id),
        result: result.to_owned(),
        detail: json!({ "by": "upstream", "upstream": upstream.id }),
    };
    let linked = upstreams::linked(&app.db, upstream, subject).await?;
    if let Some((person, false)) = linked {
        let event = refused("person", person.0, "DISABLED");
        record_refusal(app, &app.db, author(Some(person)), event).await?;
        return Err(Stopped::Refused);
    }
    let mut work = Work::begin(app, &app.db, author(linked.map(|(person, _)| person))).await?;
    let person = match (linked, invitation) {
        (Some((person, _)), _) => Some(person),
        (None, Some(token)) => {
            let mut invited = account::accept_invitation(&mut work, upstream.tenant_id, token).await?;
            // Another company's provider vouches for no one here: the invitation stays as it was.
            if let Some(person) = invited
                && !upstreams::is_for(work.tx(), upstream, person).await?
            {
                invited = None;
            }
            if let Some(person) = invited {
                let now = work.now();
                work.acted_by(person);
                // Send the notice first: it depends on how they could sign in until now.
                account::tell_of_accepted_invitation(app, &mut work, person, address).await?;
                upstreams::link(work.tx(), upstream, subject, person, now).await?;
                work.record("upstream.linked", "person", person.0, json!({ "upstream": upstream.id }));
            }
            invited
        }
        (None, None) => None,
    };
    let Some(person) = person else {
        drop(work);
        let event = refused("upstream", upstream.id, Stopped::NotLinked.code());
        record_refusal(app, &app.db, author(None), event).await?;
        return Err(Stopped::NotLinked);
    };
    factors::give_back(app, work.tx(), &factors::upstream_buckets(address)).await?;
    work.record("sign_in.done", "person", person.0, json!({ "by": "upstream", "upstream": upstream.id }));
    work.commit().await?;
    Ok(person)
}
