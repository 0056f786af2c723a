//! Idempotency keys: nothing happens twice.

use crate::world::{Actor, World, both};
use serde_json::{Value, json};

const CREATE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $x: String!) { createMessage(tenantId: $t, companyId: $c,
    managerId: $m, input: { message: $x, startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id version } }";

async fn variables(actor: &Actor<'_>, message: &str) -> Value {
    let at = actor.standing("Cedar Outfitters").await;
    json!({ "t": at.tenant, "c": at.company, "m": at.person, "x": message })
}

const COUNT: &str = "SELECT count(*) FROM announcement WHERE message = 'Once'";

both! {
    async fn the_same_key_and_body_answer_the_same_bytes_and_happen_once(world: World) {
        let marcus = world.acting("marcus").await;
        let variables = variables(&marcus, "Once").await;
        let first = marcus.ask_with_key(CREATE, variables.clone(), "k1").await;
        let again = marcus.ask_with_key(CREATE, variables, "k1").await;
        assert_eq!(first.outcome(), "ok");
        assert_eq!(first.text, again.text);
        assert!(again.headers.contains_key("idempotency-replayed"));
        assert_eq!(world.count(COUNT).await, 1);
    }

    async fn the_same_key_with_another_body_is_refused(world: World) {
        let marcus = world.acting("marcus").await;
        marcus.ask_with_key(CREATE, variables(&marcus, "Once").await, "k1").await.data("/createMessage/id");
        let other = marcus.ask_with_key(CREATE, variables(&marcus, "Twice").await, "k1").await;
        assert_eq!(other.outcome(), "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(world.count("SELECT count(*) FROM announcement WHERE message = 'Twice'").await, 0);
    }

    async fn a_key_belongs_to_one_person(world: World) {
        let (marcus, priya) = (world.acting("marcus").await, world.acting("priya").await);
        let his = marcus.ask_with_key(CREATE, variables(&marcus, "Once").await, "k1").await;
        let hers = priya.ask_with_key(CREATE, variables(&priya, "Once").await, "k1").await;
        assert_ne!(his.data("/createMessage/id"), hers.data("/createMessage/id"));
        assert_eq!(world.count(COUNT).await, 2);
    }

    async fn who_lost_the_right_gets_no_replay(world: World) {
        let marcus = world.acting("marcus").await;
        let variables = variables(&marcus, "Once").await;
        marcus.ask_with_key(CREATE, variables.clone(), "k1").await.data("/createMessage/id");
        world.change("UPDATE role SET permissions = 'manager' WHERE name = 'Manager View'", vec![]).await;
        assert_eq!(marcus.ask_with_key(CREATE, variables, "k1").await.outcome(), "FORBIDDEN");
    }

    async fn a_refused_request_does_not_use_up_its_key(world: World) {
        let marcus = world.acting("marcus").await;
        let empty = variables(&marcus, " ").await;
        assert_eq!(marcus.ask_with_key(CREATE, empty, "k1").await.outcome(), "MESSAGE_EMPTY");
        let mended = variables(&marcus, "Once").await;
        assert_eq!(marcus.ask_with_key(CREATE, mended, "k1").await.outcome(), "ok");
    }

    async fn of_many_at_once_with_one_key_one_happens_and_all_get_its_answer(world: World) {
        let marcus = world.acting("marcus").await;
        let variables = variables(&marcus, "Once").await;
        let attempts = (0..8).map(|_| marcus.ask_with_key(CREATE, variables.clone(), "k1"));
        let replies = futures_util::future::join_all(attempts).await;
        assert!(replies.iter().all(|reply| reply.text == replies[0].text), "{}", replies[0].text);
        assert_eq!(world.count(COUNT).await, 1);
    }

    async fn after_a_day_a_key_is_free_again(world: World) {
        let marcus = world.acting("marcus").await;
        let variables = variables(&marcus, "Once").await;
        marcus.ask_with_key(CREATE, variables.clone(), "k1").await.data("/createMessage/id");
        let long_ago = world.app.clock.now() - atrium::shared::idempotency::KEPT_FOR;
        world.change("UPDATE idempotency_key SET created_at = $1", db::params![long_ago]).await;
        marcus.ask_with_key(CREATE, variables, "k1").await.data("/createMessage/id");
        assert_eq!(world.count(COUNT).await, 2);
    }

    async fn a_key_that_is_none_is_refused(world: World) {
        let marcus = world.acting("marcus").await;
        let variables = variables(&marcus, "Once").await;
        for key in ["", &"x".repeat(201)] {
            let reply = marcus.ask_with_key(CREATE, variables.clone(), key).await;
            assert_eq!(reply.outcome(), "INVALID_IDEMPOTENCY_KEY");
        }
        let body = json!({ "query": CREATE, "variables": variables }).to_string();
        let two = [("idempotency-key", "k1"), ("idempotency-key", "k2")];
        assert_eq!(marcus.post("/graphql", body.clone(), &two).await.outcome(), "INVALID_IDEMPOTENCY_KEY");
        assert_eq!(world.count(COUNT).await, 0);
        // Nothing happened under those keys: each is still free.
        marcus.post("/graphql", body, &[("idempotency-key", "k1")]).await.data("/createMessage/id");
    }

    async fn one_refusal_undoes_the_whole_request(world: World) {
        let marcus = world.acting("marcus").await;
        let query = CREATE.replace("{ createMessage", "{ a: createMessage").replacen("{ id version } }", "{ id }
            b: createMessage(tenantId: $t, companyId: $c, managerId: $m, input: { message: \"\",
              startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }", 1);
        let variables = variables(&marcus, "Once").await;
        let body = json!({ "query": query, "variables": variables }).to_string();
        let reply = marcus.post("/graphql", body.clone(), &[]).await;
        assert_eq!((reply.outcome(), &reply.body["data"]), ("MESSAGE_EMPTY", &Value::Null));
        assert_eq!(world.count(COUNT).await, 0);
        // With a key there is one change a request: a replay then has nothing else to check.
        let reply = marcus.post("/graphql", body, &[("idempotency-key", "k1")]).await;
        assert_eq!(reply.outcome(), "ONE_CHANGE_A_KEY");
    }
}
