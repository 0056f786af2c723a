//! The gate. Before a handler runs, it identifies the machine, counts the request and logs it. After it, it gives refusals
//! their form and puts them into the audit trail.

use super::problem::ApiRefusal;
use super::{ApiError, ApiState};
use crate::access::{self, MachineCaller, MachineScope};
use crate::app::App;
use crate::bearer;
use crate::shared::audit::Event;
use crate::shared::idempotency::MAX_KEY_CHARS;
use crate::shared::machine_right::MachineRight;
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::refusal::SharedRefusal;
use crate::work::{Author, record_repeated_refusal};
use axum::Router;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use db::Db;
use oidc::ClientAddress;
use serde_json::json;
use std::sync::Arc;

/// How refusals look: as problem documents, or as SCIM has them.
pub type ErrorForm = fn(&ApiRefusal) -> Response;

/// A machine's request.
#[derive(Clone)]
pub struct ApiCall(Arc<MachineRequest>);

pub(super) struct MachineRequest {
    /// It acts in the machine's name.
    app: App,
    db: Db,
    caller: MachineCaller,
    address: String,
    key: Option<String>,
    /// Method and path, as they were sent.
    target: String,
}

impl ApiCall {
    /// What the machine may do, or `Forbidden`.
    pub fn scope<R: MachineRight>(&self) -> Result<MachineScope<R>, Problem> {
        access::machine(&self.0.caller)
    }

    pub fn app(&self) -> &App {
        &self.0.app
    }

    /// The database, with a statement counter for this call.
    pub fn db(&self) -> &Db {
        &self.0.db
    }

    pub fn author(&self) -> Author {
        Author { tenant: self.0.caller.tenant(), person: None, address: self.0.address.clone() }
    }

    pub(super) fn key(&self) -> Option<&str> {
        self.0.key.as_deref()
    }

    pub(super) fn target(&self) -> &str {
        &self.0.target
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ApiCall {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ApiCall, ApiError> {
        parts.extensions.get::<ApiCall>().cloned().ok_or(ApiError(Problem::Unauthenticated))
    }
}

#[derive(Clone)]
struct Gate {
    state: ApiState,
    form: ErrorForm,
}

/// These handlers, for machines only.
pub fn behind_gate(state: ApiState, router: Router<ApiState>, form: ErrorForm) -> Router {
    let not_here = || async { ApiError(Problem::NotFound) };
    gated(state, router.fallback(not_here), form)
}

/// The same, among others.
pub(super) fn gated(state: ApiState, router: Router<ApiState>, form: ErrorForm) -> Router {
    let gate = Gate { state: state.clone(), form };
    let not_so = || async { StatusCode::METHOD_NOT_ALLOWED };
    router
        .method_not_allowed_fallback(not_so)
        .layer(axum::middleware::from_fn_with_state(gate, pass))
        .with_state(state)
}

async fn pass(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let path = parts.extensions.get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let operation = format!("{} {}", parts.method, path.unwrap_or_default());
    // A search of SCIM is a read, though it's asked for by POST.
    let is_change = !matches!(parts.method, Method::GET | Method::HEAD) && !operation.ends_with("/.search");
    let call = match enter(&gate.state, &parts).await {
        Ok(call) => call,
        Err(problem) => return (gate.form)(&ApiRefusal::of(&problem)),
    };
    parts.extensions.insert(call.clone());
    let response = next.run(Request::from_parts(parts, body)).await;
    let Some(refusal) = refusal_in(&response) else { return response };
    match record(&call, is_change, &operation, &refusal).await {
        Ok(()) => (gate.form)(&refusal),
        Err(problem) => (gate.form)(&ApiRefusal::of(&problem)),
    }
}

async fn enter(state: &ApiState, parts: &Parts) -> Result<ApiCall, Problem> {
    let bearer = bearer::machine(&state.identity.provider, &parts.headers).ok_or(Problem::Unauthenticated)?;
    let db = state.app.db.counted();
    let caller = MachineCaller::load(&db, bearer.machine, bearer.credential, &bearer.scopes).await?;
    let caller = caller.ok_or(Problem::Unauthenticated)?;
    let (machine, limit) = (caller.machine(), caller.requests_per_minute());
    state.app.paces.step_of(machine.0, limit).map_err(|wait| Problem::TooMany { wait })?;
    let address = parts.extensions.get::<ClientAddress>().map(|address| address.0.clone());
    let mut app = state.app.clone();
    app.operator = Some(caller.actor().into());
    Ok(ApiCall(Arc::new(MachineRequest {
        app,
        db,
        caller,
        address: address.unwrap_or_default(),
        key: idempotency_key(&parts.headers)?,
        target: format!("{} {}", parts.method, parts.uri),
    })))
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut values = headers.get_all("idempotency-key").iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(SharedRefusal::SecondIdempotencyKey.into());
    }
    let text = value.to_str().ok().filter(|text| (1..=MAX_KEY_CHARS).contains(&text.len()));
    text.map(|text| Some(text.to_owned())).ok_or(SharedRefusal::InvalidIdempotencyKey.into())
}

/// What a handler refused, or the frame around it: a body that isn't JSON, a parameter that can't be read.
fn refusal_in(response: &Response) -> Option<ApiRefusal> {
    if let Some(refusal) = response.extensions().get::<ApiRefusal>() {
        return Some(refusal.clone());
    }
    let status = response.status();
    if !status.is_client_error() {
        return None;
    }
    let code = match status {
        StatusCode::METHOD_NOT_ALLOWED => FrameCode::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => FrameCode::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => FrameCode::NotJson,
        _ => FrameCode::InvalidRequest,
    };
    let mut refusal = ApiRefusal::plain(status, code);
    refusal.allow = response.headers().get(header::ALLOW).cloned();
    Some(refusal)
}

/// As with people: refused changes, and reads of what isn't theirs.
async fn record(
    call: &ApiCall,
    is_change: bool,
    operation: &str,
    refusal: &ApiRefusal,
) -> Result<(), Problem> {
    let is_reach = matches!(refusal.status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND);
    let is_ours = refusal.status.is_server_error();
    if is_ours || !(is_reach || is_change) {
        return Ok(());
    }
    let event = Event {
        action: if is_change { "change.refused" } else { "read.refused" },
        subject_kind: "operation",
        subject_id: None,
        result: refusal.code.to_owned(),
        detail: json!({ "operations": [operation] }),
    };
    let (app, machine) = (call.app(), call.0.caller.machine());
    Ok(record_repeated_refusal(app, call.db(), call.author(), machine.0, event).await?)
}

/// What a client without a good token is told (RFC 6750).
pub(super) fn challenge() -> HeaderValue {
    HeaderValue::from_static("Bearer realm=\"atrium\"")
}
