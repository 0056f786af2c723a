//! Flags through the OpenFeature remote evaluation protocol: all of them, or one. The tenant comes from the token; what
//! a client says in its context isn't trusted.

use crate::app::App;
use crate::bearer;
use crate::call::Call;
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::flag::{Flag, Flags};
use crate::shared::problem::Problem;
use crate::shared::seal;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use oidc::ClientAddress;
use serde_json::{Value, json};

pub const ROUTES: &[(&str, &str)] =
    &[("POST", "/ofrep/v1/evaluate/flags"), ("POST", "/ofrep/v1/evaluate/flags/{key}")];

#[derive(Clone)]
struct Evaluating {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/ofrep/v1/evaluate/flags", post(all))
        .route("/ofrep/v1/evaluate/flags/{key}", post(one))
        .with_state(Evaluating { app, identity })
}

impl Evaluating {
    async fn flags(
        &self,
        headers: &HeaderMap,
        address: Option<Extension<ClientAddress>>,
    ) -> Result<Flags, Problem> {
        let bearer = bearer::read(&self.identity.provider, headers);
        let address = address.map_or(String::new(), |address| address.0.0);
        let call = Call::new(self.app.clone(), self.identity.clone(), address, bearer, None, None);
        Ok(call.viewer().await?.flags)
    }
}

fn evaluated(flags: Flags, flag: Flag) -> Value {
    let is_on = flags.is_on(flag);
    json!({
        "key": flag.key(),
        "value": is_on,
        "variant": if is_on { "on" } else { "off" },
        "reason": if flags.is_said(flag) { "TARGETING_MATCH" } else { "DEFAULT" },
    })
}

/// Why a body can't be evaluated: it or its context isn't a JSON object. An empty body has no context.
fn fault(body: &[u8]) -> Option<&'static str> {
    if body.is_empty() {
        return None;
    }
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(asked)) => {
            asked.get("context").is_some_and(|context| !context.is_object()).then_some("INVALID_CONTEXT")
        }
        _ => Some("PARSE_ERROR"),
    }
}

async fn all(
    State(at): State<Evaluating>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let flags = match at.flags(&headers, address).await {
        Ok(flags) => flags,
        Err(problem) => return answers::problem(&problem),
    };
    if let Some(code) = fault(&body) {
        return (StatusCode::BAD_REQUEST, Json(json!({ "errorCode": code }))).into_response();
    }
    let flags: Vec<Value> = Flag::ALL.iter().map(|flag| evaluated(flags, *flag)).collect();
    let text = json!({ "flags": flags }).to_string();
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&seal::hash(&text)[..12]));
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known =
        known.flat_map(|value| value.split(',')).any(|value| value.trim().trim_start_matches("W/") == tag);
    let etag = [(header::ETAG, tag)];
    if is_known {
        return (StatusCode::NOT_MODIFIED, etag).into_response();
    }
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (etag, kind, text).into_response()
}

async fn one(
    State(at): State<Evaluating>,
    Path(key): Path<String>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let flags = match at.flags(&headers, address).await {
        Ok(flags) => flags,
        Err(problem) => return answers::problem(&problem),
    };
    if let Some(code) = fault(&body) {
        return (StatusCode::BAD_REQUEST, Json(json!({ "key": key, "errorCode": code }))).into_response();
    }
    match Flag::parse(&key) {
        Some(flag) => Json(evaluated(flags, flag)).into_response(),
        None => (StatusCode::NOT_FOUND, Json(json!({ "key": key, "errorCode": "FLAG_NOT_FOUND" })))
            .into_response(),
    }
}
