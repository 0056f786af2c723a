//! Events for programs that ask for them, oldest first.

use super::rules::subject_of;
use super::{Events, FeedEvent};
use crate::access;
use crate::api::{ApiCall, ApiError, ApiPart, PageQuery, ProblemAnswers};
use crate::shared::id::TenantId;
use crate::shared::machine_right::EventsRead;
use axum::Json;
use axum::extract::Query;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

pub fn api() -> ApiPart {
    OpenApiRouter::new().routes(routes!(list_events))
}

/// Something that happened, in IDs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Event)]
struct ApiEvent {
    id: Uuid,
    /// Its number among the tenant's events, without gaps.
    number: i64,
    r#type: String,
    #[schema(format = DateTime)]
    time: String,
    tenant_id: Uuid,
    /// Null: it concerns the whole tenant.
    company_id: Option<Uuid>,
    employee_id: Option<Uuid>,
    /// What kind of thing it happened to.
    subject: String,
    subject_id: Uuid,
}

impl ApiEvent {
    fn new(tenant: TenantId, event: FeedEvent) -> ApiEvent {
        ApiEvent {
            id: event.id,
            number: event.number,
            subject: subject_of(&event.event_type).to_owned(),
            r#type: event.event_type,
            time: event.at.0.to_string(),
            tenant_id: tenant.0,
            company_id: event.company_id.map(|company| company.0),
            employee_id: event.employee_id.map(|employee| employee.0),
            subject_id: event.subject_id,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = EventPage)]
struct ApiEventPage {
    results: Vec<ApiEvent>,
    /// Send it back as `cursor` for the next page. Null: there is none yet.
    next: Option<String>,
    /// Keep it, and send it as `after` when you ask again.
    last: i64,
}

/// Which events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EventsQuery {
    /// The number you kept. 0, or none, begins with the oldest event that is kept. Not used with a cursor.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// Only events of this type.
    #[serde(rename = "type")]
    event_type: Option<String>,
}

/// Events, oldest first.
#[utoipa::path(
    get,
    path = "/events",
    operation_id = "listEvents",
    params(EventsQuery, PageQuery),
    responses((status = 200, body = ApiEventPage), ProblemAnswers),
    security(("machine" = ["events.read"]))
)]
async fn list_events(
    call: ApiCall,
    Query(which): Query<EventsQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<ApiEventPage>, ApiError> {
    let scope = access::read_by_machine::<Events>(&call.scope::<EventsRead>()?);
    let event_type = which.event_type.unwrap_or_default();
    let cursors = call.cursors(&format!("events of type {event_type:?}"));
    let asked = (which.after.unwrap_or_default(), event_type.as_str());
    let found = super::feed(call.db(), &scope, asked, cursors, page.asked()).await?;
    let tenant = scope.tenant();
    Ok(Json(ApiEventPage {
        results: found.page.results.into_iter().map(|event| ApiEvent::new(tenant, event)).collect(),
        next: found.page.links.next,
        last: found.last,
    }))
}
