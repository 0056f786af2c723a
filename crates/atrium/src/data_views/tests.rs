//! Who saw whose data, through the API, as people in the demo world, on both engines.

use crate::world::{Actor, Standing, World, both};
use serde_json::{Value, json};

const SEEN: &str =
    "query ($t: ID!, $c: ID!, $e: ID!) { employeeDataViews(tenantId: $t, companyId: $c, employeeId: $e) {
    viewerName what firstSeenAt } }";
const LOOK: &str = "query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {
    managersEmployeeProfile(tenantId: $t, companyId: $c, managerId: $m, employeeId: $e) {
      dateOfBirth physicalAddress { zip } contacts { firstName phoneNumber } } }";

async fn seen(ana: &Actor<'_>, at: &Standing) -> Vec<Value> {
    let reply = ana.ask(SEEN, json!({ "t": at.tenant, "c": at.company, "e": at.employee })).await;
    reply.data("/employeeDataViews").as_array().unwrap().clone()
}

both! {
    async fn whoever_opens_a_report_is_written_down_once_a_day_and_the_report_reads_it(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let at = ana.standing("Cedar Outfitters").await;
        assert_eq!(seen(&ana, &at).await, Vec::<Value>::new());
        let ids = json!({ "t": at.tenant, "c": at.company, "m": world.person("marcus").await.to_string(), "e": at.employee });
        for _ in 0..3 {
            let card = marcus.ask(LOOK, ids.clone()).await;
            assert!(!card.data("/managersEmployeeProfile/contacts").as_array().unwrap().is_empty());
        }
        let views = seen(&ana, &at).await;
        assert_eq!(views.len(), 1, "{views:?}");
        assert_eq!((&views[0]["viewerName"], &views[0]["what"]), (&json!("Marcus Bell"), &json!("profile")));
        // Changing your name hides nothing; records from before names were kept show the current one.
        world.change("UPDATE person SET first_name = 'System', last_name = 'Backup' WHERE username = 'marcus'", vec![]).await;
        assert_eq!(seen(&ana, &at).await[0]["viewerName"], "Marcus Bell");
        world.change("UPDATE data_view SET viewer_name = NULL", vec![]).await;
        assert_eq!(seen(&ana, &at).await[0]["viewerName"], "System Backup");
    }

    async fn a_date_of_birth_in_a_list_is_a_look_at_the_profile_and_a_list_without_is_none(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": world.person("marcus").await.to_string(), "e": at.employee });
        let list = |fields: &str| format!("query ($t: ID!, $c: ID!, $m: ID!) {{ listManagersEmployees(tenantId: $t, companyId: $c,
            managerId: $m, search: \"morales, ana\") {{ results {{ firstName {fields} }} }} }}");
        let card = |fields: &str| format!("query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {{ managersEmployee(tenantId: $t,
            companyId: $c, managerId: $m, employeeId: $e) {{ firstName {fields} }} }}");
        for query in [list("birthMonth"), card("birthDay")] {
            assert_eq!(marcus.ask(&query, ids.clone()).await.outcome(), "ok");
        }
        assert_eq!(seen(&ana, &at).await, Vec::<Value>::new());
        let born = marcus.ask(&list("dateOfBirth"), ids.clone()).await;
        assert!(born.data("/listManagersEmployees/results/0/dateOfBirth").is_string());
        assert_eq!(marcus.ask(&card("dateOfBirth"), ids).await.outcome(), "ok");
        let views = seen(&ana, &at).await;
        assert_eq!(views.len(), 1, "{views:?}");
        assert_eq!(views[0]["viewerName"], "Marcus Bell");
    }

    async fn whoever_was_refused_saw_nothing(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        for (username, outcome) in [("priya", "NOT_FOUND"), ("dana", "FORBIDDEN"), ("mina", "NOT_FOUND"), ("grace", "NOT_FOUND")] {
            let person = world.person(username).await.to_string();
            let ids = json!({ "t": at.tenant, "c": at.company, "m": person, "e": at.employee });
            assert_eq!(world.acting(username).await.ask(LOOK, ids).await.outcome(), outcome, "{username}");
        }
        assert_eq!(seen(&ana, &at).await, Vec::<Value>::new());
    }

    async fn a_queue_of_requests_shows_whose_they_are_and_tells_them(world: World) {
        let (victor, marcus) = (world.acting("victor").await, world.acting("marcus").await);
        let at = victor.standing("Cedar Outfitters").await;
        let list = "query ($t: ID!, $c: ID!, $m: ID!, $r: String!) { listManagerEEChangeRequest(tenantId: $t, companyId: $c,
            managerId: $m, requestType: $r) { results { id } } }";
        let person = world.person("marcus").await.to_string();
        for kind in ["ee_info", "direct_deposit", "ee_info"] {
            let ids = json!({ "t": at.tenant, "c": at.company, "m": person, "r": kind });
            marcus.ask(list, ids).await.data("/listManagerEEChangeRequest/results/0/id");
        }
        let mut kinds: Vec<Value> = seen(&victor, &at).await.into_iter().map(|row| row["what"].clone()).collect();
        kinds.sort_by_key(Value::to_string);
        assert_eq!(kinds, ["deposits", "profile"]);
        let ana = world.acting("ana").await;
        let hers = ana.standing("Cedar Outfitters").await;
        assert_eq!(seen(&ana, &hers).await, Vec::<Value>::new(), "nothing of hers was in the queue");
    }

    async fn of_two_looks_at_once_one_row_is_left(world: World) {
        let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": world.person("marcus").await.to_string(), "e": at.employee });
        let (one, other, third) = tokio::join!(marcus.ask(LOOK, ids.clone()), marcus.ask(LOOK, ids.clone()), marcus.ask(LOOK, ids));
        for reply in [one, other, third] {
            reply.data("/managersEmployeeProfile/dateOfBirth");
        }
        assert_eq!(seen(&ana, &at).await.len(), 1);
    }
}
