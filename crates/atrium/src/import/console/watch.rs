//! The watched folder: others leave files there, as TENANT/COMPANY/MAPPING/FILE, and each becomes an import that is applied.
//!
//! - TENANT and COMPANY are names or IDs. COMPANY `_all` means any company of the tenant; otherwise rows about others are
//!   faults, and the company needs no column.
//! - MAPPING is a saved mapping, one that comes with the program, or a kind of file in our own format; `_own`: the header
//!   tells the kind.
//! - A file is taken once no one has written to it for a while, and once only, whichever server finds it (`watched_file`).
//! - When its import is over it's moved to `done` or `failed`, next to where it was. A file that's put back is taken again.

use super::arriving::{self, ArrivalOptions, Bringer, Reading, arrive};
use super::pieces::PieceWriter;
use super::rules::{self, UploadRefusal};
use super::store::{self, ImportSource, ImportState};
use crate::access::{self, ImportScope};
use crate::app::App;
use crate::import::ImportKinds;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use serde_json::json;
use storage::{Error, LeftFile, WatchedPlace};
use uuid::Uuid;

/// How the audit trail calls it.
pub(super) const WATCHED_FOLDER: &str = "watched folder";
/// A program may still be writing.
const IS_STILL_SECONDS: i64 = 15;
const MAX_AT_A_TIME: usize = 20;
const PART_BYTES: u64 = 4 << 20;

/// Looks into the folder, if the operator has set one up.
pub async fn watch(app: &App, kinds: &'static ImportKinds) -> Result<(), Problem> {
    match app.settings.watched_place() {
        Ok(None) => Ok(()),
        Ok(Some(place)) => watch_in(app, kinds, &place).await,
        Err(reason) => Err(Problem::Unavailable(reason)),
    }
}

pub async fn watch_in(app: &App, kinds: &'static ImportKinds, place: &WatchedPlace) -> Result<(), Problem> {
    move_away(app, place).await?;
    let before = app.clock.now().as_second() - IS_STILL_SECONDS;
    let found =
        place.list(MAX_AT_A_TIME, |file| file.written_at <= before && where_of(&file.path).is_some()).await?;
    if found.is_empty() {
        return Ok(());
    }
    let tenants = store::tenants(&app.db, &access::upkeep()).await?;
    for file in found {
        let Some(at) = where_of(&file.path) else { continue };
        let id = Uuid::try_parse(at.tenant).ok();
        let tenant = tenants.iter().find(|(tenant, name)| name == at.tenant || Some(tenant.0) == id);
        let taken = match tenant {
            Some((tenant, _)) => take(app, kinds, (place, &file, &at), *tenant).await,
            None => {
                tracing::warn!(file = file.path, "a file in the watched folder is for no tenant there is");
                let new = format!("failed/{}", file.path.replace('/', " - "));
                place.move_to(&file.path, &new).await.map_err(Problem::from)
            }
        };
        // One that can't be read doesn't keep the others waiting.
        if let Err(problem) = taken {
            tracing::warn!(?problem, file = file.path, "a file in the watched folder couldn't be taken");
        }
    }
    app.outbox_wake.notify_one();
    Ok(())
}

struct LeftAt<'a> {
    tenant: &'a str,
    company: &'a str,
    mapping: &'a str,
    name: &'a str,
}

/// Nothing for what isn't left to be imported: what was moved, and what programs keep beside it.
fn where_of(path: &str) -> Option<LeftAt<'_>> {
    let [tenant, company, mapping, name] = path.split('/').collect::<Vec<_>>()[..] else { return None };
    let is_passing =
        name.starts_with('.') || [".tmp", ".part", ".filepart"].iter().any(|end| name.ends_with(end));
    (!is_passing && tenant != "failed").then_some(LeftAt { tenant, company, mapping, name })
}

async fn take(
    app: &App,
    kinds: &'static ImportKinds,
    (place, file, at): (&WatchedPlace, &LeftFile, &LeftAt<'_>),
    tenant: TenantId,
) -> Result<(), Problem> {
    let scope = access::importing_from_folder(&access::upkeep(), tenant);
    if store::is_watched(&app.db, &scope, (&file.path, &file.mark)).await? {
        return Ok(());
    }
    let app = &App { operator: Some(WATCHED_FOLDER.into()), ..app.clone() };
    let mut bytes = PieceWriter::begin(app, &scope).await?;
    let read = read(app, &scope, (place, file), &mut bytes).await;
    let reading = match read {
        Ok(()) => reading(app, kinds, &scope, at, &bytes.head).await?,
        Err(Problem::Refused { code, .. }) => Err(refused_by(code)),
        Err(problem) => {
            bytes.give_up(app).await;
            return Err(problem);
        }
    };
    let author = Author { tenant, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let bringer = Bringer { source: ImportSource::Folder, name: WATCHED_FOLDER, machine: None };
    let wanted = ArrivalOptions { applies: true, invites: true, ..ArrivalOptions::default() };
    let name = rules::file_name(at.name).unwrap_or_else(|_| "file".to_owned());
    let read_as = reading.as_ref().map(|(kind, reading)| (*kind, reading)).map_err(|refusal| *refusal);
    let job = arrive(&mut work, &scope, (bringer, wanted), (&name, &bytes), read_as).await?;
    let claim = work.new_id();
    let is_ours = store::claim_watched(work.tx(), &scope, (claim, job), (&file.path, &file.mark)).await?;
    // Another server may have taken it, imported it and moved it away by now.
    let is_there = place.look(&file.path).await.is_ok_and(|there| there == *file);
    if !is_ours || !is_there {
        drop(work);
        bytes.give_up(app).await;
        return Ok(());
    }
    if let Err(refusal) = reading {
        let detail = json!({ "files": [name], "place": file.path, "reason": refusal.code() });
        work.record("import.failed", "import", job, detail);
    }
    work.commit().await?;
    Ok(())
}

fn refused_by(code: &str) -> UploadRefusal {
    if code == UploadRefusal::Empty.code() { UploadRefusal::Empty } else { UploadRefusal::TooLarge }
}

async fn read(
    app: &App,
    scope: &ImportScope,
    (place, file): (&WatchedPlace, &LeftFile),
    bytes: &mut PieceWriter,
) -> Result<(), Problem> {
    rules::check_size(i64::try_from(file.size_bytes).unwrap_or(i64::MAX))?;
    let mut from = 0;
    while from < file.size_bytes {
        let to = file.size_bytes.min(from + PART_BYTES);
        bytes.write(app, scope, &place.part(&file.path, from, to).await?).await?;
        from = to;
    }
    bytes.end(app, scope).await.map(drop)
}

/// How the folders say the file is read.
async fn reading(
    app: &App,
    kinds: &'static ImportKinds,
    scope: &ImportScope,
    at: &LeftAt<'_>,
    head: &[u8],
) -> Result<Result<(&'static str, Reading), UploadRefusal>, Problem> {
    let mut reading = Reading::default();
    if at.company != "_all" {
        reading.company = arriving::company_called(&app.db, scope, at.company).await?;
        if reading.company.is_none() {
            return Ok(Err(UploadRefusal::BadPlace));
        }
    }
    if kinds.called(at.mapping).is_some() {
        reading.kind = Some(at.mapping.to_owned());
    } else if at.mapping != "_own" {
        reading.mapping = arriving::mapping_called(&app.db, scope, at.mapping).await?;
        if reading.mapping.is_none() {
            return Ok(Err(UploadRefusal::BadPlace));
        }
    }
    Ok(reading.check(kinds, scope, head).map(|kind| (kind, reading)))
}

/// Moves the files whose imports are over.
async fn move_away(app: &App, place: &WatchedPlace) -> Result<(), Problem> {
    let upkeep = access::upkeep();
    for file in store::done_files(&app.db, &upkeep).await? {
        let is_done = matches!(file.state, ImportState::Applied | ImportState::Undoing | ImportState::Undone);
        let (folder, name) = file.place.rsplit_once('/').unwrap_or(("", &file.place));
        let at = file.created_at.strftime("%Y%m%dT%H%M%SZ");
        let new = format!("{folder}/{}/{at} {name}", if is_done { "done" } else { "failed" });
        match place.move_to(&file.place, &new).await {
            // Another server did it a moment ago, or someone took it away.
            Ok(()) | Err(Error::Missing) => {}
            Err(error) => return Err(error.into()),
        }
        let mut tx = app.db.begin_write().await?;
        store::forget_watched(&mut tx, &upkeep, file.id).await?;
        tx.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::where_of;

    #[test]
    fn only_what_is_left_in_a_folder_of_a_mapping_is_meant() {
        let at = where_of("Cedar Group/Cedar Outfitters/payroll/stubs.csv").unwrap();
        assert_eq!(
            (at.tenant, at.company, at.mapping, at.name),
            ("Cedar Group", "Cedar Outfitters", "payroll", "stubs.csv")
        );
        for path in
            ["a.csv", "a/b/c.csv", "a/b/c/done/d.csv", "a/b/c/.d.csv", "a/b/c/d.csv.part", "failed/a/b/c.csv"]
        {
            assert!(where_of(path).is_none(), "{path}");
        }
    }
}
