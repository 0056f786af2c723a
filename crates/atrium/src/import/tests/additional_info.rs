//! What a company keeps about its people under its own names, from a file.

use super::{ALL, business, code_of_ana, run, undo};
use crate::world::{World, both};
use atrium::import::Effect;
use serde_json::{Value, json};

const HEADER: &str = "company,employee_code,attribute,kind,value\n";

fn file(rows: &[(&str, &str, &str, &str)]) -> String {
    let row = |(code, attribute, kind, value): &(&str, &str, &str, &str)| {
        format!("Cedar Outfitters,{code},{attribute},{kind},{value}\n")
    };
    HEADER.to_owned() + &rows.iter().map(row).collect::<String>()
}

async fn kept(world: &World, code: &str) -> Value {
    let sql = "SELECT p.additional_info FROM employee_profile p JOIN employee e ON e.id = p.employee_id
        JOIN company c ON c.id = e.company_id WHERE c.name = 'Cedar Outfitters' AND e.employee_code = $1";
    let found: Option<(String,)> = world.app.db.opt(sql, db::params![code]).await.unwrap();
    found.map_or(Value::Null, |(text,)| serde_json::from_str(&text).unwrap())
}

/// The business data, except how many times a profile was written.
async fn uncounted(world: &World) -> std::collections::BTreeMap<String, Vec<String>> {
    world.change("UPDATE employee_profile SET version = 1", vec![]).await;
    business(world).await
}

both! {
    async fn it_comes_from_a_file_is_found_again_by_its_name_and_can_be_taken_back(world: World) {
        let code = code_of_ana(&world).await;
        let before = kept(&world, &code).await;
        let size = before[0]["attributeValue"].clone();
        let first = file(&[
            (&code, "Badge issued", "date", "11/16/2026"),
            (&code, "Locker", "text", "B-17"),
            (&code, "Parking", "Amount", "\"$1,025.50\""),
        ]);
        let (outcome, heard) = run(&world, &[("more.csv", &first)], false).await;
        assert_eq!(heard.faults, Vec::<String>::new());
        assert_eq!((outcome.added, outcome.changed, outcome.same), (2, 1, 0));
        let what: Vec<(u64, Effect, &str)> = heard.rows.iter().map(|row| (row.1, row.2, row.3.as_str())).collect();
        assert_eq!(what, [
            (2, Effect::Changed, format!("Badge issued of {code}: value").as_str()),
            (3, Effect::Added, &format!("Locker of {code}")),
            (4, Effect::Added, &format!("Parking of {code}")),
        ]);

        let ana = world.acting("ana").await;
        let hers = ana.standing("Cedar Outfitters").await;
        let query = "query ($t: ID!, $c: ID!, $e: ID!) { employeeById(tenantId: $t, companyId: $c, employeeId: $e) {
            additionalInfo { attributeName attributeValue attributeString attributeDate attributeAmount } } }";
        let ids = json!({ "t": hers.tenant, "c": hers.company, "e": hers.employee });
        let seen = ana.ask(query, ids).await.data("/employeeById/additionalInfo").clone();
        let names: Vec<&str> = seen.as_array().unwrap().iter().map(|one| one["attributeName"].as_str().unwrap()).collect();
        assert_eq!(names, ["Uniform size", "Badge issued", "Gear allowance", "Locker", "Parking"]);
        assert_eq!((&seen[0]["attributeValue"], &seen[1]["attributeDate"]), (&size, &json!("2026-11-16")));
        assert_eq!((&seen[3]["attributeString"], &seen[4]["attributeAmount"]), (&json!("B-17"), &json!("1025.50")));

        let there = world.rows().await;
        let (again, heard) = run(&world, &[("more.csv", &first)], false).await;
        assert_eq!((again.added, again.changed, again.same), (0, 0, 3), "{:?}", heard.rows);
        assert_eq!(world.rows().await, there, "not even a note of it");

        undo(&world).await.unwrap();
        assert_eq!(kept(&world, &code).await, before);
    }

    async fn a_file_without_the_kind_keeps_it_and_an_empty_value_takes_the_name_away(world: World) {
        let code = code_of_ana(&world).await;
        let text = |value: &str| {
            format!("company,employee_code,attribute,value\nCedar Outfitters,{code},Gear allowance,{value}\n")
        };
        run(&world, &[("raised.csv", &text("175"))], false).await;
        assert_eq!(kept(&world, &code).await[2]["attributeAmount"], "175.00");
        let (_, heard) = run(&world, &[("wrong.csv", &text("much"))], false).await;
        assert_eq!(heard.faults, ["wrong.csv 2 4 value: \"much\" is not a number with at most four decimals"]);

        let other = file(&[(&code, "Gear allowance", "text", "all of it"), (&code, "Uniform size", "", ""), (&code, "Nothing", "", "")]);
        let (outcome, heard) = run(&world, &[("other.csv", &other)], false).await;
        assert_eq!((outcome.changed, outcome.same, outcome.added), (2, 1, 0), "{:?}", heard.faults);
        assert_eq!(heard.rows[0].3, format!("Gear allowance of {code}: kind, value"));
        assert_eq!(heard.rows[1].3, format!("Uniform size of {code}: removed"));
        let left = kept(&world, &code).await;
        assert_eq!(left.as_array().unwrap().len(), 2);
        assert_eq!(left[1], json!({ "attributeName": "Gear allowance", "attributeValue": "all of it", "attributeString": "all of it" }));
    }

    async fn new_people_bring_it_along_and_an_undo_takes_everything_but_not_what_was_written_since(world: World) {
        let before = business(&world).await;
        let info = file(&[("9001", "Locker", "text", "B-17"), ("9002", "Locker", "text", "B-18"), ("9001", "Key", "text", "7")]);
        let files: Vec<(&str, &str)> = ALL.iter().copied().chain([("info.csv", info.as_str())]).collect();
        let (outcome, heard) = run(&world, &files, false).await;
        assert_eq!((outcome.faults, outcome.changed), (0, 0), "{:?}", heard.faults);
        assert_eq!(kept(&world, "9001").await.as_array().unwrap().len(), 2);
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, before);

        run(&world, &files, false).await;
        let called = "UPDATE employee_profile SET contacts = '[{}]' WHERE additional_info LIKE '%B-18%'";
        world.change(called, vec![]).await;
        let there = world.rows().await;
        assert_eq!(undo(&world).await.unwrap_err().code(), "IMPORT_IN_USE");
        assert_eq!(world.rows().await, there);

        let code = code_of_ana(&world).await;
        run(&world, &[("info.csv", &file(&[(&code, "Locker", "text", "B-19")]))], false).await;
        run(&world, &[("info.csv", &file(&[(&code, "Locker", "text", "B-20")]))], false).await;
        world.change("UPDATE employee_profile SET additional_info = '[]' WHERE additional_info LIKE '%B-20%'", vec![]).await;
        let (outcome, said) = undo(&world).await.unwrap();
        assert_eq!((outcome.faults, said.len()), (1, 1), "somebody else had the last word");
    }

    async fn faults_name_their_cells_and_nothing_is_taken(world: World) {
        let (code, before) = (code_of_ana(&world).await, world.rows().await);
        let wrong = file(&[
            (&code, "Locker", "text", "B-17"),
            (&code, "Locker", "text", "B-18"),
            (&code, "", "text", "x"),
            (&code, "Since", "date", "soon"),
            (&code, "Fee", "amount", "-1"),
            (&code, "Shoes", "colour", "red"),
            ("no-such", "Shoes", "text", "red"),
        ]);
        let (outcome, mut heard) = run(&world, &[("info.csv", &wrong)], false).await;
        heard.faults.sort();
        assert_eq!(heard.faults, [
            "info.csv 3 3 attribute: an earlier row in this file has the same key",
            "info.csv 4 3 attribute: this can't be empty",
            "info.csv 5 5 value: \"soon\" is not a date like 2026-11-16 or 11/16/2026",
            "info.csv 6 5 value: \"-1\" is not between 0 and 999,999,999.99",
            "info.csv 7 4 kind: \"colour\" is not one of text, date, amount",
            "info.csv 8 2 employee_code: this company has no employee \"no-such\"",
        ]);
        assert_eq!(outcome.faults, 6);
        assert_eq!(world.rows().await, before);
        let many: Vec<String> = (0..48).map(|n| format!("Cedar Outfitters,{code},a{n},text,x\n")).collect();
        let (outcome, heard) = run(&world, &[("many.csv", &(HEADER.to_owned() + &many.concat()))], true).await;
        assert_eq!((outcome.faults, outcome.added), (1, 47), "{:?}", heard.faults);
        assert_eq!(heard.faults, ["many.csv 49 3 attribute: an employee can have at most 50 of them"]);
        assert_eq!(world.rows().await, before, "a dry run");
    }

    async fn a_row_that_two_files_of_one_import_change_is_taken_back_to_where_it_began(world: World) {
        let (code, before) = (code_of_ana(&world).await, uncounted(&world).await);
        let files = ["S", "M", "XXL"].map(|size| file(&[(&code, "Uniform size", "text", size)]));
        let files: Vec<(&str, &str)> = ["one.csv", "two.csv", "three.csv"].into_iter().zip(files.iter().map(String::as_str)).collect();
        run(&world, &files, false).await;
        assert_eq!(kept(&world, &code).await[0]["attributeValue"], "XXL");
        let (outcome, said) = undo(&world).await.unwrap();
        assert_eq!((outcome.faults, said), (0, vec![]));
        assert_eq!(uncounted(&world).await, before);
    }
}
