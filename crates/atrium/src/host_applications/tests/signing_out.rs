//! When a session ends here, it ends there: the message is queued with the end, signed, delivered, and tried again.

use super::{
    Engine, SIGNED_OUT, change, connected, connected_as, list, location, open_to_employees, signed_in_there,
    tenant_of, with, world_that_calls_loopback,
};
use crate::world::{World, both};
use atrium::host_applications::SignOuts;
use atrium::shared::outbox::{Deliver, Message, ToLog, Worker};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// An application's back-channel address: what it got, and how it answers.
#[derive(Clone, Default)]
struct Host {
    got: Arc<Mutex<Vec<String>>>,
    answers: Arc<Mutex<Vec<u16>>>,
}

impl Host {
    async fn start() -> (Host, String) {
        let host = Host::default();
        let take = |State(host): State<Host>, body: String| async move {
            host.got.lock().unwrap().push(body);
            let status = host.answers.lock().unwrap().pop().unwrap_or(200);
            StatusCode::from_u16(status).unwrap()
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/logout", listener.local_addr().unwrap());
        let routes = Router::new().route("/logout", post(take)).with_state(host.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (host, address)
    }

    /// The claims of each logout token it got.
    fn claims(&self) -> Vec<Value> {
        let got = self.got.lock().unwrap().clone();
        got.iter()
            .map(|body| {
                let token = body.strip_prefix("logout_token=").expect("a form with the token");
                let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
                serde_json::from_slice(&claims).unwrap()
            })
            .collect()
    }
}

async fn worker(world: &World) -> Worker {
    let identity = atrium::account::identity(&world.app).await.unwrap();
    let receiver = SignOuts::new(&world.app, identity.provider, Arc::new(ToLog)).unwrap();
    Worker {
        db: world.app.db.clone(),
        clock: world.app.clock.clone(),
        receiver: Arc::new(receiver),
        max_attempts: 3,
    }
}

const WAITING: &str = "SELECT count(*) FROM outbox_message WHERE topic = 'sign_out' AND delivered_at IS NULL AND parked_at IS NULL";

async fn learning_at(engine: Engine, logout_uri: &str) -> (World, String) {
    let world = world_that_calls_loopback(engine).await;
    let (_, secret) = connected_as(&world, with("logoutUri", json!(logout_uri))).await;
    open_to_employees(&world, "LEARN").await;
    world.change("DELETE FROM outbox_message", vec![]).await;
    (world, secret)
}

both! {
    async fn signing_out_here_signs_out_there(demo: World) {
        let (host, address) = Host::start().await;
        let (world, secret) = learning_at(demo.engine, &address).await;
        let (mut browser, tokens) = signed_in_there(&world, "ana", &secret).await;
        let id_token = tokens["id_token"].as_str().unwrap();
        let claims: Value =
            serde_json::from_slice(&URL_SAFE_NO_PAD.decode(id_token.split('.').nth(1).unwrap()).unwrap()).unwrap();
        // Someone else's session at the same application goes on.
        signed_in_there(&world, "elena", &secret).await;
        assert_eq!(world.count(WAITING).await, 0);
        let out = browser.get(&format!("/oauth2/logout?id_token_hint={id_token}")).await;
        assert_eq!(location(&out), "/login/signed-out");
        assert_eq!(world.count(WAITING).await, 1, "queued with the end of the session");
        worker(&world).await.run_once().await.unwrap();
        assert_eq!(world.count(WAITING).await, 0);
        let told = host.claims();
        assert_eq!(told.len(), 1);
        assert_eq!((&told[0]["sid"], &told[0]["sub"], &told[0]["aud"]), (&claims["sid"], &claims["sub"], &json!("cedar-learning")));
        assert_eq!(told[0].get("nonce"), None);
        assert!(told[0]["events"]["http://schemas.openid.net/event/backchannel-logout"].is_object());
    }

    async fn an_application_that_does_not_answer_is_told_again_and_parked_in_the_end(demo: World) {
        let (host, address) = Host::start().await;
        *host.answers.lock().unwrap() = vec![500, 400, 503];
        let (world, secret) = learning_at(demo.engine, &address).await;
        let person = world.person("ana").await;
        signed_in_there(&world, "ana", &secret).await;
        let identity = atrium::account::identity(&world.app).await.unwrap();
        identity.provider.end_all(person.0, None, oidc::EndedBy::Revoked).await.unwrap();
        let worker = worker(&world).await;
        for _ in 0..3 {
            world.change("UPDATE outbox_message SET due_at = created_at WHERE topic = 'sign_out'", vec![]).await;
            worker.run_once().await.unwrap();
        }
        let told = host.claims();
        assert_eq!(told.len(), 3);
        assert_eq!((&told[0]["jti"], &told[1]["jti"]), (&told[1]["jti"], &told[2]["jti"]), "the same message");
        let parked = "SELECT count(*) FROM outbox_message WHERE topic = 'sign_out' AND parked_at IS NOT NULL
            AND last_error = 'the application answered 500'";
        assert_eq!(world.count(parked).await, 1);
    }

    async fn a_private_address_is_not_called_however_it_got_there(demo: World) {
        let (host, address) = Host::start().await;
        let world = demo;
        let (_, secret) = connected(&world).await;
        open_to_employees(&world, "LEARN").await;
        world.change("DELETE FROM outbox_message", vec![]).await;
        // This server may not call loopback.
        world.change("UPDATE application SET logout_uri = $1 WHERE code = 'LEARN'", db::params![address]).await;
        let person = world.person("ana").await;
        signed_in_there(&world, "ana", &secret).await;
        let identity = atrium::account::identity(&world.app).await.unwrap();
        identity.provider.end_all(person.0, None, oidc::EndedBy::Revoked).await.unwrap();
        worker(&world).await.run_once().await.unwrap();
        assert_eq!(host.claims(), Vec::<Value>::new());
        assert_eq!(world.count(WAITING).await, 1);
    }

    async fn who_has_no_address_or_is_removed_is_not_told(demo: World) {
        let (host, address) = Host::start().await;
        let (world, secret) = learning_at(demo.engine, &address).await;
        let person = world.person("ana").await;
        signed_in_there(&world, "ana", &secret).await;
        let identity = atrium::account::identity(&world.app).await.unwrap();
        identity.provider.end_all(person.0, None, oidc::EndedBy::Revoked).await.unwrap();
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let row = list(&grace, &tenant, "learn").await.remove(0);
        assert_eq!(change(&grace, &tenant, &row, with("logoutUri", json!(""))).await.outcome(), "ok");
        worker(&world).await.run_once().await.unwrap();
        assert_eq!((host.claims().len(), world.count(WAITING).await), (0, 0));
        signed_in_there(&world, "ana", &secret).await;
        identity.provider.end_all(person.0, None, oidc::EndedBy::Revoked).await.unwrap();
        assert_eq!(world.count(WAITING).await, 0);
    }

    async fn the_application_may_end_the_session_and_get_the_browser_back(demo: World) {
        let (_, address) = Host::start().await;
        let (world, secret) = learning_at(demo.engine, &address).await;
        let (mut browser, tokens) = signed_in_there(&world, "ana", &secret).await;
        let id_token = tokens["id_token"].as_str().unwrap();
        let back = |to: &str| format!("/oauth2/logout?id_token_hint={id_token}&state=s&post_logout_redirect_uri={to}");
        let away = browser.get(&back(SIGNED_OUT)).await;
        assert_eq!(location(&away), format!("{SIGNED_OUT}?state=s"));
        assert_eq!(location(&browser.get(&back("https://evil.example/")).await), "/login/signed-out");
        assert_eq!(browser.get("/sessions/me").await.status, 401);
    }

    async fn other_messages_go_where_they_always_went(world: World) {
        let identity = atrium::account::identity(&world.app).await.unwrap();
        let receiver = SignOuts::new(&world.app, identity.provider, Arc::new(ToLog)).unwrap();
        let (tenant,) = world.app.db.one("SELECT id FROM tenant ORDER BY id", vec![]).await.unwrap();
        let message = |topic: &str| Message {
            id: uuid::Uuid::from_u128(1),
            tenant_id: tenant,
            topic: topic.to_owned(),
            payload: "{}".to_owned(),
            sealed: None,
            created_at: world.app.clock.now(),
            attempts: 1,
        };
        assert_eq!(receiver.deliver(&message("event")).await, Ok(()));
        assert!(receiver.deliver(&message("sign_out")).await.is_err(), "that one is ours, and not a sign-out");
    }
}
