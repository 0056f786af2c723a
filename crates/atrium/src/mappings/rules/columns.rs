//! What each of our columns takes. The sheets check their own cells; this is what a mapping needs to bring a cell into that
//! shape, what a guess looks for, and what docs/import.md lists.

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    Text,
    Code,
    Email,
    Phone,
    Day,
    Year,
    Amount,
    Whole,
    Yes,
    State,
    Zip,
    Time,
    OneOf(&'static [&'static str]),
}

const PERIODS: CellType = CellType::OneOf(&["weekly", "biweekly", "semimonthly", "monthly"]);
const STATUSES: CellType = CellType::OneOf(&["Active", "Terminated"]);

/// Kind, or * for all others; column; type.
const TYPES: &[(&str, &str, CellType)] = &[
    ("additional-info", "kind", CellType::OneOf(&["text", "date", "amount"])),
    ("balances", "hours", CellType::Amount),
    ("benefits", "status", CellType::OneOf(&["Enrolled", "Waived", "Pending"])),
    (
        "benefits",
        "category",
        CellType::OneOf(&["Medical", "Dental", "Vision", "Savings", "Retirement", "Life", "Other"]),
    ),
    ("benefits", "pay_periods", CellType::Whole),
    ("deposits", "account_type", CellType::OneOf(&["checking", "savings", "moneyMarket"])),
    ("deposits", "amount_type", CellType::OneOf(&["fixed", "percentage", "balance"])),
    ("deposits", "priority", CellType::Whole),
    ("organizations", "organization_type", CellType::OneOf(&["Division", "Branch", "Department", "Team"])),
    (
        "pay-stubs",
        "line",
        CellType::OneOf(&[
            "earning",
            "tax",
            "before_tax",
            "after_tax",
            "reimbursement",
            "employer",
            "deposit",
            "check",
            "net",
        ]),
    ),
    ("pay-stubs", "account_type", CellType::OneOf(&["checking", "savings", "moneyMarket"])),
    ("pay-stubs", "pay_basis", CellType::OneOf(&["hourly", "salaried"])),
    ("pay-stubs", "filing_status", CellType::OneOf(&["single", "marriedJointly", "headOfHousehold"])),
    ("pay-stubs", "ytd_from", CellType::OneOf(&["payroll", "atrium"])),
    ("pay-stubs", "check_number", CellType::Code),
    ("pay-stubs", "replaces", CellType::Code),
    ("payroll-settings", "deposit_approval", CellType::OneOf(&["always", "new_account", "never"])),
    ("payroll-settings", "tax_approval", CellType::OneOf(&["always", "never"])),
    (
        "payroll-settings",
        "stubs_visible",
        CellType::OneOf(&["at_import", "from_pay_date", "1", "2", "3", "4", "5", "6", "7"]),
    ),
    ("people", "status", STATUSES),
    ("people", "gender", CellType::OneOf(&["Female", "Male", "Nonbinary"])),
    (
        "people",
        "marital_status",
        CellType::OneOf(&["Single", "Married", "Domestic Partner", "Separated", "Divorced", "Widowed"]),
    ),
    ("people", "language", CellType::OneOf(&["en", "es"])),
    ("people", "version", CellType::OneOf(&["v1", "v2"])),
    ("reporting-lines", "report", CellType::OneOf(&["primary", "secondary"])),
    ("reporting-lines", "area", CellType::OneOf(&["Time Off", "Personal Info"])),
    ("time-off-types", "accrual", CellType::OneOf(&["none", "pay_period", "hour_worked", "year"])),
    ("time-off-types", "approval", CellType::OneOf(&["none", "manager", "two_steps"])),
    ("w2", "year", CellType::Year),
    ("*", "pay_period", PERIODS),
    ("*", "frequency", PERIODS),
    ("*", "email", CellType::Email),
    ("*", "phone", CellType::Phone),
    ("*", "state", CellType::State),
    ("*", "company_state", CellType::State),
    ("*", "zip", CellType::Zip),
    ("*", "company_zip", CellType::Zip),
    ("*", "cutoff_time", CellType::Time),
    ("*", "start_time", CellType::Time),
    ("*", "last_four", CellType::Code),
    ("*", "ssn_last_four", CellType::Code),
];

const DAYS: &[&str] = &[
    "check_date",
    "current_hire_date",
    "cutoff_day",
    "date_of_birth",
    "day",
    "end_date",
    "ends_on",
    "first_day",
    "last_day",
    "last_payroll_date",
    "original_hire_date",
    "pay_date",
    "period_begin",
    "period_end",
    "plan_last_day",
    "replaces_date",
    "start_date",
    "voided_on",
];
const AMOUNTS: &[&str] = &[
    "amount",
    "annual_salary",
    "cap_hours",
    "carry_over_hours",
    "current",
    "employee_amount",
    "employer_amount",
    "federal_tax",
    "friday",
    "hourly_rate",
    "hours",
    "medicare_tax",
    "medicare_wages",
    "monday",
    "negative_hours",
    "pay_rate",
    "rate",
    "saturday",
    "social_security_tax",
    "social_security_wages",
    "state_tax",
    "state_wages",
    "sunday",
    "thursday",
    "tuesday",
    "wages",
    "wednesday",
    "ytd",
];
const WHOLES: &[&str] = &[
    "attachment_after_days",
    "break_minutes",
    "carry_over_months",
    "deposit_accounts_max",
    "position",
    "waiting_days",
];
const YESES: &[&str] = &["edits_many_days", "has_balance", "is_processing", "removed", "retirement_plan"];

pub fn cell_type(kind: &str, column: &str) -> CellType {
    let listed = TYPES.iter().find(|(of, name, _)| (*of == kind || *of == "*") && *name == column);
    if let Some((_, _, found)) = listed {
        return *found;
    }
    let is_in = |names: &[&str]| names.contains(&column);
    match column {
        _ if is_in(DAYS) => CellType::Day,
        _ if is_in(AMOUNTS) => CellType::Amount,
        _ if is_in(WHOLES) => CellType::Whole,
        _ if is_in(YESES) => CellType::Yes,
        _ if column == "code" || column.ends_with("_code") || column.ends_with("_number") => CellType::Code,
        _ => CellType::Text,
    }
}

impl CellType {
    pub fn is_number(self) -> bool {
        matches!(self, CellType::Amount | CellType::Whole)
    }
}

impl CellType {
    /// What a cell of this type may hold, as docs/import.md lists it.
    pub fn words(self) -> String {
        match self {
            CellType::Text => "text".to_owned(),
            CellType::Code => "a code; text or digits".to_owned(),
            CellType::Email => "an email address".to_owned(),
            CellType::Phone => "a phone number like `+15035550123`".to_owned(),
            CellType::Day => "a date".to_owned(),
            CellType::Year => "a year of four digits".to_owned(),
            CellType::Amount => "a number, at most four decimals".to_owned(),
            CellType::Whole => "a whole number".to_owned(),
            CellType::Yes => "`yes` or `no`".to_owned(),
            CellType::State => "a state’s two letters".to_owned(),
            CellType::Zip => "`97205` or `97205-1234`".to_owned(),
            CellType::Time => "a time like `09:00`".to_owned(),
            CellType::OneOf(choices) => {
                choices.iter().map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ")
            }
        }
    }
}
