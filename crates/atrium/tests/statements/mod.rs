//! How many statements each operation may cost. A list costs the same however long it is; an operation without a
//! budget fails. A feature's budgets, and the test that holds them, are in its own folder: `tests/statements.rs`.

use crate::world::{Actor, World, both};
use async_graphql::Request;
use atrium::schema;
use serde_json::{Value, json};

/// (operation, most statements): reading the viewer is one of them.
type Budget = (&'static str, u64);

/// The budgets of each feature: `BUDGETS`, and `RARE` for what is done too seldom to count.
macro_rules! features {
    ($($feature:ident $budgets:literal),* $(,)?) => {
        $(#[path = $budgets] mod $feature;)*

        fn budgets() -> Vec<&'static str> {
            let counted = [$($feature::BUDGETS),*].into_iter().flatten().map(|(name, _)| *name);
            counted.chain([$($feature::RARE),*].into_iter().flatten().copied()).collect()
        }
    };
}

features![
    account "../../src/account/tests/statements.rs",
    announcements "../../src/announcements/tests/statements.rs",
    applications "../../src/applications/tests/statements.rs",
    assistant "../../src/assistant/tests/statements.rs",
    attention "../../src/attention/tests/statements.rs",
    audit "../../src/audit/tests/statements.rs",
    benefits "../../src/benefits/tests/statements.rs",
    calendars "../../src/calendars/tests/statements.rs",
    clock "../../src/clock/tests/statements.rs",
    companies "../../src/companies/tests/statements.rs",
    company "../../src/company/tests/statements.rs",
    data_views "../../src/data_views/tests/statements.rs",
    decisions "../../src/decisions/tests/statements.rs",
    deposits "../../src/deposits/tests/statements.rs",
    documents "../../src/documents/tests/statements.rs",
    employment "../../src/employment/tests/statements.rs",
    events "../../src/events/tests/statements.rs",
    features "../../src/features/tests/statements.rs",
    handover "../../src/handover/tests/statements.rs",
    health "../../src/health/tests/statements.rs",
    host_applications "../../src/host_applications/tests/statements.rs",
    import "../../src/import/tests/statements.rs",
    inbox "../../src/inbox/tests/statements.rs",
    integrations "../../src/integrations/tests/statements.rs",
    machines "../../src/machines/tests/statements.rs",
    pay_stubs "../../src/pay_stubs/tests/statements.rs",
    profile "../../src/profile/tests/statements.rs",
    reports "../../src/reports/tests/statements.rs",
    resources "../../src/resources/tests/statements.rs",
    roles "../../src/roles/tests/statements.rs",
    runs "../../src/runs/tests/statements.rs",
    tax_returns "../../src/tax_returns/tests/statements.rs",
    tax_setup "../../src/tax_setup/tests/statements.rs",
    team "../../src/team/tests/statements.rs",
    time_off "../../src/time_off/tests/statements.rs",
    upstreams "../../src/upstreams/tests/statements.rs",
];

/// Asks, and compares what it took with the budget of that name.
async fn keeps(actor: &Actor<'_>, budgets: &[Budget], name: &str, query: &str, variables: Value) {
    let reply = actor.ask_proving(query, variables).await;
    assert_eq!(reply.outcome(), "ok", "{name}: {}", reply.text);
    let spent: u64 = reply.headers["x-statements"].to_str().unwrap().parse().unwrap();
    let (_, most) = budgets.iter().find(|(budget, _)| *budget == name).unwrap();
    assert!(spent <= *most, "{name} took {spent} statements, its budget is {most}");
}

#[tokio::test]
async fn every_operation_has_a_budget() {
    let query = "{ __schema { queryType { fields { name } } mutationType { fields { name } } } }";
    let answer = schema::execute(&schema::build(true), Request::new(query)).await.data.into_json().unwrap();
    let mut there: Vec<String> = vec![];
    for kind in ["queryType", "mutationType"] {
        let fields = answer["__schema"][kind]["fields"].as_array().unwrap();
        there.extend(fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()));
    }
    there.sort();
    let mut budgets = budgets();
    budgets.sort_unstable();
    let missing: Vec<_> = there.iter().filter(|name| !budgets.contains(&name.as_str())).collect();
    assert!(
        missing.is_empty(),
        "add {missing:?} to BUDGETS in tests/statements.rs in the feature's folder (new: in `features!` in tests/statements/mod.rs, too)"
    );
    assert_eq!(there, budgets, "each operation of the schema has one budget, and nothing else has");
}

both! {
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
