//! The SQL of announcements. Every function takes a scope and filters by it.

use super::Announcements;
use super::rules::{AnnouncementDraft, Target};
use crate::access::{CompanyScope, EmployeeScope, Need, Write};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{AnnouncementId, EmployeeId, OrganizationId, PayGroupId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct Announcement {
    pub id: AnnouncementId,
    pub message: String,
    /// Empty if there isn't one.
    pub message_es: String,
    pub pay_group_id: Option<PayGroupId>,
    pub division_id: Option<OrganizationId>,
    pub branch_id: Option<OrganizationId>,
    pub department_id: Option<OrganizationId>,
    pub team_id: Option<OrganizationId>,
    pub start_date: Day,
    pub end_date: Day,
    pub version: i64,
    pub updated_at: Moment,
    pub updated_by_name: String,
    /// By the employee who asks.
    pub is_read: bool,
}
db::row!(Announcement {
    id,
    message,
    message_es,
    pay_group_id,
    division_id,
    branch_id,
    department_id,
    team_id,
    start_date,
    end_date,
    version,
    updated_at,
    updated_by_name,
    is_read
});

impl Announcement {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.start_date.to_string(), self.id.to_string()]
    }
}

/// The columns of `Announcement`, in order, except the last.
const COLUMNS: &str =
    "a.id, a.message, a.message_es, a.pay_group_id, a.division_id, a.branch_id, a.department_id, a.team_id,
    a.start_date, a.end_date, a.version, a.updated_at, p.first_name || ' ' || p.last_name";

const FROM: &str = "FROM announcement a JOIN person p ON p.id = a.updated_by";

/// An employee's current announcements. `$1` to `$4` are tenant, company, employee and day.
const MEANT: &str = "JOIN employee e ON e.id = $3 AND e.company_id = a.company_id
    WHERE a.tenant_id = $1 AND a.company_id = $2 AND a.start_date <= $4 AND a.end_date >= $4
      AND (a.pay_group_id IS NULL OR a.pay_group_id = e.pay_group_id)
      AND (a.division_id IS NULL OR a.division_id = e.division_id)
      AND (a.branch_id IS NULL OR a.branch_id = e.branch_id)
      AND (a.department_id IS NULL OR a.department_id = e.department_id)
      AND (a.team_id IS NULL OR a.team_id = e.team_id)";

const IS_READ: &str =
    "EXISTS (SELECT 1 FROM announcement_read r WHERE r.announcement_id = a.id AND r.employee_id = $3)";

/// The same columns for a row that was just written.
const RETURNING: &str =
    "RETURNING id, message, message_es, pay_group_id, division_id, branch_id, department_id, team_id, start_date, end_date,
    version, updated_at,
    (SELECT p.first_name || ' ' || p.last_name FROM person p WHERE p.id = announcement.updated_by), FALSE";

const NEWEST_FIRST: Sort = Sort::descending(&[("a.start_date", SortKey::Day), ("a.id", SortKey::Id)]);

pub(super) async fn current_for(
    db: &Db,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    ask: &Ask,
) -> Result<Vec<Announcement>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), scope.employee(), today];
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    let sql = format!("SELECT {COLUMNS}, {IS_READ} {FROM} {MEANT} {page}");
    Ok(db.all(sql, values).await?)
}

/// The newest ones and the total.
pub(super) async fn first_for(
    db: &Db,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    ask: &Ask,
) -> Result<(Vec<Announcement>, i64), Problem> {
    let mut values = params![scope.tenant(), scope.company(), scope.employee(), today];
    let total: (i64,) = db.one(format!("SELECT count(*) {FROM} {MEANT}"), values.clone()).await?;
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    let sql = format!("SELECT {COLUMNS}, {IS_READ} {FROM} {MEANT} {page}");
    let mut rows: Vec<Announcement> = db.all(sql, values).await?;
    rows.truncate(ask.limit);
    Ok((rows, total.0))
}

/// Marks the current ones among `ids` as read. What was already read stays as it was.
pub(super) async fn mark_read(
    tx: &mut Tx,
    scope: &EmployeeScope<Announcements>,
    today: Day,
    ids: &[AnnouncementId],
    now: Timestamp,
) -> db::Result<u64> {
    let mut values = params![scope.tenant(), scope.company(), scope.employee(), today, now];
    let list = db::in_list(&mut values, ids.iter().copied())?;
    let sql = format!(
        "INSERT INTO announcement_read (announcement_id, employee_id, tenant_id, read_at)
         SELECT a.id, e.id, a.tenant_id, $5 {FROM} {MEANT} AND a.id IN {list}
         ON CONFLICT (announcement_id, employee_id) DO NOTHING"
    );
    tx.exec(sql, values).await
}

pub(super) async fn of_company(
    db: &Db,
    scope: &CompanyScope<Announcements, impl Need>,
    ask: &Ask,
) -> Result<Vec<Announcement>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = NEWEST_FIRST.page(ask, &mut values)?;
    let sql = format!("SELECT {COLUMNS}, FALSE {FROM} WHERE a.tenant_id = $1 AND a.company_id = $2 {page}");
    Ok(db.all(sql, values).await?)
}

pub(super) async fn one(
    tx: &mut Tx,
    scope: &CompanyScope<Announcements, impl Need>,
    id: AnnouncementId,
) -> db::Result<Option<Announcement>> {
    tx.opt(
        format!("SELECT {COLUMNS}, FALSE {FROM} WHERE a.tenant_id = $1 AND a.company_id = $2 AND a.id = $3"),
        params![scope.tenant(), scope.company(), id],
    )
    .await
}

fn draft_values(
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
    draft: &AnnouncementDraft,
    now: Timestamp,
) -> Vec<Value> {
    let target = &draft.target;
    params![
        id,
        scope.tenant(),
        scope.company(),
        draft.message.clone(),
        target.pay_group,
        target.division,
        target.branch,
        target.department,
        target.team,
        draft.starts,
        draft.ends,
        now,
        scope.viewer(),
        draft.message_es.clone()
    ]
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
    draft: &AnnouncementDraft,
    now: Timestamp,
) -> db::Result<Announcement> {
    tx.one(
        format!(
            "INSERT INTO announcement (id, tenant_id, company_id, message, pay_group_id, division_id, branch_id,
               department_id, team_id, start_date, end_date, updated_at, updated_by, message_es, version)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1) {RETURNING}"
        ),
        draft_values(scope, id, draft, now),
    )
    .await
}

/// `None` if there is no such announcement in this version.
pub(super) async fn update(
    tx: &mut Tx,
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
    version: i64,
    draft: &AnnouncementDraft,
    now: Timestamp,
) -> db::Result<Option<Announcement>> {
    let mut values = draft_values(scope, id, draft, now);
    values.push(version.into());
    tx.opt(
        format!(
            "UPDATE announcement SET message = $4, pay_group_id = $5, division_id = $6, branch_id = $7,
               department_id = $8, team_id = $9, start_date = $10, end_date = $11, updated_at = $12,
               updated_by = $13, message_es = $14, version = version + 1
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND version = $15 {RETURNING}"
        ),
        values,
    )
    .await
}

pub(super) async fn delete(
    tx: &mut Tx,
    scope: &CompanyScope<Announcements, Write>,
    id: AnnouncementId,
    version: Option<i64>,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "DELETE FROM announcement
             WHERE id = $1 AND tenant_id = $2 AND company_id = $3 AND ($4 IS NULL OR version = $4)",
            params![id, scope.tenant(), scope.company(), version],
        )
        .await?;
    Ok(changed == 1)
}

/// Which of the target's groups exist in this company, with their kinds.
pub(super) async fn known_targets(
    mut from: impl Read,
    scope: &CompanyScope<Announcements, impl Need>,
    target: &Target,
) -> db::Result<Vec<(String, Uuid)>> {
    let select =
        "SELECT 'PayGroup', id FROM pay_group WHERE tenant_id = $1 AND company_id = $2 AND id = $3
         UNION ALL
         SELECT kind, id FROM organization WHERE tenant_id = $1 AND company_id = $2 AND id IN ($4, $5, $6, $7)";
    let values = params![
        scope.tenant(),
        scope.company(),
        target.pay_group,
        target.division,
        target.branch,
        target.department,
        target.team
    ];
    from.all(select, values).await
}

pub(super) struct Audience {
    pub company_people: i64,
    pub people: i64,
    /// (department, people), largest first.
    pub by_department: Vec<(String, i64)>,
    pub report_count: i64,
    pub reports: Vec<AudienceMember>,
}

pub(super) struct AudienceMember {
    pub id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub of_all: i64,
}
db::row!(AudienceMember { id, first_name, last_name, of_all });

/// The condition that the target includes an employee `e`.
fn is_meant(target: &Target, values: &mut Vec<Value>) -> String {
    let mut conditions = vec!["TRUE".to_owned()];
    for (column, id) in target.columns() {
        values.push(id.into());
        conditions.push(format!("e.{column} = ${}", values.len()));
    }
    conditions.join(" AND ")
}

/// Counts on the index `employee_audience` alone, without reading employees.
pub(super) async fn audience(
    db: &Db,
    scope: &CompanyScope<Announcements, impl Need>,
    target: &Target,
) -> db::Result<Audience> {
    let mut values = params![scope.tenant(), scope.company()];
    let meant = is_meant(target, &mut values);
    let departments: Vec<(String, i64, i64)> = db
        .all(
            format!(
                "SELECT coalesce(o.name, ''), d.everybody, d.reached
                 FROM (SELECT e.department_id, count(*) AS everybody,
                         count(CASE WHEN {meant} THEN 1 END) AS reached
                       FROM company c JOIN employee e ON e.company_id = c.id
                       WHERE c.tenant_id = $1 AND c.id = $2 AND e.status = 'Active'
                       GROUP BY e.department_id) d
                 LEFT JOIN organization o ON o.id = d.department_id
                 ORDER BY 3 DESC, 1"
            ),
            values,
        )
        .await?;
    let mut values = params![scope.tenant(), scope.company(), scope.viewer()];
    let meant = is_meant(target, &mut values);
    let reports: Vec<AudienceMember> = db
        .all(
            format!(
                "SELECT e.id, e.first_name, e.last_name, count(*) OVER ()
                 FROM (SELECT DISTINCT employee_id FROM reporting_line WHERE manager_id = $3 AND company_id = $2) l
                 JOIN employee e ON e.id = l.employee_id
                 WHERE e.tenant_id = $1 AND e.company_id = $2 AND e.status = 'Active' AND {meant}
                 ORDER BY e.last_name, e.first_name, e.id LIMIT 5"
            ),
            values,
        )
        .await?;
    Ok(Audience {
        company_people: departments.iter().map(|(_, all, _)| all).sum(),
        people: departments.iter().map(|(_, _, reached)| reached).sum(),
        by_department: departments
            .into_iter()
            .filter(|(_, _, reached)| *reached > 0)
            .map(|(name, _, reached)| (name, reached))
            .collect(),
        report_count: reports.first().map_or(0, |report| report.of_all),
        reports,
    })
}
