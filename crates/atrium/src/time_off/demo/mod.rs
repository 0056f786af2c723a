//! Time off at the demo companies. The named people's requests and their decisions go through the use cases; everyone
//! else's year is written in bulk (`bulk.rs`), by the same rules: one request per day, on working days, within a balance.

mod bulk;
mod policies;
mod store;

use super::{
    ApproverDecision, Half, TimeOff, TimeOffDraft, TimeOffVerdict, Unit, decide, request_with, withdraw,
};
use crate::access::{self, At, BankScope, CompanyScope, EmployeeScope, OperatorScope, Viewer, Write};
use crate::app::App;
use crate::demo_world::{
    CompanyPlan, DemoPart, DemoPlan, DemoRows, DemoStep, HARBOR, LOGISTICS, OUTFITTERS, begin, holidays,
    page, viewer_of,
};
use crate::files::{self, Files};
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, TimeOffRequestId, TimeOffTypeId};
use crate::shared::problem::Problem;
use db::{Db, params};
use jiff::Timestamp;
use jiff::civil::Weekday;
use policies::{GRANTED, PERIOD_END, SICK, VACATION};
use std::collections::{BTreeMap, BTreeSet};

pub const DEMO: &[DemoPart] = &[
    DemoPart::Once(DemoStep::TimeOff, |app, plan, today| Box::pin(write(app, plan, today))),
    DemoPart::Once(DemoStep::Settled, |app, plan, _| Box::pin(remind_nobody(app, plan))),
];

/// Which employees of a demo company are away on which days.
pub async fn approved_days(
    db: &Db,
    scope: &OperatorScope,
    company: CompanyId,
) -> Result<BTreeSet<(EmployeeId, Day)>, Problem> {
    Ok(store::approved_days(db, scope, company).await?)
}

/// What a named person requested, and the answer.
struct NamedRequest {
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
    answer: NamedAnswer,
}

#[derive(Clone, Copy)]
enum NamedAnswer {
    Waits,
    Withdrawn,
    /// By whom, and with which note.
    Approved(&'static str, &'static str),
    Denied(&'static str, &'static str),
    /// The first day only.
    Partly(&'static str, &'static str),
}

const DAY: NamedRequest = NamedRequest {
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
    answer: NamedAnswer::Waits,
};

const ASKED: &[NamedRequest] = &[
    NamedRequest {
        from: -48,
        working_days: 3,
        notes: "Long weekend at the coast",
        answer: NamedAnswer::Approved("marcus", "Enjoy!"),
        ..DAY
    },
    NamedRequest { from: -19, kind: SICK, ..DAY },
    NamedRequest {
        from: 4,
        kind: "Personal",
        unit: Unit::Hours,
        between: Some((9 * 60, 11 * 60)),
        notes: "Dentist",
        attached: Some(&["Ana Morales has an appointment from 9 to 11 a.m.", "Dr. Amy Lindqvist, DDS"]),
        ..DAY
    },
    NamedRequest {
        from: 9,
        notes: "",
        answer: NamedAnswer::Denied("marcus", "Inventory day: we need everyone."),
        ..DAY
    },
    NamedRequest {
        from: 16,
        kind: "Personal",
        notes: "Moving day",
        answer: NamedAnswer::Approved("dana", ""),
        ..DAY
    },
    NamedRequest { from: 23, working_days: 3, notes: "My sister is visiting", ..DAY },
    NamedRequest {
        from: 52,
        working_days: 3,
        answer: NamedAnswer::Partly("marcus", "The first day works; on the others two are away."),
        ..DAY
    },
    NamedRequest { from: 60, unit: Unit::Half, answer: NamedAnswer::Withdrawn, ..DAY },
    NamedRequest {
        who: "victor",
        from: -33,
        working_days: 4,
        answer: NamedAnswer::Approved("marcus", ""),
        ..DAY
    },
    NamedRequest { who: "victor", from: 11, unit: Unit::Half, half: Some(Half::Second), ..DAY },
    NamedRequest {
        who: "victor",
        from: 66,
        kind: "Parental",
        working_days: 20,
        answer: NamedAnswer::Approved("marcus", "Congratulations!"),
        ..DAY
    },
    NamedRequest { who: "priya", from: 30, working_days: 2, ..DAY },
    NamedRequest {
        who: "priya",
        from: -40,
        working_days: 5,
        answer: NamedAnswer::Approved("marcus", ""),
        ..DAY
    },
    NamedRequest { who: "evan", from: 18, working_days: 1, notes: "Family matters", ..DAY },
    NamedRequest {
        who: "elena",
        company: LOGISTICS.name,
        from: 25,
        working_days: 2,
        notes: "Visita de mi mamá",
        ..DAY
    },
    NamedRequest {
        who: "elena",
        company: LOGISTICS.name,
        from: -28,
        working_days: 2,
        answer: NamedAnswer::Approved("priya", "Saludos"),
        ..DAY
    },
    NamedRequest { who: "hugo", company: HARBOR.name, from: 15, working_days: 2, ..DAY },
    NamedRequest {
        who: "hugo",
        company: HARBOR.name,
        from: -22,
        answer: NamedAnswer::Approved("mina", ""),
        ..DAY
    },
];

type DemoTypes = BTreeMap<(&'static str, &'static str), TimeOffTypeId>;

struct WorkingDays(BTreeSet<Day>);

/// Those whose holidays are known.
fn years(today: Day) -> std::ops::RangeInclusive<i16> {
    today.0.year() - 1..=today.0.year() + 2
}

impl WorkingDays {
    fn around(today: Day) -> WorkingDays {
        WorkingDays(years(today).flat_map(holidays).map(|(day, ..)| day).collect())
    }

    fn is_worked(&self, day: Day) -> bool {
        !matches!(day.0.weekday(), Weekday::Saturday | Weekday::Sunday) && !self.0.contains(&day)
    }

    /// This many working days, starting from a day.
    fn working_days(&self, from: Day, count: usize) -> Vec<Day> {
        let all = std::iter::successors(Some(from), |day| Some(day.plus_days(1)));
        all.filter(|day| self.is_worked(*day)).take(count).collect()
    }
}

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let calendar = WorkingDays::around(today);
    let types = write_policies(app, plan, today).await?;
    bulk::write(app, plan, today, &types, &calendar).await?;
    let mut made = DemoRows::default();
    for (nth, asked) in ASKED.iter().enumerate() {
        let days = calendar.working_days(today.plus_days(asked.from), asked.working_days);
        let (Some(first), Some(last)) = (days.first(), days.last()) else { continue };
        let when = asked_on(asked, nth, *first, today)?;
        if let Some(id) = ask(app, plan, today, &types, ((*first, *last), when), asked).await? {
            made.push(plan.company(asked.company).tenant, params![id, when.0, when.1]);
        }
    }
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        store::backdate(&mut tx, &tenant.scope, made.of(&tenant.scope)).await?;
    }
    tx.commit().await?;
    match plan.growth {
        Some(growth) => bulk::grow(app, plan, today, growth.requests_each).await,
        None => Ok(()),
    }
}

/// Types, holidays, and days without time off.
async fn write_policies(app: &App, plan: &DemoPlan, today: Day) -> Result<DemoTypes, Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    let mut types = DemoTypes::new();
    for (position, granted) in GRANTED.iter().enumerate() {
        let (id, company) = (TimeOffTypeId(app.ids.next(now)), plan.company(granted.company));
        types.insert((granted.company, granted.name), id);
        let scope = plan.scope(company.tenant);
        store::insert_type(&mut tx, scope, company.id, (id, position as i64), granted, PERIOD_END).await?;
    }
    for company in &plan.companies {
        let days = years(today).flat_map(holidays);
        let days = days.map(|(day, name, name_es)| params![company.id, day, name, name_es]);
        store::insert_holidays(&mut tx, plan.scope(company.tenant), days.collect()).await?;
    }
    let outfitters = plan.company(OUTFITTERS.name);
    let (id, vacation) = (app.ids.next(now), types[&(OUTFITTERS.name, VACATION)]);
    let busy =
        params![id, outfitters.id, vacation, today.plus_days(37), today.plus_days(40), "Holiday season"];
    store::insert_blackout(&mut tx, plan.scope(outfitters.tenant), busy).await?;
    tx.commit().await?;
    Ok(types)
}

/// No one is reminded of what happened before the world existed.
async fn remind_nobody(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        store::set_reminded(&mut tx, &tenant.scope, app.clock.now()).await?;
    }
    Ok(tx.commit().await?)
}

/// When it was requested and decided: some days ahead, and never later than the day before yesterday; sick time is
/// reported the same day.
fn asked_on(asked: &NamedRequest, nth: usize, first: Day, today: Day) -> Result<(Day, Timestamp), Problem> {
    let ahead = if asked.kind == SICK { 0 } else { 6 + (nth as i64 * 7) % 19 };
    let on = first.plus_days(-ahead).min(today.plus_days(-2 - (nth as i64 * 5) % 9));
    let next_day = on.plus_days(1).0.at(15, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    Ok((on, next_day.map_err(|error| Problem::Internal(error.to_string()))?.timestamp()))
}

/// The app as of some days ago, so notices have the right dates.
fn back_then(app: &App, today: Day, at: Timestamp) -> App {
    App { clock: Clock::stopped(today, at), ..app.clone() }
}

async fn ask(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    types: &DemoTypes,
    ((first, last), (on, decided_at)): ((Day, Day), (Day, Timestamp)),
    asked: &NamedRequest,
) -> Result<Option<TimeOffRequestId>, Problem> {
    let asked_at = on.0.at(14, 30, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    let asked_at = asked_at.map_err(|error| Problem::Internal(error.to_string()))?.timestamp();
    let app = &back_then(app, today, asked_at);
    let company = plan.company(asked.company);
    let (person, employee) = (plan.person(asked.who).id, plan.employee(asked.who).id);
    let viewer = viewer_of(app, person).await?;
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
        let bytes = page("Lakeside Dental", "Appointment", lines);
        let key =
            files::key_alone(app, &BankScope::from(&CompanyScope::<Files, Write>::from(&scope))).await?;
        attached.push(files::take_in(app, &scope, &key, "appointment.pdf", bytes).await?);
    }
    let mut work = begin(app, &viewer).await?;
    let made = match request_with(&mut work, &scope, today, draft, &attached).await {
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
    answer: NamedAnswer,
) -> Result<(), Problem> {
    let (by, verdict, notes) = match answer {
        NamedAnswer::Waits => return Ok(()),
        NamedAnswer::Withdrawn => {
            let mut work = begin(app, viewer).await?;
            withdraw(&mut work, scope, today, id, Some(version)).await?;
            return Ok(work.commit().await?);
        }
        NamedAnswer::Approved(by, notes) => (by, TimeOffVerdict::Approve, notes),
        NamedAnswer::Denied(by, notes) => (by, TimeOffVerdict::Deny, notes),
        NamedAnswer::Partly(by, notes) => (by, TimeOffVerdict::Partly(vec![first]), notes),
    };
    let decider = plan.person(by).id;
    let viewer = viewer_of(app, decider).await?;
    let at = At { tenant: company.tenant, company: company.id };
    let managed = access::managed_company::<TimeOff, Write>(&viewer, at, decider)?;
    let approver = access::approver(&app.db, &managed, today).await?;
    let mut work = begin(app, &viewer).await?;
    let decision = ApproverDecision { id, version, verdict, notes: notes.to_owned() };
    decide(&mut work, &approver, decision).await?;
    Ok(work.commit().await?)
}
