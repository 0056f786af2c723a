//! `reporting-lines.csv`: whose requests a manager sees, directly or indirectly, and in which area. A line is its own key:
//! it is there or it is not.

use super::desk::{Desk, Wish, copied, employee_key};
use super::record::Record;
use super::rules::one_of;
use super::table::{self, EMPLOYEE, PERSON, REPORTING_LINE};
use crate::shared::problem::Problem;
use db::{Value, params};

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let manager = row.name("manager");
        let company = desk.company(&mut row);
        let code = row.name("employee_code");
        let kind = row.required("report", |cell| one_of(cell, &["primary", "secondary"]));
        let area = row.required("area", |cell| one_of(cell, &["Time Off", "Personal Info"]));
        let parts = manager.zip(company).zip(code).zip(kind.zip(area));
        if let Some((((manager, company), code), (kind, area))) = &parts {
            let key = format!("{} {company} {code} {kind} {area}", manager.to_ascii_lowercase());
            desk.once(&mut row, "manager", &key);
        }
        match parts {
            Some(parts) if row.faults.is_empty() => read.push((row, parts)),
            _ => _ = desk.is_whole(&row),
        }
    }
    let keys: Vec<Vec<Value>> =
        read.iter().map(|(_, (((manager, _), _), _))| params![manager.to_ascii_lowercase()]).collect();
    let people = desk.find(&PERSON, &keys).await?;
    let employees =
        desk.employees(read.iter().map(|(_, (((_, company), code), _))| (*company, code.clone()))).await?;
    let mut lines: Vec<(Record, String, Vec<Value>, [Value; 3])> = vec![];
    for ((mut row, (((manager, company), code), (kind, area))), key) in read.into_iter().zip(&keys) {
        let person = people.get(&table::to_text(key)).filter(|person| person.tenant == desk.scope.tenant().0);
        let employee = employees.get(&table::to_text(&employee_key(company, &code)));
        if person.is_none() {
            row.fault("manager", format!("there is no one with the username {manager:?}"));
        }
        if employee.is_none() {
            row.fault("employee_code", format!("this company has no employee {code:?}"));
        }
        if let (Some(person), Some(employee)) = (person, employee)
            && employee.get(&EMPLOYEE, "person_id") == person.uuid().into()
        {
            row.fault("manager", "people can't report to themselves");
        }
        if let (Some(person), Some(employee), true) = (person, employee, row.faults.is_empty()) {
            let key = params![employee.uuid(), person.uuid(), company, kind, area];
            let what = format!("{kind} line {manager} to {code}, {area}");
            lines.push((row, what, key, copied(&employee.values)));
        } else {
            desk.is_whole(&row);
        }
    }
    let keys: Vec<Vec<Value>> = lines.iter().map(|(_, _, key, _)| key.clone()).collect();
    let found = desk.find(&REPORTING_LINE, &keys).await?;
    let mut wishes = vec![];
    for (row, what, id, copy) in lines {
        let found = found.get(&table::to_text(&id)).cloned();
        let once = std::iter::once(desk.scope.tenant().into()).chain(copy).collect();
        wishes.push(Wish { line: row.line, what, found, id, values: vec![], once, fixed: None });
    }
    desk.settle(&REPORTING_LINE, wishes).await
}
