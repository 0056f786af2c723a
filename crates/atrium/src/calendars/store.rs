//! The SQL of calendars.

use super::rules::DayOff;
use super::{Calendars, Holidays, ReportsCalendar};
use crate::access::{ApproverScope, CompanyScope, EmployeeScope, HandoverScope, Write, is_reached};
use crate::shared::amount::Amount;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CalendarFeedId, EmployeeId, PersonId};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) struct Feed {
    pub id: CalendarFeedId,
    pub kind: String,
    pub created_at: Moment,
}
db::row!(Feed { id, kind, created_at });

/// The employee's open links, oldest first.
pub(super) async fn open(mut from: impl Read, scope: &EmployeeScope<Calendars>) -> db::Result<Vec<Feed>> {
    from.all(
        "SELECT id, kind, created_at FROM calendar_feed
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND revoked_at IS NULL ORDER BY created_at, id",
        params![scope.employee(), scope.tenant(), scope.company()],
    )
    .await
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &EmployeeScope<Calendars>,
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
    scope: &EmployeeScope<Calendars>,
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

/// Links opened since then. Returns which ones it revoked.
pub(super) async fn revoke_since(
    tx: &mut Tx,
    scope: &EmployeeScope<Calendars, Write>,
    since: Timestamp,
    now: Timestamp,
) -> db::Result<Vec<CalendarFeedId>> {
    let revoked: Vec<(CalendarFeedId,)> = tx
        .all(
            "UPDATE calendar_feed SET revoked_at = $5
             WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND created_at >= $4 AND revoked_at IS NULL
             RETURNING id",
            params![scope.employee(), scope.tenant(), scope.company(), since, now],
        )
        .await?;
    Ok(revoked.into_iter().map(|(id,)| id).collect())
}

/// Feeds of employees who now belong to another person. A later one stays with the person who opened it.
pub(super) async fn hand_over(tx: &mut Tx, scope: &HandoverScope, made_before: Timestamp) -> db::Result<()> {
    tx.exec(
        "UPDATE calendar_feed SET person_id = $2 WHERE person_id = $1 AND tenant_id = $3 AND created_at < $4
           AND employee_id IN (SELECT id FROM employee WHERE person_id = $2)",
        params![scope.from(), scope.to(), scope.tenant(), made_before],
    )
    .await?;
    Ok(())
}

pub(super) struct OwnDay {
    pub request_id: Uuid,
    pub type_name: String,
    day: Day,
    hours: Amount,
    is_whole: bool,
    start_minute: Option<i64>,
    end_minute: Option<i64>,
}
db::row!(OwnDay { request_id, type_name, day, hours, is_whole, start_minute, end_minute });

impl OwnDay {
    pub(super) fn day_off(&self) -> DayOff {
        let between = self.start_minute.zip(self.end_minute);
        DayOff { day: self.day, hours: self.hours, is_whole: self.is_whole, between }
    }
}

/// The employee's own approved days.
pub(super) async fn own_days(
    db: &Db,
    scope: &EmployeeScope<Calendars>,
    language: &str,
    (first, last): (Day, Day),
) -> db::Result<Vec<OwnDay>> {
    db.all(
        "SELECT d.request_id, CASE WHEN $6 = 'es' THEN coalesce(t.name_es, t.name) ELSE t.name END, d.day, d.hours,
           r.unit = 'whole', r.start_minute, r.end_minute
         FROM time_off_day d JOIN time_off_type t ON t.id = d.type_id JOIN time_off_request r ON r.id = d.request_id
         WHERE d.employee_id = $1 AND d.tenant_id = $2 AND d.company_id = $3 AND d.status IN ('Pending', 'Approved')
           AND d.status = 'Approved' AND d.day BETWEEN $4 AND $5 ORDER BY d.day",
        params![scope.employee(), scope.tenant(), scope.company(), first, last, language],
    )
    .await
}

/// A colleague's day: when, but not why or how much of it.
pub(super) struct TeamDay {
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub day: Day,
    start_minute: Option<i64>,
    end_minute: Option<i64>,
}
db::row!(TeamDay { employee_id, first_name, last_name, day, start_minute, end_minute });

impl TeamDay {
    pub(super) fn day_off(&self) -> DayOff {
        let between = self.start_minute.zip(self.end_minute);
        DayOff { day: self.day, hours: Amount::ZERO, is_whole: between.is_none(), between }
    }
}

/// Approved days of the employee's team.
pub(super) async fn team_days(
    db: &Db,
    scope: &EmployeeScope<Calendars>,
    (first, last): (Day, Day),
) -> db::Result<Vec<TeamDay>> {
    db.all(
        "SELECT e.id, e.first_name, e.last_name, d.day, r.start_minute, r.end_minute
         FROM employee me JOIN employee e ON e.team_id = me.team_id AND e.status = 'Active'
         JOIN time_off_day d ON d.employee_id = e.id AND d.status IN ('Pending', 'Approved') AND d.status = 'Approved'
         JOIN time_off_request r ON r.id = d.request_id
         WHERE me.id = $1 AND me.tenant_id = $2 AND me.company_id = $3 AND e.company_id = $3
           AND d.day BETWEEN $4 AND $5 ORDER BY e.id, d.day LIMIT 5000",
        params![scope.employee(), scope.tenant(), scope.company(), first, last],
    )
    .await
}

/// (day, name, name in Spanish)
pub(super) type HolidayRow = (Day, String, String);

const HOLIDAYS: &str = "SELECT day, name, name_es FROM company_holiday
    WHERE company_id = $1 AND tenant_id = $2 AND day BETWEEN $3 AND $4 ORDER BY day";

pub(super) async fn holidays(
    db: &Db,
    scope: &CompanyScope<Holidays>,
    (first, last): (Day, Day),
) -> db::Result<Vec<HolidayRow>> {
    db.all(HOLIDAYS, params![scope.company(), scope.tenant(), first, last]).await
}

/// One day when someone is away. Only they and the people who decide their time off see the reason.
pub(super) struct AwayDay {
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub day: Day,
    pub is_own: bool,
    pub is_pending: bool,
    pub type_name: Option<String>,
    pub type_name_es: Option<String>,
    pub hours: Option<Amount>,
}
db::row!(AwayDay {
    employee_id,
    first_name,
    last_name,
    day,
    is_own,
    is_pending,
    type_name,
    type_name_es,
    hours
});

/// Something the employee did, on its day.
pub(super) struct OwnEvent {
    pub id: Uuid,
    pub day: Day,
    pub category: String,
    pub title: String,
}
db::row!(OwnEvent { id, day, category, title });

pub(super) async fn own_events(
    db: &Db,
    scope: &EmployeeScope<Calendars>,
    (first, last): (Day, Day),
) -> db::Result<Vec<OwnEvent>> {
    db.all(
        "SELECT id, day, category, title FROM calendar_event
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND day BETWEEN $4 AND $5
         ORDER BY day, created_at, id LIMIT 500",
        params![scope.employee(), scope.tenant(), scope.company(), first, last],
    )
    .await
}

const AWAY_ORDER: &str = "ORDER BY day, last_name, first_name, employee_id";

/// The employee's own approved and pending days, and colleagues' approved ones: when, but not why.
pub(super) async fn away_in_team(
    db: &Db,
    scope: &EmployeeScope<Calendars>,
    (first, last): (Day, Day),
    most: usize,
) -> db::Result<Vec<AwayDay>> {
    let sql = format!(
        "SELECT e.id AS employee_id, e.first_name AS first_name, e.last_name AS last_name, d.day AS day, TRUE,
           d.status = 'Pending', t.name, coalesce(t.name_es, t.name), d.hours
         FROM employee e JOIN time_off_day d ON d.employee_id = e.id AND d.status IN ('Pending', 'Approved')
         JOIN time_off_type t ON t.id = d.type_id
         WHERE e.id = $1 AND e.tenant_id = $2 AND e.company_id = $3 AND d.day BETWEEN $4 AND $5
         UNION ALL
         SELECT e.id, e.first_name, e.last_name, d.day, FALSE, FALSE, NULL, NULL, NULL
         FROM employee me JOIN employee e ON e.team_id = me.team_id AND e.status = 'Active' AND e.id <> me.id
         JOIN time_off_day d ON d.employee_id = e.id AND d.status IN ('Pending', 'Approved') AND d.status = 'Approved'
         WHERE me.id = $1 AND me.tenant_id = $2 AND me.company_id = $3 AND e.company_id = $3
           AND d.day BETWEEN $4 AND $5
         {AWAY_ORDER} LIMIT $6"
    );
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    db.all(sql, params![scope.employee(), scope.tenant(), scope.company(), first, last, most]).await
}

/// Approved and pending days of the approver's reports, with their types.
pub(super) async fn away_of_reports(
    db: &Db,
    scope: &ApproverScope<ReportsCalendar>,
    (first, last): (Day, Day),
    most: usize,
) -> db::Result<Vec<AwayDay>> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut values = params![scope.tenant(), scope.company(), first, last, most];
    let reached = is_reached(scope, None, &mut values)?;
    // SQLite joins tables in the order CROSS JOIN names them.
    let sql = format!(
        "SELECT e.id AS employee_id, e.first_name AS first_name, e.last_name AS last_name, d.day AS day, FALSE,
           d.status = 'Pending', t.name, coalesce(t.name_es, t.name), d.hours
         FROM (SELECT DISTINCT l.employee_id FROM reporting_line l CROSS JOIN employee e
               WHERE l.company_id = $2 AND e.id = l.employee_id AND {reached}) mine
         CROSS JOIN time_off_day d CROSS JOIN employee e CROSS JOIN time_off_type t
         WHERE d.employee_id = mine.employee_id AND d.status IN ('Pending', 'Approved') AND d.tenant_id = $1
           AND d.company_id = $2 AND d.day BETWEEN $3 AND $4 AND e.id = mine.employee_id AND t.id = d.type_id
         {AWAY_ORDER} LIMIT $5"
    );
    db.all(sql, values).await
}
