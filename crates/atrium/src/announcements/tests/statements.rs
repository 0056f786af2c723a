//! Announcements.

use super::{Budget, keeps};
use crate::world::{Engine, World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("listCompanyMessages", 2),
    ("announcements", 3),
    // viewer, key, the marks
    ("markMessagesRead", 4),
    ("messageAudience", 3),
    // viewer, key, the row, outbox, the end of the audit trail; its events and the answer travel with the commit
    ("createMessage", 6),
    ("updateMessage", 6),
    ("deleteMessage", 6),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn announcements_keep_their_budgets(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let head = "($t: ID!, $c: ID!, $m: ID!)";
        let on_one = "($t: ID!, $c: ID!, $m: ID!, $id: ID!)";
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        let day = "startDate: \"2026-11-16\", endDate: \"2026-11-16\"";
        let create = format!("mutation {head} {{ createMessage({args}, input: {{ message: \"x\", {day} }}) {{ id }} }}");
        let mut ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
        ids["id"] = marcus.ask(&create, ids.clone()).await.data("/createMessage/id").clone();
        for (name, query) in [
            ("listCompanyMessages", format!("query {head} {{ listCompanyMessages({args}, limit: 100) {{ results {{ id message updatedByName }} links {{ next }} }} }}")),
            ("messageAudience", format!("query {head} {{ messageAudience({args}, input: {{}}) {{ people reports {{ lastName }} byDepartment {{ people }} }} }}")),
            ("createMessage", create.clone()),
            ("updateMessage", format!("mutation {on_one} {{ updateMessage({args}, input: {{ id: $id, version: 1, message: \"y\", {day} }}) {{ id }} }}")),
            ("deleteMessage", format!("mutation {on_one} {{ deleteMessage({args}, messageId: $id) {{ messageId }} }}")),
        ] {
            keeps(&marcus, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}

both! {
    async fn reading_announcements_keeps_its_budgets(world: World) {
        let ana = world.acting("ana").await;
        let at = ana.standing("Cedar Outfitters").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee, "id": at.person });
        let old = "query ($c: ID!, $e: ID!) { announcements(companyId: $c, employeeId: $e) { totalCount announcements { id isRead } } }";
        let mark = "mutation ($t: ID!, $c: ID!, $e: ID!, $id: ID!) {
            markMessagesRead(tenantId: $t, companyId: $c, employeeId: $e, messageIds: [$id]) { newlyRead } }";
        keeps(&ana, BUDGETS, "announcements", old, ids.clone()).await;
        keeps(&ana, BUDGETS, "markMessagesRead", mark, ids).await;
    }
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
