//! The SQL of in-app notices. Every function takes a scope and filters by it.

use super::kinds::NoticeKind;
use crate::access::{HandoverScope, InboxScope, NewsScope, OperatorScope, UpkeepScope};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, NoticeId, PersonId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Statement, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A badge shows “99+”.
const MAX_COUNTED: i64 = 100;

pub(super) struct InboxNotice {
    pub id: NoticeId,
    pub company_id: CompanyId,
    pub kind: NoticeKind,
    pub facts: serde_json::Value,
    pub created_at: Moment,
    pub is_read: bool,
}
db::row!(InboxNotice { id, company_id, kind, facts, created_at, is_read });

pub(super) fn insert(
    scope: &NewsScope,
    id: NoticeId,
    person: PersonId,
    kind: NoticeKind,
    facts: serde_json::Value,
    now: Timestamp,
) -> Statement {
    (
        "INSERT INTO notice (id, tenant_id, company_id, person_id, kind, facts, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
            .into(),
        params![id, scope.tenant(), scope.company(), person, kind, facts, now],
    )
}

pub(super) async fn unread(mut from: impl Read, scope: &InboxScope) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM notice
           WHERE person_id = $1 AND tenant_id = $2 AND read_at IS NULL LIMIT $3) unread";
    Ok(from.one::<(i64,)>(sql, params![scope.viewer(), scope.tenant(), MAX_COUNTED]).await?.0)
}

/// Newest first.
pub(super) async fn list(db: &Db, scope: &InboxScope, ask: &Ask) -> Result<Vec<InboxNotice>, Problem> {
    let mut values = params![scope.viewer(), scope.tenant()];
    let page = Sort::descending(&[("id", SortKey::Id)]).page(ask, &mut values)?;
    let sql = format!(
        "SELECT id, company_id, kind, facts, created_at, read_at IS NOT NULL FROM notice
         WHERE person_id = $1 AND tenant_id = $2 {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// Whether there is such a notice; reading it again doesn't change when it was first read.
pub(super) async fn read(tx: &mut Tx, scope: &InboxScope, id: NoticeId, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE notice SET read_at = coalesce(read_at, $4) WHERE id = $1 AND person_id = $2 AND tenant_id = $3",
            params![id, scope.viewer(), scope.tenant(), now],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn read_before(
    tx: &mut Tx,
    scope: &InboxScope,
    id: NoticeId,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "UPDATE notice SET read_at = $4 WHERE id < $1 AND person_id = $2 AND tenant_id = $3 AND read_at IS NULL",
        params![id, scope.viewer(), scope.tenant(), now],
    )
    .await?;
    Ok(())
}

/// All of one account's notices; returns which.
pub(super) async fn hand_over(tx: &mut Tx, scope: &HandoverScope) -> db::Result<Vec<Uuid>> {
    let sql = "UPDATE notice SET person_id = $2 WHERE person_id = $1 AND tenant_id = $3 RETURNING id";
    let moved: Vec<(Uuid,)> = tx.all(sql, params![scope.from(), scope.to(), scope.tenant()]).await?;
    Ok(moved.into_iter().map(|(id,)| id).collect())
}

pub(super) async fn hand_back(tx: &mut Tx, scope: &HandoverScope, ids: &[Uuid]) -> db::Result<()> {
    let rows = ids.iter().map(|id| params![*id, scope.from(), scope.to(), scope.tenant()]).collect();
    let sql = "UPDATE notice SET person_id = $3 WHERE id = $1 AND person_id = $2 AND tenant_id = $4";
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// Newer notices about a company only the other account belongs to.
pub(super) async fn hand_back_newer(tx: &mut Tx, scope: &HandoverScope, since: Timestamp) -> db::Result<()> {
    tx.exec(
        "UPDATE notice SET person_id = $2 WHERE person_id = $1 AND tenant_id = $3 AND created_at >= $4
           AND company_id IN (SELECT company_id FROM employee WHERE person_id = $2
             UNION SELECT company_id FROM role_assignment WHERE person_id = $2 AND company_id IS NOT NULL)
           AND company_id NOT IN (SELECT company_id FROM employee WHERE person_id = $1
             UNION SELECT company_id FROM role_assignment WHERE person_id = $1 AND company_id IS NOT NULL)",
        params![scope.from(), scope.to(), scope.tenant(), since],
    )
    .await?;
    Ok(())
}

pub(super) async fn forget(tx: &mut Tx, _: &UpkeepScope, before: Timestamp) -> db::Result<()> {
    tx.exec("DELETE FROM notice WHERE created_at < $1", params![before]).await?;
    Ok(())
}

/// Everyone in the tenant read what came before then when it came.
pub(super) async fn read_all_before(tx: &mut Tx, scope: &OperatorScope, then: Timestamp) -> db::Result<()> {
    let sql = "UPDATE notice SET read_at = created_at WHERE tenant_id = $1 AND created_at < $2";
    tx.exec(sql, params![scope.tenant(), then]).await.map(drop)
}
