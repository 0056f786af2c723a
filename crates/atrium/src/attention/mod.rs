//! What needs an administrator's attention, and the first hour of a new installation.
//!
//! - Each thing is a count with a page behind it. A count stops at a hundred: that many is many.
//! - Company administrators see what concerns their companies. Messages and the database belong to the whole tenant.
//! - Until a new tenant is set up, its administrators see what is left to do. Each step is done when the database says
//!   so: no one ticks it off. A step that is done stays done.

mod graphql;
mod store;

pub use graphql::AttentionQuery;

use crate::access::{self, ImportRight, PeopleScope, Viewer};
use crate::app::App;
use crate::backups;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::Db;
use serde_json::json;
use store::{AttentionCounts, FirstHour, SeenImports};

/// The state of the console's home.
struct ConsoleHome {
    counts: AttentionCounts,
    failing_jobs: usize,
    /// Steps this program's database still has to take. Other nodes may run a newer program.
    pending_migrations: i64,
    is_backup_late: bool,
    first_hour: Option<FirstHour>,
}

async fn home(app: &App, db: &Db, scope: &PeopleScope, viewer: &Viewer) -> Result<ConsoleHome, Problem> {
    let now = app.clock.now();
    let is_whole = scope.companies().is_none();
    let first_hour = match is_whole && !app.is_demo() {
        true => Some(store::first_hour(db, scope, viewer.person).await?).filter(|hour| !hour.is_over()),
        false => None,
    };
    let known = i64::try_from(db::MIGRATIONS.len()).unwrap_or(i64::MAX);
    Ok(ConsoleHome {
        counts: store::counts(
            db,
            scope,
            seen_imports(viewer),
            (now, app.clock.today("UTC")),
            app.clock.moment("UTC"),
        )
        .await?,
        failing_jobs: if is_whole {
            app.jobs.runs().iter().filter(|(_, run)| run.is_failing()).count()
        } else {
            0
        },
        pending_migrations: if is_whole { (known - db.schema_version().await?).max(0) } else { 0 },
        is_backup_late: is_whole
            && app.settings.backup_max_age_hours > 0
            && backups::last(app, db).await?.is_late,
        first_hour,
    })
}

/// As the console lists them for administrators of the whole tenant.
fn seen_imports(viewer: &Viewer) -> SeenImports {
    let Ok(scope) = access::importing(viewer, viewer.tenant) else { return SeenImports::Nothing };
    match (scope.is_whole(ImportRight::Tenant), scope.is_whole(ImportRight::Pay)) {
        (false, _) => SeenImports::Nothing,
        (true, false) => SeenImports::ButPay,
        (true, true) => SeenImports::All,
    }
}

/// Notes the steps whose traces are deleted after a while.
pub async fn note_first_steps(app: &App) -> Result<(), Problem> {
    if app.is_demo() {
        return Ok(());
    }
    for (tenant, step) in store::new_steps(&app.db, &access::upkeep()).await? {
        let author = Author { tenant, person: None, address: String::new() };
        let mut work = Work::begin(app, &app.db, author).await?;
        let action = if step == store::MAIL_NOTED { store::MAIL_NOTED } else { store::INVITATIONS_NOTED };
        work.record(action, "tenant", tenant.0, json!({}));
        work.commit().await?;
    }
    Ok(())
}

impl FirstHour {
    fn is_over(&self) -> bool {
        let FirstHour {
            has_pay_groups,
            has_pay_calendar,
            has_mail,
            has_roles,
            has_employees,
            has_invited,
            has_signed_in,
        } = *self;
        has_pay_groups
            && has_pay_calendar
            && has_mail
            && has_roles
            && has_employees
            && has_invited
            && has_signed_in
    }
}
