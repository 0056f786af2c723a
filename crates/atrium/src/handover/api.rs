//! Batches for payroll systems: what there is, a batch's changes and its files with full account numbers, and what payroll
//! says about them. Conflicts are for people.

use super::export::ExportOfHandover;
use super::http::{AskedFile, sent};
use super::kinds::{PayrollAction, PayrollKind, PayrollState};
use super::rules::MAX_REASON_CHARS;
use super::store::{ChangeFilter, HandoverBatch, HandoverTotal, PayrollChange};
use super::{Acknowledged, Handovers, batches, export, settling};
use crate::access::{AdminScope, Write, handed_to_machine};
use crate::api::{ApiCall, ApiError, ApiPage, ApiPart, Begun, PageQuery, ProblemAnswers};
use crate::factors::Proven;
use crate::shared::amount::Amount;
use crate::shared::id::{CompanyId, HandoverId, PayrollChangeId};
use crate::shared::machine_right::{HandoverAcknowledge, HandoverRead};
use crate::shared::problem::Problem;
use crate::work::Work;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

pub fn api() -> ApiPart {
    OpenApiRouter::new()
        .routes(routes!(list_handovers))
        .routes(routes!(one_handover))
        .routes(routes!(list_changes))
        .routes(routes!(file))
        .routes(routes!(acknowledge))
        .routes(routes!(reject))
}

/// A batch of approved changes, frozen under a number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Handover)]
struct ApiHandover {
    id: Uuid,
    company_id: Uuid,
    company: String,
    /// Without gaps within a company.
    number: i64,
    #[schema(format = DateTime)]
    created_at: String,
    changes: i64,
    /// Neither taken over nor rejected yet.
    open: i64,
    taken: i64,
    rejected: i64,
    /// A person decides on these.
    conflicts: i64,
    /// The kinds it has files for.
    #[schema(value_type = Vec<String>)]
    kinds: Vec<PayrollKind>,
    totals: Vec<ApiTotal>,
}

/// What a batch adds up to, to compare with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HandoverTotal)]
struct ApiTotal {
    #[schema(value_type = String)]
    kind: PayrollKind,
    #[schema(value_type = String)]
    action: PayrollAction,
    changes: i64,
    /// Dollars in fixed amounts; hours of time off and of work.
    amount: String,
    /// The sum of the routing numbers.
    routing_sum: String,
}

impl ApiTotal {
    fn new(total: HandoverTotal) -> ApiTotal {
        ApiTotal {
            kind: total.kind,
            action: total.action,
            changes: total.changes,
            amount: Amount::from_ten_thousandths(total.amount).to_string(),
            routing_sum: total.routing_sum.to_string(),
        }
    }
}

impl ApiHandover {
    fn new(batch: HandoverBatch) -> Result<ApiHandover, Problem> {
        Ok(ApiHandover {
            id: batch.id.0,
            company_id: batch.company_id.0,
            kinds: batch.kinds()?,
            totals: batch.frozen_totals()?.into_iter().map(ApiTotal::new).collect(),
            company: batch.company_name,
            number: batch.number,
            created_at: batch.created_at.0.to_string(),
            changes: batch.changes,
            open: batch.open,
            taken: batch.taken,
            rejected: batch.rejected,
            conflicts: batch.conflicts,
        })
    }
}

/// A change and how far it has come. What it says is in the batch's files.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HandoverChange)]
struct ApiChange {
    id: Uuid,
    employee_id: Uuid,
    employee_code: String,
    #[schema(value_type = String)]
    kind: PayrollKind,
    #[schema(value_type = String)]
    action: PayrollAction,
    /// handed, taken, rejected, conflict, corrected or dropped.
    #[schema(value_type = String)]
    state: PayrollState,
    /// Why payroll rejected it.
    reason: String,
    #[schema(format = DateTime)]
    approved_at: String,
    #[schema(format = DateTime)]
    settled_at: Option<String>,
}

impl ApiChange {
    fn new(row: PayrollChange) -> ApiChange {
        ApiChange {
            id: row.id.0,
            employee_id: row.employee_id.0,
            employee_code: row.employee_code,
            kind: row.kind,
            action: row.action,
            state: row.state,
            reason: row.reason,
            approved_at: row.approved_at.0.to_string(),
            settled_at: row.settled_at.map(|at| at.0.to_string()),
        }
    }
}

fn reading(call: &ApiCall) -> Result<AdminScope<Handovers, Write>, Problem> {
    Ok(handed_to_machine(&call.scope::<HandoverRead>()?))
}

fn handover_id(id: &str) -> Result<HandoverId, Problem> {
    Uuid::try_parse(id).map(HandoverId).map_err(|_| Problem::NotFound)
}

/// Which batches.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct HandoversQuery {
    /// Only this company's.
    company_id: Option<Uuid>,
}

/// Batches, newest first.
#[utoipa::path(
    get,
    path = "/handovers",
    operation_id = "listHandovers",
    params(HandoversQuery, PageQuery),
    responses((status = 200, body = ApiPage<ApiHandover>), ProblemAnswers),
    security(("machine" = ["handover.read"]))
)]
async fn list_handovers(
    call: ApiCall,
    Query(which): Query<HandoversQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<ApiPage<ApiHandover>>, ApiError> {
    let scope = reading(&call)?;
    let company = which.company_id.map(CompanyId);
    let cursors = call.cursors(&format!("handovers of {company:?}"));
    let found = match company {
        Some(company) => batches::batches(call.db(), &scope, company, cursors, page.asked()).await?,
        None => batches::batches_of_all(call.db(), &scope, cursors, page.asked()).await?,
    };
    let next = found.links.next;
    let results = found.results.into_iter().map(ApiHandover::new).collect::<Result<_, _>>()?;
    Ok(Json(ApiPage { results, next }))
}

/// One batch, and how much of it is left.
#[utoipa::path(
    get,
    path = "/handovers/{id}",
    operation_id = "getHandover",
    params(("id" = Uuid, Path, description = "The batch's ID.")),
    responses((status = 200, body = ApiHandover), ProblemAnswers),
    security(("machine" = ["handover.read"]))
)]
async fn one_handover(call: ApiCall, Path(id): Path<String>) -> Result<Json<ApiHandover>, ApiError> {
    let scope = reading(&call)?;
    let batch = batches::batch(call.db(), &scope, handover_id(&id)?).await?;
    Ok(Json(ApiHandover::new(batch)?))
}

/// Which changes of a batch.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ChangesQuery {
    /// Only those in this state: with `handed`, what is left.
    #[param(pattern = "^(handed|taken|rejected|conflict|corrected|dropped)$")]
    state: Option<String>,
}

/// A batch's changes, newest first, without what they say.
#[utoipa::path(
    get,
    path = "/handovers/{id}/changes",
    operation_id = "listHandoverChanges",
    params(("id" = Uuid, Path, description = "The batch's ID."), ChangesQuery, PageQuery),
    responses((status = 200, body = ApiPage<ApiChange>), ProblemAnswers),
    security(("machine" = ["handover.read"]))
)]
async fn list_changes(
    call: ApiCall,
    Path(id): Path<String>,
    Query(which): Query<ChangesQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Response, ApiError> {
    let scope = reading(&call)?;
    let batch = batches::batch(call.db(), &scope, handover_id(&id)?).await?;
    let state = match which.state.as_deref().map(PayrollState::from_text) {
        Some(None) => return Ok(StatusCode::BAD_REQUEST.into_response()),
        state => state.flatten(),
    };
    let filter = ChangeFilter { state, batch: Some(batch.id), ..ChangeFilter::default() };
    let cursors = call.cursors(&format!("changes of handover {} {state:?}", batch.id));
    let found = batches::changes(call.db(), &scope, batch.company_id, filter, cursors, page.asked()).await?;
    Ok(Json(ApiPage::of(found, ApiChange::new)).into_response())
}

/// A file of a batch, with full account numbers. Fetched again, it has the same bytes. Each time is in the audit trail, and
/// the people in it see who fetched it.
#[utoipa::path(
    get,
    path = "/handovers/{id}/file",
    operation_id = "getHandoverFile",
    params(("id" = Uuid, Path, description = "The batch's ID."), AskedFile),
    responses(
        (status = 200, content(
            (String = "text/csv"),
            (serde_json::Value = "application/json"),
            ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
        )),
        ProblemAnswers
    ),
    security(("machine" = ["handover.read"]))
)]
async fn file(
    call: ApiCall,
    Path(id): Path<String>,
    Query(asked): Query<AskedFile>,
) -> Result<Response, ApiError> {
    let right = call.scope::<HandoverRead>()?;
    let scope = handed_to_machine(&right);
    let asked: ExportOfHandover = asked.export(handover_id(&id)?)?;
    let mut work = Work::begin(call.app(), call.db(), call.author()).await?;
    let proven = Proven::by_payroll_machine(&right, asked);
    let file = export::open_export(call.app(), &mut work, &scope, proven).await?;
    work.commit().await?;
    Ok(sent(call.db().clone(), file))
}

/// What payroll took over.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HandoverAcknowledgement)]
struct ApiTaken {
    /// Their IDs; without any, all of the batch that is open. Conflicts are taken over only by name.
    #[serde(default)]
    #[schema(max_items = 200)]
    changes: Option<Vec<Uuid>>,
}

/// What was settled now, and what is left.
#[derive(Serialize, ToSchema)]
#[schema(as = HandoverSettled)]
struct ApiSettled {
    settled: i64,
    /// Open changes and conflicts.
    left: i64,
}

impl ApiSettled {
    fn new(done: &Acknowledged) -> ApiSettled {
        ApiSettled { settled: done.settled, left: done.left }
    }
}

/// Marks a batch, or some of its changes, as taken over by payroll. Sending it again changes nothing.
#[utoipa::path(
    post,
    path = "/handovers/{id}/acknowledge",
    operation_id = "acknowledgeHandover",
    params(("id" = Uuid, Path, description = "The batch's ID.")),
    request_body = Option<ApiTaken>,
    responses((status = 200, body = ApiSettled), ProblemAnswers),
    security(("machine" = ["handover.acknowledge"]))
)]
async fn acknowledge(call: ApiCall, Path(id): Path<String>, body: Bytes) -> Result<Response, ApiError> {
    let right = call.scope::<HandoverAcknowledge>()?;
    let scope = handed_to_machine(&right);
    let id = handover_id(&id)?;
    let taken = match body.trim_ascii() {
        b"" => Some(ApiTaken::default()),
        text => serde_json::from_slice::<Option<ApiTaken>>(text).ok().map(Option::unwrap_or_default),
    };
    let Some(taken) = taken else { return Ok(StatusCode::BAD_REQUEST.into_response()) };
    let mut work = match call.begin(&right, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(before),
    };
    let done = match taken.changes {
        None => settling::acknowledge_batch(&mut work, &scope, id).await?,
        Some(changes) => {
            let changes: Vec<PayrollChangeId> = changes.into_iter().map(PayrollChangeId).collect();
            settling::acknowledge_some(&mut work, &scope, id, &changes).await?
        }
    };
    call.commit(work, &right, (StatusCode::OK, &ApiSettled::new(&done))).await
}

/// Why payroll can't take a change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HandoverRejection)]
struct ApiRejection {
    /// For its owner and the person who decided it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

const _: () = assert!(MAX_REASON_CHARS == 500, "the description says 500");

/// Marks a change as rejected by payroll. Its owner and the person who decided it can read the reason.
#[utoipa::path(
    post,
    path = "/handovers/{id}/changes/{change}/reject",
    operation_id = "rejectHandoverChange",
    params(
        ("id" = Uuid, Path, description = "The batch's ID."),
        ("change" = Uuid, Path, description = "The change's ID.")
    ),
    request_body = ApiRejection,
    responses((status = 200, body = ApiSettled), ProblemAnswers),
    security(("machine" = ["handover.acknowledge"]))
)]
async fn reject(
    call: ApiCall,
    Path((id, change)): Path<(String, String)>,
    body: Bytes,
) -> Result<Response, ApiError> {
    let right = call.scope::<HandoverAcknowledge>()?;
    let scope = handed_to_machine(&right);
    let (id, change) = (handover_id(&id)?, Uuid::try_parse(&change).map_err(|_| Problem::NotFound)?);
    let Ok(ApiRejection { reason }) = serde_json::from_slice(&body) else {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    };
    let mut work = match call.begin(&right, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(before),
    };
    let done = settling::reject_in(&mut work, &scope, id, PayrollChangeId(change), &reason).await?;
    call.commit(work, &right, (StatusCode::OK, &ApiSettled::new(&done))).await
}
