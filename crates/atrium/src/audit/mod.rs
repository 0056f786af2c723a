//! Reading the audit trail. What writes it is `shared/audit.rs`.
//!
//! - Administrators of the whole tenant read their tenant's trail, and no one else does. An operator reads it at the terminal.
//! - It is searched by person (or operator), object, action and time, newest first; one object's events are its history.
//! - Reading, exporting and checking it are events of the trail themselves.
//! - An export is CSV in parts, in which no cell can start a formula.
//! - The chain is checked in parts, so that a trail of any length can be checked in the browser.

mod graphql;
mod store;

pub use graphql::{AuditMutation, AuditQuery};
pub use store::{Actor, TrailEvent, TrailFilter};

use crate::access::{AdministratorScope, OperatorScope};
use crate::app::App;
use crate::shared::audit::{self, HeadFile, TrailPart};
use crate::shared::page::{Ask, Cursors, Page};
use crate::shared::problem::Problem;
use crate::shared::spreadsheet::safe_cell;
use crate::work::{Author, Work};
use db::{Db, Read};
use serde_json::{Value, json};

/// The most that one part of an export holds.
const MAX_EXPORTED: usize = 2_000;

/// One page, newest first.
pub async fn list(
    db: &Db,
    scope: &AdministratorScope,
    filter: &TrailFilter,
    cursors: &Cursors<'_>,
    ask: &Ask,
) -> Result<Page<TrailEvent>, Problem> {
    let found = store::list(db, scope, filter, ask).await?;
    Ok(cursors.page_up_to(ask, found.events, TrailEvent::sort_keys, found.looked_at.as_deref()))
}

/// One part of an export: its lines, and where the next part begins.
pub struct ExportPart {
    pub csv: String,
    pub events: usize,
    pub next: Option<String>,
}

pub async fn export(
    db: &Db,
    scope: &AdministratorScope,
    filter: &TrailFilter,
    cursors: &Cursors<'_>,
    cursor: Option<&str>,
) -> Result<ExportPart, Problem> {
    let ask = Ask { limit: MAX_EXPORTED, ..cursors.ask(None, cursor)? };
    let page = list(db, scope, filter, cursors, &ask).await?;
    let csv = csv(&page.results, ask.from.is_none()).map_err(Problem::Internal)?;
    Ok(ExportPart { csv, events: page.results.len(), next: page.links.next })
}

/// A person by username or email, else an operator of that name.
pub async fn actor(from: impl Read, scope: &AdministratorScope, called: &str) -> Result<Actor, Problem> {
    let person = store::person(from, scope, called.trim()).await?;
    Ok(person.map_or_else(|| Actor::Operator(called.trim().to_owned()), Actor::Person))
}

/// The actions that occur in the trail, by name.
pub async fn actions(db: &Db, scope: &AdministratorScope) -> Result<Vec<String>, Problem> {
    Ok(store::actions(db, scope).await?)
}

/// Checks the next part of the tenant's chain, behind event `after`.
pub async fn verify(
    app: &App,
    db: &Db,
    scope: &AdministratorScope,
    after: i64,
) -> Result<TrailPart, Problem> {
    let path = HeadFile::path(&app.settings.data_dir);
    let kept = HeadFile::read(&path, &app.keys.audit).map_err(Problem::Internal)?.unwrap_or_default();
    let kept = kept.iter().find(|head| head.tenant == scope.tenant());
    Ok(audit::verify_part(db, &app.keys.audit, scope.tenant(), after, kept).await?)
}

/// How many events the tenant's trail has.
pub async fn size(db: &Db, scope: &AdministratorScope) -> Result<i64, Problem> {
    Ok(store::size(db, scope).await?)
}

/// Records what was done with the trail in the trail.
pub fn record(work: &mut Work, scope: &AdministratorScope, action: &'static str, detail: Value) {
    work.record(action, "audit_trail", scope.tenant().0, detail);
}

/// The same for a command.
pub async fn record_command(
    app: &App,
    operator: &OperatorScope,
    action: &'static str,
    detail: Value,
) -> Result<(), Problem> {
    let author = Author { tenant: operator.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    record(&mut work, &operator.into(), action, detail);
    Ok(work.commit().await?)
}

/// What was searched for, for the search's own event.
pub fn searched(filter: &TrailFilter, is_first: bool) -> Value {
    let (person, operator) = match &filter.actor {
        Some(Actor::Person(person)) => (Some(person.to_string()), None),
        Some(Actor::Operator(name)) => (None, Some(name.clone())),
        None => (None, None),
    };
    let mut searched = json!({
        "person": person,
        "operator": operator,
        "object": filter.subject,
        "action": filter.action,
        "from": filter.from.map(|at| at.to_string()),
        "until": filter.until.map(|at| at.to_string()),
    });
    if let Some(fields) = searched.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
        if !is_first {
            fields.insert("continued".to_owned(), json!(true));
        }
    }
    searched
}

const HEADER: [&str; 11] = [
    "number",
    "time",
    "person",
    "username",
    "operator",
    "address",
    "action",
    "object kind",
    "object id",
    "result",
    "detail",
];

/// As lines of CSV, with or without the header.
pub fn csv(events: &[TrailEvent], has_header: bool) -> Result<String, String> {
    let mut lines = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    let failed = |error: csv::Error| error.to_string();
    if has_header {
        lines.write_record(HEADER).map_err(failed)?;
    }
    for event in events {
        let subject = event.subject_id.map(|id| id.to_string()).unwrap_or_default();
        let cells = [
            &event.seq.to_string(),
            &event.at.0.to_string(),
            event.person_name.as_deref().unwrap_or_default(),
            event.username.as_deref().unwrap_or_default(),
            event.operator.as_deref().unwrap_or_default(),
            &event.address,
            &event.action,
            &event.subject_kind,
            &subject,
            &event.result,
            &event.detail,
        ];
        lines.write_record(cells.map(|cell| safe_cell(cell).into_owned())).map_err(failed)?;
    }
    let bytes = lines.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}
