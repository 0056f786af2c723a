//! The console page: counts and engines, and no text that its asker didn't share.

use super::stub::{Stub, honest};
use super::{ask, open, say, turn_on};
use crate::world::{Reply, World, both};
use serde_json::{Value, json};

const OVERVIEW: &str = "query ($t: ID!) { assistantOverview(tenantId: $t, language: \"en\") {
    isOn engine languageModel { name host state reason isAllowed } keepDays countedDays answers askBacks unanswered outOfScope
    liked disliked byModel topics { topic label asked answers askBacks liked disliked }
    shared { id question answer comment topic askedAt } } }";
const TEST: &str =
    "query ($t: ID!, $q: String!, $l: String) { testAssistant(tenantId: $t, question: $q, language: $l) {
    language band slots candidates { topic label certainty } languageModel { topic label failure } } }";

async fn tenant(world: &World) -> String {
    world.acting("ana").await.standing("Cedar Outfitters").await.tenant
}

async fn overview(world: &World) -> Reply {
    let tenant = tenant(world).await;
    world.acting("grace").await.ask(OVERVIEW, json!({ "t": tenant })).await
}

both! {
    async fn administrators_see_counts_and_only_what_askers_shared(world: World) {
        open(&world).await;
        let ana = world.acting("ana").await;
        ask(&ana, "c1", "How much was my last paycheck?").await;
        ask(&ana, "c1", "Should I invest in bitcoin?").await;
        ask(&ana, "c2", "What’s the next holiday?").await;
        let feedback = |index: i64, like: i64, comment: &str, attach: bool| {
            json!({ "answer": "x", "like": like, "responseIndex": index, "sessionId": "s", "comments": comment, "attachText": attach })
        };
        say(&ana, "/v1/c1/feedback", feedback(0, -1, "kept to myself", false)).await;
        say(&ana, "/v1/c2/feedback", feedback(0, 1, "", true)).await;
        // Someone of another tenant doesn't count here.
        ask(&world.acting("hugo").await, "c1", "What’s the next holiday?").await;
        let reply = overview(&world).await;
        let seen = reply.data("/assistantOverview");
        assert_eq!((&seen["engine"], &seen["isOn"], &seen["languageModel"]), (&json!("embedded"), &json!(true), &Value::Null));
        assert_eq!((&seen["answers"], &seen["outOfScope"], &seen["liked"], &seen["disliked"]), (&json!(2), &json!(1), &json!(1), &json!(1)));
        assert_eq!(seen["topics"].as_array().unwrap().len(), 3, "{seen}");
        assert_eq!(seen["shared"], json!([]));
        for word in ["kept to myself", "bitcoin", "paycheck?"] {
            assert!(!reply.text.contains(word), "{word}: {}", reply.text);
        }
        say(&ana, "/v1/c1/feedback", feedback(0, -1, "I meant the gross.", true)).await;
        let seen = overview(&world).await.data("/assistantOverview/shared").clone();
        assert_eq!(seen.as_array().unwrap().len(), 1);
        assert_eq!((&seen[0]["question"], &seen[0]["comment"]), (&json!("How much was my last paycheck?"), &json!("I meant the gross.")));
        // Taken back, it's gone.
        say(&ana, "/v1/c1/feedback", feedback(0, 0, "", false)).await;
        assert_eq!(overview(&world).await.data("/assistantOverview/shared"), &json!([]));
    }

    async fn the_test_box_shows_how_a_question_is_understood_and_keeps_nothing(world: World) {
        let (grace, tenant) = (world.acting("grace").await, tenant(&world).await);
        let before = world.rows().await;
        let tested = grace.ask(TEST, json!({ "t": tenant, "q": "¿Cuánto tiempo libre tengo?", "l": "en" })).await;
        let tested = tested.data("/testAssistant");
        assert_eq!((&tested["language"], &tested["languageModel"]), (&json!("es"), &Value::Null));
        assert_eq!(tested["candidates"][0]["label"], "Your time-off balances");
        for (question, code) in [("  ", "EMPTY_PROMPT"), (&*"a".repeat(8_193), "PROMPT_TOO_LONG")] {
            let refused = grace.ask(TEST, json!({ "t": tenant, "q": question })).await;
            assert_eq!((refused.outcome(), refused.field()), (code, Some("prompt")));
        }
        assert_eq!(world.rows().await, before);
    }

    async fn the_page_says_which_engine_answers(world: World) {
        open(&world).await;
        let stub = Stub::start(honest).await;
        let node = stub.node(&world).await;
        let seen = overview(&node).await.data("/assistantOverview").clone();
        assert_eq!((&seen["engine"], &seen["languageModel"]["isAllowed"]), (&json!("embedded"), &json!(false)));
        turn_on(&world, &["chat-language-model"]).await;
        ask(&node.acting("ana").await, "c", "How much was my last paycheck?").await;
        let seen = overview(&node).await.data("/assistantOverview").clone();
        assert_eq!((&seen["engine"], &seen["byModel"]), (&json!("model"), &json!(1)));
        let model = json!({ "name": "stub-1", "host": "127.0.0.1", "state": "tools", "reason": null, "isAllowed": true });
        assert_eq!(seen["languageModel"], model);
        let tenant = tenant(&node).await;
        let tested = node.acting("grace").await.ask(TEST, json!({ "t": tenant, "q": "When is my next payday?" })).await;
        assert_eq!(tested.data("/testAssistant/languageModel/topic"), "next_payday");
    }
}
