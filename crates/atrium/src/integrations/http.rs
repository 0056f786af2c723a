//! Where a vendor redeems the code a person brought along. The vendor identifies itself with HTTP Basic: the
//! integration's ID and its secret.

use super::{IntegrationRefusal, Visitor};
use crate::access;
use crate::app::App;
use crate::factors;
use crate::http::answers;
use crate::shared::audit::Event;
use crate::shared::id::IntegrationId;
use crate::shared::problem::Problem;
use crate::work::{Author, record_repeated_refusal};
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use base64::{Engine, engine::general_purpose::STANDARD};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[("POST", "/integrations/redeem")];

pub fn routes(app: App) -> Router {
    Router::new().route("/integrations/redeem", post(redeem)).with_state(app)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Redeemed {
    code: String,
}

fn credentials(headers: &HeaderMap) -> Option<(IntegrationId, String)> {
    let (scheme, given) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let text = String::from_utf8(STANDARD.decode(given.trim()).ok()?).ok()?;
    let (id, secret) = text.split_once(':')?;
    Some((IntegrationId(Uuid::try_parse(id).ok()?), secret.to_owned()))
}

/// What a vendor learns about the person who came; it learns about no one else.
fn visitor(found: &Visitor, company: crate::shared::id::CompanyId) -> Value {
    let viewer = &found.viewer;
    let membership = viewer.membership(company);
    let roles = membership.map(|membership| membership.roles()).unwrap_or_default();
    json!({
        "tenantId": viewer.tenant,
        "companyId": company,
        "companyName": membership.map(|membership| membership.company_name.as_str()),
        "personId": viewer.person,
        "employeeId": membership.and_then(|membership| membership.employee),
        "employeeCode": found.employee_code,
        "username": viewer.username,
        "firstName": viewer.first_name,
        "lastName": viewer.last_name,
        "email": viewer.email,
        "language": viewer.language,
        "version": viewer.version,
        "asManager": found.as_manager,
        "userTypes": roles.into_iter().map(|role| role.as_str()).collect::<Vec<_>>(),
    })
}

/// Someone who knows a vendor's ID but not its secret. Repeated attempts are refused after just a read, before anything
/// is written; the right secret is never refused because of them.
async fn record_stranger(app: &App, id: Option<IntegrationId>, address: String) -> Result<(), Problem> {
    let Some(id) = id else { return Ok(()) };
    let Some(tenant) = access::turned_away(&app.db, id).await? else { return Ok(()) };
    if let Some(wait) = factors::throttle(app, &factors::vendor_buckets(&address)).await? {
        return Err(Problem::TooMany { wait });
    }
    let event = Event {
        action: "integration.refused",
        subject_kind: "integration",
        subject_id: Some(id.0),
        result: "UNAUTHENTICATED".to_owned(),
        detail: json!({}),
    };
    let author = Author { tenant, person: None, address };
    Ok(record_repeated_refusal(app, &app.db, author, id.0, event).await?)
}

async fn redeem(
    State(app): State<App>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    body: Result<Json<Redeemed>, JsonRejection>,
) -> Response {
    let address = address.map_or(String::new(), |address| address.0.0);
    let given = credentials(&headers);
    let scope = match &given {
        Some((id, secret)) => super::vendor(&app.db, *id, secret).await,
        None => Err(Problem::Unauthenticated),
    };
    let scope = match scope {
        Ok(scope) => scope,
        Err(problem) => {
            let id = given.map(|(id, _)| id).filter(|_| matches!(problem, Problem::Unauthenticated));
            if let Err(problem) = record_stranger(&app, id, address).await {
                return answers::problem(&problem);
            }
            let mut response = answers::problem(&problem);
            if matches!(problem, Problem::Unauthenticated) {
                let challenge = HeaderValue::from_static("Basic realm=\"integrations\"");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
            }
            return response;
        }
    };
    let outcome = match body {
        Ok(Json(redeemed)) => super::redeem(&app, &scope, &redeemed.code, address.clone()).await,
        Err(_) => Err(IntegrationRefusal::NotACode.into()),
    };
    let problem = match outcome {
        Ok(found) => return Json(visitor(&found, scope.company())).into_response(),
        Err(problem) => problem,
    };
    let event = Event {
        action: "integration.refused",
        subject_kind: "integration",
        subject_id: Some(scope.integration().0),
        result: problem.code().to_owned(),
        detail: json!({}),
    };
    let author = Author { tenant: scope.tenant(), person: None, address };
    match record_repeated_refusal(&app, &app.db, author, scope.integration().0, event).await {
        Ok(()) => answers::problem(&problem),
        Err(error) => answers::problem(&Problem::from(error)),
    }
}
