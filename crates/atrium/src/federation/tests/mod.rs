//! Signing in at another provider: the ways that work, and every lie we could think of (security.md A18).

mod linked;
mod mix_up;
mod proof;
mod recency;

use crate::world::{Engine, Reply, Upstream, World, both, command, free_port};
use atrium::access;
use atrium::app::App;
use atrium::config::Settings;
use atrium::federation;
use atrium::shared::id::{TenantId, UpstreamId};
use atrium::shared::seal;
use atrium::upstreams::{self, UpstreamDraft, Upstreams};
use atrium::work::{Author, Work};
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
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
    let row = upstreams::add(&app, &mut work, &scope, checked).await.unwrap();
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

both! {
    async fn a18_whoever_is_linked_signs_in_over_there(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, Some("s3cret / &")).await;
        link_ana(&world, &upstream.issuer).await;
        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        let param = |name: &str| away.url.query_pairs().find(|(known, _)| known == name).unwrap().1.into_owned();
        assert!(away.url.as_str().starts_with(&format!("{}/authorize?", upstream.issuer)));
        assert_eq!((param("response_type"), param("scope")), ("code".into(), "openid".into()));
        assert_eq!(param("redirect_uri"), upstreams::redirect_uri(&world.app.settings.public_url, id));
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let reply = browser.come_back(&away, &upstream.issuer).await;
        assert_eq!(location(&reply), format!("/oauth2/authorize/resume?request={}", away.request));

        let (subject, amr): (Uuid, String) =
            world.app.db.one("SELECT subject, amr FROM oidc_session", vec![]).await.unwrap();
        assert_eq!((subject, amr.as_str()), (world.person("ana").await.0, "fed"));
        let back = browser.get(&location(&reply)).await;
        assert!(location(&back).contains("code="), "{}", location(&back));
        let done = "SELECT count(*) FROM audit_event WHERE action = 'sign_in.done'";
        assert_eq!(world.count(done).await, 1);

        // The verifier fits the challenge, and the secret was sent with Basic, both parts form-encoded.
        let asked = &upstream.asked()[0];
        let verifier = asked.split("code_verifier=").nth(1).unwrap();
        use base64::{Engine, engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD}};
        assert_eq!(URL_SAFE_NO_PAD.encode(seal::hash(verifier)), param("code_challenge"));
        let basic = STANDARD.encode("atrium+at+cedar:s3cret+%2F+%26");
        assert!(asked.starts_with(&format!("Basic {basic} grant_type=authorization_code&code=c1")), "{asked}");
        let stored: Vec<db::Cells> = world.app.db.all("SELECT * FROM upstream", vec![]).await.unwrap();
        assert!(!json!(stored[0].0).to_string().contains("s3cret"), "the secret is sealed");
    }

    async fn a18_an_invitation_links_and_from_then_on_the_subject_is_known(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        invite(&world, "victor").await;
        let mut browser = Browser::new(&world);
        for more in [format!("&invitation={INVITATION}"), String::new()] {
            let away = browser.leave(id, &more).await;
            upstream.vouch_with(&claims(&world, &upstream, &away));
            let reply = browser.come_back(&away, &upstream.issuer).await;
            assert!(location(&reply).starts_with("/oauth2/authorize/resume"), "{}", location(&reply));
        }
        let victor = world.person("victor").await.0;
        let own = "SELECT action FROM audit_event WHERE actor_id = $1 ORDER BY seq";
        let own: Vec<(String,)> = world.app.db.all(own, db::params![victor]).await.unwrap();
        let own: Vec<&str> = own.iter().map(|(action,)| action.as_str()).collect();
        assert!(own.ends_with(&["invitation.accepted", "upstream.linked", "sign_in.done", "sign_in.done"]), "{own:?}");
        let subjects: Vec<(Uuid,)> = world.app.db.all("SELECT subject FROM oidc_session", vec![]).await.unwrap();
        assert_eq!(subjects, [(victor,), (victor,)]);
        assert!(upstream.asked()[0].contains("client_id=atrium+at+cedar"), "a public client says who it is");
        // An invitation works for one identity.
        let away = browser.leave(id, &format!("&invitation={INVITATION}")).await;
        let mut other = claims(&world, &upstream, &away);
        other["sub"] = json!("sub-somebody");
        upstream.vouch_with(&other);
        let reply = browser.come_back(&away, &upstream.issuer).await;
        assert!(location(&reply).ends_with("error=NOT_LINKED"), "{}", location(&reply));
    }

    async fn a18_whoever_is_invited_goes_on_from_the_mail_itself(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        invite(&world, "victor").await;
        let mut browser = Browser::new(&world);
        let looked = browser.get(&format!("/login/link?token={INVITATION}")).await;
        assert_eq!(looked.body["upstreams"][0]["id"], json!(id), "{}", looked.text);
        let nothing = browser.get(&format!("/login/upstream/{id}")).await;
        assert!(location(&nothing).ends_with("error=UPSTREAM_REFUSED"), "{}", location(&nothing));
        let away = browser.go(&format!("/login/upstream/{id}?invitation={INVITATION}")).await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let reply = browser.come_back(&away, &upstream.issuer).await;
        // The portal asks for its tokens by itself: the session exists.
        assert_eq!(location(&reply), "/");
        let (subject,): (Uuid,) = world.app.db.one("SELECT subject FROM oidc_session", vec![]).await.unwrap();
        assert_eq!(subject, world.person("victor").await.0);
    }

    async fn whoever_is_invited_for_the_first_time_is_welcomed(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        let victor = world.person("victor").await;
        world.change("DELETE FROM password_credential WHERE person_id = $1", db::params![victor]).await;
        invite(&world, "victor").await;
        let mut browser = Browser::new(&world);
        let away = browser.go(&format!("/login/upstream/{id}?invitation={INVITATION}")).await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        assert_eq!(location(&browser.come_back(&away, &upstream.issuer).await), "/");
        let mails: Vec<_> = world.delivered().await.into_iter().filter(|sent| sent.kind == "mail").collect();
        assert_eq!(mails.len(), 1);
        assert!(mails[0].text.contains("account is ready") && !mails[0].text.contains("not-me"), "{}", mails[0].text);
        let noted = "SELECT count(*) FROM credential_change WHERE kind = 'factor'";
        assert_eq!(world.count(noted).await, 1, "money asked for soon is looked at twice");
        // The same link signs in again.
        let away = browser.go(&format!("/login/upstream/{id}?invitation={INVITATION}")).await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        assert_eq!(location(&browser.come_back(&away, &upstream.issuer).await), "/");
    }

    async fn leaving_is_counted_by_place_and_a_made_up_invitation_costs_nothing(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let down = add(&world, &format!("http://127.0.0.1:{}", free_port()), None).await;
        invite(&world, "hugo").await;
        let before = world.rows().await;
        // For another tenant's invitation, or none, we don't ask the provider, which is down.
        for token in [INVITATION, "made-up"] {
            let reply = Browser::new(&world).get(&format!("/login/upstream/{down}?invitation={token}")).await;
            assert_eq!(location(&reply), "/login?error=UPSTREAM_REFUSED");
        }
        assert!(before == world.rows().await, "nothing is written");

        world.change("DELETE FROM upstream", vec![]).await;
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let tries = "SELECT CAST(sum(tries) AS BIGINT) FROM throttle WHERE bucket LIKE 'upstream%'";
        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        assert_eq!(world.count(tries).await, 2);
        upstream.vouch_with(&claims(&world, &upstream, &away));
        assert!(location(&browser.come_back(&away, &upstream.issuer).await).contains("resume"));
        assert_eq!(world.count(tries).await, 0, "a sign-in doesn't count");
        world.change("UPDATE throttle SET tries = 600 WHERE bucket LIKE 'upstream from an address%'", vec![]).await;
        let request = browser.request().await;
        let reply = browser.get(&format!("/login/upstream/{id}?request={request}")).await;
        assert_eq!(location(&reply), format!("/login?request={request}&error=TOO_MANY_TRIES"));
        assert_eq!(world.count("SELECT count(*) FROM upstream_attempt").await, 0);
    }

    async fn whoever_floods_a_provider_that_hangs_waits_in_line_and_passwords_still_work(demo: World) {
        let world = world(demo.engine).await;
        let hanging = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let id = add(&world, &format!("http://{}", hanging.local_addr().unwrap()), None).await;
        invite(&world, "ana").await;
        let leave = || {
            let request = Request::get(format!("/login/upstream/{id}?invitation={INVITATION}"));
            world.send(request.body(Body::empty()).unwrap())
        };
        let mut flood: FuturesUnordered<_> = (0..504).map(|_| leave()).collect();
        let first = tokio::time::timeout(std::time::Duration::from_secs(3), flood.next()).await;
        assert!(first.is_err(), "four are out, and five hundred wait");
        let refused = leave().await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (429, &json!("TOO_MANY_TRIES")));
        crate::world::Browser::at(&world, "127.0.0.1").sign_in("victor").await;
        let path = format!("/login/upstream/{}", uuid::Uuid::from_u128(9));
        let other = tokio::time::timeout(std::time::Duration::from_secs(3), world.get(&path)).await;
        assert!(other.is_ok(), "others don't wait for the one that hangs");
        drop(flood);
    }

    async fn a18_another_site_sends_nobody_to_a_provider(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        invite(&world, "victor").await;
        for (from, is_let_go) in [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false)] {
            let request = Request::get(format!("/login/upstream/{id}?invitation={INVITATION}")).header("sec-fetch-site", from);
            let reply = world.send(request.body(Body::empty()).unwrap()).await;
            let to = location(&reply);
            assert_eq!(to.starts_with(&upstream.issuer), is_let_go, "{from}: {to}");
            assert_eq!(to == "/login?error=UPSTREAM_REFUSED", !is_let_go, "{from}: {to}");
        }
        assert_eq!(world.count("SELECT count(*) FROM upstream_attempt").await, 2);
    }

    async fn a18_an_address_links_nobody_and_neither_does_another_tenants_invitation(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        invite(&world, "hugo").await;
        for more in ["", "&invitation=an-invitation-token", "&invitation=made-up"] {
            let mut browser = Browser::new(&world);
            let away = browser.leave(id, more).await;
            // The token carries an administrator's e-mail.
            upstream.vouch_with(&claims(&world, &upstream, &away));
            let reply = browser.come_back(&away, &upstream.issuer).await;
            assert_refused(&world, &reply, &away, "NOT_LINKED").await;
        }
        assert_eq!(world.count("SELECT count(*) FROM upstream_identity").await, 0);
        assert_eq!(world.count("SELECT count(*) FROM account_link WHERE used_at IS NOT NULL").await, 0);
        let refused = "SELECT count(*) FROM audit_event WHERE action = 'sign_in.refused' AND result = 'NOT_LINKED'";
        assert_eq!(world.count(refused).await, 3);
    }

    async fn a18_a_token_that_is_not_for_this_very_sign_in_is_refused(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let past = world.app.clock.now().as_second() - 121;
        for (claim, value) in [
            ("nonce", json!("another")),
            ("nonce", Value::Null),
            ("iss", json!("https://evil.example")),
            ("aud", json!("another client")),
            ("aud", json!(["atrium at cedar", "another client"])),
            ("azp", json!("another client")),
            ("exp", json!(past)),
            ("iat", json!(past + 400)),
            ("sub", json!("")),
        ] {
            let mut browser = Browser::new(&world);
            let away = browser.leave(id, "").await;
            let mut lie = claims(&world, &upstream, &away);
            lie[claim] = value.clone();
            upstream.vouch_with(&lie);
            let reply = browser.come_back(&away, &upstream.issuer).await;
            assert_refused(&world, &reply, &away, "UPSTREAM_REFUSED").await;
        }
        let signs: [fn(&Upstream, &Value); 2] = [Upstream::vouch_with_another_key, Upstream::vouch_with_a_shared_secret];
        for sign in signs {
            let mut browser = Browser::new(&world);
            let away = browser.leave(id, "").await;
            sign(&upstream, &claims(&world, &upstream, &away));
            let reply = browser.come_back(&away, &upstream.issuer).await;
            assert_refused(&world, &reply, &away, "UPSTREAM_REFUSED").await;
        }
    }

    async fn a18_a_state_counts_once_in_the_browser_it_began_in_and_for_ten_minutes(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let lost = "/login?error=UPSTREAM_REFUSED";
        // Another browser, with its own cookie or none; and a state we never issued.
        let mut other = Browser::new(&world);
        assert_eq!(location(&other.come_back(&away, &upstream.issuer).await), lost);
        other.leave(id, "").await;
        assert_eq!(location(&other.come_back(&away, &upstream.issuer).await), lost);
        let back = format!("/login/upstream/{id}/callback");
        assert_eq!(location(&browser.get(&format!("{back}?code=c1&state=forged")).await), lost);
        assert_eq!(location(&browser.get(&format!("{back}?code=c1")).await), lost);
        assert!(upstream.asked().is_empty(), "no code of theirs was sent on");
        assert_eq!(sessions(&world).await, 0);

        assert!(location(&browser.come_back(&away, &upstream.issuer).await).contains("resume"));
        let replayed = browser.come_back(&away, &upstream.issuer).await;
        assert_eq!((location(&replayed).as_str(), sessions(&world).await), (lost, 1));

        let late = browser.leave(id, "").await;
        world.change("UPDATE upstream_attempt SET expires_at = $1", db::params![world.app.clock.now()]).await;
        assert_eq!(location(&browser.come_back(&late, &upstream.issuer).await), lost);
        let mut tx = world.app.db.begin_write().await.unwrap();
        assert_eq!(federation::forget_attempts(&mut tx, world.app.clock.now()).await.unwrap(), 2);
    }

    async fn a18_an_answer_from_another_issuer_or_without_one_is_refused(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        for answer in ["code=c1&iss=https://evil.example", "code=c1", "error=access_denied", "iss="] {
            let mut browser = Browser::new(&world);
            let away = browser.leave(id, "").await;
            upstream.vouch_with(&claims(&world, &upstream, &away));
            let reply = browser.answer(&away, answer).await;
            assert_refused(&world, &reply, &away, "UPSTREAM_REFUSED").await;
        }
        // A provider that doesn't promise to say who it is doesn't have to.
        upstream.say_in_discovery("authorization_response_iss_parameter_supported", json!(false));
        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let reply = browser.answer(&away, "code=c1").await;
        assert!(location(&reply).contains("resume"));
    }

    async fn a18_an_upstream_that_is_down_is_a_clear_error_and_no_way_in(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let nobody = add(&world, &format!("http://127.0.0.1:{}", free_port()), None).await;
        let mut browser = Browser::new(&world);
        for id in [nobody, Uuid::from_u128(1)] {
            let request = browser.request().await;
            let reply = browser.get(&format!("/login/upstream/{id}?request={request}")).await;
            assert_eq!(location(&reply), format!("/login?request={request}&error=UPSTREAM_UNAVAILABLE"));
        }
        world.change("DELETE FROM upstream", vec![]).await;
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        for (status, code) in [
            (StatusCode::SERVICE_UNAVAILABLE, "UPSTREAM_UNAVAILABLE"),
            (StatusCode::FOUND, "UPSTREAM_UNAVAILABLE"),
            (StatusCode::BAD_REQUEST, "UPSTREAM_REFUSED"),
        ] {
            let away = browser.leave(id, "").await;
            upstream.vouch_with(&claims(&world, &upstream, &away));
            upstream.answer_tokens_with(status);
            assert_refused(&world, &browser.come_back(&away, &upstream.issuer).await, &away, code).await;
        }
        upstream.say_in_discovery("issuer", json!("https://evil.example"));
        let request = browser.request().await;
        let reply = browser.get(&format!("/login/upstream/{id}?request={request}")).await;
        assert!(location(&reply).ends_with("error=UPSTREAM_UNAVAILABLE"), "{}", location(&reply));
    }

    async fn a18_somebody_disabled_does_not_come_in_over_there(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        world.disable("ana").await;
        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let reply = browser.come_back(&away, &upstream.issuer).await;
        assert_refused(&world, &reply, &away, "UPSTREAM_REFUSED").await;
        let refused = "SELECT count(*) FROM audit_event WHERE action = 'sign_in.refused' AND result = 'DISABLED'";
        assert_eq!(world.count(refused).await, 1);
    }

    async fn h50_an_upstream_inside_the_own_network_is_not_called_unless_it_is_named(world: World) {
        let upstream = Upstream::start().await;
        let id = add(&world, &upstream.issuer, None).await;
        let mut browser = Browser::new(&world);
        let request = browser.request().await;
        let reply = browser.get(&format!("/login/upstream/{id}?request={request}")).await;
        assert!(location(&reply).ends_with("error=UPSTREAM_UNAVAILABLE"), "{}", location(&reply));
    }

    async fn b60_the_sign_in_page_learns_of_a_provider_by_the_mail_domain_alone_and_without_its_name(demo: World) {
        let world = world(demo.engine).await;
        let id = add(&world, "https://id.cedar.example", Some("s")).await;
        let mut browser = crate::world::Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let page = browser.get(&format!("/login/request?request={request}")).await;
        for word in ["Cedar ID", "upstream", &id.to_string()] {
            assert!(!page.text.contains(word), "{word} in {}", page.text);
        }
        let mut typed = async |username: &str| {
            let body = json!({ "request": request, "username": username });
            let reply = browser.post_json("/login/identifier", body).await;
            assert_eq!(reply.status, StatusCode::OK, "{}", reply.text);
            reply.text
        };
        // Whoever it is: with an account or without one, the bytes are the same.
        let offered = format!("{{\"upstream\":\"{id}\"}}");
        for address in ["ana.morales@cedar.example", "no-one@cedar.example", " X@CEDAR.EXAMPLE "] {
            assert_eq!(typed(address).await, offered, "{address}");
        }
        for name in ["ana", "no-one", "hugo@harbor.example", "a@sub.cedar.example", "@", "", &"x".repeat(300)] {
            assert_eq!(typed(name).await, "{\"upstream\":null}", "{name}");
        }
        let gone = browser.post_json("/login/identifier", json!({ "request": "gone", "username": "ana" })).await;
        assert_eq!(gone.status, StatusCode::GONE);
    }

    async fn a_company_s_provider_signs_in_and_links_people_of_that_company_only(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let logistics = "SELECT id FROM company WHERE name = 'Cedar Logistics'";
        let (logistics,) = world.app.db.one(logistics, vec![]).await.unwrap();
        let draft = UpstreamDraft {
            name: "Logistics ID".to_owned(),
            company: Some(logistics),
            issuer: upstream.issuer.clone(),
            client_id: "atrium at cedar".to_owned(),
            ..UpstreamDraft::default()
        };
        let id = add_draft(&world, draft).await;
        link_ana(&world, &upstream.issuer).await;
        let mut browser = Browser::new(&world);
        let away = browser.leave(id, "").await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let reply = browser.come_back(&away, &upstream.issuer).await;
        assert_refused(&world, &reply, &away, "NOT_LINKED").await;
        // Nor by an invitation, which stays good for her.
        world.change("DELETE FROM upstream_identity", vec![]).await;
        invite(&world, "victor").await;
        let looked = browser.get(&format!("/login/link?token={INVITATION}")).await;
        assert_eq!(looked.body["upstreams"], json!([]));
        let away = browser.leave(id, &format!("&invitation={INVITATION}")).await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        let reply = browser.come_back(&away, &upstream.issuer).await;
        assert_refused(&world, &reply, &away, "NOT_LINKED").await;
        assert_eq!(world.count("SELECT count(*) FROM account_link WHERE used_at IS NOT NULL").await, 0);
        world.change("UPDATE upstream SET company_id = NULL", vec![]).await;
        let away = browser.leave(id, &format!("&invitation={INVITATION}")).await;
        upstream.vouch_with(&claims(&world, &upstream, &away));
        assert!(location(&browser.come_back(&away, &upstream.issuer).await).contains("resume"));
    }

    async fn what_is_removed_signs_no_one_in_and_the_trail_knows(demo: World) {
        let world = world(demo.engine).await;
        let id = add(&world, "https://id.cedar.example", Some("s")).await;
        let tenant = cedar_group(&world).await;
        let (mut work, scope) = (begin(&world, tenant).await, at_terminal(tenant));
        let stale = upstreams::remove(&mut work, &scope, (UpstreamId(id), 7)).await.unwrap_err();
        assert_eq!(stale.code(), "CONFLICT");
        upstreams::remove(&mut work, &scope, (UpstreamId(id), 1)).await.unwrap();
        let again = upstreams::remove(&mut work, &scope, (UpstreamId(id), 1)).await.unwrap_err();
        assert_eq!(again.code(), "NOT_FOUND");
        work.commit().await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM upstream_domain").await, 0);
        let changes = "SELECT count(*) FROM audit_event WHERE action IN ('upstream.added', 'upstream.removed')";
        assert_eq!(world.count(changes).await, 2);
    }
}

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
        post_logout_redirect_uris: vec![],
        origins: vec![],
        id_token_signed_response_alg: oidc::Algorithm::Rs256,
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

#[test]
fn an_operator_adds_lists_and_removes_upstreams_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "s3cret\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = command(&[&["upstream"], arguments].concat());
        command
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=");
        let output = command.output().unwrap();
        let text =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (output.status.code().unwrap(), text)
    };
    let add = |tenant: &str, issuer: &str| {
        let secret = secret.to_str().unwrap();
        run(&[
            "add",
            "--tenant",
            tenant,
            "--name",
            "Cedar ID",
            "--issuer",
            issuer,
            "--client-id",
            "atrium",
            "--client-secret-file",
            secret,
        ])
    };
    let (code, text) = add("Cedar Group", "https://id.cedar.example");
    assert!(code == 1 && text.contains("there is no tenant"), "{text}");
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let url = format!("sqlite:{}", folder.path().join("atrium.db").display());
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        let now: jiff::Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let row = db::params![Uuid::from_u128(7), "Cedar Group", now];
        tx.exec("INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)", row).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
    });
    let (code, text) = add("Cedar Group", "http://id.cedar.example");
    assert!(code == 1 && text.contains("The issuer must be https://"), "{text}");
    let (code, text) = add("Cedar Group", "https://id.cedar.example");
    let id = text.lines().next().unwrap().to_owned();
    let redirect_uri = format!("/login/upstream/{id}/callback");
    assert!(code == 0 && text.contains(&redirect_uri), "{text}");
    let (code, text) = add("Cedar Group", "https://id.cedar.example");
    assert!(code == 1 && text.contains("already has an upstream with this name"), "{text}");
    let (_, listed) = run(&["list"]);
    assert!(
        listed.contains(&redirect_uri) && listed.contains("with a secret") && !listed.contains("s3cret"),
        "{listed}"
    );
    assert_eq!(run(&["change", &id, "--mail-domain", "Cedar.example", "--name", "Cedar SSO"]).0, 0);
    let (code, text) = run(&["change", &id, "--mail-domain", "gmail.com"]);
    assert!(code == 1 && text.contains("Anyone can have an address"), "{text}");
    let (_, listed) = run(&["list", "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed[0]["mailDomains"], json!(["cedar.example"]));
    assert_eq!((&listed[0]["name"], &listed[0]["hasSecret"]), (&json!("Cedar SSO"), &json!(true)));
    assert_eq!(run(&["remove", &id]).0, 0);
    assert_eq!(run(&["remove", &id]).0, 1);
    assert_eq!(run(&["list"]), (0, String::new()));
}
