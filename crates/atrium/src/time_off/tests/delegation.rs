//! Delegates who decide for a manager.

use super::deciding::{asked, decide, decision, queue};
use super::telling::told;
use super::{OUTFITTERS, at, create, requests, type_of, whole};
use crate::world::{Standing, World, both};
use serde_json::{Value, json};

const DELEGATE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: TimeOffDelegationInput!) {
    delegateTimeOffApprovals(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id delegateName } }";
const END: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
    endTimeOffDelegation(tenantId: $t, companyId: $c, managerId: $m, id: $id) { id } }";

fn to(standing: &Standing, delegate: &str, first: &str, last: &str) -> Value {
    json!({ "t": standing.tenant, "c": standing.company, "m": standing.person,
        "i": { "delegateId": delegate, "startDate": first, "endDate": last } })
}

both! {
    async fn a_delegate_decides_for_the_days_agreed_and_not_after_it_was_ended(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        let request = asked(&world, "2027-02-22", "2027-02-22").await;
        let sees = async || queue(&priya, &hers, json!({})).await.iter().any(|waiting| waiting["id"] == request["id"]);
        assert!(!sees().await);
        marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-17", "2026-11-30")).await.data("/delegateTimeOffApprovals");
        assert!(!sees().await, "not before the first day");
        let made = marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-10", "2026-11-16")).await;
        let id = made.data("/delegateTimeOffApprovals/id").clone();
        assert!(sees().await);
        let end = |at: &Standing| json!({ "t": at.tenant, "c": at.company, "m": at.person, "id": id });
        assert_eq!(priya.ask(END, end(&hers)).await.outcome(), "NOT_FOUND", "only who gave it ends it");
        marcus.ask(END, end(&his)).await.data("/endTimeOffDelegation/id");
        assert!(!sees().await);
        assert_eq!(priya.ask(&decide(), decision(&hers, &request, "approve")).await.outcome(), "NOT_FOUND");
    }

    async fn who_stands_in_hears_of_it_by_mail_and_in_the_app(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        world.delivered().await;
        marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-17", "2026-11-30")).await.data("/delegateTimeOffApprovals");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [("priya".into(), "You're covering time-off approvals for Marcus Bell".to_owned())]);
        assert!(sent[0].text.contains("Days: Nov 17, 2026 – Nov 30, 2026"), "{}", sent[0].text);
        assert!(sent[0].text.contains("/manager/leaverequests"), "{}", sent[0].text);
        let query = "{ listNotices(limit: 1) { results { kind employeeName startDate endDate companyId } } }";
        let read = priya.ask(query, json!({})).await;
        assert_eq!(read.data("/listNotices/results/0"), &json!({ "kind": "timeOffDelegated", "employeeName": "Marcus Bell",
            "startDate": "2026-11-17", "endDate": "2026-11-30", "companyId": hers.company }));
        // The same delegation again is refused, and no one hears about it twice.
        assert_eq!(marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-17", "2026-11-30")).await.outcome(), "DELEGATED_ALREADY");
        assert_eq!(told(&world.delivered().await), []);
    }

    async fn who_no_longer_stands_in_hears_of_it_too(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        let made = marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-17", "2026-11-30")).await;
        let id = made.data("/delegateTimeOffApprovals/id").clone();
        world.delivered().await;
        let end = json!({ "t": his.tenant, "c": his.company, "m": his.person, "id": id });
        marcus.ask(END, end.clone()).await.data("/endTimeOffDelegation/id");
        let sent = world.delivered().await;
        assert_eq!(told(&sent), [("priya".into(), "You're no longer covering time-off approvals for Marcus Bell".to_owned())]);
        assert!(sent[0].text.contains("Days: Nov 17, 2026 – Nov 30, 2026"), "{}", sent[0].text);
        let read = priya.ask("{ listNotices(limit: 1) { results { kind employeeName } } }", json!({})).await;
        assert_eq!(read.data("/listNotices/results/0"), &json!({ "kind": "timeOffDelegationEnded", "employeeName": "Marcus Bell" }));
        // It can't be ended twice, and no one hears about it twice.
        assert_eq!(marcus.ask(END, end).await.outcome(), "NOT_FOUND");
        assert_eq!(told(&world.delivered().await), []);
    }

    async fn a_delegate_finds_whom_they_decide_on_each_once_and_never_themselves(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let (his, hers) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await);
        const FIND: &str = "query ($t: ID!, $c: ID!, $m: ID!, $s: String, $n: Int, $e: ID) {
            timeOffReports(tenantId: $t, companyId: $c, managerId: $m, search: $s, limit: $n, employeeId: $e) { id firstName lastName } }";
        let one = async |employee: &str| {
            let ids = json!({ "t": hers.tenant, "c": hers.company, "m": hers.person, "e": employee });
            priya.ask(FIND, ids).await.data("/timeOffReports").clone()
        };
        let ana = world.acting("ana").await.standing(OUTFITTERS).await.employee.unwrap();
        assert_eq!(one(&ana).await, json!([]), "somebody else's report is like nobody");
        let found = async |words: &str, most: Option<i32>| {
            let ids = json!({ "t": hers.tenant, "c": hers.company, "m": hers.person, "s": words, "n": most });
            let reply = priya.ask(FIND, ids).await;
            let rows = reply.data("/timeOffReports").as_array().unwrap().clone();
            rows.iter().map(|row| format!("{} {}", row["firstName"].as_str().unwrap(), row["lastName"].as_str().unwrap())).collect::<Vec<_>>()
        };
        assert!(found("morales", None).await.is_empty(), "not a report of hers");
        let own = found("", None).await.len();
        assert!(own > 0);
        marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-16", "2026-11-16")).await.data("/delegateTimeOffApprovals");
        // A second line from him to her.
        world.change("INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area)
            SELECT m.id, e.company_id, e.id, e.tenant_id, 'secondary', 'Time Off' FROM person m CROSS JOIN employee e JOIN person p ON p.id = e.person_id
            WHERE m.username = 'marcus' AND p.username = 'ana'", vec![]).await;
        assert_eq!(found("MORALES, an", None).await, ["Ana Morales"]);
        assert_eq!(one(&ana).await, json!([{ "id": ana, "firstName": "Ana", "lastName": "Morales" }]));
        assert!(found("raman", None).await.is_empty(), "nobody decides their own");
        assert!(found("", None).await.len() > own);
        assert_eq!(found("", Some(3)).await.len(), 3);
        for (words, most, code) in [("m".repeat(101), 3, "SEARCH_TOO_LONG"), (String::new(), -3, "INVALID_LIMIT"), (String::new(), 101, "INVALID_LIMIT")] {
            let ids = json!({ "t": hers.tenant, "c": hers.company, "m": hers.person, "s": words, "n": most });
            assert_eq!(priya.ask(FIND, ids).await.outcome(), code);
        }
    }

    async fn nobody_decides_their_own_through_a_delegate_either(world: World) {
        let (marcus, priya, dana) = (world.acting("marcus").await, world.acting("priya").await, world.acting("dana").await);
        let (his, hers, danas) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let own = requests(&priya, &hers).await.into_iter().find(|r| r["status"] == "Pending").unwrap();
        // Marcus decides for Priya, and she's his delegate.
        marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-16", "2026-11-16")).await.data("/delegateTimeOffApprovals");
        assert!(queue(&priya, &hers, json!({})).await.iter().all(|waiting| waiting["id"] != own["id"]));
        assert_eq!(priya.ask(&decide(), decision(&hers, &own, "approve")).await.outcome(), "NOT_FOUND");
        // A line from Priya to herself, with Dana as her delegate.
        world.change("INSERT INTO reporting_line (manager_id, company_id, employee_id, tenant_id, kind, area)
            SELECT p.id, e.company_id, e.id, e.tenant_id, 'primary', 'Time Off' FROM person p JOIN employee e ON e.person_id = p.id WHERE p.username = 'priya'", vec![]).await;
        world.change("DELETE FROM reporting_line WHERE kind = 'secondary' AND manager_id = (SELECT id FROM person WHERE username = 'dana')
            AND employee_id = (SELECT e.id FROM employee e JOIN person p ON p.id = e.person_id WHERE p.username = 'priya')", vec![]).await;
        priya.ask(DELEGATE, to(&hers, &danas.person, "2026-11-16", "2026-11-16")).await.data("/delegateTimeOffApprovals");
        assert!(queue(&dana, &danas, json!({})).await.iter().all(|waiting| waiting["id"] != own["id"]));
        assert_eq!(dana.ask(&decide(), decision(&danas, &own, "approve")).await.outcome(), "NOT_FOUND");
        let still = requests(&priya, &hers).await.into_iter().find(|r| r["id"] == own["id"]).unwrap();
        assert_eq!(still["status"], "Pending");
    }

    async fn the_second_approval_is_not_given_in_the_place_of_whoever_gave_the_first(world: World) {
        let (marcus, priya, dana) = (world.acting("marcus").await, world.acting("priya").await, world.acting("dana").await);
        let (his, hers, danas) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let ana = world.acting("ana").await;
        let own = ana.standing(OUTFITTERS).await;
        let parental = type_of(&ana, &own, "Parental").await;
        marcus.ask(DELEGATE, to(&his, &hers.person, "2026-11-16", "2026-11-16")).await.data("/delegateTimeOffApprovals");
        world.delivered().await;
        // Manager first and delegate second, the other way around, and what the delegate enters.
        for (day, way) in [("2027-03-01", "manager"), ("2027-03-02", "delegate"), ("2027-03-03", "entered")] {
            let input = json!({ "i": whole(&parental, day, day) });
            let (second, at_second, first) = match way {
                "manager" => {
                    let made = ana.ask(&create(), at(&own, input)).await.data("/createTimeOffRequest").clone();
                    world.delivered().await;
                    (&priya, &hers, marcus.ask(&decide(), decision(&his, &made, "approve")).await.data("/decideTimeOffRequest").clone())
                }
                "delegate" => {
                    let made = ana.ask(&create(), at(&own, input)).await.data("/createTimeOffRequest").clone();
                    world.delivered().await;
                    (&marcus, &his, priya.ask(&decide(), decision(&hers, &made, "approve")).await.data("/decideTimeOffRequest").clone())
                }
                _ => {
                    let entered = json!({ "t": hers.tenant, "c": hers.company, "e": own.employee, "m": hers.person, "i": input["i"] });
                    (&marcus, &his, priya.ask(&create(), entered).await.data("/createTimeOffRequest").clone())
                }
            };
            assert_eq!(first["isHalfApproved"], true, "{way}");
            let sees = async |by: &crate::world::Actor<'_>, standing: &Standing| {
                queue(by, standing, json!({})).await.iter().any(|waiting| waiting["id"] == first["id"])
            };
            let asked = told(&world.delivered().await);
            let asked: Vec<&str> = asked.iter().filter(|(_, subject)| subject.contains("second approval")).map(|(to, _)| to.as_str()).collect();
            assert_eq!(asked, ["dana"], "{way}");
            assert!(!sees(second, at_second).await, "{way}");
            let before = world.rows().await;
            let tried = second.ask(&decide(), decision(at_second, &first, "approve")).await;
            assert_eq!(tried.outcome(), "SECOND_APPROVER", "{way}");
            assert_eq!(world.rows().await, before, "{way}");
            assert!(sees(&dana, &danas).await, "{way}");
            let approved = dana.ask(&decide(), decision(&danas, &first, "approve")).await;
            assert_eq!(approved.data("/decideTimeOffRequest/status"), "Approved", "{way}");
        }
        // Someone with a line of their own gives the second approval in their own name, delegate or not.
        marcus.ask(DELEGATE, to(&his, &danas.person, "2026-11-16", "2026-11-16")).await.data("/delegateTimeOffApprovals");
        let made = ana.ask(&create(), at(&own, json!({ "i": whole(&parental, "2027-03-04", "2027-03-04") }))).await;
        let first = marcus.ask(&decide(), decision(&his, made.data("/createTimeOffRequest"), "approve")).await;
        let approved = dana.ask(&decide(), decision(&danas, first.data("/decideTimeOffRequest"), "approve")).await;
        assert_eq!(approved.data("/decideTimeOffRequest/status"), "Approved");
    }

    async fn the_same_delegation_is_given_once_whoever_is_faster_and_again_after_it_was_ended(world: World) {
        let (marcus, priya, dana) = (world.acting("marcus").await, world.acting("priya").await, world.acting("dana").await);
        let (his, hers, danas) = (marcus.standing(OUTFITTERS).await, priya.standing(OUTFITTERS).await, dana.standing(OUTFITTERS).await);
        let given = to(&his, &hers.person, "2026-11-10", "2026-11-20");
        let replies = futures_util::future::join_all((0..4).map(|_| marcus.ask(DELEGATE, given.clone()))).await;
        let mut outcomes: Vec<&str> = replies.iter().map(|reply| reply.outcome()).collect();
        outcomes.sort_unstable();
        assert_eq!(outcomes, ["DELEGATED_ALREADY", "DELEGATED_ALREADY", "DELEGATED_ALREADY", "ok"]);
        let before = world.rows().await;
        // Past days don't count: from today on, these are the same days.
        for (first, last) in [("2026-11-10", "2026-11-20"), ("2026-11-18", "2026-11-19"), ("2026-11-02", "2026-11-16")] {
            let again = marcus.ask(DELEGATE, to(&his, &hers.person, first, last)).await;
            assert_eq!((again.outcome(), again.field()), ("DELEGATED_ALREADY", Some("delegateId")), "{first} {last}");
        }
        assert_eq!(world.rows().await, before);
        for (manager, at, delegate, last) in [
            (&marcus, &his, &danas, "2026-11-20"),
            (&marcus, &his, &hers, "2026-11-21"),
            (&dana, &danas, &hers, "2026-11-20"),
        ] {
            assert_eq!(manager.ask(DELEGATE, to(at, &delegate.person, "2026-11-16", last)).await.outcome(), "ok");
        }
        world.change("UPDATE time_off_delegation SET ended_at = $1", db::params![world.app.clock.now()]).await;
        assert_eq!(marcus.ask(DELEGATE, given).await.outcome(), "ok");
    }

    async fn approvals_go_only_to_somebody_who_may_decide_in_the_company(world: World) {
        let marcus = world.acting("marcus").await;
        let his = marcus.standing(OUTFITTERS).await;
        let query = "query ($t: ID!, $c: ID!, $m: ID!) { timeOffDelegations(tenantId: $t, companyId: $c, managerId: $m) {
            results { id } delegates { personId firstName } } }";
        let reply = marcus.ask(query, json!({ "t": his.tenant, "c": his.company, "m": his.person })).await;
        let mut names: Vec<&str> = reply.data("/timeOffDelegations/delegates").as_array().unwrap().iter().map(|row| row["firstName"].as_str().unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Dana", "Priya"]);
        let before = world.rows().await;
        for (username, first, last, code) in [
            ("ana", "2026-11-16", "2026-11-20", "UNKNOWN_DELEGATE"),
            ("mina", "2026-11-16", "2026-11-20", "UNKNOWN_DELEGATE"),
            ("marcus", "2026-11-16", "2026-11-20", "UNKNOWN_DELEGATE"),
            ("dana", "2026-11-20", "2026-11-16", "END_BEFORE_START"),
            ("dana", "2026-11-01", "2026-11-15", "END_IN_PAST"),
            ("dana", "2026-11-16", "2028-11-16", "RANGE_TOO_LONG"),
        ] {
            let person = world.person(username).await.to_string();
            let refused = marcus.ask(DELEGATE, to(&his, &person, first, last)).await;
            assert_eq!(refused.outcome(), code, "{username} {first} {last}");
        }
        assert_eq!(world.rows().await, before);
    }
}
