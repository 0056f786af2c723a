//! Imports in the console: files are uploaded, mapped, looked at in a dry run, applied, and undone. Programs bring files over the
//! API (`api.rs`), and others leave them in a folder (`watch.rs`): those are imports, too, without a person.
//!
//! - An import is its maker's. Others see it if their rights for the whole tenant would be enough for everything in it.
//! - What a kind of file takes is in `rules.rs`. Rows about companies out of reach are refused as if those companies didn't exist.
//! - Files are stored sealed, in pieces, and their bytes go once the import is applied or canceled, or after a day.
//! - A dry run and an import are work for a worker (`worker.rs`), which asks again for the person's rights. Nothing is kept of an
//!   import that is stopped, fails, or loses its server.
//! - Bad rows can be set aside, where their kind of file allows it: the person downloads, corrects and imports them later.
//! - A file can be declared the whole truth of its kind for a company: applying it ends what it lacks, and if that is much, the
//!   person types in the number.
//! - Undoing takes the rights that applying took. No one undoes what changed their own roles, reports or employment.
//! - Applying and undoing need a fresh factor: an import can change where pay goes. A proof for applying is for the files and the
//!   dry run that were looked at.

mod api;
mod arriving;
mod graphql;
mod pieces;
mod rules;
mod store;
mod watch;
mod wire;
mod worker;

pub use api::{api, upload_api};
pub use graphql::{ImportMutation, ImportQuery, KindsInUse};
pub use watch::{watch, watch_in};
pub use worker::{forget, work_on};

use super::ImportKinds;
use crate::access::{ImportRight, ImportScope};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::mappings::{self, FileSample, HowToRead, Mapping, MappingRefusal, target_kinds};
use crate::shared::id::CompanyId;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::sheets::{Fault, ImportSheet};
use crate::work::Work;
use db::{Db, Read, Tx};
use jiff::tz::TimeZone;
use rules::{MAX_FILES, MAX_OPEN_IMPORTS, MAX_PIECE_BYTES, UploadRefusal};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{ImportEffect, ImportFile, ImportJob, ImportState};
use uuid::Uuid;

pub(crate) const REFUSALS: &[&str] = UploadRefusal::CODES;

pub(crate) async fn list(
    db: &Db,
    scope: &ImportScope,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ImportJob>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::jobs(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.created_at.0.to_string(), row.id.to_string()]))
}

pub(crate) async fn find(from: impl Read, scope: &ImportScope, id: Uuid) -> Result<ImportJob, Problem> {
    store::job(from, scope, id).await?.ok_or(Problem::NotFound)
}

pub(crate) async fn files(
    from: impl Read,
    scope: &ImportScope,
    job: &ImportJob,
) -> Result<Vec<ImportFile>, Problem> {
    Ok(store::files(from, scope, job.id).await?)
}

pub(crate) async fn effects(
    db: &Db,
    scope: &ImportScope,
    (job, effect): (Uuid, Option<&str>),
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ImportEffect>, Problem> {
    crate::shared::names::check_search(search)?;
    find(db, scope, job).await?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::effects(db, scope, job, (effect, search), &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.seq.to_string()]))
}

/// One's own import in its turn, while its files can be changed.
async fn open_job(work: &mut Work, scope: &ImportScope, id: Uuid) -> Result<ImportJob, Problem> {
    let job = own_job(work, scope, id).await?;
    check_maker(scope, &job)?;
    if job.state.is_open() { Ok(job) } else { Err(UploadRefusal::NotNow.into()) }
}

async fn own_job(work: &mut Work, scope: &ImportScope, id: Uuid) -> Result<ImportJob, Problem> {
    store::take_turn(work.tx(), scope, id).await?;
    let job = find(work.tx(), scope, id).await?;
    check_own(scope, &job)?;
    Ok(job)
}

fn check_maker(scope: &ImportScope, job: &ImportJob) -> Result<(), UploadRefusal> {
    if job.person_id.is_none() { Err(UploadRefusal::OfOthers) } else { check_own(scope, job) }
}

/// An import no person made can be stopped by anyone who sees it.
fn check_own(scope: &ImportScope, job: &ImportJob) -> Result<(), UploadRefusal> {
    let is_own = job.person_id.is_none() || job.person_id == scope.viewer();
    if is_own { Ok(()) } else { Err(UploadRefusal::OfOthers) }
}

/// A file of one's own open import.
async fn open_file(work: &mut Work, scope: &ImportScope, id: Uuid) -> Result<ImportFile, Problem> {
    let file = store::file(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    open_job(work, scope, file.job_id).await?;
    store::file(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

pub(crate) async fn start(work: &mut Work, scope: &ImportScope, invites: bool) -> Result<ImportJob, Problem> {
    let person = scope.viewer().ok_or(Problem::NotFound)?;
    if store::open_drafts(work.tx(), scope, person).await? >= MAX_OPEN_IMPORTS {
        return Err(UploadRefusal::TooManyOpen.into());
    }
    let (id, now) = (work.new_id(), work.now());
    store::insert_job(work.tx(), scope, (id, person), invites, now).await?;
    find(work.tx(), scope, id).await
}

pub(crate) async fn add_file(
    work: &mut Work,
    scope: &ImportScope,
    job: Uuid,
    (name, size): (&str, i64),
) -> Result<ImportFile, Problem> {
    let name = rules::file_name(name)?;
    rules::check_size(size)?;
    let job = open_job(work, scope, job).await?;
    let files = store::files(work.tx(), scope, job.id).await?;
    if files.len() >= MAX_FILES {
        return Err(UploadRefusal::TooManyFiles.into());
    }
    rules::check_size(job.size_bytes.saturating_add(size))?;
    if files.iter().any(|file| file.name == name) {
        return Err(UploadRefusal::SameName.into());
    }
    let (id, now) = (work.new_id(), work.now());
    let position = files.last().map_or(1, |last| last.position + 1);
    store::insert_file(work.tx(), scope, (job.id, id, position), (&name, size)).await?;
    store::set_state(work.tx(), scope, job.id, ImportState::Draft, now).await?;
    store::file(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// The next piece of a file.
pub(crate) async fn add_piece(
    app: &App,
    work: &mut Work,
    scope: &ImportScope,
    (file, number): (Uuid, i64),
    bytes: Vec<u8>,
) -> Result<ImportFile, Problem> {
    if bytes.is_empty() || bytes.len() > MAX_PIECE_BYTES {
        return Err(UploadRefusal::BadPiece.into());
    }
    let file = open_file(work, scope, file).await?;
    let size = bytes.len() as i64;
    if number != file.pieces + 1 || file.stored_bytes + size > file.size_bytes || file.is_forgotten {
        return Err(UploadRefusal::BadPiece.into());
    }
    let key = pieces::key(app, work.tx(), scope).await?;
    let place = pieces::put(app, scope, (&key, file.id, number), &bytes).await?;
    store::insert_piece(work.tx(), scope, (file.id, number), (&place, size)).await?;
    store::file(work.tx(), scope, file.id).await?.ok_or(Problem::NotFound)
}

pub(crate) async fn remove_file(
    work: &mut Work,
    scope: &ImportScope,
    id: Uuid,
) -> Result<ImportJob, Problem> {
    let file = open_file(work, scope, id).await?;
    let now = work.now();
    store::delete_file(work.tx(), scope, id).await?;
    set_needs(work, scope, file.job_id).await?;
    store::set_state(work.tx(), scope, file.job_id, ImportState::Draft, now).await?;
    find(work.tx(), scope, file.job_id).await
}

async fn set_needs(work: &mut Work, scope: &ImportScope, job: Uuid) -> Result<(), Problem> {
    let files = store::files(work.tx(), scope, job).await?;
    let takes = |rights: &[ImportRight]| {
        files
            .iter()
            .filter_map(|file| file.kind.as_deref())
            .any(|kind| rights.contains(&ImportRight::of(kind)))
    };
    let tenant: &[ImportRight] = &[ImportRight::Tenant, ImportRight::Roles];
    let needs = [tenant, &[ImportRight::Administration], &[ImportRight::Pay]].map(takes);
    Ok(store::set_needs(work.tx(), scope, job, needs).await?)
}

/// Says how a file is read: through a mapping, or, without one, in our own format as this kind.
pub(crate) async fn map_file(
    work: &mut Work,
    scope: &ImportScope,
    kinds: &ImportKinds,
    id: Uuid,
    mapping: Result<Mapping, &str>,
) -> Result<ImportFile, Problem> {
    let kind = match &mapping {
        Ok(mapping) => mapping.kind.clone(),
        Err(kind) => (*kind).to_owned(),
    };
    let sheet = kinds.called(&kind).ok_or(MappingRefusal::Unfit)?;
    if scope.reach(ImportRight::of(sheet.name)).is_none() {
        return Err(UploadRefusal::KindNotYours.into());
    }
    let mapping = match mapping {
        Ok(mapping) if mappings::check(&mapping, &target_kinds(kinds.sheets().iter())).is_empty() => {
            Some(mappings::as_json(&mapping)?)
        }
        Ok(_) => return Err(MappingRefusal::Unfit.into()),
        Err(_) => None,
    };
    let file = open_file(work, scope, id).await?;
    let now = work.now();
    store::set_mapping(work.tx(), scope, id, (sheet.name, mapping)).await?;
    if sheet.ending.is_none() && file.is_whole_truth {
        store::set_whole_truth(work.tx(), scope, id, None).await?;
    }
    set_needs(work, scope, file.job_id).await?;
    store::set_state(work.tx(), scope, file.job_id, ImportState::Draft, now).await?;
    store::file(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// Says which company's whole truth a file is; none takes it back.
pub(crate) async fn declare_whole(
    work: &mut Work,
    scope: &ImportScope,
    kinds: &ImportKinds,
    (id, company): (Uuid, Option<CompanyId>),
) -> Result<ImportFile, Problem> {
    let file = open_file(work, scope, id).await?;
    let kind = file.kind.as_deref().ok_or(UploadRefusal::NotMapped)?;
    let ends = kinds.called(kind).is_some_and(|sheet| sheet.ending.is_some());
    if company.is_some() && !ends {
        return Err(UploadRefusal::NothingEnds.into());
    }
    if let Some(company) = company {
        let reach = scope.reach(ImportRight::of(kind)).ok_or(UploadRefusal::KindNotYours)?;
        let known = store::companies(work.tx(), scope).await?;
        let is_there = known.iter().any(|(id, _)| *id == company);
        if !is_there || reach.is_some_and(|companies| !companies.contains(&company)) {
            return Err(UploadRefusal::NoCompany.into());
        }
    }
    let now = work.now();
    store::set_whole_truth(work.tx(), scope, id, company).await?;
    store::set_state(work.tx(), scope, file.job_id, ImportState::Draft, now).await?;
    store::file(work.tx(), scope, id).await?.ok_or(Problem::NotFound)
}

/// Whether an import could be looked at or applied now; else why not.
fn check_ready(job: &ImportJob, files: &[ImportFile]) -> Result<(), UploadRefusal> {
    if files.is_empty() || files.iter().any(|file| file.stored_bytes != file.size_bytes) {
        return Err(UploadRefusal::NotUploaded);
    }
    if files.iter().any(|file| file.is_forgotten) {
        return Err(UploadRefusal::Forgotten);
    }
    if files.iter().any(|file| file.kind.is_none()) {
        return Err(UploadRefusal::NotMapped);
    }
    if job.state.is_open() { Ok(()) } else { Err(UploadRefusal::NotNow) }
}

/// Begins a dry run.
pub(crate) async fn check(
    work: &mut Work,
    scope: &ImportScope,
    (id, sets_aside): (Uuid, bool),
) -> Result<ImportJob, Problem> {
    let job = open_job(work, scope, id).await?;
    store::set_options(work.tx(), scope, id, (sets_aside, None)).await?;
    let files = store::files(work.tx(), scope, id).await?;
    check_ready(&job, &files)?;
    let now = work.now();
    store::set_state(work.tx(), scope, id, ImportState::Checking, now).await?;
    find(work.tx(), scope, id).await
}

/// Applies what a dry run found.
pub(crate) struct AppliedImport {
    id: Uuid,
    /// How much may end, where that is much.
    confirmed_removals: Option<i64>,
    /// What was looked at: a proof is for these files, read like this, and for what the dry run found.
    looked_at: Value,
}

impl NeedsProof for AppliedImport {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::ApplyImport)
    }

    fn bound_to(&self) -> Value {
        json!([self.id, self.confirmed_removals, self.looked_at])
    }
}

pub(crate) struct UndoneImport(pub Uuid);

impl NeedsProof for UndoneImport {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::UndoImport)
    }

    fn bound_to(&self) -> Value {
        json!([self.0])
    }
}

/// Refuses what would be refused anyway, before anyone is asked for a factor.
pub(crate) async fn check_apply(
    tx: &mut Tx,
    scope: &ImportScope,
    (id, confirmed_removals): (Uuid, Option<i64>),
) -> Result<AppliedImport, Problem> {
    store::take_turn(tx, scope, id).await?;
    let job = find(&mut *tx, scope, id).await?;
    let files = store::files(&mut *tx, scope, id).await?;
    applicable(&job, &files, scope, confirmed_removals)?;
    let looked_at = looked_at(tx, scope, (&job, &files)).await?;
    Ok(AppliedImport { id, confirmed_removals, looked_at })
}

/// A piece is stored once under a key of its own, so other bytes have other keys; and each dry run has its end.
async fn looked_at(
    tx: &mut Tx,
    scope: &ImportScope,
    (job, files): (&ImportJob, &[ImportFile]),
) -> Result<Value, Problem> {
    let bytes = store::places(tx, scope, job.id).await?;
    let read = |file: &ImportFile| {
        json!([file.id, file.name, file.kind, file.mapping, file.company_name, file.is_whole_truth])
    };
    let files: Vec<Value> = files.iter().map(read).collect();
    let found = [job.added, job.changed, job.same, job.invited, job.ended, job.set_aside];
    let at = job.finished_at.as_ref().map(|at| at.0.to_string());
    Ok(json!([files, bytes, job.invites, job.sets_aside, found, at]))
}

fn applicable(
    job: &ImportJob,
    files: &[ImportFile],
    scope: &ImportScope,
    confirmed_removals: Option<i64>,
) -> Result<(), Problem> {
    check_maker(scope, job)?;
    check_ready(job, files)?;
    if job.state != ImportState::Checked || job.faults > 0 || job.added + job.changed + job.ended == 0 {
        return Err(UploadRefusal::NotChecked.into());
    }
    if job.is_braked && confirmed_removals != Some(job.ended) {
        return Err(UploadRefusal::Braked.into());
    }
    Ok(())
}

pub(crate) async fn apply(
    work: &mut Work,
    scope: &ImportScope,
    applied: Proven<AppliedImport>,
) -> Result<ImportJob, Problem> {
    let applied = applied.into_change();
    let id = applied.id;
    let job = open_job(work, scope, id).await?;
    let files = store::files(work.tx(), scope, id).await?;
    applicable(&job, &files, scope, applied.confirmed_removals)?;
    if looked_at(work.tx(), scope, (&job, &files)).await? != applied.looked_at {
        return Err(UploadRefusal::NotChecked.into());
    }
    let now = work.now();
    store::set_options(work.tx(), scope, id, (job.sets_aside, applied.confirmed_removals)).await?;
    store::set_state(work.tx(), scope, id, ImportState::Applying, now).await?;
    find(work.tx(), scope, id).await
}

pub(crate) async fn check_undo(mut from: impl Read, scope: &ImportScope, id: Uuid) -> Result<(), Problem> {
    let job = find(&mut from, scope, id).await?;
    let run = job.run_id.filter(|_| job.state == ImportState::Applied).ok_or(UploadRefusal::NotNow)?;
    if may_undo(from, scope, run).await? { Ok(()) } else { Err(Problem::Forbidden) }
}

/// What a file of an applied import was about.
#[derive(Deserialize)]
struct TouchedFile {
    kind: String,
    /// Absent in imports of older versions: it may have been about any.
    companies: Option<Vec<CompanyId>>,
}

impl TouchedFile {
    fn is_within(&self, scope: &ImportScope) -> bool {
        let Some(reach) = scope.reach(ImportRight::of(&self.kind)) else { return false };
        let Some(own) = reach else { return true };
        self.companies.as_ref().is_some_and(|touched| touched.iter().all(|company| own.contains(company)))
    }
}

/// Undoing takes the right to each kind of file, for all companies that its rows were about, as applying does.
async fn may_undo(from: impl Read, scope: &ImportScope, run: Uuid) -> Result<bool, Problem> {
    let files = store::run_files(from, scope, run).await?.ok_or(Problem::NotFound)?;
    let files: Vec<TouchedFile> =
        serde_json::from_str(&files).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(files.iter().all(|file| file.is_within(scope)))
}

/// Whoever could apply all of an import can undo it, also if someone else made it.
pub(crate) async fn undo(
    work: &mut Work,
    scope: &ImportScope,
    undone: Proven<UndoneImport>,
) -> Result<ImportJob, Problem> {
    let id = undone.into_change().0;
    store::take_turn(work.tx(), scope, id).await?;
    check_undo(work.tx(), scope, id).await?;
    let now = work.now();
    store::set_acting(work.tx(), scope, id, scope.viewer()).await?;
    store::set_state(work.tx(), scope, id, ImportState::Undoing, now).await?;
    find(work.tx(), scope, id).await
}

/// Stops an import this server is working on, which needs no database; else there is something to write.
pub(crate) async fn stop_here(
    app: &App,
    db: &Db,
    scope: &ImportScope,
    id: Uuid,
) -> Result<Option<ImportJob>, Problem> {
    let job = find(db, scope, id).await?;
    check_own(scope, &job)?;
    let Some(running) = app.works.find(id) else { return Ok(None) };
    running.stop();
    Ok(Some(job))
}

/// Gives up an import that isn't being worked on here. A worker takes its bytes away.
pub(crate) async fn cancel(work: &mut Work, scope: &ImportScope, id: Uuid) -> Result<ImportJob, Problem> {
    let job = own_job(work, scope, id).await?;
    if job.state.is_running() {
        store::want_stop(work.tx(), scope, id).await?;
        return Ok(job);
    }
    if !job.state.is_open() {
        return Err(UploadRefusal::NotNow.into());
    }
    let now = work.now();
    store::set_state(work.tx(), scope, id, ImportState::Canceled, now).await?;
    find(work.tx(), scope, id).await
}

/// The kinds of which an import set rows aside.
pub(crate) async fn asides(
    from: impl Read,
    scope: &ImportScope,
    job: &ImportJob,
) -> Result<Vec<(String, i64)>, Problem> {
    Ok(store::asides(from, scope, job.id).await?)
}

/// The rows of a kind that an import set aside, with the reasons: CSV.
pub(crate) async fn rows_aside(
    app: &App,
    scope: &ImportScope,
    (job, kind): (Uuid, &str),
) -> Result<String, Problem> {
    find(&app.db, scope, job).await?;
    let sealed = store::aside(&app.db, scope, (job, kind)).await?.ok_or(Problem::NotFound)?;
    let bytes = pieces::open_aside(app, scope, (job, kind), &sealed).await?;
    String::from_utf8(bytes).map_err(|error| Problem::Internal(error.to_string()))
}

/// Companies that the viewer may import something about.
pub(crate) async fn companies(
    from: impl Read,
    scope: &ImportScope,
) -> Result<Vec<(CompanyId, String)>, Problem> {
    Ok(store::companies(from, scope).await?)
}

/// How a file looks, and what a mapping makes of it.
pub(crate) struct FilePreview {
    pub sample: FileSample,
    /// Of our own format: its kind.
    pub own_kind: Option<&'static str>,
    /// The one that was asked about, or a suggestion.
    pub mapping: Mapping,
    pub header: Vec<String>,
    /// What has to be done before it can be used.
    pub lacks: Vec<String>,
    pub columns: Vec<String>,
    /// Line and cells; a cell's fault beside it.
    pub rows: Vec<(u64, Vec<String>)>,
    pub faults: Vec<Fault>,
}

const PREVIEW_PIECES: usize = 6;
const PREVIEW_ROWS: usize = 12;

/// `mapping` is one being corrected; without one, a suggestion is made for the kind, if that was chosen.
pub(crate) async fn preview(
    app: &App,
    scope: &ImportScope,
    kinds: &'static ImportKinds,
    file: Uuid,
    (mapping, kind, worksheet): (Option<Mapping>, Option<String>, Option<String>),
) -> Result<FilePreview, Problem> {
    let file = store::file(&app.db, scope, file).await?.ok_or(Problem::NotFound)?;
    let job = find(&app.db, scope, file.job_id).await?;
    if job.person_id.is_none() || job.person_id != scope.viewer() {
        return Err(Problem::NotFound);
    }
    if file.is_forgotten {
        return Err(UploadRefusal::Forgotten.into());
    }
    if file.stored_bytes != file.size_bytes {
        return Err(UploadRefusal::NotUploaded.into());
    }
    let this_year = app.clock.now().to_zoned(TimeZone::UTC).year();
    let first = pieces::open(app, scope, file.id, PREVIEW_PIECES).await?;
    let again = pieces::open(app, scope, file.id, PREVIEW_PIECES).await?;
    let looked = tokio::task::spawn_blocking(move || {
        look(kinds, (first, again), (mapping, kind, worksheet), (&file.name, this_year))
    });
    looked.await.map_err(|error| Problem::Internal(error.to_string()))
}

/// The kind of a file in our own format.
fn own_kind(kinds: &ImportKinds, sample: &FileSample) -> Option<&'static ImportSheet> {
    let first = sample.rows.first()?;
    let header = first.cells.iter().map(|cell| cell.trim().to_ascii_lowercase().replace(' ', "_"));
    kinds.of_header(&header.collect::<Vec<_>>())
}

fn look(
    kinds: &ImportKinds,
    (first, again): (Box<dyn std::io::Read + Send>, Box<dyn std::io::Read + Send>),
    (asked, kind, worksheet): (Option<Mapping>, Option<String>, Option<String>),
    (name, this_year): (&str, i16),
) -> FilePreview {
    let mut how = asked.as_ref().map(HowToRead::from).unwrap_or_default();
    how.worksheet = how.worksheet.or(worksheet.clone());
    let nothing = |fault: Fault| FilePreview {
        sample: FileSample { format: Default::default(), rows: vec![] },
        own_kind: None,
        mapping: Mapping::default(),
        header: vec![],
        lacks: vec![],
        columns: vec![],
        rows: vec![],
        faults: vec![fault],
    };
    let sample = match mappings::sample(first, &how) {
        Ok(sample) => sample,
        Err(fault) => return nothing(fault),
    };
    let own_kind = own_kind(kinds, &sample).filter(|_| asked.is_none() && kind.is_none());
    let targets = target_kinds(kinds.sheets().iter());
    let is_workbook = sample.format.is_workbook();
    let mapping = asked.unwrap_or_else(|| {
        let mut found = mappings::guess(&sample.rows, &targets, kind.as_deref(), (this_year, is_workbook));
        found.name = name.rsplit_once('.').map_or(name, |(stem, _)| stem).chars().take(100).collect();
        found.worksheet = worksheet;
        found
    });
    let line = u64::from(mapping.title_lines) + 1;
    let header = sample.rows.iter().find(|row| row.line >= line).map(|row| mappings::header_of(&row.cells));
    let lacks = mappings::check(&mapping, &targets);
    let mut shown = FilePreview {
        sample,
        own_kind: own_kind.filter(|_| !is_workbook).map(|sheet| sheet.name),
        header: header.unwrap_or_default(),
        lacks,
        columns: vec![],
        rows: vec![],
        faults: vec![],
        mapping,
    };
    let Some(sheet) = kinds.called(&shown.mapping.kind) else { return shown };
    match mappings::MappedFile::open(&shown.mapping, sheet, again, this_year) {
        Err(fault) => shown.faults.push(fault),
        Ok(mut file) => {
            shown.columns = file.columns().to_vec();
            while shown.rows.len() < PREVIEW_ROWS
                && shown.faults.len() < PREVIEW_ROWS
                && let Some(row) = file.next_row()
            {
                match row {
                    Ok(mut row) => {
                        shown.faults.append(&mut row.faults);
                        let cells = shown
                            .columns
                            .iter()
                            .map(|column| row.cell(column).unwrap_or_default().to_owned());
                        shown.rows.push((row.line, cells.collect()));
                    }
                    Err(fault) => shown.faults.push(fault),
                }
            }
        }
    }
    hide_numbers(&mut shown);
    shown
}

/// Only the last four digits of an account number are shown, in the file's own lines too.
fn hide_numbers(shown: &mut FilePreview) {
    const NUMBER: &str = "account_number";
    let hide = |cell: &mut String| {
        let count = cell.chars().count();
        if count > 4 {
            let end: String = cell.chars().skip(count - 4).collect();
            *cell = format!("…{end}");
        }
    };
    if let Some(at) = shown.columns.iter().position(|column| column == NUMBER) {
        for (_, cells) in &mut shown.rows {
            if let Some(cell) = cells.get_mut(at) {
                hide(cell);
            }
        }
    }
    let from: Vec<String> = match shown.mapping.columns.get(NUMBER) {
        Some(column) => column.sources().map(str::to_owned).collect(),
        None => vec![],
    };
    let header = u64::from(shown.mapping.title_lines) + 1;
    let places: Vec<usize> = (0..shown.header.len()).filter(|at| from.contains(&shown.header[*at])).collect();
    for row in shown.sample.rows.iter_mut().filter(|row| row.line > header) {
        for at in &places {
            if let Some(cell) = row.cells.get_mut(*at) {
                hide(cell);
            }
        }
    }
}
