//! The clock at demo companies without a vendor: two weeks of punches by the named people's teams, written in bulk,
//! with a few forgotten; what people said about those goes through the use cases. Elena works nights. For everyone else
//! the day is still going on, whatever the hour: nothing ahead exists yet.

use super::{Correction, CorrectionAction, CorrectionDraft, PunchKind, Punches, correct, decide, store};
use crate::access::{self, At, Write};
use crate::app::App;
use crate::demo_world::{
    A_PERIOD_END, CompanyPlan, DemoPart, DemoPlan, DemoStep, EmployeePlan, HARBOR, LOGISTICS, begin,
    holidays, viewer_of,
};
use crate::shared::clock::Randomness;
use crate::shared::day::Day;
use crate::shared::id::PersonId;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use crate::time_off;
use db::{Value, params};
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeSet;

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::Punches, |app, plan, today| Box::pin(write(app, plan, today)))];

const BACK_DAYS: i64 = 15;
const BREAK_MINUTES: i64 = 30;

struct ClockTeam {
    company: &'static str,
    /// Whose team it is.
    named: &'static str,
    manager: &'static str,
    starts_minute: i64,
    /// How many shifts ago someone on the team forgot to punch out: the named one, and a colleague.
    forgot: (usize, usize),
    reason: &'static str,
}

const TEAMS: &[ClockTeam] = &[
    ClockTeam {
        company: LOGISTICS.name,
        named: "elena",
        manager: "priya",
        starts_minute: 22 * 60,
        forgot: (2, 3),
        reason: "The reader at gate 4 was down",
    },
    ClockTeam {
        company: HARBOR.name,
        named: "hugo",
        manager: "mina",
        starts_minute: 7 * 60,
        forgot: (2, 1),
        reason: "Helped with a patient and left in a hurry",
    },
];

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let randomness = Randomness::seeded(&format!("clock {today}"));
    let closed: BTreeSet<Day> =
        (today.0.year() - 1..=today.0.year()).flat_map(holidays).map(|(day, ..)| day).collect();
    let mut tx = app.db.begin_write().await?;
    for company in &plan.companies {
        let scope = plan.scope(company.tenant);
        store::insert_setting(&mut tx, scope, company.id, PayPeriod::Biweekly, A_PERIOD_END).await?;
    }
    tx.commit().await?;
    for team in TEAMS {
        let company = plan.company(team.company);
        let scope = plan.scope(company.tenant);
        let away = time_off::approved_days(&app.db, scope, company.id).await?;
        let named = plan.employee(team.named);
        let colleagues: Vec<&EmployeePlan> = plan
            .employees
            .iter()
            .filter(|row| row.company == company.id && row.place[3] == named.place[3] && !plan.is_named(row))
            .take(9)
            .collect();
        let mut week = WeekOfPunches { app, team, company, today, randomness: &randomness, rows: vec![] };
        let works = |employee: &EmployeePlan, day: Day| {
            !matches!(day.0.weekday(), Weekday::Saturday | Weekday::Sunday)
                && !closed.contains(&day)
                && !away.contains(&(employee.id, day))
                && employee.hired <= day
        };
        let forgotten = week.shifts(named, team.forgot.0, true, |day| works(named, day));
        let mut of_colleague = None;
        for (nth, colleague) in colleagues.iter().enumerate() {
            let forgot = if nth == 0 { team.forgot.1 } else { usize::MAX };
            let found = week.shifts(colleague, forgot, false, |day| works(colleague, day));
            of_colleague = of_colleague.or(found.map(|(day, out)| (*colleague, day, out)));
        }
        let patterns = colleagues
            .iter()
            .chain([&named])
            .map(|row| params![row.id, row.company, team.starts_minute, BREAK_MINUTES]);
        let mut tx = app.db.begin_write().await?;
        store::insert_patterns(&mut tx, scope, patterns.collect()).await?;
        store::insert_punches(&mut tx, scope, week.rows).await?;
        tx.commit().await?;
        if let Some((colleague, day, out)) = of_colleague {
            correct_out(app, company, colleague, (day, out), team.reason, today).await?;
        }
        // An older correction from the named person was approved; the last one still needs correcting.
        if let Some((day, _)) = forgotten {
            let older = day.plus_days(-7);
            if works(named, older) {
                let out = week_out(team, company, older);
                let asked = correct_out(app, company, named, (older, out), team.reason, today).await?;
                if let Some(asked) = asked {
                    approve(app, company, plan.person(team.manager).id, &asked, today).await?;
                }
            }
        }
    }
    Ok(())
}

/// When a shift that day should have ended.
fn week_out(team: &ClockTeam, company: &CompanyPlan, day: Day) -> Timestamp {
    begins(team, company, day) + SignedDuration::from_mins(8 * 60 + BREAK_MINUTES)
}

fn begins(team: &ClockTeam, company: &CompanyPlan, day: Day) -> Timestamp {
    let zone = TimeZone::get(company.place.time_zone).unwrap_or(TimeZone::UTC);
    let (hour, minute) = ((team.starts_minute / 60) as i8, (team.starts_minute % 60) as i8);
    let zoned = day.0.at(hour, minute, 0, 0).to_zoned(zone);
    zoned.map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}

struct WeekOfPunches<'a> {
    app: &'a App,
    team: &'a ClockTeam,
    company: &'a CompanyPlan,
    today: Day,
    randomness: &'a Randomness,
    rows: Vec<Vec<Value>>,
}

impl WeekOfPunches<'_> {
    /// The day and the time of the punch forgotten `forgot` shifts ago. A named person's shifts are over before today,
    /// and the one a week before the forgotten punch was forgotten too.
    fn shifts(
        &mut self,
        employee: &EmployeePlan,
        forgot: usize,
        is_named: bool,
        works: impl Fn(Day) -> bool,
    ) -> Option<(Day, Timestamp)> {
        let zone = TimeZone::get(self.company.place.time_zone).unwrap_or(TimeZone::UTC);
        let last = if is_named { 1 } else { 0 };
        let days: Vec<Day> =
            (last..=BACK_DAYS).map(|back| self.today.plus_days(-back)).filter(|day| works(*day)).collect();
        let is_over = |day: &Day| {
            let ends = week_out(self.team, self.company, *day).to_zoned(zone.clone()).date();
            !is_named || ends < self.today.0
        };
        let days: Vec<Day> = days.into_iter().filter(is_over).collect();
        let found = days.get(forgot).copied();
        for day in days {
            let around = |minutes: u64| {
                SignedDuration::from_secs(self.randomness.below(minutes * 60) as i64 - minutes as i64 * 30)
            };
            let begins = begins(self.team, self.company, day);
            let pause = begins + SignedDuration::from_mins(240) + around(20);
            let shift = [
                (PunchKind::In, begins + around(10)),
                (PunchKind::BreakStart, pause),
                (PunchKind::BreakEnd, pause + SignedDuration::from_mins(BREAK_MINUTES) + around(4)),
                (PunchKind::Out, week_out(self.team, self.company, day) + around(12)),
            ];
            let is_forgotten = found == Some(day) || (is_named && found == Some(day.plus_days(7)));
            for (kind, at) in shift.into_iter().filter(|(kind, _)| !(is_forgotten && *kind == PunchKind::Out))
            {
                let id = self.app.ids.next(self.app.clock.now());
                self.rows.push(params![id, employee.company, employee.id, kind, at]);
            }
        }
        found.map(|day| (day, week_out(self.team, self.company, day)))
    }
}

async fn correct_out(
    app: &App,
    company: &CompanyPlan,
    employee: &EmployeePlan,
    (_, out): (Day, Timestamp),
    reason: &str,
    today: Day,
) -> Result<Option<Correction>, Problem> {
    let viewer = viewer_of(app, employee.person).await?;
    let at = At { tenant: company.tenant, company: company.id };
    let scope = access::own::<Punches, Write>(&viewer, at, employee.id)?;
    let zone = TimeZone::get(company.place.time_zone).unwrap_or(TimeZone::UTC);
    let wall = out.to_zoned(zone);
    let draft = CorrectionDraft {
        action: CorrectionAction::Add,
        punch: None,
        kind: PunchKind::Out,
        day: Day(wall.date()),
        time: wall.strftime("%H:%M").to_string(),
        second: Some(false),
        reason: reason.to_owned(),
    };
    let mut work = begin(app, &viewer).await?;
    // The last moment of yesterday: the world is the same no matter what time it's made.
    let now = out.max(begins_today(company, today));
    match correct(&mut work, &scope, (today, now), draft).await {
        Err(Problem::Refused { .. }) => Ok(None),
        asked => {
            let asked = asked?;
            work.commit().await?;
            Ok(Some(asked))
        }
    }
}

fn begins_today(company: &CompanyPlan, today: Day) -> Timestamp {
    let zone = TimeZone::get(company.place.time_zone).unwrap_or(TimeZone::UTC);
    today.0.to_zoned(zone).map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}

async fn approve(
    app: &App,
    company: &CompanyPlan,
    manager: PersonId,
    asked: &Correction,
    today: Day,
) -> Result<(), Problem> {
    let viewer = viewer_of(app, manager).await?;
    let at = At { tenant: company.tenant, company: company.id };
    let managed = access::managed_company::<Punches, Write>(&viewer, at, manager)?;
    let approver = access::approver(&app.db, &managed, today).await?;
    let scope = access::approved_employee(&app.db, &approver, asked.employee_id).await?;
    let mut work = begin(app, &viewer).await?;
    decide(&mut work, &scope, (asked.id, asked.version), true, "").await?;
    Ok(work.commit().await?)
}
