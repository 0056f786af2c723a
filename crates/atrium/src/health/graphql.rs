//! The health page on the wire.

use super::{HealthReport, TestChannel};
use crate::access;
use crate::call::Call;
use crate::shared::day::Moment;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};
use serde_json::Value;

/// How the portal is doing and how much of it the tenant uses.
#[derive(SimpleObject)]
#[graphql(serial)]
struct SystemHealth {
    version: &'static str,
    now: Moment,
    database_engine: &'static str,
    schema_version: i64,
    /// The database's response time.
    database_ms: f64,
    /// Null if other tenants share the database.
    database_bytes: Option<f64>,
    /// `folder` or `bucket`.
    storage_kind: &'static str,
    is_storage_working: bool,
    /// Whether a mail server is set up.
    has_mail: bool,
    /// Whether a text message gateway is set up.
    has_sms: bool,
    /// When the last backup of the installation was finished.
    last_backup_at: Option<Moment>,
    /// Whether a backup is due.
    is_backup_late: bool,
    messages: Vec<MessageChannel>,
    /// Messages we gave up on, newest first.
    parked: Vec<GivenUpMessage>,
    jobs: Vec<BackgroundJob>,
    people: i64,
    employees: i64,
    files: i64,
    file_bytes: f64,
    audit_events: i64,
}

/// The tenant's mail or text messages in the last week.
#[derive(SimpleObject)]
#[graphql(serial)]
struct MessageChannel {
    /// `mail` or `sms`.
    topic: String,
    waiting: i64,
    parked: i64,
    oldest_waiting_at: Option<Moment>,
    last_delivered_at: Option<Moment>,
    /// Whether the oldest waiting message has waited too long.
    is_late: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct GivenUpMessage {
    id: ID,
    topic: String,
    /// What it was about.
    kind: String,
    /// Masked.
    recipient: String,
    created_at: Moment,
    parked_at: Moment,
    error: String,
}

/// Something this server does on its own.
#[derive(SimpleObject)]
#[graphql(serial)]
struct BackgroundJob {
    name: &'static str,
    last_run_at: Moment,
    last_done_at: Option<Moment>,
    is_failing: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TestMessage {
    channel: TestChannel,
}

impl SystemHealth {
    fn new(report: HealthReport, now: Moment) -> SystemHealth {
        let messages = report.messages.into_iter().map(|channel| MessageChannel {
            is_late: channel
                .oldest_waiting_at
                .is_some_and(|at| now.0.duration_since(at.0) > super::LATE_AFTER),
            topic: channel.topic,
            waiting: channel.waiting,
            parked: channel.parked,
            oldest_waiting_at: channel.oldest_waiting_at,
            last_delivered_at: channel.last_delivered_at,
        });
        let parked = report.parked.into_iter().map(|message| {
            let payload: Value = serde_json::from_str(&message.payload).unwrap_or_default();
            let said = |field: &str| payload[field].as_str().unwrap_or_default().to_owned();
            GivenUpMessage {
                id: ID(message.id.to_string()),
                topic: message.topic,
                kind: said("kind"),
                recipient: said("to"),
                created_at: message.created_at,
                parked_at: message.parked_at,
                error: message.last_error.unwrap_or_default(),
            }
        });
        let jobs = report.jobs.into_iter().map(|(name, run)| BackgroundJob {
            name,
            last_run_at: Moment(run.last_run_at),
            last_done_at: run.last_done_at.map(Moment),
            is_failing: run.is_failing(),
        });
        SystemHealth {
            version: env!("CARGO_PKG_VERSION"),
            now,
            database_engine: report.database.engine,
            schema_version: report.database.schema_version,
            database_ms: report.database.answers_in.as_secs_f64() * 1000.0,
            database_bytes: report.database.size_bytes.map(|bytes| bytes as f64),
            storage_kind: if report.storage.is_bucket { "bucket" } else { "folder" },
            is_storage_working: report.storage.is_working,
            has_mail: report.has_mail,
            has_sms: report.has_sms,
            last_backup_at: report.backup.at.map(Moment),
            is_backup_late: report.backup.is_late,
            messages: messages.collect(),
            parked: parked.collect(),
            jobs: jobs.collect(),
            people: report.sizes.people,
            employees: report.sizes.employees,
            files: report.sizes.files,
            file_bytes: report.sizes.file_bytes as f64,
            audit_events: report.sizes.audit_events,
        }
    }
}

async fn administered(call: &Call, tenant_id: &ID) -> Result<access::AdministratorScope, Problem> {
    access::administers(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

#[derive(Default)]
pub struct HealthQuery;

#[Object]
impl HealthQuery {
    /// For the tenant's administrators.
    async fn system_health(&self, context: &Context<'_>, tenant_id: ID) -> Result<SystemHealth, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        let report = super::report(&call.app, &call.db, &scope).await?;
        Ok(SystemHealth::new(report, Moment(call.app.clock.now())))
    }
}

#[derive(Default)]
pub struct HealthMutation;

#[Object]
impl HealthMutation {
    /// Sends a test message to yourself.
    async fn send_test_message(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        channel: TestChannel,
    ) -> Result<TestMessage, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        let viewer = call.viewer().await?;
        super::send_test(&mut *call.work().await?, &scope, viewer, channel)?;
        Ok(TestMessage { channel })
    }
}
