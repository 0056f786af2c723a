//! The SQL of resources and links. Every function takes a scope and filters by it.

use super::rules::{FormLinks, ResourceDraft};
use super::{OfferFilter, Resources, SharedLinks};
use crate::access::{CompanyScope, EmployeeScope, Need, Write};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{DocumentId, EmployeeId, PersonId, ResourceId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

/// A resource as its company's managers see it.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub id: ResourceId,
    pub name: String,
    pub name_key: String,
    pub description: String,
    pub link: String,
    pub is_action_item: bool,
    pub due_date: Option<Day>,
    pub version: i64,
    pub created_at: Moment,
    pub created_by_name: String,
    pub updated_at: Moment,
    pub updated_by: PersonId,
    pub updated_by_name: String,
    pub acknowledged: i64,
    pub people: i64,
}
db::row!(Resource {
    id,
    name,
    name_key,
    description,
    link,
    is_action_item,
    due_date,
    version,
    created_at,
    created_by_name,
    updated_at,
    updated_by,
    updated_by_name,
    acknowledged,
    people
});

/// The columns of `Resource`, in order. Only current employees count.
const SELECT: &str = "SELECT r.id, r.name, r.name_key, r.description, r.link, r.is_action_item, r.due_date, r.version,
    r.created_at, c.first_name || ' ' || c.last_name, r.updated_at, r.updated_by, u.first_name || ' ' || u.last_name,
    (SELECT count(*) FROM resource_acknowledgement a JOIN employee e ON e.id = a.employee_id AND e.status = 'Active'
      WHERE a.resource_id = r.id),
    CASE WHEN r.is_action_item
      THEN (SELECT count(*) FROM employee e WHERE e.company_id = r.company_id AND e.status = 'Active') ELSE 0 END
  FROM resource r JOIN person c ON c.id = r.created_by JOIN person u ON u.id = r.updated_by
  WHERE r.tenant_id = $1 AND r.company_id = $2 AND r.deleted_at IS NULL";

/// What an employee sees: a resource, or a document shown on the dashboard.
#[derive(Clone, Debug)]
pub(super) struct OfferedResource {
    pub id: Uuid,
    pub document: Option<DocumentId>,
    pub name: String,
    pub description: String,
    pub link: String,
    pub is_action_item: bool,
    pub due_date: Option<Day>,
    pub created_at: Moment,
    pub created_by_name: String,
    pub updated_at: Moment,
    pub updated_by: PersonId,
    pub updated_by_name: String,
    pub acknowledged_at: Option<Moment>,
    pub of_all: i64,
}
db::row!(OfferedResource {
    id,
    document,
    name,
    description,
    link,
    is_action_item,
    due_date,
    created_at,
    created_by_name,
    updated_at,
    updated_by,
    updated_by_name,
    acknowledged_at,
    of_all
});

/// Pending action items first, soonest due; then the rest by name.
pub(super) async fn for_employee(
    db: &Db,
    scope: &EmployeeScope<Resources>,
    today: Day,
    narrowed: OfferFilter,
    limit: usize,
) -> db::Result<Vec<OfferedResource>> {
    db.all(
        "SELECT o.id, o.document_id, o.name, o.description, o.link, o.is_action_item, o.due_date, o.created_at,
           c.first_name || ' ' || c.last_name, o.updated_at, o.updated_by, u.first_name || ' ' || u.last_name,
           o.acknowledged_at, count(*) OVER ()
         FROM (
           SELECT r.id, CAST(NULL AS UUID) AS document_id, r.name, r.name_key, r.description, r.link, r.is_action_item,
             r.due_date, r.created_at, r.created_by, r.updated_at, r.updated_by, a.acknowledged_at
           FROM resource r
           LEFT JOIN resource_acknowledgement a ON a.resource_id = r.id AND a.employee_id = $3
           WHERE r.tenant_id = $1 AND r.company_id = $2 AND r.deleted_at IS NULL
           UNION ALL
           SELECT d.id, d.id, d.document_name, d.name_key, '', '', FALSE, CAST(NULL AS DATE), d.updated_at, d.updated_by,
             d.updated_at, d.updated_by, CAST(NULL AS TIMESTAMPTZ)
           FROM company_document d
           WHERE $7 AND d.tenant_id = $1 AND d.company_id = $2 AND d.show_on_dashboard AND d.start_date <= $4
             AND d.end_date >= $4
         ) o
         JOIN person c ON c.id = o.created_by JOIN person u ON u.id = o.updated_by
         WHERE $6 IS NULL OR o.is_action_item = $6
         ORDER BY CASE WHEN o.is_action_item AND o.acknowledged_at IS NULL THEN 0 ELSE 1 END,
           CASE WHEN o.is_action_item AND o.acknowledged_at IS NULL THEN o.due_date END NULLS LAST, o.name_key, o.id
         LIMIT $5",
        params![
            scope.tenant(),
            scope.company(),
            scope.employee(),
            today,
            limit as i64,
            narrowed.is_action_item,
            narrowed.has_documents
        ],
    )
    .await
}

pub(super) async fn of_company(
    db: &Db,
    scope: &CompanyScope<Resources, impl Need>,
    is_action_item: Option<bool>,
    ask: &Ask,
) -> Result<Vec<Resource>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let mut narrowed = String::new();
    if let Some(wanted) = is_action_item {
        values.push(wanted.into());
        narrowed = format!("AND r.is_action_item = ${}", values.len());
    }
    let page = Sort::ascending(&[("r.name_key", SortKey::Text)]).page(ask, &mut values)?;
    Ok(db.all(format!("{SELECT} {narrowed} {page}"), values).await?)
}

pub(super) async fn one(
    tx: &mut Tx,
    scope: &CompanyScope<Resources, impl Need>,
    id: ResourceId,
) -> db::Result<Option<Resource>> {
    tx.opt(format!("{SELECT} AND r.id = $3"), params![scope.tenant(), scope.company(), id]).await
}

pub(super) async fn exists(
    db: &Db,
    scope: &CompanyScope<Resources, impl Need>,
    id: ResourceId,
) -> db::Result<bool> {
    let sql =
        "SELECT 1 FROM resource WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND deleted_at IS NULL";
    Ok(db.opt::<(i64,)>(sql, params![scope.tenant(), scope.company(), id]).await?.is_some())
}

fn draft_values(
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
    draft: &ResourceDraft,
    now: Timestamp,
) -> Vec<Value> {
    params![
        id,
        scope.tenant(),
        scope.company(),
        draft.name.as_str(),
        names::folded(&draft.name),
        draft.description.as_str(),
        draft.link.as_str(),
        draft.is_action_item,
        draft.due,
        now,
        scope.viewer()
    ]
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
    draft: &ResourceDraft,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO resource (id, tenant_id, company_id, name, name_key, description, link, is_action_item, due_date,
           created_at, created_by, updated_at, updated_by, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $11, 1)",
        draft_values(scope, id, draft, now),
    )
    .await?;
    Ok(())
}

/// False if there's no such resource in this version.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
    version: i64,
    draft: &ResourceDraft,
    now: Timestamp,
) -> db::Result<bool> {
    let mut values = draft_values(scope, id, draft, now);
    values.push(version.into());
    let changed = tx
        .exec(
            "UPDATE resource SET name = $4, name_key = $5, description = $6, link = $7, is_action_item = $8, due_date = $9,
               updated_at = $10, updated_by = $11, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND deleted_at IS NULL AND version = $12",
            values,
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn delete(
    tx: &mut Tx,
    scope: &CompanyScope<Resources, Write>,
    id: ResourceId,
    version: Option<i64>,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE resource SET deleted_at = $5, deleted_by = $6, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND deleted_at IS NULL
               AND ($4 IS NULL OR version = $4)",
            params![id, scope.tenant(), scope.company(), version, now, scope.viewer()],
        )
        .await?;
    Ok(changed == 1)
}

/// A resource's name, and whether it has to be acknowledged.
pub(super) async fn acknowledgeable(
    tx: &mut Tx,
    scope: &EmployeeScope<Resources>,
    id: ResourceId,
) -> db::Result<Option<(String, bool)>> {
    tx.opt(
        "SELECT name, is_action_item FROM resource
         WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND deleted_at IS NULL",
        params![scope.tenant(), scope.company(), id],
    )
    .await
}

/// False if it was already acknowledged.
pub(super) async fn acknowledge(
    tx: &mut Tx,
    scope: &EmployeeScope<Resources>,
    id: ResourceId,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "INSERT INTO resource_acknowledgement (resource_id, employee_id, tenant_id, company_id, acknowledged_at)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (resource_id, employee_id) DO NOTHING",
            params![id, scope.employee(), scope.tenant(), scope.company(), now],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn add_event(
    tx: &mut Tx,
    scope: &EmployeeScope<Resources>,
    event: Uuid,
    resource: ResourceId,
    title: &str,
    day: Day,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO calendar_event (id, tenant_id, company_id, employee_id, category, title, day, resource_id, created_at)
         VALUES ($1, $2, $3, $4, 'ActionItem', $5, $6, $7, $8)",
        params![event, scope.tenant(), scope.company(), scope.employee(), title, day, resource, now],
    )
    .await?;
    Ok(())
}

/// One report, with when they acknowledged.
#[derive(Clone, Debug)]
pub(super) struct Acknowledging {
    pub employee: EmployeeId,
    pub sort_name: String,
    pub first_name: String,
    pub last_name: String,
    pub acknowledged_at: Option<Moment>,
}
db::row!(Acknowledging { employee, sort_name, first_name, last_name, acknowledged_at });

impl Acknowledging {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.sort_name.clone(), self.employee.to_string()]
    }
}

pub(super) async fn acknowledging(
    db: &Db,
    scope: &CompanyScope<Resources, impl Need>,
    resource: ResourceId,
    ask: &Ask,
) -> Result<Vec<Acknowledging>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), scope.viewer(), resource];
    let by_name = Sort::ascending(&[("l.sort_name", SortKey::Text), ("l.employee_id", SortKey::Id)]);
    let page = by_name.page(ask, &mut values)?;
    let sql = format!(
        "SELECT e.id, l.sort_name, e.first_name, e.last_name, a.acknowledged_at
         FROM (SELECT DISTINCT sort_name, employee_id FROM reporting_line
               WHERE tenant_id = $1 AND company_id = $2 AND manager_id = $3) l
         JOIN employee e ON e.id = l.employee_id AND e.tenant_id = $1 AND e.status = 'Active'
         LEFT JOIN resource_acknowledgement a ON a.resource_id = $4 AND a.employee_id = e.id
         WHERE TRUE {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// A company's links. Version 0 means it never wrote any.
#[derive(Clone, Debug, Default)]
pub struct KeptLinks {
    pub links: FormLinks,
    pub version: i64,
    pub updated_by_name: String,
}

pub(super) async fn links(
    mut from: impl Read,
    scope: &CompanyScope<SharedLinks, impl Need>,
) -> Result<KeptLinks, Problem> {
    let sql = "SELECT l.state_w4_link, l.federal_w4_link, l.custom_links, l.dashboard_messages, l.version,
           u.first_name || ' ' || u.last_name
         FROM company_links l JOIN person u ON u.id = l.updated_by WHERE l.tenant_id = $1 AND l.company_id = $2";
    type Row = (String, String, String, String, i64, String);
    let row: Option<Row> = from.opt(sql, params![scope.tenant(), scope.company()]).await?;
    let Some((state_w4, federal_w4, custom, messages, version, updated_by_name)) = row else {
        return Ok(KeptLinks::default());
    };
    let bad = |error: serde_json::Error| Problem::Internal(format!("the links of a company: {error}"));
    let custom = serde_json::from_str(&custom).map_err(bad)?;
    let messages = serde_json::from_str(&messages).map_err(bad)?;
    Ok(KeptLinks { links: FormLinks { state_w4, federal_w4, custom, messages }, version, updated_by_name })
}

/// False if they have another version by now. Without a version, they're written whatever they were.
pub(super) async fn put_links(
    tx: &mut Tx,
    scope: &CompanyScope<SharedLinks, Write>,
    version: Option<i64>,
    links: &FormLinks,
    now: Timestamp,
) -> db::Result<bool> {
    let json = |value: serde_json::Value| value.to_string();
    let changed = tx
        .exec(
            "INSERT INTO company_links (company_id, tenant_id, state_w4_link, federal_w4_link, custom_links,
               dashboard_messages, updated_at, updated_by, version)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)
             ON CONFLICT (company_id) DO UPDATE SET state_w4_link = $3, federal_w4_link = $4, custom_links = $5,
               dashboard_messages = $6, updated_at = $7, updated_by = $8, version = company_links.version + 1
             WHERE $9 IS NULL OR company_links.version = $9",
            params![
                scope.company(),
                scope.tenant(),
                links.state_w4.as_str(),
                links.federal_w4.as_str(),
                json(serde_json::json!(links.custom)),
                json(serde_json::json!(links.messages)),
                now,
                scope.viewer(),
                version
            ],
        )
        .await?;
    Ok(changed == 1)
}
