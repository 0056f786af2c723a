//! Scheduled reports, and who gets them.

use super::super::Reports;
use super::super::kinds::{ReportName, ReportRhythm};
use super::super::schedules::NewSchedule;
use crate::access::{CompanyFiguresScope, Need, UpkeepScope, Write, in_force};
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, PersonId, ReportScheduleId, TenantId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;

#[derive(Clone, Debug)]
pub(crate) struct ScheduleRow {
    pub id: ReportScheduleId,
    pub report: ReportName,
    pub(crate) filter: String,
    pub rhythm: ReportRhythm,
    pub day: i64,
    pub next_at: Moment,
    pub last_sent_at: Option<Moment>,
    pub paused_at: Option<Moment>,
    pub owner_name: String,
    pub version: i64,
}
db::row!(ScheduleRow {
    id,
    report,
    filter,
    rhythm,
    day,
    next_at,
    last_sent_at,
    paused_at,
    owner_name,
    version
});

const ROW: &str = "SELECT s.id, s.report, s.filter, s.rhythm, s.day, s.next_at, s.last_sent_at, s.paused_at,
      p.first_name || ' ' || p.last_name, s.version
    FROM report_schedule s JOIN person p ON p.id = s.owner_id WHERE s.tenant_id = $1 AND s.company_id = $2";

/// In the order they were made.
pub(crate) async fn schedules(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    ask: &Ask,
) -> Result<Vec<ScheduleRow>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = Sort::ascending(&[("s.id", SortKey::Id)]).page(ask, &mut values)?;
    Ok(db.all(format!("{ROW} {page}"), values).await?)
}

pub(crate) async fn one(
    mut from: impl Read,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    id: ReportScheduleId,
) -> db::Result<Option<ScheduleRow>> {
    from.opt(format!("{ROW} AND s.id = $3"), params![scope.tenant(), scope.company(), id]).await
}

/// Someone who gets a report, or could.
#[derive(Clone, Debug)]
pub(crate) struct ReportRecipient {
    pub id: PersonId,
    pub first_name: String,
    pub last_name: String,
    pub(crate) email: String,
    pub(crate) language: String,
}
db::row!(ReportRecipient { id, first_name, last_name, email, language });

/// Of some schedules: (schedule, person).
pub(crate) async fn recipients_of(
    mut from: impl Read,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    of: &[ReportScheduleId],
) -> db::Result<Vec<(ReportScheduleId, String)>> {
    let mut values = params![scope.tenant(), scope.company()];
    let these = db::in_list(&mut values, of.iter().copied())?;
    let sql = format!(
        "SELECT r.schedule_id, p.first_name || ' ' || p.last_name FROM report_recipient r
         JOIN report_schedule s ON s.id = r.schedule_id JOIN person p ON p.id = r.person_id
         WHERE r.tenant_id = $1 AND s.company_id = $2 AND r.schedule_id IN {these} ORDER BY p.last_name, p.id"
    );
    from.all(sql, values).await
}

/// People whose roles today let them read the company's reports, by name: all, or those among the ones given.
pub(crate) async fn those_with_rights(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    today: Day,
    only: Option<&[PersonId]>,
    ask: &Ask,
) -> Result<Vec<ReportRecipient>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), today];
    let these = match only {
        Some(people) => format!("AND p.id IN {}", db::in_list(&mut values, people.iter().copied())?),
        None => String::new(),
    };
    let page =
        Sort::ascending(&[("p.last_name", SortKey::Text), ("p.id", SortKey::Id)]).page(ask, &mut values)?;
    let in_force = in_force(3);
    let holds = |permission: &str| format!("' ' || r.permissions || ' ' LIKE '% {permission} %'");
    let holds: Vec<String> = ["admin", "admin.write", "payroll", "payroll.write"].map(holds).to_vec();
    let holds = holds.join(" OR ");
    let sql = format!(
        "SELECT p.id, p.first_name, p.last_name, p.email, p.language FROM person p
         WHERE p.tenant_id = $1 AND p.disabled_at IS NULL {these} AND EXISTS (
           SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
           WHERE a.person_id = p.id AND a.tenant_id = $1 AND (a.company_id IS NULL OR a.company_id = $2)
             AND {in_force} AND ({holds})) {page}"
    );
    Ok(db.all(sql, values).await?)
}

pub(crate) async fn count(tx: &mut Tx, scope: &CompanyFiguresScope<Reports, Write>) -> db::Result<i64> {
    let sql = "SELECT count(*) FROM report_schedule WHERE tenant_id = $1 AND company_id = $2";
    Ok(tx.one::<(i64,)>(sql, params![scope.tenant(), scope.company()]).await?.0)
}

pub(crate) async fn insert(
    tx: &mut Tx,
    scope: &CompanyFiguresScope<Reports, Write>,
    id: ReportScheduleId,
    owner: PersonId,
    new: &NewSchedule,
    (next_at, now): (Timestamp, Timestamp),
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO report_schedule (id, tenant_id, company_id, owner_id, report, filter, rhythm, day, next_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            id,
            scope.tenant(),
            scope.company(),
            owner,
            new.report,
            new.filter.as_str(),
            new.rhythm,
            new.day,
            next_at,
            now
        ],
    )
    .await?;
    Ok(())
}

pub(crate) async fn insert_recipients(
    tx: &mut Tx,
    scope: &CompanyFiguresScope<Reports, Write>,
    id: ReportScheduleId,
    people: &[PersonId],
) -> db::Result<()> {
    let sql = "INSERT INTO report_recipient (schedule_id, person_id, tenant_id) VALUES ($1, $2, $3)";
    let rows = people.iter().map(|person| params![id, *person, scope.tenant()]).collect();
    tx.exec_many(sql, rows).await?;
    Ok(())
}

/// False if its version has changed. One that goes on is next sent at `next_at`.
pub(crate) async fn pause(
    tx: &mut Tx,
    scope: &CompanyFiguresScope<Reports, Write>,
    (id, version): (ReportScheduleId, i64),
    paused_at: Option<Timestamp>,
    next_at: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE report_schedule SET paused_at = $5, next_at = $6, version = version + 1
         WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND version = $4";
    let values = params![scope.tenant(), scope.company(), id, version, paused_at, next_at];
    Ok(tx.exec(sql, values).await? == 1)
}

/// False if it's gone, or its version has changed.
pub(crate) async fn remove(
    tx: &mut Tx,
    scope: &CompanyFiguresScope<Reports, Write>,
    (id, version): (ReportScheduleId, i64),
) -> db::Result<bool> {
    // Its lock first: no one sends it meanwhile.
    let sql = "UPDATE report_schedule SET version = version + 1
         WHERE tenant_id = $1 AND company_id = $2 AND id = $3 AND version = $4";
    if tx.exec(sql, params![scope.tenant(), scope.company(), id, version]).await? == 0 {
        return Ok(false);
    }
    tx.exec(
        "DELETE FROM report_recipient WHERE schedule_id = $1 AND tenant_id = $2",
        params![id, scope.tenant()],
    )
    .await?;
    let sql = "DELETE FROM report_schedule WHERE tenant_id = $1 AND id = $2";
    Ok(tx.exec(sql, params![scope.tenant(), id]).await? == 1)
}

// For the worker

pub(crate) struct DueSchedule {
    pub id: ReportScheduleId,
    pub tenant_id: TenantId,
    pub company_id: CompanyId,
    pub company_name: String,
    pub time_zone: String,
    pub owner_id: PersonId,
    pub report: ReportName,
    pub filter: String,
    pub rhythm: ReportRhythm,
    pub day: i64,
    pub next_at: Moment,
}
db::row!(DueSchedule {
    id,
    tenant_id,
    company_id,
    company_name,
    time_zone,
    owner_id,
    report,
    filter,
    rhythm,
    day,
    next_at
});

/// Longest due first, of tenants that are there.
pub(crate) async fn due(db: &Db, _: &UpkeepScope, now: Timestamp, most: i64) -> db::Result<Vec<DueSchedule>> {
    db.all(
        "SELECT s.id, s.tenant_id, s.company_id, c.name, c.time_zone, s.owner_id, s.report, s.filter, s.rhythm, s.day, s.next_at
         FROM report_schedule s JOIN company c ON c.id = s.company_id
         JOIN tenant t ON t.id = s.tenant_id AND t.removed_at IS NULL
         WHERE s.paused_at IS NULL AND s.next_at <= $1 ORDER BY s.next_at, s.id LIMIT $2",
        params![now, most],
    )
    .await
}

pub(crate) async fn recipients(
    db: &Db,
    _: &UpkeepScope,
    schedule: &DueSchedule,
) -> db::Result<Vec<ReportRecipient>> {
    db.all(
        "SELECT p.id, p.first_name, p.last_name, p.email, p.language FROM report_recipient r
         JOIN person p ON p.id = r.person_id AND p.disabled_at IS NULL
         WHERE r.schedule_id = $1 AND r.tenant_id = $2 ORDER BY p.last_name, p.id",
        params![schedule.id, schedule.tenant_id],
    )
    .await
}

/// Moves a schedule on to its next time. False if another node was faster, or someone paused or changed it.
pub(crate) async fn take(
    tx: &mut Tx,
    _: &UpkeepScope,
    schedule: &DueSchedule,
    (next_at, now): (Timestamp, Timestamp),
) -> db::Result<bool> {
    let sql = "UPDATE report_schedule SET next_at = $3, last_sent_at = $4
         WHERE id = $1 AND next_at = $2 AND paused_at IS NULL";
    Ok(tx.exec(sql, params![schedule.id, schedule.next_at, next_at, now]).await? == 1)
}

/// Its owner may no longer see it.
pub(crate) async fn pause_without_owner(
    tx: &mut Tx,
    _: &UpkeepScope,
    schedule: &DueSchedule,
    now: Timestamp,
) -> db::Result<bool> {
    let sql = "UPDATE report_schedule SET paused_at = $3, version = version + 1
         WHERE id = $1 AND next_at = $2 AND paused_at IS NULL";
    Ok(tx.exec(sql, params![schedule.id, schedule.next_at, now]).await? == 1)
}
