//! The kinds of files there are: their columns, what finds a row again, and an example that is also the template.

/// In the order in which they are read: what others refer to comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Companies,
    PayrollSettings,
    DepositCodes,
    CompanyStates,
    ClockSettings,
    Organizations,
    People,
    Roles,
    ReportingLines,
    TimeOffTypes,
    TimeOffSettings,
    Holidays,
    Blackouts,
    WorkingPatterns,
    HoursWorked,
    Balances,
    PayStubs,
    W2,
    Benefits,
    AdditionalInfo,
    Deposits,
}

/// (name, must be there, example)
type Column = (&'static str, bool, &'static str);

impl Kind {
    pub const ALL: &[Kind] = &[
        Kind::Companies,
        Kind::PayrollSettings,
        Kind::DepositCodes,
        Kind::CompanyStates,
        Kind::ClockSettings,
        Kind::Organizations,
        Kind::People,
        Kind::Roles,
        Kind::ReportingLines,
        Kind::TimeOffTypes,
        Kind::TimeOffSettings,
        Kind::Holidays,
        Kind::Blackouts,
        Kind::WorkingPatterns,
        Kind::HoursWorked,
        Kind::Balances,
        Kind::PayStubs,
        Kind::W2,
        Kind::Benefits,
        Kind::AdditionalInfo,
        Kind::Deposits,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Companies => "companies",
            Kind::PayrollSettings => "payroll-settings",
            Kind::DepositCodes => "deposit-codes",
            Kind::CompanyStates => "company-states",
            Kind::ClockSettings => "clock-settings",
            Kind::Organizations => "organizations",
            Kind::People => "people",
            Kind::Roles => "roles",
            Kind::ReportingLines => "reporting-lines",
            Kind::TimeOffTypes => "time-off-types",
            Kind::TimeOffSettings => "time-off-settings",
            Kind::Holidays => "holidays",
            Kind::Blackouts => "blackouts",
            Kind::WorkingPatterns => "working-patterns",
            Kind::HoursWorked => "hours-worked",
            Kind::Balances => "balances",
            Kind::PayStubs => "pay-stubs",
            Kind::W2 => "w2",
            Kind::Benefits => "benefits",
            Kind::AdditionalInfo => "additional-info",
            Kind::Deposits => "deposits",
        }
    }

    pub fn called(name: &str) -> Option<Kind> {
        Kind::ALL.iter().find(|kind| kind.name() == name).copied()
    }

    fn columns(self) -> &'static [Column] {
        match self {
            Kind::Companies => COMPANIES,
            Kind::PayrollSettings => PAYROLL_SETTINGS,
            Kind::DepositCodes => DEPOSIT_CODES,
            Kind::CompanyStates => COMPANY_STATES,
            Kind::ClockSettings => CLOCK_SETTINGS,
            Kind::Organizations => ORGANIZATIONS,
            Kind::People => PEOPLE,
            Kind::Roles => ROLES,
            Kind::ReportingLines => REPORTING_LINES,
            Kind::TimeOffTypes => TIME_OFF_TYPES,
            Kind::TimeOffSettings => TIME_OFF_SETTINGS,
            Kind::Holidays => HOLIDAYS,
            Kind::Blackouts => BLACKOUTS,
            Kind::WorkingPatterns => WORKING_PATTERNS,
            Kind::HoursWorked => HOURS_WORKED,
            Kind::Balances => BALANCES,
            Kind::PayStubs => PAY_STUBS,
            Kind::W2 => W2,
            Kind::Benefits => BENEFITS,
            Kind::AdditionalInfo => ADDITIONAL_INFO,
            Kind::Deposits => DEPOSITS,
        }
    }

    pub fn column_names(self) -> impl Iterator<Item = &'static str> {
        self.columns().iter().map(|(name, ..)| *name)
    }

    /// The header and an example, with the rows the examples of all templates need to be imported together.
    pub fn template(self) -> String {
        let line = |pick: &dyn Fn(&Column) -> &'static str| {
            let cells = self.columns().iter().map(pick).map(quoted);
            cells.collect::<Vec<_>>().join(",") + "\n"
        };
        let mut text = line(&|column| column.0);
        for cells in self.before_example() {
            text +=
                &line(&|column| cells.iter().find(|(name, _)| *name == column.0).map_or("", |cell| cell.1));
        }
        text + &line(&|column| column.2)
    }

    /// By column; the others stay empty.
    fn before_example(self) -> &'static [&'static [(&'static str, &'static str)]] {
        match self {
            Kind::Organizations => &[&[
                ("company", "Cedar Outfitters"),
                ("organization_code", "D1"),
                ("organization_name", "Oregon"),
                ("organization_type", "Division"),
            ]],
            Kind::People => &[&[
                ("username", "sam.ortiz"),
                ("first_name", "Sam"),
                ("last_name", "Ortiz"),
                ("email", "sam.ortiz@example.com"),
                ("language", "en"),
            ]],
            Kind::Roles => {
                &[&[("username", "sam.ortiz"), ("role", "Manager View"), ("company", "Cedar Outfitters")]]
            }
            _ => &[],
        }
    }

    /// Which kind of file has such a header. Several kinds share columns, so that the one is meant whose columns are all
    /// known and all needed ones there; the order does not matter.
    pub(super) fn of_header(header: &[String]) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| {
            let columns = kind.columns();
            let has = |name: &str| header.iter().any(|cell| cell == name);
            columns.iter().all(|(name, is_needed, _)| !is_needed || has(name))
                && header.iter().all(|cell| columns.iter().any(|(name, ..)| name == cell))
        })
    }

    /// For a header that is of no kind: the one it is most like, what it lacks and what it has too much.
    pub(super) fn nearest(header: &[String]) -> (Kind, Vec<&'static str>, Vec<String>) {
        let compared = Kind::ALL.iter().map(|kind| {
            let columns = kind.columns();
            let lacks =
                columns.iter().filter(|(name, needed, _)| *needed && !header.iter().any(|cell| cell == name));
            let strange = header.iter().filter(|cell| !columns.iter().any(|(name, ..)| name == cell));
            let lacks: Vec<&str> = lacks.map(|(name, ..)| *name).collect();
            (*kind, lacks, strange.cloned().collect::<Vec<_>>())
        });
        compared.min_by_key(|(_, lacks, strange)| lacks.len() + strange.len()).expect("there are kinds")
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

const COMPANIES: &[Column] =
    &[("company", true, "Cedar Outfitters"), ("time_zone", true, "America/Los_Angeles")];

const PAYROLL_SETTINGS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("is_processing", true, "no"),
    ("last_payroll_date", false, "2026-11-13"),
    ("deposit_approval", false, "new_account"),
    ("deposit_accounts_max", false, "5"),
    ("tax_approval", false, "always"),
];

const DEPOSIT_CODES: &[Column] =
    &[("company", true, "Cedar Outfitters"), ("code", true, "DD1"), ("description", true, "Net pay")];

const COMPANY_STATES: &[Column] =
    &[("company", true, "Cedar Outfitters"), ("state", true, "OR"), ("locality", false, "Multnomah County")];

const CLOCK_SETTINGS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("pay_period", true, "biweekly"),
    ("period_end", false, "2026-11-08"),
];

const ORGANIZATIONS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("organization_code", true, "D1B1"),
    ("organization_name", true, "Portland"),
    ("organization_type", true, "Branch"),
    ("parent_organization_code", false, "D1"),
];

const PEOPLE: &[Column] = &[
    ("username", true, "jordan.reyes"),
    ("first_name", true, "Jordan"),
    ("last_name", true, "Reyes"),
    ("email", true, "jordan.reyes@example.com"),
    ("phone", false, "+15035550123"),
    ("language", false, "en"),
    ("company", false, "Cedar Outfitters"),
    ("employee_code", false, "1042"),
    ("date_of_birth", false, "1990-04-23"),
    ("original_hire_date", false, "2021-03-01"),
    ("current_hire_date", false, "2021-03-01"),
    ("status", false, "Active"),
    ("pay_group", false, "Biweekly hourly"),
    ("division", false, "D1"),
    ("branch", false, "D1B1"),
    ("department", false, ""),
    ("team", false, ""),
    ("gender", false, ""),
    ("marital_status", false, "Single"),
    ("address_line1", false, "412 Alder Street"),
    ("address_line2", false, "Apt 7"),
    ("city", false, "Portland"),
    ("state", false, "OR"),
    ("zip", false, "97205"),
    ("annual_salary", false, ""),
    ("hourly_rate", false, "24.50"),
];

const ROLES: &[Column] =
    &[("username", true, "jordan.reyes"), ("role", true, "Employee"), ("company", false, "Cedar Outfitters")];

const REPORTING_LINES: &[Column] = &[
    ("manager", true, "sam.ortiz"),
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("report", true, "primary"),
    ("area", true, "Time Off"),
];

const TIME_OFF_TYPES: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("time_off_type", true, "Vacation"),
    ("name_es", false, "Vacaciones"),
    ("position", false, "1"),
    ("has_balance", false, "yes"),
    ("accrual", true, "pay_period"),
    ("rates", false, "0:3.0769;5:4.6154"),
    ("pay_period", false, "biweekly"),
    ("period_end", false, "2026-11-08"),
    ("cap_hours", false, "160"),
    ("carry_over_hours", false, "40"),
    ("carry_over_months", false, "3"),
    ("negative_hours", false, "8"),
    ("waiting_days", false, "90"),
    ("approval", true, "manager"),
    ("attachment_after_days", false, ""),
];

const TIME_OFF_SETTINGS: &[Column] =
    &[("company", true, "Cedar Outfitters"), ("edits_many_days", true, "no")];

const HOLIDAYS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("day", true, "2026-11-26"),
    ("holiday", true, "Thanksgiving Day"),
    ("holiday_es", false, "Día de Acción de Gracias"),
];

const BLACKOUTS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("first_day", true, "2026-12-21"),
    ("last_day", true, "2026-12-24"),
    ("time_off_type", false, "Vacation"),
    ("reason", false, "The last days before Christmas"),
];

const WORKING_PATTERNS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("monday", true, "8"),
    ("tuesday", true, "8"),
    ("wednesday", true, "8"),
    ("thursday", true, "8"),
    ("friday", true, "4"),
    ("saturday", true, "0"),
    ("sunday", true, "0"),
    ("start_time", false, "09:00"),
    ("break_minutes", false, "30"),
];

const HOURS_WORKED: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("period_end", true, "2026-11-08"),
    ("hours", true, "78.5"),
];

const BALANCES: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("time_off_type", true, "Vacation"),
    ("day", true, "2026-11-01"),
    ("hours", true, "64.5"),
    ("note", false, "Carried over from the old system"),
];

const PAY_STUBS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("check_date", true, "2026-11-13"),
    ("check_number", true, "30412"),
    ("period_begin", true, "2026-10-26"),
    ("period_end", true, "2026-11-08"),
    ("line", true, "earning"),
    ("item", true, "REG"),
    ("rate", false, "24.50"),
    ("hours", false, "80"),
    ("current", false, "1960.00"),
    ("ytd", false, "43120.00"),
    ("account_type", false, ""),
    ("last_four", false, ""),
    ("share", false, ""),
    ("frequency", false, "biweekly"),
    ("pay_basis", false, "hourly"),
    ("pay_rate", false, "24.50"),
    ("filing_status", false, "single"),
    ("address_line1", false, "1420 SE Alder St"),
    ("address_line2", false, "Apt 4"),
    ("city", false, "Portland"),
    ("state", false, "OR"),
    ("zip", false, "97214"),
    ("company_number", false, "4410"),
    ("ein", false, "93-1234567"),
    ("company_address_line1", false, "800 NW Industrial Way"),
    ("company_city", false, "Portland"),
    ("company_state", false, "OR"),
    ("company_zip", false, "97210"),
];

const W2: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("year", true, "2025"),
    ("ssn_last_four", true, "4821"),
    ("wages", true, "50960.00"),
    ("federal_tax", true, "4712.00"),
    ("social_security_wages", true, "50960.00"),
    ("social_security_tax", true, "3159.52"),
    ("medicare_wages", true, "50960.00"),
    ("medicare_tax", true, "738.92"),
    ("box_12", false, "D:1200.00;W:300.00"),
    ("retirement_plan", false, "yes"),
    ("box_14", false, "ORSTT:50.96"),
    ("state", false, "OR"),
    ("employer_state_id", false, "4410-1234567"),
    ("state_wages", false, "50960.00"),
    ("state_tax", false, "3820.00"),
    ("control_number", false, "4410-1042-2025"),
    ("ein", false, "93-1234567"),
    ("employer_address_line1", false, "800 NW Industrial Way"),
    ("employer_address_line2", false, "Portland, OR 97210"),
    ("employee_address_line1", false, "1420 SE Alder St, Apt 4"),
    ("employee_address_line2", false, "Portland, OR 97214"),
];

const BENEFITS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("plan", true, "Evergreen Dental"),
    ("category", true, "Dental"),
    ("tier", false, "Employee and spouse"),
    ("employee_amount", true, "14.50"),
    ("employer_amount", true, "21.75"),
    ("pay_periods", true, "26"),
    ("status", false, "Enrolled"),
    ("start_date", true, "2026-01-01"),
    ("link", false, "https://dental.example.com"),
    ("deduction_code", false, "DENTAL"),
];

const ADDITIONAL_INFO: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("attribute", true, "Badge issued"),
    ("kind", false, "date"),
    ("value", true, "2026-01-05"),
];

const DEPOSITS: &[Column] = &[
    ("company", true, "Cedar Outfitters"),
    ("employee_code", true, "1042"),
    ("routing_number", true, "920100116"),
    ("account_number", true, "004417208815"),
    ("account_type", true, "checking"),
    ("amount_type", true, "balance"),
    ("amount", false, ""),
    ("priority", true, "1"),
    ("start_date", true, "2021-03-01"),
    ("end_date", false, ""),
    ("code", false, "DD1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn header(kind: Kind) -> Vec<String> {
        kind.column_names().map(str::to_owned).collect()
    }

    #[test]
    fn a_file_is_known_by_its_columns_whatever_their_order() {
        for kind in Kind::ALL {
            let mut columns = header(*kind);
            assert_eq!(Kind::of_header(&columns), Some(*kind));
            columns.reverse();
            assert_eq!(Kind::of_header(&columns), Some(*kind));
            let needed: Vec<String> = kind.columns().iter().filter(|c| c.1).map(|c| c.0.to_owned()).collect();
            assert_eq!(Kind::of_header(&needed), Some(*kind), "{}", kind.name());
            assert_eq!(Kind::called(kind.name()), Some(*kind));
        }
    }

    #[test]
    fn a_header_of_no_kind_is_told_what_it_lacks_and_has_too_much() {
        let mut columns = header(Kind::People);
        columns.retain(|column| column != "email");
        columns.push("favourite_colour".to_owned());
        assert_eq!(Kind::of_header(&columns), None);
        let (kind, lacks, strange) = Kind::nearest(&columns);
        assert_eq!(
            (kind, lacks, strange),
            (Kind::People, vec!["email"], vec!["favourite_colour".to_owned()])
        );
    }
}
