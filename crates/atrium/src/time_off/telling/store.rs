//! The SQL of time off recipients.

use super::super::kinds::Yes;
use super::super::store::{Request, together, whole};
use crate::access::{ApproverScope, Need, NoticeScope, UpkeepScope, in_force};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, DelegationId, EmployeeId, PersonId, TenantId, TimeOffRequestId};
use crate::time_off::TimeOff;
use db::{Db, Tx, params};
use jiff::Timestamp;

/// Someone we write to.
pub struct TimeOffRecipient {
    pub person: PersonId,
    pub first_name: String,
    pub email: String,
    pub language: String,
    /// The kind of line that leads to the employee.
    pub(super) kind: String,
}
db::row!(TimeOffRecipient { person, first_name, email, language, kind });

/// The people who decide the employee's time off, and their delegates today. Leaves out the employee, the person who
/// did this, the person who gave the first of two approvals, and the line it was given over.
pub(super) async fn approvers(
    tx: &mut Tx,
    scope: &NoticeScope,
    today: Day,
    first_yes: Option<Yes>,
) -> db::Result<Vec<TimeOffRecipient>> {
    let in_force = in_force(4);
    let sql = format!(
        "WITH those AS (
           SELECT l.manager_id AS person_id, l.kind FROM reporting_line l
           WHERE l.employee_id = $1 AND l.tenant_id = $2 AND l.company_id = $3 AND l.area = 'Time Off'
             AND ($7 IS NULL OR l.manager_id <> $7)
           UNION
           SELECT d.delegate_id, l.kind FROM reporting_line l
           JOIN time_off_delegation d ON d.manager_id = l.manager_id AND d.company_id = l.company_id
           WHERE l.employee_id = $1 AND l.tenant_id = $2 AND l.company_id = $3 AND l.area = 'Time Off'
             AND ($7 IS NULL OR l.manager_id <> $7) AND d.first_day <= $4 AND d.last_day >= $4 AND d.ended_at IS NULL)
         SELECT p.id, p.first_name, p.email, p.language, min(those.kind)
         FROM those JOIN person p ON p.id = those.person_id JOIN employee e ON e.id = $1
         WHERE p.disabled_at IS NULL AND p.tenant_id = $2 AND p.id <> e.person_id
           AND ($5 IS NULL OR p.id <> $5) AND ($6 IS NULL OR p.id <> $6)
           AND EXISTS (SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
             WHERE a.person_id = p.id AND a.company_id = $3 AND {in_force}
               AND ' ' || r.permissions || ' ' LIKE '% manager:time-off.write %')
         GROUP BY p.id, p.first_name, p.email, p.language ORDER BY p.email LIMIT 20"
    );
    tx.all(
        sql,
        params![
            scope.employee(),
            scope.tenant(),
            scope.company(),
            today,
            scope.viewer(),
            first_yes.map(|yes| yes.by),
            first_yes.map(|yes| yes.over)
        ],
    )
    .await
}

/// The name of the person who did this.
pub(super) async fn doer(tx: &mut Tx, scope: &NoticeScope) -> db::Result<Option<String>> {
    let name: Option<(String,)> = tx
        .opt(
            "SELECT first_name || ' ' || last_name FROM person WHERE id = $1 AND tenant_id = $2",
            params![scope.viewer(), scope.tenant()],
        )
        .await?;
    Ok(name.map(|(name,)| name))
}

pub(super) async fn owner(tx: &mut Tx, scope: &NoticeScope) -> db::Result<Option<TimeOffRecipient>> {
    tx.opt(
        "SELECT p.id, p.first_name, p.email, p.language, '' FROM employee e JOIN person p ON p.id = e.person_id
         WHERE e.id = $1 AND e.tenant_id = $2 AND e.company_id = $3 AND p.disabled_at IS NULL",
        params![scope.employee(), scope.tenant(), scope.company()],
    )
    .await
}

pub(super) struct StandsIn {
    pub person: PersonId,
    pub first_name: String,
    pub email: String,
    pub language: String,
    pub manager: String,
    pub first_day: Day,
    pub last_day: Day,
}
db::row!(StandsIn { person, first_name, email, language, manager, first_day, last_day });

/// The delegate in one of the viewer's delegations, and its dates.
pub(super) async fn stands_in(
    tx: &mut Tx,
    scope: &ApproverScope<TimeOff, impl Need>,
    id: DelegationId,
) -> db::Result<Option<StandsIn>> {
    tx.opt(
        "SELECT p.id AS person, p.first_name, p.email, p.language, m.first_name || ' ' || m.last_name AS manager,
           d.first_day, d.last_day
         FROM time_off_delegation d JOIN person p ON p.id = d.delegate_id JOIN person m ON m.id = d.manager_id
         WHERE d.id = $1 AND d.tenant_id = $2 AND d.company_id = $3 AND d.manager_id = $4 AND p.disabled_at IS NULL",
        params![id, scope.tenant(), scope.company(), scope.viewer()],
    )
    .await
}

pub(super) struct Slow {
    pub id: TimeOffRequestId,
    pub tenant_id: TenantId,
    pub company_id: CompanyId,
    pub employee_id: EmployeeId,
}
db::row!(Slow { id, tenant_id, company_id, employee_id });

/// Requests pending since a day, oldest first, that no one has been reminded of. A changed request starts over.
pub(super) async fn slow(db: &Db, _: &UpkeepScope, since: Day, most: i64) -> db::Result<Vec<Slow>> {
    db.all(
        "SELECT id, tenant_id, company_id, employee_id FROM time_off_request
         WHERE status = 'Pending' AND reminded_at IS NULL AND request_date <= $1
           AND (waits_since IS NULL OR waits_since <= $1)
         ORDER BY request_date LIMIT $2",
        params![since, most],
    )
    .await
}

/// Marks a request as reminded and returns it, if it's still pending and no one was reminded of it yet.
pub(super) async fn take(
    tx: &mut Tx,
    scope: &NoticeScope,
    id: TimeOffRequestId,
    now: Timestamp,
) -> db::Result<Option<Request>> {
    let taken = tx
        .exec(
            "UPDATE time_off_request SET reminded_at = $4
             WHERE id = $1 AND tenant_id = $2 AND employee_id = $3 AND status = 'Pending' AND reminded_at IS NULL",
            params![id, scope.tenant(), scope.employee(), now],
        )
        .await?;
    if taken == 0 {
        return Ok(None);
    }
    let selection = "SELECT * FROM time_off_request WHERE id = $1 AND tenant_id = $2 AND employee_id = $3";
    let values = params![id, scope.tenant(), scope.employee()];
    Ok(together(tx.all(whole(selection, "ASC"), values).await?).pop())
}
