//! Links anyone can request by typing a name: to choose a new password, or to sign in without one.
//!
//! - A request writes one row, for any name, and does nothing else: neither the answer nor its timing tells
//!   anything about the name.
//! - An accepted request is always sent, even after a restart: its row is deleted in the transaction that queues the
//!   mail.
//! - Requests are limited per name, per address, per neighborhood and in total; past a limit, the answer says so.
//!   Waiting requests are limited per neighborhood too, so one network can't fill the queue.
//! - A name that several people share becomes one row per person, and each succeeds or fails on its own.
//! - A request that keeps failing is dropped, with an error in the log.

mod store;

use self::store::LinkRequest;
use super::links::{self, LinkKind};
use super::refusal::AccountRefusal;
use super::store::{self as accounts, Person, people_called};
use crate::app::App;
use crate::factors;
use crate::shared::network;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use jiff::SignedDuration;

/// The most requests handled in a row.
pub const BATCH: usize = 20;
/// A few minutes of work for a worker.
const MAX_WAITING: i64 = 20_000;
/// The most from one neighborhood. It would take twenty networks working together to fill the queue.
const MAX_WAITING_NEARBY: i64 = 1_000;
/// Roughly how long such a queue takes to shrink.
const NEARBY_WAIT: SignedDuration = SignedDuration::from_secs(60);
/// With the lease between attempts, this is roughly how long the link would have been good for.
const MAX_ATTEMPTS: i64 = 30;
/// If a worker dies, other workers can take its rows after this long.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
const MAX_NAME_BYTES: usize = 254;

/// The outcome of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LinkAnswer {
    Accepted,
    /// Too many for this name or from this place. A link sent earlier still works.
    TooMany {
        wait: SignedDuration,
    },
    /// The whole queue is full.
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    NewPassword,
    SignIn,
}

db::text!(Wanted { NewPassword = "reset", SignIn = "sign_in" });

/// `name` is a username or an e-mail address.
pub(super) async fn ask(app: &App, wanted: Wanted, name: &str, address: &str) -> Result<LinkAnswer, Problem> {
    if name.trim().is_empty() {
        return Err(AccountRefusal::UsernameRequired.into());
    }
    if name.len() > MAX_NAME_BYTES || name.chars().any(char::is_control) {
        return Err(AccountRefusal::InvalidUsername.into());
    }
    let buckets = factors::mail_buckets(wanted.as_text(), name, address);
    if let Some(wait) = factors::foresee(app, &buckets).await?.wait {
        return Ok(LinkAnswer::TooMany { wait });
    }
    let now = app.clock.now();
    let id = app.ids.next(now);
    let mut tx = app.db.begin_write().await?;
    if let Some(wait) = factors::count(app, &mut tx, &buckets).await?.wait {
        return Ok(LinkAnswer::TooMany { wait });
    }
    let neighborhood = network::neighborhood(address);
    if store::waiting_nearby(&mut tx, &neighborhood, MAX_WAITING_NEARBY).await? >= MAX_WAITING_NEARBY {
        return Ok(LinkAnswer::TooMany { wait: NEARBY_WAIT });
    }
    if store::waiting(&mut tx, MAX_WAITING).await? >= MAX_WAITING {
        return Ok(LinkAnswer::Full);
    }
    // People sometimes type their password into the username field.
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "link request", id, name.trim().as_bytes());
    store::insert(&mut tx, id, (wanted, sealed), (address, &neighborhood), now).await?;
    tx.commit().await?;
    app.outbox_wake.notify_one();
    Ok(LinkAnswer::Accepted)
}

/// Queues the requested mail and returns how many requests it handled.
pub async fn answer_link_requests(app: &App) -> Result<usize, Problem> {
    let now = app.clock.now();
    // An idle worker mustn't take the writer for nothing.
    if !store::is_due(&app.db, now).await? {
        return Ok(0);
    }
    let mut tx = app.db.begin_write().await?;
    let claimed = store::claim(&mut tx, BATCH, now, now + LEASE).await?;
    tx.commit().await?;
    for request in &claimed {
        if let Err(problem) = answer(app, request).await {
            tracing::error!(?problem, "a link could not be mailed; trying again later");
        }
    }
    Ok(claimed.len())
}

async fn answer(app: &App, request: &LinkRequest) -> Result<(), Problem> {
    if request.attempts > MAX_ATTEMPTS {
        tracing::error!(id = %request.id, "a link that was asked for can't be mailed and is given up");
        return forget(app, request).await;
    }
    let people = people_meant(app, request).await?;
    match people.as_slice() {
        [] => forget(app, request).await,
        [person] => {
            let mut work = Work::begin(app, &app.db, author(person, request)).await?;
            if !store::delete(work.tx(), request.id).await? {
                return Ok(());
            }
            send(app, &mut work, person, request).await?;
            Ok(work.commit().await?)
        }
        several => {
            let now = app.clock.now();
            let rows: Vec<_> = several.iter().map(|person| (app.ids.next(now), person.id)).collect();
            let mut tx = app.db.begin_write().await?;
            if store::split(&mut tx, request, &rows, now).await? {
                tx.commit().await?;
            }
            Ok(())
        }
    }
}

async fn people_meant(app: &App, request: &LinkRequest) -> Result<Vec<Person>, Problem> {
    if let Some(person) = request.person_id {
        return Ok(accounts::person(&app.db, person).await?.into_iter().collect());
    }
    match seal::open(&app.keys.secrets, "link request", request.id, &request.sealed) {
        Ok(name) => Ok(people_called(&app.db, &String::from_utf8_lossy(&name)).await?),
        Err(_) => {
            tracing::error!(id = %request.id, "a requested link is lost: it was sealed with another master key");
            Ok(vec![])
        }
    }
}

async fn forget(app: &App, request: &LinkRequest) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    store::delete(&mut tx, request.id).await?;
    Ok(tx.commit().await?)
}

fn author(person: &Person, request: &LinkRequest) -> Author {
    Author { tenant: person.tenant_id, person: Some(person.id), address: request.address.clone() }
}

async fn send(app: &App, work: &mut Work, person: &Person, request: &LinkRequest) -> Result<(), Problem> {
    let kind = match request.kind {
        Wanted::SignIn => LinkKind::SignIn,
        Wanted::NewPassword => LinkKind::Reset,
    };
    links::send(app, work, person, kind, &person.email).await
}
