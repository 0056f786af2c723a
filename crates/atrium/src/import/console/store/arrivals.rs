//! The SQL of what arrives without a person: files of programs and of the watched folder; and of the rows set aside.

use super::{ImportSource, ImportState};
use crate::access::{ImportScope, MachineScope, UpkeepScope};
use crate::shared::id::{CompanyId, MachineId, TenantId};
use crate::shared::machine_right::ImportWrite;
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A new import of one file.
pub(in super::super) struct ArrivedJob<'a> {
    pub id: Uuid,
    pub source: ImportSource,
    pub actor: &'a str,
    pub machine: Option<MachineId>,
    pub state: ImportState,
    pub invites: bool,
    pub sets_aside: bool,
    pub confirmed_removals: Option<i64>,
    /// Why it came to nothing right away.
    pub failure: Option<&'static str>,
}

pub(in super::super) async fn insert_arrived(
    tx: &mut Tx,
    scope: &ImportScope,
    job: &ArrivedJob<'_>,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO import_job (id, tenant_id, source, actor, machine_id, created_at, state, invites, sets_aside,
           confirmed_removals, failure, finished_at, needs_tenant, needs_administration, needs_pay, is_stop_wanted,
           bytes_read, added, changed, same, invited, faults, followed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, FALSE, FALSE, FALSE, FALSE, 0, 0, 0, 0, 0, 0, 0)";
    let finished = job.failure.map(|_| now);
    let values = params![
        job.id,
        scope.tenant(),
        job.source.as_text(),
        job.actor,
        job.machine,
        now,
        job.state.as_text(),
        job.invites,
        job.sets_aside,
        job.confirmed_removals,
        job.failure,
        finished
    ];
    tx.exec(sql, values).await?;
    Ok(())
}

/// How a file is read and what it may be about.
pub(in super::super) async fn set_reading(
    tx: &mut Tx,
    scope: &ImportScope,
    file: Uuid,
    (kind, mapping): (&str, Option<String>),
    (company, is_whole_truth): (Option<CompanyId>, bool),
) -> db::Result<()> {
    let sql = "UPDATE import_file SET kind = $3, mapping = $4, company_id = $5, is_whole_truth = $6
         WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![file, scope.tenant(), kind, mapping, company, is_whole_truth]).await?;
    Ok(())
}

pub(in super::super) async fn open_of_machine(
    tx: &mut Tx,
    scope: &MachineScope<ImportWrite>,
) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM import_job WHERE tenant_id = $1 AND machine_id = $2 AND state IN ('checking', 'applying')";
    Ok(tx.one::<(i64,)>(sql, params![scope.tenant(), scope.machine()]).await?.0)
}

/// Companies that one may import something about, by name.
pub(in super::super) async fn companies(
    mut from: impl Read,
    scope: &ImportScope,
) -> db::Result<Vec<(CompanyId, String)>> {
    let sql = "SELECT id, name FROM company WHERE tenant_id = $1 ORDER BY name, id";
    let all: Vec<(CompanyId, String)> = from.all(sql, params![scope.tenant()]).await?;
    Ok(all.into_iter().filter(|(id, _)| scope.is_for(*id)).collect())
}

pub(in super::super) async fn tenants(db: &Db, _: &UpkeepScope) -> db::Result<Vec<(TenantId, String)>> {
    db.all("SELECT id, name FROM tenant WHERE removed_at IS NULL", vec![]).await
}

/// False: a server has taken it already.
pub(in super::super) async fn claim_watched(
    tx: &mut Tx,
    scope: &ImportScope,
    (id, job): (Uuid, Uuid),
    (place, mark): (&str, &str),
) -> db::Result<bool> {
    let sql = "INSERT INTO watched_file (id, tenant_id, place, mark, job_id) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (place, mark) DO NOTHING";
    Ok(tx.exec(sql, params![id, scope.tenant(), place, mark, job]).await? == 1)
}

/// Whether a server has it.
pub(in super::super) async fn is_watched(
    db: &Db,
    scope: &ImportScope,
    (place, mark): (&str, &str),
) -> db::Result<bool> {
    let sql = "SELECT count(*) FROM watched_file WHERE tenant_id = $1 AND place = $2 AND mark = $3";
    Ok(db.one::<(i64,)>(sql, params![scope.tenant(), place, mark]).await?.0 > 0)
}

/// A file whose import is over.
pub(in super::super) struct DoneFile {
    pub id: Uuid,
    pub place: String,
    pub created_at: Timestamp,
    pub state: ImportState,
}
db::row!(DoneFile { id, place, created_at, state });

pub(in super::super) async fn done_files(db: &Db, _: &UpkeepScope) -> db::Result<Vec<DoneFile>> {
    let sql =
        "SELECT w.id, w.place, j.created_at, j.state FROM watched_file w JOIN import_job j ON j.id = w.job_id
         WHERE j.state NOT IN ('checking', 'applying') ORDER BY w.id LIMIT 100";
    db.all(sql, vec![]).await
}

pub(in super::super) async fn forget_watched(tx: &mut Tx, _: &UpkeepScope, id: Uuid) -> db::Result<()> {
    tx.exec("DELETE FROM watched_file WHERE id = $1", params![id]).await?;
    Ok(())
}

pub(in super::super) async fn insert_aside(
    tx: &mut Tx,
    scope: &ImportScope,
    (job, kind): (Uuid, &str),
    (sealed, size): (Vec<u8>, i64),
) -> db::Result<()> {
    let sql =
        "INSERT INTO import_aside (job_id, kind, tenant_id, sealed, size_bytes) VALUES ($1, $2, $3, $4, $5)";
    tx.exec(sql, params![job, kind, scope.tenant(), sealed, size]).await?;
    Ok(())
}

/// The kinds of which an import set rows aside, and how much that is.
pub(in super::super) async fn asides(
    mut from: impl Read,
    scope: &ImportScope,
    job: Uuid,
) -> db::Result<Vec<(String, i64)>> {
    let sql = "SELECT kind, size_bytes FROM import_aside WHERE job_id = $1 AND tenant_id = $2 ORDER BY kind";
    from.all(sql, params![job, scope.tenant()]).await
}

pub(in super::super) async fn aside(
    mut from: impl Read,
    scope: &ImportScope,
    (job, kind): (Uuid, &str),
) -> db::Result<Option<Vec<u8>>> {
    let sql = "SELECT sealed FROM import_aside WHERE job_id = $1 AND tenant_id = $2 AND kind = $3";
    let found: Option<(Vec<u8>,)> = from.opt(sql, params![job, scope.tenant(), kind]).await?;
    Ok(found.map(|(sealed,)| sealed))
}

/// What was set aside long ago.
pub(in super::super) async fn forget_asides(
    tx: &mut Tx,
    _: &UpkeepScope,
    before: Timestamp,
) -> db::Result<()> {
    let sql = "DELETE FROM import_aside WHERE job_id IN (SELECT id FROM import_job WHERE created_at < $1)";
    tx.exec(sql, params![before]).await?;
    Ok(())
}
