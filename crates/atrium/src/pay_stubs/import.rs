//! `pay-stubs.csv`: one row per line of a check. Rows of one check are next to each other, and the first one has its
//! heading. A stub is a document: one that's already there must say the same, and one that doesn't add up is refused.

use super::{
    AccountKind, Address, Basis, Earning, FilingStatus, Frequency, Heading, PaidInto, Payday, StubDeposit,
    StubLines, StubShare, Withheld, fault_of, written,
};
use crate::shared::amount::Amount;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, Desk, Entry, EntryPlan, Fault, ImportSheet, PlanFor, SheetEntry, SheetRow, StoredTable, Wish,
    needed, optional,
};
use db::{Ty, Value, params};

pub const SHEETS: &[&ImportSheet] = &[&PAY_STUBS];

static PAY_STUBS: ImportSheet = ImportSheet {
    name: "pay-stubs",
    after: &["people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("check_date", "2026-11-13"),
        needed("check_number", "30412"),
        needed("period_begin", "2026-10-26"),
        needed("period_end", "2026-11-08"),
        needed("line", "earning"),
        needed("item", "REG"),
        optional("rate", "24.50"),
        optional("hours", "80"),
        optional("current", "1960.00"),
        optional("ytd", "43120.00"),
        optional("account_type", ""),
        optional("last_four", ""),
        optional("share", ""),
        optional("frequency", "biweekly"),
        optional("pay_basis", "hourly"),
        optional("pay_rate", "24.50"),
        optional("filing_status", "single"),
        optional("address_line1", "1420 SE Alder St"),
        optional("address_line2", "Apt 4"),
        optional("city", "Portland"),
        optional("state", "OR"),
        optional("zip", "97214"),
        optional("company_number", "4410"),
        optional("ein", "93-1234567"),
        optional("company_address_line1", "800 NW Industrial Way"),
        optional("company_city", "Portland"),
        optional("company_state", "OR"),
        optional("company_zip", "97210"),
    ],
    tables: &[&STUB_HEADING, &PAY_STUB],
    apply: |desk, rows| Box::pin(take_checks(desk, rows)),
    belongs: Some(is_same_check),
    ..ImportSheet::PLAIN
};

static STUB_HEADING: StoredTable = StoredTable {
    name: "pay_stub_heading",
    key: &[("employee_id", Ty::Uuid), ("document", Ty::Text)],
    columns: &[("employee_id", Ty::Uuid), ("document", Ty::Text)],
    ..StoredTable::PLAIN
};

static PAY_STUB: StoredTable = StoredTable {
    name: "pay_stub",
    key: &[("employee_id", Ty::Uuid), ("check_date", Ty::Day), ("check_number", Ty::I64)],
    narrow: 2,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("check_date", Ty::Day),
        ("check_number", Ty::I64),
        ("heading_id", Ty::Uuid),
        ("period_begin", Ty::Day),
        ("period_end", Ty::Day),
        ("gross", Ty::I64),
        ("taxes", Ty::I64),
        ("deductions", Ty::I64),
        ("lines", Ty::Text),
    ],
    ..StoredTable::PLAIN
};

/// Payroll runs ahead of payday, but not further than this.
const MAX_AHEAD_DAYS: i64 = 60;
const OF_A_CHECK: [&str; 4] = ["company", "employee_code", "check_date", "check_number"];

/// However the date and number are written.
fn is_same_check(one: &SheetRow, other: &SheetRow) -> bool {
    OF_A_CHECK.iter().all(|column| {
        let (one, other) = (one.cell(column), other.cell(column));
        one == other
            || match (*column, one.zip(other)) {
                ("check_date", Some((one, other))) => is_same(cells::day(one), cells::day(other)),
                ("check_number", Some((one, other))) => is_same(cells::whole(one), cells::whole(other)),
                _ => false,
            }
    })
}

/// A value that can't be read equals nothing.
fn is_same<T: PartialEq>(one: Result<T, String>, other: Result<T, String>) -> bool {
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

struct CheckEntry {
    company: CompanyId,
    code: String,
    heading: Heading,
    /// Set once the heading is stored.
    heading_id: Value,
    payday: Payday,
}

async fn take_checks(desk: &mut Desk<'_>, rows: Vec<SheetRow>) -> Result<(), Problem> {
    let mut checks: Vec<Vec<SheetRow>> = vec![];
    for row in rows {
        match checks.last_mut() {
            Some(check) if check.last().is_some_and(|last| is_same_check(last, &row)) => check.push(row),
            _ => checks.push(vec![row]),
        }
    }
    let read = checks.into_iter().filter_map(|check| read_check(desk, check)).collect();
    let entries = sheets::look_up(desk, read).await?;
    sheets::bring_in(desk, entries).await
}

/// A check's first row represents them all.
fn read_check(desk: &mut Desk<'_>, mut rows: Vec<SheetRow>) -> Option<(SheetRow, CheckEntry)> {
    let (mut lines, mut accounts) = (StubLines::default(), vec![]);
    for row in &mut rows {
        read_line(row, &mut lines, &mut accounts);
    }
    let first = rows.first_mut()?;
    let company = desk.company(first);
    let code = first.name("employee_code");
    let check_date = first.day("check_date");
    let latest = desk.app.clock.today("UTC").plus_days(MAX_AHEAD_DAYS);
    if check_date.is_some_and(|day| day > latest) {
        first.fault("check_date", format!("the check date can't be after {latest}"));
    }
    let check_number = first.required("check_number", cells::whole);
    let (period_begin, period_end) = (first.day("period_begin"), first.day("period_end"));
    if let (Some(company), Some(code), Some(day), Some(number)) = (company, &code, check_date, check_number) {
        first.once("check_number", format!("{company} {code} {day} {number}"));
        desk.once(first);
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
    let first = rows.into_iter().next()?;
    if let Some(says) = fault_of(&payday, heading.accounts.len()) {
        let says = format!("the stub does not add up: {says}");
        desk.fault(&Fault { line: first.line, column: None, says });
        return None;
    }
    let heading_id = Value::Null(Ty::Uuid);
    Some((first, CheckEntry { company: company?, code: code?, heading, heading_id, payday }))
}

impl SheetEntry for CheckEntry {
    const TABLE: &'static StoredTable = &PAY_STUB;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    /// Stores the same heading only once per employee.
    async fn prepare(desk: &mut Desk<'_>, entries: &mut Vec<Entry<Self>>) -> Result<(), Problem> {
        let mut keys = vec![];
        for entry in entries.iter_mut() {
            let heading = &mut entry.says.heading;
            heading.employee_name = entry.employee.as_ref().map(sheets::full_name).unwrap_or_default();
            heading.company_name = desk.name_of(entry.says.company);
            let document =
                serde_json::to_string(heading).map_err(|error| Problem::Internal(error.to_string()))?;
            keys.push(vec![entry.employee_id(), document.into()]);
        }
        let mut known: std::collections::HashMap<String, Value> = desk
            .find(&STUB_HEADING, &keys)
            .await?
            .into_iter()
            .map(|(key, row)| (key, row.uuid().into()))
            .collect();
        let mut wishes = vec![];
        for (entry, key) in entries.iter_mut().zip(keys) {
            let id = known.entry(sheets::to_text(&key)).or_insert_with(|| {
                let (id, tenant) = (desk.new_id(), desk.scope.tenant());
                let what = format!("stub heading of {}", entry.says.code);
                wishes.push(Wish::new_row(entry.row.line, what, id, key, tenant, vec![]));
                id.into()
            });
            entry.says.heading_id = id.clone();
        }
        desk.settle(&STUB_HEADING, wishes).await
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        let Payday { check_date, check_number, .. } = entry.says.payday;
        vec![entry.employee_id(), check_date.into(), check_number.into()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let CheckEntry { code, heading_id, payday, .. } = &entry.says;
        let Payday { check_number, period_begin, period_end, lines, .. } = payday;
        let sums = lines.sums();
        let mut values = at.key.to_vec();
        values.push(heading_id.clone());
        values.extend(params![*period_begin, *period_end, sums.gross, sums.taxes, sums.deductions]);
        values.push(written(lines).into());
        let fixed = Some("was already filed with different content; a stub never changes");
        EntryPlan { fixed, ..EntryPlan::new(format!("check {check_number} of {code}"), values) }
    }
}

fn read_line(row: &mut SheetRow, lines: &mut StubLines, accounts: &mut Vec<PaidInto>) {
    let kinds = ["earning", "tax", "before_tax", "after_tax", "deposit", "check"];
    let Some(kind) = row.required("line", |cell| one_of(cell, &kinds)) else { return };
    let item = row.optional("item", |cell| cells::text(cell, cells::MAX_CELL_NAME_CHARS));
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
        Some(percent) => match cells::whole(percent)? {
            percent @ 1..=100 => Ok(StubShare::Percentage(u32::try_from(percent).unwrap_or_default())),
            _ => Err("a share must be between 1% and 100%".to_owned()),
        },
        None => cells::amount(cell).map(StubShare::Fixed),
    }
}

fn heading(row: &mut SheetRow, employee_number: String, accounts: Vec<PaidInto>) -> Heading {
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
