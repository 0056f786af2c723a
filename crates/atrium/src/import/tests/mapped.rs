//! Files in other formats than ours, through a mapping.

use super::{Heard, ORGANIZATIONS, PEOPLE, STUBS, cedar, run};
use crate::world::{World, both};
use atrium::all_features::IMPORT_KINDS;
use atrium::import::{Effect, File, Outcome, RunOptions, Told};
use atrium::mappings::{self, HowToRead, Mapping};

/// A wide register with title lines, totals, names for people and signs behind the amounts.
const REGISTER: &str = "Cedar Outfitters;;;;;;;;;;;
Payroll register 11/13/26;;;;;;;;;;;

Employee;Pay Date;Check No;Period Start;Period End;Regular Hours;Regular Earnings;Regular YTD;Federal Income Tax;Federal Income Tax YTD;Net Pay;Memo
Reyes, Jordan;13-Nov-2026;30412;10/26/26;11/08/26;80;$1,960.00;43,120.00;180.00;3,960.00;1,780.00;
\"Ruiz, Vega, Noemí\";13-Nov-2026;30413;10/26/26;11/08/26;40;980.00;980.00;(0.00);;980.00;
Total;;;;;120;2,940.00;44,100.00;180.00;3,960.00;2,760.00;
";

fn guessed(text: &str, kind: Option<&str>) -> Mapping {
    let content = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let sample = mappings::sample(content, &HowToRead::default()).unwrap();
    let kinds = mappings::target_kinds(IMPORT_KINDS.sheets().iter());
    let found = mappings::guess(&sample.rows, &kinds, kind, (2026, false));
    Mapping { name: "Guessed".to_owned(), ..found }
}

async fn map(world: &World, files: Vec<(&str, &str, Option<Mapping>)>, is_dry: bool) -> (Outcome, Heard) {
    let mut heard = Heard::default();
    let mut tell = |told: Told<'_>| match told {
        Told::Read(_) => {}
        Told::Row { file, line, effect, what } => {
            heard.rows.push((file.to_owned(), line, effect, what.to_owned()));
        }
        Told::SetAside { .. } => unreachable!("nothing is set aside here"),
        Told::Fault { file, fault } => {
            let column = fault.column.as_ref().map(|(number, name)| format!(" {number} {name}"));
            heard.faults.push(format!("{file} {}{}: {}", fault.line, column.unwrap_or_default(), fault.says));
        }
    };
    let file = |(name, text, mapping): (&str, &str, Option<Mapping>)| {
        let content = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
        File::new(name.to_owned(), content, mapping)
    };
    let files = files.into_iter().map(file).collect();
    let options = RunOptions { is_dry, ..RunOptions::default() };
    let scope = cedar(world).await;
    let outcome = atrium::import::import(&world.app, &scope, &IMPORT_KINDS, files, options, &mut tell).await;
    (outcome.unwrap(), heard)
}

fn register() -> Mapping {
    let mut mapping = guessed(REGISTER, None);
    mapping.constants.insert("company".to_owned(), "Cedar Outfitters".to_owned());
    mapping
}

both! {
    async fn a_register_goes_in_as_it_was_guessed_with_the_company_added(world: World) {
        let (_, heard) = run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        let mapping = register();
        let kinds = mappings::target_kinds(IMPORT_KINDS.sheets().iter());
        assert_eq!(mappings::check(&mapping, &kinds), Vec::<String>::new());
        let (outcome, heard) = map(&world, vec![("register.csv", REGISTER, Some(mapping.clone()))], false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert!(outcome.added > 0);
        let checks: Vec<&(String, u64, Effect, String)> =
            heard.rows.iter().filter(|row| row.3.starts_with("check ")).collect();
        assert_eq!(checks.len(), 2, "{checks:?}");
        assert_eq!((checks[0].1, checks[0].3.as_str()), (5, "check 30412 of 9001"));
        let (outcome, _) = map(&world, vec![("register.csv", REGISTER, Some(mapping))], false).await;
        assert!(!outcome.has_changes(), "the same file again changes nothing");
    }

    async fn a_fault_leads_to_the_cell_of_the_source(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        let before = world.rows().await;
        let text = REGISTER.replace("13-Nov-2026;30413", "13-Nix-2026;30413").replace("$1,960.00", "=A1*2");
        let (outcome, heard) = map(&world, vec![("register.csv", text.as_str(), Some(register()))], false).await;
        assert!(outcome.faults > 0);
        assert!(heard.faults.iter().any(|says| says.starts_with("register.csv 6 2 Pay Date: \"13-Nix-2026\"")), "{:?}", heard.faults);
        assert!(heard.faults.iter().any(|says| says.contains("5 7 Regular Earnings: this is a formula")), "{:?}", heard.faults);
        assert_eq!(world.rows().await, before);
    }

    async fn people_are_found_by_name_in_their_own_company_only(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        let mut elsewhere = register();
        elsewhere.constants.insert("company".to_owned(), "Cedar Logistics".to_owned());
        let (outcome, heard) = map(&world, vec![("register.csv", REGISTER, Some(elsewhere))], true).await;
        assert!(outcome.faults > 0);
        assert!(heard.faults.iter().all(|says| says.contains("1 Employee: no one in this company has this name")), "{:?}", heard.faults);
    }

    async fn a_file_that_lacks_a_column_is_refused_in_one_sentence(world: World) {
        let text = REGISTER.replace("Pay Date", "Paid");
        let (outcome, heard) = map(&world, vec![("register.csv", text.as_str(), Some(register()))], false).await;
        assert_eq!((outcome.faults, heard.faults.len()), (1, 1), "{:?}", heard.faults);
        assert!(heard.faults[0].contains("reads \"Pay Date\", which this file doesn't have; the mapping doesn't know \"Paid\""), "{:?}", heard.faults);
    }

    async fn rows_that_only_wait_for_a_faulty_one_are_counted_and_not_reported(world: World) {
        let people = PEOPLE.replace("jordan@example.com", "nowhere");
        let roles = "username,role,company\njordan.reyes,Employee,Cedar Outfitters\njordan.reyes,Manager View,Cedar Outfitters\n";
        let files = vec![("organizations.csv", ORGANIZATIONS, None), ("people.csv", people.as_str(), None), ("roles.csv", roles, None)];
        let (outcome, heard) = map(&world, files, true).await;
        assert_eq!(heard.faults.len(), 1, "{:?}", heard.faults);
        assert_eq!((outcome.faults, outcome.followed), (1, 2));

        // People of a branch whose own row has a fault, and their stubs, wait for it.
        let branches = ORGANIZATIONS.replace("Branch,30", "Brunch,30");
        let files = vec![("organizations.csv", branches.as_str(), None), ("people.csv", PEOPLE, None), ("stubs.csv", STUBS, None)];
        let (outcome, heard) = map(&world, files, true).await;
        assert_eq!(heard.faults.len(), 1, "{:?}", heard.faults);
        assert_eq!((outcome.faults, outcome.followed), (1, 4));
    }
}

/// The part of docs/import.md that lists what each column takes.
fn columns_in_words() -> String {
    let mut text = String::new();
    for sheet in IMPORT_KINDS.sheets() {
        text += &format!("\n### `{}`\n\n| column | values |\n|---|---|\n", sheet.name);
        for column in sheet.columns {
            let needed = if column.is_needed { " (required)" } else { "" };
            let words = mappings::cell_type(sheet.name, column.name).words();
            text += &format!("| `{}`{needed} | {words} |\n", column.name);
        }
    }
    text
}

#[test]
fn the_manual_lists_what_every_column_takes() {
    let manual = include_str!("../../../../../docs/import.md");
    let begin = "<!-- columns -->\n";
    let listed = manual.split(begin).nth(1).expect("docs/import.md has a part for the columns");
    let wanted = columns_in_words();
    assert!(listed == wanted, "after {begin}docs/import.md should have:\n{wanted}");
}

#[test]
fn the_manual_says_what_a_whole_file_of_each_kind_ends() {
    let manual = include_str!("../../../../../docs/import.md");
    let part =
        manual.split("## Whole-truth files\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let rows: Vec<&str> = part.lines().filter(|line| line.starts_with("| `")).collect();
    for sheet in IMPORT_KINDS.sheets() {
        let is_listed =
            rows.iter().any(|row| row.split(" | ").next().unwrap().contains(&format!("`{}`", sheet.name)));
        assert_eq!(is_listed, sheet.ending.is_some(), "{}", sheet.name);
    }
}

#[test]
fn every_example_of_a_sheet_is_of_its_column_s_type() {
    for sheet in IMPORT_KINDS.sheets() {
        for column in sheet.columns.iter().filter(|column| !column.example.is_empty()) {
            if let mappings::CellType::OneOf(choices) = mappings::cell_type(sheet.name, column.name) {
                assert!(
                    choices.contains(&column.example),
                    "{}.{} {}",
                    sheet.name,
                    column.name,
                    column.example
                );
            }
        }
    }
}
