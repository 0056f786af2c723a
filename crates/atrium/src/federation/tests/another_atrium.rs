//! Another Atrium as the provider.

use super::{Browser, add, link_ana, location, sessions, world};
use crate::world::{World, both};
use atrium::upstreams;
use axum::http::{HeaderMap, header};
use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

/// Everyone may sign in, and nothing is known about them.
struct Anybody;

impl oidc::Accounts for Anybody {
    fn claims(&self) -> &'static [&'static str] {
        &[]
    }

    fn is_active(&self, _: Uuid) -> oidc::BoxFuture<'_, Result<bool, oidc::Unavailable>> {
        Box::pin(async { Ok(true) })
    }

    fn userinfo<'a>(
        &'a self,
        _: Uuid,
        _: Uuid,
        _: &'a str,
        _: oidc::UserinfoVersion,
    ) -> oidc::BoxFuture<'a, Result<Option<Value>, oidc::Unavailable>> {
        Box::pin(async { Ok(None) })
    }

    fn record(&self, _: oidc::SecurityEvent) -> oidc::BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

/// Our own provider on its own port and database, with us as its client.
async fn another_atrium(world: &World) -> (oidc::Provider, World, Uuid) {
    let other = World::empty(world.engine).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let id = add(world, &format!("{url}/oauth2/token"), None).await;
    let us = oidc::Client {
        id: "atrium at cedar".to_owned(),
        redirect_uris: vec![upstreams::redirect_uri(&world.app.settings.public_url, id)],
        loopback_path: None,
        post_logout_redirect_uris: vec![],
        origins: vec![],
        id_token_signed_response_alg: oidc::Algorithm::Rs256,
        auth: oidc::ClientAuth::Public,
        machine: None,
    };
    let clock = other.app.clock.clone();
    let given = oidc::Given {
        now: Arc::new(move || clock.now()),
        uptime: Arc::new(|| jiff::SignedDuration::ZERO),
        fill: Arc::new(|bytes| aws_lc_rs::rand::fill(bytes).unwrap()),
    };
    let settings = oidc::Settings::new(url, vec![us]);
    let provider = oidc::Provider::new(
        settings,
        other.app.db.clone(),
        Arc::new(Anybody),
        given,
        &other.app.keys.identity,
    );
    let provider = provider.await.unwrap();
    let routes = provider.routes();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    (provider, other, id)
}

both! {
    async fn a18_another_atrium_may_be_the_upstream(demo: World) {
        let world = world(demo.engine).await;
        let (provider, _other, id) = another_atrium(&world).await;
        let subject = Uuid::from_u128(0xa11a);
        link_ana(&world, provider.issuer()).await;
        world.change("UPDATE upstream_identity SET subject = $1", db::params![subject.to_string()]).await;

        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let target = |reply: &reqwest::Response| reply.headers()[header::LOCATION].to_str().unwrap().to_owned();
        let cookie_in = |value: &axum::http::HeaderValue| value.to_str().unwrap().split(';').next().unwrap().to_owned();
        let asked = client.get(away.url.clone()).send().await.unwrap();
        // A request waits in the browser it began in.
        let waiting = cookie_in(&asked.headers()[header::SET_COOKIE]);
        let login = target(&asked);
        let request = login.split("request=").nth(1).unwrap().to_owned();
        let sign_in = oidc::SignIn {
            request: Some(request),
            subject,
            amr: vec!["pwd".to_owned()],
            proved: oidc::Proved::Now,
            device: String::new(),
            address: String::new(),
        };
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, waiting.parse().unwrap());
        let signed_in = provider.sign_in(&headers, sign_in).await.unwrap();
        let cookie = format!("{waiting}; {}", cookie_in(&signed_in.set_cookie));
        let resume = format!("{}{}", provider.audience(), signed_in.next);
        let back = target(&client.get(resume).header(header::COOKIE, cookie).send().await.unwrap());
        let path = back.strip_prefix(&world.app.settings.public_url).unwrap_or_else(|| panic!("{back}"));
        let reply = browser.get(path).await;
        assert_eq!(location(&reply), format!("/oauth2/authorize/resume?request={}", away.request));
        assert_eq!(sessions(&world).await, 1);
    }
}
