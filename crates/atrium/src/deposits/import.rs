//! What payroll provides: a company's `payroll-settings.csv` and `deposit-codes.csv`, and `deposits.csv`, the
//! accounts payroll already pays into. An account is matched by its bank and number, and its number is sealed before
//! it's written.

use super::{
    AccountType, AmountType, MAX_ACCOUNTS, Numbers, check_amount, check_number, check_routing, store,
};
use crate::access::BankScope;
use crate::handover::{self, MetEntry, PAYROLL_CHANGE, PayrollKind};
use crate::pay_stubs::StubsVisible;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, DepositId};
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, Desk, EMPLOYEE, EndingRule, EndsBy, Entry, EntryPlan, Fault, Given, ImportSheet, PlanFor,
    SheetEntry, SheetRow, StoredTable, TENANT, UndoStep, Wish, needed, optional,
};
use db::{Ty, Value, params};
use std::sync::Arc;

pub const SHEETS: &[&ImportSheet] = &[&PAYROLL_SETTINGS, &DEPOSIT_CODES, &DEPOSITS];

static PAYROLL_SETTINGS: ImportSheet = ImportSheet {
    name: "payroll-settings",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("is_processing", "no"),
        optional("last_payroll_date", "2026-11-13"),
        optional("deposit_approval", "new_account"),
        optional("deposit_accounts_max", "5"),
        optional("tax_approval", "always"),
        optional("stubs_visible", "from_pay_date"),
    ],
    tables: &[&COMPANY_PAYROLL],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, PayrollEntry::read)),
    ..ImportSheet::PLAIN
};

static DEPOSIT_CODES: ImportSheet = ImportSheet {
    name: "deposit-codes",
    after: &["companies"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("code", "DD1"),
        needed("description", "Net pay"),
    ],
    tables: &[&DEPOSIT_CODE],
    names: &[&DEPOSIT_CODE],
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, DepositCodeEntry::read)),
    ..ImportSheet::PLAIN
};

static DEPOSITS: ImportSheet = ImportSheet {
    name: "deposits",
    after: &["people", "deposit-codes"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("routing_number", "920100116"),
        needed("account_number", "004417208815"),
        needed("account_type", "checking"),
        needed("amount_type", "balance"),
        optional("amount", ""),
        needed("priority", "1"),
        needed("start_date", "2021-03-01"),
        optional("end_date", ""),
        optional("code", "DD1"),
    ],
    tables: &[&DEPOSIT, &PAYROLL_CHANGE],
    names: &[&DEPOSIT_CODE],
    apply: |desk, rows| Box::pin(take_deposits(desk, rows)),
    finish: Some(|desk| Box::pin(check_totals(desk))),
    undo: &[UndoStep {
        table: &EMPLOYEE,
        leave: |tx, scope, employees| Box::pin(store::close_books(tx, scope, employees)),
        restored: None,
    }],
    // An account payroll hasn't heard of yet isn't missing from its file.
    ending: Some(&EndingRule {
        table: &DEPOSIT,
        counts: "x.start_date < $3 AND (x.end_date IS NULL OR x.end_date > $3) AND x.approval = 'Approved'
            AND x.request_id IS NULL AND NOT EXISTS (SELECT 1 FROM payroll_change c WHERE c.subject_id = x.id
              AND c.kind = 'deposits' AND c.state IN ('waiting', 'handed', 'conflict'))",
        called: "'account …' || x.last_four || ' of ' || (SELECT e.employee_code FROM employee e WHERE e.id = x.employee_id)",
        ends: EndsBy::Today("end_date"),
    }),
    ..ImportSheet::PLAIN
};

static COMPANY_PAYROLL: StoredTable = StoredTable {
    name: "company_payroll",
    id: &[("company_id", Ty::Uuid)],
    key: &[("company_id", Ty::Uuid)],
    columns: &[
        ("is_processing", Ty::Bool),
        ("last_payroll_date", Ty::Day),
        ("deposit_approval", Ty::Text),
        ("deposit_accounts_max", Ty::I64),
        ("tax_approval", Ty::Text),
        ("stubs_visible", Ty::Text),
    ],
    ..StoredTable::PLAIN
};

static DEPOSIT_CODE: StoredTable = StoredTable {
    name: "deposit_code",
    key: &[("company_id", Ty::Uuid), ("code", Ty::Text)],
    narrow: 2,
    columns: &[("company_id", Ty::Uuid), ("code", Ty::Text), ("description", Ty::Text)],
    ..StoredTable::PLAIN
};

static DEPOSIT: StoredTable = StoredTable {
    name: "direct_deposit",
    key: &[("employee_id", Ty::Uuid), ("number_hash", Ty::Bytes), ("routing_number", Ty::Text)],
    columns: &[
        ("employee_id", Ty::Uuid),
        ("number_hash", Ty::Bytes),
        ("routing_number", Ty::Text),
        ("account_type", Ty::Text),
        ("amount_type", Ty::Text),
        ("amount", Ty::I64),
        ("priority", Ty::I64),
        ("start_date", Ty::Day),
        ("end_date", Ty::Day),
        ("code_id", Ty::Uuid),
    ],
    once: &[
        TENANT,
        ("company_id", Ty::Uuid),
        ("sealed_number", Ty::Bytes),
        ("last_four", Ty::Text),
        ("bank_name", Ty::Text),
        ("approval", Ty::Text),
        ("hold_until", Ty::At),
        ("version", Ty::I64),
        ("updated_at", Ty::At),
    ],
    touch: ", version = version + 1",
    ..StoredTable::PLAIN
};

const DEPOSIT_APPROVALS: [&str; 3] = ["always", "new_account", "never"];
const TAX_APPROVALS: [&str; 2] = ["always", "never"];
/// No one's pay is split into more than this.
const MAX_ACCOUNTS_SETTING: i64 = 50;

struct PayrollEntry {
    company: CompanyId,
    /// In the order of the table's columns.
    settings: [Given; 6],
}

impl PayrollEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<PayrollEntry> {
        let company = desk.company(row);
        let is_processing = row.required("is_processing", cells::yes);
        let paid = row.optional("last_payroll_date", cells::day);
        let deposits = row.optional("deposit_approval", |cell| one_of(cell, &DEPOSIT_APPROVALS));
        let most = row.optional("deposit_accounts_max", most_accounts);
        let taxes = row.optional("tax_approval", |cell| one_of(cell, &TAX_APPROVALS));
        let stubs = row.optional("stubs_visible", stubs_visible);
        let settings = [
            row.given("is_processing", is_processing, false),
            row.given("last_payroll_date", paid, Value::Null(Ty::Day)),
            row.given("deposit_approval", deposits, "always"),
            row.given("deposit_accounts_max", most, MAX_ACCOUNTS),
            row.given("tax_approval", taxes, "always"),
            row.given("stubs_visible", stubs, StubsVisible::default()),
        ];
        let company = company?;
        row.once("company", company.to_string());
        Some(PayrollEntry { company, settings })
    }
}

impl SheetEntry for PayrollEntry {
    const TABLE: &'static StoredTable = &COMPANY_PAYROLL;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let settings = entry.says.settings.clone().into_iter().zip(COMPANY_PAYROLL.columns);
        let values = settings.map(|(setting, (column, _))| setting.over(at.there, &COMPANY_PAYROLL, column));
        EntryPlan::new("payroll settings".to_owned(), values.collect())
    }
}

fn stubs_visible(text: &str) -> Result<StubsVisible, String> {
    let says = || format!("{text:?} must be at_import, from_pay_date, or how many days before, from 1 to 7");
    StubsVisible::called(text).ok_or_else(says)
}

fn most_accounts(text: &str) -> Result<i64, String> {
    let count = cells::whole(text)?;
    let says = || format!("{text:?} must be from 1 to {MAX_ACCOUNTS_SETTING}");
    (1..=MAX_ACCOUNTS_SETTING).contains(&count).then_some(count).ok_or_else(says)
}

struct DepositCodeEntry {
    company: CompanyId,
    code: String,
    description: String,
}

impl DepositCodeEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<DepositCodeEntry> {
        let (company, code) = (desk.company(row), row.name("code"));
        let description = row.name("description");
        let entry = DepositCodeEntry { company: company?, code: code?, description: description? };
        row.once("code", format!("{} {}", entry.company, entry.code));
        Some(entry)
    }
}

impl SheetEntry for DepositCodeEntry {
    const TABLE: &'static StoredTable = &DEPOSIT_CODE;

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        params![entry.says.company, entry.says.code.clone()]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, _at: &PlanFor<'_>) -> EntryPlan {
        let DepositCodeEntry { company, code, description } = &entry.says;
        let what = format!("deposit code {code}");
        EntryPlan::new(what, params![*company, code.clone(), description.clone()])
    }
}

struct DepositEntry {
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
    booked_under: Given,
    numbers: Arc<Numbers>,
}

async fn take_deposits(desk: &mut Desk<'_>, rows: Vec<SheetRow>) -> Result<(), Problem> {
    let scope = BankScope::from(desk.scope);
    let numbers = Arc::new(super::numbers_of(desk.app, desk.work.tx(), &scope).await?);
    let read = sheets::read(desk, rows, |row, desk| read_deposit(row, desk, &numbers));
    for (row, says) in &read {
        desk.speaks_of(says.company, &says.code, (row.line, row.place("amount")));
    }
    let entries = sheets::look_up(desk, read).await?;
    sheets::bring_in(desk, entries).await
}

fn read_deposit(row: &mut SheetRow, desk: &Desk<'_>, numbers: &Arc<Numbers>) -> Option<DepositEntry> {
    let company = desk.company(row);
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
    let priority = row.required("priority", cells::whole);
    let starts = row.day("start_date");
    let ends = row.optional("end_date", cells::day);
    if let (Some(starts), Some(ends)) = (starts, ends)
        && ends <= starts
    {
        row.fault("end_date", "the end date must be later than the start date");
    }
    if priority.is_some_and(|priority| !(1..=99).contains(&priority)) {
        row.fault("priority", "the priority must be a number from 1 to 99");
    }
    let booked_under = booked_under(row, desk, company);
    let (company, code, routing_number) = (company?, code?, routing_number?);
    let (number, account_type, amount_type) = (number?, account_type?, amount_type?);
    let mut bank_name = String::new();
    match check_routing(desk.app, &routing_number) {
        Ok(name) => bank_name = name,
        Err(problem) => row.fault("routing_number", problem.message()),
    }
    if let Err(problem) = check_number(&number, account_type) {
        row.fault("account_number", problem.message());
    }
    let amount = check_amount(amount_type, amount).unwrap_or_else(|problem| {
        row.fault("amount", problem.message());
        None
    });
    let mark = String::from_utf8_lossy(&numbers.mark(&number)).into_owned();
    row.once("account_number", format!("{company} {code} {routing_number} {mark}"));
    Some(DepositEntry {
        company,
        code,
        routing_number,
        number,
        account_type,
        bank_name,
        amount_type,
        amount,
        priority: priority?,
        starts: starts?,
        ends,
        booked_under,
        numbers: numbers.clone(),
    })
}

fn booked_under(row: &mut SheetRow, desk: &Desk<'_>, company: Option<CompanyId>) -> Given {
    let named = company.zip(row.optional_name("code"));
    let found = named.and_then(|(company, code)| {
        let found = desk.known(&DEPOSIT_CODE, &params![company, code.clone()]).map(|found| found.uuid());
        if found.is_none() {
            row.fault("code", format!("this company has no deposit code {code:?}"));
        }
        found
    });
    row.given("code", found, Value::Null(Ty::Uuid))
}

impl SheetEntry for DepositEntry {
    const TABLE: &'static StoredTable = &DEPOSIT;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    fn key(entry: &Entry<Self>, _desk: &Desk<'_>) -> Vec<Value> {
        let DepositEntry { numbers, number, routing_number, .. } = &entry.says;
        vec![entry.employee_id(), numbers.mark(number).into(), routing_number.clone().into()]
    }

    /// Someone changing their accounts meanwhile is waited for, and waits: nothing is compared with what's about to change.
    async fn prepare(desk: &mut Desk<'_>, entries: &mut Vec<Entry<Self>>) -> Result<(), Problem> {
        if desk.options.is_dry {
            return Ok(());
        }
        let employees = entries.iter().filter_map(|entry| Some(entry.employee.as_ref()?.uuid())).collect();
        Ok(store::lock_books(desk.work.tx(), desk.scope, employees).await?)
    }

    async fn keep_approved(desk: &mut Desk<'_>, wishes: Vec<Wish>) -> Result<Vec<Wish>, Problem> {
        keep_approved(desk, wishes).await
    }

    fn plan(entry: &mut Entry<Self>, desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let one = &entry.says;
        let last_four = &one.number[one.number.len().saturating_sub(4)..];
        let what = format!("account …{last_four} of {}", one.code);
        let mut values = at.key.to_vec();
        values.extend(params![
            one.account_type,
            one.amount_type,
            one.amount,
            one.priority,
            one.starts,
            one.ends
        ]);
        values.push(one.booked_under.clone().over(at.there, &DEPOSIT, "code_id"));
        let now = desk.work.now();
        let id = match at.id {
            [Value::Uuid(id)] => DepositId(*id),
            _ => DepositId(desk.new_id()),
        };
        // Payroll already pays into it, so it needs no approval and no hold.
        let once = params![
            one.company,
            one.numbers.seal(desk.app, id, &one.number),
            last_four,
            one.bank_name.clone(),
            "Approved",
            now,
            1,
            now
        ];
        EntryPlan { once, ..EntryPlan::new(what, values) }
    }
}

/// What people change here about an account payroll knows.
const TERMS: [&str; 5] = ["amount_type", "amount", "priority", "start_date", "end_date"];

async fn keep_approved(desk: &mut Desk<'_>, mut wishes: Vec<Wish>) -> Result<Vec<Wish>, Problem> {
    let entry = |wish: &Wish| {
        let found = wish.found.as_ref()?;
        let term = |name: &&'static str| {
            ((*name).to_owned(), wish.values[DEPOSIT.at(name)].clone(), Some(found.get(&DEPOSIT, name)))
        };
        // An account in payroll's file is one payroll pays into.
        let is_paid = ("active".to_owned(), Value::Bool(true), None);
        Some(MetEntry { subject: found.uuid(), said: TERMS.iter().map(term).chain([is_paid]).collect() })
    };
    let entries: Vec<MetEntry> = wishes.iter().filter_map(entry).collect();
    let met = handover::meet(desk, PayrollKind::Deposits, Some(&TERMS), &entries).await?;
    for wish in &mut wishes {
        let Some(found) = &wish.found else { continue };
        let Some(met) = met.get(&found.uuid()) else { continue };
        for name in &met.kept {
            wish.values[DEPOSIT.at(name)] = found.get(&DEPOSIT, name);
        }
        if !met.note.is_empty() {
            wish.what = format!("{} ({})", wish.what, met.note);
        }
    }
    Ok(wishes)
}

/// What shows only once all of an employee's accounts are there. Reported at the last one.
async fn check_totals(desk: &mut Desk<'_>) -> Result<(), Problem> {
    for (company, code, is_over) in store::overdrawn(desk.work.tx(), desk.scope).await? {
        let what =
            if is_over { "add up to more than 100 percent" } else { "include the balance more than once" };
        let says = format!("the accounts of employee {code} {what}");
        let (line, column) = desk.last_spoken_of(company, code).unwrap_or((1, None));
        desk.fault(&Fault { line, column, says });
    }
    Ok(())
}
