//! Files that are the whole truth of their kind: what they lack ends, unless it's too much.

use super::{ALL, BALANCES, Heard, business, cedar, run, run_files, undo};
use crate::world::{World, both};
use atrium::import::{Effect, File, Outcome, RunOptions};

fn whole(name: &str, text: &str) -> File {
    let content = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    File {
        company: Some("Cedar Outfitters".to_owned()),
        is_whole_truth: true,
        ..File::new(name.to_owned(), content, None)
    }
}

async fn bring(world: &World, files: Vec<File>, is_dry: bool, confirmed: Option<u64>) -> (Outcome, Heard) {
    let options = RunOptions { is_dry, confirmed_removals: confirmed, ..RunOptions::default() };
    run_files(world, &cedar(world).await, files, options).await
}

/// Twelve days in 2031, without the ones to leave out.
fn holidays(left_out: &[u32]) -> String {
    let rows = (1..=12).filter(|month| !left_out.contains(month));
    let rows = rows.map(|month| format!("Cedar Outfitters,2031-{month:02}-10,Tenth of {month}\n"));
    format!("company,day,holiday\n{}", rows.collect::<String>())
}

const IN_2031: &str = "SELECT count(*) FROM company_holiday WHERE name LIKE 'Tenth of %'";

both! {
    async fn what_a_whole_file_lacks_ends_today_and_comes_back_with_an_undo(world: World) {
        run(&world, ALL, false).await;
        world.change("DELETE FROM company_holiday WHERE day >= '2026-11-16'", vec![]).await;
        run(&world, &[("holidays.csv", &holidays(&[]))], false).await;
        let before = business(&world).await;
        let (outcome, heard) = bring(&world, vec![whole("holidays.csv", &holidays(&[7]))], true, None).await;
        assert_eq!((outcome.ended, outcome.same, outcome.is_braked), (1, 11, false), "{:?}", heard.faults);
        assert!(heard.rows.contains(&("holidays.csv".into(), 0, Effect::Ended, "holiday Tenth of 7: removed".into())));
        assert_eq!(business(&world).await, before, "a dry run ends nothing");
        bring(&world, vec![whole("holidays.csv", &holidays(&[7]))], false, None).await;
        assert_eq!(world.count(IN_2031).await, 11);
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, before);
    }

    async fn too_much_ends_only_with_the_exact_number(world: World) {
        run(&world, ALL, false).await;
        let before = business(&world).await;
        let people = "username,first_name,last_name,email,company,employee_code
jordan.reyes,Jordan,Reyes,jordan@example.com,Cedar Outfitters,9001
";
        let works = "SELECT count(*) FROM employee e JOIN company c ON c.id = e.company_id
            WHERE c.name = 'Cedar Outfitters' AND e.status <> 'Terminated' AND e.last_day IS NULL";
        let elsewhere = "SELECT count(*) FROM employee e JOIN company c ON c.id = e.company_id
            WHERE c.name <> 'Cedar Outfitters' AND e.status <> 'Terminated'";
        let (all, others) = (world.count(works).await, world.count(elsewhere).await);
        let gone = u64::try_from(all).unwrap() - 1;
        let (dry, _) = bring(&world, vec![whole("people.csv", people)], true, None).await;
        assert_eq!((dry.ended, dry.is_braked, dry.faults), (gone, true, 0));
        for number in [None, Some(gone - 1), Some(gone + 1)] {
            let (outcome, heard) = bring(&world, vec![whole("people.csv", people)], false, number).await;
            assert_eq!(outcome.faults, 1, "{:?}", heard.faults);
            let says = format!("people.csv 1: {gone} would end, at least a tenth of what is there; if that is right, confirm the number {gone}");
            assert_eq!(heard.faults, [says]);
            assert_eq!(business(&world).await, before);
        }
        let (outcome, _) = bring(&world, vec![whole("people.csv", people)], false, Some(gone)).await;
        assert_eq!((outcome.ended, outcome.faults), (gone, 0));
        assert_eq!((world.count(works).await, world.count(elsewhere).await), (1, others), "and no one elsewhere");
        undo(&world).await.unwrap();
        assert_eq!(business(&world).await, before);
    }

    async fn lines_roles_enrollments_and_types_get_a_last_day(world: World) {
        run(&world, ALL, false).await;
        let ends = [
            ("manager,company,employee_code,report,area\nsam.ortiz,Cedar Outfitters,9001,primary,Time Off\n",
             "SELECT count(*) FROM reporting_line l JOIN company c ON c.id = l.company_id WHERE c.name = 'Cedar Outfitters'
                AND (l.last_day IS NULL OR l.last_day > '2026-11-16')"),
            ("username,role,company\njordan.reyes,Employee,Cedar Outfitters\n",
             "SELECT count(*) FROM role_assignment a JOIN company c ON c.id = a.company_id WHERE c.name = 'Cedar Outfitters'
                AND (a.ends_on IS NULL OR a.ends_on > '2026-11-16') AND (a.starts_on IS NULL OR a.starts_on <= '2026-11-16')"),
            ("company,employee_code,plan,category,tier,employee_amount,employer_amount,pay_periods,status,start_date,link
Cedar Outfitters,9001,Evergreen Dental,Dental,Employee and spouse,14.50,21.75,26,Enrolled,2026-01-01,https://dental.example.com\n",
             "SELECT count(*) FROM benefit_enrollment b JOIN company c ON c.id = b.company_id WHERE c.name = 'Cedar Outfitters'
                AND (b.ends_on IS NULL OR b.ends_on > '2026-11-16') AND b.start_date <= '2026-11-16'"),
            ("company,time_off_type,accrual,approval\nCedar Outfitters,Vacation,pay_period,manager\n",
             "SELECT count(*) FROM time_off_type t JOIN company c ON c.id = t.company_id WHERE c.name = 'Cedar Outfitters'
                AND (t.ends_on IS NULL OR t.ends_on > '2026-11-16')"),
        ];
        for (text, count) in ends {
            let there = u64::try_from(world.count(count).await).unwrap();
            assert!(there > 1, "{text}");
            // Whatever else a row says: one stays, and the others end.
            let (outcome, heard) = bring(&world, vec![whole("whole.csv", text)], true, None).await;
            assert_eq!((outcome.ended, outcome.faults), (there - 1, 0), "{text} {:?}", heard.faults);
            let (outcome, heard) = bring(&world, vec![whole("whole.csv", text)], false, Some(there - 1)).await;
            assert_eq!((outcome.ended, outcome.faults), (there - 1, 0), "{text} {:?}", heard.faults);
            assert_eq!(world.count(count).await, 1, "{text}");
            let (again, _) = bring(&world, vec![whole("whole.csv", text)], true, None).await;
            assert_eq!(again.ended, 0, "what has ended stays so: {text}");
        }
    }

    async fn an_account_that_payroll_has_not_taken_yet_is_not_missing(world: World) {
        run(&world, ALL, false).await;
        let counts = "SELECT count(*) FROM direct_deposit d JOIN company c ON c.id = d.company_id WHERE c.name = 'Cedar Outfitters'
            AND d.end_date IS NULL AND d.approval = 'Approved' AND d.request_id IS NULL AND d.start_date < '2026-11-16'
            AND NOT EXISTS (SELECT 1 FROM payroll_change p WHERE p.subject_id = d.id AND p.kind = 'deposits'
              AND p.state IN ('waiting', 'handed', 'conflict'))";
        let waiting = "INSERT INTO payroll_change (id, tenant_id, company_id, employee_id, kind, action, subject_id, before_values,
              after_values, approved_at, approver_name, ready_at, state, reason)
            SELECT $1, tenant_id, company_id, employee_id, 'deposits', 'add', id, '{}', '{}', $2, '', $2, 'waiting', ''
            FROM direct_deposit WHERE last_four = '8815'";
        let now = world.app.clock.now();
        world.change(waiting, db::params![uuid::Uuid::from_u128(5), now]).await;
        let text = "company,employee_code,routing_number,account_number,account_type,amount_type,amount,priority,start_date,end_date
Cedar Outfitters,9001,920100116,004417208814,savings,percentage,10,1,2021-03-01,
";
        let (dry, heard) = bring(&world, vec![whole("deposits.csv", text)], true, None).await;
        assert_eq!(dry.faults, 0, "{:?}", heard.faults);
        assert!(!heard.rows.iter().any(|row| row.3.contains("8815")), "{:?}", heard.rows);
        let (outcome, heard) = bring(&world, vec![whole("deposits.csv", text)], false, Some(dry.ended)).await;
        assert_eq!(outcome.ended, dry.ended, "{:?}", heard.faults);
        assert_eq!(world.count(counts).await, 1, "the one in the file");
        assert_eq!(world.count("SELECT count(*) FROM direct_deposit WHERE last_four = '8815' AND end_date IS NULL").await, 1);
    }

    async fn a_whole_file_is_of_one_company_and_of_a_kind_that_ends(world: World) {
        run(&world, ALL, false).await;
        let before = world.rows().await;
        let elsewhere = "company,day,holiday\nCedar Logistics,2031-01-10,Far away\n";
        let wrong_kind = File { kind: Some("people".to_owned()), ..whole("holidays.csv", &holidays(&[])) };
        let nowhere = File { company: Some("Cedar Underwater".to_owned()), ..whole("holidays.csv", &holidays(&[])) };
        for (file, says) in [
            (whole("holidays.csv", elsewhere), "holidays.csv 2 1 company: this file is for Cedar Outfitters, so it can't have rows about \"Cedar Logistics\""),
            (whole("balances.csv", BALANCES), "balances.csv 1: a balances file can't be the whole truth: nothing of this kind ends"),
            (wrong_kind, "holidays.csv 1: this is a holidays file, not people"),
            (nowhere, "holidays.csv 1: there is no company \"Cedar Underwater\""),
        ] {
            let (_, heard) = bring(&world, vec![file], true, None).await;
            assert_eq!(heard.faults, [says]);
        }
        assert_eq!(world.rows().await, before);
    }
}
