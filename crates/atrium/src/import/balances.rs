//! `balances.csv`: what somebody has of a type of time off at the end of a day. What lies before that day no longer counts.

use super::desk::{Desk, Wish, employee_key};
use super::record::Record;
use super::rules;
use super::table::{self, BALANCE};
use crate::shared::problem::Problem;
use db::{Value, params};

const NOTE_MAX: usize = 200;

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let code = row.name("employee_code");
        let name = row.name("time_off_type");
        let day = row.day("day");
        let hours = row.amount("hours");
        let note = row.optional("note", |cell| rules::text(cell, NOTE_MAX));
        let named = company.zip(name);
        let known = named.as_ref().and_then(|key| desk.known.time_off_types.get(key).copied());
        let type_id = known.and_then(|(id, is_counted)| is_counted.then_some(id));
        if let (Some((_, name)), None) = (&named, type_id) {
            row.fault("time_off_type", format!("this company has no time-off type {name:?}"));
        }
        let parts = company.zip(code).zip(type_id).zip(day.zip(hours));
        if let Some((((company, code), type_id), (day, _))) = &parts {
            desk.once(&mut row, "day", &format!("{company} {code} {type_id} {day}"));
        }
        match parts {
            Some(parts) if row.faults.is_empty() => read.push((row, parts, note)),
            _ => _ = desk.is_whole(&row),
        }
    }
    let of = read.iter().map(|(_, (((company, code), _), _), _)| (*company, code.clone()));
    let employees = desk.employees(of).await?;
    let mut settled = vec![];
    for (mut row, (((company, code), type_id), (day, hours)), note) in read {
        let Some(employee) = employees.get(&table::to_text(&employee_key(company, &code))) else {
            row.fault("employee_code", format!("this company has no employee {code:?}"));
            desk.is_whole(&row);
            continue;
        };
        let key = params![employee.uuid(), type_id, day, "opening"];
        settled.push((row, company, format!("balance of {code} on {day}"), key, hours, note));
    }
    let keys: Vec<Vec<Value>> = settled.iter().map(|row| row.3.clone()).collect();
    let found = desk.find(&BALANCE, &keys).await?;
    let mut wishes = vec![];
    for (row, company, what, key, hours, note) in settled {
        let found = found.get(&table::to_text(&key)).cloned();
        let kept = found.as_ref().filter(|_| !row.has("note")).map(|found| found.get(&BALANCE, "note"));
        let mut values = key;
        values.extend([hours.into(), kept.unwrap_or_else(|| note.unwrap_or_default().into())]);
        let (id, once) = (params![desk.new_id()], params![desk.scope.tenant(), company]);
        wishes.push(Wish { line: row.line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&BALANCE, wishes).await
}
