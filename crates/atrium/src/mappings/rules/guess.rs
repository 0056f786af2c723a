//! A mapping suggested by a sample: where its header is, which kind of file it looks like, which column is which, and how it
//! writes days, numbers and known words. A person corrects it, so a wrong guess must be easy to see and none is kept unseen.

use super::columns::{CellType, cell_type};
use super::headers::{header_of, simple};
use super::mapping::{ColumnUse, DateOrder, Decimals, Mapping, PeopleBy, TakePart, TargetKind, check};
use super::values::{self, WrittenAs};
use super::wide;
use std::collections::BTreeMap;

/// A row of the sample as it is in the file.
#[derive(Clone, Debug)]
pub struct SampleRow {
    /// Its line, from 1.
    pub line: u64,
    pub cells: Vec<String>,
}

/// How far down a header is looked for.
const MAX_ABOVE: usize = 25;

/// Other names for our columns, simple (`headers::simple`); kind, or * for all others.
const SYNONYMS: &[(&str, &str, &[&str])] = &[
    (
        "*",
        "employee_code",
        &[
            "employee id",
            "employee number",
            "employee no",
            "emp id",
            "emp no",
            "emp number",
            "ee id",
            "ee number",
            "ee code",
            "file number",
            "file no",
            "worker id",
            "associate id",
            "position id",
            "payroll id",
            "personnel number",
            "id",
            "emp code",
            "clock number",
            "badge",
            "eeid",
            "badge number",
        ],
    ),
    (
        "*",
        "company",
        &[
            "company name",
            "employer",
            "client name",
            "legal entity",
            "business",
            "co name",
            "legal company name",
        ],
    ),
    ("*", "username", &["user name", "login", "user id", "login id", "user"]),
    (
        "*",
        "first_name",
        &[
            "first",
            "legal first name",
            "given name",
            "employee first name",
            "fname",
            "forename",
            "nombre",
            "legal first",
        ],
    ),
    (
        "*",
        "last_name",
        &[
            "last",
            "legal last name",
            "surname",
            "family name",
            "employee last name",
            "lname",
            "apellido",
            "legal last",
        ],
    ),
    (
        "*",
        "email",
        &[
            "e mail",
            "email address",
            "work email",
            "work e mail",
            "primary email",
            "personal email",
            "home email",
            "e mail address",
            "mail",
            "work contact email",
            "company email",
            "correo",
            "employee email",
        ],
    ),
    (
        "*",
        "phone",
        &[
            "phone number",
            "mobile",
            "mobile phone",
            "cell",
            "cell phone",
            "home phone",
            "telephone",
            "personal mobile",
            "work phone",
        ],
    ),
    ("*", "language", &["preferred language", "idioma", "lang"]),
    ("*", "date_of_birth", &["dob", "birth date", "birthdate", "birthday", "date birth", "birth dt"]),
    (
        "*",
        "original_hire_date",
        &[
            "hire date",
            "original hire",
            "date of hire",
            "start date",
            "hired",
            "hire dt",
            "date hired",
            "orig hire date",
            "first day of work",
        ],
    ),
    (
        "*",
        "current_hire_date",
        &["rehire date", "last hire date", "most recent hire date", "latest hire date", "adjusted hire date"],
    ),
    (
        "*",
        "status",
        &[
            "employment status",
            "employee status",
            "emp status",
            "position status",
            "work status",
            "active",
            "current employment status",
        ],
    ),
    ("*", "pay_group", &["paygroup", "pay schedule", "payroll group", "payroll schedule", "pay class"]),
    (
        "*",
        "department",
        &[
            "dept",
            "department code",
            "home department",
            "dept code",
            "department number",
            "home department code",
        ],
    ),
    ("*", "division", &["division code"]),
    ("*", "branch", &["branch code", "location code"]),
    (
        "*",
        "address_line1",
        &[
            "address",
            "address 1",
            "address line 1",
            "street",
            "street address",
            "home address",
            "street 1",
            "home address line 1",
            "addr 1",
            "primary address address line 1",
        ],
    ),
    (
        "*",
        "address_line2",
        &[
            "address 2",
            "address line 2",
            "apt",
            "unit",
            "street 2",
            "home address line 2",
            "addr 2",
            "apartment",
        ],
    ),
    ("*", "city", &["home city", "town", "primary address city"]),
    (
        "*",
        "state",
        &["home state", "state province", "st", "state code", "residence state", "primary address state"],
    ),
    (
        "*",
        "zip",
        &[
            "zip code",
            "postal code",
            "home zip",
            "zipcode",
            "home zip code",
            "zip postal code",
            "primary address zip code",
        ],
    ),
    (
        "*",
        "hourly_rate",
        &[
            "hourly pay rate",
            "rate per hour",
            "regular pay rate amount",
            "base rate",
            "pay rate",
            "hourly pay",
        ],
    ),
    ("*", "annual_salary", &["salary", "annual pay", "base salary", "annual rate", "yearly salary"]),
    ("*", "gender", &["sex"]),
    ("*", "marital_status", &["marital"]),
    (
        "pay-stubs",
        "check_date",
        &[
            "pay date",
            "payday",
            "check dt",
            "payment date",
            "date paid",
            "pay day",
            "date",
            "fecha de pago",
            "paid on",
            "pmt date",
        ],
    ),
    (
        "pay-stubs",
        "check_number",
        &[
            "check no",
            "check",
            "check num",
            "voucher number",
            "voucher",
            "payment number",
            "ck number",
            "reference number",
            "check voucher number",
            "chk number",
            "num",
            "advice number",
            "chk no",
        ],
    ),
    (
        "pay-stubs",
        "period_begin",
        &[
            "pay period start",
            "period start",
            "period start date",
            "pay period begin",
            "period begin date",
            "pay period start date",
            "begin date",
            "from",
            "pay begin date",
            "period beginning",
            "pp start",
            "pay period beginning",
            "pay period begin date",
        ],
    ),
    (
        "pay-stubs",
        "period_end",
        &[
            "pay period end",
            "period end date",
            "pay period ending",
            "pay period end date",
            "end date",
            "to",
            "pay end date",
            "period ending",
            "pp end",
            "pay period ending date",
        ],
    ),
    ("pay-stubs", "line", &["line type", "type", "category", "item type", "pay item type"]),
    (
        "pay-stubs",
        "item",
        &[
            "code",
            "pay item",
            "description",
            "earning code",
            "pay code",
            "payroll item",
            "earning deduction",
            "name of item",
            "item name",
        ],
    ),
    ("pay-stubs", "current", &["amount", "current amount", "amt", "this period"]),
    ("pay-stubs", "ytd", &["ytd amount", "year to date", "amount ytd"]),
    ("pay-stubs", "hours", &["hrs", "current hours", "quantity", "units"]),
    ("pay-stubs", "rate", &["pay rate", "hourly rate"]),
    ("pay-stubs", "frequency", &["pay frequency"]),
    (
        "balances",
        "time_off_type",
        &[
            "policy",
            "policy name",
            "time off policy",
            "plan",
            "plan name",
            "accrual",
            "accrual type",
            "type",
            "time off",
            "leave type",
        ],
    ),
    ("balances", "day", &["as of", "as of date", "balance date", "date", "effective date"]),
    (
        "balances",
        "hours",
        &[
            "balance",
            "available",
            "balance hours",
            "available hours",
            "current balance",
            "hours available",
            "remaining",
        ],
    ),
    ("hours-worked", "hours", &["total hours", "hours worked", "paid hours", "hrs"]),
    (
        "hours-worked",
        "period_end",
        &["pay period end", "period ending", "pay period ending", "week ending", "period end date"],
    ),
    (
        "deposits",
        "routing_number",
        &[
            "routing",
            "aba",
            "aba number",
            "transit number",
            "routing no",
            "transit aba number",
            "bank routing number",
            "bank routing",
        ],
    ),
    (
        "deposits",
        "account_number",
        &[
            "account",
            "account no",
            "acct number",
            "bank account",
            "acct no",
            "bank account number",
            "deposit account number",
        ],
    ),
    ("deposits", "account_type", &["acct type", "type", "type of account", "bank account type"]),
    (
        "deposits",
        "amount_type",
        &["deposit type", "split type", "calculation", "amount kind", "allocation type", "distribution type"],
    ),
    ("deposits", "amount", &["deposit amount", "split amount", "value", "percent amount", "allocation"]),
    ("deposits", "priority", &["order", "sequence", "deposit order", "seq", "split order"]),
    ("deposits", "start_date", &["effective date", "effective", "start"]),
    ("w2", "ssn_last_four", &["ssn", "social security number", "tax id", "employee ssn"]),
    ("w2", "year", &["tax year"]),
    ("w2", "wages", &["box 1", "wages tips other compensation", "federal wages", "wages tips other comp"]),
    (
        "w2",
        "federal_tax",
        &["box 2", "federal income tax withheld", "federal income tax", "fed tax withheld"],
    ),
    ("w2", "social_security_wages", &["box 3", "ss wages"]),
    ("w2", "social_security_tax", &["box 4", "social security tax withheld", "ss tax"]),
    ("w2", "medicare_wages", &["box 5", "medicare wages and tips"]),
    ("w2", "medicare_tax", &["box 6", "medicare tax withheld"]),
    ("w2", "state_wages", &["box 16", "state wages tips etc"]),
    ("w2", "state_tax", &["box 17", "state income tax", "state tax withheld"]),
    ("w2", "employer_state_id", &["box 15", "state id", "employer state id number"]),
    ("benefits", "plan", &["plan name", "benefit plan", "benefit"]),
    ("benefits", "category", &["plan type", "benefit type", "coverage type"]),
    ("benefits", "tier", &["coverage", "coverage level", "coverage tier", "level"]),
    (
        "benefits",
        "employee_amount",
        &["employee cost", "ee cost", "employee contribution", "ee amount", "employee deduction"],
    ),
    ("benefits", "employer_amount", &["employer cost", "er cost", "employer contribution", "er amount"]),
    (
        "benefits",
        "start_date",
        &["effective date", "coverage start", "coverage begin date", "coverage effective date"],
    ),
    ("benefits", "last_day", &["coverage end", "termination date", "coverage end date"]),
    ("benefits", "pay_periods", &["pay periods per year", "deductions per year"]),
    ("reporting-lines", "manager", &["supervisor", "manager username", "reports to", "manager name"]),
    ("roles", "role", &["access level", "security role", "user role"]),
    ("organizations", "organization_code", &["code", "org code", "department code"]),
    ("organizations", "organization_name", &["name", "org name", "department name", "description"]),
    ("holidays", "holiday", &["name", "holiday name", "description"]),
    ("holidays", "day", &["date", "holiday date"]),
];

/// What sources write for words we know: column, what they write (simple), what it means.
const WORDS: &[(&str, &[&str], &str)] = &[
    (
        "status",
        &[
            "a",
            "act",
            "active",
            "leave",
            "on leave",
            "loa",
            "l",
            "leave of absence",
            "hired",
            "employed",
            "active employment",
        ],
        "Active",
    ),
    (
        "status",
        &[
            "t",
            "term",
            "terminated",
            "inactive",
            "i",
            "separated",
            "former",
            "deceased",
            "retired",
            "resigned",
            "dismissed",
        ],
        "Terminated",
    ),
    ("frequency", &["w", "weekly", "every week", "52"], "weekly"),
    (
        "frequency",
        &["b", "bw", "bi weekly", "every other week", "every 2 weeks", "26", "every two weeks"],
        "biweekly",
    ),
    ("frequency", &["s", "sm", "semi monthly", "twice a month", "twice per month", "24"], "semimonthly"),
    ("frequency", &["m", "monthly", "once a month", "12"], "monthly"),
    ("account_type", &["c", "chk", "checking", "ck", "checking account", "checkings"], "checking"),
    ("account_type", &["s", "sav", "savings", "sv", "savings account", "saving"], "savings"),
    ("account_type", &["mm", "money market", "m"], "moneyMarket"),
    (
        "amount_type",
        &[
            "remainder",
            "remaining",
            "net",
            "balance",
            "full",
            "full net",
            "entire",
            "entire net",
            "r",
            "rest",
            "full net pay",
            "remaining balance",
        ],
        "balance",
    ),
    ("amount_type", &["percent", "percentage", "p", "partial"], "percentage"),
    (
        "amount_type",
        &[
            "flat",
            "amount",
            "fixed",
            "f",
            "dollar",
            "dollars",
            "flat amount",
            "fixed amount",
            "dollar amount",
        ],
        "fixed",
    ),
    ("line", &["e", "earnings", "earning", "earn", "pay", "wage", "wages"], "earning"),
    ("line", &["t", "taxes", "tax", "withholding", "employee tax", "employee taxes"], "tax"),
    (
        "line",
        &[
            "pre tax",
            "pretax",
            "before tax",
            "pre tax deduction",
            "pretax deduction",
            "b",
            "pre tax deductions",
        ],
        "before_tax",
    ),
    (
        "line",
        &[
            "deduction",
            "deductions",
            "d",
            "post tax",
            "after tax",
            "posttax",
            "post tax deduction",
            "garnishment",
            "post tax deductions",
        ],
        "after_tax",
    ),
    ("line", &["direct deposit", "net pay distribution", "deposit", "dd"], "deposit"),
    ("pay_basis", &["h", "hourly", "nonexempt", "non exempt"], "hourly"),
    ("pay_basis", &["s", "salary", "salaried", "exempt"], "salaried"),
    ("language", &["english", "en", "eng"], "en"),
    ("language", &["spanish", "es", "spa", "español"], "es"),
    ("category", &["health", "medical", "medical plan"], "Medical"),
    ("category", &["dental", "dental plan"], "Dental"),
    ("category", &["vision", "vision plan"], "Vision"),
    ("category", &["fsa", "hsa", "savings"], "Savings"),
    ("category", &["401k", "401 k", "retirement", "pension"], "Retirement"),
    ("category", &["life", "life insurance", "basic life"], "Life"),
    (
        "filing_status",
        &["s", "single", "married filing separately", "single or married filing separately"],
        "single",
    ),
    ("filing_status", &["m", "married", "married filing jointly", "mfj", "mj"], "marriedJointly"),
    ("filing_status", &["h", "head of household", "hoh"], "headOfHousehold"),
];

/// How well a header's name fits a column: exactly, by another name, or not at all.
fn fit(kind: &str, column: &str, name: &str) -> u32 {
    if name == column.replace('_', " ") || name == column {
        return 10;
    }
    let of = |wanted: &str| SYNONYMS.iter().find(|(of, to, _)| *of == wanted && *to == column);
    let listed = of(kind).into_iter().chain(of("*"));
    let at = listed.flat_map(|(_, _, names)| *names).position(|known| *known == name);
    // The first names in a list are the likely ones.
    at.map_or(0, |at| if at < 4 { 8 } else { 6 })
}

struct Matched {
    columns: BTreeMap<&'static str, usize>,
    score: i64,
}

/// Each of our columns takes the header that fits best, and no header serves two.
fn matched(kind: &TargetKind, names: &[String]) -> Matched {
    let mut fits: Vec<(u32, usize, &'static str)> = vec![];
    for column in &kind.columns {
        for (at, name) in names.iter().enumerate() {
            let found = fit(kind.name, column.name, name);
            if found > 0 {
                fits.push((found, at, column.name));
            }
        }
    }
    fits.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let (mut columns, mut taken, mut score) = (BTreeMap::new(), vec![], 0);
    for (found, at, column) in fits {
        if !columns.contains_key(column) && !taken.contains(&at) {
            columns.insert(column, at);
            taken.push(at);
            score += i64::from(found);
        }
    }
    Matched { columns, score }
}

fn is_wordy(cell: &str) -> bool {
    cell.chars().any(char::is_alphabetic) && cell.chars().count() <= 60 && !cell.contains('@')
}

/// The row that looks most like a header: many words, no values, and names we know.
fn header_at(sample: &[SampleRow], kinds: &[TargetKind]) -> usize {
    let score = |row: &SampleRow| {
        let cells: Vec<&str> =
            row.cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()).collect();
        if cells.is_empty() {
            return i64::MIN;
        }
        let wordy = cells.iter().filter(|cell| is_wordy(cell)).count() as i64;
        let others = cells.len() as i64 - wordy;
        let names: Vec<String> = row.cells.iter().map(|cell| simple(cell)).collect();
        let known =
            kinds.iter().map(|kind| matched(kind, &names).columns.len() as i64).max().unwrap_or_default();
        wordy - 3 * others + 4 * known
    };
    let rows = sample.iter().take(MAX_ABOVE).enumerate();
    rows.max_by_key(|(at, row)| (score(row), std::cmp::Reverse(*at))).map_or(0, |(at, _)| at)
}

/// `wanted` is a kind someone chose. `today` is for years of two digits.
pub fn guess(
    sample: &[SampleRow],
    kinds: &[TargetKind],
    wanted: Option<&str>,
    (this_year, counts_days): (i16, bool),
) -> Mapping {
    let at = header_at(sample, kinds);
    let Some(row) = sample.get(at) else { return Mapping::default() };
    let header = header_of(&row.cells);
    let names: Vec<String> = header.iter().map(|name| simple(name)).collect();
    let rows: Vec<&SampleRow> = sample[at + 1..].iter().collect();
    let guesses = kinds
        .iter()
        .filter(|kind| wanted.is_none_or(|wanted| kind.name == wanted))
        .map(|kind| one_kind(kind, &header, &names, &rows, (this_year, counts_days)));
    let best = guesses.max_by_key(|(score, _)| *score).map(|(_, mapping)| mapping).unwrap_or_default();
    Mapping { title_lines: u32::try_from(row.line.saturating_sub(1)).unwrap_or_default(), ..best }
}

fn one_kind(
    kind: &TargetKind,
    header: &[String],
    names: &[String],
    rows: &[&SampleRow],
    (this_year, counts_days): (i16, bool),
) -> (i64, Mapping) {
    let Matched { columns, mut score } = matched(kind, names);
    let cells = |at: usize| {
        let cells = rows.iter().filter_map(move |row| row.cells.get(at)).map(|cell| cell.trim());
        cells.filter(|cell| !cell.is_empty())
    };
    let mut mapping = Mapping { kind: kind.name.to_owned(), ..Mapping::default() };
    for (column, at) in &columns {
        let taken = if *column == "ssn_last_four" { TakePart::LastFour } else { TakePart::Whole };
        let column_use = ColumnUse { take: taken, ..ColumnUse::whole(&header[*at]) };
        mapping.columns.insert((*column).to_owned(), column_use);
    }
    people_and_names(kind, &mut mapping, header, names, &cells);
    let used: Vec<String> = mapping.sources().map(str::to_owned).collect();
    let numbers = header.iter().enumerate().filter(|(at, name)| {
        let is_number = |cell: &str| {
            [Decimals::Point, Decimals::Comma].iter().any(|as_is| values::number(cell, *as_is).is_some())
        };
        !used.contains(name) && cells(*at).take(50).all(is_number)
    });
    let numbers = numbers.map(|(_, name)| name.as_str());
    if kind.name == "pay-stubs" && !mapping.columns.contains_key("line") {
        mapping.lines = wide::stub_lines(numbers);
        for narrow in ["current", "ytd", "hours", "item"].into_iter().filter(|_| !mapping.lines.is_empty()) {
            mapping.columns.remove(narrow);
        }
    } else if kind.name == "balances" && !mapping.columns.contains_key("hours") {
        mapping.lines = wide::balance_lines(numbers);
        if !mapping.lines.is_empty() {
            mapping.columns.remove("time_off_type");
        }
    }
    score += 3 * mapping.lines.len() as i64;
    // A kind that needs what isn't there is unlikely; a company is easily said for the whole file.
    let lacks = check(&Mapping { name: "guess".to_owned(), ..mapping.clone() }, std::slice::from_ref(kind));
    score -= 7 * lacks.iter().filter(|says| !says.contains("needs company")).count() as i64;
    let used: Vec<String> = mapping.sources().map(str::to_owned).collect();
    mapping.ignored = header.iter().filter(|name| !used.contains(name)).cloned().collect();
    mapping.dates = date_order(&mapping, header, &cells);
    mapping.decimals = decimals(&mapping, header, &cells);
    mapping.skipped_rows = totals(rows);
    let written = WrittenAs { dates: mapping.dates, decimals: mapping.decimals, this_year, counts_days };
    score += shapes(&mapping, header, &cells, written);
    mapping.values = words(&mapping, header, &cells);
    (score, mapping)
}

type Cells<'a, I> = dyn Fn(usize) -> I + 'a;

fn named(mapping: &Mapping, header: &[String], column: &str) -> Option<usize> {
    let from = &mapping.columns.get(column)?.from;
    header.iter().position(|name| name == from)
}

/// A full name in one column, usernames that no vendor has, and people known by what isn't a code.
fn people_and_names<'a, I: Iterator<Item = &'a str>>(
    kind: &TargetKind,
    mapping: &mut Mapping,
    header: &[String],
    names: &[String],
    cells: &Cells<'_, I>,
) {
    const FULL: &[&str] = &[
        "employee",
        "employee name",
        "name",
        "full name",
        "worker",
        "payroll name",
        "legal name",
        "associate",
        "team member",
    ];
    let full = names.iter().position(|name| FULL.contains(&name.as_str()));
    let has_comma = |at: usize| {
        let mut said = cells(at).take(50).peekable();
        said.peek().is_some() && said.all(|cell| cell.contains(','))
    };
    let part = |at: usize, take| ColumnUse { take, ..ColumnUse::whole(&header[at]) };
    if kind.has("first_name")
        && !mapping.columns.contains_key("first_name")
        && let Some(at) = full
    {
        mapping.columns.insert("first_name".to_owned(), part(at, TakePart::FirstName));
        mapping.columns.insert("last_name".to_owned(), part(at, TakePart::LastName));
    }
    if kind.name == "people"
        && !mapping.columns.contains_key("username")
        && let Some(email) = mapping.columns.get("email").cloned()
    {
        // The address itself is one's own in every tenant; what is before the @ may be someone else's.
        mapping.columns.insert("username".to_owned(), email);
    }
    if kind.name == "people" || !kind.has("employee_code") || mapping.columns.contains_key("employee_code") {
        return;
    }
    let email = names.iter().position(|name| fit(kind.name, "email", name) > 0);
    let both = |wanted: &str| names.iter().position(|name| fit("people", wanted, name) > 0);
    let (found, by) =
        match (email, full.filter(|at| has_comma(*at)), both("last_name").zip(both("first_name"))) {
            (Some(at), _, _) => (part(at, TakePart::Whole), PeopleBy::Email),
            (_, Some(at), _) => (part(at, TakePart::Whole), PeopleBy::Name),
            (_, _, Some((last, first))) => (
                ColumnUse { joined: Some(header[first].clone()), ..ColumnUse::whole(&header[last]) },
                PeopleBy::Name,
            ),
            _ => return,
        };
    mapping.columns.insert("employee_code".to_owned(), found);
    mapping.people = by;
}

/// Whether a number that can't be a month comes first or second.
fn date_order<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
) -> DateOrder {
    let (mut first, mut second) = (0, 0);
    for column in mapping.columns.keys().filter(|column| cell_type(&mapping.kind, column) == CellType::Day) {
        let Some(at) = named(mapping, header, column) else { continue };
        for cell in cells(at) {
            let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
            if let [one, two, _] = parts.as_slice()
                && one.len() <= 2
                && let (Ok(one), Ok(two)) = (one.parse::<u8>(), two.parse::<u8>())
            {
                first += i32::from(one > 12 && one <= 31);
                second += i32::from(two > 12 && two <= 31);
            }
        }
    }
    if first > second { DateOrder::Dmy } else { DateOrder::Mdy }
}

fn decimals<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
) -> Decimals {
    let (mut point, mut comma) = (0, 0);
    let of_lines = mapping.lines.iter().flat_map(|line| &line.columns);
    for (column, from) in mapping.columns.iter().chain(of_lines) {
        if cell_type(&mapping.kind, column) != CellType::Amount {
            continue;
        }
        let Some(at) = header.iter().position(|name| *name == from.from) else { continue };
        for cell in cells(at) {
            match cell
                .rfind([',', '.'])
                .map(|at| (cell.as_bytes()[at], cell[at + 1..].trim_end_matches([')', '-', ' ']).len()))
            {
                Some((b',', 1 | 2)) => comma += 1,
                Some((b'.', _)) => point += 1,
                _ => {}
            }
        }
    }
    if comma > point { Decimals::Comma } else { Decimals::Point }
}

/// How registers begin the rows below the last person.
fn totals(rows: &[&SampleRow]) -> Vec<String> {
    let said = ["Total", "Grand total", "Subtotal", "Company total", "Department total"];
    let is_said = |text: &&str| {
        rows.iter().any(|row| {
            let first =
                row.cells.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()).unwrap_or_default();
            first.to_lowercase().starts_with(&text.to_lowercase())
        })
    };
    said.into_iter().filter(is_said).map(str::to_owned).collect()
}

/// Cells that fit their column speak for a guess, and others against it.
fn shapes<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
    written: WrittenAs,
) -> i64 {
    let mut score = 0;
    for column in mapping.columns.keys() {
        let Some(at) = named(mapping, header, column) else { continue };
        let as_type = cell_type(&mapping.kind, column);
        let fits = |cell: &str| match as_type {
            CellType::Day => values::day(cell, written).is_some(),
            CellType::Amount | CellType::Whole => values::number(cell, written.decimals).is_some(),
            CellType::Email => cell.contains('@'),
            _ => true,
        };
        let (good, all) =
            cells(at).take(50).fold((0, 0), |(good, all), cell| (good + i64::from(fits(cell)), all + 1));
        if all > 0 && matches!(as_type, CellType::Day | CellType::Amount | CellType::Email) {
            score += if good * 2 > all { 2 } else { -8 };
        }
    }
    score
}

fn words<'a, I: Iterator<Item = &'a str>>(
    mapping: &Mapping,
    header: &[String],
    cells: &Cells<'_, I>,
) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut found: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for column in mapping.columns.keys() {
        let (Some(at), CellType::OneOf(choices)) =
            (named(mapping, header, column), cell_type(&mapping.kind, column))
        else {
            continue;
        };
        let said = if column == "pay_period" { "frequency" } else { column.as_str() };
        for cell in cells(at) {
            let meant =
                WORDS.iter().find(|(of, words, _)| *of == said && words.contains(&simple(cell).as_str()));
            if let Some((_, _, meant)) = meant
                && choices.contains(meant)
                && !choices.iter().any(|choice| choice.eq_ignore_ascii_case(cell))
            {
                found.entry(column.clone()).or_default().insert(cell.to_owned(), (*meant).to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
