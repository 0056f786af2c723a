//! The catalog, through GraphQL, as named people in the demo world.

mod flags;
mod notice_texts;
mod settings;

pub use flags::set_flag_of;

use crate::world::{Actor, Reply, World, both};
use atrium::access::Feature;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const FEATURES: &str = "query ($t: ID!, $c: ID) { features(tenantId: $t, companyId: $c) {
    featureId featureType title enabled readOnly configuredEnabled pageIcon path permissions size position version } }";
const UPDATE: &str = "mutation ($t: ID!, $f: FeatureInput!) { updateFeature(tenantId: $t, feature: $f) {
    featureId enabled readOnly title pageIcon permissions version } }";
const ADD: &str = "mutation ($t: ID!, $id: ID!, $type: FeatureType!, $title: String!, $path: String, $size: Int) {
    addFeature(tenantId: $t, featureId: $id, featureType: $type, enabled: true, pageIcon: \"star\", readOnly: true,
      title: $title, path: $path, size: $size) { featureId version } }";
const DELETE: &str =
    "mutation ($t: ID!, $id: ID!) { deleteFeature(tenantId: $t, featureId: $id) { featureId } }";

async fn catalogue(world: &World, who: &str, company: Option<&str>) -> Vec<Value> {
    let actor = world.acting(who).await;
    let at = match company {
        Some(company) => {
            let at = actor.standing(company).await;
            json!({ "t": at.tenant, "c": at.company })
        }
        None => json!({ "t": tenant_of(&actor).await }),
    };
    actor.ask(FEATURES, at).await.data("/features").as_array().unwrap().clone()
}

async fn tenant_of(actor: &Actor<'_>) -> String {
    let reply = actor.ask("{ viewer { tenantId } }", json!({})).await;
    reply.data("/viewer/tenantId").as_str().unwrap().to_owned()
}

async fn enabled(world: &World, who: &str, company: Option<&str>, kind: &str) -> Vec<String> {
    let all = catalogue(world, who, company).await;
    let on = all.iter().filter(|row| row["enabled"] == true && row["featureType"] == kind);
    on.map(|row| row["featureId"].as_str().unwrap().to_owned()).collect()
}

/// Turns a feature off for Cedar Group, or back on.
pub async fn switch(world: &World, feature: &str, read_only: bool) -> Reply {
    let grace = world.acting("grace").await;
    let version = catalogue(world, "grace", None)
        .await
        .iter()
        .find(|row| row["featureId"] == feature)
        .unwrap()["version"]
        .clone();
    let input = json!({ "featureId": feature, "version": version, "readOnly": read_only, "enabled": false });
    grace.ask(UPDATE, json!({ "t": tenant_of(&grace).await, "f": input })).await
}

both! {
    async fn everybody_gets_the_pages_that_their_permissions_in_the_company_open(world: World) {
        let outfitters = Some("Cedar Outfitters");
        assert_eq!(
            enabled(&world, "ana", outfitters, "page").await,
            ["pay", "paystubs", "disbursements", "w2", "taxes", "time", "accruals", "benefits", "profile", "career",
             "documents", "company", "marketplace"]
        );
        assert_eq!(
            enabled(&world, "marcus", outfitters, "page").await,
            ["Manager_info", "Manager_changeRequests", "Manager_directDeposit", "Manager_timeOff",
             "Manager_announcements", "Manager_resources", "Manager_timeClock"]
        );
        assert_eq!(
            enabled(&world, "dana", outfitters, "page").await,
            ["Manager_timeOff", "Manager_announcements", "Manager_resources", "Manager_timeClock"]
        );
        // Employee here and manager there: each company separately.
        let logistics = enabled(&world, "priya", Some("Cedar Logistics"), "page").await;
        assert!(logistics.iter().all(|page| page.starts_with("Manager_")), "{logistics:?}");
        assert!(enabled(&world, "priya", outfitters, "page").await.contains(&"pay".to_owned()));
        for who in ["omar", "grace"] {
            assert_eq!(enabled(&world, who, None, "page").await, Vec::<String>::new(), "{who}");
        }
    }

    async fn cards_have_sizes_and_an_order_and_pages_have_paths(world: World) {
        let all = catalogue(&world, "ana", Some("Cedar Outfitters")).await;
        for row in &all {
            let is_card = row["featureType"] == "feature";
            assert_eq!(row["size"].is_null(), !is_card, "{row}");
            assert_eq!(row["path"].is_null(), is_card, "{row}");
            assert!(!is_card || [2, 4, 8].contains(&row["size"].as_i64().unwrap()), "{row}");
        }
        let positions: Vec<i64> = all.iter().map(|row| row["position"].as_i64().unwrap()).collect();
        assert!(positions.is_sorted(), "{positions:?}");
        let cards: Vec<&str> = all.iter().filter(|row| row["featureType"] == "feature").map(|row| row["featureId"].as_str().unwrap()).collect();
        for card in ["TimeClock", "ActionItems", "Paycheck", "Accruals", "Resources", "HRServicesCard", "Announcements",
            "Schedule", "Carousel", "Benefits", "Birthdays", "Today", "TimeOffAnalysis", "DepositRequests"] {
            assert!(cards.contains(&card), "{card}");
        }
    }

    /// What access turns off by name has the same name in the catalog, opened by the same permissions.
    async fn access_and_the_catalogue_speak_of_the_same_features(world: World) {
        let all = catalogue(&world, "ana", Some("Cedar Outfitters")).await;
        let of = |id: &str| all.iter().find(|row| row["featureId"] == id).unwrap_or_else(|| panic!("no {id} in the catalogue"));
        for feature in Feature::ALL {
            let names: Vec<&str> = feature.permissions().iter().map(|permission| permission.as_str()).collect();
            assert_eq!(of(feature.as_str())["permissions"], json!(names), "{}", feature.as_str());
        }
        let known: Vec<&str> = Feature::ALL.iter().map(|feature| feature.as_str()).collect();
        for page in all.iter().filter(|row| row["featureType"] == "page") {
            assert!(known.contains(&page["featureId"].as_str().unwrap()), "{page}");
        }
    }

    async fn an_employment_that_has_ended_closes_the_pages_of_employees(world: World) {
        world.change("UPDATE employee SET status = 'Terminated', last_day = '2026-11-15'
            WHERE person_id IN (SELECT id FROM person WHERE username = 'ana')", vec![]).await;
        let mut left = enabled(&world, "ana", Some("Cedar Outfitters"), "page").await;
        left.sort();
        assert_eq!(left, ["paystubs", "taxes", "w2"]);
        assert_eq!(enabled(&world, "ana", Some("Cedar Outfitters"), "feature").await, Vec::<String>::new());
    }

    async fn e40_a_feature_that_is_switched_off_is_refused_by_the_server_for_its_data(world: World) {
        let (ana, marcus, mina) = (world.acting("ana").await, world.acting("marcus").await, world.acting("mina").await);
        let at = marcus.standing("Cedar Outfitters").await;
        let of_ana = ana.standing("Cedar Outfitters").await;
        let list = "query ($t: ID!, $c: ID!, $e: ID, $m: ID) { listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }";
        let create = "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
            input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }";
        let as_manager = json!({ "t": at.tenant, "c": at.company, "m": at.person });
        let as_employee = json!({ "t": of_ana.tenant, "c": of_ana.company, "e": of_ana.employee });
        assert_eq!(switch(&world, "Manager_announcements", true).await.outcome(), "ok");
        let before = world.rows().await;
        for query in [list, create] {
            let reply = marcus.ask(query, as_manager.clone()).await;
            assert_eq!(reply.outcome(), "FEATURE_NOT_ENABLED", "{}", reply.text);
            assert_eq!(reply.body["errors"][0]["message"], "This feature is not enabled for your account. Please contact support.");
        }
        assert!(world.rows().await == before, "nothing changed");
        assert!(!enabled(&world, "marcus", Some("Cedar Outfitters"), "page").await.contains(&"Manager_announcements".to_owned()));
        // Only that feature, only that tenant, and people who can't use it anyway don't find out.
        assert_eq!(ana.ask(list, as_employee.clone()).await.outcome(), "ok");
        assert_eq!(ana.ask(create, json!({ "t": at.tenant, "c": at.company, "m": of_ana.person })).await.outcome(), "FORBIDDEN");
        let clinic = mina.standing("Harbor Clinic").await;
        assert_eq!(mina.ask(list, json!({ "t": clinic.tenant, "c": clinic.company, "m": clinic.person })).await.outcome(), "ok");
        assert_eq!(switch(&world, "Announcements", true).await.outcome(), "ok");
        assert_eq!(ana.ask(list, as_employee).await.outcome(), "FEATURE_NOT_ENABLED");
        assert_eq!(switch(&world, "Manager_announcements", false).await.outcome(), "ok");
        assert_eq!(marcus.ask(list, as_manager).await.outcome(), "ok");
    }

    async fn e40_a_feature_that_was_opened_to_others_only_is_refused_by_the_server_for_its_data(world: World) {
        let (grace, ana, elena) = (world.acting("grace").await, world.acting("ana").await, world.acting("elena").await);
        let tenant = tenant_of(&grace).await;
        let (at, of_elena) = (ana.standing("Cedar Outfitters").await, elena.standing("Cedar Logistics").await);
        let list = "query ($t: ID!, $c: ID!, $e: ID!) { listEmployeePayStubs(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
        let own = |at: &crate::world::Standing| json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let mut version = 1;
        for (permissions, outcome) in [
            (json!(["manager:nobody-holds-this"]), "FEATURE_NOT_ENABLED"),
            (json!(["manager:nobody-holds-this", "employee:pay"]), "ok"),
            (json!([]), "FEATURE_NOT_ENABLED"),
            (json!(["employee:pay:paystubs"]), "ok"),
        ] {
            let input = json!({ "featureId": "paystubs", "version": version, "permissions": permissions, "readOnly": false });
            let reply = grace.ask(UPDATE, json!({ "t": tenant, "f": input })).await;
            version = reply.data("/updateFeature/version").as_i64().unwrap();
            let is_there = enabled(&world, "ana", Some("Cedar Outfitters"), "page").await.contains(&"paystubs".to_owned());
            assert_eq!(is_there, outcome == "ok", "{permissions}");
            assert_eq!(ana.ask(list, own(&at)).await.outcome(), outcome, "{permissions}");
            assert_eq!(elena.ask(list, own(&of_elena)).await.outcome(), outcome, "{permissions}");
        }
    }

    async fn e40_the_company_page_takes_its_lists_along_when_it_is_switched_off_but_not_from_managers(world: World) {
        let list = "query ($t: ID!, $c: ID!) { listOrganizations(tenantId: $t, companyId: $c) { results { id } } listCompanyPaygroups(tenantId: $t, companyId: $c) { results { id } } }";
        let older = "query ($c: ID!) { organizations(companyId: $c) { totalCount } payGroups(companyId: $c) { totalCount } }";
        for (is_off, of_ana) in [(false, "ok"), (true, "FEATURE_NOT_ENABLED")] {
            assert_eq!(switch(&world, "company", is_off).await.outcome(), "ok");
            for (who, outcome) in [("ana", of_ana), ("priya", "ok"), ("marcus", "ok")] {
                let actor = world.acting(who).await;
                let at = actor.standing("Cedar Outfitters").await;
                assert_eq!(actor.ask(list, json!({ "t": at.tenant, "c": at.company })).await.outcome(), outcome, "{who}");
                assert_eq!(actor.ask(older, json!({ "c": at.company })).await.outcome(), outcome, "{who}");
            }
        }
    }

    async fn e40_what_only_the_pages_of_balances_show_goes_with_them(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let balances = "query ($t: ID!, $c: ID!, $e: ID!) { timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) { typeId } }";
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let of = ana.ask(balances, ids.clone()).await.data("/timeOffBalances/0/typeId").clone();
        let ledger = format!("query ($t: ID!, $c: ID!, $e: ID!) {{
            timeOffLedger(tenantId: $t, companyId: $c, employeeId: $e, typeId: {of}, date: \"2026-12-31\") {{ balance }} }}");
        let calendar = "query ($t: ID!, $c: ID!, $e: ID!) { teamCalendar(tenantId: $t, companyId: $c, employeeId: $e,
            startDate: \"2026-11-01\", endDate: \"2026-11-30\") { isCut } }";
        let feeds = "query ($t: ID!, $c: ID!, $e: ID!) { calendarFeeds(tenantId: $t, companyId: $c, employeeId: $e) { id } }";
        for (is_off, outcome) in [(true, "FEATURE_NOT_ENABLED"), (false, "ok")] {
            assert_eq!(switch(&world, "accruals", is_off).await.outcome(), "ok");
            for query in [ledger.as_str(), calendar, feeds] {
                assert_eq!(ana.ask(query, ids.clone()).await.outcome(), outcome, "{query}");
            }
            assert_eq!(ana.ask(balances, ids.clone()).await.outcome(), "ok", "the page of time off shows them too");
        }
        for feature in ["accruals", "time"] {
            assert_eq!(switch(&world, feature, true).await.outcome(), "ok");
        }
        assert_eq!(ana.ask(balances, ids).await.outcome(), "FEATURE_NOT_ENABLED");
    }

    async fn a_read_only_feature_that_is_enabled_is_there_for_everybody(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let input = json!({ "featureId": "documents", "version": 1, "readOnly": true, "enabled": true });
        assert_eq!(grace.ask(UPDATE, json!({ "t": tenant, "f": input })).await.outcome(), "ok");
        assert!(enabled(&world, "marcus", Some("Cedar Outfitters"), "page").await.contains(&"documents".to_owned()));
        assert!(!enabled(&world, "mina", Some("Harbor Clinic"), "page").await.contains(&"documents".to_owned()));
    }

    async fn an_administrator_adds_changes_and_deletes_and_each_is_in_the_audit_trail(world: World) {
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let new = json!({ "t": tenant, "id": "handbook", "type": "page", "title": " Handbook ", "path": "/more/handbook" });
        assert_eq!(grace.ask(ADD, new.clone()).await.data("/addFeature/version"), 1);
        let again = grace.ask(ADD, new).await;
        assert_eq!((again.outcome(), again.field()), ("FEATURE_EXISTS", Some("featureId")));
        assert!(enabled(&world, "ana", Some("Cedar Outfitters"), "page").await.contains(&"handbook".to_owned()));
        let input = json!({ "featureId": "handbook", "version": 1, "title": "Rules", "permissions": ["manager"], "readOnly": false });
        let reply = grace.ask(UPDATE, json!({ "t": tenant, "f": input })).await;
        assert_eq!(reply.data("/updateFeature/version"), 2);
        assert_eq!(reply.data("/updateFeature/pageIcon"), "star");
        assert!(!enabled(&world, "ana", Some("Cedar Outfitters"), "page").await.contains(&"handbook".to_owned()));
        let late = grace.ask(UPDATE, json!({ "t": tenant, "f": input })).await;
        assert_eq!(late.outcome(), "CONFLICT");
        assert_eq!(late.body["errors"][0]["extensions"]["current"]["title"], "Rules");
        assert_eq!(grace.ask(DELETE, json!({ "t": tenant, "id": "handbook" })).await.outcome(), "ok");
        assert_eq!(grace.ask(DELETE, json!({ "t": tenant, "id": "handbook" })).await.outcome(), "NOT_FOUND");
        for (action, count) in [("feature.add", 1), ("feature.revise", 1), ("feature.delete", 1)] {
            let sql = "SELECT count(*) FROM audit_event WHERE action = $1 AND result = 'done'";
            let (found,): (i64,) = world.app.db.one(sql, db::params![action]).await.unwrap();
            assert_eq!(found, count, "{action}");
        }
    }

    async fn the_catalogue_answers_the_calls_of_the_spec_to_the_letter_for_the_tokens_tenant(world: World) {
        let (grace, mina) = (world.acting("grace").await, world.acting("mina").await);
        let list = "{ features { enabled featureId featureType pageIcon permissions readOnly title } }";
        let ids = async |actor: &Actor<'_>| {
            let reply = actor.ask(list, json!({})).await;
            let all = reply.data("/features").as_array().unwrap().clone();
            all.into_iter().map(|one| one["featureId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let there = ids(&grace).await;
        assert!(there.contains(&"pay".to_owned()));
        for (id, kind) in [("handbook", "page"), ("weather", "feature")] {
            let add = format!("mutation {{ addFeature(featureId: \"{id}\", featureType: {kind}, enabled: true, pageIcon: \"star\",
                readOnly: true, title: \"New\") {{ featureId enabled }} }}");
            assert_eq!(grace.ask(&add, json!({})).await.data("/addFeature/featureId"), id);
            assert_eq!(mina.ask(&add, json!({})).await.outcome(), "FORBIDDEN");
            let update = format!("mutation {{ updateFeature(feature: {{ featureId: \"{id}\", featureType: {kind}, enabled: false,
                pageIcon: \"star\", readOnly: true, title: \"Newer\", permissions: [\"employee\"] }}) {{ title enabled }} }}");
            for _ in 0..2 {
                assert_eq!(grace.ask(&update, json!({})).await.data("/updateFeature"), &json!({ "title": "Newer", "enabled": false }));
            }
        }
        assert_eq!(ids(&grace).await.len(), there.len() + 2);
        assert!(!ids(&mina).await.contains(&"handbook".to_owned()), "each tenant has its own");
        for id in ["handbook", "weather"] {
            let delete = format!("mutation {{ deleteFeature(featureId: \"{id}\") {{ featureId }} }}");
            assert_eq!(grace.ask(&delete, json!({})).await.outcome(), "ok");
        }
        assert_eq!(ids(&grace).await, there);
    }

    async fn what_is_refused_says_which_field_and_changes_nothing(world: World) {
        let grace = world.acting("grace").await;
        let (tenant, harbor) = (tenant_of(&grace).await, tenant_of(&world.acting("hugo").await).await);
        for who in ["ana", "marcus"] {
            world.acting(who).await;
        }
        let before = world.rows().await;
        let card = |size: Value| json!({ "t": tenant, "id": "x", "type": "feature", "title": "x", "size": size });
        for (variables, code, field) in [
            (card(json!(3)), "INVALID_SIZE", "size"),
            (json!({ "t": tenant, "id": "x", "type": "page", "title": "x", "path": "https://evil.example" }), "INVALID_PATH", "path"),
            (json!({ "t": tenant, "id": "x y", "type": "page", "title": "x", "path": "/x" }), "INVALID_FEATURE_ID", "featureId"),
            (json!({ "t": tenant, "id": "x", "type": "page", "title": " ", "path": "/x" }), "REQUIRED", "title"),
        ] {
            let reply = grace.ask(ADD, variables).await;
            assert_eq!((reply.outcome(), reply.field()), (code, Some(field)), "{}", reply.text);
        }
        let missing = json!({ "t": tenant, "f": { "featureId": "nothing", "version": 1, "title": "x" } });
        assert_eq!(grace.ask(UPDATE, missing).await.outcome(), "NOT_FOUND");
        let foreign = json!({ "t": harbor, "f": { "featureId": "pay", "version": 1, "title": "x" } });
        assert_eq!(grace.ask(UPDATE, foreign).await.outcome(), "NOT_FOUND");
        for who in ["ana", "marcus"] {
            let change = json!({ "t": tenant, "f": { "featureId": "pay", "version": 1, "readOnly": true } });
            assert_eq!(world.acting(who).await.ask(UPDATE, change).await.outcome(), "FORBIDDEN", "{who}");
        }
        assert!(world.rows().await == before, "nothing changed");
    }

    async fn a_users_roles_say_what_guard_and_switching_need(world: World) {
        let query = "{ viewer { username userType roles evolutionRoles applications hasIdentityPermissions
            companies { companyName roles userTypes employeeRoleIds managerRoleIds managerViewRoleId } } }";
        let of = async |who: &str| world.acting(who).await.ask(query, json!({})).await.data("/viewer").clone();
        let priya = of("priya").await;
        assert_eq!((&priya["username"], &priya["userType"]), (&json!("priya"), &json!("employee")));
        let (logistics, outfitters) = (&priya["companies"][0], &priya["companies"][1]);
        assert_eq!((&logistics["userTypes"], &outfitters["userTypes"]), (&json!(["manager"]), &json!(["employee", "manager"])));
        assert_eq!((&logistics["employeeRoleIds"], outfitters["employeeRoleIds"].as_array().unwrap().len()), (&json!([]), 1));
        assert_eq!(logistics["managerRoleIds"][0], logistics["managerViewRoleId"]);
        assert_eq!(of("dana").await["companies"][0]["managerViewRoleId"], Value::Null);
        let evan = of("evan").await;
        assert_eq!((&evan["evolutionRoles"], &evan["applications"]), (&json!(["Evolution Payroll Access"]), &json!(["HR", "PAY", "TIME"])));
        world.change("UPDATE role SET permissions = '' WHERE name = 'Evolution Payroll Access'", vec![]).await;
        assert_eq!(of("evan").await["applications"], json!(["HR", "TIME"]), "payroll needs employee:application");
        let types: BTreeMap<&str, Value> = BTreeMap::from([("omar", json!("idOnly")), ("grace", json!("admin")), ("marcus", json!("manager"))]);
        for (who, user_type) in types {
            assert_eq!(of(who).await["userType"], user_type, "{who}");
        }
        assert_eq!((&of("grace").await["hasIdentityPermissions"], &of("ana").await["hasIdentityPermissions"]), (&json!(true), &json!(false)));
    }

    async fn a_user_is_found_by_the_subject_of_the_token(world: World) {
        let query = "query ($s: ID!) { userBySubId(subId: $s) { id firstName lastName email phone subId roles { name companyId } } }";
        let ana = world.person("ana").await.to_string();
        let own = world.acting("ana").await.ask(query, json!({ "s": ana })).await;
        assert_eq!((own.data("/userBySubId/subId"), own.data("/userBySubId/firstName")), (&json!(ana), &json!("Ana")));
        assert_eq!(own.data("/userBySubId/roles/0/name"), "Employee");
        assert!(own.data("/userBySubId/phone").is_string());
        world.change("UPDATE role SET permissions = 'admin.write' WHERE name = 'Administrator'", vec![]).await;
        let by_grace = world.acting("grace").await.ask(query, json!({ "s": ana })).await;
        assert_eq!(by_grace.data("/userBySubId/phone"), &Value::Null, "a phone is for those who look after accounts");
    }
}
