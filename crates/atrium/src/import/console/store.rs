//! The SQL of imports in the console: their files, how far they are, and what a dry run found. What a person may see is decided
//! by each import's own needs.

mod arrivals;

pub(super) use arrivals::*;

use crate::access::{ImportRight, ImportScope, MachineScope, UpkeepScope};
use crate::shared::day::Moment;
use crate::shared::id::{CompanyId, MachineId, PersonId, TenantId};
use crate::shared::machine_right::ImportWrite;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Where an import is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportState {
    /// Files are being added.
    Draft,
    Checking,
    Checked,
    Applying,
    Applied,
    Failed,
    Canceled,
    Undoing,
    Undone,
}
db::text!(ImportState {
    Draft = "draft",
    Checking = "checking",
    Checked = "checked",
    Applying = "applying",
    Applied = "applied",
    Failed = "failed",
    Canceled = "canceled",
    Undoing = "undoing",
    Undone = "undone",
});

impl ImportState {
    /// A worker has it, or will.
    pub fn is_running(self) -> bool {
        matches!(self, ImportState::Checking | ImportState::Applying | ImportState::Undoing)
    }

    /// Its files can be changed, and looked at again.
    pub fn is_open(self) -> bool {
        matches!(self, ImportState::Draft | ImportState::Checked | ImportState::Failed)
    }
}

/// Where an import came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportSource {
    Console,
    Machine,
    /// Someone left a file in the watched folder.
    Folder,
}
db::text!(ImportSource { Console = "console", Machine = "machine", Folder = "folder" });

#[derive(Clone, Debug)]
pub(crate) struct ImportJob {
    pub id: Uuid,
    pub source: ImportSource,
    /// No one, for what arrives by itself.
    pub person_id: Option<PersonId>,
    /// Or what a program is called.
    pub person_name: String,
    pub created_at: Moment,
    pub state: ImportState,
    pub invites: bool,
    pub sets_aside: bool,
    pub confirmed_removals: Option<i64>,
    pub bytes_read: i64,
    pub added: i64,
    pub changed: i64,
    pub same: i64,
    pub invited: i64,
    pub faults: i64,
    pub followed: i64,
    pub ended: i64,
    pub set_aside: i64,
    pub is_braked: bool,
    pub failure: Option<String>,
    pub run_id: Option<Uuid>,
    pub finished_at: Option<Moment>,
    pub size_bytes: i64,
    /// The files' names, one per line.
    pub names: Option<String>,
}
db::row!(ImportJob {
    id,
    source,
    person_id,
    person_name,
    created_at,
    state,
    invites,
    sets_aside,
    confirmed_removals,
    bytes_read,
    added,
    changed,
    same,
    invited,
    faults,
    followed,
    ended,
    set_aside,
    is_braked,
    failure,
    run_id,
    finished_at,
    size_bytes,
    names
});

const JOB: &str = "SELECT j.id, j.source, j.person_id,
      coalesce(p.first_name || ' ' || p.last_name, j.actor) AS person_name, j.created_at, j.state, j.invites, j.sets_aside,
      j.confirmed_removals, j.bytes_read, j.added, j.changed, j.same, j.invited, j.faults, j.followed, j.ended,
      j.set_aside, j.is_braked, j.failure, j.run_id, j.finished_at,
      (SELECT CAST(coalesce(sum(f.size_bytes), 0) AS BIGINT) FROM import_file f WHERE f.job_id = j.id) AS size_bytes,
      (SELECT string_agg(f.name, '
') FROM import_file f WHERE f.job_id = j.id) AS names
    FROM import_job j LEFT JOIN person p ON p.id = j.person_id";

/// One's own, and those that one's rights for the whole tenant would do; drafts are their maker's alone.
const VISIBLE: &str = "j.tenant_id = $1 AND (j.person_id = $2 OR (j.state <> 'draft'
      AND ((NOT j.needs_tenant AND NOT j.needs_administration) OR $3) AND (NOT j.needs_pay OR $4)))";

fn viewer(scope: &ImportScope) -> Vec<Value> {
    params![
        scope.tenant(),
        scope.viewer(),
        scope.is_whole(ImportRight::Tenant),
        scope.is_whole(ImportRight::Pay)
    ]
}

const NEWEST_FIRST: Sort = Sort::descending(&[("j.created_at", SortKey::Moment), ("j.id", SortKey::Id)]);

pub(super) async fn jobs(db: &Db, scope: &ImportScope, ask: &Ask) -> Result<Vec<ImportJob>, Problem> {
    let mut values = viewer(scope);
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    Ok(db.all(format!("{JOB} WHERE {VISIBLE} {page}"), values).await?)
}

pub(super) async fn job(mut from: impl Read, scope: &ImportScope, id: Uuid) -> db::Result<Option<ImportJob>> {
    let mut values = viewer(scope);
    values.push(id.into());
    from.opt(format!("{JOB} WHERE {VISIBLE} AND j.id = $5"), values).await
}

/// A program's own.
pub(super) async fn machine_job(
    mut from: impl Read,
    scope: &MachineScope<ImportWrite>,
    id: Uuid,
) -> db::Result<Option<ImportJob>> {
    let sql = format!("{JOB} WHERE j.tenant_id = $1 AND j.machine_id = $2 AND j.id = $3");
    from.opt(sql, params![scope.tenant(), scope.machine(), id]).await
}

/// Changes of one import wait for each other.
pub(super) async fn take_turn(tx: &mut Tx, scope: &ImportScope, id: Uuid) -> db::Result<()> {
    let sql = "UPDATE import_job SET state = state WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn open_drafts(tx: &mut Tx, scope: &ImportScope, person: PersonId) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM import_job WHERE tenant_id = $1 AND person_id = $2
         AND state IN ('draft', 'checking', 'checked', 'applying')";
    Ok(tx.one::<(i64,)>(sql, params![scope.tenant(), person]).await?.0)
}

pub(super) async fn insert_job(
    tx: &mut Tx,
    scope: &ImportScope,
    (id, person): (Uuid, PersonId),
    invites: bool,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO import_job (id, tenant_id, person_id, created_at, state, invites, needs_tenant,
           needs_administration, needs_pay, is_stop_wanted, bytes_read, added, changed, same, invited, faults, followed)
         VALUES ($1, $2, $3, $4, 'draft', $5, FALSE, FALSE, FALSE, FALSE, 0, 0, 0, 0, 0, 0, 0)";
    tx.exec(sql, params![id, scope.tenant(), person, now, invites]).await?;
    Ok(())
}

pub(super) async fn set_state(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    state: ImportState,
    now: Timestamp,
) -> db::Result<()> {
    let finished = if state.is_running() { Value::Null(db::Ty::At) } else { now.into() };
    let sql =
        "UPDATE import_job SET state = $3, finished_at = $4, is_stop_wanted = FALSE, leased_until = NULL,
           failure = NULL, bytes_read = 0
         WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), state.as_text(), finished]).await?;
    Ok(())
}

pub(super) async fn want_stop(tx: &mut Tx, scope: &ImportScope, id: Uuid) -> db::Result<()> {
    let sql = "UPDATE import_job SET is_stop_wanted = TRUE WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn set_options(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    (sets_aside, confirmed): (bool, Option<i64>),
) -> db::Result<()> {
    let sql =
        "UPDATE import_job SET sets_aside = $3, confirmed_removals = $4 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), sets_aside, confirmed]).await?;
    Ok(())
}

pub(super) async fn set_braked(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    is_braked: bool,
) -> db::Result<()> {
    let sql = "UPDATE import_job SET is_braked = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), is_braked]).await?;
    Ok(())
}

pub(super) async fn set_acting(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    person: Option<PersonId>,
) -> db::Result<()> {
    let sql = "UPDATE import_job SET acting_id = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), person]).await?;
    Ok(())
}

/// What the import takes, from what its files are.
pub(super) async fn set_needs(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    [tenant, administration, pay]: [bool; 3],
) -> db::Result<()> {
    let sql = "UPDATE import_job SET needs_tenant = $3, needs_administration = $4, needs_pay = $5
         WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), tenant, administration, pay]).await?;
    Ok(())
}

#[derive(Clone, Debug)]
pub(crate) struct ImportFile {
    pub id: Uuid,
    pub job_id: Uuid,
    pub position: i64,
    pub name: String,
    pub size_bytes: i64,
    pub kind: Option<String>,
    pub mapping: Option<String>,
    /// The only one its rows may be about.
    pub company_name: Option<String>,
    pub is_whole_truth: bool,
    pub is_forgotten: bool,
    pub stored_bytes: i64,
    pub pieces: i64,
}
db::row!(ImportFile {
    id,
    job_id,
    position,
    name,
    size_bytes,
    kind,
    mapping,
    company_name,
    is_whole_truth,
    is_forgotten,
    stored_bytes,
    pieces
});

const FILE: &str = "SELECT f.id, f.job_id, f.position, f.name, f.size_bytes, f.kind, f.mapping,
      (SELECT c.name FROM company c WHERE c.id = f.company_id) AS company_name, f.is_whole_truth, f.is_forgotten,
      (SELECT CAST(coalesce(sum(i.size_bytes), 0) AS BIGINT) FROM import_piece i WHERE i.file_id = f.id) AS stored_bytes,
      (SELECT count(*) FROM import_piece i WHERE i.file_id = f.id) AS pieces
    FROM import_file f";

pub(super) async fn files(
    mut from: impl Read,
    scope: &ImportScope,
    job: Uuid,
) -> db::Result<Vec<ImportFile>> {
    let sql = format!("{FILE} WHERE f.job_id = $1 AND f.tenant_id = $2 ORDER BY f.position");
    from.all(sql, params![job, scope.tenant()]).await
}

pub(super) async fn file(
    mut from: impl Read,
    scope: &ImportScope,
    id: Uuid,
) -> db::Result<Option<ImportFile>> {
    let sql = format!("{FILE} WHERE f.id = $1 AND f.tenant_id = $2");
    from.opt(sql, params![id, scope.tenant()]).await
}

pub(super) async fn insert_file(
    tx: &mut Tx,
    scope: &ImportScope,
    (job, id, position): (Uuid, Uuid, i64),
    (name, size): (&str, i64),
) -> db::Result<()> {
    let sql = "INSERT INTO import_file (id, job_id, tenant_id, position, name, size_bytes, is_forgotten)
         VALUES ($1, $2, $3, $4, $5, $6, FALSE)";
    tx.exec(sql, params![id, job, scope.tenant(), position, name, size]).await?;
    Ok(())
}

pub(super) async fn delete_file(tx: &mut Tx, scope: &ImportScope, id: Uuid) -> db::Result<()> {
    for sql in [
        "DELETE FROM import_piece WHERE file_id = $1 AND tenant_id = $2",
        "DELETE FROM import_file WHERE id = $1 AND tenant_id = $2",
    ] {
        tx.exec(sql, params![id, scope.tenant()]).await?;
    }
    Ok(())
}

pub(super) async fn set_mapping(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    (kind, mapping): (&str, Option<String>),
) -> db::Result<()> {
    let sql = "UPDATE import_file SET kind = $3, mapping = $4 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), kind, mapping]).await?;
    Ok(())
}

/// The company that it's the whole truth of; none: it isn't.
pub(super) async fn set_whole_truth(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    company: Option<CompanyId>,
) -> db::Result<()> {
    let sql = "UPDATE import_file SET company_id = $3, is_whole_truth = $4 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), company, company.is_some()]).await?;
    Ok(())
}

pub(super) async fn insert_piece(
    tx: &mut Tx,
    scope: &ImportScope,
    (file, number): (Uuid, i64),
    (key, size): (&str, i64),
) -> db::Result<()> {
    let sql = "INSERT INTO import_piece (file_id, number, tenant_id, storage_key, size_bytes) VALUES ($1, $2, $3, $4, $5)";
    tx.exec(sql, params![file, number, scope.tenant(), key, size]).await?;
    Ok(())
}

/// In order: (number, storage key).
pub(super) async fn pieces(
    mut from: impl Read,
    scope: &ImportScope,
    file: Uuid,
) -> db::Result<Vec<(i64, String)>> {
    let sql =
        "SELECT number, storage_key FROM import_piece WHERE file_id = $1 AND tenant_id = $2 ORDER BY number";
    from.all(sql, params![file, scope.tenant()]).await
}

/// What was said of the files of an applied import.
pub(super) async fn run_files(
    mut from: impl Read,
    scope: &ImportScope,
    run: Uuid,
) -> db::Result<Option<String>> {
    let sql = "SELECT files FROM import_run WHERE id = $1 AND tenant_id = $2";
    let found: Option<(String,)> = from.opt(sql, params![run, scope.tenant()]).await?;
    Ok(found.map(|(files,)| files))
}

/// Where the bytes of an import's files are: (file, number, storage key).
pub(super) async fn places(
    tx: &mut Tx,
    scope: &ImportScope,
    job: Uuid,
) -> db::Result<Vec<(Uuid, i64, String)>> {
    let sql =
        "SELECT i.file_id, i.number, i.storage_key FROM import_piece i JOIN import_file f ON f.id = i.file_id
         WHERE f.job_id = $1 AND f.tenant_id = $2 ORDER BY f.position, i.number";
    tx.all(sql, params![job, scope.tenant()]).await
}

/// The storage keys of an import's files, whose rows are forgotten.
pub(super) async fn forget_bytes(tx: &mut Tx, scope: &ImportScope, job: Uuid) -> db::Result<Vec<String>> {
    let of_job = "file_id IN (SELECT id FROM import_file WHERE job_id = $1) AND tenant_id = $2";
    let found: Vec<(String,)> = tx
        .all(format!("SELECT storage_key FROM import_piece WHERE {of_job}"), params![job, scope.tenant()])
        .await?;
    tx.exec(format!("DELETE FROM import_piece WHERE {of_job}"), params![job, scope.tenant()]).await?;
    let sql = "UPDATE import_file SET is_forgotten = TRUE WHERE job_id = $1 AND tenant_id = $2";
    tx.exec(sql, params![job, scope.tenant()]).await?;
    Ok(found.into_iter().map(|(key,)| key).collect())
}

/// Imports that are over and still have bytes: (import, tenant).
pub(super) async fn over_with_bytes(db: &Db, _: &UpkeepScope) -> db::Result<Vec<(Uuid, TenantId)>> {
    let sql = "SELECT DISTINCT j.id, j.tenant_id FROM import_piece i JOIN import_file f ON f.id = i.file_id
         JOIN import_job j ON j.id = f.job_id WHERE j.state IN ('canceled', 'applied')
           OR (j.source <> 'console' AND j.state IN ('checked', 'failed')) LIMIT 10";
    db.all(sql, vec![]).await
}

/// What a dry run says about a row, or about several rows alike.
#[derive(Clone, Debug)]
pub(crate) struct ImportEffect {
    pub seq: i64,
    pub file: String,
    pub line: i64,
    pub column_number: Option<i64>,
    pub column_name: Option<String>,
    pub effect: String,
    pub says: String,
    pub repeats: i64,
}
db::row!(ImportEffect { seq, file, line, column_number, column_name, effect, says, repeats });

const IN_ORDER: Sort = Sort::ascending(&[("x.seq", SortKey::Number)]);

/// The import is visible: `job` was asked before.
pub(super) async fn effects(
    db: &Db,
    scope: &ImportScope,
    job: Uuid,
    (effect, search): (Option<&str>, &str),
    ask: &Ask,
) -> Result<Vec<ImportEffect>, Problem> {
    let mut values = params![job, scope.tenant()];
    let mut conditions = String::new();
    if let Some(effect) = effect {
        values.push(effect.into());
        conditions += &format!(" AND x.effect = ${}", values.len());
    }
    if !search.is_empty() {
        values.push(format!("%{}%", search.to_lowercase().replace(['%', '_', '\\'], "")).into());
        conditions += &format!(" AND lower(x.file || ' ' || x.says) LIKE ${}", values.len());
    }
    let page = IN_ORDER.page(ask, &mut values)?;
    let sql = format!(
        "SELECT {} FROM import_effect x WHERE x.job_id = $1 AND x.tenant_id = $2{conditions} {page}",
        ImportEffect::COLS
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn replace_effects(
    tx: &mut Tx,
    scope: &ImportScope,
    job: Uuid,
    effects: Vec<ImportEffect>,
) -> db::Result<()> {
    let sql = "DELETE FROM import_effect WHERE job_id = $1 AND tenant_id = $2";
    tx.exec(sql, params![job, scope.tenant()]).await?;
    let row = |one: ImportEffect| {
        params![
            job,
            one.seq,
            scope.tenant(),
            one.file,
            one.line,
            one.column_number,
            one.column_name,
            one.effect,
            one.says,
            one.repeats
        ]
    };
    let sql = "INSERT INTO import_effect (job_id, seq, tenant_id, file, line, column_number, column_name, effect, says, repeats)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    tx.exec_many(sql, effects.into_iter().map(row).collect()).await?;
    Ok(())
}

/// Numbers at the end of a run: added, changed, same, invited, faults, followed, ended, set aside.
pub(super) type Counts = [i64; 8];

pub(super) async fn finish(
    tx: &mut Tx,
    scope: &ImportScope,
    id: Uuid,
    (state, counts, run): (ImportState, Option<Counts>, Option<Uuid>),
    (failure, now): (Option<String>, Timestamp),
) -> db::Result<()> {
    let sql = "UPDATE import_job SET state = $3, failure = $4, finished_at = $5, leased_until = NULL,
           run_id = coalesce($6, run_id)
         WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![id, scope.tenant(), state.as_text(), failure, now, run]).await?;
    if let Some([added, changed, same, invited, faults, followed, ended, set_aside]) = counts {
        let sql = "UPDATE import_job SET added = $3, changed = $4, same = $5, invited = $6, faults = $7, followed = $8,
               ended = $9, set_aside = $10
             WHERE id = $1 AND tenant_id = $2";
        let values =
            params![id, scope.tenant(), added, changed, same, invited, faults, followed, ended, set_aside];
        tx.exec(sql, values).await?;
    }
    Ok(())
}

/// What a worker takes up.
pub(super) struct WaitingJob {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub source: ImportSource,
    /// Whose rights count: who made it, or who undoes it.
    pub person_id: Option<PersonId>,
    pub machine_id: Option<MachineId>,
    /// What a program is called.
    pub actor: String,
    pub state: ImportState,
    pub is_taken: bool,
    pub is_stop_wanted: bool,
}
db::row!(WaitingJob { id, tenant_id, source, person_id, machine_id, actor, state, is_taken, is_stop_wanted });

/// The oldest ones that wait, and those whose worker is gone: on SQLite there's only this server, so that is told by `known`.
pub(super) async fn waiting(db: &Db, _: &UpkeepScope, now: Timestamp) -> db::Result<Vec<WaitingJob>> {
    let is_over = if db.is_sqlite() { "$1 = $1" } else { "(leased_until IS NULL OR leased_until < $1)" };
    let sql = format!(
        "SELECT id, tenant_id, source, CASE WHEN state = 'undoing' THEN coalesce(acting_id, person_id) ELSE person_id END AS person_id,
           machine_id, actor, state, leased_until IS NOT NULL AS is_taken, is_stop_wanted FROM import_job
         WHERE state IN ('checking', 'applying', 'undoing') AND {is_over} ORDER BY created_at, id LIMIT 10"
    );
    db.all(sql, params![now]).await
}

/// Whether it's ours now.
pub(super) async fn claim(
    tx: &mut Tx,
    _: &UpkeepScope,
    id: Uuid,
    (now, until): (Timestamp, Timestamp),
) -> db::Result<bool> {
    let sql = "UPDATE import_job SET leased_until = $3 WHERE id = $1 AND (leased_until IS NULL OR leased_until < $2)
         AND state IN ('checking', 'applying', 'undoing')";
    Ok(tx.exec(sql, params![id, now, until]).await? == 1)
}

/// Tells that it's still running; returns whether someone wants it to stop.
pub(super) async fn beat(
    db: &Db,
    _: &UpkeepScope,
    id: Uuid,
    (until, bytes): (Timestamp, i64),
) -> db::Result<bool> {
    let mut tx = db.begin_write().await?;
    let sql =
        "UPDATE import_job SET leased_until = $2, bytes_read = $3 WHERE id = $1 RETURNING is_stop_wanted";
    let wanted: Option<(bool,)> = tx.opt(sql, params![id, until, bytes]).await?;
    tx.commit().await?;
    Ok(wanted.is_none_or(|(wanted,)| wanted))
}

/// Drafts that no one finished are over with their bytes, which the sweep of the file storage takes; what old dry runs found
/// goes.
pub(super) async fn forget_old(
    tx: &mut Tx,
    _: &UpkeepScope,
    (drafts, effects): (Timestamp, Timestamp),
) -> db::Result<()> {
    let old = "SELECT id FROM import_job WHERE state IN ('draft', 'checked', 'failed') AND created_at < $1";
    tx.exec(
        format!(
            "DELETE FROM import_piece WHERE file_id IN (SELECT id FROM import_file WHERE job_id IN ({old}))"
        ),
        params![drafts],
    )
    .await?;
    tx.exec(
        format!("UPDATE import_file SET is_forgotten = TRUE WHERE NOT is_forgotten AND job_id IN ({old})"),
        params![drafts],
    )
    .await?;
    tx.exec(
        "UPDATE import_job SET state = 'canceled', finished_at = created_at WHERE state IN ('draft', 'checked') AND created_at < $1",
        params![drafts],
    )
    .await?;
    let sql = "DELETE FROM import_effect WHERE job_id IN (SELECT id FROM import_job WHERE created_at < $1)";
    tx.exec(sql, params![effects]).await?;
    Ok(())
}
