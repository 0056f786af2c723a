//! Signing in at another provider: the ways that work, and every lie we could think of (security.md A18).

mod another_atrium;
mod linked;
mod mix_up;
mod proof;
mod recency;
mod sign_in;
mod terminal;

use crate::world::{Engine, Reply, Upstream, World};
use atrium::access;
use atrium::app::App;
use atrium::config::Settings;
use atrium::factors::Proven;
use atrium::shared::id::TenantId;
use atrium::shared::seal;
use atrium::upstreams::{self, AddedUpstream, UpstreamDraft, Upstreams};
use atrium::work::{Author, Work};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

const INVITATION: &str = "an-invitation-token";

/// An operator who lets us call loopback.
fn allow_loopback(app: &mut App) {
    let environment = [
        ("ATRIUM_DATA_DIR".to_owned(), app.settings.data_dir.display().to_string()),
        ("ATRIUM_OUTBOUND_ALLOWED_HOSTS".to_owned(), "127.0.0.1".to_owned()),
    ];
    app.settings = Arc::new(Settings::load(None, environment, &[]).unwrap());
}

async fn world(engine: Engine) -> World {
    World::with(engine, allow_loopback).await
}

fn at_terminal(tenant: TenantId) -> access::AdminScope<Upstreams, access::Write> {
    access::at_terminal(&access::operator(tenant))
}

async fn begin(world: &World, tenant: TenantId) -> Work {
    let author = Author { tenant, person: None, address: String::new() };
    Work::begin(&world.app, &world.app.db, author).await.unwrap()
}

async fn add(world: &World, issuer: &str, secret: Option<&str>) -> Uuid {
    let draft = UpstreamDraft {
        name: "Cedar ID".to_owned(),
        issuer: issuer.to_owned(),
        client_id: "atrium at cedar".to_owned(),
        secret: secret.map(str::to_owned),
        mail_domains: vec!["cedar.example".to_owned()],
        company: None,
    };
    add_draft(world, draft).await
}

async fn cedar_group(world: &World) -> TenantId {
    let sql = "SELECT id FROM tenant WHERE name = 'Cedar Group'";
    world.app.db.one::<(TenantId,)>(sql, vec![]).await.unwrap().0
}

async fn add_draft(world: &World, draft: UpstreamDraft) -> Uuid {
    let tenant = cedar_group(world).await;
    let (mut app, mut work) = (world.app.clone(), begin(world, tenant).await);
    allow_loopback(&mut app);
    let scope = at_terminal(tenant);
    let checked = upstreams::check(&app, work.tx(), &scope, None, draft).await.unwrap();
    let added = Proven::by_operator(&access::operator(tenant), AddedUpstream { checked });
    let row = upstreams::add(&app, &mut work, &scope, added).await.unwrap();
    work.commit().await.unwrap();
    row.id.0
}

/// Ana is `sub-ana` at the upstream.
async fn link_ana(world: &World, issuer: &str) {
    let person = world.person("ana").await;
    world
        .change(
            "INSERT INTO upstream_identity (tenant_id, issuer, subject, person_id, linked_at)
             SELECT tenant_id, $2, 'sub-ana', id, $3 FROM person WHERE id = $1",
            db::params![person, issuer, world.app.clock.now()],
        )
        .await;
}

async fn invite(world: &World, username: &str) {
    let (person, now) = (world.person(username).await, world.app.clock.now());
    let until = now + SignedDuration::from_hours(1);
    world
        .change(
            "INSERT INTO account_link (token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at)
             SELECT $2, tenant_id, id, 'invitation', email, $3, $4 FROM person WHERE id = $1",
            db::params![person, seal::hash(INVITATION), now, until],
        )
        .await;
}

/// A browser that keeps its cookies.
struct Browser<'a> {
    world: &'a World,
    cookies: Vec<(String, String)>,
}

/// A sign-in that's now at the upstream.
struct Away {
    upstream: Uuid,
    request: String,
    state: String,
    nonce: String,
    url: reqwest::Url,
}

impl<'a> Browser<'a> {
    fn new(world: &'a World) -> Browser<'a> {
        Browser { world, cookies: vec![] }
    }

    async fn get(&mut self, path: &str) -> Reply {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = Request::get(path).header(header::COOKIE, cookies.join("; "));
        let reply = self.world.send(request.body(Body::empty()).unwrap()).await;
        for set in reply.headers.get_all(header::SET_COOKIE) {
            let (name, rest) = set.to_str().unwrap().split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
        reply
    }

    async fn request(&mut self) -> String {
        self.request_with("&prompt=login").await
    }

    async fn request_with(&mut self, more: &str) -> String {
        let callback = format!("{}/callback", self.world.app.settings.public_url);
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        let reply = self
            .get(&format!(
                "/oauth2/authorize?response_type=code&client_id=atrium-web&scope=openid&state=s&redirect_uri={callback}\
                 &code_challenge={challenge}&code_challenge_method=S256{more}"
            ))
            .await;
        location(&reply).split("request=").nth(1).unwrap().to_owned()
    }

    async fn leave(&mut self, upstream: Uuid, more: &str) -> Away {
        let request = self.request().await;
        let mut away = self.go(&format!("/login/upstream/{upstream}?request={request}{more}")).await;
        away.request = request;
        away
    }

    /// Leaves for a client that asks for more (`prompt`, `max_age`) or less than that.
    async fn leave_for(&mut self, upstream: Uuid, asking: &str) -> Away {
        let request = self.request_with(asking).await;
        let mut away = self.go(&format!("/login/upstream/{upstream}?request={request}")).await;
        away.request = request;
        away
    }

    async fn go(&mut self, path: &str) -> Away {
        let reply = self.get(path).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text);
        let url: reqwest::Url = location(&reply).parse().unwrap();
        let param = |name: &str| url.query_pairs().find(|(known, _)| known == name).unwrap().1.into_owned();
        let upstream = path.strip_prefix("/login/upstream/").unwrap().split('?').next().unwrap();
        Away {
            upstream: upstream.parse().unwrap(),
            request: String::new(),
            state: param("state"),
            nonce: param("nonce"),
            url,
        }
    }

    async fn come_back(&mut self, away: &Away, issuer: &str) -> Reply {
        self.answer(away, &format!("code=c1&iss={issuer}")).await
    }

    /// Comes back to the redirect URI of the upstream it went to.
    async fn answer(&mut self, away: &Away, answer: &str) -> Reply {
        self.get(&format!("/login/upstream/{}/callback?state={}&{answer}", away.upstream, away.state)).await
    }
}

fn location(reply: &Reply) -> String {
    let to = reply.headers.get(header::LOCATION).unwrap_or_else(|| panic!("{} {}", reply.status, reply.text));
    to.to_str().unwrap().to_owned()
}

fn claims(world: &World, upstream: &Upstream, away: &Away) -> Value {
    let now = world.app.clock.now().as_second();
    json!({
        "iss": upstream.issuer, "sub": "sub-ana", "aud": "atrium at cedar", "nonce": away.nonce, "iat": now, "exp": now + 300,
        "auth_time": now, "email": "grace@cedar.example",
    })
}

async fn sessions(world: &World) -> i64 {
    world.count("SELECT count(*) FROM oidc_session").await
}

/// Back on the sign-in page with this code, and no one is signed in.
async fn assert_refused(world: &World, reply: &Reply, away: &Away, code: &str) {
    assert_eq!(location(reply), format!("/login?request={}&error={code}", away.request));
    assert_eq!(sessions(world).await, 0);
}
