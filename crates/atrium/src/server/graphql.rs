//! `POST /graphql`: parse and measure the request, run it, commit what it wrote. Either everything a request changes is
//! kept, with its answer, or nothing is.

use super::documents::{Documents, ParsedDocument};
use super::inputs::{InputFault, Inputs};
use super::left_out::Defaults;
use super::routes::Served;
use super::{changes, limits, literals};
use crate::all_features;
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::schema::{self, Schema};
use crate::shared::idempotency;
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::refusal::SharedRefusal;
use async_graphql::{Request, Response as Answer, ServerError, Variables};
use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

/// More errors than this help no one.
const MAX_ERRORS: usize = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct GraphqlBody {
    query: String,
    #[serde(default)]
    operation_name: Option<String>,
    #[serde(default)]
    variables: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default)]
    #[expect(dead_code, reason = "clients may send it; we read nothing from it")]
    extensions: Option<serde::de::IgnoredAny>,
}

/// A file of 10 MB in base64, and what goes around it. Only a request that says so in its `Upload` header may be so large,
/// and only if this is all it asks for.
const MAX_UPLOAD_BYTES: usize = 14 * 1024 * 1024;

fn is_upload(headers: &HeaderMap) -> bool {
    headers.get("upload").is_some_and(|value| value == "document")
}

fn is_one_upload(fields: &[String]) -> bool {
    let mut uploads = all_features::ALL.iter().flat_map(|feature| feature.uploads);
    matches!(fields, [field] if uploads.any(|upload| upload == field))
}

/// What answers GraphQL: the schema, and what is known of texts that were asked before.
pub struct Api {
    strict: Schema,
    /// The same, for what need not be validated again.
    for_valid: Schema,
    inputs: Inputs,
    defaults: Defaults,
    documents: Documents,
}

impl Api {
    pub fn new(is_open: bool) -> Api {
        let (strict, for_valid) = (schema::build(is_open), schema::build_for_valid(is_open));
        let parsed = async_graphql::parser::parse_schema(strict.sdl());
        let sdl = parsed.expect("the schema prints as what it parses");
        let (inputs, defaults) = (Inputs::of(sdl.clone()), Defaults::of(sdl));
        Api { strict, for_valid, inputs, defaults, documents: Documents::default() }
    }

    /// The document of a text, and whether it was answered before; or the refusal of a text that breaks a limit or
    /// cannot be parsed.
    #[expect(clippy::result_large_err, reason = "a response is what it is")]
    fn document(&self, text: &str) -> Result<(bool, Arc<ParsedDocument>), Response> {
        if let Some(known) = self.documents.find(text) {
            return Ok((true, known));
        }
        let too_large =
            |breach: String| bad_request(StatusCode::BAD_REQUEST, FrameCode::LimitExceeded, &breach);
        limits::check_text(text).map_err(too_large)?;
        let mut parsed = async_graphql::parser::parse_query(text).map_err(|error| {
            bad_request(StatusCode::BAD_REQUEST, FrameCode::InvalidQuery, &literals::unreadable(&error))
        })?;
        limits::check(&parsed).map_err(too_large)?;
        if literals::hold_nul(&parsed) {
            let (code, _, message) = SharedRefusal::InvalidText.parts();
            return Err(refused_as(StatusCode::BAD_REQUEST, code, message));
        }
        self.defaults.give(&mut parsed);
        Ok((false, Arc::new(ParsedDocument::new(parsed))))
    }

    fn schema_for(&self, known: bool, document: &ParsedDocument, variables: &Variables) -> &Schema {
        let is_valid = known && document.is_certain_with(variables, &self.inputs);
        if is_valid { &self.for_valid } else { &self.strict }
    }
}

pub(super) async fn graphql(
    State(served): State<Served>,
    connection: Option<axum::Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let address = connection.map_or(String::new(), |from| from.0.0.ip().to_string());
    answer(&served, address, &headers, body).await.unwrap_or_else(|problem| refusal(&problem))
}

async fn answer(
    served: &Served,
    address: String,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        let said = FrameCode::NotJson;
        return Ok(bad_request(StatusCode::UNSUPPORTED_MEDIA_TYPE, said, said.message()));
    }
    let Some(bearer) = bearer::read(&served.identity.provider, headers) else {
        return Err(Problem::Unauthenticated);
    };
    served.app.paces.step(bearer.person.0).map_err(|wait| Problem::TooMany { wait })?;
    let most = if is_upload(headers) { MAX_UPLOAD_BYTES } else { served.app.settings.body_limit_bytes };
    let Ok(body) = axum::body::to_bytes(body, most).await else {
        return Ok(StatusCode::PAYLOAD_TOO_LARGE.into_response());
    };
    let Ok(asked) = serde_json::from_slice::<GraphqlBody>(&body) else {
        let said = FrameCode::NotOneObject;
        return Ok(bad_request(StatusCode::BAD_REQUEST, said, said.message()));
    };
    let (known, document) = match served.api.document(&asked.query) {
        Ok(found) => found,
        Err(refused) => return Ok(refused),
    };
    if body.len() > served.app.settings.body_limit_bytes && !is_one_upload(&document.fields) {
        return Ok(StatusCode::PAYLOAD_TOO_LARGE.into_response());
    }
    let key = if document.is_mutation { idempotency_key(&served.app, headers, &body)? } else { None };

    if key.is_some() && document.fields.len() > 1 {
        // A replay checks access again for what it repeats; with one change, it can't miss anything.
        let said = FrameCode::OneChangePerKey;
        return Ok(bad_request(StatusCode::BAD_REQUEST, said, said.message()));
    }
    let (app, identity) = (served.app.clone(), served.identity.clone());
    let mut call = Call::new(app, identity, address, Some(bearer), key, bearer::step_up(headers));
    call.is_alone = document.fields.len() == 1;
    call.is_counted = true;
    let call = Arc::new(call);
    let variables = Variables::from_json(asked.variables.unwrap_or_default().into());
    if let Some(fault) = document.fault(&variables, &served.api.inputs) {
        return finish(&call, unreadable(&fault), &document).await;
    }
    let query = asked.query;
    let mut request = Request::new("").data(call.clone());
    request.operation_name = asked.operation_name;
    request.variables = variables;
    request.set_parsed_query(document.parsed.clone());
    let is_change = document.is_mutation;
    let answering = answer_known(served.clone(), call, (known, document, query), request);
    if is_change && served.app.db.is_sqlite() { changes::run(answering).await } else { answering.await }
}

async fn answer_known(
    served: Served,
    call: Arc<Call>,
    (known, document, query): (bool, Arc<ParsedDocument>, String),
    request: Request,
) -> Result<Response, Problem> {
    let schema = served.api.schema_for(known, &document, &request.variables);
    // The limit covers the work, not the commit: we wait for a commit to finish.
    let limit = served.app.settings.graphql_timeout;
    let outcome = tokio::time::timeout(limit, schema::execute(schema, request)).await;
    let outcome = outcome.map_err(|_| Problem::Timeout)?;
    if !known && outcome.errors.is_empty() {
        served.api.documents.remember(&query, &document);
    }
    metrics::histogram!("atrium_graphql_statements").record(call.db.statements() as f64);
    finish(&call, outcome, &document).await
}

/// In our own words, with its field: a scalar's reader doesn't know which field it reads.
fn unreadable(fault: &InputFault) -> Answer {
    let mut error = ServerError::new(fault.wrong.words, None);
    let extensions = error.extensions.get_or_insert_default();
    extensions.set("code", fault.wrong.code);
    extensions.set("field", fault.field.as_str());
    Answer::from_errors(vec![error])
}

async fn finish(call: &Call, mut outcome: Answer, document: &ParsedDocument) -> Result<Response, Problem> {
    if outcome.errors.is_empty() {
        let text = serde_json::to_string(&outcome).map_err(|error| Problem::Internal(error.to_string()))?;
        call.commit(&text).await?;
        return Ok(json_text(StatusCode::OK, text, call));
    }
    call.roll_back().await;
    if let Some(text) = call.answered_before().await {
        let mut response = json_text(StatusCode::OK, text, call);
        response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
        return Ok(response);
    }
    let is_over = codes(&outcome).any(|code| code == FrameCode::LimitExceeded.code());
    if document.is_mutation || is_over {
        // One refusal undoes the whole request: no part of the answer may say that something was done. And a request
        // made too often gets no data at all, rather than data with holes in it.
        outcome.data = async_graphql::Value::Null;
    }
    outcome.errors.truncate(MAX_ERRORS);
    for error in &mut outcome.errors {
        let extensions = error.extensions.get_or_insert_default();
        if extensions.get("code").is_none() {
            extensions.set("code", FrameCode::InvalidQuery.code());
            error.message = literals::without_values(&error.message);
        }
    }
    audit_refusals(call, &outcome, document).await?;
    let has = |code: FrameCode| codes(&outcome).any(|found| found == code.code());
    let status = if has(FrameCode::Unauthenticated) {
        StatusCode::UNAUTHORIZED
    } else if has(FrameCode::Internal) {
        StatusCode::INTERNAL_SERVER_ERROR
    } else if has(FrameCode::Unavailable) || has(FrameCode::Maintenance) {
        StatusCode::SERVICE_UNAVAILABLE
    } else if is_over {
        StatusCode::BAD_REQUEST
    } else {
        StatusCode::OK
    };
    let text = serde_json::to_string(&outcome).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(json_text(status, text, call))
}

fn codes(outcome: &Answer) -> impl Iterator<Item = String> {
    outcome.errors.iter().map(|error| match error.extensions.as_ref().and_then(|more| more.get("code")) {
        Some(async_graphql::Value::String(code)) => code.clone(),
        _ => String::new(),
    })
}

/// An operation is named as the schema names it, never by an alias that the client chose.
async fn audit_refusals(call: &Call, outcome: &Answer, document: &ParsedDocument) -> Result<(), Problem> {
    let intent = if document.is_mutation { Intent::Change } else { Intent::Read };
    let codes: BTreeSet<String> = codes(outcome).collect();
    for code in codes {
        call.record_refusal(intent, &json!(document.fields), &code).await?;
    }
    Ok(())
}

fn idempotency_key(app: &App, headers: &HeaderMap, body: &[u8]) -> Result<Option<idempotency::Key>, Problem> {
    let mut values = headers.get_all("idempotency-key").iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(SharedRefusal::SecondIdempotencyKey.into());
    }
    let text = value.to_str().unwrap_or_default().trim();
    if text.is_empty() || text.len() > idempotency::MAX_KEY_CHARS {
        return Err(SharedRefusal::InvalidIdempotencyKey.into());
    }
    // Keyed: a body may hold a password, which could be guessed from a plain hash.
    let body_hash = app.keys.factors.seal(&[b"request", body]).to_vec();
    Ok(Some(idempotency::Key { text: text.to_owned(), body_hash }))
}

fn json_text(status: StatusCode, text: String, call: &Call) -> Response {
    let mut response = (status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text)
        .into_response();
    if call.app.is_demo() {
        // For `make bench`: the cost of this answer.
        response.headers_mut().insert("x-statements", HeaderValue::from(call.db.statements()));
    }
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// A problem that stopped the whole request, in the same shape as any other error.
pub(super) fn refusal(problem: &Problem) -> Response {
    if let Problem::Internal(cause) | Problem::Unavailable(cause) = problem {
        tracing::error!(cause, code = problem.code(), "a request failed");
    }
    let mut error = json!({ "message": problem.message(), "extensions": { "code": problem.code() } });
    let wait = problem.retry_after_seconds();
    if let Some(seconds) = wait {
        error["extensions"]["retryAfterSeconds"] = json!(seconds);
    }
    let mut response =
        (problem.status(), axum::Json(json!({ "data": null, "errors": [error] }))).into_response();
    if let Some(seconds) = wait {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if matches!(problem, Problem::Unauthenticated) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

pub(super) fn bad_request(status: StatusCode, code: FrameCode, message: &str) -> Response {
    refused_as(status, code.code(), message)
}

fn refused_as(status: StatusCode, code: &str, message: &str) -> Response {
    let error = json!({ "message": message, "extensions": { "code": code } });
    (status, axum::Json(json!({ "data": null, "errors": [error] }))).into_response()
}
