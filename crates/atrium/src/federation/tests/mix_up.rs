//! The mix-up attack (RFC 9700, 4.4), end to end. Another tenant's administrator has added an upstream of their own.
//! Cedar Group's honest upstream doesn't say who it is in its answers (no `iss`), and Ana is signed in there. One click
//! on the attacker's button used to sign the attacker in as Ana.

use super::{allow_loopback, location};
use crate::world::{Program, Reply, TODAY, Upstream, World, both, command};
use atrium::upstreams::redirect_uri;
use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use db::Db;
use jiff::SignedDuration;
use serde_json::{Value, json};
use uuid::Uuid;

/// Where a browser's requests go.
enum Door<'a> {
    Router(&'a World),
    Binary(&'a Program, reqwest::Client),
}

struct Browser<'a> {
    door: &'a Door<'a>,
    cookies: Vec<(String, String)>,
}

impl Browser<'_> {
    fn at<'a>(door: &'a Door<'a>) -> Browser<'a> {
        Browser { door, cookies: vec![] }
    }

    /// Keeps its cookies, and doesn't follow redirects by itself.
    async fn get(&mut self, path: &str) -> (u16, HeaderMap) {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (status, headers) = match self.door {
            Door::Router(world) => {
                let request = Request::get(path).header(header::COOKIE, cookies.join("; "));
                let Reply { status, headers, .. } = world.send(request.body(Body::empty()).unwrap()).await;
                (status.as_u16(), headers)
            }
            Door::Binary(program, client) => {
                let request = client.get(format!("{}{path}", program.url));
                let response = request.header(header::COOKIE, cookies.join("; ")).send().await.unwrap();
                (response.status().as_u16(), response.headers().clone())
            }
        };
        for set in headers.get_all(header::SET_COOKIE) {
            let (name, rest) = set.to_str().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), rest.split(';').next().unwrap().to_owned()));
        }
        (status, headers)
    }

    async fn goes_to(&mut self, path: &str) -> String {
        let (status, headers) = self.get(path).await;
        assert_eq!(status, 303, "{path}");
        headers[header::LOCATION].to_str().unwrap().to_owned()
    }

    /// Begins to sign in at an upstream; returns what the upstream is asked.
    async fn leave(&mut self, upstream: Uuid, public_url: &str) -> url::Url {
        let login = self
            .goes_to(&format!(
                "/oauth2/authorize?response_type=code&client_id=atrium-web&scope=openid&state=s\
                 &redirect_uri={public_url}/callback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\
                 &code_challenge_method=S256"
            ))
            .await;
        let request = login.split("request=").nth(1).unwrap();
        self.goes_to(&format!("/login/upstream/{upstream}?request={request}")).await.parse().unwrap()
    }

    async fn is_signed_in(&mut self) -> bool {
        self.get("/sessions/me").await.0 == 200
    }
}

fn param(url: &url::Url, name: &str) -> String {
    url.query_pairs().find(|(known, _)| known == name).unwrap().1.into_owned()
}

/// Two upstreams, in two tenants, as `atrium upstream add` writes them; Ana is linked at the honest one.
async fn add_both(db: &Db, honest: &Upstream, evil: &Upstream) -> (Uuid, Uuid) {
    let ids = (Uuid::from_u128(0xc0de), Uuid::from_u128(0xbad));
    let now = jiff::Timestamp::UNIX_EPOCH;
    let mut tx = db.begin_write().await.unwrap();
    for (id, tenant, issuer) in
        [(ids.0, "Cedar Group", &honest.issuer), (ids.1, "Harbor Clinic", &evil.issuer)]
    {
        let sql = "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, created_at)
            SELECT $1, id, 'Company ID', $3, 'atrium', $4 FROM tenant WHERE name = $2";
        assert_eq!(tx.exec(sql, db::params![id, tenant, issuer.as_str(), now]).await.unwrap(), 1);
    }
    let sql = "INSERT INTO upstream_identity (tenant_id, issuer, subject, person_id, linked_at)
        SELECT tenant_id, $1, 'sub-ana', id, $2 FROM person WHERE username = 'ana'";
    assert_eq!(tx.exec(sql, db::params![honest.issuer.as_str(), now]).await.unwrap(), 1);
    tx.commit().await.unwrap();
    ids
}

fn ana(honest: &Upstream, now: jiff::Timestamp) -> Value {
    let exp = (now + SignedDuration::from_mins(30)).as_second();
    json!({ "iss": honest.issuer, "sub": "sub-ana", "aud": "atrium", "iat": now.as_second(), "exp": exp })
}

/// Follows Ana's browser to the honest upstream; returns where that sends her, if anywhere.
async fn over_there(at: &url::Url) -> Option<String> {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let response = client.get(at.clone()).send().await.unwrap();
    Some(response.headers().get(header::LOCATION)?.to_str().unwrap().to_owned())
}

async fn attack(door: &Door<'_>, db: &Db, public_url: &str, now: jiff::Timestamp) {
    let (honest, evil) = (Upstream::start().await, Upstream::start().await);
    for upstream in [&honest, &evil] {
        upstream.say_in_discovery("authorization_response_iss_parameter_supported", json!(false));
    }
    let (honest_id, evil_id) = add_both(db, &honest, &evil).await;
    let registered = redirect_uri(public_url, honest_id);
    honest.keep_to_the_protocol(&registered, ana(&honest, now));

    // The attacker begins to sign in at the honest upstream, and keeps what the upstream's code has to be bound to.
    let mut attacker = Browser::at(door);
    let attackers = attacker.leave(honest_id, public_url).await;
    // Ana clicks the attacker's button. The attacker's upstream sends her on to the honest one, with her state and the
    // rest of the attacker's request, to return to any redirect URI we ever used.
    let mut victim = Browser::at(door);
    let victims = victim.leave(evil_id, public_url).await;
    let old = format!("{public_url}/login/upstream/callback");
    for back in [&registered, &redirect_uri(public_url, evil_id), &old] {
        let mut sent_on: url::Url = format!("{}/authorize", honest.issuer).parse().unwrap();
        sent_on
            .query_pairs_mut()
            .append_pair("redirect_uri", back)
            .append_pair("state", &param(&victims, "state"))
            .append_pair("nonce", &param(&attackers, "nonce"))
            .append_pair("code_challenge", &param(&attackers, "code_challenge"));
        let Some(answer) = over_there(&sent_on).await else {
            assert_ne!(*back, registered, "only what is registered");
            continue;
        };
        let path = answer.strip_prefix(public_url).unwrap();
        assert_eq!(victim.goes_to(path).await, "/login?error=UPSTREAM_REFUSED");
        // The same answer doesn't count where the attacker wants it to, either.
        let (_, query) = path.split_once('?').unwrap();
        assert_eq!(
            victim.goes_to(&format!("/login/upstream/callback?{query}")).await,
            "/login?error=UPSTREAM_REFUSED"
        );
    }
    assert!(evil.asked().is_empty(), "the attacker learned a code: {:?}", evil.asked());
    assert!(!victim.is_signed_in().await);
    // Whatever the attacker guesses instead.
    let state = param(&attackers, "state");
    attacker.goes_to(&format!("/login/upstream/{honest_id}/callback?code=guessed&state={state}")).await;
    assert!(!attacker.is_signed_in().await);

    // Ana herself can still sign in there.
    let leaving = victim.leave(honest_id, public_url).await;
    let answer = over_there(&leaving).await.unwrap();
    let next = victim.goes_to(answer.strip_prefix(public_url).unwrap()).await;
    assert!(next.starts_with("/oauth2/authorize/resume"), "{next}");
    assert!(victim.is_signed_in().await);
}

both! {
    async fn a18_a_malicious_upstream_signs_nobody_in_as_someone_of_another_tenant(demo: World) {
        let world = World::with(demo.engine, allow_loopback).await;
        let app = &world.app;
        attack(&Door::Router(&world), &app.db, &app.settings.public_url, app.clock.now()).await;
        assert_eq!(world.count("SELECT count(*) FROM oidc_session").await, 1, "Ana's own");
        let shared = world.get("/login/upstream/callback?code=c1&state=s").await;
        assert_eq!(location(&shared), "/login?error=UPSTREAM_REFUSED");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a18_the_binary_withstands_the_mix_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(&[]);
    command.env("ATRIUM_OUTBOUND_ALLOWED_HOSTS", "127.0.0.1");
    let program = Program::start(folder.path(), None, &mut command).await;
    let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
    let db = Db::connect(&url, db::Options::default()).await.unwrap();
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let public_url = program.url.replace("127.0.0.1", "localhost");
    let now = atrium::shared::clock::Clock::with_business_day(TODAY).now();
    attack(&Door::Binary(&program, client), &db, &public_url, now).await;
    db.close().await;
}
