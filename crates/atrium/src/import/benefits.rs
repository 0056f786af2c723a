//! `benefits.csv`: who is in which plan, and what that costs. An enrolment is found again by employee and plan. A plan that is new
//! is made, after those that the company has. Whom a plan covers is not in the file, and stays as it is.

use super::desk::{Desk, Wish, employee_key};
use super::record::Record;
use super::rules::{self, one_of};
use super::store::{self, Found};
use super::table::{self, BENEFIT_ENROLLMENT, BENEFIT_PLAN};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::{Value, params};
use std::collections::HashMap;

const CATEGORIES: &[&str] = &["Medical", "Dental", "Vision", "Savings", "Retirement", "Life", "Other"];
const STATUSES: &[&str] = &["Enrolled", "Waived", "Pending"];

struct Read {
    row: Record,
    company: CompanyId,
    code: String,
    plan: String,
    category: &'static str,
    employee_amount: Amount,
    employer_amount: Amount,
    periods: i64,
    starts: Day,
}

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read: Vec<Read> = rows.into_iter().filter_map(|row| read_one(desk, row)).collect();
    let plans = plans(desk, &mut read).await?;
    let employees = desk.employees(read.iter().map(|one| (one.company, one.code.clone()))).await?;
    let mut settled = vec![];
    for mut one in read {
        let Some(employee) = employees.get(&table::to_text(&employee_key(one.company, &one.code))) else {
            one.row.fault("employee_code", format!("this company has no employee {:?}", one.code));
            desk.is_whole(&one.row);
            continue;
        };
        let key = params![employee.uuid(), plans[&table::to_text(&plan_key(&one))].uuid()];
        settled.push((one, key));
    }
    let keys: Vec<Vec<Value>> = settled.iter().map(|(_, key)| key.clone()).collect();
    let found = desk.find(&BENEFIT_ENROLLMENT, &keys).await?;
    let mut wishes = vec![];
    for (mut one, key) in settled {
        let found = found.get(&table::to_text(&key)).cloned();
        let tier = one.row.optional_name("tier").map(Value::from);
        let status = one.row.optional("status", |cell| one_of(cell, STATUSES)).map(Value::from);
        if !desk.is_whole(&one.row) {
            continue;
        }
        let mut values = key;
        values.push(as_asked(&one.row, "tier", tier, found.as_ref(), &BENEFIT_ENROLLMENT, ""));
        values.extend(params![one.employee_amount, one.employer_amount, one.periods]);
        values.push(as_asked(&one.row, "status", status, found.as_ref(), &BENEFIT_ENROLLMENT, "Enrolled"));
        values.push(one.starts.into());
        let what = format!("{} of {}", one.plan, one.code);
        let (id, once) = (params![desk.new_id()], params![desk.scope.tenant(), one.company, "[]", "[]"]);
        wishes.push(Wish { line: one.row.line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&BENEFIT_ENROLLMENT, wishes).await
}

fn read_one(desk: &mut Desk<'_>, mut row: Record) -> Option<Read> {
    let company = desk.company(&mut row);
    let code = row.name("employee_code");
    let plan = row.name("plan");
    let category = row.required("category", |cell| one_of(cell, CATEGORIES));
    let employee_amount = row.required("employee_amount", rules::cost);
    let employer_amount = row.required("employer_amount", rules::cost);
    let periods = row.required("pay_periods", rules::whole);
    if periods.is_some_and(|periods| !(1..=53).contains(&periods)) {
        row.fault("pay_periods", "the number of pay periods per year must be from 1 to 53");
    }
    let starts = row.day("start_date");
    // Read again where it is known what is there already; what is wrong with a row is said in one go.
    row.optional_name("tier");
    row.optional("status", |cell| one_of(cell, STATUSES));
    row.optional("link", rules::link);
    row.optional_name("deduction_code");
    let amounts = employee_amount.zip(employer_amount);
    let (Some(company), Some(code), Some(plan), Some(category), Some(amounts), Some(periods), Some(starts)) =
        (company, code, plan, category, amounts, periods, starts)
    else {
        desk.is_whole(&row);
        return None;
    };
    desk.once(&mut row, "plan", &format!("{company} {code} {plan}"));
    let (employee_amount, employer_amount) = amounts;
    desk.is_whole(&row).then_some(Read {
        row,
        company,
        code,
        plan,
        category,
        employee_amount,
        employer_amount,
        periods,
        starts,
    })
}

/// The plans that the rows name, by their key's text; every row has to say the same of a plan.
async fn plans(desk: &mut Desk<'_>, read: &mut Vec<Read>) -> Result<HashMap<String, Found>, Problem> {
    let keys: Vec<Vec<Value>> = read.iter().map(plan_key).collect();
    let mut found = desk.find(&BENEFIT_PLAN, &keys).await?;
    let mut last: HashMap<CompanyId, i64> =
        store::last_plans(desk.work.tx(), desk.scope).await?.into_iter().collect();
    let mut wishes = vec![];
    read.retain_mut(|one| {
        let key = plan_key(one);
        let there = found.get(&table::to_text(&key)).cloned();
        let values = plan_values(one, there.as_ref());
        let is_again = desk.is_repeated(&format!("plan {} {}", one.company, one.plan));
        if is_again && there.as_ref().is_some_and(|there| there.values != values) {
            one.row.fault("plan", "an earlier row in this file disagrees about this plan");
        }
        if !desk.is_whole(&one.row) {
            return false;
        }
        if is_again {
            return true;
        }
        let id = there.as_ref().map_or_else(|| params![desk.new_id()], |there| there.id.clone());
        let tenant = desk.scope.tenant();
        let (row_id, row_values) = (id.clone(), values.clone());
        found.insert(table::to_text(&key), Found { id: row_id, key, values: row_values, tenant: tenant.0 });
        let position = last.entry(one.company).or_insert(-1);
        *position += i64::from(there.is_none());
        let (what, once) = (format!("benefit plan {}", one.plan), params![tenant, *position]);
        wishes.push(Wish { line: one.row.line, what, found: there, id, values, once, fixed: None });
        true
    });
    desk.settle(&BENEFIT_PLAN, wishes).await?;
    Ok(found)
}

fn plan_key(one: &Read) -> Vec<Value> {
    params![one.company, one.plan.clone()]
}

fn plan_values(one: &mut Read, there: Option<&Found>) -> Vec<Value> {
    let link = one.row.optional("link", rules::link).map(Value::from);
    let code = one.row.optional_name("deduction_code").map(Value::from);
    let mut values = plan_key(one);
    values.push(one.category.into());
    values.push(as_asked(&one.row, "link", link, there, &BENEFIT_PLAN, ""));
    values.push(as_asked(&one.row, "deduction_code", code, there, &BENEFIT_PLAN, ""));
    values
}

/// What the cell says; where the file has no such column, what is there already.
fn as_asked(
    row: &Record,
    column: &'static str,
    given: Option<Value>,
    there: Option<&Found>,
    table: &table::Table,
    otherwise: &str,
) -> Value {
    let kept = there.filter(|_| !row.has(column)).map(|there| there.get(table, column));
    given.or(kept).unwrap_or_else(|| otherwise.into())
}
