//! When people work and when they do not: `holidays.csv` and `blackouts.csv` of a company, and `working-patterns.csv` of its
//! people.

use super::desk::{Desk, Wish, employee_key};
use super::record::Record;
use super::rules;
use super::table::{self, BLACKOUT, HOLIDAY, WORKING_PATTERN};
use crate::shared::amount::Amount;
use crate::shared::problem::Problem;
use db::{Ty, Value, params};

const REASON_MAX: usize = 200;
const DAY_MINUTES: i64 = 24 * 60;
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// As a person without a pattern has it.
const STARTS_MINUTE: i64 = 9 * 60;
const BREAK_MINUTES: i64 = 30;

pub(super) async fn take_holidays(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let day = row.day("day");
        let name = row.name("holiday");
        let name_es = row.optional_name("holiday_es");
        if let Some((company, day)) = company.zip(day) {
            desk.once(&mut row, "day", &format!("{company} {day}"));
        }
        if desk.is_whole(&row)
            && let Some(((company, day), name)) = company.zip(day).zip(name)
        {
            read.push((row, params![company, day], name, name_es));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|row| row.1.clone()).collect();
    let mut found = desk.find(&HOLIDAY, &keys).await?;
    let tenant = desk.scope.tenant();
    let wishes = read.into_iter().map(|(row, id, name, name_es)| {
        let found = found.remove(&table::to_text(&id));
        let kept =
            found.as_ref().filter(|_| !row.has("holiday_es")).map(|found| found.get(&HOLIDAY, "name_es"));
        let what = format!("holiday {name}");
        let name_es = kept.unwrap_or_else(|| name_es.unwrap_or_else(|| name.clone()).into());
        let values = vec![name.into(), name_es];
        Wish { line: row.line, what, found, id, values, once: params![tenant], fixed: None }
    });
    let wishes = wishes.collect();
    desk.settle(&HOLIDAY, wishes).await
}

pub(super) async fn take_blackouts(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let (first, last) = (row.day("first_day"), row.day("last_day"));
        let reason = row.optional("reason", |cell| rules::text(cell, REASON_MAX)).unwrap_or_default();
        if first.zip(last).is_some_and(|(first, last)| last < first) {
            row.fault("last_day", "it is before the first day");
        }
        let named = company.zip(row.optional_name("time_off_type"));
        let type_id = match named.as_ref().map(|key| desk.known.time_off_types.get(key)) {
            Some(None) => {
                row.fault("time_off_type", "this company has no such type of time off");
                None
            }
            found => found.flatten().map(|(id, _)| *id),
        };
        let Some((company, (first, last))) = company.zip(first.zip(last)) else {
            desk.is_whole(&row);
            continue;
        };
        desk.once(&mut row, "first_day", &format!("{company} {first} {type_id:?}"));
        if desk.is_whole(&row) {
            let type_id = type_id.map_or(Value::Null(Ty::Uuid), Value::from);
            read.push((row.line, vec![company.into(), first.into(), type_id], last, reason));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|row| row.1.clone()).collect();
    let mut found = desk.find(&BLACKOUT, &keys).await?;
    let tenant = desk.scope.tenant();
    let mut wishes = vec![];
    for (line, key, last, reason) in read {
        let found = found.remove(&table::to_text(&key));
        let mut values = key;
        values.extend(params![last, reason]);
        let (id, once) = (params![desk.new_id()], params![tenant]);
        let what = format!("blackout until {last}");
        wishes.push(Wish { line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&BLACKOUT, wishes).await
}

pub(super) async fn take_patterns(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let code = row.name("employee_code");
        let hours = DAYS.map(|day| row.required(day, hours_of_day).unwrap_or_default());
        let starts = row.optional("start_time", minute_of_day);
        let pause = row.optional("break_minutes", rules::whole);
        if let Some((company, code)) = company.as_ref().zip(code.as_ref()) {
            desk.once(&mut row, "employee_code", &format!("{company} {code}"));
        }
        if desk.is_whole(&row)
            && let Some((company, code)) = company.zip(code)
        {
            read.push((row, company, code, hours, starts, pause));
        }
    }
    let employees = desk.employees(read.iter().map(|row| (row.1, row.2.clone()))).await?;
    let mut settled = vec![];
    for (mut row, company, code, hours, starts, pause) in read {
        match employees.get(&table::to_text(&employee_key(company, &code))) {
            Some(employee) => {
                settled.push((row, company, code, params![employee.uuid()], hours, starts, pause))
            }
            None => {
                row.fault("employee_code", format!("this company has no employee {code:?}"));
                desk.is_whole(&row);
            }
        }
    }
    let keys: Vec<Vec<Value>> = settled.iter().map(|row| row.3.clone()).collect();
    let mut found = desk.find(&WORKING_PATTERN, &keys).await?;
    let tenant = desk.scope.tenant();
    let wishes = settled.into_iter().map(|(row, company, code, id, hours, starts, pause)| {
        let found = found.remove(&table::to_text(&id));
        let kept = |column: &str| found.as_ref().map(|found| found.get(&WORKING_PATTERN, column));
        let other = |column: &str, cell: &str, given: Option<i64>, standard: i64| match kept(column) {
            Some(kept) if !row.has(cell) => kept,
            _ => given.unwrap_or(standard).into(),
        };
        let mut values: Vec<Value> = hours.into_iter().map(Value::from).collect();
        values.push(other("starts_minute", "start_time", starts, STARTS_MINUTE));
        values.push(other("break_minutes", "break_minutes", pause, BREAK_MINUTES));
        let what = format!("working pattern of {code}");
        let once = params![tenant, company, 0];
        Wish { line: row.line, what, found, id, values, once, fixed: None }
    });
    let wishes = wishes.collect();
    desk.settle(&WORKING_PATTERN, wishes).await
}

fn hours_of_day(text: &str) -> Result<Amount, String> {
    let hours = rules::cost(text)?;
    if hours > Amount::from_cents(2400) { Err("a day has at most 24 hours".to_owned()) } else { Ok(hours) }
}

/// `07:30` as minutes after midnight.
fn minute_of_day(text: &str) -> Result<i64, String> {
    let unreadable = || format!("{text:?} is not a time like 07:30");
    let (hours, minutes) = text.split_once(':').ok_or_else(unreadable)?;
    let number = |part: &str| rules::whole(part).map_err(|_| unreadable());
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let minute = hours.saturating_mul(60).saturating_add(minutes);
    if minutes < 60 && minute < DAY_MINUTES { Ok(minute) } else { Err(unreadable()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_on_a_clock_and_a_day_has_24_hours() {
        assert_eq!(minute_of_day("07:30"), Ok(450));
        assert_eq!(minute_of_day("0:00"), Ok(0));
        for bad in ["24:00", "7", "7:60", "-1:00", "99999999999999999999:00", "7:3x"] {
            assert!(minute_of_day(bad).is_err(), "{bad}");
        }
        assert_eq!(hours_of_day("24"), Ok(Amount::from_cents(2400)));
        assert!(hours_of_day("24.5").is_err());
        assert!(hours_of_day("-1").is_err());
    }
}
