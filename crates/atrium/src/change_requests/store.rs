//! The SQL of change requests. Every function takes a scope and filters by it.

use super::rules::{RequestEntity, RequestStatus, RequestType};
use super::{ChangeRequests, OpenPages};
use crate::access::{
    AlarmScope, DeciderScope, Decisions, EmployeeScope, Need, TenantScope, Write, has_manager, is_report,
};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{ChangeRequestId, CompanyId, EmployeeId, PersonId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;

db::text!(RequestType { DirectDeposit = "direct_deposit", EeInfo = "ee_info" });
db::text!(RequestEntity {
    DirectDeposit = "directDeposit",
    TaxForms = "taxSetup",
    Demographics = "demographics",
    Dependents = "dependents",
    Beneficiaries = "beneficiaries",
    AdditionalInfo = "additionalInfo",
});
db::text!(RequestStatus {
    Pending = "Pending",
    Approved = "Approved",
    Denied = "Denied",
    Frozen = "Frozen",
    Withdrawn = "Withdrawn"
});

#[derive(Clone, Debug)]
pub struct ChangeRequest {
    pub id: ChangeRequestId,
    pub employee_id: EmployeeId,
    pub employee_code: String,
    pub first_name: String,
    pub last_name: String,
    pub entity: RequestEntity,
    pub status: RequestStatus,
    /// JSON from the feature that carries it out.
    pub detail: String,
    pub cautions: String,
    pub requested_at: Moment,
    pub last_updated: Moment,
    pub decided_by: Option<String>,
    pub note: String,
    pub version: i64,
    /// How far it has come on its way to payroll: the part of it that has come least far.
    pub payroll_state: Option<String>,
    pub handed_at: Option<Moment>,
    pub payroll_settled_at: Option<Moment>,
    pub payroll_reason: Option<String>,
}
db::row!(ChangeRequest {
    id,
    employee_id,
    employee_code,
    first_name,
    last_name,
    entity,
    status,
    detail,
    cautions,
    requested_at,
    last_updated,
    decided_by,
    note,
    version,
    payroll_state,
    handed_at,
    payroll_settled_at,
    payroll_reason
});

impl ChangeRequest {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.last_updated.0.to_string(), self.id.to_string()]
    }
}

/// The columns of `ChangeRequest`, in order.
const SELECT: &str = "SELECT r.id, r.employee_id, e.employee_code, e.first_name, e.last_name, r.entity_type, r.status, r.detail, r.cautions, r.requested_at, r.last_updated, d.first_name || ' ' || d.last_name, r.note, r.version,
    h.state, b.created_at, h.settled_at, h.reason
  FROM change_request r JOIN employee e ON e.id = r.employee_id LEFT JOIN person d ON d.id = r.decided_by
  LEFT JOIN payroll_change h ON h.id = (
    SELECT c.id FROM payroll_change c WHERE c.request_id = r.id AND c.state <> 'dropped' ORDER BY CASE c.state
      WHEN 'rejected' THEN 1 WHEN 'conflict' THEN 2 WHEN 'waiting' THEN 3 WHEN 'handed' THEN 4 ELSE 5 END, c.id LIMIT 1)
  LEFT JOIN handover_batch b ON b.id = h.batch_id";

const BY_LAST_UPDATE: &[(&str, SortKey)] = &[("r.last_updated", SortKey::Moment), ("r.id", SortKey::Id)];

/// Requests waiting for this decider, oldest first: their reports' requests and, for an administrator, requests by
/// employees with no manager left. Never their own.
pub(super) async fn queue(
    db: &Db,
    scope: &DeciderScope<Decisions, impl Need>,
    request_type: RequestType,
    ask: &Ask,
) -> Result<Vec<ChangeRequest>, Problem> {
    let mut values = params![
        scope.tenant(),
        scope.company(),
        scope.viewer(),
        request_type,
        scope.is_manager(),
        scope.is_administrator(),
        scope.today()
    ];
    let (is_report, has_manager) = (is_report(7), has_manager(7));
    let page = Sort::ascending(BY_LAST_UPDATE).page(ask, &mut values)?;
    let sql = format!(
        "{SELECT} WHERE r.tenant_id = $1 AND r.company_id = $2 AND r.request_type = $4
           AND r.status IN ('Pending', 'Frozen') AND e.person_id <> $3
           AND (($5 AND {is_report}) OR ($6 AND NOT {has_manager})) {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// What this decider decided, newest first, of people they still decide for.
pub(super) async fn decided(
    db: &Db,
    scope: &DeciderScope<Decisions, impl Need>,
    request_type: RequestType,
    ask: &Ask,
) -> Result<Vec<ChangeRequest>, Problem> {
    let mut values = params![
        scope.tenant(),
        scope.company(),
        scope.viewer(),
        request_type,
        scope.is_manager(),
        scope.is_administrator(),
        scope.today()
    ];
    let (is_report, has_manager) = (is_report(7), has_manager(7));
    let page = Sort::descending(BY_LAST_UPDATE).page(ask, &mut values)?;
    let sql = format!(
        "{SELECT} WHERE r.tenant_id = $1 AND r.company_id = $2 AND r.request_type = $4 AND r.decided_by = $3
           AND r.status IN ('Approved', 'Denied') AND e.person_id <> $3
           AND (($5 AND {is_report}) OR ($6 AND NOT {has_manager})) {page}"
    );
    Ok(db.all(sql, values).await?)
}

/// A company with requests waiting for an administrator, and how many of each type.
pub struct Unmanaged {
    pub company_id: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    pub ee_info: i64,
    pub direct_deposit: i64,
}
db::row!(Unmanaged { company_id, company_name, time_zone, ee_info, direct_deposit });

/// By name, for all companies as of one day. SQLite joins tables in the order CROSS JOIN names them: company by
/// company, its open requests.
pub(super) async fn unmanaged(
    db: &Db,
    scope: &TenantScope<Decisions, Write>,
    today: Day,
) -> db::Result<Vec<Unmanaged>> {
    let has_manager = has_manager(3);
    let sql = format!(
        "SELECT c.id, c.name, c.time_zone, count(CASE WHEN r.request_type = 'ee_info' THEN 1 END),
           count(CASE WHEN r.request_type = 'direct_deposit' THEN 1 END)
         FROM company c CROSS JOIN change_request r CROSS JOIN employee e
         WHERE c.tenant_id = $1 AND r.company_id = c.id AND r.request_type IN ('direct_deposit', 'ee_info')
           AND r.status IN ('Pending', 'Frozen') AND e.id = r.employee_id AND e.person_id <> $2 AND NOT {has_manager}
         GROUP BY c.id, c.name, c.time_zone ORDER BY c.name, c.id"
    );
    db.all(sql, params![scope.tenant(), scope.viewer(), today]).await
}

/// The employee behind a request, for checking access to it.
pub(super) async fn whose(
    db: &Db,
    scope: &DeciderScope<Decisions, impl Need>,
    id: ChangeRequestId,
) -> db::Result<Option<(EmployeeId, RequestType)>> {
    let sql = "SELECT employee_id, request_type FROM change_request
        WHERE tenant_id = $1 AND company_id = $2 AND id = $3";
    db.opt(sql, params![scope.tenant(), scope.company(), id]).await
}

const OF_EMPLOYEE: &str = "r.tenant_id = $1 AND r.company_id = $2 AND r.employee_id = $3";

/// Decided requests stay readable to anyone who may decide the next one.
pub(super) async fn one(
    mut from: impl Read,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    id: ChangeRequestId,
) -> db::Result<Option<ChangeRequest>> {
    let values = params![scope.tenant(), scope.company(), scope.employee(), id];
    from.opt(format!("{SELECT} WHERE {OF_EMPLOYEE} AND r.id = $4"), values).await
}

pub(super) async fn of_alarm(db: &Db, scope: &AlarmScope) -> db::Result<Option<ChangeRequest>> {
    let values = params![scope.tenant(), scope.company(), scope.employee(), scope.request()];
    db.opt(format!("{SELECT} WHERE {OF_EMPLOYEE} AND r.id = $4"), values).await
}

/// The employee's own requests, newest first.
pub(super) async fn of_employee(
    db: &Db,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    open: OpenPages,
    request_type: Option<RequestType>,
    ask: &Ask,
) -> Result<Vec<ChangeRequest>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), scope.employee(), request_type];
    values.extend(params![open.deposits, open.taxes, open.profile, RequestEntity::TaxForms]);
    let page = Sort::descending(BY_LAST_UPDATE).page(ask, &mut values)?;
    let sql = format!(
        "{SELECT} WHERE {OF_EMPLOYEE} AND ($4 IS NULL OR r.request_type = $4)
           AND (CASE WHEN r.request_type = 'direct_deposit' THEN $5 WHEN r.entity_type = $8 THEN $6 ELSE $7 END) {page}"
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn has_frozen(
    mut from: impl Read,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    request_type: RequestType,
) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM change_request r WHERE {OF_EMPLOYEE} AND r.request_type = $4 AND r.status = 'Frozen' LIMIT 1"
    );
    let values = params![scope.tenant(), scope.company(), scope.employee(), request_type];
    Ok(from.opt::<(i64,)>(sql, values).await?.is_some())
}

/// Requests of a type from the first one on, newest first, without those that were denied or frozen.
pub(super) async fn since(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    request_type: RequestType,
    first: (Timestamp, ChangeRequestId),
) -> db::Result<Vec<ChangeRequest>> {
    let sql = format!(
        "{SELECT} WHERE {OF_EMPLOYEE} AND r.request_type = $4 AND r.status IN ('Pending', 'Approved', 'Withdrawn')
           AND (r.requested_at, r.id) >= ($5, $6) ORDER BY r.requested_at DESC, r.id DESC"
    );
    let whose = scope.employee();
    let values = params![scope.tenant(), scope.company(), whose, request_type, first.0, first.1];
    tx.all(sql, values).await
}

pub(super) async fn pending(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    request_type: RequestType,
) -> db::Result<Vec<ChangeRequest>> {
    let sql = format!(
        "{SELECT} WHERE {OF_EMPLOYEE} AND r.request_type = $4 AND r.status = 'Pending' ORDER BY r.id"
    );
    tx.all(sql, params![scope.tenant(), scope.company(), scope.employee(), request_type]).await
}

pub(super) async fn is_outstanding(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, impl Need>,
    entity: RequestEntity,
) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM change_request r WHERE {OF_EMPLOYEE} AND r.entity_type = $4
           AND r.status IN ('Pending', 'Frozen') LIMIT 1"
    );
    let values = params![scope.tenant(), scope.company(), scope.employee(), entity];
    let found: Option<(i64,)> = tx.opt(sql, values).await?;
    Ok(found.is_some())
}

pub(super) struct NewChangeRequest {
    pub id: ChangeRequestId,
    pub requested_by: PersonId,
    pub entity: RequestEntity,
    pub status: RequestStatus,
    pub detail: String,
    pub cautions: String,
    pub now: Timestamp,
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, Write>,
    row: NewChangeRequest,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO change_request (id, tenant_id, company_id, employee_id, requested_by, request_type, entity_type,
           status, detail, cautions, requested_at, last_updated, note, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, '', 1)",
        params![
            row.id,
            scope.tenant(),
            scope.company(),
            scope.employee(),
            row.requested_by,
            row.entity.request_type(),
            row.entity,
            row.status,
            row.detail,
            row.cautions,
            row.now
        ],
    )
    .await
    .map(drop)
}

/// False if it has another version by now.
pub(super) async fn decide(
    tx: &mut Tx,
    scope: &EmployeeScope<Decisions, Write>,
    id: ChangeRequestId,
    version: i64,
    status: RequestStatus,
    note: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE change_request SET status = $6, note = $7, decided_by = $8, last_updated = $9, version = version + 1
             WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND id = $4 AND version = $5",
            params![
                scope.tenant(),
                scope.company(),
                scope.employee(),
                id,
                version,
                status,
                note,
                scope.viewer(),
                now
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// The owner withdraws or freezes it.
pub(super) async fn close(
    tx: &mut Tx,
    scope: &EmployeeScope<ChangeRequests, Write>,
    id: ChangeRequestId,
    status: RequestStatus,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "UPDATE change_request SET status = $5, last_updated = $6, version = version + 1
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND id = $4",
        params![scope.tenant(), scope.company(), scope.employee(), id, status, now],
    )
    .await
    .map(drop)
}
