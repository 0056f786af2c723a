//! A new employee code and the portal's version in `people.csv`.

use super::{ALL, STUBS, business, code_of_ana, run, undo};
use crate::world::{World, both};
use atrium::import::Effect;

const HEAD: &str = "username,first_name,last_name,email,version,company,employee_code,previous_employee_code";

fn jordan(version: &str, code: &str, previous: &str) -> String {
    format!(
        "{HEAD}\njordan.reyes,Jordan,Reyes,jordan@example.com,{version},Cedar Outfitters,{code},{previous}\n"
    )
}

both! {
    async fn an_employee_whose_code_changes_keeps_everything_and_files_match_the_new_one(world: World) {
        run(&world, ALL, false).await;
        let before = business(&world).await;
        let file = jordan("v2", "7001", "9001");
        let (outcome, heard) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.invited), (0, 2, 0), "{:?}", heard.faults);
        for what in ["portal of jordan.reyes: version", "employee 7001: employee_code"] {
            assert!(heard.rows.iter().any(|row| (row.2, row.3.as_str()) == (Effect::Changed, what)), "{:?}", heard.rows);
        }
        let stubs = "SELECT count(*) FROM pay_stub s JOIN employee e ON e.id = s.employee_id WHERE e.employee_code = '7001'";
        assert!(world.count(stubs).await > 0, "stubs follow");
        let found = "SELECT count(*) FROM reporting_line l JOIN employee e ON e.id = l.employee_id
            WHERE e.employee_code = '7001' AND l.search_text LIKE '%7001%' AND e.search_text LIKE '%7001%'";
        assert!(world.count(found).await > 0, "and their manager finds them by the new code");
        let (again, heard) = run(&world, &[("people.csv", &file)], false).await;
        assert_eq!((again.added, again.changed), (0, 0), "{:?}", heard.faults);
        let (old, heard) = run(&world, &[("stubs.csv", STUBS)], false).await;
        assert!(old.faults > 0 && heard.faults[0].contains("this company has no employee \"9001\""), "{:?}", heard.faults);
        let (undone, _) = undo(&world).await.unwrap();
        assert_eq!(undone.faults, 0);
        assert_eq!(business(&world).await, before);
    }

    async fn a_previous_code_of_someone_else_and_an_unknown_version_change_nothing(world: World) {
        run(&world, ALL, false).await;
        let before = business(&world).await;
        let ana = code_of_ana(&world).await;
        for (file, fault) in [
            (jordan("", "7001", &ana), "8 previous_employee_code: this code belongs to another person"),
            (jordan("", &ana, "9001"), "7 employee_code: this code belongs to another person"),
            (jordan("v3", "9001", ""), "5 version: "),
        ] {
            let (outcome, heard) = run(&world, &[("people.csv", &file)], false).await;
            assert!(outcome.faults > 0 && heard.faults.iter().any(|said| said.contains(fault)), "{:?}", heard.faults);
        }
        assert_eq!(business(&world).await, before);
    }
}
