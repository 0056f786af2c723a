//! Imports for machine clients: a file is sent as the body, and a worker checks or applies it. Its state and its faults are
//! asked for afterwards.
//!
//! - A program can import whatever an administrator of the whole tenant could, except roles: people give rights, or SCIM
//!   does.
//! - It sees its own imports only. In the console, they're among all others.

use super::arriving::{self, ArrivalOptions, Bringer, Reading, arrive};
use super::graphql::KindsInUse;
use super::pieces::PieceWriter;
use super::rules::{self, UploadRefusal};
use super::store::{self, ImportEffect, ImportJob, ImportSource};
use crate::access::{self, ImportScope, MachineScope};
use crate::api::{ApiCall, ApiError, ApiPage, ApiPart, Begun, PageQuery, ProblemAnswers};
use crate::app::App;
use crate::import::ImportKinds;
use crate::shared::machine_right::ImportWrite;
use crate::shared::problem::Problem;
use axum::extract::{Path, Query, Request};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json, body::Body};
use db::Db;
use futures_util::StreamExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

/// Imports of one program that aren't over.
const MAX_RUNNING: i64 = 20;
const SHOWN_FAULTS: i32 = 100;

pub fn api() -> ApiPart {
    OpenApiRouter::new().routes(routes!(one_import)).routes(routes!(import_rows))
}

/// The part that measures its own bodies: a file may be larger than other requests.
pub fn upload_api(kinds: &'static ImportKinds) -> ApiPart {
    OpenApiRouter::new().routes(routes!(send_import)).layer(Extension(KindsInUse(kinds)))
}

/// How the file is read, and what is wanted of it.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ImportParameters {
    /// The file's name, for people. `import.csv` if you don't say.
    #[param(max_length = 200)]
    name: Option<String>,
    /// The kind of a file in our own format. The header tells it if you don't say.
    kind: Option<String>,
    /// The name of a saved mapping, or of one that comes with Atrium, for a file in another format.
    mapping: Option<String>,
    /// The name or ID of the only company that the file may be about. It needs no column for it then.
    company: Option<String>,
    /// Import it if it has no faults. Otherwise it's a dry run.
    #[serde(default)]
    apply: bool,
    /// Invite new people by mail.
    #[serde(default)]
    invite: bool,
    /// Leave out pay stubs and W-2s that can't be imported, and import the others.
    #[serde(default)]
    set_aside: bool,
    /// The file has everything of its kind that the company has: what it lacks ends today. Needs `company`.
    #[serde(default)]
    whole_truth: bool,
    /// How many would end, as a dry run says. Needed if that is a tenth or more of what is there.
    #[param(minimum = 0)]
    confirmed_removals: Option<u32>,
}

/// An import and its progress.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
struct ApiImport {
    id: Uuid,
    /// checking, checked, applying, applied, failed, canceled, undoing or undone.
    state: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
    files: Vec<String>,
    added: i64,
    changed: i64,
    same: i64,
    /// How many records end because the file, declared the whole truth, doesn't have them.
    ended: i64,
    invited: i64,
    /// Pay stubs and W-2s left out.
    set_aside: i64,
    faults: i64,
    /// So much would end that `confirmedRemovals` has to equal `ended`.
    needs_confirmation: bool,
    /// Why it failed: a code.
    failure: Option<String>,
}

impl From<ImportJob> for ApiImport {
    fn from(job: ImportJob) -> ApiImport {
        ApiImport {
            id: job.id,
            state: job.state.as_text(),
            created_at: job.created_at.0,
            finished_at: job.finished_at.map(|at| at.0),
            files: job.names.unwrap_or_default().lines().map(str::to_owned).collect(),
            added: job.added,
            changed: job.changed,
            same: job.same,
            ended: job.ended,
            invited: job.invited,
            set_aside: job.set_aside,
            faults: job.faults,
            needs_confirmation: job.is_braked,
            failure: job.failure,
        }
    }
}

/// An import with its first faults.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportWithFaults)]
struct ApiImportDetails {
    #[serde(flatten)]
    import: ApiImport,
    /// The first 100. `/imports/{id}/rows` has all.
    first_faults: Vec<ApiImportRow>,
}

/// What would happen or happened to a row, or what is wrong with it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedRow)]
struct ApiImportRow {
    file: String,
    /// 0 for something that isn't in the file.
    line: i64,
    column: Option<i64>,
    column_name: Option<String>,
    /// added, changed, same, ended, fault or aside.
    effect: String,
    says: String,
    /// How many rows say the same.
    repeats: i64,
}

impl From<ImportEffect> for ApiImportRow {
    fn from(row: ImportEffect) -> ApiImportRow {
        ApiImportRow {
            file: row.file,
            line: row.line,
            column: row.column_number,
            column_name: row.column_name,
            effect: row.effect,
            says: row.says,
            repeats: row.repeats,
        }
    }
}

async fn reading(
    db: &Db,
    scope: &ImportScope,
    kinds: &ImportKinds,
    asked: &ImportParameters,
) -> Result<Reading, Problem> {
    let mut reading = Reading { is_whole_truth: asked.whole_truth, ..Reading::default() };
    if let Some(name) = &asked.mapping {
        let found = arriving::mapping_called(db, scope, name).await?;
        reading.mapping = Some(found.ok_or(UploadRefusal::NoMapping)?);
    }
    if let Some(kind) = &asked.kind {
        kinds.called(kind).ok_or(UploadRefusal::NoKind)?;
        let is_other = reading.mapping.as_ref().is_some_and(|mapping| mapping.kind != *kind);
        if is_other {
            return Err(UploadRefusal::NoKind.into());
        }
        reading.kind = Some(kind.clone());
    }
    if let Some(company) = &asked.company {
        let found = arriving::company_called(db, scope, company).await?;
        reading.company = Some(found.ok_or(UploadRefusal::NoCompany)?);
    }
    Ok(reading)
}

async fn receive(
    app: &App,
    scope: &ImportScope,
    body: Body,
    bytes: &mut PieceWriter,
) -> Result<Vec<u8>, Problem> {
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        // A client that hung up isn't there to read it.
        let part = part.map_err(|_| UploadRefusal::NotUploaded)?;
        bytes.write(app, scope, &part).await?;
    }
    bytes.end(app, scope).await
}

/// Imports a file, sent as the body.
///
/// The answer comes once the file is here: a worker then checks it, and applies it if `apply` is true and it has no
/// faults. Ask for the import until its state is no longer `checking` or `applying`. Roles aren't imported this way.
#[utoipa::path(
    post,
    path = "/imports",
    operation_id = "sendImport",
    params(ImportParameters, ("Idempotency-Key" = Option<String>, Header, description = "The same key with the same request gets the same answer for a day.")),
    request_body(content = String, content_type = "application/octet-stream", description = "A CSV, text or .xlsx file."),
    responses((status = 202, body = ApiImport), ProblemAnswers),
    security(("machine" = ["import.write"]))
)]
async fn send_import(
    call: ApiCall,
    Query(asked): Query<ImportParameters>,
    Extension(KindsInUse(kinds)): Extension<KindsInUse>,
    request: Request,
) -> Result<Response, ApiError> {
    let machine = call.scope::<ImportWrite>()?;
    let scope = access::importing_by_machine(&machine);
    let name = rules::file_name(asked.name.as_deref().unwrap_or("import.csv"))?;
    let reading = reading(call.db(), &scope, kinds, &asked).await?;
    let mut bytes = PieceWriter::begin(call.app(), &scope).await?;
    let sent =
        send(&call, (&machine, &scope), (&name, &asked), (kinds, &reading), request.into_body(), &mut bytes);
    let answer = match sent.await {
        Ok((answer, true)) => return Ok(answer),
        Ok((answer, false)) => Ok(answer),
        Err(error) => Err(error),
    };
    // It was answered before, or refused.
    bytes.give_up(call.app()).await;
    answer
}

/// The answer, and whether it's a new import.
async fn send(
    call: &ApiCall,
    (machine, scope): (&MachineScope<ImportWrite>, &ImportScope),
    (name, asked): (&str, &ImportParameters),
    (kinds, reading): (&ImportKinds, &Reading),
    body: Body,
    bytes: &mut PieceWriter,
) -> Result<(Response, bool), ApiError> {
    let hash = receive(call.app(), scope, body, bytes).await?;
    let kind = reading.check(kinds, scope, &bytes.head)?;
    let mut work = match call.begin(machine, &hash).await? {
        Begun::Answered(answer) => return Ok((answer, false)),
        Begun::Work(work) => work,
    };
    if store::open_of_machine(work.tx(), machine).await? >= MAX_RUNNING {
        return Err(UploadRefusal::TooManyOpen.into());
    }
    let wanted = ArrivalOptions {
        applies: asked.apply,
        invites: asked.invite,
        sets_aside: asked.set_aside,
        confirmed_removals: asked.confirmed_removals.map(i64::from),
    };
    let bringer =
        Bringer { source: ImportSource::Machine, name: machine.name(), machine: Some(machine.machine()) };
    let id = arrive(&mut work, scope, (bringer, wanted), (name, bytes), Ok((kind, reading))).await?;
    let job = store::machine_job(work.tx(), machine, id).await?.ok_or(Problem::NotFound)?;
    let answer = call.commit(work, machine, (StatusCode::ACCEPTED, &ApiImport::from(job))).await?;
    call.app().outbox_wake.notify_one();
    Ok((answer, true))
}

async fn own(call: &ApiCall, id: &str) -> Result<(ImportScope, ImportJob), Problem> {
    let machine = call.scope::<ImportWrite>()?;
    let id = Uuid::try_parse(id).map_err(|_| Problem::NotFound)?;
    let job = store::machine_job(call.db(), &machine, id).await?.ok_or(Problem::NotFound)?;
    Ok((access::importing_by_machine(&machine), job))
}

/// An import's progress and first faults.
#[utoipa::path(
    get,
    path = "/imports/{id}",
    operation_id = "getImport",
    params(("id" = Uuid, Path, description = "The import's ID.")),
    responses((status = 200, body = ApiImportDetails), ProblemAnswers),
    security(("machine" = ["import.write"]))
)]
async fn one_import(call: ApiCall, Path(id): Path<String>) -> Result<Json<ApiImportDetails>, ApiError> {
    let (scope, job) = own(&call, &id).await?;
    let ask = call.cursors(&format!("faults of import {}", job.id)).ask(Some(SHOWN_FAULTS), None)?;
    let mut faults = store::effects(call.db(), &scope, job.id, (Some("fault"), ""), &ask).await?;
    // One more tells whether there's a next page.
    faults.truncate(SHOWN_FAULTS as usize);
    let first_faults = faults.into_iter().map(ApiImportRow::from).collect();
    Ok(Json(ApiImportDetails { import: job.into(), first_faults }))
}

/// Which rows.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RowsQuery {
    /// added, changed, same, ended, fault or aside. All if you don't say.
    effect: Option<String>,
}

/// What an import says about its rows: up to 20,000, and every fault.
#[utoipa::path(
    get,
    path = "/imports/{id}/rows",
    operation_id = "listImportRows",
    params(("id" = Uuid, Path, description = "The import's ID."), RowsQuery, PageQuery),
    responses((status = 200, body = ApiPage<ApiImportRow>), ProblemAnswers),
    security(("machine" = ["import.write"]))
)]
async fn import_rows(
    call: ApiCall,
    Path(id): Path<String>,
    Query(which): Query<RowsQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<ApiPage<ApiImportRow>>, ApiError> {
    let (scope, job) = own(&call, &id).await?;
    let effect = which.effect.as_deref();
    let cursors = call.cursors(&format!("rows of import {} of {effect:?}", job.id));
    let (limit, cursor) = page.asked();
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::effects(call.db(), &scope, job.id, (effect, ""), &ask).await?;
    let found = cursors.page(&ask, rows, |row| vec![row.seq.to_string()]);
    Ok(Json(ApiPage::of(found, ApiImportRow::from)))
}
