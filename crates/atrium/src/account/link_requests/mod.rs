//! Links that anyone may ask for by typing a name: to choose a new password, or to sign in without one.
//!
//! - Asking writes a row, whoever is meant, and nothing else: the answer and its time tell nothing about the name.
//! - What was accepted is sent, after a restart too: the row goes in the transaction that owes the mail.
//! - There is a bound, by name, by address, by neighborhood and over all that waits; beyond it the answer says so.

mod store;

use self::store::LinkRequest;
use super::links::{self, Kind};
use super::store::{Person, people_called};
use crate::app::App;
use crate::factors;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use jiff::SignedDuration;

/// As many are taken up in a row at most.
pub const BATCH: usize = 20;
/// Minutes of work for a worker.
const WAITING_MOST: i64 = 20_000;
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
        let message = "Enter your username.";
        return Err(Problem::Refused { code: "REQUIRED", field: Some("username"), message });
    }
    if name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        let message = "Enter a valid username.";
        return Err(Problem::Refused { code: "INVALID_USERNAME", field: Some("username"), message });
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
    if store::waiting(&mut tx, WAITING_MOST).await? >= WAITING_MOST {
        return Ok(Answer::Full);
    }
    // People type passwords where a username belongs.
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "link request", id, name.trim().as_bytes());
    store::insert(&mut tx, id, (wanted.as_str(), sealed, address), now).await?;
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
    let mut people = match seal::open(&app.keys.secrets, "link request", request.id, &request.sealed) {
        Ok(name) => people_called(&app.db, &String::from_utf8_lossy(&name)).await?,
        Err(_) => {
            tracing::error!(id = %request.id, "a requested link is lost: it was sealed with another master key");
            vec![]
        }
    };
    let Some(last) = people.pop() else {
        let mut tx = app.db.begin_write().await?;
        store::delete(&mut tx, request.id).await?;
        return Ok(tx.commit().await?);
    };
    for person in &people {
        let mut work = Work::begin(app, &app.db, author(person, request)).await?;
        send(app, &mut work, person, request).await?;
        work.commit().await?;
    }
    let mut work = Work::begin(app, &app.db, author(&last, request)).await?;
    if !store::delete(work.tx(), request.id).await? {
        return Ok(());
    }
    send(app, &mut work, &last, request).await?;
    Ok(work.commit().await?)
}

fn author(person: &Person, request: &LinkRequest) -> Author {
    Author { tenant: person.tenant_id, person: Some(person.id), address: request.address.clone() }
}

async fn send(app: &App, work: &mut Work, person: &Person, request: &LinkRequest) -> Result<(), Problem> {
    let kind = if request.kind == Wanted::SignIn.as_str() { Kind::SignIn } else { Kind::Reset };
    links::send(app, work, person, kind, &person.email).await
}
