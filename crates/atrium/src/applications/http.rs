//! The spec's developer API. A bearer token says who asks; `Tenant-Id` and `Virtual-Tenant-Id`, several IDs joined by
//! commas, only narrow the answer. Every error carries the spec's own message along with its code.

use super::rules::ApplicationRefusal;
use super::{Applications, CurrentList, EntryChange, List, ListChange, rules};
use crate::access::{self, HeldRole, Narrowing, TenantScope, Viewer};
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::flag::Flag;
use crate::shared::id::{CompanyId, TenantId};
use crate::shared::problem::{Current, Problem};
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch};
use axum::{Extension, Json, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/identity/users/{id}"),
    ("GET", "/ui-datastore/application-metadata"),
    ("PATCH", "/ui-datastore/application-metadata/{id}"),
    ("GET", "/companies/lookup"),
];

/// A header with more IDs than this doesn't narrow anything.
const MAX_IDS: usize = 100;

#[derive(Clone)]
struct Developers {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/identity/users/{id}", get(user))
        .route("/ui-datastore/application-metadata", get(metadata))
        .route("/ui-datastore/application-metadata/{id}", patch(update_metadata))
        .route("/companies/lookup", get(look_up))
        .with_state(Developers { app, identity })
}

/// One of the calls, with the spec's wording for when it fails.
struct Operation {
    name: &'static str,
    failure: &'static str,
    intent: Intent,
}

const USER: Operation =
    Operation { name: "identityUser", failure: "Unable to get EVO role data", intent: Intent::Read };
const METADATA: Operation = Operation {
    name: "applicationMetadata",
    failure: "Unable to get application data",
    intent: Intent::Read,
};
const UPDATE_METADATA: Operation = Operation {
    name: "updateApplicationMetadata",
    failure: "Unable to update application data",
    intent: Intent::Change,
};
const LOOK_UP: Operation =
    Operation { name: "companyLookup", failure: "Unable to lookup company", intent: Intent::Read };

/// A missing or empty header narrows nothing. Text that isn't an ID is treated as one that doesn't exist.
fn ids<T>(headers: &HeaderMap, name: &str, make: fn(Uuid) -> T) -> Result<Option<Vec<T>>, Problem> {
    let values: Vec<&str> = headers
        .get_all(name)
        .iter()
        .flat_map(|value| value.to_str().unwrap_or("?").split(','))
        .map(str::trim)
        .filter(|value| !value.is_empty())
        .collect();
    match values.len() {
        0 => Ok(None),
        1..=MAX_IDS => {
            Ok(Some(values.iter().filter_map(|value| Uuid::try_parse(value).ok()).map(make).collect()))
        }
        _ => Err(ApplicationRefusal::TooManyIds.into()),
    }
}

impl Developers {
    fn call(&self, headers: &HeaderMap, address: Option<Extension<ClientAddress>>) -> Call {
        let bearer = bearer::read(&self.identity.provider, headers);
        let address = address.map_or(String::new(), |address| address.0.0);
        Call::new(self.app.clone(), self.identity.clone(), address, bearer, None, None)
    }

    async fn finish(&self, operation: &Operation, call: &Call, outcome: Result<Value, Problem>) -> Response {
        let problem = match outcome {
            Ok(body) => return Json(body).into_response(),
            Err(problem) => problem,
        };
        call.roll_back().await;
        let problem =
            match call.record_refusal(operation.intent, &json!([operation.name]), problem.code()).await {
                Ok(()) => problem,
                Err(error) => Problem::from(error),
            };
        let mut body = answers::body_of(&problem);
        body["message"] = json!(operation.failure);
        if let Problem::Conflict { current } = &problem {
            body["current"] = current.on_wire();
        }
        let mut response = (problem.status(), Json(body)).into_response();
        if let Some(seconds) = problem.retry_after_seconds() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if matches!(problem, Problem::Unauthenticated) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl Current for CurrentList {
    fn on_wire(&self) -> Value {
        json!({ "applicationTitle": self.title, "results": self.applications, "version": self.version })
    }
}

async fn narrowed<'a>(
    call: &'a Call,
    headers: &HeaderMap,
) -> Result<(&'a Viewer, TenantScope<Applications>), Problem> {
    let viewer = call.viewer().await?;
    let narrowing = Narrowing {
        tenants: ids(headers, "tenant-id", TenantId)?,
        companies: ids(headers, "virtual-tenant-id", CompanyId)?,
    };
    Ok((viewer, access::tenant(&call.db, viewer, &narrowing).await?))
}

fn role(held: &HeldRole) -> Value {
    json!({
        "id": held.role,
        "name": held.name,
        "permissions": held.permissions.split_whitespace().collect::<Vec<_>>(),
        "appliesWithin": held.company.map(|company| json!({ "organizationId": company, "virtualTenantId": company })),
    })
}

async fn user(
    State(at): State<Developers>,
    Path(id): Path<String>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    let call = at.call(&headers, address);
    let outcome = async {
        let (viewer, scope) = narrowed(&call, &headers).await?;
        let scope = access::person(viewer, &scope, super::person_of(&id)?)?;
        let found = super::account(&call.db, &call.app.clock, &scope).await?;
        let evolution = found.roles.iter().filter(|held| rules::is_evolution_role(&held.name));
        let evolution: Vec<Value> = evolution.map(|held| json!({ "name": held.name })).collect();
        let mut body = json!({
            "id": found.person.id,
            "username": found.person.username,
            "firstName": found.person.first_name,
            "lastName": found.person.last_name,
            "email": found.person.email,
            "roles": found.roles.iter().map(role).collect::<Vec<_>>(),
            "evoUserData": { "roles": evolution },
        });
        if let Some(phone) = found.person.phone {
            body["phone"] = json!(phone);
        }
        Ok(body)
    };
    let outcome = outcome.await;
    at.finish(&USER, &call, outcome).await
}

/// One list per tenant, so it uses the tenant's ID.
fn list(viewer: &Viewer, list: &List) -> Value {
    json!({
        "id": viewer.tenant,
        "applicationTitle": list.metadata.title,
        "results": list.applications,
        "version": list.metadata.version,
    })
}

async fn metadata(
    State(at): State<Developers>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    let call = at.call(&headers, address);
    let outcome = async {
        let (viewer, scope) = narrowed(&call, &headers).await?;
        Ok(list(viewer, &super::list(&call.db, viewer, &scope).await?))
    };
    let outcome = outcome.await;
    at.finish(&METADATA, &call, outcome).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ApplicationEntry {
    code: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    client_id: Option<String>,
    #[serde(default)]
    target_url: Option<String>,
    #[serde(default)]
    pricing: Option<String>,
    #[serde(default)]
    plan: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Update {
    version: i64,
    #[serde(default)]
    application_title: Option<String>,
    #[serde(default)]
    results: Vec<ApplicationEntry>,
}

impl Update {
    fn into_change(self) -> ListChange {
        let entries = self.results.into_iter().map(|entry| EntryChange {
            code: entry.code,
            name: entry.name,
            path: entry.path,
            client_id: entry.client_id,
            target_url: entry.target_url,
            pricing: entry.pricing,
            plan: entry.plan,
        });
        ListChange { version: self.version, title: self.application_title, entries: entries.collect() }
    }
}

async fn update_metadata(
    State(at): State<Developers>,
    Path(id): Path<String>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    update: Result<Json<Update>, JsonRejection>,
) -> Response {
    let call = at.call(&headers, address);
    let outcome = async {
        let (viewer, scope) = narrowed(&call, &headers).await?;
        if Uuid::try_parse(&id).ok().map(TenantId) != Some(viewer.tenant) {
            return Err(Problem::NotFound);
        }
        // Callers who can't even see the list are told there is none.
        super::list(&call.db, viewer, &scope).await?;
        let administrator = access::administrator(viewer, &scope)?;
        if !viewer.flags.is_on(Flag::ApplicationEdit) {
            return Err(Problem::FeatureNotEnabled);
        }
        let Json(update) = update.map_err(|_| ApplicationRefusal::NotAChange)?;
        let mut work = call.work().await?;
        super::revise(&mut work, viewer, &administrator, update.into_change()).await?;
        drop(work);
        call.commit("").await?;
        Ok(list(viewer, &super::list(&call.db, viewer, &scope).await?))
    };
    let outcome = outcome.await;
    at.finish(&UPDATE_METADATA, &call, outcome).await
}

#[derive(Deserialize)]
struct LookupQuery {
    #[serde(default, rename = "lookup-string")]
    lookup_string: String,
}

async fn look_up(
    State(at): State<Developers>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    asked: Result<Query<LookupQuery>, QueryRejection>,
) -> Response {
    let call = at.call(&headers, address);
    let outcome = async {
        let (viewer, scope) = narrowed(&call, &headers).await?;
        if !super::has_companies(viewer, &scope) {
            return Err(Problem::NotFound);
        }
        let Query(asked) = asked.map_err(|_| ApplicationRefusal::NotALookup)?;
        let found = super::look_up(&call.db, viewer, &scope, &asked.lookup_string).await?;
        let company = |company: &super::Company| {
            json!({
                "id": company.id,
                "name": company.name,
                "classification": "company",
                "tenantId": viewer.tenant,
                "virtualTenantId": company.id,
            })
        };
        Ok(json!({ "results": found.iter().map(company).collect::<Vec<_>>() }))
    };
    let outcome = outcome.await;
    at.finish(&LOOK_UP, &call, outcome).await
}
