//! Time off at the demo companies. The named people's requests and their decisions go through the use cases; everyone
//! else's year is written in bulk, by the same rules: one request per day, on working days, within a balance.

use super::documents;
use super::time_off_policies::{GRANTED, PERIOD_END, SICK, VACATION, holidays};
use super::world::ACCOUNTS;
use super::{grown, store};
use crate::access::{self, At, BankScope, CompanyScope, EmployeeScope, Viewer, Write};
use crate::app::App;
use crate::demo_world::{CompanyPlan, DemoPlan, EmployeePlan, LOGISTICS, OUTFITTERS};
use crate::files::{self, Files};
use crate::shared::amount::Amount;
use crate::shared::clock::{Clock, Randomness};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PersonId, TenantId, TimeOffRequestId, TimeOffTypeId};
use crate::shared::problem::Problem;
use crate::time_off::{self, ApproverDecision, Half, TimeOff, TimeOffDraft, TimeOffVerdict, Unit};
use crate::work::{Author, Work};
use db::{Value, params};
use jiff::Timestamp;
use jiff::civil::Weekday;
use std::collections::{BTreeMap, BTreeSet};

/// What a named person requested, and the answer.
struct Asked {
    who: &'static str,
    company: &'static str,
    kind: &'static str,
    /// Days from today; moves to the first working day from there.
    from: i64,
    working_days: usize,
    unit: Unit,
    half: Option<Half>,
    between: Option<(i64, i64)>,
    notes: &'static str,
    /// What the attached file says.
    attached: Option<&'static [&'static str]>,
    answer: Answer,
}

#[derive(Clone, Copy)]
enum Answer {
    Waits,
    Withdrawn,
    /// By whom, and with which note.
    Approved(&'static str, &'static str),
    Denied(&'static str, &'static str),
    /// The first day only.
    Partly(&'static str, &'static str),
}

const DAY: Asked = Asked {
    who: "ana",
    company: OUTFITTERS.name,
    kind: VACATION,
    from: 0,
    working_days: 1,
    unit: Unit::Whole,
    half: None,
    between: None,
    notes: "",
    attached: None,
    answer: Answer::Waits,
};

const ASKED: &[Asked] = &[
    Asked {
        from: -48,
        working_days: 3,
        notes: "Long weekend at the coast",
        answer: Answer::Approved("marcus", "Enjoy!"),
        ..DAY
    },
    Asked { from: -19, kind: SICK, ..DAY },
    Asked {
        from: 4,
        kind: "Personal",
        unit: Unit::Hours,
        between: Some((9 * 60, 11 * 60)),
        notes: "Dentist",
        attached: Some(&["Ana Morales has an appointment from 9 to 11 a.m.", "Dr. Amy Lindqvist, DDS"]),
        ..DAY
    },
    Asked { from: 9, notes: "", answer: Answer::Denied("marcus", "Inventory day: we need everyone."), ..DAY },
    Asked { from: 16, kind: "Personal", notes: "Moving day", answer: Answer::Approved("dana", ""), ..DAY },
    Asked { from: 23, working_days: 3, notes: "My sister is visiting", ..DAY },
    Asked {
        from: 52,
        working_days: 3,
        answer: Answer::Partly("marcus", "The first day works; on the others two are away."),
        ..DAY
    },
    Asked { from: 60, unit: Unit::Half, answer: Answer::Withdrawn, ..DAY },
    Asked { who: "victor", from: -33, working_days: 4, answer: Answer::Approved("marcus", ""), ..DAY },
    Asked { who: "victor", from: 11, unit: Unit::Half, half: Some(Half::Second), ..DAY },
    Asked {
        who: "victor",
        from: 66,
        kind: "Parental",
        working_days: 20,
        answer: Answer::Approved("marcus", "Congratulations!"),
        ..DAY
    },
    Asked { who: "priya", from: 30, working_days: 2, ..DAY },
    Asked { who: "priya", from: -40, working_days: 5, answer: Answer::Approved("marcus", ""), ..DAY },
    Asked { who: "evan", from: 18, working_days: 1, notes: "Family matters", ..DAY },
    Asked {
        who: "elena",
        company: LOGISTICS.name,
        from: 25,
        working_days: 2,
        notes: "Visita de mi mamá",
        ..DAY
    },
    Asked {
        who: "elena",
        company: LOGISTICS.name,
        from: -28,
        working_days: 2,
        answer: Answer::Approved("priya", "Saludos"),
        ..DAY
    },
    Asked { who: "hugo", company: crate::demo_world::HARBOR.name, from: 15, working_days: 2, ..DAY },
    Asked {
        who: "hugo",
        company: crate::demo_world::HARBOR.name,
        from: -22,
        answer: Answer::Approved("mina", ""),
        ..DAY
    },
];

type Types = BTreeMap<(&'static str, &'static str), TimeOffTypeId>;

struct Calendar(BTreeSet<Day>);

impl Calendar {
    fn is_worked(&self, day: Day) -> bool {
        !matches!(day.0.weekday(), Weekday::Saturday | Weekday::Sunday) && !self.0.contains(&day)
    }

    /// This many working days, starting from a day.
    fn working_days(&self, from: Day, count: usize) -> Vec<Day> {
        let all = std::iter::successors(Some(from), |day| Some(day.plus_days(1)));
        all.filter(|day| self.is_worked(*day)).take(count).collect()
    }
}

pub(super) async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let years = today.0.year() - 1..=today.0.year() + 2;
    let calendar = Calendar(years.clone().flat_map(holidays).map(|(day, ..)| day).collect());
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    let mut types = Types::new();
    for (position, granted) in GRANTED.iter().enumerate() {
        let (id, company) = (TimeOffTypeId(app.ids.next(now)), plan.company(granted.company));
        types.insert((granted.company, granted.name), id);
        store::write_time_off_type(
            &mut tx,
            (company.tenant, company.id),
            id,
            position as i64,
            granted,
            PERIOD_END,
        )
        .await?;
    }
    let days = plan.companies.iter().flat_map(|company| {
        let days = years.clone().flat_map(holidays);
        days.map(move |(day, name, name_es)| params![company.id, day, company.tenant, name, name_es])
    });
    store::write_holidays(&mut tx, days.collect()).await?;
    let outfitters = plan.company(OUTFITTERS.name);
    let busy = (today.plus_days(37), today.plus_days(40));
    store::write_blackout(
        &mut tx,
        (outfitters.tenant, outfitters.id),
        app.ids.next(now),
        types[&(OUTFITTERS.name, VACATION)],
        busy,
        "Holiday season",
    )
    .await?;
    let mut bulk = Bulk {
        app,
        randomness: Randomness::seeded(&format!("time off {today}")),
        today,
        rows: Rows::default(),
    };
    for company in &plan.companies {
        for (nth, employee) in plan.employees.iter().filter(|row| row.company == company.id).enumerate() {
            let is_named = ACCOUNTS.iter().any(|account| plan.person(account.username).id == employee.person);
            let decider = plan.person(decider_of(company)).id;
            bulk.employee(company, employee, &types, &calendar, (nth, is_named, decider));
        }
    }
    store::write_time_off(
        &mut tx,
        bulk.rows.adjustments,
        bulk.rows.worked,
        bulk.rows.requests,
        bulk.rows.days,
    )
    .await?;
    tx.commit().await?;
    let mut made = vec![];
    for (nth, asked) in ASKED.iter().enumerate() {
        let days = calendar.working_days(today.plus_days(asked.from), asked.working_days);
        let (Some(first), Some(last)) = (days.first(), days.last()) else { continue };
        let when = asked_on(asked, nth, *first, today)?;
        if let Some(id) = ask(app, plan, today, &types, ((*first, *last), when), asked).await? {
            made.push(params![id, when.0, when.1]);
        }
    }
    let mut tx = app.db.begin_write().await?;
    store::backdate_requests(&mut tx, made).await?;
    Ok(tx.commit().await?)
}

/// When it was requested and decided: some days ahead, and never later than the day before yesterday; sick time is
/// reported the same day.
fn asked_on(asked: &Asked, nth: usize, first: Day, today: Day) -> Result<(Day, Timestamp), Problem> {
    let ahead = if asked.kind == SICK { 0 } else { 6 + (nth as i64 * 7) % 19 };
    let on = first.plus_days(-ahead).min(today.plus_days(-2 - (nth as i64 * 5) % 9));
    let next_day = on.plus_days(1).0.at(15, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    Ok((on, next_day.map_err(|error| Problem::Internal(error.to_string()))?.timestamp()))
}

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
    let vacation = store::time_off_type(&app.db, company.id, VACATION).await?;
    let decider = plan.person(decider_of(company)).id;
    let calendar =
        Calendar((today.0.year() - 1..=today.0.year() + 1).flat_map(holidays).map(|(day, ..)| day).collect());
    let mut bulk = Bulk {
        app,
        randomness: Randomness::seeded(&format!("grown time off {today}")),
        today,
        rows: Rows::default(),
    };
    let mut after = None;
    // The first ones report to the same manager.
    let mut each = requests_each * 2;
    loop {
        let people = store::newcomers(&app.db, company.id, after, grown::CHUNK as i64).await?;
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
        store::write_time_off(&mut tx, rows.adjustments, rows.worked, rows.requests, rows.days).await?;
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
struct Rows {
    adjustments: Vec<Vec<Value>>,
    worked: Vec<Vec<Value>>,
    requests: Vec<Vec<Value>>,
    days: Vec<Vec<Value>>,
}

struct Bulk<'a> {
    app: &'a App,
    randomness: Randomness,
    today: Day,
    rows: Rows,
}

impl Bulk<'_> {
    fn below(&self, bound: u64) -> i64 {
        self.randomness.below(bound) as i64
    }

    /// One person's year: what was left from last year, hours worked, and a few requests.
    fn employee(
        &mut self,
        company: &CompanyPlan,
        employee: &EmployeePlan,
        types: &Types,
        calendar: &Calendar,
        (nth, is_named, decider): (usize, bool, PersonId),
    ) {
        let year_begins = Day(self.today.0.first_of_year());
        let is_long_here = employee.hired < year_begins.plus_days(-120);
        for granted in GRANTED.iter().filter(|granted| granted.company == company.place.name) {
            if is_long_here && granted.has_balance {
                let hours = Amount::from_cents((24 + self.below(7) * 8) * 100);
                let id = self.app.ids.next(self.app.clock.now());
                let type_id = types[&(granted.company, granted.name)];
                self.rows.adjustments.push(params![
                    id,
                    employee.tenant,
                    employee.company,
                    employee.id,
                    type_id,
                    year_begins.plus_days(-1),
                    "opening",
                    hours,
                    "Carried over from the former system"
                ]);
            }
            if granted.accrual == "hour_worked" {
                let weeks = std::iter::successors(Some(PERIOD_END), |day| Some(day.plus_days(14)));
                let ends: Vec<Day> = weeks
                    .skip_while(|day| *day < year_begins.max(employee.hired))
                    .take_while(|day| *day <= self.today)
                    .collect();
                for end in ends {
                    let hours = Amount::from_cents((72 + self.below(17)) * 100);
                    self.rows.worked.push(params![
                        employee.id,
                        end,
                        employee.tenant,
                        employee.company,
                        hours
                    ]);
                }
            }
        }
        if is_named || !is_long_here {
            return;
        }
        let vacation = types[&(company.place.name, VACATION)];
        let sick = types[&(company.place.name, SICK)];
        let mut free = Free { calendar, taken: BTreeSet::new() };
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
        self.rows.requests.push(params![
            id, tenant, company, employee, type_id, *first, *last, total, status, asked, person, decided, at
        ]);
        self.rows.days.extend(
            days.iter().map(|day| params![id, *day, tenant, company, employee, type_id, hours, status]),
        );
    }
}

/// Days someone hasn't requested off yet.
struct Free<'a> {
    calendar: &'a Calendar,
    taken: BTreeSet<Day>,
}

impl Free<'_> {
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

/// The app as of some days ago, so notices have the right dates.
fn back_then(app: &App, today: Day, at: Timestamp) -> App {
    App { clock: Clock::stopped(today, at), ..app.clone() }
}

async fn ask(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    types: &Types,
    ((first, last), (on, decided_at)): ((Day, Day), (Day, Timestamp)),
    asked: &Asked,
) -> Result<Option<TimeOffRequestId>, Problem> {
    let asked_at = on.0.at(14, 30, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    let asked_at = asked_at.map_err(|error| Problem::Internal(error.to_string()))?.timestamp();
    let app = &back_then(app, today, asked_at);
    let company = plan.company(asked.company);
    let (person, employee) = (plan.person(asked.who).id, plan.employee(asked.who).id);
    let viewer = Viewer::load(&app.db, &app.clock, person).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: company.tenant, company: company.id };
    let scope = access::own::<TimeOff, Write>(&viewer, at, employee)?;
    let draft = TimeOffDraft {
        type_id: types[&(asked.company, asked.kind)],
        first,
        last,
        includes_weekends: false,
        unit: asked.unit,
        half: asked.half,
        minutes: 0,
        between: asked.between,
        notes: asked.notes.to_owned(),
    };
    let mut attached = vec![];
    if let Some(lines) = asked.attached {
        let bytes = documents::page("Lakeside Dental", "Appointment", lines);
        let key =
            files::key_alone(app, &BankScope::from(&CompanyScope::<Files, Write>::from(&scope))).await?;
        attached.push(files::take_in(app, &scope, &key, "appointment.pdf", bytes).await?);
    }
    let mut work = begin(app, &viewer).await?;
    let made = match time_off::request_with(&mut work, &scope, today, draft, &attached).await {
        // On some days of the year a person is too new for this, or the company is closed.
        Err(Problem::Refused { .. }) => return Ok(None),
        made => made?,
    };
    let (id, version) = (made.head.id, made.head.version);
    work.commit().await?;
    let app = &back_then(app, today, decided_at);
    answer(app, plan, today, (company, &viewer, &scope), (id, version, first), asked.answer).await?;
    Ok(Some(id))
}

async fn answer(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    (company, viewer, scope): (&CompanyPlan, &Viewer, &EmployeeScope<TimeOff, Write>),
    (id, version, first): (TimeOffRequestId, i64, Day),
    answer: Answer,
) -> Result<(), Problem> {
    let (by, verdict, notes) = match answer {
        Answer::Waits => return Ok(()),
        Answer::Withdrawn => {
            let mut work = begin(app, viewer).await?;
            time_off::withdraw(&mut work, scope, today, id, Some(version)).await?;
            return Ok(work.commit().await?);
        }
        Answer::Approved(by, notes) => (by, TimeOffVerdict::Approve, notes),
        Answer::Denied(by, notes) => (by, TimeOffVerdict::Deny, notes),
        Answer::Partly(by, notes) => (by, TimeOffVerdict::Partly(vec![first]), notes),
    };
    let decider = plan.person(by).id;
    let viewer = Viewer::load(&app.db, &app.clock, decider).await?.ok_or(Problem::NotFound)?;
    let at = At { tenant: company.tenant, company: company.id };
    let managed = access::managed_company::<TimeOff, Write>(&viewer, at, decider)?;
    let approver = access::approver(&app.db, &managed, today).await?;
    let mut work = begin(app, &viewer).await?;
    let decision = ApproverDecision { id, version, verdict, notes: notes.to_owned() };
    time_off::decide(&mut work, &approver, decision).await?;
    Ok(work.commit().await?)
}

async fn begin(app: &App, viewer: &Viewer) -> Result<Work, Problem> {
    let author = Author { tenant: viewer.tenant, person: Some(viewer.person), address: "demo".to_owned() };
    Ok(Work::begin(app, &app.db, author).await?)
}
