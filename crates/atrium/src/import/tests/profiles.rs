//! Addresses and pay, which are part of a profile, from `people.csv`.

use super::{ALL, business, code_of_ana, run, undo};
use crate::world::{World, both};
use atrium::import::Effect;
use serde_json::{Value, json};

const HEADER: &str = "username,first_name,last_name,email,company,employee_code,date_of_birth,original_hire_date,gender,marital_status,address_line1,address_line2,city,state,zip,annual_salary,hourly_rate\n";

/// The cells from the gender on.
fn jordan(more: &str) -> String {
    format!(
        "{HEADER}jordan.reyes,Jordan,Reyes,jordan@example.com,Cedar Outfitters,9001,1990-04-23,2021-03-01,{more}\n"
    )
}

async fn profile(world: &World, code: &str) -> Value {
    let sql = "SELECT p.gender, p.marital_status, p.address_line1, p.address_line2, p.city, p.state, p.zip
        FROM employee_profile p JOIN employee e ON e.id = p.employee_id
        JOIN company c ON c.id = e.company_id WHERE c.name = 'Cedar Outfitters' AND e.employee_code = $1";
    type Row = (String, String, String, String, String, String, String);
    let found: Option<Row> = world.app.db.opt(sql, db::params![code]).await.unwrap();
    let pay = "SELECT p.annual_salary, p.hourly_rate FROM employee_profile p JOIN employee e ON e.id = p.employee_id
        JOIN company c ON c.id = e.company_id WHERE c.name = 'Cedar Outfitters' AND e.employee_code = $1";
    let paid: Option<(Option<i64>, Option<i64>)> = world.app.db.opt(pay, db::params![code]).await.unwrap();
    json!([found, paid])
}

/// The business data, except how many times a profile was written.
async fn uncounted(world: &World) -> std::collections::BTreeMap<String, Vec<String>> {
    world.change("UPDATE employee_profile SET version = 1", vec![]).await;
    business(world).await
}

both! {
    async fn a_new_employee_comes_with_address_and_pay_and_goes_with_them(world: World) {
        let before = uncounted(&world).await;
        let file = jordan("nonbinary,Domestic Partner,412 Alder St,Apt 7,Portland,or,97205-1234,,$24.50");
        let (dry, _) = run(&world, &[("people.csv", &file)], true).await;
        assert_eq!(uncounted(&world).await, before);
        let (outcome, heard) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert_eq!((outcome.added, outcome.changed), (3, 0));
        assert_eq!((dry.added, dry.changed), (3, 0));
        assert!(heard.rows.iter().any(|row| (row.1, row.2, row.3.as_str()) == (2, Effect::Added, "profile of 9001")));
        assert_eq!(profile(&world, "9001").await, json!([
            ["Nonbinary", "Domestic Partner", "412 Alder St", "Apt 7", "Portland", "OR", "97205-1234"], [null, 245_000]]));
        let (again, _) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!((again.added, again.changed), (0, 0));
        undo(&world).await.unwrap();
        assert_eq!(uncounted(&world).await, before);
    }

    async fn a_file_writes_only_the_columns_it_has_and_can_be_taken_back(world: World) {
        run(&world, ALL, false).await;
        run(&world, &[("people.csv", &jordan("Female,Single,412 Alder St,,Portland,OR,97205,62400,"))], false).await;
        let there = profile(&world, "9001").await;
        let head = "username,first_name,last_name,email,company,employee_code";
        let who = "jordan.reyes,Jordan,Reyes,jordan@example.com,Cedar Outfitters,9001";
        let moved = format!("{head},address_line1,zip,marital_status\n{who},9 Oak Ave,97209,\n");
        let (outcome, heard) = run(&world, &[("moved.csv", &moved)], false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert_eq!((outcome.added, outcome.changed), (0, 1));
        let what = "profile of 9001: marital_status, address_line1, zip";
        assert!(heard.rows.iter().any(|row| (row.2, row.3.as_str()) == (Effect::Changed, what)), "{:?}", heard.rows);
        assert_eq!(profile(&world, "9001").await, json!([
            ["Female", "", "9 Oak Ave", "", "Portland", "OR", "97209"], [624_000_000, null]]));
        undo(&world).await.unwrap();
        assert_eq!(profile(&world, "9001").await, there);
        // An hourly rate on top of the existing salary; with the salary cleared, it's accepted.
        let (_, heard) = run(&world, &[("paid.csv", &format!("{head},hourly_rate\n{who},30\n"))], false).await;
        assert_eq!(heard.faults, ["paid.csv 2 7 hourly_rate: an employee can have a salary or an hourly rate, not both"]);
        let (outcome, _) = run(&world, &[("paid.csv", &format!("{head},hourly_rate,annual_salary\n{who},30,\n"))], false).await;
        assert_eq!((outcome.faults, outcome.changed), (0, 1));
    }

    async fn what_was_changed_since_is_not_taken_back(world: World) {
        let code = code_of_ana(&world).await;
        let head = "username,first_name,last_name,email,company,employee_code,address_line2";
        let ana: (String, String, String, String) = world.app.db.one(
            "SELECT username, first_name, last_name, email FROM person WHERE username = 'ana'", vec![]).await.unwrap();
        let file = format!("{head}\n{},{},{},{},Cedar Outfitters,{code},Floor 9\n", ana.0, ana.1, ana.2, ana.3);
        let (outcome, heard) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!((outcome.faults, outcome.changed), (0, 1), "{:?} {:?}", heard.faults, heard.rows);
        world.change("UPDATE employee_profile SET city = 'Salem' WHERE address_line2 = 'Floor 9'", vec![]).await;
        let there = world.rows().await;
        assert_eq!(undo(&world).await.unwrap().0.faults, 1);
        assert_eq!(world.rows().await, there);
    }

    async fn every_fault_is_told_with_its_line_and_column_and_nothing_is_written(world: World) {
        let before = world.rows().await;
        for (cells, faults) in [
            ("X,,,,,,,,", vec!["9 gender: \"X\" is not one of Female, Male, Nonbinary"]),
            (",Complicated,,,,,,,", vec!["10 marital_status: \"Complicated\" is not one of Single, Married, Domestic Partner, Separated, Divorced, Widowed"]),
            (",,1 Elm St,,Bend,Oregon,9770,,", vec![
                "14 state: \"Oregon\" is not a two-letter state code",
                "15 zip: \"9770\" is not in the format XXXXX or XXXXX-XXXX",
            ]),
            (",,1 Elm St,,Bend,OR,,,", vec!["15 zip: an address needs address_line1, city, state and zip; zip is missing"]),
            (",,,,,,,0,", vec!["16 annual_salary: \"0\" must be more than 0 and at most 999,999,999.99"]),
            (",,,,,,,,much", vec!["17 hourly_rate: \"much\" is not a number with at most four decimals"]),
            (",,,,,,,62400,30", vec!["17 hourly_rate: an employee can have a salary or an hourly rate, not both"]),
        ] {
            let (_, heard) = run(&world, &[("people.csv", &jordan(cells))], false).await;
            let faults: Vec<String> = faults.iter().map(|fault| format!("people.csv 2 {fault}")).collect();
            assert_eq!(heard.faults, faults, "{cells}");
        }
        let manager = format!("{HEADER}sam.ortiz,Sam,Ortiz,sam@example.com,,,,,Male,,,,,,,,\n");
        let (_, heard) = run(&world, &[("people.csv", &manager)], false).await;
        assert_eq!(heard.faults, ["people.csv 2 9 gender: only employees have this, and the row doesn't name a company"]);
        assert_eq!(world.rows().await, before);
    }
}
