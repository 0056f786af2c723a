//! How many statements each operation may cost. A list costs the same however long it is; an operation without a
//! budget fails.

use crate::world::{Engine, World, both};
use async_graphql::Request;
use serde_json::json;

/// (operation, most statements): reading the viewer is one of them.
const BUDGETS: &[(&str, u64)] = &[
    ("viewer", 1),
    ("listCompanyMessages", 2),
    ("messageAudience", 3),
    ("listOrganizations", 2),
    ("listCompanyPaygroups", 2),
    // viewer, key, the row, outbox, the end of the audit trail; its events and the answer travel with the commit
    ("createMessage", 6),
    ("updateMessage", 6),
    ("deleteMessage", 6),
    ("accountSecurity", 8),
    ("changeLanguage", 17),
];

/// Done once in a while by somebody who proves a factor or types a password for it: hashing costs more than any
/// statement.
const RARE: &[&str] = &[
    "addPasskey",
    "beginMerge",
    "beginPasskey",
    "beginTotp",
    "changePassword",
    "confirmMerge",
    "confirmTotp",
    "endOtherSessions",
    "endSession",
    "removePasskey",
    "removeTotp",
    "renamePasskey",
    "renewRecoveryCodes",
    "sendMergeCode",
    "undoMerge",
];

#[tokio::test]
async fn every_operation_has_a_budget() {
    let query = "{ __schema { queryType { fields { name } } mutationType { fields { name } } } }";
    let answer = atrium::schema::build(true).execute(Request::new(query)).await.data.into_json().unwrap();
    let mut there: Vec<String> = vec![];
    for kind in ["queryType", "mutationType"] {
        let fields = answer["__schema"][kind]["fields"].as_array().unwrap();
        there.extend(fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()));
    }
    there.sort();
    let mut budgets: Vec<&str> = BUDGETS.iter().map(|(name, _)| *name).chain(RARE.iter().copied()).collect();
    budgets.sort();
    assert_eq!(there, budgets);
}

#[tokio::test]
async fn an_audience_is_counted_on_an_index_alone() {
    let mut recording = None;
    let world = World::with(Engine::Sqlite, |app| {
        let (db, statements) = app.db.recorded();
        app.db = db;
        recording = Some(statements);
    })
    .await;
    let (marcus, recording) = (world.acting("marcus").await, recording.unwrap());
    let at = marcus.standing("Cedar Outfitters").await;
    let query = "query ($t: ID!, $c: ID!, $m: ID!) { messageAudience(tenantId: $t, companyId: $c, managerId: $m, input: {}) { people } }";
    marcus
        .ask(query, json!({ "t": at.tenant, "c": at.company, "m": at.person }))
        .await
        .data("/messageAudience");
    let counts = recording.take().into_iter().find(|(sql, _)| sql.contains("everybody")).unwrap();
    let plan: Vec<db::Cells> =
        world.app.db.all(format!("EXPLAIN QUERY PLAN {}", counts.0), counts.1).await.unwrap();
    let plan = json!(plan.iter().map(|row| &row.0[3]).collect::<Vec<_>>()).to_string();
    assert!(plan.contains("COVERING INDEX employee_audience"), "{plan}");
    assert!(!plan.contains("TEMP B-TREE FOR GROUP BY"), "{plan}");
}

both! {
    async fn every_operation_keeps_its_budget(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
        let head = "($t: ID!, $c: ID!, $m: ID!)";
        let on_one = "($t: ID!, $c: ID!, $m: ID!, $id: ID!)";
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        let day = "startDate: \"2026-11-16\", endDate: \"2026-11-16\"";
        let create = format!("mutation {head} {{ createMessage({args}, input: {{ message: \"x\", {day} }}) {{ id }} }}");
        let made = marcus.ask(&create, ids.clone()).await;
        let mut ids = ids;
        ids["id"] = made.data("/createMessage/id").clone();
        let queries = [
            ("viewer", format!("query {head} {{ viewer {{ personId companies {{ companyName roles }} }} listCompanyPaygroups({args}) {{ results {{ id }} }} }}"), 1),
            ("listCompanyMessages", format!("query {head} {{ listCompanyMessages({args}, limit: 100) {{ results {{ id message updatedByName }} links {{ next }} }} }}"), 0),
            ("messageAudience", format!("query {head} {{ messageAudience({args}, input: {{}}) {{ people reports {{ lastName }} byDepartment {{ people }} }} }}"), 0),
            ("listOrganizations", format!("query {head} {{ listOrganizations({args}, limit: 100) {{ results {{ id parentOrganizationCode }} }} }}"), 0),
            ("listCompanyPaygroups", format!("query {head} {{ listCompanyPaygroups({args}) {{ results {{ id }} }} }}"), 0),
            ("createMessage", create.clone(), 0),
            ("updateMessage", format!("mutation {on_one} {{ updateMessage({args}, input: {{ id: $id, version: 1, message: \"y\", {day} }}) {{ id }} }}"), 0),
            ("accountSecurity", format!("query {head} {{ accountSecurity {{ username passkeys {{ id }} sessions {{ id }} events {{ id }} merge {{ username }} }} listCompanyPaygroups({args}) {{ results {{ id }} }} }}"), 1),
            ("changeLanguage", format!("mutation {head} {{ changeLanguage(language: \"en\") {{ username }} }}").replace(head, ""), 0),
            ("deleteMessage", format!("mutation {on_one} {{ deleteMessage({args}, messageId: $id) {{ messageId }} }}"), 0),
        ];
        for (name, query, beside) in queries {
            let reply = marcus.ask(&query, ids.clone()).await;
            assert_eq!(reply.outcome(), "ok", "{name}: {}", reply.text);
            let spent: u64 = reply.headers["x-statements"].to_str().unwrap().parse().unwrap();
            let most = BUDGETS.iter().find(|(budget, _)| *budget == name).unwrap().1;
            assert!(spent - beside <= most, "{name} took {spent} statements, its budget is {most}");
        }
    }

    async fn a_request_refused_for_its_shape_runs_no_statement(world: World) {
        let marcus = world.acting("marcus").await;
        let deep = format!("{}x{}", "{ viewer ".repeat(14), " }".repeat(14));
        let wide = format!("{{ {} }}", "viewer { personId } ".repeat(21));
        let aliases: String = (0..31).map(|n| format!("a{n}: personId ")).collect();
        for query in [deep, wide, format!("{{ viewer {{ {aliases} }} }}"), "{ nothing }".into(), "not graphql".into()] {
            let reply = marcus.ask(&query, json!({})).await;
            assert_ne!(reply.outcome(), "ok", "{query}");
            // An answer that never reached a resolver carries no counter, or a counter of nought.
            let spent = reply.headers.get("x-statements").map_or("0", |value| value.to_str().unwrap());
            assert_eq!(spent, "0", "{query}");
        }
    }
}
