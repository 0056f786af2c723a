//! The presets, against made-up files in the shape of what vendors export: they go in unchanged, with the company said once.

use super::{Heard, ORGANIZATIONS, PEOPLE, cedar, run, run_files};
use crate::world::{World, both};
use atrium::import::{File, Outcome, RunOptions};
use atrium::mappings::{self, Mapping};

fn preset(name: &str) -> Mapping {
    mappings::presets().iter().find(|preset| preset.name.starts_with(name)).unwrap().clone()
}

async fn bring(world: &World, name: &str, bytes: &[u8], mapping: Mapping) -> (Outcome, Heard) {
    let content = Box::new(std::io::Cursor::new(bytes.to_vec()));
    let company = Some("Cedar Outfitters".to_owned());
    let file = File { company, ..File::new(name.to_owned(), content, Some(mapping)) };
    run_files(world, &cedar(world).await, vec![file], RunOptions::default()).await
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

fn wide(text: &str) -> Vec<u8> {
    [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat()
}

const REGISTER_HEAD: &str = "File Number,Payroll Name,Pay Date,Check/Voucher Number,Period Beginning Date,Period Ending Date,Regular Hours,Regular Earnings,Overtime Hours,Overtime Earnings,Federal Withholding Tax,Social Security Tax,Medicare Tax,State Tax,Net Pay\n";
const NOVEMBER: &str = "9001,\"Reyes, Jordan\",11/13/2026,30412,10/26/2026,11/08/2026,80.00,\"$1,960.00\",0.00,0.00,180.00,121.52,28.42,98.00,1532.06
Company total,,,,,,80.00,\"$1,960.00\",0.00,0.00,180.00,121.52,28.42,98.00,1532.06
";
const OCTOBER: &str = "9001,\"Reyes, Jordan\",10/30/2026,30100,10/12/2026,10/25/2026,72.00,\"$1,764.00\",2.00,73.50,160.00,113.93,26.64,(5.00),1541.93\n";

/// A stub's lines, as they are stored.
async fn lines_of(world: &World, number: &str) -> String {
    let sql = "SELECT lines FROM pay_stub WHERE check_number = $1";
    world.app.db.one::<(String,)>(sql, db::params![number]).await.unwrap().0
}

both! {
    async fn a_register_without_a_year_to_date_carries_on_from_the_check_before(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        let register = preset("ADP-like");
        assert!(mappings::check(&register, &mappings::target_kinds(atrium::all_features::IMPORT_KINDS.sheets().iter()))
            .iter().all(|says| says.contains("needs company")));
        let both = format!("{REGISTER_HEAD}{OCTOBER}{NOVEMBER}");
        let (outcome, heard) = bring(&world, "register.csv", both.as_bytes(), register.clone()).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert_eq!(heard.rows.iter().filter(|row| row.3.starts_with("check ")).count(), 2);
        assert!(outcome.added > 0);
        let sums = "SELECT count(*) FROM pay_stub WHERE check_number = '30412' AND gross = 19600000 AND taxes = 4279400";
        assert_eq!(world.count(sums).await, 1);
        // 1,764.00 and 1,960.00; the overtime of October stays in the year.
        let november = lines_of(&world, "30412").await;
        for line in ["[\"Regular\",null,800000,19600000,37240000]", "[\"Overtime\",null,null,0,735000]"] {
            assert!(november.contains(line), "{line} in {november}");
        }
        let (again, heard) = bring(&world, "register.csv", both.as_bytes(), register.clone()).await;
        assert!(!again.has_changes(), "{:?}", heard.rows);

        // One that comes late can't be computed, because the next one doesn't have it.
        let late = OCTOBER.replace("10/30/2026,30100", "11/06/2026,30200");
        let before = world.rows().await;
        let (_, heard) = bring(&world, "late.csv", format!("{REGISTER_HEAD}{late}").as_bytes(), register).await;
        assert_eq!(heard.faults.len(), 1, "{:?}", heard.faults);
        assert!(heard.faults[0].contains("check 30412 of 2026-11-13 is already there"), "{:?}", heard.faults);
        assert_eq!(world.rows().await, before);
    }

    async fn an_employee_list_in_windows_1252_goes_in(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS)], false).await;
        let list = "First name,Last name,Work email,Personal phone,Employee ID,Date of birth,Start date,Employment status,Department,Home address street 1,Home address street 2,Home address city,Home address state,Home address zip
Noemí,Núñez,noemi.n@example.com,(503) 555-0142,9301,13-Nov-1988,3/1/22,Full time,,12 Pine St,,Bend,Oregon,97701
José,Peña,jose.p@example.com,,9302,04/23/90,03/01/2021,Dismissed,,,,,,
";
        let (outcome, heard) = bring(&world, "employees.csv", &latin(list), preset("Gusto-like")).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert!(outcome.added >= 4);
        let there = "SELECT count(*) FROM employee WHERE (employee_code = '9301' AND last_name = 'Núñez' AND date_of_birth = '1988-11-13')
            OR (employee_code = '9302' AND status = 'Terminated' AND original_hire_date = '2021-03-01')";
        assert_eq!(world.count(there).await, 2);
    }

    async fn deposits_of_people_named_last_first_go_in_from_utf_16(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        let list = "Worker\tRouting Number\tAccount Number\tAccount Type\tPayment Type\tValue\tPriority\tStart Date
Reyes, Jordan\t920100116\t004417208814\tSavings\tPercentage\t10.00\t1\t3/1/2021
Reyes, Jordan\t920100116\t004417208815\tChecking\tRemainder\t\t2\t3/1/2021
";
        let (_, heard) = bring(&world, "deposits.txt", &wide(list), preset("Paychex-like")).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        let there = "SELECT count(*) FROM direct_deposit WHERE last_four IN ('8814', '8815')";
        assert_eq!(world.count(there).await, 2);
    }

    async fn details_below_title_lines_go_in_with_commas_for_decimals(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        let report = "Cedar Outfitters;;;;;;;;;;
Payroll details;;;;;;;;;;
November 13, 2026;;;;;;;;;;
;;;;;;;;;;
Name;Pay date;Check number;Period start;Period end;Item type;Payroll item;Hours;Rate;Amount;Year to date
Reyes, Jordan;13-Nov-2026;30412;26-Oct-2026;08-Nov-2026;Wages;Hourly;80;24,50;1.960,00;43.120,00
Reyes, Jordan;13-Nov-2026;30412;26-Oct-2026;08-Nov-2026;Employee taxes;Federal Withholding;;;180,00;3.960,00
Reyes, Jordan;13-Nov-2026;30412;26-Oct-2026;08-Nov-2026;Deductions;Loan;;;(50,00);100,00
Total;;;;;;;;;;
";
        let mapping = Mapping { decimals: mappings::Decimals::Comma, ..preset("QuickBooks-like") };
        let (_, heard) = bring(&world, "details.csv", report.as_bytes(), mapping).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        let sums = "SELECT count(*) FROM pay_stub WHERE check_number = '30412' AND gross = 19600000 AND deductions = -500000";
        assert_eq!(world.count(sums).await, 1);
    }

    async fn what_is_no_table_says_so_in_one_sentence(world: World) {
        run(&world, &[("organizations.csv", ORGANIZATIONS), ("people.csv", PEOPLE)], false).await;
        let before = world.rows().await;
        for (bytes, part) in [
            (&b"PK\x03\x04nothing of a workbook"[..], ""),
            (b"\xd0\xcf\x11\xe0old", "old or protected Excel file"),
            (b"%PDF-1.7", "this is a PDF"),
            (b"", "the file is empty"),
        ] {
            let (outcome, heard) = bring(&world, "odd", bytes, preset("ADP-like")).await;
            assert_eq!((outcome.faults, heard.faults.len()), (1, 1), "{:?}", heard.faults);
            assert!(heard.faults[0].contains(part), "{:?}", heard.faults);
        }
        let renamed = REGISTER_HEAD.replace("Pay Date", "Paid On");
        let (_, heard) = bring(&world, "register.csv", format!("{renamed}{NOVEMBER}").as_bytes(), preset("ADP-like")).await;
        assert_eq!(heard.faults.len(), 1, "{:?}", heard.faults);
        assert!(heard.faults[0].contains("reads \"Pay Date\", which this file doesn't have"), "{:?}", heard.faults);
        let formula = NOVEMBER.replace("180.00", "=H2*0.1");
        let (_, heard) = bring(&world, "register.csv", format!("{REGISTER_HEAD}{formula}").as_bytes(), preset("ADP-like")).await;
        assert!(heard.faults.iter().any(|says| says.contains("this is a formula")), "{:?}", heard.faults);
        assert_eq!(world.rows().await, before);
    }
}
