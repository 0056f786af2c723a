//! A new e-mail address, which counts once its owner follows the link sent there.
//!
//! - Until then, the old address is used for everything, and account settings show the one that's waiting.
//! - The old mailbox is told right away and again on confirmation, each time with the link that undoes it.
//! - Two people in a tenant never have the same address: it's refused on request, and again on confirmation. An address
//!   someone else has by now isn't given back either (`links.rs`).
//! - Only the last requested address can be confirmed.

mod store;

use super::links::{self, LinkKind};
use super::refusal::AccountRefusal;
use super::settings;
use super::store::{self as accounts, Person};
use crate::app::App;
use crate::factors;
use crate::notices::{self, Changed, Letter};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::{Db, Read, Tx};
use jiff::Timestamp;
use serde_json::json;

/// An address waiting to be confirmed.
pub(super) struct Waiting {
    pub email: String,
    pub asked_at: Timestamp,
}

fn taken() -> Problem {
    AccountRefusal::EmailTaken.into()
}

pub(super) async fn waiting(db: &Db, person: PersonId) -> Result<Option<Waiting>, Problem> {
    let found = store::waiting(db, person).await?;
    Ok(found.map(|(email, asked_at)| Waiting { email, asked_at }))
}

/// Checked before we ask for a proof, and again in the transaction that makes the change. Every check counts, whatever
/// the answer, so one person can't find out who has which address. Call this before a transaction begins.
pub(super) async fn check_free(app: &App, person: &Person, email: &str) -> Result<(), Problem> {
    let buckets = factors::new_email_buckets(&person.id.to_string());
    if let Some(wait) = factors::throttle(app, &buckets).await? {
        return Err(Problem::TooMany { wait });
    }
    let is_taken = store::is_taken(&app.db, (person.tenant_id, person.id), email).await?;
    if is_taken { Err(taken()) } else { Ok(()) }
}

/// Whether someone else in the tenant has an address or a username now.
pub(super) async fn is_taken(
    from: impl Read,
    whose: (TenantId, PersonId),
    email: &str,
) -> Result<bool, Problem> {
    Ok(store::is_taken(from, whose, email).await?)
}

/// Whether someone else in the tenant has an address that is about to be restored. No one else can take it until the
/// transaction ends.
pub(super) async fn is_taken_since(
    tx: &mut Tx,
    whose: (TenantId, PersonId),
    email: &str,
) -> Result<bool, Problem> {
    store::lock(tx, whose.0).await?;
    Ok(store::is_taken(tx, whose, email).await?)
}

/// As `is_name_taken`, before anyone is asked for a factor.
pub(super) async fn has_name(db: &Db, person: PersonId, username: &str) -> Result<bool, Problem> {
    Ok(store::is_name_taken(db, person, username).await?)
}

/// As `is_taken_since`, before anyone is asked for a factor.
pub(super) async fn has_address(db: &Db, whose: (TenantId, PersonId), email: &str) -> Result<bool, Problem> {
    Ok(store::is_taken(db, whose, email).await?)
}

/// Whether a username is someone else's, or someone else's address, in any tenant. No one else in the tenant can take it
/// until the transaction ends.
pub(super) async fn is_name_taken(
    tx: &mut Tx,
    whose: (TenantId, PersonId),
    username: &str,
) -> Result<bool, Problem> {
    store::lock(tx, whose.0).await?;
    Ok(store::is_name_taken(tx, whose.1, username).await?)
}

/// The caller has already checked the proof.
pub(super) async fn ask(
    app: &App,
    work: &mut Work,
    person: &Person,
    email: &str,
    address: &str,
) -> Result<(), Problem> {
    let (whose, now) = ((person.tenant_id, person.id), work.now());
    accounts::retire_links(work.tx(), person.id, LinkKind::Email, now).await?;
    store::write(work.tx(), whose, email, now).await?;
    send_link(app, work, person, email).await?;
    let mailbox = settings::mailbox_before(work, person, None).await?;
    let not_me = links::make(app, work, whose, LinkKind::Alarm, &mailbox).await?;
    let (first_name, changed) = (person.first_name.as_str(), Changed::EmailAsked);
    let letter = Letter::Changed { first_name, changed, at: now, address, not_me: Some(&not_me) };
    notices::mail(work, &mailbox, &person.language, letter)?;
    work.record("email.asked", "person", person.id.0, json!({}));
    Ok(())
}

/// Sends another link; the earlier one stays good.
pub(super) async fn send_again(app: &App, work: &mut Work, person: &Person) -> Result<(), Problem> {
    let (email, _) = store::waiting(work.tx(), person.id).await?.ok_or(Problem::NotFound)?;
    send_link(app, work, person, &email).await?;
    work.record("email.link_sent", "person", person.id.0, json!({}));
    Ok(())
}

/// The address could be anyone's, so one person can only have a few of these mails sent.
async fn send_link(app: &App, work: &mut Work, person: &Person, email: &str) -> Result<(), Problem> {
    let buckets = factors::confirmation_buckets(&person.id.to_string());
    if let Some(wait) = factors::count(app, work.tx(), &buckets).await?.wait {
        return Err(Problem::TooMany { wait });
    }
    let link = links::make(app, work, (person.tenant_id, person.id), LinkKind::Email, email).await?;
    let letter = Letter::ConfirmEmail { first_name: &person.first_name, link: &link };
    notices::mail(work, email, &person.language, letter)
}

/// Cancels what's waiting; false if nothing was.
pub(super) async fn forget(work: &mut Work, person: PersonId) -> Result<bool, Problem> {
    let now = work.now();
    accounts::retire_links(work.tx(), person, LinkKind::Email, now).await?;
    Ok(store::delete(work.tx(), person).await?)
}

pub(super) async fn cancel(work: &mut Work, person: &Person) -> Result<(), Problem> {
    if !forget(work, person.id).await? {
        return Err(Problem::NotFound);
    }
    work.record("email.cancelled", "person", person.id.0, json!({}));
    Ok(())
}

/// Anyone with the link reads that mailbox, so the address becomes the account's.
pub(super) async fn confirm(app: &App, token: &str, address: &str) -> Result<(), Problem> {
    let (link, person, _) = links::look(app, token).await?;
    if link.kind != LinkKind::Email {
        return Err(links::gone());
    }
    let author = Author { tenant: person.tenant_id, person: Some(person.id), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    // Two people confirming the same address wait for each other.
    store::lock(work.tx(), person.tenant_id).await?;
    let waiting = store::waiting(work.tx(), person.id).await?;
    if waiting.is_none_or(|(email, _)| email != link.sent_to) {
        return Err(links::gone());
    }
    if store::is_taken(work.tx(), (person.tenant_id, person.id), &link.sent_to).await? {
        return Err(taken());
    }
    links::use_up(&mut work, token).await?;
    forget(&mut work, person.id).await?;
    // Links mailed to the old address no longer open anything.
    let at = work.now();
    for kind in [LinkKind::Reset, LinkKind::SignIn] {
        accounts::retire_links(work.tx(), person.id, kind, at).await?;
    }
    accounts::update_email(work.tx(), person.id, &link.sent_to).await?;
    work.record("email.changed", "person", person.id.0, json!({}));
    let now = Person { email: link.sent_to.clone(), ..person.clone() };
    settings::tell(app, &mut work, &now, Changed::Email, Some(&person.email), address).await?;
    Ok(work.commit().await?)
}
