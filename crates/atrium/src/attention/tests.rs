//! The console's home: what needs attention, for whom, and what a new tenant still has to do.

use crate::world::{Browser, World, both};
use serde_json::{Value, json};

const HOME: &str =
    "{ administratorHome { undecidable unmanaged invited parked handoversDue failedImports failingJobs pendingMigrations
    firstHour { payGroups payCalendar mail roles employees invitations signIn } } }";

async fn home(world: &World, username: &str) -> Value {
    world.acting(username).await.ask(HOME, json!({})).await.data("/administratorHome").clone()
}

both! {
    async fn what_no_one_can_decide_is_counted_where_one_looks_after_it(world: World) {
        world.add_newcomers().await;
        let (before, lenas) = (home(&world, "grace").await, home(&world, "lena").await);
        assert_eq!((&before["pendingMigrations"], &before["firstHour"]), (&json!(0), &json!(null)));
        world.change("DELETE FROM reporting_line WHERE company_id IN (SELECT id FROM company WHERE name = 'Cedar Outfitters')", vec![]).await;
        let after = home(&world, "grace").await;
        let sql = "SELECT (SELECT count(*) FROM time_off_request r JOIN employee e ON e.id = r.employee_id JOIN company c ON c.id = e.company_id
              WHERE r.status = 'Pending' AND c.name = 'Cedar Outfitters' AND e.status = 'Active')
            + (SELECT count(*) FROM change_request r JOIN employee e ON e.id = r.employee_id JOIN company c ON c.id = e.company_id
              WHERE r.status IN ('Pending', 'Frozen') AND c.name = 'Cedar Outfitters' AND e.status = 'Active')";
        let waiting = world.count(sql).await;
        assert!(waiting > 0 && after["undecidable"].as_i64().unwrap() >= waiting.min(100), "{after}");
        assert!(after["unmanaged"].as_i64().unwrap() > before["unmanaged"].as_i64().unwrap(), "{after}");
        assert_eq!(home(&world, "lena").await, lenas, "another company's");
    }

    async fn an_invitation_counts_until_it_is_accepted_and_mail_that_was_given_up_on(world: World) {
        let before = home(&world, "grace").await;
        world.add_person("yuri").await;
        world.change("DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')", vec![]).await;
        let (grace, yuri) = (world.acting("grace").await, world.person("yuri").await);
        let send = "mutation ($p: ID!) { sendSignInLink(personId: $p) { personId } }";
        grace.ask(send, json!({ "p": yuri })).await.data("/sendSignInLink");
        assert_eq!(home(&world, "grace").await["invited"], before["invited"].as_i64().unwrap() + 1);
        world.change("UPDATE outbox_message SET parked_at = created_at WHERE topic = 'mail'", vec![]).await;
        assert!(home(&world, "grace").await["parked"].as_i64().unwrap() > before["parked"].as_i64().unwrap());
        let accepted = "INSERT INTO password_credential (person_id, tenant_id, hash, changed_at)
            SELECT $1, c.tenant_id, c.hash, c.changed_at FROM password_credential c JOIN person p ON p.id = c.person_id
            WHERE p.username = 'ana'";
        world.change(accepted, db::params![yuri]).await;
        assert_eq!(home(&world, "grace").await["invited"], before["invited"]);
    }

    async fn a_handover_is_due_when_changes_wait_and_the_cut_off_is_near(world: World) {
        world.add_newcomers().await;
        assert_eq!(home(&world, "grace").await["handoversDue"], 0);
        let (now, soon) = (world.app.clock.now(), world.app.clock.moment("UTC") + jiff::SignedDuration::from_hours(30));
        let near = "UPDATE pay_run SET cutoff_at = $1 WHERE pay_date = (SELECT min(r.pay_date) FROM pay_run r WHERE r.cutoff_at > $2)";
        world.change(near, db::params![soon, world.app.clock.moment("UTC")]).await;
        world.change("UPDATE payroll_change SET state = 'dropped'", vec![]).await;
        assert_eq!(home(&world, "grace").await["handoversDue"], 0, "nothing waits");
        let waits = "INSERT INTO payroll_change (id, tenant_id, company_id, employee_id, kind, action, subject_id, before_values,
               after_values, approved_at, approver_name, ready_at, state, reason)
             SELECT $1, e.tenant_id, e.company_id, e.id, 'people', 'change', e.id, '{}', '{}', $2, '', $2, 'waiting', ''
             FROM employee e JOIN person p ON p.id = e.person_id JOIN company c ON c.id = e.company_id
             WHERE p.username = 'ana' AND c.name = 'Cedar Outfitters'";
        world.change(waits, db::params![world.app.ids.next(now), now]).await;
        assert_eq!(home(&world, "grace").await["handoversDue"], 1);
        assert_eq!(home(&world, "lena").await["handoversDue"], 0, "another company's");
        world.change("UPDATE pay_run SET mark = 'processing'", vec![]).await;
        assert_eq!(home(&world, "grace").await["handoversDue"], 0, "payroll has closed it");
    }

    async fn an_import_that_failed_counts_for_those_who_see_it_and_for_three_days(world: World) {
        world.add_newcomers().await;
        assert_eq!(home(&world, "grace").await["failedImports"], 0);
        let now = world.app.clock.now();
        let failed = "INSERT INTO import_job (id, tenant_id, person_id, created_at, state, source, actor, invites, needs_tenant,
              needs_administration, needs_pay, is_stop_wanted, bytes_read, added, changed, same, invited, faults, followed)
            SELECT $1, p.tenant_id, CASE WHEN $4 = 'console' THEN p.id END, $2, $3, $4, '', FALSE, TRUE, FALSE, $5, FALSE,
              0, 0, 0, 0, 0, $6, 0 FROM person p WHERE p.username = 'grace'";
        let hours = |hours: i64| now - jiff::SignedDuration::from_hours(hours);
        for (ago, state, source, needs_pay, faults) in [
            (1, "failed", "console", false, 0),
            (2, "checked", "folder", false, 3),
            // Someone is still at work on it; it was long ago; it isn't hers to see.
            (1, "checked", "console", false, 3),
            (73, "failed", "console", false, 0),
            (1, "failed", "folder", true, 0),
        ] {
            let id = world.app.ids.next(now);
            world.change(failed, db::params![id, hours(ago), state, source, needs_pay, i64::from(faults)]).await;
        }
        assert_eq!(home(&world, "grace").await["failedImports"], 2);
        assert_eq!(home(&world, "lena").await["failedImports"], 0);
    }

    async fn a_first_step_stays_done_when_its_traces_are_gone(demo: World) {
        let world = World::empty(demo.engine).await;
        let link = atrium::setup::new_link(&world.app).await.unwrap().expect("there is nobody yet");
        let password = "tuba velvet moth 94";
        let form = json!({
            "token": link.split_once("token=").unwrap().1, "tenantName": "Cedar Group", "companyName": "Cedar Outfitters",
            "timeZone": "America/Los_Angeles", "firstName": "Grace", "lastName": "Hall", "email": "grace@cedar.example",
            "username": "grace", "password": password,
        });
        assert_eq!(world.nobody().post("/login/setup", form.to_string(), &[]).await.status, 200);
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let welcome = browser.type_password(&request, "grace", password).await;
        let tokens = browser.finish(welcome).await;
        let grace = world.holding(tokens["access_token"].as_str().unwrap());
        let steps = async || {
            let reply = grace.ask(HOME, json!({})).await;
            let hour = reply.data("/administratorHome/firstHour");
            (hour["mail"] == true, hour["invitations"] == true)
        };
        assert_eq!(steps().await, (false, false));
        let now = world.app.clock.now();
        let delivered = "INSERT INTO outbox_message (id, tenant_id, topic, payload, created_at, due_at, delivered_at, attempts)
            VALUES ((SELECT id FROM person), (SELECT tenant_id FROM person), 'mail', '{}', $1, $1, $1, 1)";
        world.change(delivered, db::params![now]).await;
        let colleague = "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, language, version)
            SELECT $1, id, 'omar', 'Omar', 'Haddad', 'omar@cedar.example', 'en', 'v1' FROM tenant";
        let omar = world.app.ids.next(now);
        world.change(colleague, db::params![omar]).await;
        let invited = "INSERT INTO account_link (token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at)
            SELECT $1, tenant_id, id, 'invitation', email, $2, $2 FROM person WHERE username = 'omar'";
        world.change(invited, db::params![vec![7u8; 32], now]).await;
        assert_eq!(steps().await, (true, true));
        atrium::attention::note_first_steps(&world.app).await.unwrap();
        atrium::attention::note_first_steps(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action LIKE 'first_hour.%'").await, 2, "once each");
        // What is deleted a week later.
        world.change("DELETE FROM outbox_message", vec![]).await;
        world.change("DELETE FROM account_link", vec![]).await;
        assert_eq!(steps().await, (true, true));
    }

    async fn others_have_no_such_home(world: World) {
        for username in ["ana", "marcus"] {
            let reply = world.acting(username).await.ask(HOME, json!({})).await;
            assert_eq!(reply.outcome(), "FORBIDDEN", "{username}");
        }
        world.hold("mina", "Administrator", None, (None, None)).await;
        assert_ne!(home(&world, "mina").await, Value::Null, "another tenant's administrator has their own");
    }
}
