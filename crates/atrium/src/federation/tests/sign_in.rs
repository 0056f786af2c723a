//! Signing in at another provider, and whatever must not work.

use super::{
    Browser, INVITATION, add, add_draft, assert_refused, at_terminal, begin, cedar_group, claims, invite,
    link_ana, location, sessions, world,
};
use crate::world::{Upstream, World, both, free_port};
use atrium::access;
use atrium::factors::Proven;
use atrium::federation;
use atrium::shared::id::UpstreamId;
use atrium::shared::seal;
use atrium::upstreams::{self, RemovalOfUpstream, UpstreamDraft};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use uuid::Uuid;

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
        let at_version = |version| {
            let removal = RemovalOfUpstream { id: UpstreamId(id), version };
            Proven::by_operator(&access::operator(tenant), removal)
        };
        let stale = upstreams::remove(&mut work, &scope, at_version(7)).await.unwrap_err();
        assert_eq!(stale.code(), "CONFLICT");
        upstreams::remove(&mut work, &scope, at_version(1)).await.unwrap();
        let again = upstreams::remove(&mut work, &scope, at_version(1)).await.unwrap_err();
        assert_eq!(again.code(), "NOT_FOUND");
        work.commit().await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM upstream_domain").await, 0);
        let changes = "SELECT count(*) FROM audit_event WHERE action IN ('upstream.added', 'upstream.removed')";
        assert_eq!(world.count(changes).await, 2);
    }
}
