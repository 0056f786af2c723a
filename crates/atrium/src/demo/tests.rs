//! The demo world as the contract lists it, the same for a given day.

use crate::world::{Engine, TODAY, World, both};

both! {
    async fn the_world_has_the_companies_and_people_of_the_contract(world: World) {
        let sizes: Vec<(String, String, i64)> = world.app.db.all(
            "SELECT t.name, c.name, count(e.id) FROM company c JOIN tenant t ON t.id = c.tenant_id
             JOIN employee e ON e.company_id = c.id GROUP BY t.name, c.name ORDER BY 1, 2", vec![]).await.unwrap();
        let expected = [("Cedar Group", "Cedar Logistics", 260), ("Cedar Group", "Cedar Outfitters", 60), ("Harbor Clinic", "Harbor Clinic", 40)];
        assert_eq!(sizes, expected.map(|(tenant, company, people)| (tenant.into(), company.into(), people)));
        for account in atrium::demo::ACCOUNTS {
            world.acting(account.username).await;
        }
    }

    async fn there_is_a_birthday_and_an_anniversary_this_week_in_every_company(world: World) {
        let rows: Vec<(String, jiff::civil::Date, jiff::civil::Date)> = world.app.db.all(
            "SELECT c.name, e.date_of_birth, e.current_hire_date FROM employee e JOIN company c ON c.id = e.company_id",
            vec![]).await.unwrap();
        for company in ["Cedar Outfitters", "Cedar Logistics", "Harbor Clinic"] {
            let soon = |day: jiff::civil::Date| (0..7).any(|n| {
                let then = TODAY.plus_days(n).0;
                (then.month(), then.day()) == (day.month(), day.day()) && then.year() > day.year()
            });
            let of = || rows.iter().filter(|(name, ..)| name == company);
            assert!(of().any(|(_, born, _)| soon(*born)), "a birthday at {company}");
            assert!(of().any(|(_, _, hired)| soon(*hired)), "an anniversary at {company}");
        }
    }

    async fn nobody_reports_to_themselves_and_every_case_of_the_area_rules_exists(world: World) {
        let own = "SELECT count(*) FROM reporting_line l JOIN employee e ON e.id = l.employee_id WHERE e.person_id = l.manager_id";
        assert_eq!(world.count(own).await, 0);
        for (kind, area) in [("primary", "Time Off"), ("primary", "Personal Info"), ("secondary", "Time Off"), ("secondary", "Personal Info")] {
            let lines: (i64,) = world.app.db.one("SELECT count(*) FROM reporting_line l JOIN person p ON p.id = l.manager_id
                WHERE p.username = 'marcus' AND l.kind = $1 AND l.area = $2", db::params![kind, area]).await.unwrap();
            assert!(lines.0 > 0, "{kind} {area}");
        }
        let dana = "SELECT count(*) FROM reporting_line l JOIN person p ON p.id = l.manager_id
            WHERE p.username = 'dana' AND (l.kind <> 'secondary' OR l.area <> 'Time Off')";
        assert_eq!(world.count(dana).await, 0);
    }

    async fn time_off_was_asked_for_on_many_days_before_today_and_only_the_sick_asked_on_the_day(world: World) {
        assert_eq!(world.count("SELECT count(*) FROM time_off_request WHERE request_date >= '2026-11-16'").await, 0);
        let late = "SELECT count(*) FROM time_off_request r JOIN time_off_type t ON t.id = r.type_id
            WHERE r.request_date >= r.first_day AND t.name <> 'Sick'";
        assert_eq!(world.count(late).await, 0);
        let days = "SELECT count(DISTINCT r.request_date) FROM time_off_request r JOIN employee e ON e.id = r.employee_id
            JOIN person p ON p.id = e.person_id WHERE p.username IN ('ana', 'victor', 'priya', 'evan')";
        assert!(world.count(days).await >= 8);
    }

    async fn people_have_heard_in_the_app_of_what_happened_and_older_notices_are_read(world: World) {
        for (username, kind, is_read) in [
            ("ana", "time_off_approved", true),
            ("ana", "time_off_partly_approved", false),
            ("marcus", "time_off_asked", true),
            ("marcus", "time_off_asked", false),
            ("dana", "time_off_second_needed", true),
        ] {
            let (seen,): (i64,) = world.app.db.one("SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id
                WHERE p.username = $1 AND n.kind = $2 AND (n.read_at IS NOT NULL) = $3",
                db::params![username, kind, is_read]).await.unwrap();
            assert!(seen > 0, "{username}: {kind}, read: {is_read}");
        }
        let days = "SELECT count(DISTINCT CAST(n.created_at AS TEXT)) FROM notice n";
        assert!(world.count(days).await > 10, "each came when it happened");
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE topic IN ('mail', 'sms')").await, 0);
    }

    async fn the_audit_trail_of_the_world_is_intact(world: World) {
        let verdict = atrium::shared::audit::verify(&world.app.db, &world.app.keys.audit, None).await.unwrap();
        assert_eq!(verdict.faults, Vec::<String>::new());
        assert!(verdict.events > 40, "{}", verdict.events);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_day_makes_the_same_world_on_both_engines_postgres() {
    let (sqlite, postgres) = (World::new(Engine::Sqlite).await, World::new(Engine::Postgres).await);
    for sql in [
        "SELECT seq, action FROM audit_event ORDER BY tenant_id, seq",
        "SELECT message, end_date FROM announcement ORDER BY id",
        "SELECT username, phone FROM person ORDER BY id",
        "SELECT check_date, check_number, gross, taxes, deductions, lines FROM pay_stub ORDER BY id",
    ] {
        let read = async |world: &World| world.app.db.all::<db::Cells>(sql, vec![]).await.unwrap();
        let text = |rows: Vec<db::Cells>| {
            rows.iter().map(|row| serde_json::json!(row.0).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(text(read(&sqlite).await), text(read(&postgres).await), "{sql}");
    }
    let macs = async |world: &World| {
        let sql = "SELECT mac FROM audit_event ORDER BY tenant_id, seq";
        world.app.db.all::<(Vec<u8>,)>(sql, vec![]).await.unwrap()
    };
    assert_eq!(macs(&sqlite).await, macs(&postgres).await, "every word of every event is the same");
}
