//! Taking a tenant off this installation, for the operator at the terminal.
//!
//! - A removed tenant is closed right away: its people are locked and signed out, and nothing of it is shown anymore.
//! - For 30 days it can be restored as it was. People who were locked before stay locked.
//! - Then a job erases it: every row, the bytes of every file, and its data key. From the first row on, there's no way
//!   back. What remains is its ID and the days, so the audit trail's check knows that its events didn't just vanish.
//! - Everything a tenant has can be exported at any time before that: `export.rs`.
//! - `store/tables.rs` lists what belongs to a tenant. A new table that is in no list fails a test.

mod erase;
mod export;
mod store;

pub use erase::erase_removed;
pub use export::{ExportReport, export};
pub use store::{OF_INSTALLATION, TABLES, TenantColumn, TenantTable, columns};

use crate::access::OperatorScope;
use crate::account;
use crate::app::App;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::work::{Author, Work};
use jiff::{SignedDuration, Timestamp};
use oidc::EndedBy;
use serde_json::json;
use uuid::Uuid;

pub const REFUSALS: &[&str] = TenantRefusal::CODES;

/// How long a removed tenant can be restored.
pub const HOLD: SignedDuration = SignedDuration::from_hours(30 * 24);

refusals! {
    pub enum TenantRefusal {
        Removed = "TENANT_REMOVED": "This tenant was removed. To change it, restore it first: atrium tenant restore.",
        NotRemoved = "TENANT_NOT_REMOVED": "This tenant wasn't removed, so there's nothing to restore.",
        BeingErased = "TENANT_BEING_ERASED": "This tenant is being erased. It can't be restored or exported anymore.",
    }
}

async fn begin(app: &App, tenant: TenantId) -> Result<Work, Problem> {
    Ok(Work::begin(app, &app.db, Author { tenant, person: None, address: String::new() }).await?)
}

/// For commands that change a tenant: a removed one isn't changed.
pub async fn check_open(app: &App, scope: &OperatorScope) -> Result<(), Problem> {
    match store::standing(&app.db, scope).await?.ok_or(Problem::NotFound)?.removed_at {
        Some(_) => Err(TenantRefusal::Removed.into()),
        None => Ok(()),
    }
}

/// What a removal closed, and until when it can be restored.
pub struct TenantRemoval {
    pub people: u64,
    pub sessions: usize,
    pub erased_after: Timestamp,
}

pub async fn remove(app: &App, scope: &OperatorScope) -> Result<TenantRemoval, Problem> {
    let tenant = scope.tenant();
    let mut work = begin(app, tenant).await?;
    store::take_turn(work.tx(), scope).await?;
    if store::standing(work.tx(), scope).await?.ok_or(Problem::NotFound)?.removed_at.is_some() {
        return Err(TenantRefusal::Removed.into());
    }
    let now = work.now();
    let people = store::close(work.tx(), scope, now).await?;
    let erased_after = now + HOLD;
    let detail = json!({ "people": people, "erasedAfter": erased_after.to_string() });
    work.record("tenant.removed", "tenant", tenant.0, detail);
    work.commit().await?;
    // A session gives locked people nothing; ending it tells every open page.
    let sessions = sign_out(app, scope).await?;
    Ok(TenantRemoval { people, sessions, erased_after })
}

const AT_A_TIME: i64 = 200;

async fn sign_out(app: &App, scope: &OperatorScope) -> Result<usize, Problem> {
    let identity = account::identity(app).await.map_err(Problem::Internal)?;
    let (mut after, mut ended) = (PersonId(Uuid::nil()), 0);
    loop {
        let people = store::people_after(&app.db, scope, after, AT_A_TIME).await?;
        let Some(last) = people.last() else { return Ok(ended) };
        after = *last;
        let subjects: Vec<Uuid> = people.iter().map(|person| person.0).collect();
        let sessions = identity.provider.end_all_of_many(subjects, EndedBy::Disabled).await;
        ended += sessions.map_err(|error| Problem::Unavailable(error.to_string()))?.len();
    }
}

/// Opens a removed tenant again; how many people can sign in again.
pub async fn restore(app: &App, scope: &OperatorScope) -> Result<u64, Problem> {
    let tenant = scope.tenant();
    let mut work = begin(app, tenant).await?;
    store::take_turn(work.tx(), scope).await?;
    let standing = store::standing(work.tx(), scope).await?.ok_or(Problem::NotFound)?;
    if standing.is_going {
        return Err(TenantRefusal::BeingErased.into());
    }
    if standing.removed_at.is_none() {
        return Err(TenantRefusal::NotRemoved.into());
    }
    let people = store::reopen(work.tx(), scope).await?;
    work.record("tenant.restored", "tenant", tenant.0, json!({ "people": people }));
    work.commit().await?;
    Ok(people)
}
