//! Calendar links, through the API and through the link itself, on both engines. Today is Monday, 2026-11-16.

use crate::world::{Actor, Browser, Standing, World, both, link_in};
use jiff::SignedDuration;
use serde_json::{Value, json};

const OPEN: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $k: CalendarFeedKind!) {
    openCalendarFeed(tenantId: $t, companyId: $c, employeeId: $e, kind: $k) { url feed { id kind } } }";
const REVOKE: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
    revokeCalendarFeed(tenantId: $t, companyId: $c, employeeId: $e, id: $id) { id } }";

const TEAM: &str = "query ($t: ID!, $c: ID!, $e: ID!, $from: Date!, $to: Date!) {
    calendar: teamCalendar(tenantId: $t, companyId: $c, employeeId: $e, startDate: $from, endDate: $to) { isCut
      away { date employeeId firstName isOwn isPending type typeEs amount } holidays { date name nameEs } } }";
const REPORTS: &str = "query ($t: ID!, $c: ID!, $m: ID!, $from: Date!, $to: Date!) {
    calendar: reportsCalendar(tenantId: $t, companyId: $c, managerId: $m, startDate: $from, endDate: $to) { isCut
      away { date employeeId firstName isOwn isPending type typeEs amount } holidays { date name nameEs } } }";

const ASK: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!) {
    createTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, input: $i) { status } }";
const BALANCES: &str = "query ($t: ID!, $c: ID!, $e: ID!) {
    timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) { typeId type } }";

async fn sick(actor: &Actor<'_>, standing: &Standing) -> Value {
    let reply = actor.ask(BALANCES, at(standing, json!({}))).await;
    let all = reply.data("/timeOffBalances").as_array().unwrap();
    all.iter().find(|balance| balance["type"] == "Sick").unwrap()["typeId"].clone()
}

/// Two months around today.
fn two_months(standing: &Standing) -> Value {
    at(standing, json!({ "m": standing.person, "from": "2026-11-01", "to": "2026-12-31" }))
}

fn at(standing: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": standing.tenant, "c": standing.company, "e": standing.employee });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// A new link's path and id.
async fn opened(actor: &Actor<'_>, standing: &Standing, kind: &str) -> (String, Value) {
    let reply = actor.ask(OPEN, at(standing, json!({ "k": kind }))).await;
    let url = reply.data("/openCalendarFeed/url").as_str().unwrap().to_owned();
    let path = url[url.find("/calendars/").unwrap()..].to_owned();
    (path, reply.data("/openCalendarFeed/feed/id").clone())
}

both! {
    async fn a_link_shows_ones_own_approved_days_and_nothing_that_waits(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        let (path, _) = opened(&ana, &standing, "personal").await;
        let reply = world.get(&path).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.headers["content-type"], "text/calendar; charset=utf-8");
        assert!(reply.text.starts_with("BEGIN:VCALENDAR\r\n") && reply.text.ends_with("END:VCALENDAR\r\n"));
        let approved: Vec<(jiff::civil::Date,)> = world.app.db.all("SELECT d.day FROM time_off_day d
            JOIN employee e ON e.id = d.employee_id JOIN person p ON p.id = e.person_id
            WHERE p.username = 'ana' AND d.status = 'Approved'", vec![]).await.unwrap();
        assert!(!approved.is_empty());
        let waits: (jiff::civil::Date,) = world.app.db.one("SELECT d.day FROM time_off_day d
            JOIN employee e ON e.id = d.employee_id JOIN person p ON p.id = e.person_id
            WHERE p.username = 'ana' AND d.status = 'Pending' ORDER BY d.day", vec![]).await.unwrap();
        assert!(!reply.text.contains(&format!("DTSTART;VALUE=DATE:{}", waits.0.strftime("%Y%m%d"))));
        assert!(reply.text.contains("SUMMARY:Vacation\r\n"));
    }

    async fn a_team_calendar_says_who_is_away_but_never_why(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        let (path, _) = opened(&ana, &standing, "team").await;
        let text = world.get(&path).await.text;
        assert!(text.contains("SUMMARY:Ana Morales: away\r\n"), "{text}");
        for why in ["Vacation", "Sick", "Personal", "Parental", "Unpaid"] {
            assert!(!text.contains(why), "{why}");
        }
    }

    async fn leave_on_the_clock_is_timed_and_other_hours_are_told_to_oneself_alone(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        let type_id = sick(&ana, &standing).await;
        // Sick leave needs no approval. The clocks go forward on March 14.
        for (day, more) in [
            ("2027-03-03", json!({ "unit": "hours", "startTime": "13:00", "endTime": "14:30" })),
            ("2027-03-17", json!({ "unit": "hours", "startTime": "13:00", "endTime": "14:30" })),
            ("2027-03-04", json!({ "unit": "half" })),
            ("2027-03-05", json!({ "unit": "hours", "hours": 2, "minutes": 15 })),
            ("2027-03-10", json!({ "unit": "whole" })),
        ] {
            let mut input = json!({ "typeId": type_id, "startDate": day, "endDate": day });
            input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let made = ana.ask(ASK, at(&standing, json!({ "i": input }))).await;
            assert_eq!(made.data("/createTimeOffRequest/status"), "Approved");
        }
        let (own, _) = opened(&ana, &standing, "personal").await;
        let (team, _) = opened(&ana, &standing, "team").await;
        let (own, team) = (world.get(&own).await.text, world.get(&team).await.text);
        let when_and_what = |start: &str, end: &str, summary: &str| format!("DTSTART{start}\r\nDTEND{end}\r\nSUMMARY:{summary}\r\n");
        for (start, end, of_own, of_team) in [
            (":20270303T210000Z", ":20270303T223000Z", "Sick", "Ana Morales: away"),
            (":20270317T200000Z", ":20270317T213000Z", "Sick", "Ana Morales: away"),
            (";VALUE=DATE:20270310", ";VALUE=DATE:20270311", "Sick", "Ana Morales: away"),
        ] {
            assert!(own.contains(&when_and_what(start, end, of_own)), "{start} in {own}");
            assert!(team.contains(&when_and_what(start, end, of_team)), "{start} in {team}");
        }
        for (start, end, of_own) in [
            (";VALUE=DATE:20270304", ";VALUE=DATE:20270305", "Sick (4.00 hours)"),
            (";VALUE=DATE:20270305", ";VALUE=DATE:20270306", "Sick (2.25 hours)"),
        ] {
            assert!(own.contains(&when_and_what(start, end, of_own)), "{of_own} in {own}");
        }
        let away = when_and_what(";VALUE=DATE:20270304", ";VALUE=DATE:20270306", "Ana Morales: away");
        assert!(team.contains(&away), "{team}");
        assert!(!team.contains("Sick") && !team.contains("hours"), "{team}");
    }

    async fn on_the_page_colleagues_are_away_and_only_ones_own_days_say_more(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        let reply = ana.ask(TEAM, two_months(&standing)).await;
        let away = reply.data("/calendar/away").as_array().unwrap().clone();
        let (own, others): (Vec<&Value>, Vec<&Value>) = away.iter().partition(|day| day["isOwn"] == true);
        assert!(own.iter().all(|day| day["employeeId"] == json!(standing.employee) && day["type"].is_string()));
        assert!(own.iter().any(|day| day["isPending"] == true) && !others.is_empty());
        for day in others {
            assert_ne!(day["employeeId"], json!(standing.employee));
            assert_eq!((&day["isPending"], &day["type"], &day["typeEs"], &day["amount"]), (&json!(false), &Value::Null, &Value::Null, &Value::Null));
        }
        let told = world.count("SELECT count(*) FROM time_off_day d JOIN employee e ON e.id = d.employee_id
            JOIN employee me ON me.team_id = e.team_id JOIN person p ON p.id = me.person_id
            WHERE p.username = 'ana' AND e.status = 'Active' AND d.day BETWEEN '2026-11-01' AND '2026-12-31'
              AND (d.status = 'Approved' OR d.status = 'Pending' AND e.id = me.id)").await;
        assert_eq!(away.len() as i64, told);
        assert_eq!(*reply.data("/calendar/holidays/0"), json!({ "date": "2026-11-26", "name": "Thanksgiving Day", "nameEs": "Día de Acción de Gracias" }));
        assert_eq!(*reply.data("/calendar/isCut"), json!(false));
    }

    async fn what_somebody_acknowledged_stands_in_their_own_calendar_and_in_no_other(world: World) {
        let (ana, victor, marcus) = (world.acting("ana").await, world.acting("victor").await, world.acting("marcus").await);
        let (hers, his) = (ana.standing("Cedar Outfitters").await, victor.standing("Cedar Outfitters").await);
        let waiting = "query ($c: ID!, $e: ID!) { resources(companyId: $c, employeeId: $e, isActionItem: true) {
            employeeResources { id name status } } }";
        let reply = ana.ask(waiting, at(&hers, json!({}))).await;
        let items = reply.data("/resources/employeeResources").as_array().unwrap().clone();
        let item = items.iter().find(|item| item["status"] == "Pending").unwrap();
        let team = TEAM.replace("isCut", "events { date category title }");
        let events = async |actor: &Actor<'_>, standing: &Standing| {
            let reply = actor.ask(&team, two_months(standing)).await;
            reply.data("/calendar/events").as_array().unwrap().clone()
        };
        let before = (events(&ana, &hers).await, events(&victor, &his).await);
        let acknowledge = "mutation ($t: ID!, $c: ID!, $e: ID!, $r: ID!) {
            acknowledgeResource(tenantId: $t, companyId: $c, employeeId: $e, resourceId: $r) { calendarCategory } }";
        for _ in 0..2 {
            ana.ask(acknowledge, at(&hers, json!({ "r": item["id"] }))).await.data("/acknowledgeResource");
        }
        let event = json!({ "date": "2026-11-16", "category": "ActionItem", "title": item["name"] });
        let mut after = before.0;
        after.push(event);
        assert_eq!(events(&ana, &hers).await, after);
        assert_eq!(events(&victor, &his).await, before.1);
        let managed = marcus.standing("Cedar Outfitters").await;
        let reports = REPORTS.replace("isCut", "events { title }");
        assert_eq!(*marcus.ask(&reports, two_months(&managed)).await.data("/calendar/events"), json!([]));
    }

    async fn whoever_decides_sees_types_and_what_waits_of_their_reports_alone(world: World) {
        let (marcus, dana) = (world.acting("marcus").await, world.acting("dana").await);
        let (his, hers) = (marcus.standing("Cedar Outfitters").await, dana.standing("Cedar Outfitters").await);
        let reply = marcus.ask(REPORTS, two_months(&his)).await;
        let away = reply.data("/calendar/away").as_array().unwrap().clone();
        assert!(away.iter().all(|day| day["type"].is_string() && day["amount"].is_string() && day["isOwn"] == false));
        assert!(away.iter().any(|day| day["firstName"] == "Ana" && day["isPending"] == true));
        // Dana's lines lead to fewer people, and she sees nothing about the others.
        let reached = "SELECT count(*) FROM time_off_day d WHERE d.day BETWEEN '2026-11-01' AND '2026-12-31'
            AND d.status IN ('Pending', 'Approved') AND d.employee_id IN (SELECT l.employee_id FROM reporting_line l
              JOIN person p ON p.id = l.manager_id JOIN employee e ON e.id = l.employee_id
              WHERE p.username = 'dana' AND l.area = 'Time Off' AND e.status = 'Active')";
        let reply = dana.ask(REPORTS, two_months(&hers)).await;
        let seen = reply.data("/calendar/away").as_array().unwrap().len();
        assert_eq!(seen as i64, world.count(reached).await);
        assert!(seen < away.len(), "{seen}");
    }

    async fn more_than_two_months_are_not_asked_for_at_once(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        for (from, to, code) in [("2026-11-01", "2027-01-02", "RANGE_TOO_LONG"), ("2026-11-02", "2026-11-01", "END_BEFORE_START")] {
            let reply = ana.ask(TEAM, at(&standing, json!({ "from": from, "to": to }))).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some("endDate")));
        }
    }

    async fn holidays_come_in_the_language_of_the_reader(world: World) {
        let elena = world.acting("elena").await;
        let standing = elena.standing("Cedar Logistics").await;
        let (path, _) = opened(&elena, &standing, "holidays").await;
        let text = world.get(&path).await.text;
        assert!(text.contains("DTSTART;VALUE=DATE:20261126\r\n") && text.contains("SUMMARY:Día de Acción de Gracias\r\n"), "{text}");
    }

    async fn a_revoked_link_and_that_of_somebody_who_left_are_not_found(world: World) {
        let (ana, victor) = (world.acting("ana").await, world.acting("victor").await);
        let (hers, his) = (ana.standing("Cedar Outfitters").await, victor.standing("Cedar Outfitters").await);
        let (revoked, id) = opened(&ana, &hers, "personal").await;
        let (left, other) = opened(&victor, &his, "personal").await;
        assert_eq!(ana.ask(REVOKE, at(&hers, json!({ "id": other }))).await.outcome(), "NOT_FOUND");
        ana.ask(REVOKE, at(&hers, json!({ "id": id }))).await.data("/revokeCalendarFeed/id");
        assert_eq!(ana.ask(REVOKE, at(&hers, json!({ "id": id }))).await.outcome(), "NOT_FOUND");
        assert_eq!(world.get(&left).await.status, 200);
        world.disable("victor").await;
        let unknown = world.get("/calendars/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics").await;
        for gone in [world.get(&revoked).await, world.get(&left).await] {
            assert_eq!((gone.status.as_u16(), &gone.text), (404, &unknown.text));
        }
        let kept = "SELECT count(*) FROM calendar_feed WHERE length(secret_hash) = 32";
        assert!(world.count(kept).await >= 2);
    }

    async fn a_link_a_thief_opened_ends_when_the_owner_takes_the_account_back(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        let (older, _) = opened(&ana, &standing, "holidays").await;
        let long_ago = world.app.clock.now() - SignedDuration::from_hours(24 * 8);
        world.change("UPDATE calendar_feed SET created_at = $1", db::params![long_ago]).await;
        world.delivered().await;
        let (first, _) = opened(&ana, &standing, "personal").await;
        let told = world.delivered().await;
        assert!(told.iter().any(|mail| mail.text.contains("A calendar link was created")), "the owner is told");
        let status = async |path: &str| world.get(path).await.status.as_u16();
        assert_eq!((status(&older).await, status(&first).await), (200, 200));

        let mut browser = Browser::at(&world, "127.0.0.1");
        browser.post_json("/login/forgot", json!({ "username": "ana" })).await;
        let reset = link_in(&world.delivered().await[0].text, "reset");
        let chosen = json!({ "token": reset, "password": "tuba velvet moth 94" });
        assert_eq!(browser.post_json("/login/choose-password", chosen).await.status, 200);
        assert_eq!((status(&older).await, status(&first).await), (200, 404), "by a new password");
        let told = world.delivered().await;
        assert!(told.iter().any(|mail| mail.text.contains("calendar links no longer work")));

        let alarm = link_in(&told.iter().find(|mail| mail.text.contains("/login/not-me?")).unwrap().text, "not-me");
        let request = browser.begin().await;
        let welcome = browser.type_password(&request, "ana", "tuba velvet moth 94").await;
        let tokens = browser.finish(welcome).await;
        let ana = world.holding(tokens["access_token"].as_str().unwrap());
        let (second, _) = opened(&ana, &standing, "personal").await;
        // Before the first change, but still within the days before the notice.
        let earlier = world.app.clock.now() - SignedDuration::from_hours(24);
        world.change("UPDATE calendar_feed SET created_at = $1 WHERE revoked_at IS NULL AND kind = 'personal'", db::params![earlier]).await;
        assert_eq!(status(&second).await, 200);
        assert_eq!(browser.post_json("/login/not-me", json!({ "token": alarm })).await.status, 200);
        assert_eq!((status(&older).await, status(&second).await), (200, 404), "by an alarm");
    }

    async fn ten_links_are_open_at_most(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing("Cedar Outfitters").await;
        for _ in 0..10 {
            opened(&ana, &standing, "holidays").await;
        }
        let before = world.rows().await;
        assert_eq!(ana.ask(OPEN, at(&standing, json!({ "k": "team" }))).await.outcome(), "TOO_MANY_FEEDS");
        assert_eq!(world.rows().await, before);
        let query = "query ($t: ID!, $c: ID!, $e: ID!) { calendarFeeds(tenantId: $t, companyId: $c, employeeId: $e) { id kind } }";
        let reply = ana.ask(query, at(&standing, json!({}))).await;
        assert_eq!(reply.data("/calendarFeeds").as_array().unwrap().len(), 10);
    }
}
