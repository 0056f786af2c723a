//! `pay-stubs.csv`: one row a line of a check; rows of one check stand together, and its first row carries what heads it.
//! A stub is a document: one that is there already must say the same, and one that does not add up is refused.

use super::desk::{Desk, Wish, employee_key};
use super::record::Record;
use super::rules::{self, one_of};
use super::store::Found;
use super::table::{self, PAY_STUB, STUB_HEADING};
use super::tax_returns::{full_name, name_of};
use crate::pay_stubs::{
    self, AccountKind, Address, Basis, Earning, FilingStatus, Frequency, Heading, PaidInto, Payday,
    StubDeposit, StubLines, StubShare, Withheld,
};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use db::{Value, params};

/// Payroll is run ahead of payday, but not further than that.
const AHEAD_DAYS: i64 = 60;
const OF_A_CHECK: [&str; 4] = ["company", "employee_code", "check_date", "check_number"];

/// Whatever the spelling of its date and number.
pub(super) fn is_same_check(one: &Record, other: &Record) -> bool {
    OF_A_CHECK.iter().all(|column| {
        let (one, other) = (one.cell(column), other.cell(column));
        one == other
            || match (*column, one.zip(other)) {
                ("check_date", Some((one, other))) => is_same(rules::day(one), rules::day(other)),
                ("check_number", Some((one, other))) => is_same(rules::whole(one), rules::whole(other)),
                _ => false,
            }
    })
}

/// What cannot be read is like nothing.
fn is_same<T: PartialEq>(one: Result<T, String>, other: Result<T, String>) -> bool {
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

struct Read {
    line: u64,
    company: CompanyId,
    code: String,
    /// Where the file has the employee's code.
    code_at: Option<(usize, String)>,
    heading: Heading,
    payday: Payday,
}

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut checks: Vec<Vec<Record>> = vec![];
    for row in rows {
        match checks.last_mut() {
            Some(check) if check.last().is_some_and(|last| is_same_check(last, &row)) => check.push(row),
            _ => checks.push(vec![row]),
        }
    }
    let read: Vec<Read> = checks.into_iter().filter_map(|check| read_check(desk, check)).collect();
    let employees = desk.employees(read.iter().map(|one| (one.company, one.code.clone()))).await?;
    let mut settled: Vec<(Read, Found, String)> = vec![];
    for mut one in read {
        let Some(employee) = employees.get(&table::to_text(&employee_key(one.company, &one.code))) else {
            let says = format!("this company has no employee {:?}", one.code);
            desk.fault(&super::Fault { line: one.line, column: one.code_at, says });
            continue;
        };
        one.heading.employee_name = full_name(employee);
        one.heading.company_name = name_of(desk, one.company);
        let document =
            serde_json::to_string(&one.heading).map_err(|error| Problem::Internal(error.to_string()))?;
        settled.push((one, employee.clone(), document));
    }
    let headings = headings(desk, &settled).await?;
    let keys: Vec<Vec<Value>> = settled.iter().map(|(one, employee, _)| stub_key(one, employee)).collect();
    let found = desk.find(&PAY_STUB, &keys).await?;
    let mut wishes = vec![];
    for (((one, ..), heading), key) in settled.into_iter().zip(headings).zip(keys) {
        let found = found.get(&table::to_text(&key)).cloned();
        let Payday { check_number, period_begin, period_end, lines, .. } = &one.payday;
        let sums = lines.sums();
        let mut values = key;
        values.push(heading);
        values.extend(params![*period_begin, *period_end, sums.gross, sums.taxes, sums.deductions]);
        values.push(pay_stubs::written(lines).into());
        let what = format!("check {check_number} of {}", one.code);
        let fixed = Some("was already filed with different content; a stub never changes");
        let (id, once) = (params![desk.new_id()], params![desk.scope.tenant()]);
        wishes.push(Wish { line: one.line, what, found, id, values, once, fixed });
    }
    desk.settle(&PAY_STUB, wishes).await
}

fn stub_key(one: &Read, employee: &Found) -> Vec<Value> {
    params![employee.uuid(), one.payday.check_date, one.payday.check_number]
}

/// The id of each check's heading; the same words for the same employee are kept once.
async fn headings(desk: &mut Desk<'_>, checks: &[(Read, Found, String)]) -> Result<Vec<Value>, Problem> {
    let keys: Vec<Vec<Value>> =
        checks.iter().map(|(_, employee, document)| params![employee.uuid(), document.clone()]).collect();
    let mut known: std::collections::HashMap<String, Value> = desk
        .find(&STUB_HEADING, &keys)
        .await?
        .into_iter()
        .map(|(key, row)| (key, row.uuid().into()))
        .collect();
    let (mut ids, mut wishes) = (vec![], vec![]);
    for ((one, ..), key) in checks.iter().zip(keys) {
        let text = table::to_text(&key);
        let id = known.entry(text).or_insert_with(|| {
            let id = Value::from(desk.new_id());
            let (what, once) = (format!("stub heading of {}", one.code), params![desk.scope.tenant()]);
            wishes.push(Wish {
                line: one.line,
                what,
                found: None,
                id: vec![id.clone()],
                values: key,
                once,
                fixed: None,
            });
            id
        });
        ids.push(id.clone());
    }
    desk.settle(&STUB_HEADING, wishes).await?;
    Ok(ids)
}

fn read_check(desk: &mut Desk<'_>, mut rows: Vec<Record>) -> Option<Read> {
    let (mut lines, mut accounts) = (StubLines::default(), vec![]);
    for row in &mut rows {
        read_line(row, &mut lines, &mut accounts);
    }
    let first = rows.first_mut()?;
    let company = desk.company(first);
    let code = first.name("employee_code");
    let check_date = first.day("check_date");
    let latest = desk.app.clock.today("UTC").plus_days(AHEAD_DAYS);
    if check_date.is_some_and(|day| day > latest) {
        first.fault("check_date", format!("the check date can't be after {latest}"));
    }
    let check_number = first.required("check_number", rules::whole);
    let (period_begin, period_end) = (first.day("period_begin"), first.day("period_end"));
    if let (Some(company), Some(code), Some(day), Some(number)) = (company, &code, check_date, check_number) {
        desk.once(first, "check_number", &format!("{company} {code} {day} {number}"));
    }
    let heading = heading(first, code.clone().unwrap_or_default(), accounts);
    let mut is_whole = true;
    for row in &rows {
        is_whole &= desk.is_whole(row);
    }
    let payday = Payday {
        check_date: check_date.filter(|_| is_whole)?,
        check_number: check_number?,
        period_begin: period_begin?,
        period_end: period_end?,
        lines,
    };
    let (line, code_at) = (rows.first()?.line, rows.first()?.place("employee_code"));
    if let Some(says) = pay_stubs::fault_of(&payday, heading.accounts.len()) {
        desk.fault(&super::Fault { line, column: None, says: format!("the stub does not add up: {says}") });
        return None;
    }
    Some(Read { line, company: company?, code: code?, code_at, heading, payday })
}

fn read_line(row: &mut Record, lines: &mut StubLines, accounts: &mut Vec<PaidInto>) {
    let kinds = ["earning", "tax", "before_tax", "after_tax", "deposit", "check"];
    let Some(kind) = row.required("line", |cell| one_of(cell, &kinds)) else { return };
    let item = row.optional("item", |cell| rules::text(cell, rules::LONGEST_NAME));
    if kind == "check" {
        lines.checks_ytd = row.amount("ytd").unwrap_or_default();
        return;
    }
    let Some(item) = item else { return row.fault("item", "this can't be empty") };
    let current = row.amount("current").unwrap_or_default();
    if kind == "deposit" {
        let last_four = row.required("last_four", |cell| match cell.len() {
            4 if cell.bytes().all(|byte| byte.is_ascii_digit()) => Ok(cell.to_owned()),
            _ => Err("enter only the last four digits of the account".to_owned()),
        });
        let kinds = ["checking", "savings", "moneyMarket"];
        let of = row.optional("account_type", |cell| one_of(cell, &kinds)).unwrap_or("checking");
        let kind = match of {
            "savings" => AccountKind::Savings,
            "moneyMarket" => AccountKind::MoneyMarket,
            _ => AccountKind::Checking,
        };
        let share = row.optional("share", share).unwrap_or(StubShare::Balance);
        lines.deposits.push(StubDeposit { account: accounts.len(), amount: current });
        return accounts.push(PaidInto { bank: item, kind, last_four: last_four.unwrap_or_default(), share });
    }
    let ytd = row.amount("ytd").unwrap_or_default();
    if kind == "earning" {
        let (rate, hours) = (row.optional_amount("rate"), row.optional_amount("hours"));
        return lines.earnings.push(Earning { item, rate, hours, current, ytd });
    }
    let withheld = Withheld { item, current, ytd };
    match kind {
        "tax" => lines.taxes.push(withheld),
        "before_tax" => lines.before_tax.push(withheld),
        _ => lines.after_tax.push(withheld),
    }
}

/// `balance`, `20%` or an amount.
fn share(cell: &str) -> Result<StubShare, String> {
    if cell.eq_ignore_ascii_case("balance") {
        return Ok(StubShare::Balance);
    }
    match cell.strip_suffix('%') {
        Some(percent) => match rules::whole(percent)? {
            percent @ 1..=100 => Ok(StubShare::Percentage(u32::try_from(percent).unwrap_or_default())),
            _ => Err("a share must be between 1% and 100%".to_owned()),
        },
        None => rules::amount(cell).map(StubShare::Fixed),
    }
}

fn heading(row: &mut Record, employee_number: String, accounts: Vec<PaidInto>) -> Heading {
    let frequencies = ["weekly", "biweekly", "semimonthly", "monthly"];
    let frequency = row.optional("frequency", |cell| one_of(cell, &frequencies)).unwrap_or("biweekly");
    let rate = row.optional_amount("pay_rate").unwrap_or(Amount::ZERO);
    let basis = row.optional("pay_basis", |cell| one_of(cell, &["hourly", "salaried"])).unwrap_or("hourly");
    let statuses = ["single", "marriedJointly", "headOfHousehold"];
    let status = row.optional("filing_status", |cell| one_of(cell, &statuses)).unwrap_or("single");
    let mut text = |column: &str| row.optional_name(column).unwrap_or_default();
    Heading {
        employee_name: String::new(),
        employee_number,
        employee_address: Address {
            line1: text("address_line1"),
            line2: text("address_line2"),
            city: text("city"),
            state: text("state"),
            zip: text("zip"),
        },
        company_name: String::new(),
        company_number: text("company_number"),
        company_address: Address {
            line1: text("company_address_line1"),
            line2: String::new(),
            city: text("company_city"),
            state: text("company_state"),
            zip: text("company_zip"),
        },
        ein: text("ein"),
        department: String::new(),
        frequency: match frequency {
            "weekly" => Frequency::Weekly,
            "semimonthly" => Frequency::Semimonthly,
            "monthly" => Frequency::Monthly,
            _ => Frequency::Biweekly,
        },
        basis: if basis == "hourly" { Basis::Hourly(rate) } else { Basis::Salaried(rate) },
        filing_status: match status {
            "marriedJointly" => FilingStatus::MarriedJointly,
            "headOfHousehold" => FilingStatus::HeadOfHousehold,
            _ => FilingStatus::Single,
        },
        accounts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_part_an_amount_or_the_rest() {
        assert_eq!(share("20%"), Ok(StubShare::Percentage(20)));
        assert_eq!(share("150.00"), Ok(StubShare::Fixed(Amount::from_cents(15_000))));
        assert_eq!(share("Balance"), Ok(StubShare::Balance));
        assert!(share("0%").is_err() && share("101%").is_err() && share("a lot").is_err());
    }
}
