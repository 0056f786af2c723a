//! Employment with dates: who may do what around the end of a day, on two nodes, and what a termination ends.

#[path = "tests/adding.rs"]
mod adding;

use crate::world::{Actor, Browser, Standing, TODAY, World, both};
use atrium::access::{self, At, Read, Viewer, Write};
use atrium::announcements::Announcements;
use atrium::deposits::Deposits;
use atrium::employment;
use atrium::pay_stubs::PayStubs;
use atrium::shared::clock::{Clock, Randomness};
use atrium::shared::day::Day;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

#[path = "tests/rights.rs"]
mod rights;

const OUTFITTERS: &str = "Cedar Outfitters";
const LOGISTICS: &str = "Cedar Logistics";

const PERSON: &str = "query ($p: ID!) { administeredPerson(personId: $p) { employments {
    employeeId companyName status lastDay rehireDay leaveFrom openThrough version
    history { id change day recordedBy isInEffect }
    lines { managerId managerName kind area firstDay lastDay isPlanned isOver } } } }";
const CHANGE: &str = "mutation ($e: ID!, $k: EmploymentChange!, $d: Date!, $v: Int!) {
    changeEmployment(employeeId: $e, change: $k, day: $d, version: $v) { version } }";
const WITHDRAW: &str = "mutation ($e: ID!, $i: ID!, $v: Int!) {
    withdrawEmploymentChange(employeeId: $e, eventId: $i, version: $v) { version } }";
const SET_LINE: &str = "mutation ($e: ID!, $m: ID!, $k: ReportKind! = primary, $a: [ReportingArea!]!, $d: Date!, $v: Int!) {
    setReportingLine(employeeId: $e, managerId: $m, kind: $k, areas: $a, firstDay: $d, version: $v) { version } }";
const END_LINE: &str = "mutation ($e: ID!, $m: ID!, $d: Date!, $v: Int!) {
    endReportingLine(employeeId: $e, managerId: $m, kind: primary, area: personalInfo, lastDay: $d, version: $v) { version } }";
const ENDING: &str = "query ($e: ID!) { employmentEnding(employeeId: $e) {
    roles rolesKept reports delegations endsSessions leftBehind { lastName areas } } }";
const CARD: &str = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
    managersEmployee(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { id } }";
const STUBS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
const RETURNS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    listEmployeeTaxReturns(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
const FORMS: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    employeeTaxSetup(tenantId: $t, companyId: $c, employeeId: $e) { __typename } }";
const PROFILE: &str = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
    managersEmployeeProfile(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) { dateOfBirth } }";
const NEWS: &str = "query ($t: ID!, $c: ID!, $e: ID) {
    listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
const DOCUMENTS: &str = "query ($t: ID!, $c: ID!, $e: ID) {
    listCompanyDocuments(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";

fn day(ahead: i64) -> Day {
    TODAY.plus_days(ahead)
}

fn own(at: &Standing) -> Value {
    json!({ "t": at.tenant, "c": at.company, "e": at.employee })
}

/// The employment as administrators see it.
async fn seen(grace: &Actor<'_>, person: &str) -> Value {
    let found = grace.ask(PERSON, json!({ "p": person })).await;
    found.data("/administeredPerson/employments/0").clone()
}

async fn change(grace: &Actor<'_>, at: &Standing, kind: &str, on: Day) -> String {
    let version = seen(grace, &at.person).await["version"].clone();
    let asked = json!({ "e": at.employee, "k": kind, "d": on, "v": version });
    grace.ask_proving(CHANGE, asked).await.outcome().to_owned()
}

async fn later(world: &World, days: i64) -> World {
    world.node(|app| app.clock = Clock::with_business_day(day(days))).await
}

both! {
    /// The reference is the time zone's calendar; the database has only dates, and no job has run.
    async fn rights_end_with_the_last_day_in_the_companys_time_zone_on_every_node(world: World) {
        let priya = world.acting("priya").await.standing(OUTFITTERS).await;
        let person = world.person("priya").await;
        let chance = Randomness::seeded("the end of a day");
        let zones = ["America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "Europe/Berlin",
            "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "UTC"];
        let company: uuid::Uuid = priya.company.parse().unwrap();
        let employee: uuid::Uuid = priya.employee.unwrap().parse().unwrap();
        for _ in 0..60 {
            let zone = zones[usize::try_from(chance.below(zones.len() as u64)).unwrap()];
            // Two years cover every clock change.
            let last_day = Day(jiff::civil::date(2026, 1, 1)).plus_days(i64::try_from(chance.below(730)).unwrap());
            let tz = TimeZone::get(zone).unwrap();
            let end: Timestamp = last_day.plus_days(1).0.to_zoned(tz).unwrap().timestamp();
            world.change("UPDATE company SET time_zone = $2 WHERE id = $1", db::params![company, zone]).await;
            world.change("UPDATE employee SET last_day = $2 WHERE id = $1", db::params![employee, last_day]).await;
            let aside = SignedDuration::from_secs(i64::try_from(chance.below(100_000)).unwrap());
            for moment in [end - SignedDuration::from_micros(1), end, end - aside, end + aside] {
                let has_ended = moment >= end;
                for node in [world.app.db.clone(), world.app.db.counted()] {
                    let viewer = Viewer::load(&node, &Clock::at(moment), person).await.unwrap().unwrap();
                    let membership = viewer.companies.iter().find(|one| one.company.0 == company).unwrap();
                    assert_eq!(membership.former.is_some(), has_ended, "{zone} {last_day} {moment}");
                    let at = At { tenant: viewer.tenant, company: membership.company };
                    let manages = access::managed_company::<Announcements, Write>(&viewer, at, person).is_ok();
                    let employee = membership.employee.unwrap();
                    let reads = access::own::<PayStubs, Read>(&viewer, at, employee).is_ok();
                    let deposits = access::own::<Deposits, Read>(&viewer, at, employee).is_ok();
                    assert_eq!((manages, reads, deposits), (!has_ended, true, !has_ended), "{zone} {last_day} {moment}");
                    assert_eq!(viewer.held.iter().any(|role| role.company == Some(at.company)), !has_ended);
                }
            }
            // For exactly as long as the tenant says, to the day.
            let months = jiff::Span::new().months(24);
            let until = Day(last_day.0.saturating_add(months));
            for (on, is_open) in [(until, true), (until.plus_days(1), false)] {
                let viewer = Viewer::load(&world.app.db, &Clock::with_business_day(on), person).await.unwrap().unwrap();
                assert_eq!(viewer.companies.iter().any(|one| one.company.0 == company), is_open, "{last_day} {on}");
            }
        }
    }

    async fn roles_for_the_whole_tenant_end_with_the_last_employment_and_not_before(world: World) {
        const ADMINISTERS: &str = "{ administratorHome { unmanaged } }";
        let (grace, ana) = (world.acting("grace").await, world.acting("ana").await);
        let at = ana.standing(OUTFITTERS).await;
        world.hold("ana", "Administrator", None, (None, None)).await;
        let preview = async || grace.ask(ENDING, json!({ "e": at.employee })).await.data("/employmentEnding").clone();
        let ends = preview().await;
        assert!(ends["roles"].as_array().unwrap().contains(&json!("Administrator")), "{ends}");
        assert_eq!((&ends["rolesKept"], &ends["endsSessions"]), (&json!([]), &json!(true)));
        assert_eq!(change(&grace, &at, "termination", day(0)).await, "ok");
        assert_eq!(ana.ask(ADMINISTERS, json!({})).await.outcome(), "ok");
        let then = later(&world, 1).await;
        let token = world.token("ana").await;
        assert_eq!(then.holding(&token).ask(ADMINISTERS, json!({})).await.outcome(), "FORBIDDEN");
        assert!(!Viewer::load(&then.app.db, &then.app.clock, world.person("ana").await).await.unwrap().unwrap()
            .held.iter().any(|role| role.company.is_none()));

        // Employed at another company, she keeps them.
        world.change("UPDATE employee SET person_id = $1 WHERE person_id IN (SELECT id FROM person WHERE username = 'elena')",
            db::params![world.person("ana").await]).await;
        let stays = preview().await;
        assert!(stays["rolesKept"].as_array().unwrap().contains(&json!("Administrator")), "{stays}");
        assert_eq!(then.holding(&token).ask(ADMINISTERS, json!({})).await.outcome(), "ok");
    }

    async fn a_role_that_only_a_former_employee_had_can_be_removed(world: World) {
        let grace = world.acting("grace").await;
        let at = world.acting("ana").await.standing(OUTFITTERS).await;
        let role = uuid::Uuid::from_u128(9);
        world.change("INSERT INTO role (id, tenant_id, name, permissions, applications, applies, is_shipped)
            SELECT $1, r.tenant_id, 'Floor lead', r.permissions, r.applications, r.applies, FALSE
            FROM role r JOIN tenant t ON t.id = r.tenant_id WHERE r.name = 'Manager View' AND t.name = 'Cedar Group'",
            db::params![role]).await;
        world.hold("ana", "Floor lead", Some(OUTFITTERS), (None, None)).await;
        assert_eq!(change(&grace, &at, "termination", day(-1)).await, "ok");
        employment::follow(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM ended_role").await, 2);
        let remove = "mutation ($t: ID!, $r: ID!) { removeRole(tenantId: $t, roleId: $r, version: 1) { roleId } }";
        let removed = grace.ask_proving(remove, json!({ "t": at.tenant, "r": role.to_string() })).await;
        assert_eq!(removed.outcome(), "ok", "{}", removed.text);
        assert_eq!(world.count("SELECT count(*) FROM ended_role").await, 1);
        // Coming back, she gets what is left of her roles.
        assert_eq!(change(&grace, &at, "rehire", day(0)).await, "ok");
        employment::follow(&world.app).await.unwrap();
        let left = "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id WHERE p.username = 'ana'";
        assert_eq!(world.count(left).await, 1);
    }

    async fn a_termination_takes_a_managers_rights_and_leaves_stubs_and_tax_forms(world: World) {
        let (grace, priya) = (world.acting("grace").await, world.acting("priya").await);
        let at = priya.standing(OUTFITTERS).await;
        let sql = "SELECT e.id FROM reporting_line l JOIN employee e ON e.id = l.employee_id AND e.status = 'Active'
            JOIN person p ON p.id = l.manager_id JOIN company c ON c.id = l.company_id
            WHERE p.username = 'priya' AND c.name = 'Cedar Outfitters' AND l.area = 'Personal Info' AND NOT EXISTS (
              SELECT 1 FROM reporting_line o WHERE o.employee_id = e.id AND o.manager_id <> l.manager_id) ORDER BY e.id LIMIT 1";
        let (report,): (uuid::Uuid,) = world.app.db.one(sql, vec![]).await.unwrap();
        let report = report.to_string();
        // So nothing elsewhere keeps her sessions.
        world.change("DELETE FROM role_assignment WHERE person_id IN (SELECT id FROM person WHERE username = 'priya')
            AND company_id IN (SELECT id FROM company WHERE name = 'Cedar Logistics')", vec![]).await;
        let preview = grace.ask(ENDING, json!({ "e": at.employee })).await;
        assert!(preview.data("/employmentEnding/reports").as_i64().unwrap() > 0, "{}", preview.text);
        assert!(!preview.data("/employmentEnding/leftBehind").as_array().unwrap().is_empty());
        world.delivered().await;

        // Nothing is saved before a factor is proved, or for a different version.
        let asked = json!({ "e": at.employee, "k": "termination", "d": day(0), "v": 1 });
        assert_eq!(grace.ask(CHANGE, asked).await.outcome(), "STEP_UP_REQUIRED");
        let stale = json!({ "e": at.employee, "k": "termination", "d": day(0), "v": 99 });
        assert_eq!(grace.ask_proving(CHANGE, stale).await.outcome(), "CONFLICT");
        let early = json!({ "e": at.employee, "k": "termination", "d": "1990-01-01", "v": 1 });
        let refused = grace.ask_proving(CHANGE, early).await;
        assert_eq!((refused.outcome(), refused.field()), ("BEFORE_HIRE", Some("day")));
        assert_eq!(change(&grace, &at, "termination", day(0)).await, "ok");

        // On their last day they are told how to sign in from now on, and are still a manager.
        let mails = world.delivered().await;
        assert!(mails.iter().any(|mail| mail.text.contains("/accountSettings")), "{}", mails.len());
        let card = json!({ "t": at.tenant, "c": at.company, "m": at.person, "e": report });
        assert_eq!(priya.ask(CARD, card.clone()).await.outcome(), "ok");

        // The next day, the same token, on another node, before any job runs.
        let tomorrow = later(&world, 1).await;
        let token = world.token("priya").await;
        let there = tomorrow.holding(&token);
        assert_eq!(there.ask(CARD, card.clone()).await.outcome(), "FORBIDDEN");
        reads_own_and_nothing_else(&there, &at).await;

        employment::follow(&tomorrow.app).await.unwrap();
        for (what, sql) in [
            ("roles", "SELECT count(*) FROM role_assignment a JOIN person p ON p.id = a.person_id WHERE p.username = 'priya'"),
            ("lines", "SELECT count(*) FROM reporting_line l JOIN person p ON p.id = l.manager_id JOIN company c ON c.id = l.company_id
                WHERE p.username = 'priya' AND c.name = 'Cedar Outfitters'"),
            ("employment", "SELECT count(*) FROM employee e JOIN person p ON p.id = e.person_id
                WHERE p.username = 'priya' AND e.status = 'Active'"),
            ("sessions", "SELECT count(*) FROM oidc_session s JOIN person p ON p.id = s.subject
                WHERE p.username = 'priya' AND s.ended_at IS NULL"),
        ] {
            assert_eq!(world.count(sql).await, 0, "{what}");
        }
        let mails = tomorrow.delivered().await;
        assert!(mails.iter().any(|mail| mail.text.contains("/admin/people")), "administrators hear of her reports");
        assert!(!mails.iter().any(|mail| mail.text.contains("/accountSettings")), "once is enough");
        assert!(rights::is_unmanaged(&grace, &report).await);

        // Signing in again opens what is left, and nothing else.
        let tokens = Browser::at(&tomorrow, "127.0.0.1").sign_in("priya").await;
        let back = tomorrow.holding(tokens["access_token"].as_str().unwrap());
        reads_own_and_nothing_else(&back, &at).await;

        // A rehire restores roles and reports.
        let grace = tomorrow.acting("grace").await;
        assert_eq!(change(&grace, &at, "rehire", day(0)).await, "REHIRE_BEFORE_END");
        assert_eq!(change(&grace, &at, "rehire", day(1)).await, "ok");
        assert_eq!(back.ask(CARD, card).await.outcome(), "ok");
        let seen = seen(&grace, &at.person).await;
        let history: Vec<&str> = seen["history"].as_array().unwrap().iter().map(|row| row["change"].as_str().unwrap()).collect();
        assert_eq!((seen["status"].as_str(), history), (Some("Active"), vec!["rehire", "termination"]));
    }

    async fn what_is_planned_can_be_withdrawn_and_leave_changes_no_rights(world: World) {
        let grace = world.acting("grace").await;
        let ana = world.acting("ana").await;
        let at = ana.standing(OUTFITTERS).await;
        assert_eq!(change(&grace, &at, "termination", day(10)).await, "ok");
        let planned = seen(&grace, &at.person).await;
        assert_eq!((planned["status"].as_str(), planned["lastDay"].as_str()), (Some("Active"), Some("2026-11-26")));
        // A new date replaces the old one.
        assert_eq!(change(&grace, &at, "termination", day(5)).await, "ok");
        let planned = seen(&grace, &at.person).await;
        assert_eq!(planned["history"].as_array().unwrap().len(), 1);
        let event = planned["history"][0]["id"].clone();
        let withdraw = json!({ "e": at.employee, "i": event, "v": planned["version"] });
        assert_eq!(grace.ask_proving(WITHDRAW, withdraw).await.outcome(), "ok");
        assert_eq!(seen(&grace, &at.person).await["lastDay"], Value::Null);

        assert_eq!(change(&grace, &at, "return", day(0)).await, "NOT_ON_LEAVE");
        assert_eq!(change(&grace, &at, "leave", day(0)).await, "ok");
        assert_eq!(change(&grace, &at, "leave", day(3)).await, "ALREADY_ON_LEAVE");
        assert_eq!(seen(&grace, &at.person).await["status"], "Leave");
        for query in [STUBS, RETURNS, NEWS, DOCUMENTS] {
            assert_eq!(ana.ask(query, own(&at)).await.outcome(), "ok", "{query}");
        }
        assert_eq!(change(&grace, &at, "return", day(2)).await, "ok");
        let next_week = later(&world, 7).await;
        employment::follow(&next_week.app).await.unwrap();
        assert_eq!(seen(&next_week.acting("grace").await, &at.person).await["status"], "Active");
        // What has taken effect can't be withdrawn.
        let seen = seen(&grace, &at.person).await;
        let withdraw = json!({ "e": at.employee, "i": seen["history"][0]["id"], "v": seen["version"] });
        assert_eq!(grace.ask_proving(WITHDRAW, withdraw).await.outcome(), "ALREADY_APPLIED");
    }

    async fn a_new_manager_takes_over_on_the_day_and_cycles_are_refused(world: World) {
        let grace = world.acting("grace").await;
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (at, to) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        let ana = world.acting("ana").await.standing(OUTFITTERS).await;
        let set = async |employee: &Standing, manager: &str, from: Day| {
            let version = seen(&grace, &employee.person).await["version"].clone();
            let asked = json!({ "e": employee.employee, "m": manager, "a": ["personalInfo"], "d": from, "v": version });
            grace.ask_proving(SET_LINE, asked).await.outcome().to_owned()
        };
        assert_eq!(set(&ana, &ana.person, day(0)).await, "OWN_MANAGER");
        let elena = world.acting("elena").await.standing(LOGISTICS).await;
        assert_eq!(set(&ana, &elena.person, day(0)).await, "NOT_A_MANAGER");
        // Someone whose role is over by then can't either.
        world.add_person("paula").await;
        world.hold("paula", "Manager View", Some(OUTFITTERS), (None, Some(5))).await;
        let paula = world.person("paula").await.to_string();
        assert_eq!(set(&ana, &paula, day(6)).await, "NOT_A_MANAGER");
        assert_eq!(set(&ana, &to.person, day(3)).await, "ok");
        let ids = |manager: &Standing| json!({ "t": at.tenant, "c": at.company, "m": manager.person, "e": ana.employee });
        assert_eq!(marcus.ask(PROFILE, ids(&at)).await.outcome(), "ok");
        assert_eq!(priya.ask(PROFILE, ids(&to)).await.outcome(), "NOT_FOUND");
        // The old line is over on that very day, whether or not a job has run; the new one starts with it.
        let then = later(&world, 3).await;
        let (marcus_then, priya_then) = (world.token("marcus").await, world.token("priya").await);
        assert_eq!(then.holding(&marcus_then).ask(PROFILE, ids(&at)).await.outcome(), "NOT_FOUND");
        employment::follow(&then.app).await.unwrap();
        assert_eq!(then.holding(&priya_then).ask(PROFILE, ids(&to)).await.outcome(), "ok");
        assert_eq!(then.holding(&marcus_then).ask(PROFILE, ids(&at)).await.outcome(), "NOT_FOUND");

        // A manager can't report to someone who reports to them, now or later.
        world.change("INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id)
            SELECT $2, a.tenant_id, $1, a.role_id, a.company_id FROM role_assignment a JOIN role r ON r.id = a.role_id
            JOIN person p ON p.id = a.person_id JOIN company c ON c.id = a.company_id
            WHERE p.username = 'priya' AND c.name = 'Cedar Outfitters' AND r.permissions LIKE '%manager:profile%' LIMIT 1",
            db::params![world.person("ana").await, uuid::Uuid::from_u128(7)]).await;
        assert_eq!(set(&to, &ana.person, day(0)).await, "MANAGER_CYCLE");
        assert_eq!(set(&to, &ana.person, day(30)).await, "MANAGER_CYCLE");
        // In whatever area, by whatever kind of line.
        let version = seen(&grace, &to.person).await["version"].clone();
        for (kind, area) in [("primary", "timeOff"), ("secondary", "personalInfo")] {
            let crossed = json!({ "e": to.employee, "m": ana.person, "k": kind, "a": [area], "d": day(0), "v": version });
            assert_eq!(grace.ask_proving(SET_LINE, crossed).await.outcome(), "MANAGER_CYCLE", "{kind} {area}");
        }
        let version = seen(&grace, &ana.person).await["version"].clone();
        let end = json!({ "e": ana.employee, "m": to.person, "d": day(-1), "v": version });
        assert_eq!(grace.ask_proving(END_LINE, end).await.outcome(), "ok");
        assert_eq!(priya.ask(PROFILE, ids(&to)).await.outcome(), "NOT_FOUND");
        let lines = seen(&grace, &ana.person).await["lines"].clone();
        assert!(lines.as_array().unwrap().iter().any(|line| line["isOver"] == true), "{lines}");
    }

    async fn a_planned_line_for_which_a_file_said_a_last_day_keeps_it(world: World) {
        let (ana, priya) = (world.acting("ana").await.standing(OUTFITTERS).await, world.person("priya").await);
        let employee: uuid::Uuid = ana.employee.as_ref().unwrap().parse().unwrap();
        let (first, last, now) = (day(2), day(9), world.app.clock.now());
        world.change("INSERT INTO dated_line (id, tenant_id, company_id, employee_id, manager_id, kind, area, first_day, last_day,
              is_planned, recorded_at)
            SELECT $1, tenant_id, company_id, id, $2, 'secondary', 'Time Off', $3, $4, TRUE, $5 FROM employee WHERE id = $6",
            db::params![uuid::Uuid::from_u128(4), priya, first, last, now, employee]).await;
        let then = later(&world, 3).await;
        employment::follow(&then.app).await.unwrap();
        let found = "SELECT last_day FROM reporting_line
            WHERE employee_id = $1 AND manager_id = $2 AND kind = 'secondary' AND area = 'Time Off'";
        let (found,): (Option<Day>,) = world.app.db.one(found, db::params![employee, priya]).await.unwrap();
        assert_eq!(found, Some(last));
    }

    async fn an_employee_code_changes_and_everything_follows(world: World) {
        const CODE: &str = "mutation ($e: ID!, $c: String!, $v: Int!) {
            changeEmployeeCode(employeeId: $e, employeeCode: $c, version: $v) { version } }";
        const FIND: &str = "query ($s: String) { administeredPeople(search: $s) { results { username jobs { employeeCode } } } }";
        let grace = world.acting("grace").await;
        let (ana, victor) = (world.acting("ana").await.standing(OUTFITTERS).await, world.acting("victor").await.standing(OUTFITTERS).await);
        let code_of = "SELECT employee_code FROM employee WHERE id = $1";
        let id = |at: &Standing| at.employee.as_ref().unwrap().parse::<uuid::Uuid>().unwrap();
        let (before,): (String,) = world.app.db.one(code_of, db::params![id(&ana)]).await.unwrap();
        let (taken,): (String,) = world.app.db.one(code_of, db::params![id(&victor)]).await.unwrap();
        let to = |code: &str, version: i64| json!({ "e": ana.employee, "c": code, "v": version });
        for (code, refusal) in [(" ", "REQUIRED"), (taken.as_str(), "EMPLOYEE_CODE_TAKEN"), (&"7".repeat(101), "TOO_LONG")] {
            let refused = grace.ask(CODE, to(code, 1)).await;
            assert_eq!((refused.outcome(), refused.field()), (refusal, Some("employeeCode")), "{}", refused.text);
        }
        assert_eq!(grace.ask(CODE, to("77-1", 1)).await.outcome(), "STEP_UP_REQUIRED");
        let changed = grace.ask_proving(CODE, to(" 77-1 ", 1)).await;
        assert_eq!(changed.data("/changeEmployeeCode/version"), 2, "{}", changed.text);
        let late = grace.ask(CODE, to("78", 1)).await;
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["employeeCode"], "77-1", "{}", late.text);
        let found = grace.ask(FIND, json!({ "s": "77-1" })).await;
        assert_eq!(found.data("/administeredPeople/results/0/username"), "ana", "{}", found.text);
        let stale = "SELECT count(*) FROM reporting_line WHERE employee_id = $1 AND search_text NOT LIKE '%77-1%'";
        let (stale,): (i64,) = world.app.db.one(stale, db::params![id(&ana)]).await.unwrap();
        assert_eq!(stale, 0, "managers find her by it");
        let detail = "SELECT detail FROM audit_event WHERE action = 'employee_code.changed'";
        let (detail,): (String,) = world.app.db.one(detail, vec![]).await.unwrap();
        let detail: Value = serde_json::from_str(&detail).unwrap();
        assert_eq!((&detail["from"], &detail["to"]), (&json!(before), &json!("77-1")));
    }

    async fn nobody_but_administrators_changes_employments_and_never_their_own(world: World) {
        let ana = world.acting("ana").await.standing(OUTFITTERS).await;
        let before = world.rows().await;
        for who in ["ana", "marcus", "hugo"] {
            let actor = world.acting(who).await;
            let asked = json!({ "e": ana.employee, "k": "termination", "d": day(0), "v": 1 });
            let answer = actor.ask_proving(CHANGE, asked).await;
            assert!(["FORBIDDEN", "NOT_FOUND"].contains(&answer.outcome()), "{who}: {}", answer.text);
            assert_ne!(actor.ask(PERSON, json!({ "p": ana.person })).await.outcome(), "ok", "{who}");
        }
        let after = world.rows().await;
        assert_eq!(before["employee"], after["employee"]);
        assert_eq!(before["employment_event"], after["employment_event"]);
    }
}

async fn reads_own_and_nothing_else(actor: &Actor<'_>, at: &Standing) {
    for query in [STUBS, RETURNS, FORMS] {
        assert_eq!(actor.ask(query, own(at)).await.outcome(), "ok", "{query}");
    }
    let stubs = actor.ask(STUBS, own(at)).await;
    let stub = stubs.data("/listEmployeePayStubs/results/0/id").clone();
    let open = "query ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
        employeePaystub(tenantId: $t, companyId: $c, employeeId: $e, paystubId: $id) { id } }";
    let mut asked = own(at);
    asked["id"] = stub;
    assert_eq!(actor.ask(open, asked).await.outcome(), "ok");
    for query in [NEWS, DOCUMENTS] {
        assert_eq!(actor.ask(query, own(at)).await.outcome(), "FORBIDDEN", "{query}");
    }
    let viewer = actor
        .ask("{ viewer { companies { companyId roles permissions employmentEndedOn } } }", json!({}))
        .await;
    let companies = viewer.data("/viewer/companies").as_array().unwrap();
    let here = companies.iter().find(|row| row["companyId"] == at.company).unwrap();
    assert_eq!(here["roles"], json!([]));
    assert_eq!(here["permissions"], json!(["employee:pay:paystubs", "employee:taxes"]));
    assert_eq!(here["employmentEndedOn"], json!(day(0)));
}
