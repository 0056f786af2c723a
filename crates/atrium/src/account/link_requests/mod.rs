//! Links that anyone may ask for by typing a name: to choose a new password, or to sign in without one.
//!
//! - Asking writes a row, whoever is meant, and nothing else: the answer and its time tell nothing about the name.
//! - What was accepted is sent, after a restart too: the row goes in the transaction that owes the mail.
//! - There is a bound, by name, by address, by neighborhood and over all that waits; beyond it the answer says so. What waits is
//!   bounded by neighborhood, too: one network can't fill the queue.
//! - A name that is several people's becomes one row per person, which succeed or fail on their own.
//! - A request that keeps failing is given up, with an error in the log.

mod store;

use self::store::LinkRequest;
use super::links::{self, Kind};
use super::refusal::AccountRefusal;
use super::store::{self as accounts, Person, people_called};
use crate::app::App;
use crate::factors;
use crate::shared::network;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use jiff::SignedDuration;

/// As many are taken up in a row at most.
pub const BATCH: usize = 20;
/// Minutes of work for a worker.
const WAITING_MOST: i64 = 20_000;
/// Of those from one neighborhood. Twenty networks would have to work together to fill the queue.
const WAITING_NEARBY_MOST: i64 = 1_000;
/// About as long as such a line needs to shrink.
const NEARBY_WAIT: SignedDuration = SignedDuration::from_secs(60);
/// With the lease between two of them, about as long as the link would have lived.
const ATTEMPTS_MOST: i64 = 30;
/// A worker that died leaves its rows to the others after so long.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
const LONGEST_NAME: usize = 254;

/// What came of asking.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Accepted,
    /// For this name or from this place; a link that was sent before still works.
    TooMany {
        wait: SignedDuration,
    },
    /// Over all.
    Full,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    NewPassword,
    SignIn,
}

impl Wanted {
    fn as_str(self) -> &'static str {
        match self {
            Wanted::NewPassword => "reset",
            Wanted::SignIn => "sign_in",
        }
    }
}

/// `name` is a username or an e-mail address.
pub(super) async fn ask(app: &App, wanted: Wanted, name: &str, address: &str) -> Result<Answer, Problem> {
    if name.trim().is_empty() {
        return Err(AccountRefusal::UsernameRequired.into());
    }
    if name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(AccountRefusal::InvalidUsername.into());
    }
    let buckets = factors::mail_buckets(wanted.as_str(), name, address);
    if let Some(wait) = factors::foresee(app, &buckets).await?.wait {
        return Ok(Answer::TooMany { wait });
    }
    let now = app.clock.now();
    let id = app.ids.next(now);
    let mut tx = app.db.begin_write().await?;
    if let Some(wait) = factors::count(app, &mut tx, &buckets).await?.wait {
        return Ok(Answer::TooMany { wait });
    }
    let neighborhood = network::neighborhood(address);
    if store::waiting_nearby(&mut tx, &neighborhood, WAITING_NEARBY_MOST).await? >= WAITING_NEARBY_MOST {
        return Ok(Answer::TooMany { wait: NEARBY_WAIT });
    }
    if store::waiting(&mut tx, WAITING_MOST).await? >= WAITING_MOST {
        return Ok(Answer::Full);
    }
    // People type passwords where a username belongs.
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "link request", id, name.trim().as_bytes());
    store::insert(&mut tx, id, (wanted.as_str(), sealed), (address, &neighborhood), now).await?;
    tx.commit().await?;
    app.outbox_wake.notify_one();
    Ok(Answer::Accepted)
}

/// Owes the mails that were asked for; gives how many requests were taken up.
pub async fn answer_link_requests(app: &App) -> Result<usize, Problem> {
    let now = app.clock.now();
    // An idle worker must not take the writer for nothing.
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
    if request.attempts > ATTEMPTS_MOST {
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
    let kind = if request.kind == Wanted::SignIn.as_str() { Kind::SignIn } else { Kind::Reset };
    links::send(app, work, person, kind, &person.email).await
}
