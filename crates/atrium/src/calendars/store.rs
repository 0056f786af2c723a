//! The SQL of calendars.

use crate::access::{CompanyScope, FeedScope, OwnScope};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CalendarFeedId, EmployeeId, PersonId};
use db::{Db, Statement, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) struct Feed {
    pub id: CalendarFeedId,
    pub kind: String,
    pub created_at: Moment,
}
db::row!(Feed { id, kind, created_at });

/// The employee's links that are open, oldest first.
pub(super) fn open(scope: &OwnScope) -> Statement {
    (
        "SELECT id, kind, created_at FROM calendar_feed
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND revoked_at IS NULL ORDER BY created_at, id"
            .into(),
        params![scope.employee(), scope.tenant(), scope.company()],
    )
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &OwnScope,
    (id, person): (CalendarFeedId, PersonId),
    kind: &str,
    secret_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO calendar_feed (id, tenant_id, company_id, employee_id, person_id, kind, secret_hash, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![id, scope.tenant(), scope.company(), scope.employee(), person, kind, secret_hash, now],
    )
    .await?;
    Ok(())
}

pub(super) async fn revoke(
    tx: &mut Tx,
    scope: &OwnScope,
    id: CalendarFeedId,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE calendar_feed SET revoked_at = $5
             WHERE id = $1 AND employee_id = $2 AND tenant_id = $3 AND company_id = $4 AND revoked_at IS NULL",
            params![id, scope.employee(), scope.tenant(), scope.company(), now],
        )
        .await?;
    Ok(changed == 1)
}

/// (request, day, type) of the employee's own approved days.
pub(super) async fn own_days(
    db: &Db,
    scope: &FeedScope,
    (first, last): (Day, Day),
) -> db::Result<Vec<(Uuid, Day, String)>> {
    db.all(
        "SELECT d.request_id, d.day, CASE WHEN $6 = 'es' THEN coalesce(t.name_es, t.name) ELSE t.name END
         FROM time_off_day d JOIN time_off_type t ON t.id = d.type_id
         WHERE d.employee_id = $1 AND d.tenant_id = $2 AND d.company_id = $3 AND d.status IN ('Pending', 'Approved')
           AND d.status = 'Approved' AND d.day BETWEEN $4 AND $5 ORDER BY d.day",
        params![scope.employee(), scope.tenant(), scope.company(), first, last, scope.language()],
    )
    .await
}

/// (employee, day, first name, last name) of approved days of the employee's team: when, but not why.
pub(super) async fn team_days(
    db: &Db,
    scope: &FeedScope,
    (first, last): (Day, Day),
) -> db::Result<Vec<(EmployeeId, Day, String, String)>> {
    db.all(
        "SELECT e.id, d.day, e.first_name, e.last_name
         FROM employee me JOIN employee e ON e.team_id = me.team_id AND e.status = 'Active'
         JOIN time_off_day d ON d.employee_id = e.id AND d.status IN ('Pending', 'Approved') AND d.status = 'Approved'
         WHERE me.id = $1 AND me.tenant_id = $2 AND me.company_id = $3 AND e.company_id = $3
           AND d.day BETWEEN $4 AND $5 ORDER BY e.id, d.day LIMIT 5000",
        params![scope.employee(), scope.tenant(), scope.company(), first, last],
    )
    .await
}

/// (day, name, name in Spanish) of the company's holidays.
pub(super) async fn holidays(
    db: &Db,
    scope: &FeedScope,
    (first, last): (Day, Day),
) -> db::Result<Vec<(Day, String, String)>> {
    db.all(
        "SELECT day, name, name_es FROM company_holiday
         WHERE company_id = $1 AND tenant_id = $2 AND day BETWEEN $3 AND $4 ORDER BY day",
        params![scope.company(), scope.tenant(), first, last],
    )
    .await
}

/// As `holidays`, of one year, for whoever belongs to the company.
pub(super) async fn holidays_of_year(
    db: &Db,
    scope: &CompanyScope,
    year: i16,
) -> db::Result<Vec<(Day, String, String)>> {
    let (first, last) = (jiff::civil::date(year, 1, 1), jiff::civil::date(year, 12, 31));
    db.all(
        "SELECT day, name, name_es FROM company_holiday
         WHERE company_id = $1 AND tenant_id = $2 AND day BETWEEN $3 AND $4 ORDER BY day",
        params![scope.company(), scope.tenant(), first, last],
    )
    .await
}
