//! What is said of a company as a whole: `companies.csv`, its settings (`payroll-settings.csv`, `time-off-settings.csv`,
//! `clock-settings.csv`), and its lists: `deposit-codes.csv` and `company-states.csv`.

use super::desk::{Desk, Wish};
use super::profiles;
use super::record::Record;
use super::rules::{self, PAY_PERIODS, SOME_PERIOD_END};
use super::table::{
    self, CLOCK_SETTING, COMPANY, COMPANY_PAYROLL, COMPANY_STATE, DEPOSIT_CODE, TIME_OFF_SETTING, Table,
};
use crate::deposits::MAX_ACCOUNTS;
use crate::shared::id::{CompanyId, DepositCodeId};
use crate::shared::problem::Problem;
use crate::shared::time_zone;
use db::{Value, params};
use uuid::Uuid;

const DEPOSIT_APPROVALS: [&str; 3] = ["always", "new_account", "never"];
const TAX_APPROVALS: [&str; 2] = ["always", "never"];
/// More than anybody's pay is split into.
const MOST_ACCOUNTS: i64 = 50;

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let name = row.name("company");
        let zone = row.required("time_zone", zone);
        if let Some(name) = &name {
            desk.once(&mut row, "company", name);
        }
        if desk.is_whole(&row)
            && let Some((name, zone)) = name.zip(zone)
        {
            read.push((row.line, name, zone));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|row| params![row.1.clone()]).collect();
    let mut found = desk.find(&COMPANY, &keys).await?;
    let tenant = desk.scope.tenant();
    let mut wishes = vec![];
    for ((line, name, zone), key) in read.into_iter().zip(keys) {
        let found = found.remove(&table::to_text(&key));
        let id = found.as_ref().map_or_else(|| desk.new_id(), |found| found.uuid());
        // Everything else of the same import may be about this company.
        desk.known.companies.insert(name.clone(), CompanyId(id));
        let what = format!("company {name}");
        let (id, values, once) = (params![id], params![name, zone], params![tenant]);
        wishes.push(Wish { line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&COMPANY, wishes).await
}

fn zone(text: &str) -> Result<String, String> {
    time_zone::named(text).ok_or_else(|| format!("{text:?} is not a time zone like America/Los_Angeles"))
}

pub(super) async fn take_payroll(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let of = |row: &mut Record| {
        let is_processing = row.required("is_processing", rules::yes).unwrap_or_default();
        let paid = row.optional("last_payroll_date", rules::day);
        let deposits = row.optional("deposit_approval", |cell| rules::one_of(cell, &DEPOSIT_APPROVALS));
        let most = row.optional("deposit_accounts_max", most_accounts);
        let taxes = row.optional("tax_approval", |cell| rules::one_of(cell, &TAX_APPROVALS));
        vec![
            is_processing.into(),
            paid.into(),
            deposits.unwrap_or("always").into(),
            most.unwrap_or(MAX_ACCOUNTS).into(),
            taxes.unwrap_or("always").into(),
        ]
    };
    settle_settings(desk, rows, &COMPANY_PAYROLL, "payroll settings", of).await
}

fn most_accounts(text: &str) -> Result<i64, String> {
    let count = rules::whole(text)?;
    let says = || format!("{text:?} must be from 1 to {MOST_ACCOUNTS}");
    (1..=MOST_ACCOUNTS).contains(&count).then_some(count).ok_or_else(says)
}

pub(super) async fn take_time_off(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let of = |row: &mut Record| {
        let edits = row.required("edits_many_days", rules::yes).unwrap_or_default();
        vec![edits.into()]
    };
    settle_settings(desk, rows, &TIME_OFF_SETTING, "time-off settings", of).await
}

pub(super) async fn take_clock(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let of = |row: &mut Record| {
        let length = row.required("pay_period", |cell| rules::one_of(cell, &PAY_PERIODS));
        let end = row.optional("period_end", rules::day);
        if rules::lacks_period_end(length, end) {
            row.fault("period_end", rules::NO_PERIOD_END);
        }
        vec![length.unwrap_or_default().into(), end.unwrap_or(SOME_PERIOD_END).into()]
    };
    settle_settings(desk, rows, &CLOCK_SETTING, "time clock settings", of).await
}

/// One row a company, with all values of the table; `of` reads them, as a new row has them. A column that is not in the file
/// stays as it is.
async fn settle_settings(
    desk: &mut Desk<'_>,
    rows: Vec<Record>,
    table: &'static Table,
    what: &str,
    of: impl Fn(&mut Record) -> Vec<Value>,
) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let values = of(&mut row);
        if let Some(company) = company {
            desk.once(&mut row, "company", &company.to_string());
        }
        if desk.is_whole(&row)
            && let Some(company) = company
        {
            read.push((row, params![company], values));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|(_, key, _)| key.clone()).collect();
    let mut found = desk.find(table, &keys).await?;
    let tenant = desk.scope.tenant();
    let wishes = read.into_iter().map(|(row, id, values)| {
        let found = found.remove(&table::to_text(&id));
        let kept = |(column, new): (&table::Column, Value)| match &found {
            Some(found) if !row.has(column.0) => found.get(table, column.0),
            _ => new,
        };
        let values = table.columns.iter().zip(values).map(kept).collect();
        Wish { line: row.line, what: what.to_owned(), found, id, values, once: params![tenant], fixed: None }
    });
    let wishes = wishes.collect();
    desk.settle(table, wishes).await
}

pub(super) async fn take_deposit_codes(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let entries = settle_list(desk, rows, &DEPOSIT_CODE, "deposit code", |row| {
        row.name("code").zip(row.name("description"))
    });
    for (company, code, id) in entries.await? {
        desk.known.deposit_codes.insert((company, code), DepositCodeId(id));
    }
    Ok(())
}

pub(super) async fn take_states(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let of = |row: &mut Record| {
        let locality = row.optional_name("locality").unwrap_or_default();
        row.required("state", profiles::state).map(|state| (state, locality))
    };
    settle_list(desk, rows, &COMPANY_STATE, "state", of).await?;
    Ok(())
}

/// Entries of a company's list, whose table has the company, the name by which an entry is found again, and one more text.
/// Says which of them there are now.
async fn settle_list(
    desk: &mut Desk<'_>,
    rows: Vec<Record>,
    table: &'static Table,
    called: &str,
    of: impl Fn(&mut Record) -> Option<(String, String)>,
) -> Result<Vec<(CompanyId, String, Uuid)>, Problem> {
    let (name_column, text_column) = (table.columns[1].0, table.columns[2].0);
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let entry = of(&mut row);
        if let (Some(company), Some((name, _))) = (company, &entry) {
            desk.once(&mut row, name_column, &format!("{company} {name}"));
        }
        if desk.is_whole(&row)
            && let Some((company, (name, text))) = company.zip(entry)
        {
            read.push((row, company, name, text));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|row| params![row.1, row.2.clone()]).collect();
    let mut found = desk.find(table, &keys).await?;
    let tenant = desk.scope.tenant();
    let (mut wishes, mut there) = (vec![], vec![]);
    for ((row, company, name, text), key) in read.into_iter().zip(keys) {
        let found = found.remove(&table::to_text(&key));
        let id = found.as_ref().map_or_else(|| desk.new_id(), |found| found.uuid());
        let kept =
            found.as_ref().filter(|_| !row.has(text_column)).map(|found| found.get(table, text_column));
        let what = format!("{called} {name}");
        there.push((company, name.clone(), id));
        let values = vec![company.into(), name.into(), kept.unwrap_or_else(|| text.into())];
        wishes.push(Wish {
            line: row.line,
            what,
            found,
            id: params![id],
            values,
            once: params![tenant],
            fixed: None,
        });
    }
    desk.settle(table, wishes).await?;
    Ok(there)
}
