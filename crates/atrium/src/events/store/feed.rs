//! The SQL of reading events.

use super::super::Events;
use crate::access::{Need, UpkeepScope, WholeTenantScope};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, EmployeeId, TenantId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Something that happened, as it was written down.
#[derive(Clone, Debug)]
pub struct FeedEvent {
    pub number: i64,
    pub id: Uuid,
    pub event_type: String,
    pub at: Moment,
    pub company_id: Option<CompanyId>,
    pub employee_id: Option<EmployeeId>,
    pub subject_id: Uuid,
}
db::row!(FeedEvent { number, id, event_type, at, company_id, employee_id, subject_id });

impl FeedEvent {
    pub(in super::super) fn sort_keys(&self) -> Vec<String> {
        vec![self.number.to_string()]
    }
}

pub(super) const EVENT: &str =
    "SELECT e.number, e.id, e.type, e.at, e.company_id, e.employee_id, e.subject_id FROM event e";

/// Which of a tenant's events are kept.
pub(in super::super) struct KeptNumbers {
    /// The next one's number if there are none.
    pub oldest: i64,
    pub newest: i64,
}

pub(in super::super) async fn kept(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
) -> db::Result<KeptNumbers> {
    let sql = "SELECT coalesce((SELECT min(e.number) FROM event e WHERE e.tenant_id = $1), -1),
           coalesce((SELECT h.number FROM event_head h WHERE h.tenant_id = $1), 0)";
    let (oldest, newest): (i64, i64) = db.one(sql, params![scope.tenant()]).await?;
    Ok(KeptNumbers { oldest: if oldest < 0 { newest + 1 } else { oldest }, newest })
}

/// Oldest first; a blank type is all of them.
pub(in super::super) async fn after(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    (after, event_type): (i64, &str),
    limit: usize,
) -> db::Result<Vec<FeedEvent>> {
    let mut values = params![scope.tenant(), after, limit as i64];
    let mut of_type = "";
    if !event_type.is_empty() {
        values.push(event_type.into());
        of_type = "AND e.type = $4";
    }
    let sql =
        format!("{EVENT} WHERE e.tenant_id = $1 AND e.number > $2 {of_type} ORDER BY e.number LIMIT $3");
    db.all(sql, values).await
}

const NEWEST_FIRST: Sort = Sort::descending(&[("e.number", SortKey::Number)]);

pub(in super::super) async fn list(
    db: &Db,
    scope: &WholeTenantScope<Events, impl Need>,
    event_type: &str,
    ask: &Ask,
) -> Result<Vec<FeedEvent>, Problem> {
    let mut values = params![scope.tenant()];
    let mut of_type = "";
    if !event_type.is_empty() {
        values.push(event_type.into());
        of_type = "AND e.type = $2";
    }
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    Ok(db.all(format!("{EVENT} WHERE e.tenant_id = $1 {of_type} {page}"), values).await?)
}

/// For delivering: the numbers in (after, until].
pub(in super::super) async fn between(
    mut from: impl Read,
    _: &UpkeepScope,
    tenant: TenantId,
    (after, until): (i64, i64),
) -> db::Result<Vec<FeedEvent>> {
    let sql =
        format!("{EVENT} WHERE e.tenant_id = $1 AND e.number > $2 AND e.number <= $3 ORDER BY e.number");
    from.all(sql, params![tenant, after, until]).await
}

/// Deletes events and deliveries from before then. Bounded, so it never holds the writer for long.
pub(in super::super) async fn forget(tx: &mut Tx, _: &UpkeepScope, before: Timestamp) -> db::Result<()> {
    tx.exec(
        "DELETE FROM webhook_delivery WHERE id IN
           (SELECT id FROM webhook_delivery WHERE created_at < $1 ORDER BY created_at LIMIT 500)",
        params![before],
    )
    .await?;
    tx.exec(
        "DELETE FROM event WHERE id IN (SELECT id FROM event WHERE at < $1 ORDER BY at LIMIT 1000)",
        params![before],
    )
    .await?;
    Ok(())
}
