//! Everyone else's year, in bulk: what was left from last year, hours worked, and a few requests; and the requests of
//! the newcomers of `--employees`.

use super::policies::{GRANTED, PERIOD_END, SICK, VACATION};
use super::{DemoTypes, WorkingDays, store};
use crate::app::App;
use crate::demo_world::{CompanyPlan, DemoPlan, DemoRows, EmployeePlan, LOGISTICS, OUTFITTERS};
use crate::shared::amount::Amount;
use crate::shared::clock::Randomness;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId, TimeOffRequestId, TimeOffTypeId};
use crate::shared::problem::Problem;
use db::{Tx, params};
use std::collections::BTreeSet;

pub(super) async fn write(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    types: &DemoTypes,
    calendar: &WorkingDays,
) -> Result<(), Problem> {
    let randomness = Randomness::seeded(&format!("time off {today}"));
    let mut bulk = YearsOff { app, randomness, today, rows: YearRows::default() };
    for company in &plan.companies {
        for (nth, employee) in plan.employees.iter().filter(|row| row.company == company.id).enumerate() {
            let decider = plan.person(decider_of(company)).id;
            let whose = (nth, plan.is_named(employee), decider);
            bulk.employee(company, employee, types, calendar, whose);
        }
    }
    let mut tx = app.db.begin_write().await?;
    bulk.rows.write(&mut tx, plan).await?;
    Ok(tx.commit().await?)
}

/// So many newcomers at a time.
const CHUNK: i64 = 5_000;

/// Days between two past requests by one newcomer, so no day is requested twice.
const APART_DAYS: i64 = 12;

/// `--employees N`: requests by the newcomers at Cedar Logistics; for every fifth one, the first request is still
/// waiting.
pub(super) async fn grow(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    requests_each: usize,
) -> Result<(), Problem> {
    let company = plan.company(LOGISTICS.name);
    let scope = plan.scope(company.tenant);
    let vacation = store::type_called(&app.db, scope, company.id, VACATION).await?;
    let decider = plan.person(decider_of(company)).id;
    let calendar = WorkingDays::around(today);
    let mut bulk = YearsOff {
        app,
        randomness: Randomness::seeded(&format!("grown time off {today}")),
        today,
        rows: YearRows::default(),
    };
    let mut after = None;
    // The first ones report to the same manager.
    let mut each = requests_each * 2;
    loop {
        let people = store::newcomers(&app.db, scope, company.id, after, CHUNK).await?;
        let Some((last, _)) = people.last() else { return Ok(()) };
        after = Some(*last);
        for (nth, (employee, person)) in people.into_iter().enumerate() {
            let whose = (company.tenant, company.id, employee, person);
            let status = if nth % 5 == 0 { "Pending" } else { "Approved" };
            let ahead = calendar.working_days(today.plus_days(2 + bulk.below(90)), 1);
            bulk.request(whose, vacation, ahead, status, decider);
            for back in 1..each {
                let first = today.plus_days(-APART_DAYS * back as i64 + bulk.below(4));
                bulk.request(whose, vacation, calendar.working_days(first, 1), "Approved", decider);
            }
        }
        each = requests_each;
        let rows = std::mem::take(&mut bulk.rows);
        let mut tx = app.db.begin_write().await?;
        rows.write(&mut tx, plan).await?;
        tx.commit().await?;
    }
}

fn decider_of(company: &CompanyPlan) -> &'static str {
    match company.place.name {
        name if name == OUTFITTERS.name => "marcus",
        name if name == LOGISTICS.name => "priya",
        _ => "mina",
    }
}

#[derive(Default)]
struct YearRows {
    adjustments: DemoRows,
    worked: DemoRows,
    requests: DemoRows,
    days: DemoRows,
}

impl YearRows {
    async fn write(mut self, tx: &mut Tx, plan: &DemoPlan) -> Result<(), Problem> {
        for tenant in &plan.tenants {
            let scope = &tenant.scope;
            store::insert_balances(tx, scope, self.adjustments.of(scope), self.worked.of(scope)).await?;
            store::insert_requests(tx, scope, self.requests.of(scope), self.days.of(scope)).await?;
        }
        Ok(())
    }
}

struct YearsOff<'a> {
    app: &'a App,
    randomness: Randomness,
    today: Day,
    rows: YearRows,
}

impl YearsOff<'_> {
    fn below(&self, bound: u64) -> i64 {
        self.randomness.below(bound) as i64
    }

    /// One person's year: what was left from last year, hours worked, and a few requests.
    fn employee(
        &mut self,
        company: &CompanyPlan,
        employee: &EmployeePlan,
        types: &DemoTypes,
        calendar: &WorkingDays,
        (nth, is_named, decider): (usize, bool, PersonId),
    ) {
        let year_begins = Day(self.today.0.first_of_year());
        let is_long_here = employee.hired < year_begins.plus_days(-120);
        for granted in GRANTED.iter().filter(|granted| granted.company == company.place.name) {
            if is_long_here && granted.has_balance {
                let hours = Amount::from_cents((24 + self.below(7) * 8) * 100);
                let id = self.app.ids.next(self.app.clock.now());
                let type_id = types[&(granted.company, granted.name)];
                let row = params![
                    id,
                    employee.company,
                    employee.id,
                    type_id,
                    year_begins.plus_days(-1),
                    "opening",
                    hours,
                    "Carried over from the former system"
                ];
                self.rows.adjustments.push(employee.tenant, row);
            }
            if granted.accrual == "hour_worked" {
                let weeks = std::iter::successors(Some(PERIOD_END), |day| Some(day.plus_days(14)));
                let ends: Vec<Day> = weeks
                    .skip_while(|day| *day < year_begins.max(employee.hired))
                    .take_while(|day| *day <= self.today)
                    .collect();
                for end in ends {
                    let hours = Amount::from_cents((72 + self.below(17)) * 100);
                    let row = params![employee.id, end, employee.company, hours];
                    self.rows.worked.push(employee.tenant, row);
                }
            }
        }
        if is_named || !is_long_here {
            return;
        }
        let vacation = types[&(company.place.name, VACATION)];
        let sick = types[&(company.place.name, SICK)];
        let mut free = FreeDays { calendar, taken: BTreeSet::new() };
        let whose = (employee.tenant, employee.company, employee.id, employee.person);
        let (back, length) = (60 + self.below(200), 1 + self.below(4) as usize);
        self.request(whose, vacation, free.take(self.today.plus_days(-back), length), "Approved", decider);
        if nth % 3 == 0 {
            let back = 8 + self.below(90);
            self.request(whose, sick, free.take(self.today.plus_days(-back), 1), "Approved", decider);
        }
        // Some are away this week; the others plan ahead.
        let ahead = if nth % 10 == 4 { self.below(5) } else { 2 + self.below(40) };
        let length = 1 + self.below(3) as usize;
        let status = match nth % 10 {
            0 | 3 | 7 => "Pending",
            1 | 4 => "Approved",
            5 => "Denied",
            _ => return,
        };
        self.request(whose, vacation, free.take(self.today.plus_days(ahead), length), status, decider);
    }

    fn request(
        &mut self,
        (tenant, company, employee, person): (TenantId, CompanyId, EmployeeId, PersonId),
        type_id: TimeOffTypeId,
        days: Vec<Day>,
        status: &'static str,
        decider: PersonId,
    ) {
        let (Some(first), Some(last)) = (days.first(), days.last()) else { return };
        let id = TimeOffRequestId(self.app.ids.next(self.app.clock.now()));
        let hours = Amount::from_cents(800);
        let total = Amount::from_cents(800 * days.len() as i64);
        let asked = self.today.plus_days(-3 - self.below(12)).min(first.plus_days(-3));
        let decided = (status != "Pending").then_some(decider);
        let at = asked.plus_days(1).0.at(15, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
        let at = decided.and(at.ok()).map(|at| at.timestamp());
        let row =
            params![id, company, employee, type_id, *first, *last, total, status, asked, person, decided, at];
        self.rows.requests.push(tenant, row);
        for day in &days {
            let row = params![id, *day, company, employee, type_id, hours, status];
            self.rows.days.push(tenant, row);
        }
    }
}

/// Days someone hasn't requested off yet.
struct FreeDays<'a> {
    calendar: &'a WorkingDays,
    taken: BTreeSet<Day>,
}

impl FreeDays<'_> {
    /// Working days starting from a day; none if one of them is taken.
    fn take(&mut self, from: Day, count: usize) -> Vec<Day> {
        let days = self.calendar.working_days(from, count);
        if days.iter().any(|day| self.taken.contains(day)) {
            return vec![];
        }
        self.taken.extend(days.iter().copied());
        days
    }
}
