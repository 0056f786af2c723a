//! `atrium audit list | history | export | verify`.

use super::{Failure, demo, start, terminal};
use crate::access::{self, AdministratorScope};
use crate::app::App;
use crate::audit::{self as trail, TrailEvent, TrailFilter};
use crate::config::Settings;
use crate::shared::audit::{self, HeadFile};
use crate::shared::day::Day;
use crate::shared::keys::Keys;
use crate::shared::page::{Cursors, MAX_LIMIT};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Subcommand)]
pub(crate) enum AuditCommand {
    /// List events, newest first.
    List {
        #[command(flatten)]
        search: SearchOptions,
        /// Only what happened to the object with this ID.
        #[arg(long, value_name = "ID")]
        object: Option<Uuid>,
        #[command(flatten)]
        shown: ShownOptions,
    },
    /// List everything that happened to one object.
    History {
        /// The object's ID, as shown by `list`.
        object: Uuid,
        #[command(flatten)]
        search: SearchOptions,
        #[command(flatten)]
        shown: ShownOptions,
    },
    /// Print every event that matches as CSV.
    Export {
        #[command(flatten)]
        search: SearchOptions,
        /// Only what happened to the object with this ID.
        #[arg(long, value_name = "ID")]
        object: Option<Uuid>,
        /// Print JSON, one event per line.
        #[arg(long)]
        json: bool,
    },
    /// Read every event and report whether the trail is intact.
    Verify {
        /// Check what can be checked if the head file is lost.
        #[arg(long)]
        without_heads: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
pub(crate) struct SearchOptions {
    /// The tenant's name or ID.
    #[arg(long)]
    tenant: String,
    /// Only what this person did: a username, an email address, or an operator's name.
    #[arg(long, value_name = "WHO")]
    person: Option<String>,
    /// Only this action, such as `announcement.publish`.
    #[arg(long)]
    action: Option<String>,
    /// The first day (UTC), such as 2026-11-16.
    #[arg(long, value_name = "DAY")]
    from: Option<jiff::civil::Date>,
    /// The last day (UTC).
    #[arg(long, value_name = "DAY")]
    until: Option<jiff::civil::Date>,
}

#[derive(Args)]
pub(crate) struct ShownOptions {
    /// How many events at most.
    #[arg(long, default_value_t = 50)]
    limit: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) async fn audit(settings: Settings, command: AuditCommand) -> Result<(), Failure> {
    let (search, object, most, is_json, is_export) = match command {
        AuditCommand::Verify { without_heads, json } => return verify(settings, without_heads, json).await,
        AuditCommand::List { search, object, shown } => (search, object, shown.limit, shown.json, false),
        AuditCommand::History { object, search, shown } => {
            (search, Some(object), shown.limit, shown.json, false)
        }
        AuditCommand::Export { search, object, json } => (search, object, usize::MAX, json, true),
    };
    let app = terminal::app(settings).await?;
    let done = async {
        let operator = access::operator(terminal::any_tenant(&app, &search.tenant).await?);
        let scope = AdministratorScope::from(&operator);
        let filter = filter(&app, &scope, search, object).await?;
        let printed = match (is_export, is_json) {
            (true, false) => print_csv(&app, &scope, &filter).await?,
            (true, true) => {
                each_event(&app, &scope, &filter, most, |event| println!("{}", as_json(event))).await?
            }
            (false, false) => {
                each_event(&app, &scope, &filter, most, |event| println!("{}", as_line(event))).await?
            }
            (false, true) => {
                let mut shown = vec![];
                let found =
                    each_event(&app, &scope, &filter, most, |event| shown.push(as_json(event))).await?;
                println!("{}", Value::Array(shown));
                found
            }
        };
        let action = if is_export { "audit.export" } else { "audit.read" };
        let mut detail = trail::searched(&filter, true);
        detail["events"] = json!(printed);
        trail::record_command(&app, &operator, action, detail).await.map_err(terminal::failed)?;
        terminal::keep_heads(&app).await
    };
    let done = done.await;
    app.db.close().await;
    done
}

async fn filter(
    app: &App,
    scope: &AdministratorScope,
    search: SearchOptions,
    subject: Option<Uuid>,
) -> Result<TrailFilter, Failure> {
    let actor = match &search.person {
        Some(called) => Some(trail::actor(&app.db, scope, called).await.map_err(terminal::failed)?),
        None => None,
    };
    let until = search.until.map(|day| midnight(Day(day).plus_days(1).0));
    let (from, until) = (search.from.map(midnight).transpose()?, until.transpose()?);
    Ok(TrailFilter { actor, action: search.action, subject, from, until })
}

fn midnight(day: jiff::civil::Date) -> Result<Timestamp, Failure> {
    let zoned = day.to_zoned(TimeZone::UTC).map_err(|error| Failure::Other(error.to_string()))?;
    Ok(zoned.timestamp())
}

async fn each_event(
    app: &App,
    scope: &AdministratorScope,
    filter: &TrailFilter,
    most: usize,
    mut show: impl FnMut(&TrailEvent),
) -> Result<usize, Failure> {
    let cursors = Cursors::new(&app.keys.cursor, "events at the terminal".to_owned());
    let (mut cursor, mut printed) = (None::<String>, 0);
    while printed < most {
        let limit = (most - printed).min(MAX_LIMIT) as i32;
        let ask = cursors.ask(Some(limit), cursor.as_deref()).map_err(terminal::failed)?;
        let page = trail::list(&app.db, scope, filter, &cursors, &ask).await.map_err(terminal::failed)?;
        for event in &page.results {
            show(event);
        }
        printed += page.results.len();
        cursor = page.links.next;
        if cursor.is_none() {
            break;
        }
    }
    Ok(printed)
}

async fn print_csv(app: &App, scope: &AdministratorScope, filter: &TrailFilter) -> Result<usize, Failure> {
    let cursors = Cursors::new(&app.keys.cursor, "export at the terminal".to_owned());
    let (mut cursor, mut printed) = (None::<String>, 0);
    loop {
        let part = trail::export(&app.db, scope, filter, &cursors, cursor.as_deref()).await;
        let part = part.map_err(terminal::failed)?;
        print!("{}", part.csv);
        printed += part.events;
        cursor = part.next;
        if cursor.is_none() {
            return Ok(printed);
        }
    }
}

fn as_json(event: &TrailEvent) -> Value {
    json!({
        "number": event.seq,
        "time": event.at,
        "person": event.username,
        "operator": event.operator,
        "address": event.address,
        "action": event.action,
        "objectKind": event.subject_kind,
        "objectId": event.subject_id,
        "result": event.result,
        "detail": serde_json::from_str::<Value>(&event.detail).unwrap_or_default(),
    })
}

fn as_line(event: &TrailEvent) -> String {
    let who = event.username.as_deref().or(event.operator.as_deref()).unwrap_or("-");
    let object = event.subject_id.map(|id| format!(" {id}")).unwrap_or_default();
    let (at, action, kind, result) = (event.at.0, &event.action, &event.subject_kind, &event.result);
    format!("{at}  {who}  {action}  {kind}{object}  {result}  {}", event.detail)
}

/// `without_heads` is for a trail whose heads were lost: what can still be checked is, and a cut tail cannot be seen.
async fn verify(settings: Settings, without_heads: bool, is_json: bool) -> Result<(), Failure> {
    // The operator's key first: a file in the data folder must not be able to vouch for a forged trail.
    let master_key = match settings.master_key() {
        Ok(key) => key,
        Err(missing) => demo::kept_key(&settings).ok_or(missing)?,
    };
    let keys = Keys::derive(&master_key);
    let path = HeadFile::path(&settings.data_dir);
    let kept = HeadFile::read(&path, &keys.audit)?;
    if kept.is_none() && !without_heads {
        let how =
            "without it, events missing from the end can't be detected; --without-heads checks the rest";
        return Err(Failure::Other(format!("{} is missing: {how}", path.display())));
    }
    let db = start::connect(&settings).await?;
    if db.schema_version().await? == 0 {
        return Err(Failure::Other("this database is empty and has no audit trail".to_owned()));
    }
    start::check_schema(&db).await?;
    let verdict = audit::verify(&db, &keys.audit, kept.as_deref()).await?;
    db.close().await;
    let is_intact = verdict.faults.is_empty();
    if is_json {
        println!("{}", json!({ "events": verdict.events, "isIntact": is_intact, "faults": verdict.faults }));
        if is_intact {
            return Ok(());
        }
    } else {
        for fault in &verdict.faults {
            println!("{fault}");
        }
    }
    if is_intact {
        println!("{} events, the trail is intact", verdict.events);
        return Ok(());
    }
    let (number, few) = (verdict.faults.len(), if verdict.faults.len() == 1 { "fault" } else { "faults" });
    Err(Failure::Other(format!("the audit trail is not intact: {number} {few}")))
}
