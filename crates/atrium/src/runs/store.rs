//! The SQL of pay runs. For the console, the company is within reach of the scope: `company` was asked before.

use super::kinds::PayRunState;
use super::rules::{self, CalendarRun, RunClockwork, RunDraft};
use super::{PayRuns, PayTimes};
use crate::access::{AdminScope, CompanyScope, EmployeeScope, Need, OperatorScope, Write};
use crate::demo_world::of_tenant;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{CompanyId, EmployeeId, PayGroupId, PayRunId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use serde::Serialize;

pub struct RunCompany {
    pub id: CompanyId,
    pub name: String,
    pub time_zone: String,
}
db::row!(RunCompany { id, name, time_zone });

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PayRun {
    pub id: PayRunId,
    pub pay_group: Option<PayGroupId>,
    pub pay_group_name: Option<String>,
    pub period_begin: Day,
    pub period_end: Day,
    pub cutoff_at: Moment,
    pub pay_date: Day,
    pub mark: Option<PayRunState>,
    pub version: i64,
}
db::row!(PayRun {
    id,
    pay_group,
    pay_group_name,
    period_begin,
    period_end,
    cutoff_at,
    pay_date,
    mark,
    version
});

impl PayRun {
    pub(super) fn clockwork(&self) -> RunClockwork {
        RunClockwork { cutoff_at: self.cutoff_at.0, pay_date: self.pay_date, mark: self.mark }
    }

    /// On the business day, where the company is.
    pub fn state(&self, (now, today): (Timestamp, Day)) -> PayRunState {
        rules::state(&self.clockwork(), now, today)
    }
}

/// What decides the states and the timing of coming runs.
pub(super) struct ComingRun {
    period_end: Day,
    cutoff_at: Timestamp,
    pay_date: Day,
    mark: Option<PayRunState>,
}
db::row!(ComingRun { period_end, cutoff_at, pay_date, mark });

impl ComingRun {
    pub(super) fn calendar(&self) -> CalendarRun {
        let ComingRun { period_end, cutoff_at, pay_date, mark } = *self;
        CalendarRun { period_end, clockwork: RunClockwork { cutoff_at, pay_date, mark } }
    }
}

pub(super) async fn company(
    mut from: impl Read,
    scope: &AdminScope<PayRuns, impl Need>,
    id: CompanyId,
) -> db::Result<Option<RunCompany>> {
    if !scope.reaches(id) {
        return Ok(None);
    }
    let sql = "SELECT id, name, time_zone FROM company WHERE tenant_id = $1 AND id = $2";
    from.opt(sql, params![scope.tenant(), id]).await
}

pub(super) async fn company_called(
    db: &Db,
    scope: &AdminScope<PayRuns, impl Need>,
    name: &str,
) -> db::Result<Option<CompanyId>> {
    let sql = "SELECT id FROM company WHERE tenant_id = $1 AND name = $2";
    let found: Option<(CompanyId,)> = db.opt(sql, params![scope.tenant(), name]).await?;
    Ok(found.map(|(id,)| id).filter(|id| scope.reaches(*id)))
}

/// Makes concurrent changes to one company's calendar run one after the other.
pub(super) async fn take_turn(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
) -> db::Result<()> {
    let sql = "UPDATE company SET name = name WHERE tenant_id = $1 AND id = $2";
    tx.exec(sql, params![scope.tenant(), company]).await?;
    Ok(())
}

pub(super) async fn groups(
    db: &Db,
    scope: &AdminScope<PayRuns, impl Need>,
    company: CompanyId,
) -> db::Result<Vec<(PayGroupId, String)>> {
    let sql =
        "SELECT id, name FROM pay_group WHERE tenant_id = $1 AND company_id = $2 ORDER BY name LIMIT 500";
    db.all(sql, params![scope.tenant(), company]).await
}

pub(super) async fn has_group(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    group: PayGroupId,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM pay_group WHERE tenant_id = $1 AND company_id = $2 AND id = $3";
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), company, group]).await?.is_some())
}

/// From a month before a day on: a payday moves back over them.
pub(super) async fn holidays(
    mut from: impl Read,
    scope: &AdminScope<PayRuns, impl Need>,
    company: CompanyId,
    day: Day,
) -> db::Result<Vec<Day>> {
    let sql = "SELECT day FROM company_holiday WHERE tenant_id = $1 AND company_id = $2 AND day >= $3
         ORDER BY day LIMIT 1000";
    let days: Vec<(Day,)> = from.all(sql, params![scope.tenant(), company, day.plus_days(-31)]).await?;
    Ok(days.into_iter().map(|(day,)| day).collect())
}

const RUNS: &str = "SELECT r.id, r.pay_group_id, g.name, r.period_begin, r.period_end, r.cutoff_at, r.pay_date, r.mark, r.version
    FROM pay_run r LEFT JOIN pay_group g ON g.id = r.pay_group_id
    WHERE r.tenant_id = $1 AND r.company_id = $2";

const BY_PAYDAY: Sort = Sort::ascending(&[("r.pay_date", SortKey::Day), ("r.id", SortKey::Id)]);

pub(super) async fn runs(
    db: &Db,
    scope: &AdminScope<PayRuns, impl Need>,
    company: CompanyId,
    from: Option<Day>,
    ask: &Ask,
) -> Result<Vec<PayRun>, Problem> {
    let mut values = params![scope.tenant(), company, from.unwrap_or(Day::FIRST)];
    let page = BY_PAYDAY.page(ask, &mut values)?;
    Ok(db.all(format!("{RUNS} AND r.pay_date >= $3 {page}"), values).await?)
}

pub(super) async fn run(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    id: PayRunId,
) -> db::Result<Option<PayRun>> {
    tx.opt(format!("{RUNS} AND r.id = $3"), params![scope.tenant(), company, id]).await
}

/// Runs whose period has one of these days.
pub(super) async fn between(
    mut from: impl Read,
    scope: &AdminScope<PayRuns, impl Need>,
    company: CompanyId,
    (first, last): (Day, Day),
) -> db::Result<Vec<PayRun>> {
    let sql = format!("{RUNS} AND r.period_begin <= $4 AND r.period_end >= $3");
    from.all(sql, params![scope.tenant(), company, first, last]).await
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    runs: &[(PayRunId, RunDraft, Timestamp)],
) -> db::Result<()> {
    let row = |(id, run, cutoff_at): &(PayRunId, RunDraft, Timestamp)| {
        let RunDraft { pay_group, period_begin, period_end, pay_date, .. } = *run;
        let tenant = scope.tenant();
        params![*id, tenant, company, pay_group, period_begin, period_end, *cutoff_at, pay_date]
    };
    let sql = "INSERT INTO pay_run (id, tenant_id, company_id, pay_group_id, period_begin, period_end, cutoff_at, pay_date)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    tx.exec_many(sql, runs.iter().map(row).collect()).await?;
    Ok(())
}

pub(super) async fn update(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    (id, run, cutoff_at): (PayRunId, RunDraft, Timestamp),
) -> db::Result<()> {
    let RunDraft { pay_group, period_begin, period_end, pay_date, .. } = run;
    tx.exec(
        "UPDATE pay_run SET pay_group_id = $4, period_begin = $5, period_end = $6, cutoff_at = $7, pay_date = $8, mark = NULL,
           version = version + 1
         WHERE id = $1 AND tenant_id = $2 AND company_id = $3",
        params![id, scope.tenant(), company, pay_group, period_begin, period_end, cutoff_at, pay_date],
    )
    .await?;
    Ok(())
}

pub(super) async fn remove(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    id: PayRunId,
) -> db::Result<()> {
    let sql = "DELETE FROM pay_run WHERE id = $1 AND tenant_id = $2 AND company_id = $3";
    tx.exec(sql, params![id, scope.tenant(), company]).await?;
    Ok(())
}

pub(super) async fn set_mark(
    tx: &mut Tx,
    scope: &AdminScope<PayRuns, Write>,
    company: CompanyId,
    id: PayRunId,
    mark: Option<PayRunState>,
) -> db::Result<()> {
    let sql = "UPDATE pay_run SET mark = $4, version = version + 1 WHERE id = $1 AND tenant_id = $2 AND company_id = $3";
    tx.exec(sql, params![id, scope.tenant(), company, mark]).await?;
    Ok(())
}

const COMING: &str = "SELECT r.period_end, r.cutoff_at, r.pay_date, r.mark FROM pay_run r
    WHERE r.tenant_id = $1 AND r.company_id = $2 AND r.pay_date >= $3";

/// For someone's timing, the coming runs of a few months are enough. People who left have none.
const COMING_OF_EMPLOYEE: &str =
    "AND EXISTS (SELECT 1 FROM employee e WHERE e.tenant_id = $1 AND e.company_id = $2 AND e.id = $4
      AND e.status <> 'Terminated' AND (r.pay_group_id IS NULL OR r.pay_group_id = e.pay_group_id))
    ORDER BY r.pay_date, r.id LIMIT 30";

/// An employee's, by payday.
pub(super) async fn coming(
    mut from: impl Read,
    scope: &EmployeeScope<PayTimes, impl Need>,
    today: Day,
) -> db::Result<Vec<ComingRun>> {
    let values = params![scope.tenant(), scope.company(), today, scope.employee()];
    from.all(format!("{COMING} {COMING_OF_EMPLOYEE}"), values).await
}

/// A company's next ones, or an employee's.
pub(super) async fn coming_at(
    mut from: impl Read,
    scope: &CompanyScope<PayTimes, impl Need>,
    employee: Option<EmployeeId>,
    today: Day,
) -> db::Result<Vec<ComingRun>> {
    let mut values = params![scope.tenant(), scope.company(), today];
    let sql = match employee {
        Some(employee) => {
            values.push(employee.into());
            format!("{COMING} {COMING_OF_EMPLOYEE}")
        }
        None => format!("{COMING} ORDER BY r.pay_date, r.id LIMIT 200"),
    };
    from.all(sql, values).await
}

/// In bulk, for the demo world: (id, company, group, begin, end, cut-off, payday, mark, tenant).
pub(super) async fn insert_demo(tx: &mut Tx, scope: &OperatorScope, rows: Vec<Vec<Value>>) -> db::Result<()> {
    let sql = "INSERT INTO pay_run (id, company_id, pay_group_id, period_begin, period_end, cutoff_at, pay_date, mark, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    tx.exec_many(sql, of_tenant(scope, rows)).await?;
    Ok(())
}
