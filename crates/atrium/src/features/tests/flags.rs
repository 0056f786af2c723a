//! Flags, through the OpenFeature remote evaluation protocol, and what they do on the server.

use crate::world::{AtHome, Reply, World, both};
use atrium::access;
use atrium::features::set_flag;
use atrium::shared::flag::Flag;
use atrium::shared::id::TenantId;
use atrium::work::{Author, Work};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

const ALL: &str = "/ofrep/v1/evaluate/flags";

/// Sets a flag for Cedar Group.
async fn switch(world: &World, flag: Flag, is_on: Option<bool>) {
    let sql = "SELECT id FROM tenant WHERE name = 'Cedar Group'";
    let (tenant,): (TenantId,) = world.app.db.one(sql, vec![]).await.unwrap();
    set_flag_of(world, tenant, flag, is_on).await;
}

/// As the operator does at the terminal.
pub async fn set_flag_of(world: &World, tenant: TenantId, flag: Flag, is_on: Option<bool>) {
    let scope = access::whole(&access::at_terminal(&access::operator(tenant))).unwrap();
    let author = Author { tenant, person: None, address: String::new() };
    let mut work = Work::begin(&world.app, &world.app.db, author).await.unwrap();
    set_flag(&mut work, &scope, flag, is_on).await.unwrap();
    work.commit().await.unwrap();
}

async fn evaluate(world: &World, who: &str, path: &str, body: &str, etag: Option<&str>) -> Reply {
    let token = world.token(who).await;
    let mut request = Request::post(path).header(header::AUTHORIZATION, format!("Bearer {token}"));
    request = request.header(header::CONTENT_TYPE, "application/json");
    if let Some(etag) = etag {
        request = request.header(header::IF_NONE_MATCH, etag);
    }
    world.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn get(world: &World, who: &str, path: &str) -> Reply {
    let token = world.token(who).await;
    let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {token}"));
    world.send(request.body(Body::empty()).unwrap()).await
}

fn flag_of(reply: &Reply, key: &str) -> Value {
    let flags = reply.body["flags"].as_array().unwrap_or_else(|| panic!("{}", reply.text));
    flags.iter().find(|flag| flag["key"] == key).unwrap_or_else(|| panic!("no flag {key}")).clone()
}

both! {
    async fn all_flags_are_evaluated_for_the_tenant_of_the_token_whatever_the_context_says(world: World) {
        let harbor = world.acting("hugo").await.standing("Harbor Clinic").await.tenant;
        switch(&world, Flag::Chatbot, Some(true)).await;
        let context = json!({ "context": { "targetingKey": harbor, "tenantId": harbor } }).to_string();
        let cedar = evaluate(&world, "ana", ALL, &context, None).await;
        assert_eq!(cedar.status, 200);
        assert_eq!(flag_of(&cedar, "chatbot"), json!({ "key": "chatbot", "value": true, "variant": "on", "reason": "TARGETING_MATCH" }));
        assert_eq!(flag_of(&cedar, "maintenance-mode"), json!({ "key": "maintenance-mode", "value": false, "variant": "off", "reason": "DEFAULT" }));
        assert_eq!(cedar.body["flags"].as_array().unwrap().len(), Flag::ALL.len());
        let clinic = evaluate(&world, "hugo", ALL, "{}", None).await;
        assert_eq!(flag_of(&clinic, "chatbot")["value"], false);
        switch(&world, Flag::Chatbot, None).await;
        assert_eq!(flag_of(&evaluate(&world, "ana", ALL, "", None).await, "chatbot")["reason"], "DEFAULT");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'flag.set'").await, 2);
    }

    async fn an_unchanged_set_of_flags_is_not_sent_again(world: World) {
        let first = evaluate(&world, "ana", ALL, "{}", None).await;
        let etag = first.headers["etag"].to_str().unwrap().to_owned();
        let again = evaluate(&world, "ana", ALL, "{}", Some(&format!("\"other\", W/{etag}"))).await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
        switch(&world, Flag::EmbedUserGuide, Some(true)).await;
        let changed = evaluate(&world, "ana", ALL, "{}", Some(&etag)).await;
        assert_eq!(changed.status, 200);
        assert_ne!(changed.headers["etag"].to_str().unwrap(), etag);
    }

    async fn one_flag_is_evaluated_and_an_unknown_one_or_a_bad_context_is_told_in_the_words_of_the_protocol(world: World) {
        let one = async |key: &str, body: &str| evaluate(&world, "ana", &format!("{ALL}/{key}"), body, None).await;
        let chatbot = one("chatbot", "{\"context\":{}}").await;
        assert_eq!((chatbot.status.as_u16(), &chatbot.body["variant"]), (200, &json!("off")));
        let unknown = one("no-such-flag", "{}").await;
        assert_eq!((unknown.status.as_u16(), &unknown.body), (404, &json!({ "key": "no-such-flag", "errorCode": "FLAG_NOT_FOUND" })));
        let broken = one("chatbot", "{").await;
        assert_eq!((broken.status.as_u16(), &broken.body["errorCode"]), (400, &json!("PARSE_ERROR")));
        let context = one("chatbot", "{\"context\":1}").await;
        assert_eq!((context.status.as_u16(), &context.body["errorCode"]), (400, &json!("INVALID_CONTEXT")));
        let all = evaluate(&world, "ana", ALL, "[]", None).await;
        assert_eq!((all.status.as_u16(), &all.body), (400, &json!({ "errorCode": "PARSE_ERROR" })));
        let nobody = world.nobody().post(ALL, "{}".to_owned(), &[]).await;
        assert_eq!((nobody.status.as_u16(), nobody.headers["www-authenticate"].to_str().unwrap()), (401, "Bearer"));
    }

    async fn during_maintenance_data_is_closed_and_the_session_goes_on(world: World) {
        let (ana, grace) = (world.acting("ana").await, world.acting("grace").await);
        let at = ana.standing("Cedar Outfitters").await;
        let list = "query ($t: ID!, $c: ID!, $e: ID) { listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e) { results { id } } }";
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
        let mut at_home = AtHome::of(&world, "ana").await;
        switch(&world, Flag::MaintenanceMode, Some(true)).await;
        let before = world.rows().await;
        let refused = ana.ask(list, ids.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.outcome()), (503, "MAINTENANCE"), "{}", refused.text);
        let marcus = world.acting("marcus").await;
        let create = "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
            input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }";
        let change = json!({ "t": at.tenant, "c": at.company, "m": world.person("marcus").await.to_string() });
        assert_eq!(marcus.ask(create, change).await.outcome(), "MAINTENANCE");
        assert_eq!(get(&world, "ana", "/companies/lookup?lookup-string=cedar").await.status, 503);
        let after = world.rows().await;
        assert!(before["announcement"] == after["announcement"], "nothing changed");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action IN ('change.refused', 'read.refused')").await, 0);
        // What a person may not see stays hidden, and doesn't reveal when maintenance is on.
        let foreign = world.acting("hugo").await.standing("Harbor Clinic").await;
        assert_eq!(ana.ask(list, json!({ "t": foreign.tenant, "c": foreign.company })).await.outcome(), "NOT_FOUND");
        // Who they are, which pages exist, their account, the flag itself and the session.
        assert_eq!(ana.ask("{ viewer { personId } accountSecurity { username } }", json!({})).await.outcome(), "ok");
        assert_eq!(ana.ask("query ($t: ID!, $c: ID) { features(tenantId: $t, companyId: $c) { featureId } }", json!({ "t": at.tenant, "c": at.company })).await.outcome(), "ok");
        assert_eq!(flag_of(&evaluate(&world, "ana", ALL, "{}", None).await, "maintenance-mode")["variant"], "on");
        assert_eq!(at_home.call("GET", "/sessions/me", Value::Null, None).await.status, 200);
        assert_eq!(at_home.call("GET", "/oauth2/userinfo", Value::Null, None).await.status, 200);
        // Administrators keep working, and so does everyone in other tenants.
        let query = "query ($s: ID!) { userBySubId(subId: $s) { id } }";
        assert_eq!(grace.ask(query, json!({ "s": at.person })).await.outcome(), "ok");
        let hugo = world.acting("hugo").await;
        assert_eq!(hugo.ask(list, json!({ "t": foreign.tenant, "c": foreign.company, "e": foreign.employee })).await.outcome(), "ok");
        switch(&world, Flag::MaintenanceMode, Some(false)).await;
        assert_eq!(ana.ask(list, ids).await.outcome(), "ok");
    }

    async fn without_the_second_version_everybody_counts_as_the_first(world: World) {
        let version = async |who: &str| world.acting(who).await.ask("{ viewer { version } }", json!({})).await.data("/viewer/version").clone();
        assert_eq!((version("victor").await, version("ana").await), (json!("v2"), json!("v1")));
        let mut victor = AtHome::of(&world, "victor").await;
        let claims = victor.call("GET", "/oauth2/userinfo", Value::Null, None).await.body;
        assert_eq!(claims["version"], "v2");
        switch(&world, Flag::UserInfoV2, Some(false)).await;
        assert_eq!(version("victor").await, "v1");
        let claims = victor.call("GET", "/oauth2/userinfo", Value::Null, None).await.body;
        assert_eq!(claims["version"], "v1");
    }

    async fn flags_say_whether_applications_are_shown_and_changed_and_with_what(world: World) {
        const LIST: &str = "/ui-datastore/application-metadata";
        let pay = async || get(&world, "evan", LIST).await.body["results"][1].clone();
        assert_eq!((pay().await["pricing"].clone(), pay().await["plan"].clone()), (Value::Null, Value::Null));
        switch(&world, Flag::ApplicationPricing, Some(true)).await;
        assert_eq!((pay().await["pricing"].clone(), pay().await["plan"].clone()), (json!("$4.00 per employee per month"), Value::Null));
        switch(&world, Flag::ApplicationPlan, Some(true)).await;
        assert_eq!(pay().await["plan"], "Standard");
        switch(&world, Flag::ApplicationEdit, Some(false)).await;
        let list = get(&world, "grace", LIST).await.body;
        let token = world.token("grace").await;
        let change = json!({ "version": list["version"], "applicationTitle": "More" });
        let request = Request::patch(format!("{LIST}/{}", list["id"].as_str().unwrap()))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json");
        let reply = world.send(request.body(Body::from(change.to_string())).unwrap()).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"]), (403, &json!("FEATURE_NOT_ENABLED")));
        assert_eq!(get(&world, "grace", LIST).await.body["applicationTitle"], list["applicationTitle"], "nothing changed");
        switch(&world, Flag::ApplicationView, Some(false)).await;
        for who in ["evan", "grace"] {
            assert_eq!(get(&world, who, LIST).await.status, 404, "{who}");
        }
        let codes = world.acting("evan").await.ask("{ viewer { applications } }", json!({})).await;
        assert_eq!(codes.data("/viewer/applications"), &json!([]));
    }
}
