//! The record of imports, and the checks an undo makes before it takes rows back.

use crate::access::OperatorScope;
use crate::sheets::NotedChange;
use db::{Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Two imports into one tenant wait for each other.
pub(super) async fn lock(tx: &mut Tx, scope: &OperatorScope) -> db::Result<String> {
    let sql = "UPDATE tenant SET name = name WHERE id = $1 RETURNING name";
    Ok(tx.one::<(String,)>(sql, params![scope.tenant()]).await?.0)
}

/// A completed import.
pub(super) struct Run {
    pub id: Uuid,
    pub at: Timestamp,
    pub files: String,
    pub undone_at: Option<Timestamp>,
}
db::row!(Run { id, at, files, undone_at });

/// Only the newest import can be undone: what earlier ones saved for their undo is deleted.
pub(super) async fn begin_run(tx: &mut Tx, scope: &OperatorScope, id: Uuid, at: Timestamp) -> db::Result<()> {
    tx.exec("DELETE FROM import_change WHERE tenant_id = $1", params![scope.tenant()]).await?;
    let sql = "INSERT INTO import_run (id, tenant_id, at, files) VALUES ($1, $2, $3, '[]')";
    tx.exec(sql, params![id, scope.tenant(), at]).await?;
    Ok(())
}

pub(super) async fn end_run(tx: &mut Tx, scope: &OperatorScope, id: Uuid, files: &str) -> db::Result<()> {
    let sql = "UPDATE import_run SET files = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), files]).await?;
    Ok(())
}

pub(super) async fn newest_run(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Option<Run>> {
    let sql = format!(
        "SELECT {} FROM import_run WHERE tenant_id = $1 ORDER BY at DESC, id DESC LIMIT 1",
        Run::COLS
    );
    tx.opt(sql, params![scope.tenant()]).await
}

/// Last ones first.
pub(super) async fn changes_before(
    tx: &mut Tx,
    scope: &OperatorScope,
    run: Uuid,
    seq: i64,
    limit: i64,
) -> db::Result<Vec<NotedChange>> {
    let sql = format!(
        "SELECT {} FROM import_change WHERE run_id = $1 AND tenant_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4",
        NotedChange::COLS
    );
    tx.all(sql, params![run, scope.tenant(), seq, limit]).await
}

pub(super) async fn mark_undone(
    tx: &mut Tx,
    scope: &OperatorScope,
    run: Uuid,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec("DELETE FROM import_change WHERE run_id = $1 AND tenant_id = $2", params![run, scope.tenant()])
        .await?;
    let sql = "UPDATE import_run SET undone_at = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![run, scope.tenant(), now]).await?;
    // As the console lists it, wherever it's undone.
    let sql = "UPDATE import_job SET state = 'undone', finished_at = $3, leased_until = NULL, failure = NULL
         WHERE run_id = $1 AND tenant_id = $2";
    tx.exec(sql, params![run, scope.tenant(), now]).await?;
    Ok(())
}

/// Who one of these belongs to, in terms operators use.
pub(super) async fn whose(
    tx: &mut Tx,
    scope: &OperatorScope,
    ids: impl Iterator<Item = Uuid>,
) -> db::Result<Option<String>> {
    for id in ids {
        let sql = "SELECT 'employee ' || employee_code FROM employee WHERE id = $1 AND tenant_id = $2
             UNION ALL SELECT 'person ' || username FROM person WHERE id = $1 AND tenant_id = $2";
        let found: Option<(String,)> = tx.opt(sql, params![id, scope.tenant()]).await?;
        if let Some((who,)) = found {
            return Ok(Some(who));
        }
    }
    Ok(None)
}
