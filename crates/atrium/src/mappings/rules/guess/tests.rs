//! Samples in the shape of exports, and what is guessed from them.

use super::super::mapping::TargetColumn;
use super::*;

fn kind(name: &'static str, needed: &[&'static str], others: &[&'static str]) -> TargetKind {
    let column = |name: &&'static str, is_needed| TargetColumn { name, is_needed };
    let needed = needed.iter().map(|name| column(name, true));
    TargetKind { name, columns: needed.chain(others.iter().map(|name| column(name, false))).collect() }
}

fn kinds() -> Vec<TargetKind> {
    vec![
        kind(
            "people",
            &["username", "first_name", "last_name", "email"],
            &[
                "company",
                "employee_code",
                "date_of_birth",
                "original_hire_date",
                "status",
                "zip",
                "hourly_rate",
            ],
        ),
        kind(
            "pay-stubs",
            &[
                "company",
                "employee_code",
                "check_date",
                "check_number",
                "period_begin",
                "period_end",
                "line",
                "item",
            ],
            &["rate", "hours", "current", "ytd", "frequency"],
        ),
        kind("balances", &["company", "employee_code", "time_off_type", "day", "hours"], &["note"]),
        kind(
            "deposits",
            &[
                "company",
                "employee_code",
                "routing_number",
                "account_number",
                "account_type",
                "amount_type",
                "priority",
                "start_date",
            ],
            &["amount"],
        ),
    ]
}

fn sample(text: &str) -> Vec<SampleRow> {
    let rows = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    rows.map(|(at, line)| SampleRow {
        line: at as u64 + 1,
        cells: line.split('|').map(str::to_owned).collect(),
    })
    .collect()
}

fn guessed(text: &str) -> Mapping {
    guess(&sample(text), &kinds(), None, (2026, false))
}

fn from<'a>(mapping: &'a Mapping, column: &str) -> &'a str {
    mapping.columns.get(column).map_or("", |column| column.from.as_str())
}

#[test]
fn a_roster_below_its_title_is_recognized() {
    let mapping = guessed(
        "Cedar Outfitters\nEmployee roster as of 11/13/2026\n\nEmployee ID|Employee Name|Work Email|Hire Date|DOB|Employment Status|Favorite color\n1042|Morales, Ana|ana@example.com|03/01/2021|04/23/90|A|blue\n1043|Lee, Victor|victor@example.com|03/21/2021|04/03/91|T|\n",
    );
    assert_eq!((mapping.kind.as_str(), mapping.title_lines), ("people", 3));
    assert_eq!(from(&mapping, "employee_code"), "Employee ID");
    assert_eq!(mapping.columns["first_name"].take, TakePart::FirstName);
    assert_eq!(from(&mapping, "username"), "Work Email");
    assert_eq!(from(&mapping, "original_hire_date"), "Hire Date");
    assert_eq!(mapping.dates, DateOrder::Mdy);
    assert_eq!(mapping.values["status"]["T"], "Terminated");
    assert_eq!(mapping.ignored, ["Favorite color"]);
}

#[test]
fn a_wide_register_becomes_lines_and_its_totals_are_left_out() {
    let mapping = guessed(
        "Employee|Check Date|Check No|Period Start|Period End|Regular Hours|Regular Earnings|Federal Income Tax|Net Pay\nMorales, Ana|13.11.2026|30412|26.10.2026|08.11.2026|80|1.960,00|180,00|1.780,00\nTotal|||||80|1.960,00|180,00|1.780,00\n",
    );
    assert_eq!(mapping.kind, "pay-stubs");
    assert_eq!(mapping.people, PeopleBy::Name);
    assert_eq!((mapping.dates, mapping.decimals), (DateOrder::Dmy, Decimals::Comma));
    assert_eq!(mapping.lines.len(), 2);
    assert_eq!(mapping.skipped_rows, ["Total"]);
    assert_eq!(mapping.ignored, ["Net Pay"]);
}

#[test]
fn people_are_known_by_their_address_where_there_is_no_code() {
    let mapping = guessed(
        "Email|Policy|As of|Balance\nana@example.com|Vacation|11/01/2026|64.5\nvictor@example.com|Sick|11/01/2026|8\n",
    );
    assert_eq!((mapping.kind.as_str(), mapping.people), ("balances", PeopleBy::Email));
    assert_eq!(from(&mapping, "hours"), "Balance");
}

#[test]
fn bank_accounts_are_told_from_other_files() {
    let mapping = guessed(
        "File Number|Routing|Account No|Acct Type|Deposit Type|Amount|Priority|Effective Date\n1042|920100116|0044|C|Remainder||1|3/1/2021\n",
    );
    assert_eq!(mapping.kind, "deposits");
    assert_eq!(mapping.values["account_type"]["C"], "checking");
    assert_eq!(mapping.values["amount_type"]["Remainder"], "balance");
}

#[test]
fn a_chosen_kind_is_kept_and_nothing_breaks_on_nothing() {
    let rows = sample("Employee ID|Balance\n1|2\n");
    assert_eq!(guess(&rows, &kinds(), Some("deposits"), (2026, false)).kind, "deposits");
    assert_eq!(guess(&[], &kinds(), None, (2026, false)), Mapping::default());
    let empty = [SampleRow { line: 1, cells: vec![] }];
    let _ = guess(&empty, &kinds(), None, (2026, false));
}
