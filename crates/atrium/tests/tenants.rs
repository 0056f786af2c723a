//! Tenants never touch: whatever people of one tenant do, with whatever ids, the other's rows stay as they are.

use crate::world::{Engine, World, both};
use atrium::tenants::TABLES;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All rows that belong to a tenant, by table.
async fn rows_of(world: &World, tenant: &str) -> BTreeMap<String, Vec<String>> {
    let id: uuid::Uuid = tenant.parse().unwrap();
    let mut all = BTreeMap::new();
    for table in TABLES.iter().filter(|table| table.own == "tenant_id = $1").map(|table| table.name) {
        let rows: Vec<db::Cells> = world
            .app
            .db
            .all(format!("SELECT * FROM {table} WHERE tenant_id = $1"), db::params![id])
            .await
            .unwrap();
        let mut rows: Vec<String> = rows.iter().map(|row| json!(row.0).to_string()).collect();
        rows.sort();
        all.insert(table.to_owned(), rows);
    }
    all
}

#[derive(Clone, Debug)]
struct Step {
    actor: usize,
    operation: usize,
    tenant: usize,
    company: usize,
    manager: usize,
    message: usize,
}

fn step() -> impl Strategy<Value = Step> {
    (0..4usize, 0..5usize, 0..2usize, 0..3usize, 0..4usize, 0..4usize).prop_map(
        |(actor, operation, tenant, company, manager, message)| Step {
            actor,
            operation,
            tenant,
            company,
            manager,
            message,
        },
    )
}

const QUERIES: [&str; 5] = [
    "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m, input: { message: \"x\", teamId: $id, startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }",
    "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { a: createMessage(tenantId: $t, companyId: $c, managerId: $m, input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $id) { messageId } }",
    "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { updateMessage(tenantId: $t, companyId: $c, managerId: $m, input: { id: $id, version: 1, message: \"y\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }",
    "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $id) { messageId } }",
    "query ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m, cursor: $id) { results { id } } }",
];

async fn try_steps(world: &World, steps: Vec<Step>) {
    let id = |sql: &'static str| async move {
        world.app.db.one::<(uuid::Uuid,)>(sql, vec![]).await.unwrap().0.to_string()
    };
    let tenants = [
        id("SELECT id FROM tenant WHERE name = 'Cedar Group'").await,
        id("SELECT id FROM tenant WHERE name = 'Harbor Clinic'").await,
    ];
    let companies = [
        id("SELECT id FROM company WHERE name = 'Cedar Outfitters'").await,
        id("SELECT id FROM company WHERE name = 'Cedar Logistics'").await,
        id("SELECT id FROM company WHERE name = 'Harbor Clinic'").await,
    ];
    let people = ["marcus", "priya", "ana", "grace"];
    let managers = [
        world.person("marcus").await.to_string(),
        world.person("priya").await.to_string(),
        world.person("mina").await.to_string(),
        world.person("grace").await.to_string(),
    ];
    let messages = [
        id("SELECT a.id FROM announcement a JOIN company c ON c.id = a.company_id WHERE c.name = 'Harbor Clinic' ORDER BY a.id").await,
        id("SELECT o.id FROM organization o JOIN company c ON c.id = o.company_id WHERE c.name = 'Harbor Clinic' AND o.kind = 'Team' ORDER BY o.id").await,
        id("SELECT a.id FROM announcement a JOIN company c ON c.id = a.company_id WHERE c.name = 'Cedar Outfitters' ORDER BY a.id").await,
        "nothing".to_owned(),
    ];
    let before = rows_of(world, &tenants[1]).await;
    for step in steps {
        let actor = world.acting(people[step.actor]).await;
        let variables: Value = json!({
            "t": tenants[step.tenant], "c": companies[step.company], "m": managers[step.manager], "id": messages[step.message],
        });
        actor.ask(QUERIES[step.operation], variables).await;
    }
    assert_eq!(rows_of(world, &tenants[1]).await, before);
}

both! {
    async fn a_role_is_held_once_also_in_the_whole_tenant(world: World) {
        let give = "INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id)
            SELECT $1, tenant_id, person_id, role_id, NULL FROM role_assignment WHERE id =
              (SELECT id FROM role_assignment ORDER BY id LIMIT 1)";
        let mut tx = world.app.db.begin_write().await.unwrap();
        tx.exec(give, db::params![uuid::Uuid::from_u128(1)]).await.unwrap();
        let again = tx.exec(give, db::params![uuid::Uuid::from_u128(2)]).await.unwrap_err();
        assert!(again.to_string().contains("role_assignment_tenant_once"), "{again}");
    }
}

fn run(engine: Engine) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::new(engine));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..Default::default()
    });
    runner
        .run(&prop::collection::vec(step(), 1..20), |steps| {
            runtime.block_on(try_steps(&world, steps));
            Ok(())
        })
        .unwrap();
}

#[test]
fn whatever_one_tenants_people_do_the_other_tenants_rows_stay_sqlite() {
    run(Engine::Sqlite);
}

#[test]
fn whatever_one_tenants_people_do_the_other_tenants_rows_stay_postgres() {
    run(Engine::Postgres);
}
