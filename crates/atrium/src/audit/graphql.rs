//! The audit trail on the wire, for the console.

use super::{Actor, TrailEvent, TrailFilter};
use crate::access;
use crate::call::Call;
use crate::shared::day::Moment;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::page::Links;
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;
use uuid::Uuid;

/// Something that happened in a tenant.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AuditEvent {
    /// Its number in the tenant's chain.
    seq: i64,
    at: Moment,
    /// Who did it; null for operators, for anyone not signed in, and for the portal itself.
    person_id: Option<ID>,
    person_name: Option<String>,
    username: Option<String>,
    /// The operator who did it on the command line.
    operator: Option<String>,
    address: String,
    action: String,
    object_kind: String,
    object_id: Option<ID>,
    /// `done`, or the code of the refusal.
    result: String,
    /// Details, as JSON.
    detail: String,
}

impl From<TrailEvent> for AuditEvent {
    fn from(event: TrailEvent) -> AuditEvent {
        AuditEvent {
            seq: event.seq,
            at: event.at,
            person_id: event.actor_id.map(PersonId::to_wire),
            person_name: event.person_name,
            username: event.username,
            operator: event.operator,
            address: event.address,
            action: event.action,
            object_kind: event.subject_kind,
            object_id: event.subject_id.map(|id| ID(id.to_string())),
            result: event.result,
            detail: event.detail,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AuditEventPage {
    results: Rows<AuditEvent>,
    links: Links,
}

/// One part of an export. Only the first has a header.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AuditExport {
    csv: String,
    events: i64,
    /// The next part's cursor.
    next: Option<String>,
}

/// The result of checking part of the trail.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AuditCheck {
    /// The last event checked. Send it as `after` to continue.
    checked_until: i64,
    /// The number of events.
    total: i64,
    /// What's wrong, in sentences; empty if the trail is intact.
    faults: Vec<String>,
    is_done: bool,
}

/// An event must match everything given.
#[derive(InputObject, Default)]
struct AuditFilterInput {
    /// A username or an email address, or the name of an operator.
    person: Option<String>,
    object_id: Option<ID>,
    action: Option<String>,
    from: Option<Moment>,
    /// Exclusive.
    until: Option<Moment>,
}

impl AuditFilterInput {
    async fn filter(self, call: &Call, scope: &access::AdministratorScope) -> Result<TrailFilter, Problem> {
        let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let actor: Option<Actor> = match said(self.person) {
            Some(called) => Some(super::actor(&call.db, scope, &called).await?),
            None => None,
        };
        let subject =
            self.object_id.map(|id| Uuid::try_parse(&id).map_err(|_| Problem::NotFound)).transpose()?;
        let (from, until) = (self.from.map(|at| at.0), self.until.map(|at| at.0));
        Ok(TrailFilter { actor, action: said(self.action), subject, from, until })
    }
}

async fn administered(call: &Call, tenant_id: &ID) -> Result<access::AdministratorScope, Problem> {
    access::administers(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

/// A cursor is good for one search only.
fn list_of(scope: &access::AdministratorScope, filter: &TrailFilter) -> String {
    format!("audit events of {} with {}", scope.tenant(), super::searched(filter, true))
}

#[derive(Default)]
pub struct AuditQuery;

#[Object]
impl AuditQuery {
    /// The tenant's audit trail for its administrators, newest first. Reading it is recorded in it.
    async fn audit_events(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        filter: Option<AuditFilterInput>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<AuditEventPage, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        let filter = filter.unwrap_or_default().filter(call, &scope).await?;
        let cursors = call.cursors(list_of(&scope, &filter));
        let ask = cursors.ask(limit, cursor.as_deref())?;
        let page = super::list(&call.db, &scope, &filter, &cursors, &ask).await?;
        let searched = super::searched(&filter, ask.from.is_none());
        super::record(&mut *call.work().await?, &scope, "audit.read", searched);
        let page = page.map(AuditEvent::from);
        Ok(AuditEventPage { results: page.results.into(), links: page.links })
    }

    /// The actions in the trail.
    async fn audit_actions(&self, context: &Context<'_>, tenant_id: ID) -> Result<Vec<String>, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        super::actions(&call.db, &scope).await
    }

    /// The same as `auditEvents`, as CSV.
    async fn export_audit_events(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        filter: Option<AuditFilterInput>,
        cursor: Option<String>,
    ) -> Result<AuditExport, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        let filter = filter.unwrap_or_default().filter(call, &scope).await?;
        let cursors = call.cursors(format!("export of {}", list_of(&scope, &filter)));
        let part = super::export(&call.db, &scope, &filter, &cursors, cursor.as_deref()).await?;
        let mut detail = super::searched(&filter, cursor.is_none());
        detail["events"] = json!(part.events);
        super::record(&mut *call.work().await?, &scope, "audit.export", detail);
        Ok(AuditExport { csv: part.csv, events: part.events as i64, next: part.next })
    }
}

#[derive(Default)]
pub struct AuditMutation;

#[Object]
impl AuditMutation {
    /// Checks the next part of the tenant's trail, starting after event `after`. Finishing a check is recorded in the trail.
    async fn verify_audit_trail(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        after: Option<i64>,
    ) -> Result<AuditCheck, Problem> {
        let call = Call::of(context);
        let scope = administered(call, &tenant_id).await?;
        let total = super::size(&call.db, &scope).await?;
        let after = after.unwrap_or_default().clamp(0, total);
        let part = super::verify(&call.app, &call.db, &scope, after).await?;
        let faults = part.verdict.faults;
        if part.is_done || !faults.is_empty() {
            let detail = json!({ "checkedUntil": part.last, "faults": faults.len() });
            super::record(&mut *call.work().await?, &scope, "audit.verify", detail);
        }
        Ok(AuditCheck { checked_until: part.last, total, faults, is_done: part.is_done })
    }
}
