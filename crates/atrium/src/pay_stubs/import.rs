//! `pay-stubs.csv`: one row per line of a check. Rows of one check are next to each other, and the first one has its
//! heading. A stub is a document: one that's already there must say the same, though its employee's code and name may have
//! changed since, and one that doesn't add up is refused, or set aside. A check without its year to date (`ytd_from`)
//! carries on from the one before. With `replaces` it takes the place of another, or corrects the one with its own date and
//! number.

use super::books::{AMENDMENT, BookFault, Books, VOIDED_STUBS};
use super::restate::{self, BookedStub};
use super::{
    AccountKind, Address, Basis, Earning, FilingStatus, Frequency, Heading, ItemLine, PaidInto, Payday,
    StubDeposit, StubLines, StubShare, fault_of, record, store, words_of_number, written,
};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, ASIDE_COLUMN, Desk, Effect, Fault, ImportSheet, SheetRow, StoredRow, StoredTable, TENANT, UndoStep,
    Wish, employee_key, needed, optional,
};
use db::{Ty, Value, params};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

pub const SHEETS: &[&ImportSheet] = &[&PAY_STUBS, &VOIDED_STUBS];

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
        optional("ytd_from", ""),
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
        optional("replaces", ""),
        optional("replaces_date", ""),
        optional(ASIDE_COLUMN, ""),
    ],
    tables: &[&STUB_HEADING, &PAY_STUB, &AMENDMENT],
    apply: |desk, rows| Box::pin(take_checks(desk, rows)),
    belongs: Some(is_same_check),
    sets_aside: true,
    undo: &[UndoStep {
        table: &PAY_STUB,
        leave: |tx, scope, ids| Box::pin(store::forget_notices(tx, scope, ids)),
        restored: None,
    }],
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
    key: &[
        ("employee_id", Ty::Uuid),
        ("check_date", Ty::Day),
        ("check_number", Ty::Text),
        ("revision", Ty::I64),
    ],
    narrow: 2,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("check_date", Ty::Day),
        ("check_number", Ty::Text),
        ("heading_id", Ty::Uuid),
        ("period_begin", Ty::Day),
        ("period_end", Ty::Day),
        ("gross", Ty::I64),
        ("taxes", Ty::I64),
        ("deductions", Ty::I64),
        ("reimbursed", Ty::I64),
        ("rounding", Ty::I64),
        ("lines", Ty::Text),
        // Last, so that the rest is what two revisions are compared by.
        ("revision", Ty::I64),
    ],
    once: &[TENANT, ("filed_at", Ty::At)],
    ..StoredTable::PLAIN
};

/// Payroll runs ahead of payday, but not further than this.
const MAX_AHEAD_DAYS: i64 = 60;
/// No one is told of a stub that's older than this when it comes.
const MAX_TOLD_LATE_DAYS: i64 = 7;
const OF_A_CHECK: [&str; 4] = ["company", "employee_code", "check_date", "check_number"];

/// However the date and number are written. A check that corrects another of the same number begins with its own
/// `replaces`.
fn is_same_check(one: &SheetRow, other: &SheetRow) -> bool {
    let begins = other.cell("replaces").is_some() && other.cell("replaces") != one.cell("replaces");
    !begins
        && OF_A_CHECK.iter().all(|column| {
            let (one, other) = (one.cell(column), other.cell(column));
            one == other
                || match (*column, one.zip(other)) {
                    ("check_date", Some((one, other))) => is_same(cells::day(one), cells::day(other)),
                    ("check_number", Some((one, other))) => {
                        is_same(words_of_number(one), words_of_number(other))
                    }
                    _ => false,
                }
        })
}

/// A value that can't be read equals nothing.
fn is_same<T: PartialEq>(one: Result<T, String>, other: Result<T, String>) -> bool {
    one.ok().zip(other.ok()).is_some_and(|(one, other)| one == other)
}

struct CheckEntry {
    rows: Vec<SheetRow>,
    company: CompanyId,
    code: String,
    heading: Heading,
    payday: Payday,
    /// The number of the check whose place it takes, and its date if it's needed.
    replaces: Option<(String, Option<Day>)>,
    /// It comes without its year to date, which carries on from the check before.
    is_carried_on: bool,
}

impl CheckEntry {
    fn line(&self) -> u64 {
        self.rows.first().map_or(0, |row| row.line)
    }

    /// Whether it corrects the check with its own date and number.
    fn corrects_itself(&self) -> bool {
        self.replaces.as_ref().is_some_and(|(number, date)| {
            *number == self.payday.check_number && date.is_none_or(|date| date == self.payday.check_date)
        })
    }

    fn refuse(&self, desk: &mut Desk<'_>, column: Option<&str>, says: String) {
        let column = column.and_then(|column| self.rows.first()?.place(column));
        desk.refuse(&self.rows, &[Fault { line: self.line(), column, says }]);
    }
}

async fn take_checks(desk: &mut Desk<'_>, rows: Vec<SheetRow>) -> Result<(), Problem> {
    let mut checks: Vec<Vec<SheetRow>> = vec![];
    for row in rows {
        match checks.last_mut() {
            Some(check) if check.last().is_some_and(|last| is_same_check(last, &row)) => check.push(row),
            _ => checks.push(vec![row]),
        }
    }
    let mut read = vec![];
    for check in checks {
        read.extend(read_check(desk, check));
    }
    let codes: Vec<(CompanyId, String)> =
        read.iter().map(|entry| (entry.company, entry.code.clone())).collect();
    let found = desk.employees(codes.into_iter()).await?;
    let mut entries = vec![];
    for entry in read {
        let key = sheets::to_text(&employee_key(entry.company, &entry.code));
        match found.get(&key) {
            Some(employee) => entries.push((entry, employee)),
            // Their own row has a fault.
            None if desk.is_follow_up(&entry.code) => {}
            None => {
                let says = format!("this company has no employee {:?}", entry.code);
                entry.refuse(desk, Some("employee_code"), says);
            }
        }
    }
    file_checks(desk, entries).await
}

/// The rows of a check that it has twice, each with the first one's line. Pasted twice, a check would still add up.
fn repeated(rows: &[SheetRow]) -> Vec<(usize, u64)> {
    let mut known: HashMap<Vec<&str>, u64> = HashMap::new();
    let mut repeated = vec![];
    for (at, row) in rows.iter().enumerate() {
        // Every row of a register may say the net pay.
        if row.cell("line").is_none_or(|kind| one_of(kind, &["check", "net"]).is_ok()) {
            continue;
        }
        match known.entry(row.cells_except(ASIDE_COLUMN)) {
            Entry::Occupied(first) => repeated.push((at, *first.get())),
            Entry::Vacant(place) => {
                place.insert(row.line);
            }
        }
    }
    repeated
}

/// A check's first row represents them all.
fn read_check(desk: &mut Desk<'_>, mut rows: Vec<SheetRow>) -> Option<CheckEntry> {
    let (mut lines, mut accounts, mut net) = (StubLines::default(), vec![], None);
    for row in &mut rows {
        read_line(row, &mut lines, &mut accounts, &mut net);
    }
    for (at, line) in repeated(&rows) {
        let row = &mut rows[at];
        let says = format!("lines {line} and {} are the same: a row counts only once in a check", row.line);
        row.fault("line", says);
    }
    lines.round_to(net);
    let is_carried_on = rows.iter().any(is_carried_on);
    if is_carried_on {
        restate::carry_on(&mut lines, None);
    }
    let first = rows.first_mut()?;
    let company = desk.company(first);
    let code = first.name("employee_code");
    let check_date = first.day("check_date");
    let latest = desk.app.clock.today("UTC").plus_days(MAX_AHEAD_DAYS);
    if check_date.is_some_and(|day| day > latest) {
        first.fault("check_date", format!("the check date can't be after {latest}"));
    }
    let check_number = first.required("check_number", words_of_number);
    let (period_begin, period_end) = (first.day("period_begin"), first.day("period_end"));
    let replaces = first.optional("replaces", words_of_number);
    let replaces_date = first.optional("replaces_date", cells::day);
    if let (Some(company), Some(code), Some(day), Some(number)) = (company, &code, check_date, &check_number)
    {
        // A check and its correction may be in one file.
        let place = replaces.as_ref().map_or(String::new(), |replaced| format!(" for {replaced}"));
        first.once("check_number", format!("{company} {code} {day} {number}{place}"));
        desk.once(first);
    }
    let heading = heading(first, code.clone().unwrap_or_default(), accounts);
    let faults: Vec<Fault> = rows.iter().flat_map(|row| row.faults.clone()).collect();
    let entry = (|| {
        let (check_date, check_number) = (check_date?, check_number?);
        let payday =
            Payday { check_date, check_number, period_begin: period_begin?, period_end: period_end?, lines };
        let replaces = replaces.map(|number| (number, replaces_date));
        Some((company?, code?, payday, replaces))
    })();
    let Some((company, code, payday, replaces)) = entry.filter(|_| faults.is_empty()) else {
        desk.refuse(&rows, &faults);
        return None;
    };
    let entry = CheckEntry { rows, company, code, heading, payday, replaces, is_carried_on };
    if let Some(says) = fault_of(&entry.payday, entry.heading.accounts.len()) {
        entry.refuse(desk, None, format!("the stub does not add up: {says}"));
        return None;
    }
    Some(entry)
}

/// What each check's heading is found by.
fn heading_keys(
    desk: &Desk<'_>,
    entries: &mut [(CheckEntry, &StoredRow)],
) -> Result<Vec<Vec<Value>>, Problem> {
    let mut keys = vec![];
    for (entry, employee) in entries {
        entry.heading.employee_name = sheets::full_name(employee);
        entry.heading.company_name = desk.name_of(entry.company);
        let document =
            serde_json::to_string(&entry.heading).map_err(|error| Problem::Internal(error.to_string()))?;
        keys.push(params![employee.uuid(), document]);
    }
    Ok(keys)
}

/// The headings of some checks. The same one is stored only once per employee, with the first stub that needs it.
struct StubHeadings {
    /// Those that are there and those to come, by their keys' texts.
    known: HashMap<String, Value>,
    /// What other headings say, under which these checks were filed before.
    filed: HashMap<Uuid, Heading>,
    wishes: Vec<Wish>,
}

impl StubHeadings {
    async fn read(
        desk: &mut Desk<'_>,
        keys: &[Vec<Value>],
        there: &HashMap<String, Revisions>,
    ) -> Result<StubHeadings, Problem> {
        let found = desk.find(&STUB_HEADING, keys).await?;
        // What is found are all of an employee's.
        let asked: HashSet<String> = keys.iter().map(|key| sheets::to_text(key)).collect();
        let known = found.iter().filter(|(key, _)| asked.contains(*key));
        let known: HashSet<Uuid> = known.map(|(_, row)| row.uuid()).collect();
        let filed = there.values().flatten().filter_map(|(_, values)| heading_of(values));
        let mut others: Vec<Uuid> = filed.filter(|id| !known.contains(id)).collect();
        others.sort_unstable();
        others.dedup();
        Ok(StubHeadings {
            known: found.into_iter().map(|(key, row)| (key, row.uuid().into())).collect(),
            filed: store::headings(desk.work.tx(), desk.scope, &others).await?,
            wishes: vec![],
        })
    }

    /// Whether a check says the same as one that was filed. That one's heading may have the code or the name that the
    /// employee had then.
    fn is_alike(&self, filed: &[Value], content: &[Value], (key, heading): (&str, &Heading)) -> bool {
        let is_heading = |value: &Value| {
            let of_before = || heading_of(filed).and_then(|id| self.filed.get(&id));
            self.known.get(key) == Some(value) || of_before().is_some_and(|before| before.is_alike(heading))
        };
        let at_heading = PAY_STUB.at("heading_id");
        let mut columns = filed.iter().zip(content).enumerate();
        columns.all(|(at, (filed, new))| if at == at_heading { is_heading(filed) } else { filed == new })
    }

    /// The heading of a new stub.
    fn take(&mut self, desk: &Desk<'_>, entry: &CheckEntry, key: Vec<Value>) -> Value {
        let (known, wishes) = (&mut self.known, &mut self.wishes);
        let id = known.entry(sheets::to_text(&key)).or_insert_with(|| {
            let (id, tenant) = (desk.new_id(), desk.scope.tenant());
            let what = format!("stub heading of {}", entry.code);
            wishes.push(Wish::new_row(entry.line(), what, id, key, tenant, vec![]));
            id.into()
        });
        id.clone()
    }
}

fn heading_of(values: &[Value]) -> Option<Uuid> {
    match values.get(PAY_STUB.at("heading_id")) {
        Some(Value::Uuid(id)) => Some(*id),
        _ => None,
    }
}

/// What is there under one date and number: its revisions, oldest first, each with its ID and values.
type Revisions = Vec<(Uuid, Vec<Value>)>;

async fn file_checks(desk: &mut Desk<'_>, mut entries: Vec<(CheckEntry, &StoredRow)>) -> Result<(), Problem> {
    let heading_keys = heading_keys(desk, &mut entries)?;
    let key_of = |entry: &CheckEntry, employee: &StoredRow| {
        params![employee.uuid(), entry.payday.check_date, entry.payday.check_number.clone()]
    };
    let keys = entries.iter().map(|(entry, employee)| [key_of(entry, employee), params![0_i64]].concat());
    let keys: Vec<Vec<Value>> = keys.collect();
    let mut there: HashMap<String, Revisions> = HashMap::new();
    for row in desk.find(&PAY_STUB, &keys).await?.into_values() {
        let check = sheets::to_text(&row.key[..row.key.len() - 1]);
        there.entry(check).or_default().push((row.uuid(), row.values));
    }
    there.values_mut().for_each(|revisions| revisions.sort_by_key(|(_, values)| revision_of(values)));
    let mut headings = StubHeadings::read(desk, &heading_keys, &there).await?;
    let mut replacing: Vec<Uuid> = entries
        .iter()
        .filter(|(entry, _)| entry.replaces.is_some() || entry.is_carried_on)
        .map(|(_, employee)| employee.uuid())
        .collect();
    replacing.sort_unstable();
    replacing.dedup();
    let mut books = Books::read(desk, replacing).await?;
    let (mut wishes, mut notices) = (vec![], vec![]);
    for ((mut entry, employee), heading_key) in entries.into_iter().zip(heading_keys) {
        let (key, employee) = (key_of(&entry, employee), employee.uuid());
        let revisions = there.entry(sheets::to_text(&key)).or_default();
        let (line, what) = (entry.line(), format!("check {} of {}", entry.payday.check_number, entry.code));
        if let Err(says) = carry_on(&mut entry, &books, employee, revisions)? {
            entry.refuse(desk, Some("check_date"), says);
            continue;
        }
        let mut content = content_of(&entry, employee);
        let heading = sheets::to_text(&heading_key);
        let is_alike = |(_, values): &&(Uuid, Vec<Value>)| {
            headings.is_alike(values, &content, (&heading, &entry.heading))
        };
        let is_correction = entry.corrects_itself();
        let same = match is_correction {
            true => revisions.last().filter(is_alike),
            false => revisions.iter().find(is_alike),
        };
        let same = same.map(|(id, _)| *id);
        if same.is_none() && !revisions.is_empty() && !is_correction {
            let says = "was already filed with different content; a stub never changes";
            entry.refuse(desk, None, format!("{what} {says}. To correct it, repeat its number in replaces"));
            continue;
        }
        let id = same.unwrap_or_else(|| desk.new_id());
        let old = match replaced(&books, &entry, employee, same) {
            Ok(old) => old,
            Err(fault) => {
                let number = entry.replaces.as_ref().map_or("", |(number, _)| number);
                entry.refuse(desk, Some("replaces"), fault.says(number));
                continue;
            }
        };
        let revision = revisions.last().map_or(0, |(_, values)| revision_of(values) + 1);
        match same {
            Some(_) => desk.told(line, Effect::Same, &what),
            None => {
                content[PAY_STUB.at("heading_id")] = headings.take(desk, &entry, heading_key);
                let values = [content, params![revision]].concat();
                revisions.push((id, values.clone()));
                let (tenant, now) = (desk.scope.tenant(), desk.work.now());
                wishes.push(Wish::new_row(line, what.clone(), id, values, tenant, params![now]));
                let today = desk.today_at(entry.company);
                if entry.payday.check_date >= today.plus_days(-MAX_TOLD_LATE_DAYS) {
                    notices.push((id, entry.company, entry.payday.check_date));
                }
                books.add(employee, booked(id, revision, entry.payday.clone()));
            }
        }
        if let Some(old) = old {
            let is_known = old.replacement == Some(id);
            if !is_known {
                books.void(employee, old.id, desk.today_at(entry.company), Some(id));
                let said = format!(
                    "check {} of {}: replaced by check {}",
                    old.check_number, entry.code, entry.payday.check_number
                );
                desk.told(line, Effect::Changed, &said);
            }
        }
    }
    desk.settle(&STUB_HEADING, headings.wishes).await?;
    desk.settle(&PAY_STUB, wishes).await?;
    store::queue_notices(desk.work.tx(), desk.scope, &notices).await?;
    books.write(desk).await
}

/// Fills in the year to date of a check that comes without it. One that was filed before keeps what it said then. The
/// inner error is a sentence for its first row.
fn carry_on(
    entry: &mut CheckEntry,
    books: &Books,
    employee: Uuid,
    filed: &Revisions,
) -> Result<Result<(), String>, Problem> {
    if !entry.is_carried_on {
        return Ok(Ok(()));
    }
    let payday = restate::payday_of(&entry.payday.lines);
    for (_, values) in filed.iter().rev() {
        let Value::Text(lines) = &values[PAY_STUB.at("lines")] else { continue };
        let lines = record::read(lines)?;
        if restate::payday_of(&lines) == payday {
            entry.payday.lines = lines;
            return Ok(Ok(()));
        }
    }
    let date = entry.payday.check_date;
    let replaced = entry.replaces.as_ref().and_then(|(number, of)| {
        let of = if entry.corrects_itself() { Some(date) } else { *of };
        books.find(employee, number, of).ok().map(|stub| stub.id)
    });
    match books.year_before(employee, date, replaced) {
        Ok(before) => restate::carry_on(&mut entry.payday.lines, before.map(|stub| &stub.lines)),
        Err(fault) => return Ok(Err(fault.says(&entry.payday.check_number))),
    }
    Ok(match fault_of(&entry.payday, entry.heading.accounts.len()) {
        Some(says) => Err(format!("the stub does not add up: {says}")),
        None => Ok(()),
    })
}

/// The stub whose place this one takes; none if it takes no one's, or is there already as the last correction.
fn replaced(
    books: &Books,
    entry: &CheckEntry,
    employee: Uuid,
    same: Option<Uuid>,
) -> Result<Option<BookedStub>, BookFault> {
    let Some((number, date)) = &entry.replaces else { return Ok(None) };
    let own = entry.corrects_itself();
    if own && same.is_some() {
        return Ok(None);
    }
    let old = books.find(employee, number, if own { Some(entry.payday.check_date) } else { *date })?.clone();
    books.may_replace(employee, &old, same)?;
    Ok(Some(old))
}

/// A stub's values without its revision, in the order of the table's columns. Its heading is known once it's filed.
fn content_of(entry: &CheckEntry, employee: Uuid) -> Vec<Value> {
    let Payday { check_date, check_number, period_begin, period_end, lines } = &entry.payday;
    let sums = lines.sums();
    let mut values = params![employee, *check_date, check_number.clone()];
    values.push(Value::Null(Ty::Uuid));
    values.extend(params![*period_begin, *period_end, sums.gross, sums.taxes, sums.deductions]);
    values.extend(params![sums.reimbursed, sums.rounding, written(lines)]);
    values
}

fn revision_of(values: &[Value]) -> i64 {
    match values.last() {
        Some(Value::I64(revision)) => *revision,
        _ => 0,
    }
}

fn booked(id: Uuid, revision: i64, payday: Payday) -> BookedStub {
    BookedStub {
        id,
        check_date: payday.check_date,
        check_number: payday.check_number,
        revision,
        is_new: true,
        lines: payday.lines,
        is_restated: false,
        voided_on: None,
        replacement: None,
    }
}

const LINE_KINDS: [&str; 9] =
    ["earning", "tax", "before_tax", "after_tax", "reimbursement", "employer", "deposit", "check", "net"];

/// `ytd_from`: who knows the year to date.
fn is_carried_on(row: &SheetRow) -> bool {
    row.cell("ytd_from").is_some_and(|from| from.eq_ignore_ascii_case("atrium"))
}

fn read_line(
    row: &mut SheetRow,
    lines: &mut StubLines,
    accounts: &mut Vec<PaidInto>,
    net: &mut Option<Amount>,
) {
    let Some(kind) = row.required("line", |cell| one_of(cell, &LINE_KINDS)) else { return };
    let item = row.optional("item", |cell| cells::text(cell, cells::MAX_CELL_NAME_CHARS));
    let is_carried_on = is_carried_on(row);
    row.optional("ytd_from", |cell| one_of(cell, &["payroll", "atrium"]).map(drop));
    if kind == "check" {
        if !is_carried_on {
            lines.checks_ytd = row.amount("ytd").unwrap_or_default();
        }
        return;
    }
    if kind == "net" {
        *net = row.amount("current");
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
    let ytd = match is_carried_on {
        true => current,
        false => row.amount("ytd").unwrap_or_default(),
    };
    if kind == "earning" {
        let (rate, hours) = (row.optional_amount("rate"), row.optional_amount("hours"));
        return lines.earnings.push(Earning { item, rate, hours, current, ytd });
    }
    let line = ItemLine { item, current, ytd };
    match kind {
        "tax" => lines.taxes.push(line),
        "before_tax" => lines.before_tax.push(line),
        "reimbursement" => lines.reimbursements.push(line),
        "employer" => lines.employer.push(line),
        _ => lines.after_tax.push(line),
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
