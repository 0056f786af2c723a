//! Pay calendars on the wire, for payroll and administrators in the console. The command line calls the same use cases.

use super::kinds::PayRunState;
use super::rules::{self, RunDraft, RunSchedule};
use super::store::{PayRun, RunCompany};
use super::{PayRuns, PlannedRun, looking_after};
use crate::access::{AdminScope, At, Need, Read, Write};
use crate::call::Call;
use crate::shared::clock;
use crate::shared::day::{Day, Moment};
use crate::shared::id::{PayGroupId, PayRunId};
use crate::shared::page::Links;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use jiff::Timestamp;
use jiff::civil::Time;
use serde_json::json;

/// One run of a company's payroll.
#[derive(SimpleObject)]
#[graphql(serial, name = "PayRun")]
struct PayRunOnWire {
    id: ID,
    /// Null: everyone at the company.
    pay_group_id: Option<ID>,
    pay_group_name: Option<String>,
    period_begin: Day,
    period_end: Day,
    /// Changes approved later count for a later run.
    cutoff_at: Moment,
    /// The same in the company's time zone.
    cutoff_day: Day,
    /// 24 hours, like 17:00.
    cutoff_time: String,
    pay_date: Day,
    state: PayRunState,
    /// Whether payroll set it. Otherwise it follows from the dates.
    is_marked: bool,
    /// The payday is over, so the state stays.
    is_over: bool,
    version: i64,
}

/// A company, and now and today there.
struct RunPlace {
    company: RunCompany,
    now: Timestamp,
    today: Day,
}

impl RunPlace {
    fn new(call: &Call, company: RunCompany) -> RunPlace {
        let (now, today) = (call.moment(&company.time_zone), call.today(&company.time_zone));
        RunPlace { company, now, today }
    }

    fn shown(&self, run: PayRun) -> PayRunOnWire {
        let cutoff = run.cutoff_at.0.to_zoned(clock::zone(&self.company.time_zone));
        PayRunOnWire {
            state: run.state((self.now, self.today)),
            is_marked: run.mark.is_some(),
            is_over: run.pay_date < self.today,
            id: run.id.to_wire(),
            pay_group_id: run.pay_group.map(PayGroupId::to_wire),
            pay_group_name: run.pay_group_name,
            period_begin: run.period_begin,
            period_end: run.period_end,
            cutoff_at: run.cutoff_at,
            cutoff_day: Day(cutoff.date()),
            cutoff_time: time_text(cutoff.time()),
            pay_date: run.pay_date,
            version: run.version,
        }
    }
}

fn time_text(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}

impl Current for PayRun {
    fn on_wire(&self) -> serde_json::Value {
        json!(self)
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PayRunPage {
    results: Rows<PayRunOnWire>,
    links: Links,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PayCalendarGroup {
    id: ID,
    name: String,
}

/// What someone who edits a company's pay calendar needs.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PayCalendarSetup {
    time_zone: String,
    /// Today where the company is.
    today: Day,
    pay_groups: Vec<PayCalendarGroup>,
}

/// A run that a schedule would add.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PlannedPayRun {
    period_begin: Day,
    period_end: Day,
    cutoff_day: Day,
    pay_date: Day,
    /// Another run has some of its days.
    overlaps: bool,
}

impl From<PlannedRun> for PlannedPayRun {
    fn from(PlannedRun { draft, overlaps }: PlannedRun) -> PlannedPayRun {
        let RunDraft { period_begin, period_end, cutoff_day, pay_date, .. } = draft;
        PlannedPayRun { period_begin, period_end, cutoff_day, pay_date, overlaps }
    }
}

#[derive(InputObject)]
struct PayRunInput {
    /// Absent: everyone at the company.
    pay_group_id: Option<ID>,
    period_begin: Day,
    period_end: Day,
    cutoff_day: Day,
    /// In the company's time zone, 24 hours, like 17:00.
    cutoff_time: String,
    pay_date: Day,
}

impl PayRunInput {
    fn draft(self) -> Result<RunDraft, Problem> {
        Ok(RunDraft {
            pay_group: self.pay_group_id.as_ref().map(PayGroupId::from_wire).transpose()?,
            period_begin: self.period_begin,
            period_end: self.period_end,
            cutoff_day: self.cutoff_day,
            cutoff_time: rules::cutoff_time(&self.cutoff_time)?,
            pay_date: self.pay_date,
        })
    }
}

/// How often a company pays, and from when on.
#[derive(InputObject)]
struct PayScheduleInput {
    /// Absent: everyone at the company.
    pay_group_id: Option<ID>,
    every: PayPeriod,
    /// The first day of the first period.
    first_begin: Day,
    /// The other paydays are as many days after their periods; one on a weekend or holiday is moved before it.
    first_payday: Day,
    /// How many workdays before the payday.
    cutoff_days: i64,
    cutoff_time: String,
    /// How many runs.
    count: i64,
}

impl PayScheduleInput {
    fn schedule(self) -> Result<RunSchedule, Problem> {
        Ok(RunSchedule {
            pay_group: self.pay_group_id.as_ref().map(PayGroupId::from_wire).transpose()?,
            every: self.every,
            first_begin: self.first_begin,
            first_payday: self.first_payday,
            cutoff_days: self.cutoff_days,
            cutoff_time: rules::cutoff_time(&self.cutoff_time)?,
            count: self.count,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AddedPayRuns {
    added: i64,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedPayRun {
    run_id: ID,
}

async fn caretaker<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
) -> Result<(AdminScope<PayRuns, N>, At), Problem> {
    let at = At::from_wire(tenant_id, company_id)?;
    Ok((looking_after(call.viewer().await?, at)?, at))
}

#[derive(Default)]
pub struct RunQuery;

#[Object]
impl RunQuery {
    /// A company's pay runs, by payday, from a day on if one is given.
    async fn list_pay_runs(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        from: Option<Day>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<PayRunPage, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Read>(call, &tenant_id, &company_id).await?;
        let place = RunPlace::new(call, super::company(&call.db, &scope, company).await?);
        let cursors = call.cursors(format!("pay runs of company {company} from {from:?}"));
        let asked = (limit, cursor.as_deref());
        let page = super::runs(&call.db, &scope, company, from, cursors, asked).await?;
        let page = page.map(|run| place.shown(run));
        Ok(PayRunPage { results: page.results.into(), links: page.links })
    }

    async fn pay_calendar_setup(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<PayCalendarSetup, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Read>(call, &tenant_id, &company_id).await?;
        let found = super::company(&call.db, &scope, company).await?;
        let groups = super::groups(&call.db, &scope, company).await?;
        let group = |(id, name): (PayGroupId, String)| PayCalendarGroup { id: id.to_wire(), name };
        Ok(PayCalendarSetup {
            today: call.today(&found.time_zone),
            time_zone: found.time_zone,
            pay_groups: groups.into_iter().map(group).collect(),
        })
    }

    /// The runs a schedule would add.
    async fn preview_pay_runs(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        input: PayScheduleInput,
    ) -> Result<Vec<PlannedPayRun>, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Read>(call, &tenant_id, &company_id).await?;
        let planned = super::preview(&call.db, &scope, company, &input.schedule()?).await?;
        Ok(planned.into_iter().map(PlannedPayRun::from).collect())
    }
}

#[derive(Default)]
pub struct RunMutation;

#[Object]
impl RunMutation {
    /// Adds all runs of a schedule, or none.
    async fn add_pay_runs(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        input: PayScheduleInput,
    ) -> Result<AddedPayRuns, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Write>(call, &tenant_id, &company_id).await?;
        let schedule = input.schedule()?;
        let mut work = call.work().await?;
        let added = super::add_schedule(&mut work, &scope, company, &schedule).await?;
        Ok(AddedPayRuns { added: i64::try_from(added.len()).unwrap_or(i64::MAX) })
    }

    /// Adds a run, or edits the open one given.
    async fn save_pay_run(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        run_id: Option<ID>,
        version: Option<i64>,
        input: PayRunInput,
    ) -> Result<PayRunOnWire, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Write>(call, &tenant_id, &company_id).await?;
        let id = run_id.as_ref().map(PayRunId::from_wire).transpose()?;
        let before = id.map(|id| (id, Some(version.unwrap_or_default())));
        let draft = input.draft()?;
        let mut work = call.work().await?;
        let place = RunPlace::new(call, super::company(work.tx(), &scope, company).await?);
        Ok(place.shown(super::save(&mut work, &scope, company, before, draft).await?))
    }

    /// Removes an open run.
    async fn remove_pay_run(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        run_id: ID,
        version: i64,
    ) -> Result<RemovedPayRun, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Write>(call, &tenant_id, &company_id).await?;
        let what = (PayRunId::from_wire(&run_id)?, Some(version));
        super::remove(&mut *call.work().await?, &scope, company, what).await?;
        Ok(RemovedPayRun { run_id })
    }

    /// Payroll is processing a run, has paid it, or opens it again.
    async fn set_pay_run_state(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        run_id: ID,
        version: i64,
        state: PayRunState,
    ) -> Result<PayRunOnWire, Problem> {
        let call = Call::of(context);
        let (scope, At { company, .. }) = caretaker::<Write>(call, &tenant_id, &company_id).await?;
        let what = (PayRunId::from_wire(&run_id)?, Some(version));
        let mut work = call.work().await?;
        let place = RunPlace::new(call, super::company(work.tx(), &scope, company).await?);
        Ok(place.shown(super::set_state(&mut work, &scope, company, what, state).await?))
    }
}
