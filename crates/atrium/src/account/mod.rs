//! People who sign in.
//!
//! - A username and a password open a session with the identity provider (`oidc`), which knows no person itself.
//! - An unknown username and a wrong password get the same answer after the same work.
//! - Tries are counted by account and address, by account, by address and over all, in windows of 15 minutes; nobody can
//!   lock a victim out for longer.
//! - Every sign-in and every refused one of a known person is in the audit trail.

mod graphql;
mod http;
pub mod password;
mod people;
mod rules;
mod store;

pub use graphql::AccountQuery;
pub use http::{ROUTES, routes};
pub use people::People;
pub use store::write_password;

use crate::app::App;
use crate::shared::audit::Event;
use crate::shared::clock::Randomness;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work, record_refusal};
use jiff::SignedDuration;
use oidc::{Client, Given, Provider};
use serde_json::json;
use std::sync::Arc;

/// What signs people in: the identity provider, and the slots in which passwords are checked.
#[derive(Clone)]
pub struct Identity {
    pub provider: Provider,
    pub passwords: password::Passwords,
}

/// Made once at the start, with our own two clients.
pub async fn identity(app: &App) -> Result<Identity, String> {
    let url = app.settings.public_url.clone();
    let client = |id: &str, base: &str, origins: Vec<String>| Client {
        id: id.to_owned(),
        redirect_uris: vec![format!("{base}/callback")],
        post_logout_redirect_uris: vec![format!("{base}/signedout")],
        origins,
    };
    let clients = vec![
        client("atrium-web", &url, vec![url.clone()]),
        client("atrium-native", "com.atrium.app:", vec![]),
    ];
    let (clock, randomness) = (app.clock.clone(), Randomness::system());
    let fill = randomness.clone();
    let given = Given { now: Arc::new(move || clock.now()), fill: Arc::new(move |bytes| fill.fill(bytes)) };
    let people = Arc::new(People(app.clone()));
    let settings = oidc::Settings::new(url, clients);
    let provider = Provider::new(settings, app.db.clone(), people, given, &app.keys.identity);
    Ok(Identity {
        provider: provider.await.map_err(|error| error.to_string())?,
        passwords: password::Passwords::new(&randomness).map_err(|problem| format!("{problem:?}"))?,
    })
}

/// What came of trying to sign in.
enum Tried {
    Welcome(PersonId),
    /// No such person, a wrong password, or somebody who may not sign in: nobody learns which.
    Refused,
    TooMany {
        wait: SignedDuration,
    },
}

async fn try_password(
    app: &App,
    passwords: &password::Passwords,
    username: &str,
    password: String,
    address: &str,
) -> Result<Tried, Problem> {
    let now = app.clock.now();
    let buckets = rules::buckets(username, address);
    if let Some(wait) = rules::wait(&store::count_try(&app.db, &buckets, now).await?, now) {
        return Ok(Tried::TooMany { wait });
    }
    let found = store::credential(&app.db, username).await?;
    let stored = found.as_ref().map(|(_, _, hash)| hash.clone());
    let fits = passwords.fits(stored, password).await?;
    let Some((person, tenant, _)) = found else { return Ok(Tried::Refused) };
    let author = Author { tenant, person: Some(person), address: address.to_owned() };
    if !fits {
        record_refusal(app, &app.db, author, event("sign_in.refused", person, "WRONG_PASSWORD")).await?;
        return Ok(Tried::Refused);
    }
    welcome(app, author, person, &buckets).await?;
    Ok(Tried::Welcome(person))
}

/// A good password clears the counters of this account, but not those of the address.
async fn welcome(
    app: &App,
    author: Author,
    person: PersonId,
    buckets: &[(String, i64)],
) -> Result<(), Problem> {
    let mut work = Work::begin(app, &app.db, author).await?;
    store::clear(work.tx(), &buckets[..2]).await?;
    work.record("sign_in.done", "person", person.0, json!({ "by": "password" }));
    Ok(work.commit().await?)
}

fn event(action: &'static str, person: PersonId, result: &str) -> Event {
    Event {
        action,
        subject_kind: "person",
        subject_id: Some(person.0),
        result: result.to_owned(),
        detail: json!({ "by": "password" }),
    }
}
