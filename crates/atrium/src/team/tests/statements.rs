//! A manager's team.

use super::{Budget, keeps};
use crate::world::{Engine, World, both};
use serde_json::json;

pub(super) const BUDGETS: &[Budget] = &[
    ("listManagersEmployees", 4),
    ("employees", 2),
    ("managersEmployee", 4),
    ("teamCelebrations", 2),
    ("teamOrganizations", 2),
];

pub(super) const RARE: &[&str] = &[];

both! {
    async fn a_team_keeps_its_budgets(world: World) {
        let priya = world.acting("priya").await;
        let at = priya.standing("Cedar Logistics").await;
        let elena = world.acting("elena").await.standing("Cedar Logistics").await;
        let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person, "e": elena.employee });
        let head = "query ($t: ID!, $c: ID!, $m: ID!)";
        let args = "tenantId: $t, companyId: $c, managerId: $m";
        for (name, query) in [
            ("listManagersEmployees", format!("{head} {{ listManagersEmployees({args}, limit: 100) {{ results {{ id primary dateOfBirth teamName }} }} }}")),
            ("employees", "query ($c: ID!) { employees(companyId: $c, search: \"a\") { totalCount employees { lastName } } }".to_owned()),
            ("managersEmployee", format!("query ($t: ID!, $c: ID!, $m: ID!, $e: ID!) {{ managersEmployee({args}, employeeId: $e) {{ id primary dateOfBirth }} }}")),
            ("teamCelebrations", format!("{head} {{ teamCelebrations({args}, days: 31) {{ lastName }} }}")),
            ("teamOrganizations", format!("{head} {{ teamOrganizations({args}) {{ reports }} }}")),
        ] {
            keeps(&priya, BUDGETS, name, &query, ids.clone()).await;
        }
    }
}

#[tokio::test]
async fn a_page_of_reports_is_read_in_the_order_of_an_index_without_sorting() {
    let mut recording = None;
    let world = World::with(Engine::Sqlite, |app| {
        let (db, statements) = app.db.recorded();
        app.db = db;
        recording = Some(statements);
    })
    .await;
    let (priya, recording) = (world.acting("priya").await, recording.unwrap());
    let at = priya.standing("Cedar Logistics").await;
    for kind in ["primary", "secondary"] {
        let query = format!(
            "query ($t: ID!, $c: ID!, $m: ID!) {{
               listManagersEmployees(tenantId: $t, companyId: $c, managerId: $m, report: {kind}) {{ results {{ id }} }} }}"
        );
        priya.ask(&query, json!({ "t": at.tenant, "c": at.company, "m": at.person })).await.data("/listManagersEmployees");
        let list = recording.take().into_iter().find(|(sql, _)| sql.starts_with("SELECT e.id, l.sort_name")).unwrap();
        let plan: Vec<db::Cells> =
            world.app.db.all(format!("EXPLAIN QUERY PLAN {}", list.0), list.1).await.unwrap();
        let plan = json!(plan.iter().map(|row| &row.0[3]).collect::<Vec<_>>()).to_string();
        assert!(plan.contains("reporting_line_by_name"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE"), "{plan}");
    }
}
