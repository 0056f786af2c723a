//! The worker behind imports in the console. It takes up one at a time, on a thread of its own, because files are read as they come
//! and unpacking them takes a while. It asks for the person's rights again, and what it finds out is written when it's done.

use super::super::{File, ImportBy, ImportKinds, RowsAside, run, undo};
use super::pieces;
use super::rules::UploadRefusal;
use super::store::{self, Counts, ImportEffect, ImportSource, ImportState, WaitingJob};
use super::watch::WATCHED_FOLDER;
use crate::access::{self, ImportRight, ImportScope, Viewer};
use crate::app::App;
use crate::mappings;
use crate::shared::problem::Problem;
use crate::shared::works::{WorkAtHand, WorkGuard};
use crate::sheets::{Effect, ImportSheet, Outcome, RunOptions, Told};
use crate::work::{Author, Work};
use db::Tx;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use uuid::Uuid;

/// What is kept of what a dry run finds. The counts are of everything.
const MAX_EFFECTS: usize = 20_000;
const MAX_DIFFERENT_FAULTS: usize = 2_000;
/// After this many rows, the database updates its statistics.
const BULK: i64 = 10_000;
const BEAT: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(200);
/// On PostgreSQL, a worker that has been silent this long is gone.
const LEASE: SignedDuration = SignedDuration::from_secs(60);
const DRAFTS_ARE_KEPT: SignedDuration = SignedDuration::from_hours(20);
const EFFECTS_ARE_KEPT: SignedDuration = SignedDuration::from_hours(24 * 90);

pub async fn forget(tx: &mut Tx, now: Timestamp) -> db::Result<()> {
    let upkeep = access::upkeep();
    store::forget_asides(tx, &upkeep, now - EFFECTS_ARE_KEPT).await?;
    store::forget_old(tx, &upkeep, (now - DRAFTS_ARE_KEPT, now - EFFECTS_ARE_KEPT)).await
}

/// Takes up an import that waits, if this server has none, and gives up those whose server is gone.
pub async fn work_on(app: &App, kinds: &'static ImportKinds) -> Result<(), Problem> {
    let upkeep = access::upkeep();
    if app.works.is_busy() {
        return Ok(());
    }
    for (job, tenant) in store::over_with_bytes(&app.db, &upkeep).await? {
        let mut tx = app.db.begin_write().await?;
        let keys = store::forget_bytes(&mut tx, &access::importing_nothing(&upkeep, tenant), job).await?;
        tx.commit().await?;
        pieces::delete(app, keys).await;
    }
    for job in store::waiting(&app.db, &upkeep, app.clock.now()).await? {
        let nothing = access::importing_nothing(&upkeep, job.tenant_id);
        let scope = scope_of(app, &job).await?;
        let refused = match &scope {
            _ if job.is_taken => Some(UploadRefusal::Lost),
            _ if job.is_stop_wanted => Some(UploadRefusal::Stopped),
            None => Some(UploadRefusal::NoRights),
            Some(_) => None,
        };
        if let Some(refusal) = refused {
            give_up(app, &nothing, &job, refusal.code()).await?;
            continue;
        }
        let now = app.clock.now();
        let mut tx = app.db.begin_write().await?;
        let is_ours = store::claim(&mut tx, &upkeep, job.id, (now, now + LEASE)).await?;
        tx.commit().await?;
        if let (true, Some(scope)) = (is_ours, scope) {
            let (work, guard) = app.works.begin(job.id);
            let (app, handle) = (acting(app, &job), tokio::runtime::Handle::current());
            tokio::task::spawn_blocking(move || {
                handle.block_on(at_work(app, kinds, (job, scope), work, guard))
            });
            return Ok(());
        }
    }
    Ok(())
}

/// What its maker may import today; `None` if that's nothing anymore. Undoing takes the rights of the person who undoes it.
async fn scope_of(app: &App, job: &WaitingJob) -> Result<Option<ImportScope>, Problem> {
    let upkeep = access::upkeep();
    match (job.person_id, job.source, job.machine_id) {
        (Some(person), ..) => {
            let viewer = Viewer::load(&app.db, &app.clock, person).await?;
            Ok(viewer.and_then(|viewer| access::importing(&viewer, job.tenant_id).ok()))
        }
        (None, ImportSource::Folder, _) => Ok(Some(access::importing_from_folder(&upkeep, job.tenant_id))),
        (None, ImportSource::Machine, Some(machine)) => {
            Ok(access::importing_for_machine(&app.db, &upkeep, machine).await?)
        }
        _ => Ok(None),
    }
}

/// In whose name it's done, for the audit trail.
fn acting(app: &App, job: &WaitingJob) -> App {
    let operator = match (job.person_id, job.source) {
        (None, ImportSource::Machine) => Some(access::machine_actor(&job.actor).into()),
        (None, ImportSource::Folder) => Some(WATCHED_FOLDER.into()),
        _ => app.operator.clone(),
    };
    App { operator, ..app.clone() }
}

/// The state of an import that failed: nothing of it was kept.
fn back(from: ImportState, is_stopped: bool) -> ImportState {
    match from {
        ImportState::Undoing => ImportState::Applied,
        _ if is_stopped => ImportState::Canceled,
        _ => ImportState::Failed,
    }
}

async fn give_up(app: &App, scope: &ImportScope, job: &WaitingJob, code: &str) -> Result<(), Problem> {
    let is_stopped = code == UploadRefusal::Stopped.code();
    let (state, now) = (back(job.state, is_stopped), app.clock.now());
    let mut work = Work::begin(&acting(app, job), &app.db, author(job)).await?;
    store::finish(work.tx(), scope, job.id, (state, None, None), (Some(code.to_owned()), now)).await?;
    if job.source != ImportSource::Console && state == ImportState::Failed {
        note_failure(&mut work, scope, job.id, code).await?;
    }
    Ok(work.commit().await?)
}

fn author(job: &WaitingJob) -> Author {
    Author { tenant: job.tenant_id, person: job.person_id, address: String::new() }
}

/// No one looks at the page of what arrived by itself: the audit trail says that it came to nothing.
async fn note_failure(work: &mut Work, scope: &ImportScope, job: Uuid, code: &str) -> Result<(), Problem> {
    let files = store::files(work.tx(), scope, job).await?;
    let names: Vec<String> = files.into_iter().map(|file| file.name).collect();
    work.record("import.failed", "import", job, json!({ "files": names, "reason": code }));
    Ok(())
}

async fn at_work(
    app: App,
    kinds: &'static ImportKinds,
    (job, scope): (WaitingJob, ImportScope),
    work: Arc<WorkAtHand>,
    guard: WorkGuard,
) {
    let done = tokio::select! {
        done = Box::pin(one(&app, kinds, (&job, &scope), &work)) => done,
        () = stop(&app, job.id, &work) => Err(UploadRefusal::Stopped.into()),
    };
    if let Err(problem) = done {
        let is_known = matches!(problem, Problem::Refused { .. });
        if !is_known {
            tracing::warn!(?problem, "an import in the console failed");
        }
        let code = problem.code();
        // The database may have been away: then the import is found again, and given up.
        if let Err(problem) = give_up(&app, &scope, &job, code).await {
            tracing::warn!(?problem, "an import couldn't be given up");
        }
    }
    drop(guard);
    app.outbox_wake.notify_one();
}

/// Ends when the work has to: someone wants it to, or the server stops.
async fn stop(app: &App, job: Uuid, work: &WorkAtHand) {
    let was_ready = app.is_ready.load(Ordering::Relaxed);
    let mut since = Duration::ZERO;
    loop {
        tokio::time::sleep(LOOK).await;
        since += LOOK;
        if work.is_stop_wanted() || (was_ready && !app.is_ready.load(Ordering::Relaxed)) {
            return;
        }
        if since >= BEAT && !app.db.is_sqlite() {
            since = Duration::ZERO;
            let until = app.clock.now() + LEASE;
            let done = i64::try_from(work.done()).unwrap_or(i64::MAX);
            // A database that doesn't answer is noticed by the import itself.
            if matches!(store::beat(&app.db, &access::upkeep(), job, (until, done)).await, Ok(true)) {
                return;
            }
        }
    }
}

async fn one(
    app: &App,
    kinds: &'static ImportKinds,
    (job, scope): (&WaitingJob, &ImportScope),
    work: &WorkAtHand,
) -> Result<(), Problem> {
    let found = super::find(&app.db, scope, job.id).await?;
    let files = store::files(&app.db, scope, job.id).await?;
    let is_allowed = |kind: &Option<String>| {
        kind.as_deref().is_some_and(|kind| scope.reach(ImportRight::of(kind)).is_some())
    };
    if !files.iter().all(|file| is_allowed(&file.kind)) {
        return Err(UploadRefusal::NoRights.into());
    }
    if job.state == ImportState::Undoing {
        return take_back(app, kinds, (job, scope), found.run_id).await;
    }
    let mut opened = vec![];
    for file in &files {
        let content = pieces::open(app, scope, file.id, usize::MAX).await?;
        let broken = |says| Problem::Internal(format!("the mapping of import file {}: {says}", file.id));
        let mapping = file.mapping.as_deref().map(mappings::parse).transpose().map_err(broken)?;
        opened.push(File {
            kind: file.kind.clone(),
            company: file.company_name.clone(),
            is_whole_truth: file.is_whole_truth,
            ..File::new(file.name.clone(), content, mapping)
        });
    }
    let is_dry = job.state == ImportState::Checking;
    // What arrives by itself is checked and applied in one go.
    let is_looked_at = is_dry || job.source != ImportSource::Console;
    let mut findings = Findings { keeps_rows: is_looked_at, ..Findings::default() };
    let mut aside = RowsAside::default();
    let (mut before, mut at_hand) = (0, 0);
    let mut tell = |told: Told<'_>| match told {
        Told::Read(bytes) => {
            if bytes < at_hand {
                before += at_hand;
            }
            at_hand = bytes;
            work.reach(before + bytes);
        }
        told => {
            if let (false, Told::SetAside { sheet, rows, faults, .. }) = (is_dry, &told) {
                aside.add(sheet, rows, faults);
            }
            findings.take(&told);
        }
    };
    let reach = |sheet: &ImportSheet| scope.reach(ImportRight::of(sheet.name));
    let paid = scope.paid();
    let by = ImportBy { person: job.person_id, reach: &reach, paid: paid.as_deref() };
    let options = RunOptions {
        is_dry,
        invites: found.invites,
        sets_aside: found.sets_aside,
        confirmed_removals: found.confirmed_removals.and_then(|number| u64::try_from(number).ok()),
    };
    let engine = access::import_engine(scope);
    let (writing, outcome) = run(app, &engine, (kinds, by), opened, options, &mut tell).await?;
    let counts = counts(&outcome);
    let now = app.clock.now();
    if let Some((mut writing, run)) = writing {
        let applied = (ImportState::Applied, Some(counts), Some(run));
        store::finish(writing.tx(), scope, job.id, applied, (None, now)).await?;
        if is_looked_at {
            store::replace_effects(writing.tx(), scope, job.id, findings.effects).await?;
        }
        keep_aside(app, &mut writing, scope, job.id, aside).await?;
        let keys = store::forget_bytes(writing.tx(), scope, job.id).await?;
        writing.commit().await?;
        pieces::delete(app, keys).await;
        if counts[0] + counts[1] + counts[6] >= BULK
            && let Err(error) = app.db.settle().await
        {
            tracing::warn!(%error, "the database statistics couldn't be updated after an import");
        }
        return Ok(());
    }
    // A dry run; or what was to be applied has faults by now, or changes nothing anymore.
    let has_arrived = job.source != ImportSource::Console;
    let (state, failure) = match (is_dry, outcome.faults > 0) {
        (true, _) | (false, false) if is_dry || !has_arrived => (ImportState::Checked, None),
        (_, false) => (ImportState::Applied, None),
        (_, true) if has_arrived => (ImportState::Failed, Some(UploadRefusal::HasFaults.code())),
        (_, true) => (ImportState::Checked, Some(UploadRefusal::ChangedSince.code())),
    };
    let mut work = Work::begin(app, &app.db, author(job)).await?;
    store::replace_effects(work.tx(), scope, job.id, findings.effects).await?;
    store::set_braked(work.tx(), scope, job.id, outcome.is_braked).await?;
    let reached = (state, Some(counts), None);
    store::finish(work.tx(), scope, job.id, reached, (failure.map(str::to_owned), now)).await?;
    if state == ImportState::Failed {
        note_failure(&mut work, scope, job.id, UploadRefusal::HasFaults.code()).await?;
    }
    work.commit().await?;
    Ok(())
}

/// The rows left out, sealed, for the person who corrects them.
async fn keep_aside(
    app: &App,
    work: &mut Work,
    scope: &ImportScope,
    job: Uuid,
    aside: RowsAside,
) -> Result<(), Problem> {
    let files = aside.into_files();
    if files.is_empty() {
        return Ok(());
    }
    let key = pieces::key(app, work.tx(), scope).await?;
    for (sheet, bytes) in files {
        let sealed = pieces::seal_aside(app, &key, (job, sheet.name), &bytes);
        let kept = (sealed, bytes.len() as i64);
        store::insert_aside(work.tx(), scope, (job, sheet.name), kept).await?;
    }
    Ok(())
}

fn counts(outcome: &Outcome) -> Counts {
    let Outcome { added, changed, same, invited, faults, followed, ended, set_aside, is_braked: _ } =
        *outcome;
    let all = [added, changed, same, invited, faults, followed, ended, set_aside];
    all.map(|count| i64::try_from(count).unwrap_or(i64::MAX))
}

async fn take_back(
    app: &App,
    kinds: &ImportKinds,
    (job, scope): (&WaitingJob, &ImportScope),
    run: Option<Uuid>,
) -> Result<(), Problem> {
    let run = run.ok_or_else(|| Problem::Internal(format!("import {} was applied without a run", job.id)))?;
    if !super::may_undo(&app.db, scope, run).await? {
        return Err(UploadRefusal::NoRights.into());
    }
    let mut findings = Findings::default();
    let mut tell = |says: &str| findings.add("", 1, None, ("fault", says));
    let engine = access::import_engine(scope);
    let outcome = undo::undo_as(app, &engine, kinds, Some((job.person_id, run)), &mut tell).await?;
    if outcome.faults > 0 {
        let mut tx = app.db.begin_write().await?;
        store::replace_effects(&mut tx, scope, job.id, findings.effects).await?;
        tx.commit().await?;
        return Err(undo::ImportRefusal::InUse.into());
    }
    Ok(())
}

/// What is shown of a run: equal faults in the same column become one, with a count.
#[derive(Default)]
struct Findings {
    effects: Vec<ImportEffect>,
    faults: HashMap<(String, Option<String>, String), usize>,
    rows: usize,
    keeps_rows: bool,
}

impl Findings {
    fn take(&mut self, told: &Told<'_>) {
        match told {
            Told::Read(_) => {}
            Told::Row { file, line, effect, what } => {
                if self.keeps_rows && self.rows < MAX_EFFECTS {
                    self.rows += 1;
                    let effect = match effect {
                        Effect::Added => "added",
                        Effect::Changed => "changed",
                        Effect::Same => "same",
                        Effect::Ended => "ended",
                    };
                    self.add(file, *line, None, (effect, what));
                }
            }
            Told::Fault { file, fault } => {
                self.add(file, fault.line, fault.column.as_ref(), ("fault", &fault.says));
            }
            Told::SetAside { file, faults, .. } => {
                for fault in *faults {
                    self.add(file, fault.line, fault.column.as_ref(), ("aside", &fault.says));
                }
            }
        }
    }

    fn add(&mut self, file: &str, line: u64, column: Option<&(usize, String)>, (effect, says): (&str, &str)) {
        let key = (file.to_owned(), column.map(|(_, name)| name.clone()), says.to_owned());
        if matches!(effect, "fault" | "aside") {
            if let Some(at) = self.faults.get(&key) {
                self.effects[*at].repeats += 1;
                return;
            }
            if self.faults.len() >= MAX_DIFFERENT_FAULTS {
                return;
            }
            self.faults.insert(key, self.effects.len());
        }
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.effects.push(ImportEffect {
            seq: self.effects.len() as i64 + 1,
            file: file.to_owned(),
            line: number(line),
            column_number: column.map(|(at, _)| number(*at as u64)),
            column_name: column.map(|(_, name)| name.clone()),
            effect: effect.to_owned(),
            says: says.to_owned(),
            repeats: 1,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::Fault;

    #[test]
    fn faults_that_say_the_same_of_a_column_are_one_with_a_count() {
        let mut findings = Findings { keeps_rows: true, ..Findings::default() };
        for line in 2..7 {
            let column = Some((1, "Firm".to_owned()));
            let fault = Fault { line, column, says: "there is no company \"Elm\"".to_owned() };
            findings.take(&Told::Fault { file: "a.csv", fault: &fault });
        }
        findings.take(&Told::Row { file: "a.csv", line: 7, effect: Effect::Added, what: "person ana" });
        findings.take(&Told::Row { file: "a.csv", line: 8, effect: Effect::Added, what: "person ana" });
        let said: Vec<(i64, i64, &str)> =
            findings.effects.iter().map(|one| (one.line, one.repeats, one.effect.as_str())).collect();
        assert_eq!(said, [(2, 5, "fault"), (7, 1, "added"), (8, 1, "added")]);
    }
}
