//! Who gets mail about time off.

use super::deciding::{asked, decide, decision};
use super::{DELETE, LOGISTICS, OUTFITTERS, at, create, type_of, update, whole, with};
use crate::world::{World, both};
use atrium::shared::collected::Delivered;
use serde_json::{Value, json};

/// (recipient's name before the @, subject) of each mail sent, in any order.
pub(super) fn told(sent: &[Delivered]) -> Vec<(String, String)> {
    let one = |mail: &Delivered| {
        (mail.to.split('@').next().unwrap().to_owned(), mail.subject.clone().unwrap_or_default())
    };
    let mut all: Vec<_> = sent.iter().map(one).collect();
    all.sort();
    all
}

both! {
    async fn whoever_decides_hears_of_a_request_but_not_of_its_reasons(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let vacation = type_of(&ana, &standing, "Vacation").await;
        let input = with(whole(&vacation, "2027-02-19", "2027-02-19"), json!({ "notes": "A canary of a reason" }));
        let made = ana.ask(&create(), at(&standing, json!({ "i": input }))).await;
        let sent = world.delivered().await;
        // Dana has only a secondary line, so Marcus is nearer.
        assert_eq!(told(&sent), [("marcus".into(), "Ana Morales requested time off".to_owned())]);
        assert!(sent[0].text.contains("Type: Vacation") && sent[0].text.contains("Feb 19, 2027"), "{}", sent[0].text);
        assert!(!sent[0].text.contains("canary") && sent[0].attachment.is_none());
        let id = made.data("/createTimeOffRequest/id");
        assert_eq!(ana.ask(DELETE, at(&standing, json!({ "id": id }))).await.outcome(), "ok");
        assert_eq!(told(&world.delivered().await), [("marcus".into(), "Ana Morales withdrew a time-off request".to_owned())]);
    }

    async fn of_a_type_that_needs_no_approval_nobody_is_asked_for_one(world: World) {
        let ana = world.acting("ana").await;
        let standing = ana.standing(OUTFITTERS).await;
        let sick = type_of(&ana, &standing, "Sick").await;
        let made = ana.ask(&create(), at(&standing, json!({ "i": whole(&sick, "2026-11-17", "2026-11-17") }))).await;
        assert_eq!(made.data("/createTimeOffRequest/status"), "Approved");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [
            ("ana".into(), "Your time off was approved".to_owned()),
            ("marcus".into(), "Ana Morales is taking time off".to_owned()),
        ]);
        let to = |name: &str| sent.iter().find(|mail| mail.to.starts_with(name)).unwrap();
        assert!(to("marcus").text.contains("nothing for you to decide"), "{}", to("marcus").text);
        assert!(to("ana").attachment.as_ref().unwrap().1.contains("METHOD:PUBLISH"), "the day is for her calendar");
    }

    async fn the_employee_hears_of_the_decision_once_with_the_days_for_the_calendar(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let request = asked(&world, "2027-03-04", "2027-03-08").await;
        world.delivered().await;
        assert_eq!(marcus.ask(&decide(), decision(&his, &request, "approve")).await.outcome(), "ok");
        assert_eq!(marcus.ask(&decide(), decision(&his, &request, "approve")).await.outcome(), "CONFLICT");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [("ana".into(), "Your time off was approved".to_owned())]);
        let (name, file) = sent[0].attachment.as_ref().unwrap();
        assert_eq!(name, "time-off.ics");
        assert!(file.contains("DTSTART;VALUE=DATE:20270304") && file.contains("DTEND;VALUE=DATE:20270309"), "{file}");
        let denied = asked(&world, "2027-03-15", "2027-03-15").await;
        world.delivered().await;
        assert_eq!(marcus.ask(&decide(), decision(&his, &denied, "deny")).await.outcome(), "ok");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [("ana".into(), "Your time off was not approved".to_owned())]);
        assert!(sent[0].attachment.is_none(), "there is nothing for the calendar");
    }

    async fn everybody_reads_their_own_language(world: World) {
        let (elena, priya) = (world.acting("elena").await, world.acting("priya").await);
        let (hers, at_logistics) = (elena.standing(LOGISTICS).await, priya.standing(LOGISTICS).await);
        let vacation = type_of(&elena, &hers, "Vacation").await;
        let made = elena.ask(&create(), at(&hers, json!({ "i": whole(&vacation, "2027-02-19", "2027-02-19") }))).await;
        let request = made.data("/createTimeOffRequest").clone();
        assert_eq!(told(&world.delivered().await), [("priya".into(), "Elena Vargas requested time off".to_owned())]);
        assert_eq!(priya.ask(&decide(), decision(&at_logistics, &request, "approve")).await.outcome(), "ok");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [("elena".into(), "Se aprobó su tiempo libre".to_owned())]);
        assert!(sent[0].text.contains("Tipo: Vacaciones") && sent[0].text.contains("19 feb 2027"), "{}", sent[0].text);
        assert!(sent[0].attachment.as_ref().unwrap().1.contains("SUMMARY:Vacaciones"));
    }

    async fn the_file_for_the_calendar_takes_the_time_that_was_approved_and_not_the_day(world: World) {
        let (elena, priya) = (world.acting("elena").await, world.acting("priya").await);
        let (hers, at_logistics) = (elena.standing(LOGISTICS).await, priya.standing(LOGISTICS).await);
        let unpaid = type_of(&elena, &hers, "Unpaid").await;
        // One o'clock in Chicago, in winter.
        let on_the_clock = "DTSTART:20270219T190000Z\r\nDTEND:20270219T204000Z\r\nSUMMARY:Sin goce de sueldo\r\n";
        let half = "DTSTART;VALUE=DATE:20270222\r\nDTEND;VALUE=DATE:20270223\r\nSUMMARY:Sin goce de sueldo (4.00 horas)\r\n";
        for (day, more, entry) in [
            ("2027-02-19", json!({ "unit": "hours", "startTime": "13:00", "endTime": "14:40" }), on_the_clock),
            ("2027-02-22", json!({ "unit": "half" }), half),
        ] {
            let input = with(whole(&unpaid, day, day), more);
            let made = elena.ask(&create(), at(&hers, json!({ "i": input }))).await;
            let request = made.data("/createTimeOffRequest").clone();
            world.delivered().await;
            assert_eq!(priya.ask(&decide(), decision(&at_logistics, &request, "approve")).await.outcome(), "ok");
            let sent = world.delivered().await;
            let (_, file) = sent[0].attachment.as_ref().unwrap();
            assert!(file.contains(entry), "{file}");
        }
    }

    async fn what_a_manager_enters_is_told_to_the_employee(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let ana = world.acting("ana").await;
        let hers = ana.standing(OUTFITTERS).await;
        let unpaid = type_of(&ana, &hers, "Unpaid").await;
        let vars = json!({ "t": his.tenant, "c": his.company, "e": hers.employee, "m": his.person, "i": whole(&unpaid, "2027-02-19", "2027-02-19") });
        assert_eq!(marcus.ask(&create(), vars).await.outcome(), "ok");
        assert_eq!(told(&world.delivered().await), [("ana".into(), "Time off was entered for you".to_owned())]);
    }

    async fn whoever_gives_the_second_approval_hears_that_the_first_is_there(world: World) {
        let (marcus, dana, victor) = (world.acting("marcus").await, world.acting("dana").await, world.acting("victor").await);
        let (his, hers, own) =
            (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await, victor.standing(OUTFITTERS).await);
        let parental = type_of(&victor, &own, "Parental").await;
        let made = victor.ask(&create(), at(&own, json!({ "i": whole(&parental, "2027-06-07", "2027-06-09") }))).await;
        let request = made.data("/createTimeOffRequest").clone();
        assert_eq!(told(&world.delivered().await), [("marcus".into(), "Victor Lindqvist requested time off".to_owned())]);
        let first = marcus.ask(&decide(), decision(&his, &request, "approve")).await;
        let first = first.data("/decideTimeOffRequest").clone();
        let second_needed = ("dana".to_owned(), "Victor Lindqvist needs a second approval".to_owned());
        assert_eq!(told(&world.delivered().await), [
            second_needed.clone(),
            ("victor".into(), "Your time off got the first of two approvals".to_owned()),
        ]);
        let mut in_part = decision(&hers, &first, "partly");
        in_part["i"]["days"] = json!(["2027-06-07", "2027-06-08"]);
        assert_eq!(dana.ask(&decide(), in_part).await.outcome(), "ok");
        let sent = world.delivered().await;
        assert!(sent[0].text.contains("Approved days: Jun 7, 2027 – Jun 8, 2027"), "{}", sent[0].text);
        assert!(sent[0].text.contains("Approved hours: 16.00"), "{}", sent[0].text);

        // A request the manager enters already has that manager's yes.
        let entered = json!({ "t": his.tenant, "c": his.company, "e": own.employee, "m": his.person,
            "i": whole(&parental, "2027-07-12", "2027-07-12") });
        let entered = marcus.ask(&create(), entered).await.data("/createTimeOffRequest").clone();
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [second_needed, ("victor".into(), "Time off was entered for you".to_owned())]);
        assert!(sent.iter().all(|mail| !mail.text.contains("attached file")), "nothing is approved yet");
        assert_eq!(victor.ask(DELETE, at(&own, json!({ "id": entered["id"] }))).await.outcome(), "ok");
        let withdrawn = "Victor Lindqvist withdrew a time-off request".to_owned();
        let both = [("dana".to_owned(), withdrawn.clone()), ("marcus".into(), withdrawn)];
        assert_eq!(told(&world.delivered().await), both, "Dana was asked for the second yes");
    }

    async fn whoever_was_asked_for_the_second_approval_hears_what_became_of_it(world: World) {
        let (marcus, victor) = (world.acting("marcus").await, world.acting("victor").await);
        let (his, own) = (marcus.standing(OUTFITTERS).await, victor.standing(OUTFITTERS).await);
        let parental = type_of(&victor, &own, "Parental").await;
        let half_approved = async |day: &str| {
            let made = victor.ask(&create(), at(&own, json!({ "i": whole(&parental, day, day) }))).await;
            let request = made.data("/createTimeOffRequest").clone();
            let first = marcus.ask(&decide(), decision(&his, &request, "approve")).await;
            let first = first.data("/decideTimeOffRequest").clone();
            world.delivered().await;
            first
        };
        let changed = half_approved("2027-06-14").await;
        let input = with(whole(&parental, "2027-06-15", "2027-06-15"), json!({ "id": changed["id"], "version": changed["version"] }));
        assert_eq!(victor.ask(&update(), at(&own, json!({ "i": input }))).await.outcome(), "ok");
        let news = "Victor Lindqvist changed a time-off request".to_owned();
        assert_eq!(told(&world.delivered().await), [("dana".to_owned(), news.clone()), ("marcus".into(), news)]);

        // Marcus withdraws what he approved himself.
        let taken_back = half_approved("2027-06-21").await;
        let delete = "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID!, $id: ID!) {
            deleteTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, id: $id) { id } }";
        let vars = json!({ "t": his.tenant, "c": his.company, "e": own.employee, "m": his.person, "id": taken_back["id"] });
        assert_eq!(marcus.ask(delete, vars).await.outcome(), "ok");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [
            ("dana".into(), "Victor Lindqvist's time-off request was withdrawn".to_owned()),
            ("victor".into(), "Your time off was withdrawn".to_owned()),
        ]);
        assert!(sent.iter().all(|mail| mail.text.contains("By: Marcus Bell")));
    }

    async fn what_is_changed_or_withdrawn_is_told_of_whoever_did_it_and_not_of_whoever_decided_before(world: World) {
        let (marcus, dana, ana) = (world.acting("marcus").await, world.acting("dana").await, world.acting("ana").await);
        let (his, danas, own) = (marcus.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let approved = async |day: &str| {
            let request = asked(&world, day, day).await;
            let mut yes = decision(&danas, &request, "approve");
            yes["i"]["managerNotes"] = json!("Enjoy!");
            let decided = dana.ask(&decide(), yes).await.data("/decideTimeOffRequest").clone();
            world.delivered().await;
            decided
        };
        let by_marcus = async |what: &str, vars: Value| {
            let query = match what {
                "update" => update(),
                _ => "mutation ($t: ID!, $c: ID!, $e: ID!, $m: ID!, $id: ID!) {
                    deleteTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m, id: $id) { id } }".into(),
            };
            let whose = json!({ "t": his.tenant, "c": his.company, "e": own.employee, "m": his.person });
            assert_eq!(marcus.ask(&query, with(whose, vars)).await.outcome(), "ok");
            world.delivered().await.into_iter().find(|mail| mail.to.starts_with("ana@")).unwrap().text
        };
        let request = approved("2027-02-19").await;
        let moved = with(whole(request["typeId"].as_str().unwrap(), "2027-02-22", "2027-02-22"),
            json!({ "id": request["id"], "version": request["version"] }));
        let changed = by_marcus("update", json!({ "i": moved })).await;
        assert!(changed.contains("By: Marcus Bell") && !changed.contains("Enjoy!"), "{changed}");
        let request = approved("2027-02-23").await;
        let withdrawn = by_marcus("delete", json!({ "id": request["id"] })).await;
        assert!(withdrawn.contains("By: Marcus Bell") && !withdrawn.contains("Enjoy!"), "{withdrawn}");
        let noticed: (String,) = world.app.db.one("SELECT CAST(facts AS TEXT) FROM notice WHERE kind = 'time_off_withdrawn_for_you'", vec![]).await.unwrap();
        assert!(noticed.0.contains("Marcus Bell"), "{}", noticed.0);

        let request = approved("2027-02-24").await;
        assert_eq!(ana.ask(DELETE, at(&own, json!({ "id": request["id"] }))).await.outcome(), "ok");
        let sent = world.delivered().await;
        let hers = &sent.iter().find(|mail| mail.to.starts_with("ana@")).unwrap().text;
        assert!(!hers.contains("By:") && !hers.contains("Enjoy!"), "she did it herself: {hers}");
    }

    async fn days_that_are_approved_no_longer_leave_the_calendar_whoever_takes_them_back(world: World) {
        let undo = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!, $v: Int!) {
            undoTimeOffDecision(tenantId: $t, companyId: $c, managerId: $m, id: $id, version: $v) { version } }";
        let (marcus, ana) = (world.acting("marcus").await, world.acting("ana").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, ana.standing(OUTFITTERS).await);
        let request = asked(&world, "2027-03-04", "2027-03-05").await;
        let approved = marcus.ask(&decide(), decision(&his, &request, "approve")).await;
        let version = approved.data("/decideTimeOffRequest/version");
        let uid = |file: &str| file.lines().find(|line| line.starts_with("UID:")).unwrap().to_owned();
        let put = world.delivered().await.pop().unwrap().attachment.unwrap().1;
        assert!(put.contains("METHOD:PUBLISH") && !put.contains("CANCELLED"), "{put}");

        let vars = json!({ "t": his.tenant, "c": his.company, "m": his.person, "id": request["id"], "v": version });
        let undone = marcus.ask(undo, vars).await;
        let mail = world.delivered().await.into_iter().find(|mail| mail.to.starts_with("ana@")).unwrap();
        let taken = mail.attachment.unwrap().1;
        assert_eq!(uid(&taken), uid(&put));
        let sequence = format!("SEQUENCE:{}\r\n", undone.data("/undoTimeOffDecision/version"));
        assert!(taken.contains("METHOD:CANCEL") && taken.contains("STATUS:CANCELLED") && taken.contains(&sequence), "{taken}");
        assert!(mail.text.contains("The attached file removes the days from your calendar."), "{}", mail.text);

        // Approved once more, and this time Ana herself doesn't want it anymore.
        let again = with(request.clone(), json!({ "version": undone.data("/undoTimeOffDecision/version") }));
        assert_eq!(marcus.ask(&decide(), decision(&his, &again, "approve")).await.outcome(), "ok");
        world.delivered().await;
        let notices = "SELECT count(*) FROM notice n JOIN person p ON p.id = n.person_id WHERE p.username = 'ana'";
        let read = world.count(notices).await;
        assert_eq!(ana.ask(DELETE, at(&hers, json!({ "id": request["id"] }))).await.outcome(), "ok");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [
            ("ana".into(), "Your time off was withdrawn".to_owned()),
            ("marcus".into(), "Ana Morales withdrew a time-off request".to_owned()),
        ]);
        let taken = sent.iter().find_map(|mail| mail.attachment.as_ref()).unwrap();
        assert!(taken.1.contains("METHOD:CANCEL") && uid(&taken.1) == uid(&put), "{}", taken.1);
        assert_eq!(world.count(notices).await, read, "the portal tells nobody what they did there");
    }

    async fn slow_deciders_are_reminded_once_whoever_reminds(world: World) {
        asked(&world, "2027-02-19", "2027-02-19").await;
        world.delivered().await;
        assert_eq!(atrium::time_off::remind(&world.app).await.unwrap(), 0, "it came a moment ago");
        let sql = "UPDATE time_off_request SET request_date = $1 WHERE first_day = $2";
        world.change(sql, db::params![jiff::civil::date(2026, 11, 12), jiff::civil::date(2027, 2, 19)]).await;
        let rounds = futures_util::future::join_all((0..4).map(|_| atrium::time_off::remind(&world.app))).await;
        assert_eq!(rounds.into_iter().map(|round| round.unwrap_or(0)).sum::<usize>(), 1);
        assert_eq!(told(&world.delivered().await), [("marcus".into(), "Ana Morales is waiting for your answer".to_owned())]);
        assert_eq!(atrium::time_off::remind(&world.app).await.unwrap(), 0);
    }

    async fn a_request_that_was_changed_waits_anew(world: World) {
        let request = asked(&world, "2027-02-19", "2027-02-19").await;
        let ana = world.acting("ana").await;
        let own = ana.standing(OUTFITTERS).await;
        let asked_since = "UPDATE time_off_request SET request_date = $1 WHERE first_day = $2";
        let waits_since = "UPDATE time_off_request SET waits_since = $1 WHERE first_day = $2";
        let days_ago = db::params![jiff::civil::date(2026, 11, 12), jiff::civil::date(2027, 2, 19)];
        world.change(asked_since, days_ago.clone()).await;
        assert_eq!(atrium::time_off::remind(&world.app).await.unwrap(), 1);
        let input = with(whole(request["typeId"].as_str().unwrap(), "2027-02-19", "2027-02-19"),
            json!({ "id": request["id"], "version": request["version"], "notes": "Moved" }));
        assert_eq!(ana.ask(&update(), at(&own, json!({ "i": input }))).await.outcome(), "ok");
        assert_eq!(atrium::time_off::remind(&world.app).await.unwrap(), 0, "it was changed a moment ago");
        world.change(waits_since, days_ago).await;
        assert_eq!(atrium::time_off::remind(&world.app).await.unwrap(), 1, "and is reminded of once more");
        assert_eq!(atrium::time_off::remind(&world.app).await.unwrap(), 0);
    }
}
