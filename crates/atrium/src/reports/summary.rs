//! The figures of each report.

use super::Reports;
use super::kinds::{ReportColumnKind, ReportGrouping, ReportName};
use super::rules::{AskedReport, BalanceShare, DecisionTimes, RequestOutcome, add_up, headcount, percent};
use super::store::{self, RequestMark};
use super::table::{ReportCell, ReportRow, ReportTable, columns, named};
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::amount::Amount;
use crate::shared::clock::Clock;
use crate::shared::day::{Day, Moment};
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::time_off;
use db::Db;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// A report's main table, in a language: that of the names of types.
pub(super) async fn summary(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    language: Language,
) -> Result<ReportTable, Problem> {
    let today = clock.today(&scope.time_zone());
    match asked.name {
        ReportName::Balances => balances(db, scope, asked, (today, language)).await,
        ReportName::TimeOffTaken => taken(db, scope, asked, (today, language)).await,
        ReportName::Headcount => months(db, scope, asked).await,
        ReportName::Decisions => decisions((db, clock), scope, asked).await,
        ReportName::Acknowledgements => acknowledgements(db, scope, asked).await,
        ReportName::Consent => consent(db, scope, asked).await,
    }
}

fn too_large() -> Problem {
    Problem::Internal("a sum in a report doesn't fit".to_owned())
}

pub(super) fn in_language<'a>(name: &'a str, name_es: Option<&'a str>, language: Language) -> &'a str {
    language.pick((name, name_es.unwrap_or(name)))
}

async fn balances(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    (today, language): (Day, Language),
) -> Result<ReportTable, Problem> {
    let workforce = store::workforce(db, scope, asked).await?;
    let people: Vec<_> = workforce.iter().map(|(id, hired, _)| (*id, *hired)).collect();
    let time_off = CompanyFiguresScope::from(scope);
    let found = time_off::balances_on(db, &time_off, &people, (asked.on, today)).await?;
    let pay: HashMap<_, _> = match scope.sees_pay() {
        true => store::pay_of(db, scope, asked, None).await?.into_iter().collect(),
        false => HashMap::new(),
    };
    let is_by_type = asked.grouping == ReportGrouping::Type;
    // By the place of the type, or by the name of the department, those without one last.
    let mut shares: BTreeMap<(bool, String, usize), BalanceShare> = BTreeMap::new();
    let place_of = |place: usize| (false, String::new(), place);
    if is_by_type {
        let all = (0..found.types.len()).filter(|place| !found.types[*place].has_ended);
        shares.extend(all.map(|place| (place_of(place), BalanceShare::default())));
    }
    for (id, _, department) in &workforce {
        let Some(hours) = found.hours.get(id) else { continue };
        let pay = pay.get(id).copied().unwrap_or_default();
        let mut add = |key: (bool, String, usize), hours: &[Amount]| -> Result<(), Problem> {
            let share = shares.entry(key).or_default();
            *share = add_up(*share, hours, pay).ok_or_else(too_large)?;
            Ok(())
        };
        if is_by_type {
            for (place, hours) in hours.iter().enumerate().filter(|(_, hours)| **hours != Amount::ZERO) {
                add(place_of(place), &[*hours])?;
            }
        } else {
            let department = department.clone().unwrap_or_default();
            add((department.is_empty(), department, 0), hours)?;
        }
    }
    let first = if is_by_type { "type" } else { "department" };
    let mut shown = vec![
        (first, ReportColumnKind::Text),
        ("people", ReportColumnKind::Count),
        ("hours", ReportColumnKind::Hours),
    ];
    if scope.sees_pay() {
        shown.extend([("liability", ReportColumnKind::Money), ("withoutRate", ReportColumnKind::Count)]);
    }
    let rows = shares.into_iter().map(|((_, department, place), share)| {
        let name = match found.types.get(place).filter(|_| is_by_type) {
            Some(of) => ReportCell::Text(in_language(&of.name, of.name_es.as_deref(), language).to_owned()),
            None => named(Some(&department)),
        };
        let mut cells = vec![name, ReportCell::Number(share.people), ReportCell::Amount(share.hours)];
        if scope.sees_pay() {
            cells.extend([ReportCell::Amount(share.worth), ReportCell::Number(share.without_rate)]);
        }
        ReportRow::of(cells)
    });
    Ok(ReportTable { rows: rows.collect(), columns: columns(&shown) })
}

async fn taken(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
    (today, language): (Day, Language),
) -> Result<ReportTable, Problem> {
    let is_by_department = asked.grouping == ReportGrouping::Department;
    let sums = store::taken(db, scope, asked, is_by_department, today).await?;
    let rows = sums.iter().map(|sum| {
        let name = sum.name.as_deref().map(|name| in_language(name, sum.name_es.as_deref(), language));
        ReportRow::of(vec![
            named(name),
            ReportCell::Number(sum.people),
            ReportCell::Amount(sum.taken),
            ReportCell::Amount(sum.planned),
        ])
    });
    let first = if is_by_department { "department" } else { "type" };
    let shown = columns(&[
        (first, ReportColumnKind::Text),
        ("people", ReportColumnKind::Count),
        ("taken", ReportColumnKind::Hours),
        ("planned", ReportColumnKind::Hours),
    ]);
    Ok(ReportTable { rows: rows.collect(), columns: shown })
}

async fn months(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
) -> Result<ReportTable, Problem> {
    let marks = store::employment_marks(db, scope, asked.department).await?;
    let rows = headcount(&marks, (asked.from, asked.to)).into_iter().map(|month| {
        ReportRow::of(vec![
            ReportCell::Day(month.first),
            ReportCell::Number(month.at_start),
            ReportCell::Number(month.hired),
            ReportCell::Number(month.left),
            ReportCell::Number(month.at_end),
            month.turnover.map_or(ReportCell::Nothing, ReportCell::Tenths),
        ])
    });
    let shown = columns(&[
        ("month", ReportColumnKind::Month),
        ("atStart", ReportColumnKind::Count),
        ("hired", ReportColumnKind::Count),
        ("left", ReportColumnKind::Count),
        ("atEnd", ReportColumnKind::Count),
        ("turnover", ReportColumnKind::Percent),
    ]);
    Ok(ReportTable { rows: rows.collect(), columns: shown })
}

/// The moments that can fall on a range's days, also in a demo world with a day of its own.
fn moments(clock: &Clock, time_zone: &str, (from, to): (Day, Day)) -> (Timestamp, Timestamp) {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let ahead = (clock.today(time_zone).0 - clock.now().to_zoned(zone).date()).get_days();
    let moment = |day: Day| {
        let midnight = day.plus_days(-i64::from(ahead)).0.to_zoned(TimeZone::UTC);
        midnight.map_or(clock.now(), |at| at.timestamp())
    };
    (moment(from.plus_days(-1)), moment(to.plus_days(2)))
}

const KINDS: [&str; 3] = ["timeOff", "deposits", "profile"];

async fn decisions(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
) -> Result<ReportTable, Problem> {
    let zone = scope.time_zone();
    let range = (asked.from, asked.to);
    let found = store::requests(db, scope, asked, moments(clock, &zone, range)).await?;
    let day_of = |moment: Moment| clock.day_of(moment.0, &zone);
    // What sorts a group first; then what tells it from another of the same name.
    let mut groups: BTreeMap<(String, Option<Uuid>), (ReportCell, DecisionTimes)> = BTreeMap::new();
    for request in found {
        let Some(day) = request.asked_on.or(request.asked_at.map(day_of)) else { continue };
        if day < asked.from || asked.to < day {
            continue;
        }
        let took = request.decided_at.map(|at| i64::from((day_of(at).0 - day.0).get_days()));
        let (key, cell) = group(&request, day, asked.grouping);
        let (_, times) = groups.entry(key).or_insert_with(|| (cell, DecisionTimes::default()));
        times.add(outcome(&request.status), took);
    }
    let rows = groups.into_values().map(|(cell, times)| {
        let counts = [times.requests, times.approved, times.denied, times.waiting, times.withdrawn];
        let mut cells = vec![cell];
        cells.extend(counts.map(ReportCell::Number));
        match times.median_and_ninth() {
            Some((median, ninth)) => cells.extend([ReportCell::Tenths(median), ReportCell::Number(ninth)]),
            None => cells.extend([ReportCell::Nothing, ReportCell::Nothing]),
        }
        ReportRow::of(cells)
    });
    let first = match asked.grouping {
        ReportGrouping::Month => ("month", ReportColumnKind::Month),
        ReportGrouping::Department => ("department", ReportColumnKind::Text),
        ReportGrouping::Decider => ("decider", ReportColumnKind::Text),
        _ => ("kind", ReportColumnKind::Word),
    };
    let shown = columns(&[
        first,
        ("requests", ReportColumnKind::Count),
        ("approved", ReportColumnKind::Count),
        ("denied", ReportColumnKind::Count),
        ("waiting", ReportColumnKind::Count),
        ("withdrawn", ReportColumnKind::Count),
        ("median", ReportColumnKind::Days),
        ("ninth", ReportColumnKind::Days),
    ]);
    Ok(ReportTable { rows: rows.collect(), columns: shown })
}

/// A status of time off, or of a change request; a frozen one waits for the people who look after pay.
fn outcome(status: &str) -> RequestOutcome {
    match status {
        "Approved" | "Partial" => RequestOutcome::Approved,
        "Denied" => RequestOutcome::Denied,
        "Cancelled" | "Withdrawn" => RequestOutcome::Withdrawn,
        _ => RequestOutcome::Waiting,
    }
}

fn group(request: &RequestMark, day: Day, grouping: ReportGrouping) -> ((String, Option<Uuid>), ReportCell) {
    // After every name.
    let last = || "\u{10ffff}".to_owned();
    match grouping {
        ReportGrouping::Month => {
            let first = Day(day.0.first_of_month());
            ((first.to_string(), None), ReportCell::Day(first))
        }
        ReportGrouping::Department => {
            let name = request.department.clone();
            let cell = named(name.as_deref());
            ((name.unwrap_or_else(last), request.department_id), cell)
        }
        ReportGrouping::Decider => match &request.decider {
            Some(name) => ((name.clone(), request.decider_id), ReportCell::Text(name.clone())),
            None => ((last(), None), ReportCell::Word("undecided")),
        },
        _ => {
            let place = KINDS.iter().position(|kind| *kind == request.kind).unwrap_or_default();
            ((place.to_string(), None), ReportCell::Word(KINDS[place]))
        }
    }
}

async fn acknowledgements(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
) -> Result<ReportTable, Problem> {
    let sums = store::acknowledged(db, scope, asked.department).await?;
    let rows = sums.into_iter().map(|sum| ReportRow {
        id: Some(sum.id),
        cells: vec![
            ReportCell::Text(sum.name),
            sum.due_date.map_or(ReportCell::Nothing, ReportCell::Day),
            ReportCell::Number(sum.people),
            ReportCell::Number(sum.acknowledged),
            ReportCell::Number(sum.people - sum.acknowledged),
            percent(sum.acknowledged, sum.people).map_or(ReportCell::Nothing, ReportCell::Tenths),
        ],
    });
    let shown = columns(&[
        ("resource", ReportColumnKind::Text),
        ("dueDate", ReportColumnKind::Date),
        ("people", ReportColumnKind::Count),
        ("acknowledged", ReportColumnKind::Count),
        ("missing", ReportColumnKind::Count),
        ("share", ReportColumnKind::Percent),
    ]);
    Ok(ReportTable { rows: rows.collect(), columns: shown })
}

async fn consent(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    asked: &AskedReport,
) -> Result<ReportTable, Problem> {
    let sums = store::consent(db, scope, asked.department).await?;
    let rows = sums.into_iter().map(|sum| {
        ReportRow::of(vec![
            named(sum.department.as_deref()),
            ReportCell::Number(sum.people),
            ReportCell::Number(sum.electronic),
            ReportCell::Number(sum.paper),
            ReportCell::Number(sum.people - sum.electronic - sum.paper),
            percent(sum.electronic, sum.people).map_or(ReportCell::Nothing, ReportCell::Tenths),
        ])
    });
    let shown = columns(&[
        ("department", ReportColumnKind::Text),
        ("people", ReportColumnKind::Count),
        ("electronic", ReportColumnKind::Count),
        ("paper", ReportColumnKind::Count),
        ("notChosen", ReportColumnKind::Count),
        ("share", ReportColumnKind::Percent),
    ]);
    Ok(ReportTable { rows: rows.collect(), columns: shown })
}
