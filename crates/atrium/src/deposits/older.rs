//! Deposits in the older API: disbursements, over GraphQL and under `/legacy`. Same accounts, access and rules, in
//! other words. Decision 11 has the shapes.

use super::asking::{DepositChange, ask};
use super::refusal::DepositRefusal;
use super::rules::{AccountType, AmountType, DepositDraft};
use super::store::Deposit;
use super::{Deposits, directory, status};
use crate::access::{self, At, EmployeeScope, Need, Read, Write};
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::amount::Amount;
use crate::shared::banks;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, DepositId, EmployeeId};
use crate::shared::problem::Problem;
use async_graphql::{Context, ID, Object, SimpleObject};
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use jiff::Timestamp;
use oidc::ClientAddress;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An account, with the older family's names.
#[derive(SimpleObject, Serialize)]
#[graphql(serial)]
#[serde(rename_all = "camelCase")]
struct Disbursement {
    id: String,
    /// fixed, percentage or balance.
    #[graphql(name = "type")]
    #[serde(rename = "type")]
    kind: AmountType,
    amount: Option<Amount>,
    percentage: Option<i64>,
    account_type: AccountType,
    routing_number: String,
    /// Masked: the last four digits.
    account_number: String,
    start_date: Day,
    end_date: Option<Day>,
    /// active, approved, pending, denied, frozen or inactive.
    status: String,
}

impl Disbursement {
    fn new(row: Deposit, now: Timestamp, today: Day) -> Disbursement {
        let is = |kind| row.amount_type == kind;
        Disbursement {
            id: row.id.to_string(),
            kind: row.amount_type,
            amount: row.amount.filter(|_| is(AmountType::Fixed)).map(Amount::from_ten_thousandths),
            percentage: row.amount.filter(|_| is(AmountType::Percentage)).map(|units| units / 10_000),
            account_type: row.account_type,
            account_number: format!("••••{}", row.last_four),
            start_date: row.start_date,
            end_date: row.end_date,
            status: status(&row, now, today).as_str().to_lowercase(),
            routing_number: row.routing_number,
        }
    }
}

#[derive(SimpleObject, Serialize)]
#[graphql(serial)]
#[serde(rename_all = "camelCase")]
struct Disbursements {
    disbursements: Vec<Disbursement>,
    total_count: i64,
}

async fn disbursements(
    call: &Call,
    own: &EmployeeScope<Deposits, impl Need>,
) -> Result<Disbursements, Problem> {
    let (now, today) = (call.app.clock.now(), call.today(&own.time_zone()));
    let rows = super::of_employee(&call.db, own).await?;
    let rows: Vec<_> = rows.into_iter().map(|row| Disbursement::new(row, now, today)).collect();
    let total_count = rows.len() as i64;
    Ok(Disbursements { disbursements: rows, total_count })
}

async fn own<N: Need>(
    call: &Call,
    company_id: &ID,
    employee_id: &ID,
) -> Result<EmployeeScope<Deposits, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At { tenant: viewer.tenant, company: CompanyId::from_wire(company_id)? };
    access::own(viewer, at, EmployeeId::from_wire(employee_id)?)
}

#[derive(Default)]
pub struct OlderDepositQuery;

#[Object]
impl OlderDepositQuery {
    /// Older family: your own accounts, by priority.
    async fn disbursements(
        &self,
        context: &Context<'_>,
        company_id: ID,
        employee_id: ID,
    ) -> Result<Disbursements, Problem> {
        let call = Call::of(context);
        disbursements(call, &own::<Read>(call, &company_id, &employee_id).await?).await
    }

    /// Older family: the most accounts you can have at once.
    async fn maximum_direct_deposit_accounts(
        &self,
        context: &Context<'_>,
        company_id: ID,
        employee_id: ID,
    ) -> Result<i64, Problem> {
        let call = Call::of(context);
        let own = own::<Read>(call, &company_id, &employee_id).await?;
        super::accounts_max(&call.db, &own).await
    }
}

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/legacy/pay-disbursements"),
    ("POST", "/legacy/update-end-date-delete-disbursement"),
    ("GET", "/legacy/banking-institution"),
];

#[derive(Clone)]
struct Legacy {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/legacy/pay-disbursements", get(list))
        .route("/legacy/update-end-date-delete-disbursement", post(end_or_delete))
        .route("/legacy/banking-institution", get(bank))
        .with_state(Legacy { app, identity })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Whose {
    company_id: String,
    employee_id: String,
    disbursement_id: Option<String>,
    routing_number: Option<String>,
}

type CallerAddress = Option<Extension<ClientAddress>>;

impl Legacy {
    fn call(self, headers: &HeaderMap, address: CallerAddress) -> Call {
        let bearer = bearer::read(&self.identity.provider, headers);
        let address = address.map_or(String::new(), |address| address.0.0);
        Call::new(self.app, self.identity, address, bearer, None, bearer::step_up(headers))
    }
}

impl Whose {
    /// Who asks is looked at before what is asked.
    async fn read(call: &Call, asked: Result<Query<Whose>, QueryRejection>) -> Result<Whose, Problem> {
        call.viewer().await?;
        let message = "Send companyId and employeeId to say whose accounts you mean.";
        asked.map(|Query(whose)| whose).map_err(|_| Problem::Malformed { field: "companyId", message })
    }

    async fn own<N: Need>(&self, call: &Call) -> Result<EmployeeScope<Deposits, N>, Problem> {
        own(call, &ID(self.company_id.clone()), &ID(self.employee_id.clone())).await
    }
}

async fn list(
    State(legacy): State<Legacy>,
    address: CallerAddress,
    asked: Result<Query<Whose>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let call = legacy.call(&headers, address);
    let work = async {
        let own = Whose::read(&call, asked).await?.own::<Read>(&call).await?;
        disbursements(&call, &own).await
    };
    match work.await {
        Ok(found) => Json(found).into_response(),
        Err(problem) => answers::recorded(&call, Intent::Read, "pay-disbursements", problem).await,
    }
}

/// With an end date the account ends then; without one it is taken away.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Ending {
    end_date: Option<Day>,
}

async fn end_or_delete(
    State(legacy): State<Legacy>,
    address: CallerAddress,
    asked: Result<Query<Whose>, QueryRejection>,
    headers: HeaderMap,
    ending: Result<Json<Ending>, JsonRejection>,
) -> Response {
    let call = legacy.call(&headers, address);
    let work = async {
        let whose = Whose::read(&call, asked).await?;
        let own = whose.own::<Write>(&call).await?;
        let message = "The end date must be a date such as 2026-11-30, or null.";
        let Json(ending) = ending.map_err(|_| Problem::Malformed { field: "endDate", message })?;
        let id = ID(whose.disbursement_id.clone().unwrap_or_default());
        let id = DepositId::from_wire(&id)?;
        let asked = match ending.end_date {
            Some(day) => DepositChange::Save(vec![DepositDraft {
                id: Some(id),
                ends: Some(Some(day)),
                ..DepositDraft::default()
            }]),
            None => DepositChange::Remove(id),
        };
        let outcome = ask(&call, &own, asked).await?;
        call.commit("").await?;
        Ok(json!({ "changeRequestId": outcome.request, "needsApproval": outcome.needs_approval }))
    };
    match work.await {
        Ok(done) => Json(done).into_response(),
        Err(problem) => {
            call.roll_back().await;
            answers::recorded(&call, Intent::Change, "update-end-date-delete-disbursement", problem).await
        }
    }
}

async fn bank(
    State(legacy): State<Legacy>,
    address: CallerAddress,
    asked: Result<Query<Whose>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let call = legacy.call(&headers, address);
    let work = async {
        let whose = Whose::read(&call, asked).await?;
        whose.own::<Read>(&call).await?;
        let number = whose.routing_number.as_deref().unwrap_or_default();
        if !banks::is_routing_number(number) {
            return Err(DepositRefusal::RoutingInvalid.into());
        }
        let name = match directory(&call.app) {
            Some(directory) => directory.find(number).ok_or(DepositRefusal::RoutingNotFound)?.name.clone(),
            None => String::new(),
        };
        Ok(json!({ "routingNumber": number, "name": name }))
    };
    match work.await {
        Ok(found) => Json(found).into_response(),
        Err(problem) => answers::recorded(&call, Intent::Read, "banking-institution", problem).await,
    }
}
