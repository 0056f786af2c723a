//! How the portal is doing, for a tenant's administrators.
//!
//! - They see whether the database, the storage and the jobs of this server work, and which version runs.
//! - Messages, people, files and events are those of their own tenant. The size of the database is shown to the only tenant of
//!   an installation.
//! - They can send themselves a test email or text message, and see whether it arrived.

mod graphql;
mod kinds;
mod store;

pub use graphql::{HealthMutation, HealthQuery};
pub use kinds::TestChannel;

use crate::access::{AdministratorScope, Viewer};
use crate::app::App;
use crate::backups::{self, LastBackup};
use crate::notices::{self, Letter, Text};
use crate::shared::job_log::JobRun;
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::work::Work;
use db::Db;
use jiff::SignedDuration;
use secrecy::ExposeSecret;
use serde_json::json;
use std::time::{Duration, Instant};

refusals! {
    pub(super) enum HealthRefusal {
        NoPhone = "NO_PHONE": "Your account has no phone number.",
    }
}

pub const REFUSALS: &[&str] = HealthRefusal::CODES;

/// How the parts of the portal are doing.
struct HealthReport {
    database: DatabaseHealth,
    storage: StorageHealth,
    sizes: store::TenantSizes,
    messages: Vec<store::MessageHealth>,
    parked: Vec<store::ParkedMessage>,
    jobs: Vec<(&'static str, JobRun)>,
    has_mail: bool,
    has_sms: bool,
    backup: LastBackup,
}

struct DatabaseHealth {
    engine: &'static str,
    schema_version: i64,
    answers_in: Duration,
    /// Null where other tenants share it.
    size_bytes: Option<i64>,
}

struct StorageHealth {
    is_bucket: bool,
    is_working: bool,
}

async fn report(app: &App, db: &Db, scope: &AdministratorScope) -> Result<HealthReport, Problem> {
    let asked = Instant::now();
    let schema_version = db.schema_version().await?;
    let answers_in = asked.elapsed();
    let engine = if db.is_sqlite() { "SQLite" } else { "PostgreSQL" };
    let size_bytes = store::database_bytes(db, scope).await?;
    let settings = &app.settings;
    Ok(HealthReport {
        database: DatabaseHealth { engine, schema_version, answers_in, size_bytes },
        storage: StorageHealth {
            is_bucket: settings.files_bucket.is_some(),
            is_working: tokio::time::timeout(STORAGE_LIMIT, app.files.works(scope.tenant())).await
                == Ok(true),
        },
        sizes: store::sizes(db, scope).await?,
        messages: store::messages(db, scope).await?,
        parked: store::parked(db, scope).await?,
        jobs: app.jobs.runs(),
        has_mail: app.is_demo() || !settings.smtp_url.expose_secret().is_empty(),
        has_sms: app.is_demo() || !settings.sms_url.is_empty(),
        backup: backups::last(app, db).await?,
    })
}

/// A storage that doesn't answer must not hold up the page.
const STORAGE_LIMIT: Duration = Duration::from_secs(2);

/// To the administrator who asks, and no one else.
fn send_test(
    work: &mut Work,
    scope: &AdministratorScope,
    viewer: &Viewer,
    channel: TestChannel,
) -> Result<(), Problem> {
    let language = viewer.language.as_str();
    let name = match channel {
        TestChannel::Mail => {
            notices::mail(work, &viewer.email, language, Letter::Test { first_name: &viewer.first_name })?;
            "mail"
        }
        TestChannel::Sms => {
            let phone = viewer.phone.as_deref().ok_or(HealthRefusal::NoPhone)?;
            notices::sms(work, phone, language, Text::Test)?;
            "sms"
        }
    };
    work.record("test_message.send", "tenant", scope.tenant().0, json!({ "channel": name }));
    Ok(())
}

/// A message that has waited longer than this is worth a look.
pub const LATE_AFTER: SignedDuration = SignedDuration::from_mins(10);
