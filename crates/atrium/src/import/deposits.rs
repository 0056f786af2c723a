//! `deposits.csv`: the accounts into which payroll pays already. An account is found again by its bank and its number; its
//! number is sealed before it is written, and stands in no list.

use super::desk::{Desk, Wish, employee_key};
use super::record::{Fault, Record};
use super::rules::{self, one_of};
use super::store;
use super::table::{self, DEPOSIT};
use crate::access::BankScope;
use crate::deposits::{self, AccountType, AmountType, Numbers};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, DepositCodeId, DepositId};
use crate::shared::problem::Problem;
use db::{Value, params};

struct Read {
    row: Record,
    company: CompanyId,
    code: String,
    routing_number: String,
    number: String,
    account_type: AccountType,
    bank_name: String,
    amount_type: AmountType,
    amount: Option<i64>,
    priority: i64,
    starts: Day,
    ends: Option<Day>,
    booked_under: Option<DepositCodeId>,
}

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let scope = BankScope::from(desk.scope);
    let numbers = deposits::numbers_of(desk.app, desk.work.tx(), &scope).await?;
    let read: Vec<Read> = rows.into_iter().filter_map(|row| read_one(desk, row, &numbers)).collect();
    let employees = desk.employees(read.iter().map(|one| (one.company, one.code.clone()))).await?;
    let mut settled = vec![];
    for mut one in read {
        let Some(employee) = employees.get(&table::to_text(&employee_key(one.company, &one.code))) else {
            one.row.fault("employee_code", format!("this company has no employee {:?}", one.code));
            desk.is_whole(&one.row);
            continue;
        };
        let key = params![employee.uuid(), numbers.mark(&one.number), one.routing_number.clone()];
        settled.push((one, key));
    }
    let keys: Vec<Vec<Value>> = settled.iter().map(|(_, key)| key.clone()).collect();
    let found = desk.find(&DEPOSIT, &keys).await?;
    let mut wishes = vec![];
    for (one, key) in settled {
        let found = found.get(&table::to_text(&key)).cloned();
        wishes.push(wish(desk, one, key, found, &numbers));
    }
    desk.settle(&DEPOSIT, wishes).await
}

fn read_one(desk: &mut Desk<'_>, mut row: Record, numbers: &Numbers) -> Option<Read> {
    let company = desk.company(&mut row);
    let code = row.name("employee_code");
    let routing_number = row.name("routing_number");
    let number = row.required("account_number", |cell| Ok(cell.to_owned()));
    let kinds =
        [AccountType::Checking, AccountType::Savings, AccountType::MoneyMarket].map(|kind| kind.as_text());
    let account_type = row.required("account_type", |cell| one_of(cell, &kinds));
    let account_type = account_type.and_then(AccountType::from_text);
    let kinds = [AmountType::Fixed, AmountType::Percentage, AmountType::Balance].map(|kind| kind.as_text());
    let amount_type =
        row.required("amount_type", |cell| one_of(cell, &kinds)).and_then(AmountType::from_text);
    let amount = row.optional_amount("amount");
    let priority = row.required("priority", rules::whole);
    let starts = row.day("start_date");
    let ends = row.optional("end_date", rules::day);
    if let (Some(starts), Some(ends)) = (starts, ends)
        && ends <= starts
    {
        row.fault("end_date", "the end date must be later than the start date");
    }
    if priority.is_some_and(|priority| !(1..=99).contains(&priority)) {
        row.fault("priority", "the priority must be a number from 1 to 99");
    }
    let booked_under = company.zip(row.optional_name("code")).and_then(|key| {
        let found = desk.known.deposit_codes.get(&key).copied();
        if found.is_none() {
            row.fault("code", format!("this company has no deposit code {:?}", key.1));
        }
        found
    });
    let (
        Some(company),
        Some(code),
        Some(routing_number),
        Some(number),
        Some(account_type),
        Some(amount_type),
    ) = (company, code, routing_number, number, account_type, amount_type)
    else {
        desk.is_whole(&row);
        return None;
    };
    let mut bank_name = String::new();
    match deposits::check_routing(desk.app, &routing_number) {
        Ok(name) => bank_name = name,
        Err(problem) => row.fault("routing_number", problem.message()),
    }
    if let Err(problem) = deposits::check_number(&number, account_type) {
        row.fault("account_number", problem.message());
    }
    let amount = deposits::check_amount(amount_type, amount).unwrap_or_else(|problem| {
        row.fault("amount", problem.message());
        None
    });
    let mark = String::from_utf8_lossy(&numbers.mark(&number)).into_owned();
    desk.once(&mut row, "account_number", &format!("{company} {code} {routing_number} {mark}"));
    let (true, Some(starts), Some(priority)) = (desk.is_whole(&row), starts, priority) else { return None };
    desk.deposit_places.insert((company, code.clone()), (row.line, row.place("amount")));
    Some(Read {
        row,
        company,
        code,
        routing_number,
        number,
        account_type,
        bank_name,
        amount_type,
        amount,
        priority,
        starts,
        ends,
        booked_under,
    })
}

fn wish(desk: &Desk<'_>, one: Read, key: Vec<Value>, found: Option<store::Found>, numbers: &Numbers) -> Wish {
    let last_four = &one.number[one.number.len().saturating_sub(4)..];
    let what = format!("account …{last_four} of {}", one.code);
    let booked = found.as_ref().filter(|_| !one.row.has("code")).map(|found| found.get(&DEPOSIT, "code_id"));
    let mut values = key;
    values.extend(params![one.account_type, one.amount_type, one.amount, one.priority, one.starts, one.ends]);
    values.push(booked.unwrap_or_else(|| one.booked_under.into()));
    let (id, now) = (DepositId(desk.new_id()), desk.work.now());
    // Payroll pays into it already: nobody has to approve it, and nothing is held back.
    let once = params![
        desk.scope.tenant(),
        one.company,
        numbers.seal(desk.app, id, &one.number),
        last_four,
        one.bank_name,
        "Approved",
        now,
        1,
        now
    ];
    Wish { line: one.row.line, what, found, id: params![id], values, once, fixed: None }
}

/// What only shows when all accounts of somebody are there: told at the last of them.
pub(super) async fn check_totals(desk: &mut Desk<'_>) -> Result<(), Problem> {
    let places = std::mem::take(&mut desk.deposit_places);
    for (company, code, is_over) in store::overdrawn(desk.work.tx(), desk.scope).await? {
        let what =
            if is_over { "add up to more than 100 percent" } else { "include the balance more than once" };
        let says = format!("the accounts of employee {code} {what}");
        let (line, column) = places.get(&(company, code)).cloned().unwrap_or((1, None));
        desk.fault(&Fault { line, column, says });
    }
    Ok(())
}
