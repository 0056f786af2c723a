//! What files end, replace and remove: roles, lines, holidays, blackouts and benefits.

use super::{ALL, business, run, undo};
use crate::world::{TODAY, World, both};
use serde_json::{Value, json};

const HEAD: &str = "manager,company,employee_code,report,area,first_day,last_day\n";

/// The lines to 9001 as (manager, area, last day), today's and planned ones.
async fn lines(world: &World) -> Vec<(String, String, Option<String>)> {
    let sql = "SELECT m.username, l.area, CAST(l.last_day AS TEXT) FROM reporting_line l JOIN person m ON m.id = l.manager_id
        JOIN employee e ON e.id = l.employee_id WHERE e.employee_code = '9001' AND l.kind = 'primary'
        UNION ALL SELECT m.username || ' from ' || CAST(d.first_day AS TEXT), d.area, CAST(d.last_day AS TEXT) FROM dated_line d
        JOIN person m ON m.id = d.manager_id JOIN employee e ON e.id = d.employee_id
        WHERE e.employee_code = '9001' AND d.kind = 'primary' AND d.is_planned ORDER BY 1, 2";
    world.app.db.all(sql, vec![]).await.unwrap()
}

fn owned(rows: &[(&str, &str, Option<&str>)]) -> Vec<(String, String, Option<String>)> {
    let own =
        |(a, b, c): &(&str, &str, Option<&str>)| ((*a).to_owned(), (*b).to_owned(), c.map(str::to_owned));
    rows.iter().map(own).collect()
}

/// What the audit trail says about a person's roles, in order.
async fn role_events(world: &World, username: &'static str) -> Vec<(String, Value)> {
    let sql = "SELECT e.action, e.detail FROM audit_event e JOIN person p ON p.id = e.subject_id
        WHERE p.username = $1 AND e.subject_kind = 'person' AND e.action IN ('role.give', 'role.end') ORDER BY e.seq";
    let found: Vec<(String, String)> = world.app.db.all(sql, db::params![username]).await.unwrap();
    found.into_iter().map(|(action, detail)| (action, serde_json::from_str(&detail).unwrap())).collect()
}

both! {
    async fn a_new_primary_manager_replaces_the_old_one_from_the_day_in_the_file(world: World) {
        run(&world, ALL, false).await;
        let before = lines(&world).await;
        assert!(before.contains(&("sam.ortiz".to_owned(), "Time Off".to_owned(), None)), "{before:?}");
        let whole = business(&world).await;

        // From today on, in one area: the other one stays.
        let now = format!("{HEAD}marcus,Cedar Outfitters,9001,primary,Time Off,,\n");
        let (outcome, heard) = run(&world, &[("lines.csv", &now)], false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.faults), (1, 1, 0), "{:?} {:?}", heard.faults, heard.rows);
        let yesterday = TODAY.plus_days(-1).to_string();
        let there = lines(&world).await;
        for line in owned(&[("marcus", "Time Off", None), ("sam.ortiz", "Time Off", Some(&yesterday))]) {
            assert!(there.contains(&line), "{line:?} in {there:?}");
        }
        let (again, _) = run(&world, &[("lines.csv", &now)], true).await;
        assert_eq!((again.added, again.changed, again.same), (0, 0, 1));
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, whole);

        // From a later day on, the new line waits, and the old one counts until then.
        let later = format!("{HEAD}marcus,Cedar Outfitters,9001,primary,Time Off,2026-12-01,\n");
        let (outcome, heard) = run(&world, &[("lines.csv", &later)], false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.faults), (1, 1, 0), "{:?}", heard.faults);
        let there = lines(&world).await;
        let expected = [("marcus from 2026-12-01", "Time Off", None), ("sam.ortiz", "Time Off", Some("2026-11-30"))];
        for line in owned(&expected) {
            assert!(there.contains(&line), "{line:?} in {there:?}");
        }
        let (again, _) = run(&world, &[("lines.csv", &later)], true).await;
        assert_eq!((again.added, again.changed, again.same), (0, 0, 1));
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, whole);

        // A line ends.
        let ends = format!("{HEAD}sam.ortiz,Cedar Outfitters,9001,primary,Time Off,,2026-12-31\n");
        assert_eq!(run(&world, &[("lines.csv", &ends)], false).await.0.changed, 1);
        assert!(lines(&world).await.contains(&owned(&[("sam.ortiz", "Time Off", Some("2026-12-31"))])[0]));
    }

    async fn lines_that_cannot_be_are_refused_with_what_is_wrong(world: World) {
        run(&world, ALL, false).await;
        let before = world.rows().await;
        let two = format!("{HEAD}marcus,Cedar Outfitters,9001,primary,Time Off,,\npriya,Cedar Outfitters,9001,primary,Time Off,,\n");
        let back = format!("{HEAD}marcus,Cedar Outfitters,9001,primary,Time Off,2026-12-01,2026-11-30\n");
        for (text, says) in [
            (two, "lines.csv 3 1 manager: an earlier row gives this employee another primary manager in this area"),
            (back, "lines.csv 2 7 last_day: the last day can't be before the first day"),
        ] {
            let (_, heard) = run(&world, &[("lines.csv", &text)], false).await;
            assert_eq!(heard.faults, [says]);
            assert_eq!(world.rows().await, before);
        }
        // Someone reports to Priya; she can't report to them.
        let sql = "SELECT p.username, priya.employee_code FROM reporting_line l JOIN employee e ON e.id = l.employee_id
            JOIN person p ON p.id = e.person_id JOIN employee priya ON priya.person_id = l.manager_id AND priya.company_id = e.company_id
            JOIN person m ON m.id = l.manager_id JOIN company c ON c.id = e.company_id
            WHERE m.username = 'priya' AND c.name = 'Cedar Outfitters' AND l.kind = 'primary' AND l.area = 'Time Off'
            ORDER BY p.username LIMIT 1";
        let (report, code): (String, String) = world.app.db.one(sql, vec![]).await.unwrap();
        let circle = format!("{HEAD}{report},Cedar Outfitters,{code},primary,Time Off,,\n");
        let (_, heard) = run(&world, &[("lines.csv", &circle)], false).await;
        assert!(heard.faults.iter().all(|says| says.contains("would report to someone who reports to them")), "{:?}", heard.faults);
        assert!(!heard.faults.is_empty());
        assert_eq!(world.rows().await, before);
    }

    async fn a_role_ends_by_file_but_not_the_last_administrators(world: World) {
        let ends = "username,role,company,last_day\nmarcus,Manager View,Cedar Outfitters,2026-12-31\n";
        let before = business(&world).await;
        let (outcome, heard) = run(&world, &[("roles.csv", ends)], false).await;
        assert_eq!((outcome.changed, outcome.faults), (1, 0), "{:?}", heard.faults);
        let sql = "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id
            WHERE p.username = 'marcus' AND CAST(a.ends_on AS TEXT) = '2026-12-31'";
        assert_eq!(world.count(sql).await, 1);
        // Without the column, days stay.
        let plain = "username,role,company\nmarcus,Manager View,Cedar Outfitters\n";
        assert_eq!(run(&world, &[("roles.csv", plain)], true).await.0.same, 1);
        undo(&world).await.unwrap();
        let mut after = business(&world).await;
        // A change and its undo are two changes.
        after.insert("role_assignment".to_owned(), before["role_assignment"].clone());
        assert_eq!(after, before);
        let last = "username,role,company,last_day\ngrace,Administrator,,2026-12-31\n";
        let kept = world.rows().await;
        let (_, heard) = run(&world, &[("roles.csv", last)], false).await;
        assert_eq!(heard.faults.len(), 1, "{:?}", heard.faults);
        assert!(heard.faults[0].contains("no administrator"), "{:?}", heard.faults);
        assert_eq!(world.rows().await, kept);
    }

    async fn roles_given_and_ended_by_file_are_events_of_their_people(world: World) {
        world.add_person("rosa").await;
        let (rosa, marcus) = (role_events(&world, "rosa").await.len(), role_events(&world, "marcus").await.len());
        let text = "username,role,company,first_day,last_day
rosa,Manager View,Cedar Outfitters,2026-11-16,
rosa,Identity User,,2026-11-16,2026-12-31
marcus,Manager View,Cedar Outfitters,,2026-12-31\n";
        run(&world, &[("roles.csv", text)], true).await;
        assert_eq!(role_events(&world, "rosa").await.len(), rosa, "a dry run gives nothing");
        let (outcome, heard) = run(&world, &[("roles.csv", text)], false).await;
        assert_eq!((outcome.added, outcome.changed, outcome.faults), (2, 1, 0), "{:?}", heard.faults);
        let (company, role): (uuid::Uuid, uuid::Uuid) = world.app.db.one("SELECT c.id, r.id FROM company c JOIN role r ON r.tenant_id = c.tenant_id
            WHERE c.name = 'Cedar Outfitters' AND r.name = 'Manager View'", vec![]).await.unwrap();
        let given = role_events(&world, "rosa").await;
        let detail = json!({ "role": "Manager View", "roleId": role, "company": "Cedar Outfitters", "companyId": company,
            "startsOn": "2026-11-16", "endsOn": null });
        assert_eq!(given[rosa], ("role.give".to_owned(), detail));
        assert_eq!((&given[rosa + 1].1["company"], &given[rosa + 1].1["endsOn"]), (&json!(null), &json!("2026-12-31")));
        let ended = role_events(&world, "marcus").await;
        let detail = json!({ "role": "Manager View", "roleId": role, "company": "Cedar Outfitters", "companyId": company,
            "endsOn": "2026-12-31" });
        assert_eq!(ended[marcus..], [("role.end".to_owned(), detail)]);
        undo(&world).await.unwrap();
        let actions = |events: Vec<(String, Value)>| events.into_iter().map(|(action, _)| action).collect::<Vec<_>>();
        assert_eq!(actions(role_events(&world, "rosa").await)[rosa..], ["role.give", "role.give", "role.end", "role.end"]);
        assert_eq!(actions(role_events(&world, "marcus").await)[marcus..], ["role.end", "role.give"]);
    }

    async fn holidays_and_blackouts_are_removed_by_file_and_come_back_with_an_undo(world: World) {
        let add = [
            ("holidays.csv", "company,day,holiday\nCedar Outfitters,2027-04-22,Earth Day\nCedar Outfitters,2026-01-19,Long ago\n"),
            ("blackouts.csv", "company,first_day,last_day,reason\nCedar Outfitters,2027-05-03,2027-05-07,Inventory\n"),
        ];
        run(&world, &add, false).await;
        let before = business(&world).await;
        let remove = [
            ("holidays.csv", "company,day,holiday,removed\nCedar Outfitters,2027-04-22,Earth Day,yes\n"),
            ("blackouts.csv", "company,first_day,last_day,reason,removed\nCedar Outfitters,2027-05-03,2027-05-07,Inventory,yes\n"),
        ];
        let (outcome, heard) = run(&world, &remove, false).await;
        assert_eq!((outcome.changed, outcome.faults), (2, 0), "{:?}", heard.faults);
        assert_eq!(world.count("SELECT count(*) FROM company_holiday WHERE name = 'Earth Day'").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM time_off_blackout WHERE reason = 'Inventory'").await, 0);
        assert_eq!(run(&world, &remove, true).await.0.same, 2, "what is gone is gone");
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, before);
        let past = "company,day,holiday,removed\nCedar Outfitters,2026-01-19,Long ago,yes\n";
        let (_, heard) = run(&world, &[("holidays.csv", past)], false).await;
        assert_eq!(heard.faults, ["holidays.csv 2 2 day: this holiday is over, so it stays: requests were counted with it"]);
        assert_eq!(business(&world).await, before);
    }

    async fn an_enrollment_and_a_plan_end_by_file(world: World) {
        run(&world, ALL, false).await;
        let head = "company,employee_code,plan,category,employee_amount,employer_amount,pay_periods,start_date";
        let row = "Cedar Outfitters,9001,Evergreen Dental,Dental,14.50,21.75,26,2026-01-01";
        let ends = format!("{head},last_day,plan_last_day\n{row},2026-12-31,2027-01-31\n");
        let (outcome, heard) = run(&world, &[("benefits.csv", &ends)], false).await;
        assert_eq!((outcome.changed, outcome.faults), (2, 0), "{:?}", heard.faults);
        let of_one = "SELECT count(*) FROM benefit_enrollment WHERE CAST(ends_on AS TEXT) = '2026-12-31'";
        let of_plan = "SELECT count(*) FROM benefit_plan WHERE CAST(ends_on AS TEXT) = '2027-01-31'";
        assert_eq!((world.count(of_one).await, world.count(of_plan).await), (1, 1));
        let early = format!("{head},last_day\n{row},2025-12-31\n");
        let (_, heard) = run(&world, &[("benefits.csv", &early)], false).await;
        assert_eq!(heard.faults, ["benefits.csv 2 9 last_day: the last day can't be before the start date"]);
    }
}
