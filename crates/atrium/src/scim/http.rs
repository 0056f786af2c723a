//! The routes of SCIM. Answers are `application/scim+json`, and so are refusals (RFC 7644, 3.12).

use super::filter::{self, Filter};
use super::refusal::ScimRefusal;
use super::resource::{self, GROUP_SHAPE, USER_SHAPE};
use super::store::{self, GroupMember, MAX_PAGE, ScimGroupRow, ScimPage, ScimUserRow, UserGroup};
use super::users::{WrittenUser, today};
use super::{discovery, groups, patch, users};
use crate::access::MachineScope;
use crate::account;
use crate::api::{ApiCall, ApiError, ApiRefusal, ApiState, Begun, behind_gate};
use crate::app::App;
use crate::identity::Identity;
use crate::roles;
use crate::shared::id::{PersonId, RoleId};
use crate::shared::machine_right::Scim;
use crate::shared::problem::Problem;
use crate::work::Work;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use oidc::EndedBy;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[
    ("GET", "/scim/v2/ServiceProviderConfig"),
    ("GET", "/scim/v2/ResourceTypes"),
    ("GET", "/scim/v2/ResourceTypes/{id}"),
    ("GET", "/scim/v2/Schemas"),
    ("GET", "/scim/v2/Schemas/{id}"),
    ("POST", "/scim/v2/.search"),
    ("GET", "/scim/v2/Users"),
    ("POST", "/scim/v2/Users"),
    ("POST", "/scim/v2/Users/.search"),
    ("GET", "/scim/v2/Users/{id}"),
    ("PUT", "/scim/v2/Users/{id}"),
    ("PATCH", "/scim/v2/Users/{id}"),
    ("DELETE", "/scim/v2/Users/{id}"),
    ("GET", "/scim/v2/Groups"),
    ("POST", "/scim/v2/Groups"),
    ("POST", "/scim/v2/Groups/.search"),
    ("GET", "/scim/v2/Groups/{id}"),
    ("PUT", "/scim/v2/Groups/{id}"),
    ("PATCH", "/scim/v2/Groups/{id}"),
    ("DELETE", "/scim/v2/Groups/{id}"),
];

const KIND: &str = "application/scim+json";
const SEARCH: &str = "urn:ietf:params:scim:api:messages:2.0:SearchRequest";

pub fn routes(app: App, identity: Identity) -> Router {
    let router = Router::new()
        .route("/ServiceProviderConfig", get(service_provider_config))
        .route("/ResourceTypes", get(resource_types))
        .route("/ResourceTypes/{id}", get(resource_type))
        .route("/Schemas", get(schemas))
        .route("/Schemas/{id}", get(schema))
        .route("/.search", post(search_all))
        .route("/Users/.search", post(search_users))
        .route("/Groups/.search", post(search_groups))
        .route("/Users", get(list_users).post(add_user))
        .route("/Users/{id}", get(one_user).put(replace_user).patch(patch_user).delete(remove_user))
        .route("/Groups", get(list_groups).post(add_group))
        .route("/Groups/{id}", get(one_group).put(replace_group).patch(patch_group).delete(remove_group));
    Router::new().nest("/scim/v2", behind_gate(ApiState { app, identity }, router, refused))
}

/// Refusals that SCIM has a status or a type of its own for.
const KINDS: &[(&str, StatusCode, Option<&str>)] = &[
    (ScimRefusal::Syntax.code(), StatusCode::BAD_REQUEST, Some("invalidSyntax")),
    (ScimRefusal::Filter.code(), StatusCode::BAD_REQUEST, Some("invalidFilter")),
    (ScimRefusal::Path.code(), StatusCode::BAD_REQUEST, Some("invalidPath")),
    (ScimRefusal::NoTarget.code(), StatusCode::BAD_REQUEST, Some("noTarget")),
    (ScimRefusal::TooMany.code(), StatusCode::BAD_REQUEST, Some("tooMany")),
    (ScimRefusal::Mutability("").code(), StatusCode::BAD_REQUEST, Some("mutability")),
    (roles::SHIPPED_CODE, StatusCode::BAD_REQUEST, Some("mutability")),
    (ScimRefusal::ExternalIdTaken.code(), StatusCode::CONFLICT, Some("uniqueness")),
    (account::USERNAME_TAKEN_CODE, StatusCode::CONFLICT, Some("uniqueness")),
    (account::EMAIL_TAKEN_CODE, StatusCode::CONFLICT, Some("uniqueness")),
    (roles::NAME_TAKEN_CODE, StatusCode::CONFLICT, Some("uniqueness")),
    (roles::LAST_ADMINISTRATOR_CODE, StatusCode::CONFLICT, None),
    (roles::IN_USE_CODE, StatusCode::CONFLICT, None),
];

/// How SCIM words a refusal: a status of its own for some, and a type for what the client can fix.
fn refused(refusal: &ApiRefusal) -> Response {
    let known = KINDS.iter().find(|(code, ..)| *code == refusal.code);
    let (status, kind) = match known {
        Some((_, status, kind)) => (*status, *kind),
        None if refusal.status == StatusCode::UNPROCESSABLE_ENTITY => {
            (StatusCode::BAD_REQUEST, Some("invalidValue"))
        }
        None => (refusal.status, None),
    };
    let mut body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"],
        "status": status.as_u16().to_string(),
        "detail": match refusal.field {
            Some(field) => format!("{field}: {}", refusal.message),
            None => refusal.message.to_owned(),
        },
    });
    if let Some(kind) = kind {
        body["scimType"] = json!(kind);
    }
    refusal.with_status(status).with_headers(answer(status, &body))
}

fn answer(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, KIND)], body.to_string()).into_response()
}

/// A change's answer, in SCIM's own type and with the resource's location.
fn saved(mut response: Response, location: Option<&Value>) -> Response {
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_TYPE) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(KIND));
    }
    if let Some(location) = location.and_then(Value::as_str).and_then(|at| HeaderValue::from_str(at).ok()) {
        headers.insert(header::LOCATION, location);
    }
    response
}

fn base(call: &ApiCall) -> String {
    format!("{}/scim/v2", call.app().settings.public_url)
}

fn read(body: &Bytes) -> Result<Value, ScimRefusal> {
    serde_json::from_slice(body).ok().filter(Value::is_object).ok_or(ScimRefusal::Syntax)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListQuery {
    filter: Option<String>,
    start_index: Option<i64>,
    count: Option<i64>,
    attributes: Option<String>,
    excluded_attributes: Option<String>,
}

impl ListQuery {
    /// What a list has in its query, a search has in its body (RFC 7644, 3.4.3).
    fn searched(body: &Bytes) -> Result<ListQuery, ScimRefusal> {
        let body = read(body)?;
        resource::check_schema(&body, SEARCH)?;
        Ok(ListQuery {
            filter: resource::text(&body, "filter")?,
            start_index: resource::number(&body, "startIndex")?,
            count: resource::number(&body, "count")?,
            attributes: resource::names(&body, "attributes")?,
            excluded_attributes: resource::names(&body, "excludedAttributes")?,
        })
    }

    fn filter(&self) -> Result<Option<Filter>, ScimRefusal> {
        self.filter.as_deref().map(filter::parse).transpose()
    }

    /// What's too low counts as the lowest (RFC 7644, 3.4.2.4).
    fn page(&self) -> ScimPage {
        let first = self.start_index.unwrap_or(1).clamp(1, i64::from(i32::MAX));
        ScimPage { offset: first - 1, count: self.count.unwrap_or(MAX_PAGE).clamp(0, MAX_PAGE) }
    }

    fn project(&self, resource: Value) -> Value {
        resource::projected(resource, self.attributes.as_deref(), self.excluded_attributes.as_deref())
    }

    fn answer(&self, total: i64, resources: Vec<Value>) -> Response {
        let resources: Vec<Value> = resources.into_iter().map(|one| self.project(one)).collect();
        listed(total, self.page().offset + 1, resources)
    }
}

fn listed(total: i64, first: i64, resources: Vec<Value>) -> Response {
    let body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": total, "startIndex": first, "itemsPerPage": resources.len(), "Resources": resources,
    });
    answer(StatusCode::OK, &body)
}

async fn service_provider_config(call: ApiCall) -> Result<Response, ApiError> {
    call.scope::<Scim>()?;
    Ok(answer(StatusCode::OK, &discovery::service_provider_config(&base(&call))))
}

fn all(call: &ApiCall, resources: Vec<Value>) -> Result<Response, ApiError> {
    call.scope::<Scim>()?;
    let total = i64::try_from(resources.len()).unwrap_or(i64::MAX);
    Ok(listed(total, 1, resources))
}

fn named(call: &ApiCall, resources: Vec<Value>, id: &str) -> Result<Response, ApiError> {
    call.scope::<Scim>()?;
    let found =
        resources.into_iter().find(|one| one["id"].as_str().is_some_and(|one| one.eq_ignore_ascii_case(id)));
    Ok(answer(StatusCode::OK, &found.ok_or(Problem::NotFound)?))
}

async fn resource_types(call: ApiCall) -> Result<Response, ApiError> {
    all(&call, discovery::resource_types(&base(&call)))
}

async fn resource_type(call: ApiCall, Path(id): Path<String>) -> Result<Response, ApiError> {
    named(&call, discovery::resource_types(&base(&call)), &id)
}

async fn schemas(call: ApiCall) -> Result<Response, ApiError> {
    all(&call, discovery::schemas(&base(&call)))
}

async fn schema(call: ApiCall, Path(id): Path<String>) -> Result<Response, ApiError> {
    named(&call, discovery::schemas(&base(&call)), &id)
}

fn user_on_wire(call: &ApiCall, row: &ScimUserRow, groups: &[UserGroup]) -> Value {
    let own: Vec<UserGroup> = groups.iter().filter(|group| group.person_id == row.id).cloned().collect();
    resource::user(&base(call), row, &own)
}

/// How many users fit, and those on the page.
async fn users_found(
    call: &ApiCall,
    scope: &MachineScope<Scim>,
    filter: Option<&Filter>,
    page: ScimPage,
) -> Result<(i64, Vec<Value>), Problem> {
    let today = today(call.app());
    let (total, rows) = store::users(call.db(), scope, today, filter, page).await?;
    let ids: Vec<PersonId> = rows.iter().map(|row| row.id).collect();
    let groups = store::groups_of(call.db(), scope, today, &ids).await?;
    Ok((total, rows.iter().map(|row| user_on_wire(call, row, &groups)).collect()))
}

async fn list_users(call: ApiCall, Query(query): Query<ListQuery>) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let filter = query.filter()?;
    let (total, users) = users_found(&call, &scope, filter.as_ref(), query.page()).await?;
    Ok(query.answer(total, users))
}

async fn search_users(call: ApiCall, body: Bytes) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let query = ListQuery::searched(&body)?;
    let filter = query.filter()?;
    let (total, users) = users_found(&call, &scope, filter.as_ref(), query.page()).await?;
    Ok(query.answer(total, users))
}

/// Users, then groups, in one list. Where a filter names what only one kind has, nothing of the other kind fits.
async fn search_all(call: ApiCall, body: Bytes) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let query = ListQuery::searched(&body)?;
    let (filter, page) = (query.filter()?, query.page());
    let (has_users, has_groups) = filter
        .as_ref()
        .map_or((true, true), |filter| (store::is_of_users(filter), store::is_of_groups(filter)));
    if !has_users && !has_groups {
        return Err(ScimRefusal::Filter.into());
    }
    let (mut total, mut found) = (0, vec![]);
    if has_users {
        (total, found) = users_found(&call, &scope, filter.as_ref(), page).await?;
    }
    if has_groups {
        let shown = i64::try_from(found.len()).unwrap_or(page.count);
        let rest = ScimPage { offset: (page.offset - total).max(0), count: page.count - shown };
        let (groups, more) = groups_found(&call, &scope, filter.as_ref(), rest).await?;
        total += groups;
        found.extend(more);
    }
    Ok(query.answer(total, found))
}

fn person(id: &str) -> Result<PersonId, Problem> {
    Uuid::try_parse(id).map(PersonId).map_err(|_| Problem::NotFound)
}

async fn one_user(
    call: ApiCall,
    Path(id): Path<String>,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let (scope, id, today) = (call.scope::<Scim>()?, person(&id)?, today(call.app()));
    let row = store::user(call.db(), &scope, today, id).await?.ok_or(Problem::NotFound)?;
    let groups = store::groups_of(call.db(), &scope, today, &[id]).await?;
    Ok(answer(StatusCode::OK, &query.project(user_on_wire(&call, &row, &groups))))
}

/// Answers with the user as saved, then ends sessions where the account was locked.
async fn save_user(
    call: &ApiCall,
    identity: &Identity,
    scope: &MachineScope<Scim>,
    mut work: Box<Work>,
    (status, written): (StatusCode, WrittenUser),
) -> Result<Response, ApiError> {
    let (id, today) = (written.id, today(call.app()));
    let user = match status {
        StatusCode::NO_CONTENT => Value::Null,
        _ => {
            let row = store::user(work.tx(), scope, today, id).await?.ok_or(Problem::NotFound)?;
            let groups = store::groups_of(work.tx(), scope, today, &[id]).await?;
            resource::projected(user_on_wire(call, &row, &groups), None, None)
        }
    };
    let response = call.commit(work, scope, (status, &user)).await?;
    if written.ends_sessions {
        account::sign_out(identity, id, None, EndedBy::Disabled).await?;
    }
    Ok(saved(response, user.pointer("/meta/location")))
}

async fn add_user(call: ApiCall, State(state): State<ApiState>, body: Bytes) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let new = resource::read_user(&read(&body)?)?;
    let mut work = match call.begin(&scope, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let written = users::add(call.app(), &mut work, &scope, new).await?;
    save_user(&call, &state.identity, &scope, work, (StatusCode::CREATED, written)).await
}

async fn replace_user(
    call: ApiCall,
    State(state): State<ApiState>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, ApiError> {
    let (scope, id) = (call.scope::<Scim>()?, person(&id)?);
    let given = read(&body)?;
    let mut work = match call.begin(&scope, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let there = store::user(work.tx(), &scope, today(call.app()), id).await?.ok_or(Problem::NotFound)?;
    let new = resource::read_user(&given)?;
    let written = users::replace(call.app(), &mut work, &scope, &there, new).await?;
    save_user(&call, &state.identity, &scope, work, (StatusCode::OK, written)).await
}

async fn patch_user(
    call: ApiCall,
    State(state): State<ApiState>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, ApiError> {
    let (scope, id) = (call.scope::<Scim>()?, person(&id)?);
    let operations = read(&body)?;
    let mut work = match call.begin(&scope, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let there = store::user(work.tx(), &scope, today(call.app()), id).await?.ok_or(Problem::NotFound)?;
    let now = user_on_wire(&call, &there, &[]);
    let new = resource::read_user(&patch::patched(&USER_SHAPE, now, &operations)?)?;
    let written = users::replace(call.app(), &mut work, &scope, &there, new).await?;
    save_user(&call, &state.identity, &scope, work, (StatusCode::OK, written)).await
}

async fn remove_user(
    call: ApiCall,
    State(state): State<ApiState>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let (scope, id) = (call.scope::<Scim>()?, person(&id)?);
    let mut work = match call.begin(&scope, &[]).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let there = store::user(work.tx(), &scope, today(call.app()), id).await?.ok_or(Problem::NotFound)?;
    let written = users::remove(&mut work, &scope, &there).await?;
    save_user(&call, &state.identity, &scope, work, (StatusCode::NO_CONTENT, written)).await
}

fn group_on_wire(call: &ApiCall, row: &ScimGroupRow, members: &[GroupMember]) -> Value {
    let own: Vec<GroupMember> = members.iter().filter(|member| member.role_id == row.id).cloned().collect();
    resource::group(&base(call), row, &own)
}

/// How many groups fit, and those on the page.
async fn groups_found(
    call: &ApiCall,
    scope: &MachineScope<Scim>,
    filter: Option<&Filter>,
    page: ScimPage,
) -> Result<(i64, Vec<Value>), Problem> {
    let today = today(call.app());
    let (total, rows) = store::groups(call.db(), scope, today, filter, page).await?;
    let ids: Vec<RoleId> = rows.iter().map(|row| row.id).collect();
    let members = store::members(call.db(), scope, today, &ids).await?;
    Ok((total, rows.iter().map(|row| group_on_wire(call, row, &members)).collect()))
}

async fn list_groups(call: ApiCall, Query(query): Query<ListQuery>) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let filter = query.filter()?;
    let (total, groups) = groups_found(&call, &scope, filter.as_ref(), query.page()).await?;
    Ok(query.answer(total, groups))
}

async fn search_groups(call: ApiCall, body: Bytes) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let query = ListQuery::searched(&body)?;
    let filter = query.filter()?;
    let (total, groups) = groups_found(&call, &scope, filter.as_ref(), query.page()).await?;
    Ok(query.answer(total, groups))
}

fn role(id: &str) -> Result<RoleId, Problem> {
    Uuid::try_parse(id).map(RoleId).map_err(|_| Problem::NotFound)
}

async fn one_group(
    call: ApiCall,
    Path(id): Path<String>,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let (scope, id, today) = (call.scope::<Scim>()?, role(&id)?, today(call.app()));
    let row = store::group(call.db(), &scope, today, id).await?.ok_or(Problem::NotFound)?;
    let members = store::members(call.db(), &scope, today, &[id]).await?;
    Ok(answer(StatusCode::OK, &query.project(group_on_wire(&call, &row, &members))))
}

async fn save_group(
    call: &ApiCall,
    scope: &MachineScope<Scim>,
    mut work: Box<Work>,
    (status, id): (StatusCode, RoleId),
) -> Result<Response, ApiError> {
    let today = today(call.app());
    let row = store::group(work.tx(), scope, today, id).await?.ok_or(Problem::NotFound)?;
    let members = store::members(work.tx(), scope, today, &[id]).await?;
    let group = resource::projected(group_on_wire(call, &row, &members), None, None);
    let response = call.commit(work, scope, (status, &group)).await?;
    Ok(saved(response, group.pointer("/meta/location")))
}

async fn add_group(call: ApiCall, body: Bytes) -> Result<Response, ApiError> {
    let scope = call.scope::<Scim>()?;
    let new = resource::read_group(&read(&body)?)?;
    let mut work = match call.begin(&scope, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let id = groups::add(call.app(), &mut work, &scope, new).await?;
    save_group(&call, &scope, work, (StatusCode::CREATED, id)).await
}

async fn replace_group(call: ApiCall, Path(id): Path<String>, body: Bytes) -> Result<Response, ApiError> {
    let (scope, id) = (call.scope::<Scim>()?, role(&id)?);
    let given = read(&body)?;
    let mut work = match call.begin(&scope, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let there = store::group(work.tx(), &scope, today(call.app()), id).await?.ok_or(Problem::NotFound)?;
    let new = resource::read_group(&given)?;
    let id = groups::replace(call.app(), &mut work, &scope, &there, new).await?;
    save_group(&call, &scope, work, (StatusCode::OK, id)).await
}

async fn patch_group(call: ApiCall, Path(id): Path<String>, body: Bytes) -> Result<Response, ApiError> {
    let (scope, id) = (call.scope::<Scim>()?, role(&id)?);
    let operations = read(&body)?;
    let mut work = match call.begin(&scope, &body).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let today = today(call.app());
    let there = store::group(work.tx(), &scope, today, id).await?.ok_or(Problem::NotFound)?;
    let members = store::members(work.tx(), &scope, today, &[id]).await?;
    let now = group_on_wire(&call, &there, &members);
    let new = resource::read_group(&patch::patched(&GROUP_SHAPE, now, &operations)?)?;
    let id = groups::replace(call.app(), &mut work, &scope, &there, new).await?;
    save_group(&call, &scope, work, (StatusCode::OK, id)).await
}

async fn remove_group(call: ApiCall, Path(id): Path<String>) -> Result<Response, ApiError> {
    let (scope, id) = (call.scope::<Scim>()?, role(&id)?);
    let mut work = match call.begin(&scope, &[]).await? {
        Begun::Work(work) => work,
        Begun::Answered(before) => return Ok(saved(before, None)),
    };
    let there = store::group(work.tx(), &scope, today(call.app()), id).await?.ok_or(Problem::NotFound)?;
    groups::remove(call.app(), &mut work, &scope, &there).await?;
    Ok(saved(call.commit(work, &scope, (StatusCode::NO_CONTENT, &Value::Null)).await?, None))
}
