//! The people behind the figures, one by one.

use super::Reports;
use super::kinds::{ReportColumnKind, ReportName};
use super::rules::{AskedReport, ReportRefusal};
use super::store::{self, ListedPerson};
use super::summary::in_language;
use super::table::{ReportCell, ReportColumn, ReportRow, ReportTable, columns, named};
use crate::access::{CompanyFiguresScope, Need};
use crate::shared::amount::Amount;
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::id::EmployeeId;
use crate::shared::language::Language;
use crate::shared::page::{Ask, Cursors, Direction, Page};
use crate::shared::problem::Problem;
use crate::time_off;
use db::Db;
use std::collections::HashMap;

/// How many people's rows of a file are read at a time.
const PART: usize = 250;

/// One page of people, by last name.
pub(super) struct PeoplePage {
    pub columns: Vec<ReportColumn>,
    pub page: Page<ReportRow>,
}

pub(super) async fn people(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    (asked, language): (&AskedReport, Language),
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<PeoplePage, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let (columns, rows) = listed((db, clock), scope, (asked, language), &ask).await?;
    let page = cursors.page(&ask, rows, |(keys, _)| keys.clone());
    Ok(PeoplePage { columns, page: page.map(|(_, row)| row) })
}

/// Everyone, for a file.
pub(super) async fn everyone(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    (asked, language): (&AskedReport, Language),
) -> Result<ReportTable, Problem> {
    let mut ask = Ask { limit: PART, from: None };
    let mut table = ReportTable::default();
    loop {
        let (columns, mut rows) = listed((db, clock), scope, (asked, language), &ask).await?;
        let is_last = rows.len() <= PART;
        rows.truncate(PART);
        ask.from = rows.last().map(|(keys, _)| (Direction::Forward, keys.clone()));
        table.columns = columns;
        table.rows.extend(rows.into_iter().map(|(_, row)| row));
        if is_last {
            return Ok(table);
        }
    }
}

type KeyedRow = (Vec<String>, ReportRow);

async fn listed(
    (db, clock): (&Db, &Clock),
    scope: &CompanyFiguresScope<Reports, impl Need>,
    (asked, language): (&AskedReport, Language),
    ask: &Ask,
) -> Result<(Vec<ReportColumn>, Vec<KeyedRow>), Problem> {
    let zone = scope.time_zone();
    match asked.name {
        ReportName::Headcount | ReportName::Decisions => Err(ReportRefusal::NoPeople.into()),
        ReportName::Balances => balances(db, scope, (asked, language), clock.today(&zone), ask).await,
        ReportName::TimeOffTaken => taken(db, scope, (asked, language), ask).await,
        ReportName::Acknowledgements => {
            let resource = asked.resource.ok_or(ReportRefusal::NoResource)?;
            let people = store::acknowledging(db, scope, asked, resource, ask).await?;
            let people = people.ok_or(Problem::NotFound)?;
            let rows = people.iter().map(|person| {
                let word = if person.at.is_some() { "acknowledged" } else { "missing" };
                let on =
                    person.at.map_or(ReportCell::Nothing, |at| ReportCell::Day(clock.day_of(at.0, &zone)));
                row(person, vec![ReportCell::Word(word), on])
            });
            let own = [("state", ReportColumnKind::Word), ("acknowledgedOn", ReportColumnKind::Date)];
            Ok((about_people(columns(&own)), rows.collect()))
        }
        ReportName::Consent => {
            let people = store::consenting(db, scope, asked, ask).await?;
            let rows = people.iter().map(|person| {
                let word = match person.word.as_deref() {
                    Some("electronic") => "electronic",
                    Some(_) => "paper",
                    None => "notChosen",
                };
                let since =
                    person.at.map_or(ReportCell::Nothing, |at| ReportCell::Day(clock.day_of(at.0, &zone)));
                row(person, vec![ReportCell::Word(word), since])
            });
            let own = [("method", ReportColumnKind::Word), ("since", ReportColumnKind::Date)];
            Ok((about_people(columns(&own)), rows.collect()))
        }
    }
}

fn about_people(own: Vec<ReportColumn>) -> Vec<ReportColumn> {
    let mut all = columns(&[
        ("name", ReportColumnKind::Text),
        ("code", ReportColumnKind::Text),
        ("department", ReportColumnKind::Text),
    ]);
    all.extend(own);
    all
}

fn row(person: &ListedPerson, own: Vec<ReportCell>) -> KeyedRow {
    let mut cells = vec![
        ReportCell::Text(format!("{}, {}", person.last_name, person.first_name)),
        ReportCell::Text(person.code.clone()),
        named(person.department.as_deref()),
    ];
    cells.extend(own);
    (person.sort_keys(), ReportRow { id: Some(person.id.0), cells })
}

fn of_type(name: &str, name_es: Option<&str>, language: Language) -> ReportColumn {
    let label = Some(in_language(name, name_es, language).to_owned());
    ReportColumn { label, ..ReportColumn::new("type", ReportColumnKind::Hours) }
}

async fn balances(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    (asked, language): (&AskedReport, Language),
    today: Day,
    ask: &Ask,
) -> Result<(Vec<ReportColumn>, Vec<KeyedRow>), Problem> {
    let people = store::by_name(db, scope, asked, ask).await?;
    let hired: Vec<(EmployeeId, Day)> = people.iter().map(|person| (person.id, person.hired)).collect();
    let time_off = CompanyFiguresScope::from(scope);
    let found = time_off::balances_on(db, &time_off, &hired, (asked.on, today)).await?;
    let ids: Vec<EmployeeId> = people.iter().map(|person| person.id).collect();
    let pay: HashMap<_, _> = match scope.sees_pay() {
        true => store::pay_of(db, scope, asked, Some(&ids)).await?.into_iter().collect(),
        false => HashMap::new(),
    };
    let mut own: Vec<ReportColumn> =
        found.types.iter().map(|of| of_type(&of.name, of.name_es.as_deref(), language)).collect();
    if scope.sees_pay() {
        own.push(ReportColumn::new("liability", ReportColumnKind::Money));
    }
    let mut rows = vec![];
    for person in &people {
        let hours = found.hours.get(&person.id).cloned().unwrap_or_default();
        let mut cells: Vec<ReportCell> = hours.iter().map(|hours| ReportCell::Amount(*hours)).collect();
        if scope.sees_pay() {
            let pay = pay.get(&person.id).copied().unwrap_or_default();
            let worth = pay.worth(&hours);
            cells.push(worth.map_or(ReportCell::Nothing, ReportCell::Amount));
        }
        rows.push(row(person, cells));
    }
    Ok((about_people(own), rows))
}

async fn taken(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    (asked, language): (&AskedReport, Language),
    ask: &Ask,
) -> Result<(Vec<ReportColumn>, Vec<KeyedRow>), Problem> {
    let types = store::time_off_types(db, scope).await?;
    let (people, taken) = store::taken_by_people(db, scope, asked, ask).await?;
    let hours: HashMap<_, _> = taken.into_iter().map(|(who, of, hours)| ((who, of), hours)).collect();
    let own = types.iter().map(|(_, name, name_es)| of_type(name, name_es.as_deref(), language)).collect();
    let rows = people.iter().map(|person| {
        let of = |id| ReportCell::Amount(hours.get(&(person.id, id)).copied().unwrap_or(Amount::ZERO));
        row(person, types.iter().map(|(id, ..)| of(*id)).collect())
    });
    let rows = rows.collect();
    Ok((about_people(own), rows))
}
