//! The older API's GET for leave: an employee's balances and requests, in the names of the GraphQL calls. With
//! `managerId`, a report's. Also the files attached to requests (`attachments/http.rs`).

use super::attachments;
use super::balances::Balance;
use super::graphql::employee;
use super::rules::STANDARD_HOURS;
use super::store::Request;
use crate::access::Read;
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::problem::Problem;
use async_graphql::ID;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::{Value, json};

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/legacy/leave"),
    ("GET", "/companies/{company}/employees/{employee}/time-off-attachments/{attachment}/file"),
];

#[derive(Clone)]
pub(super) struct TimeOffRoutes {
    pub(super) app: App,
    pub(super) identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/legacy/leave", get(leave))
        .route(
            "/companies/{company}/employees/{employee}/time-off-attachments/{attachment}/file",
            attachments::route(),
        )
        .with_state(TimeOffRoutes { app, identity })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TimeOffQueryString {
    /// The token has it; a client that sends it too must send the same.
    tenant_id: Option<String>,
    company_id: String,
    employee_id: String,
    manager_id: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
}

async fn leave(
    State(at): State<TimeOffRoutes>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    asked: Result<Query<TimeOffQueryString>, QueryRejection>,
) -> Response {
    let bearer = bearer::read(&at.identity.provider, &headers);
    let address = address.map_or(String::new(), |address| address.0.0);
    let call = Call::new(at.app.clone(), at.identity.clone(), address, bearer, None, None);
    let outcome = match asked {
        Ok(Query(asked)) => read(&call, asked).await,
        Err(_) => {
            let message = "Send companyId and employeeId to say whose time off you mean.";
            call.viewer().await.and(Err(Problem::Malformed { field: "companyId", message }))
        }
    };
    match outcome {
        Ok(body) => Json(body).into_response(),
        Err(problem) => answers::recorded(&call, Intent::Read, "legacyLeave", problem).await,
    }
}

async fn read(call: &Call, asked: TimeOffQueryString) -> Result<Value, Problem> {
    let tenant = match asked.tenant_id {
        Some(tenant) => ID(tenant),
        None => call.viewer().await?.tenant.to_wire(),
    };
    let company = ID(asked.company_id);
    let manager = asked.manager_id.map(ID);
    let at = (&tenant, &company);
    let scope = employee::<Read>(call, at, &ID(asked.employee_id), manager.as_ref()).await?;
    let limit = asked.limit.as_deref().map(number).transpose()?;
    let balances = super::balances::balances(&call.db, &scope, call.today(&scope.time_zone())).await?;
    let cursors = call.cursors(format!("time off of employee {}", scope.employee()));
    let page = super::requests(&call.db, &scope, cursors, limit, asked.cursor.as_deref()).await?;
    Ok(json!({
        "balances": balances.iter().filter(|balance| balance.of.has_balance).map(balance).collect::<Vec<_>>(),
        "requests": page.results.iter().map(request).collect::<Vec<_>>(),
        "links": { "next": page.links.next, "previous": page.links.previous },
    }))
}

fn number(limit: &str) -> Result<i32, Problem> {
    let message = "The limit must be a number from 1 to 100.";
    limit.parse().map_err(|_| Problem::Malformed { field: "limit", message })
}

fn balance(row: &Balance) -> Value {
    json!({
        "typeId": row.of.id,
        "type": row.of.name,
        "currentBalance": row.current,
        "scheduledHours": row.scheduled,
        "availableBalance": row.available,
        "defaultHours": STANDARD_HOURS,
    })
}

fn request(Request { head, .. }: &Request) -> Value {
    json!({
        "id": head.id,
        "employeeId": head.employee_id,
        "type": head.type_name,
        "typeId": head.type_id,
        "amount": head.hours,
        "timeOffDate": head.first_day,
        "requestDate": head.request_date,
        "status": head.status,
        "notes": head.notes,
        "managerNotes": head.manager_notes,
        "defaultHours": STANDARD_HOURS,
    })
}
