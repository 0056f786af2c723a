//! In-app notices: what happened that concerns a person, for the next time they look.
//!
//! - A notice is written in the transaction of the change it's about, alongside the mail (`notices/`): its kind and the
//!   facts. The text is made when it's read, in the reader's language.
//! - People read their own, and no one else's.
//! - They move along when an account is combined into another, and go back with it.
//! - They are kept for 90 days.

mod demo;
mod graphql;
mod kinds;
mod store;

pub use demo::DEMO;
pub use graphql::{InboxMutation, InboxQuery};
pub use kinds::{Facts, NoticeKind};

use crate::access::{self, HandoverScope, InboxScope, NewsScope, Viewer};
use crate::shared::id::{NoticeId, PersonId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Tx};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::InboxNotice;
use uuid::Uuid;

const KEPT: SignedDuration = SignedDuration::from_hours(24 * 90);

/// Tells a person; written with the commit of the change.
pub fn tell(
    work: &mut Work,
    scope: impl Into<NewsScope>,
    person: PersonId,
    kind: NoticeKind,
    facts: &Facts,
) -> Result<(), Problem> {
    let facts = serde_json::to_value(facts).map_err(|error| Problem::Internal(error.to_string()))?;
    let (id, now) = (NoticeId(work.new_id()), work.now());
    work.add_to_commit(store::insert(&scope.into(), id, person, kind, facts, now));
    Ok(())
}

/// How many the viewer hasn't read, counted up to 100. No one is told anything while their tenant is closed.
pub async fn unread(db: &Db, viewer: &Viewer) -> Result<i64, Problem> {
    match access::inbox(viewer) {
        Ok(scope) => Ok(store::unread(db, &scope).await?),
        Err(_) => Ok(0),
    }
}

async fn list(
    db: &Db,
    scope: &InboxScope,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<InboxNotice>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.id.to_string()]))
}

/// One notice, or with `is_until` also everything before it. Returns how many are left.
async fn read(work: &mut Work, scope: &InboxScope, id: NoticeId, is_until: bool) -> Result<i64, Problem> {
    let now = work.now();
    if !store::read(work.tx(), scope, id, now).await? {
        return Err(Problem::NotFound);
    }
    if is_until {
        store::read_before(work.tx(), scope, id, now).await?;
    }
    work.record("notice.read", "notice", id.0, json!({ "andBefore": is_until }));
    Ok(store::unread(work.tx(), scope).await?)
}

/// Moves the notices of an account combined into another; returns which, for the day the accounts are separated.
pub async fn hand_over(tx: &mut Tx, scope: &HandoverScope) -> db::Result<Vec<Uuid>> {
    store::hand_over(tx, scope).await
}

/// Moves those notices back, along with newer ones about companies only that account has.
pub async fn hand_back(tx: &mut Tx, scope: &HandoverScope, ids: &[Uuid], since: Timestamp) -> db::Result<()> {
    store::hand_back(tx, scope, ids).await?;
    store::hand_back_newer(tx, scope, since).await
}

pub async fn forget_old(tx: &mut Tx, now: Timestamp) -> db::Result<()> {
    store::forget(tx, &access::upkeep(), now - KEPT).await
}
