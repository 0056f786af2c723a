//! `hours-worked.csv`: the hours somebody worked in a pay period, as payroll counted them. Time off is earned by them where a
//! type says so.

use super::desk::{Desk, Wish, employee_key};
use super::record::Record;
use super::rules;
use super::table::{self, HOURS_WORKED};
use crate::shared::problem::Problem;
use db::{Value, params};

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let code = row.name("employee_code");
        let day = row.day("period_end");
        let hours = row.required("hours", rules::hours_worked);
        let parts = company.zip(code).zip(day.zip(hours));
        if let Some(((company, code), (day, _))) = &parts {
            desk.once(&mut row, "period_end", &format!("{company} {code} {day}"));
        }
        if desk.is_whole(&row)
            && let Some(parts) = parts
        {
            read.push((row, parts));
        }
    }
    let of = read.iter().map(|(_, ((company, code), _))| (*company, code.clone()));
    let employees = desk.employees(of).await?;
    let mut settled = vec![];
    for (mut row, ((company, code), (day, hours))) in read {
        match employees.get(&table::to_text(&employee_key(company, &code))) {
            Some(employee) => {
                let what = format!("hours of {code} until {day}");
                settled.push((row.line, company, what, params![employee.uuid(), day], hours));
            }
            None => {
                row.fault("employee_code", format!("this company has no employee {code:?}"));
                desk.is_whole(&row);
            }
        }
    }
    let keys: Vec<Vec<Value>> = settled.iter().map(|row| row.3.clone()).collect();
    let mut found = desk.find(&HOURS_WORKED, &keys).await?;
    let tenant = desk.scope.tenant();
    let wishes = settled.into_iter().map(|(line, company, what, id, hours)| {
        let found = found.remove(&table::to_text(&id));
        let (values, once) = (params![hours], params![tenant, company]);
        Wish { line, what, found, id, values, once, fixed: None }
    });
    let wishes = wishes.collect();
    desk.settle(&HOURS_WORKED, wishes).await
}
