//! What administrators can't do to their own rights or to the last administrator, and who is left when a manager's role ends.

use super::{CHANGE, END_LINE, ENDING, LOGISTICS, OUTFITTERS, SET_LINE, WITHDRAW, change, day, seen};
use crate::world::{Actor, World, both};
use serde_json::{Value, json};

const HOME: &str = "{ administratorHome { unmanaged undecidable } }";
const PREVIEW_END: &str =
    "query ($t: ID!, $a: ID!) { previewRoleEnd(tenantId: $t, assignmentId: $a) { leftBehind } }";
const END_ROLE: &str = "mutation ($t: ID!, $a: ID!) { endRole(tenantId: $t, assignmentId: $a, version: 1) { assignment { endsOn } } }";
const PEOPLE: &str =
    "query ($s: String, $i: SignInState) { administeredPeople(search: $s, signIn: $i, limit: 100) {
    results { personId signIn } } }";
const ACCOUNT: &str = "query ($p: ID!) { administeredAccount(personId: $p) { signIn mayHelp } }";

pub(super) async fn is_unmanaged(grace: &Actor<'_>, employee: &str) -> bool {
    let query = "query ($k: String) { unmanagedEmployees(limit: 100, cursor: $k) { results { employeeId } links { next } } }";
    let mut cursor = Value::Null;
    loop {
        let page = grace.ask(query, json!({ "k": cursor })).await;
        let rows = page.data("/unmanagedEmployees/results").as_array().unwrap();
        if rows.iter().any(|row| row["employeeId"] == employee) {
            return true;
        }
        cursor = page.data("/unmanagedEmployees/links/next").clone();
        if cursor.is_null() {
            return false;
        }
    }
}

async fn lines(world: &World) -> (i64, i64) {
    let of = ["SELECT count(*) FROM reporting_line", "SELECT count(*) FROM dated_line"];
    (world.count(of[0]).await, world.count(of[1]).await)
}

both! {
    async fn administrators_do_not_make_themselves_managers_or_stay_so_for_longer(world: World) {
        world.add_newcomers().await;
        world.hold("lena", "Manager View", Some(LOGISTICS), (None, None)).await;
        let (lena, grace) = (world.acting("lena").await, world.acting("grace").await);
        let elena = world.acting("elena").await.standing(LOGISTICS).await;
        let own = world.person("lena").await.to_string();
        let before = lines(&world).await;
        let set = |version: &Value| json!({ "e": elena.employee, "m": own, "a": ["personalInfo"], "d": day(0), "v": version });
        let version = seen(&lena, &elena.person).await["version"].clone();
        // Before she is asked for a factor.
        let refused = lena.ask(SET_LINE, set(&version)).await;
        assert_eq!((refused.outcome(), refused.field()), ("OWN_RIGHTS", Some("managerId")), "{}", refused.text);
        assert_eq!(lines(&world).await, before);
        assert_eq!(grace.ask_proving(SET_LINE, set(&version)).await.outcome(), "ok");
        let end = async |actor: &Actor<'_>, on: i64| {
            let version = seen(&lena, &elena.person).await["version"].clone();
            let asked = json!({ "e": elena.employee, "m": own, "d": day(on), "v": version });
            actor.ask_proving(END_LINE, asked).await.outcome().to_owned()
        };
        assert_eq!(end(&grace, 5).await, "ok");
        assert_eq!(end(&lena, 30).await, "OWN_RIGHTS");
        assert_eq!(end(&lena, 3).await, "ok", "she may give it up");
    }

    async fn a_managers_role_that_ends_leaves_no_one_behind_in_silence(world: World) {
        let grace = world.acting("grace").await;
        let sql = "SELECT e.id FROM reporting_line l JOIN employee e ON e.id = l.employee_id AND e.status = 'Active'
            JOIN person p ON p.id = l.manager_id JOIN company c ON c.id = l.company_id
            WHERE p.username = 'priya' AND c.name = 'Cedar Outfitters' AND l.area = 'Personal Info' AND NOT EXISTS (
              SELECT 1 FROM reporting_line o WHERE o.employee_id = e.id AND o.manager_id <> l.manager_id) ORDER BY e.id LIMIT 1";
        let (report,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        let report = report.to_string();
        assert!(!is_unmanaged(&grace, &report).await);
        let held = "SELECT a.id FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
            JOIN company c ON c.id = a.company_id WHERE p.username = 'priya' AND c.name = 'Cedar Outfitters'
              AND r.permissions LIKE '%manager:%' ORDER BY a.id";
        let held: Vec<(uuid::Uuid,)> = world.app.db.all(held, vec![]).await.unwrap();
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let home = grace.ask(HOME, json!({})).await.data("/administratorHome/unmanaged").as_i64().unwrap();
        let mut left_behind = 0;
        for (assignment,) in &held {
            let asked = json!({ "t": tenant, "a": assignment });
            let preview = grace.ask(PREVIEW_END, asked.clone()).await;
            left_behind += preview.data("/previewRoleEnd/leftBehind").as_i64().unwrap();
            assert_eq!(grace.ask_proving(END_ROLE, asked).await.outcome(), "ok");
        }
        assert!(left_behind > 0, "the preview says so");
        assert!(is_unmanaged(&grace, &report).await, "and so does the list");
        let after = grace.ask(HOME, json!({})).await.data("/administratorHome/unmanaged").as_i64().unwrap();
        assert!(after == 100 || after >= home + left_behind, "{home} + {left_behind}: {after}");
        // Someone else takes over.
        let marcus = world.person("marcus").await.to_string();
        let person: (uuid::Uuid,) = world.app.db.one("SELECT person_id FROM employee WHERE id = $1",
            db::params![report.parse::<uuid::Uuid>().unwrap()]).await.unwrap();
        let version = seen(&grace, &person.0.to_string()).await["version"].clone();
        let set = json!({ "e": report, "m": marcus, "a": ["personalInfo", "timeOff"], "d": day(0), "v": version });
        assert_eq!(grace.ask_proving(SET_LINE, set).await.outcome(), "ok");
        assert!(!is_unmanaged(&grace, &report).await);
    }

    async fn the_last_administrators_employment_does_not_end_even_for_two_at_once(world: World) {
        world.hold("ana", "Administrator", None, (None, None)).await;
        world.hold("victor", "Administrator", None, (None, None)).await;
        let others = "DELETE FROM role_assignment WHERE company_id IS NULL AND person_id NOT IN
            (SELECT id FROM person WHERE username IN ('ana', 'victor')) AND role_id IN (SELECT id FROM role WHERE name = 'Administrator')";
        world.change(others, vec![]).await;
        // Administrators themselves, but not for good.
        for who in ["paula", "yuri"] {
            world.add_person(who).await;
            world.hold(who, "Administrator", None, (None, Some(30))).await;
        }
        let (paula, yuri) = (world.acting("paula").await, world.acting("yuri").await);
        let (ana, victor) =
            (world.acting("ana").await.standing(OUTFITTERS).await, world.acting("victor").await.standing(OUTFITTERS).await);
        let ending = |employee: &Option<String>| json!({ "e": employee, "k": "termination", "d": day(9), "v": 1 });
        let (one, other) = futures_util::future::join(
            paula.ask_proving(CHANGE, ending(&ana.employee)),
            yuri.ask_proving(CHANGE, ending(&victor.employee)),
        ).await;
        let outcomes = [one.outcome(), other.outcome()];
        assert!(outcomes.contains(&"ok") && outcomes.contains(&"LAST_ADMINISTRATOR"), "{outcomes:?}");
        let left = "SELECT count(*) FROM employee e JOIN person p ON p.id = e.person_id
            WHERE p.username IN ('ana', 'victor') AND e.last_day IS NULL AND e.status = 'Active'";
        assert_eq!(world.count(left).await, 1);
        // Without a factor, too: there's nothing to prove it for.
        let last = if outcomes[0] == "ok" { &victor } else { &ana };
        let refused = paula.ask(CHANGE, ending(&last.employee)).await;
        assert_eq!((refused.outcome(), refused.field()), ("LAST_ADMINISTRATOR", Some("change")), "{}", refused.text);
    }

    async fn a_company_administrator_neither_ends_nor_revives_someone_with_rights_beyond_hers(world: World) {
        world.add_newcomers().await;
        let (grace, lena) = (world.acting("grace").await, world.acting("lena").await);
        let elena = world.acting("elena").await.standing(LOGISTICS).await;
        let lena_asks = async |kind: &str, on: i64| {
            let version = seen(&grace, &elena.person).await["version"].clone();
            let asked = json!({ "e": elena.employee, "k": kind, "d": day(on), "v": version });
            lena.ask(CHANGE, asked).await.outcome().to_owned()
        };
        assert_eq!(lena_asks("termination", 0).await, "STEP_UP_REQUIRED", "she looks after all of it");
        world.hold("elena", "Administrator", None, (None, None)).await;
        for (kind, on) in [("termination", 0), ("termination", 9), ("leave", 0)] {
            assert_eq!(lena_asks(kind, on).await, "BEYOND_REACH", "{kind}");
        }
        assert_eq!(change(&grace, &elena, "termination", day(9)).await, "ok");
        let planned = seen(&grace, &elena.person).await;
        let withdraw = json!({ "e": elena.employee, "i": planned["history"][0]["id"], "v": planned["version"] });
        assert_eq!(lena.ask(WITHDRAW, withdraw).await.outcome(), "BEYOND_REACH");
        // The role sleeps once the employment has ended, and a rehire would wake it.
        assert_eq!(change(&grace, &elena, "termination", day(-1)).await, "ok");
        assert_eq!(seen(&grace, &elena.person).await["status"], "Terminated");
        assert_eq!(lena_asks("rehire", 0).await, "BEYOND_REACH");
        assert_eq!(change(&grace, &elena, "rehire", day(0)).await, "ok");
    }

    async fn company_administrators_find_their_own_people_and_search_nothing_elsewhere(world: World) {
        world.add_newcomers().await;
        world.add_person("zoe").await;
        world.hold("zoe", "Payroll", Some(LOGISTICS), (None, None)).await;
        let lena = world.acting("lena").await;
        let found = async |search: &str| {
            let reply = lena.ask(PEOPLE, json!({ "s": search })).await;
            reply.data("/administeredPeople/results").as_array().unwrap().clone()
        };
        let zoe = world.person("zoe").await.to_string();
        assert!(found("zoe").await.iter().any(|row| row["personId"] == zoe), "someone without a job there, but with a role");
        assert_eq!(lena.ask(ACCOUNT, json!({ "p": zoe })).await.data("/administeredAccount/mayHelp"), true);
        assert!(found("paula").await.is_empty(), "another company's");
        // Elena works at Cedar Outfitters, too, under a code of theirs.
        let sql = "SELECT e.id, e.employee_code FROM employee e JOIN company c ON c.id = e.company_id
            WHERE c.name = 'Cedar Outfitters' ORDER BY e.employee_code DESC LIMIT 1";
        let (employee, code): (uuid::Uuid, String) = world.app.db.one(sql, vec![]).await.unwrap();
        let elena = world.person("elena").await;
        world.change("UPDATE employee SET person_id = $1, search_text = 'secret code' WHERE id = $2", db::params![elena, employee]).await;
        assert!(found("secret").await.is_empty(), "{code}");
        assert!(found("elena").await.iter().any(|row| row["personId"] == elena.to_string()));
    }

    async fn someone_without_an_employment_is_found_by_a_name_with_accents(world: World) {
        let grace = world.acting("grace").await;
        world.add_person("iris").await;
        world.change("UPDATE person SET first_name = 'Íris', last_name = 'Núñez' WHERE username = 'iris'", vec![]).await;
        let iris = world.person("iris").await.to_string();
        for search in ["Núñez", "núñ", "íris NÚÑEZ", "iris@cedar"] {
            let reply = grace.ask(PEOPLE, json!({ "s": search })).await;
            let rows = reply.data("/administeredPeople/results").as_array().unwrap();
            assert!(rows.iter().any(|row| row["personId"] == iris), "{search}");
        }
    }

    async fn those_without_a_manager_are_found_by_name_and_company(world: World) {
        const LIST: &str = "query ($s: String, $c: ID) { unmanagedEmployees(search: $s, companyId: $c, limit: 100) {
            results { employeeId companyId } } }";
        world.add_newcomers().await;
        world.change("DELETE FROM reporting_line", vec![]).await;
        let (grace, lena) = (world.acting("grace").await, world.acting("lena").await);
        let elena = world.acting("elena").await.standing(LOGISTICS).await;
        let outfitters = world.acting("ana").await.standing(OUTFITTERS).await.company;
        let found = async |actor: &Actor<'_>, search: &str, company: Option<&str>| {
            let reply = actor.ask(LIST, json!({ "s": search, "c": company })).await;
            reply.data("/unmanagedEmployees/results").as_array().unwrap().clone()
        };
        let is_hers = |row: &Value| row["employeeId"] == json!(elena.employee);
        let by_name = found(&grace, "varg elen", None).await;
        assert!(by_name.iter().any(is_hers) && by_name.len() < found(&grace, "", None).await.len());
        assert!(found(&grace, "varg elen", Some(elena.company.as_str())).await.iter().any(is_hers));
        assert!(!found(&grace, "varg elen", Some(outfitters.as_str())).await.iter().any(is_hers));
        let here = found(&grace, "", Some(outfitters.as_str())).await;
        assert!(!here.is_empty() && here.iter().all(|row| row["companyId"] == outfitters.as_str()));
        // A company administrator finds her own people only.
        assert!(found(&lena, "", None).await.iter().all(|row| row["companyId"] == elena.company.as_str()));
        let foreign = lena.ask(LIST, json!({ "s": "", "c": outfitters })).await;
        assert_eq!(foreign.outcome(), "NOT_FOUND");
    }

    async fn a_preview_does_not_tell_a_company_administrator_of_roles_elsewhere(world: World) {
        world.add_newcomers().await;
        world.hold("elena", "Payroll", Some(OUTFITTERS), (None, None)).await;
        let elena = world.acting("elena").await.standing(LOGISTICS).await;
        for (who, kept) in [("lena", json!([])), ("grace", json!(["Payroll"]))] {
            let preview = world.acting(who).await.ask(ENDING, json!({ "e": elena.employee })).await;
            let ending = preview.data("/employmentEnding");
            assert_eq!((&ending["rolesKept"], &ending["endsSessions"]), (&kept, &json!(false)), "{who}");
        }
    }

    async fn the_list_and_the_page_agree_on_how_far_someone_is(world: World) {
        let grace = world.acting("grace").await;
        world.add_person("yuri").await;
        world.change("DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'yuri')", vec![]).await;
        let yuri = world.person("yuri").await.to_string();
        let agrees = async |state: &str| {
            let account = grace.ask(ACCOUNT, json!({ "p": yuri })).await;
            assert_eq!(account.data("/administeredAccount/signIn"), state, "{}", account.text);
            for wanted in ["locked", "inUse", "invited", "uninvited"] {
                let list = grace.ask(PEOPLE, json!({ "s": "yuri", "i": wanted })).await;
                let rows = list.data("/administeredPeople/results").as_array().unwrap();
                assert_eq!(rows.iter().any(|row| row["personId"] == yuri && row["signIn"] == state), wanted == state, "{wanted}");
            }
        };
        agrees("uninvited").await;
        grace.ask("mutation ($p: ID!) { sendSignInLink(personId: $p) { personId } }", json!({ "p": yuri })).await.data("/sendSignInLink");
        agrees("invited").await;
        // An invitation that has expired is none.
        let past = world.app.clock.now() - jiff::SignedDuration::from_hours(1);
        world.change("UPDATE account_link SET expires_at = $1", db::params![past]).await;
        agrees("uninvited").await;
        grace.ask("mutation ($p: ID!) { lockAccount(personId: $p) { personId } }", json!({ "p": yuri })).await.data("/lockAccount");
        agrees("locked").await;
    }
}
