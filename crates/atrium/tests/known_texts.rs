//! A text that was asked before is not validated again. No one can tell by the answers.

use crate::world::{Engine, World};
use serde_json::{Value, json};

const LIST: &str = "query ($t: ID!, $c: ID!, $m: ID, $l: Int, $a: String) {
    listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m, limit: $l, cursor: $a) { results { message } } }";
const CREATE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CreateMessageInput!) {
    createMessage(tenantId: $t, companyId: $c, managerId: $m, input: $i) { message } }";
const WITH_DEFAULT: &str = "query ($t: ID!, $c: ID!, $m: ID, $l: Int = 2) {
    listCompanyMessages(tenantId: $t, companyId: $c, managerId: $m, limit: $l) { results { message } } }";
const IN_A_LITERAL: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $x: String!) {
    createMessage(tenantId: $t, companyId: $c, managerId: $m,
      input: { message: $x, startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { message } }";

fn changed(base: &Value, field: &str, value: Value) -> Value {
    let mut changed = base.clone();
    changed[field] = value;
    changed
}

fn without(base: &Value, field: &str) -> Value {
    let mut less = base.clone();
    less.as_object_mut().unwrap().remove(field);
    less
}

fn unusual(base: &Value, fields: &[&str]) -> Vec<Value> {
    let values = [
        json!(null),
        json!(5),
        json!(-1),
        json!(1.5),
        json!(3_000_000_000_i64),
        json!("x"),
        json!(""),
        json!(true),
        json!(["x"]),
        json!({}),
        json!({ "x": 1 }),
    ];
    let mut all: Vec<Value> = fields
        .iter()
        .flat_map(|field| values.iter().map(|value| changed(base, field, value.clone())).collect::<Vec<_>>())
        .collect();
    all.extend(fields.iter().map(|field| without(base, field)));
    all.push(changed(base, "unheardOf", json!(1)));
    all
}

#[tokio::test]
async fn a_known_text_is_answered_like_a_new_one_whatever_its_variables() {
    let worlds = [World::new(Engine::Sqlite).await, World::new(Engine::Sqlite).await];
    let at = worlds[0].acting("marcus").await.standing("Cedar Outfitters").await;
    let ids = json!({ "t": at.tenant, "c": at.company, "m": at.person });
    let draft = json!({ "message": "Known", "startDate": "2026-11-16", "endDate": "2026-11-16" });
    let create = changed(&ids, "i", draft.clone());
    let drafts = unusual(&draft, &["message", "startDate", "teamId"]);
    let mut asked: Vec<(&str, Value, Value)> = vec![];
    for variables in unusual(&ids, &["t", "c", "m", "l", "a"]) {
        asked.push((LIST, ids.clone(), variables));
    }
    for variables in unusual(&ids, &["l"]) {
        asked.push((WITH_DEFAULT, ids.clone(), variables));
    }
    for draft in drafts {
        asked.push((CREATE, create.clone(), changed(&create, "i", draft)));
    }
    for variables in unusual(&create, &["i", "m"]) {
        asked.push((CREATE, create.clone(), variables));
    }
    let literal = changed(&ids, "x", json!("Known"));
    for variables in unusual(&literal, &["x"]) {
        asked.push((IN_A_LITERAL, literal.clone(), variables));
    }
    let [new, old] = &worlds;
    for (n, (text, good, unusual)) in asked.into_iter().enumerate() {
        // A comment of its own makes a text that no one has asked before.
        let text = format!("{text} # {n}");
        let old_marcus = old.acting("marcus").await;
        old_marcus.ask(&text, good).await.data("");
        let first = new.acting("marcus").await.ask(&text, unusual.clone()).await;
        let again = old_marcus.ask(&text, unusual.clone()).await;
        assert_eq!(
            (first.status, &first.body["errors"]),
            (again.status, &again.body["errors"]),
            "{text} {unusual}"
        );
        if first.outcome() != "ok" {
            assert_eq!(first.text, again.text);
        }
    }
}

#[tokio::test]
async fn a_known_text_keeps_its_operations_name_and_its_refusals() {
    let world = World::new(Engine::Sqlite).await;
    let ana = world.acting("ana").await;
    let ask = async |name: &str| {
        let body = json!({ "query": "query Mine { viewer { firstName } }", "operationName": name });
        ana.post("/graphql", body.to_string(), &[]).await
    };
    assert_eq!(ask("Mine").await.data("/viewer/firstName"), "Ana");
    let first = ask("Theirs").await;
    assert_eq!((first.outcome(), ask("Theirs").await.text), ("INVALID_QUERY", first.text.clone()));
    world.disable("ana").await;
    assert_eq!(ask("Mine").await.outcome(), "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_variable_that_may_be_null_may_be_left_out_also_where_a_default_stands_for_it() {
    const REQUEST: &str =
        "mutation ($t: ID!, $c: ID!, $e: ID!, $i: TimeOffRequestInput!, $f: [TimeOffFileInput!]) {
        createTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e, input: $i, attachments: $f) { notes } }";
    const IN_PARTS: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $y: ID!, $d: Date!, $n: String) {
        createTimeOffRequest(tenantId: $t, companyId: $c, employeeId: $e,
          input: { typeId: $y, startDate: $d, endDate: $d, unit: whole, notes: $n }) { notes } }";
    let world = World::new(Engine::Sqlite).await;
    let ana = world.acting("ana").await;
    let at = ana.standing("Cedar Outfitters").await;
    let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
    let types = "query ($t: ID!, $c: ID!, $e: ID!) {
        timeOffBalances(tenantId: $t, companyId: $c, employeeId: $e) { typeId type } }";
    let balances = ana.ask(types, ids.clone()).await;
    let types = balances.data("/timeOffBalances").as_array().unwrap().clone();
    let of = types.iter().find(|each| each["type"] == "Vacation").unwrap()["typeId"].clone();
    // The second time the text is known.
    for day in ["2027-03-01", "2027-03-02"] {
        let input = json!({ "typeId": of, "startDate": day, "endDate": day, "unit": "whole" });
        let made = ana.ask(REQUEST, changed(&ids, "i", input)).await;
        assert_eq!(made.data("/createTimeOffRequest/notes"), "");
    }
    let parts = changed(&changed(&ids, "y", of.clone()), "d", json!("2027-03-03"));
    assert_eq!(ana.ask(IN_PARTS, parts.clone()).await.data("/createTimeOffRequest/notes"), "");
    let parts = changed(&changed(&parts, "d", json!("2027-03-04")), "n", json!("Given"));
    assert_eq!(ana.ask(IN_PARTS, parts).await.data("/createTimeOffRequest/notes"), "Given");
    // What was said to be null is not left out.
    let input = json!({ "typeId": of, "startDate": "2027-03-05", "endDate": "2027-03-05", "unit": "whole" });
    let null = changed(&changed(&ids, "i", input), "f", json!(null));
    assert_eq!(ana.ask(REQUEST, null).await.outcome(), "INVALID_QUERY");
    // Nor may what is needed be left out.
    assert_eq!(ana.ask(REQUEST, ids).await.outcome(), "INVALID_QUERY");
}

#[tokio::test]
async fn an_amount_that_is_none_is_refused_in_our_words_and_with_its_field() {
    const REQUEST: &str = "mutation ($t: ID!, $c: ID!, $e: ID!, $i: AdditionalInfoInput!) { x }";
    let world = World::new(Engine::Sqlite).await;
    let ana = world.acting("ana").await;
    let at = ana.standing("Cedar Outfitters").await;
    let ids = json!({ "t": at.tenant, "c": at.company, "e": at.employee });
    let asked = changed(&ids, "i", json!({ "attributeName": "x", "attributeAmount": "much" }));
    let refused = ana.ask(REQUEST, asked).await;
    assert_eq!((refused.outcome(), refused.field()), ("INVALID_AMOUNT", Some("attributeAmount")));
    let words = "Write an amount in digits with a decimal point, as a string.";
    assert_eq!(refused.body["errors"][0]["message"], words);
}
