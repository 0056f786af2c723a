//! How recent a sign-in at the upstream is: asked for, checked, and kept as it was. And signing out at the upstream.

use super::{Browser, add, assert_refused, claims, link_ana, location, world};
use crate::world::{Upstream, World, both};
use axum::http::{StatusCode, header};
use jiff::Timestamp;
use serde_json::{Value, json};

fn asked(away: &super::Away, name: &str) -> Option<String> {
    away.url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// When the newest session says its owner signed in.
async fn auth_time(world: &World) -> Timestamp {
    let sql = "SELECT auth_time FROM oidc_session ORDER BY created_at DESC LIMIT 1";
    world.app.db.one::<(Timestamp,)>(sql, vec![]).await.unwrap().0
}

both! {
    async fn a18_prompt_and_max_age_go_along_and_a_sign_in_that_is_too_old_is_refused(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let now = world.app.clock.now().as_second();
        let asked_for = [("&prompt=login", Some("login"), 30, 5), ("&max_age=0", Some("login"), 30, 5), ("&max_age=600", None, 620, 603)];
        for (asking, prompt, too_old, recent) in asked_for {
            // Older than we asked for, not given, in the future.
            for auth_time in [json!(now - too_old), Value::Null, json!(now + 600)] {
                let mut browser = Browser::new(&world);
                let away = browser.leave_for(id, asking).await;
                assert_eq!(asked(&away, "prompt").as_deref(), prompt, "{asking}");
                let max_age: i64 = asked(&away, "max_age").unwrap().parse().unwrap();
                assert!(if prompt.is_some() { max_age == 0 } else { (600..660).contains(&max_age) }, "{max_age}");
                let mut said = claims(&world, &upstream, &away);
                said["auth_time"] = auth_time;
                upstream.vouch_with(&said);
                let reply = browser.come_back(&away, &upstream.issuer).await;
                assert_refused(&world, &reply, &away, "UPSTREAM_REFUSED").await;
            }
            // Recent enough; their clock may be a little behind ours, and no one is asked over and over.
            let mut browser = Browser::new(&world);
            let away = browser.leave_for(id, asking).await;
            let mut said = claims(&world, &upstream, &away);
            let theirs = world.app.clock.now().as_second() - recent;
            said["auth_time"] = json!(theirs);
            upstream.vouch_with(&said);
            let next = location(&browser.come_back(&away, &upstream.issuer).await);
            let back = browser.get(&next).await;
            assert!(location(&back).contains("code="), "{asking}: {}", location(&back));
            assert_eq!(auth_time(&world).await.as_second(), theirs, "{asking}: as they said it");
            world.change("DELETE FROM oidc_session", vec![]).await;
        }
    }

    async fn a18_a_sign_in_through_another_tab_answers_no_request_for_a_new_one(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let mut browser = Browser::new(&world);
        let waiting = browser.request_with("&prompt=login").await;
        let away = browser.leave_for(id, "").await;
        let mut said = claims(&world, &upstream, &away);
        said["auth_time"] = json!(world.app.clock.now().as_second() - 30);
        upstream.vouch_with(&said);
        assert!(location(&browser.come_back(&away, &upstream.issuer).await).contains("resume"));
        let resumed = browser.get(&format!("/oauth2/authorize/resume?request={waiting}")).await;
        assert_eq!(location(&resumed), format!("/login?request={waiting}"));
    }

    async fn a18_passing_through_is_no_sign_in_and_moves_no_auth_time(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let this_morning = world.app.clock.now().as_second() - 3 * 60 * 60;
        for (said_time, kept) in [(json!(this_morning), this_morning), (Value::Null, 0)] {
            let mut browser = Browser::new(&world);
            let away = browser.leave_for(id, "").await;
            assert_eq!((asked(&away, "prompt"), asked(&away, "max_age")), (None, None), "nobody asked");
            let mut said = claims(&world, &upstream, &away);
            said["auth_time"] = said_time;
            upstream.vouch_with(&said);
            let reply = browser.come_back(&away, &upstream.issuer).await;
            assert!(location(&reply).contains("resume"), "{}", location(&reply));
            assert_eq!(auth_time(&world).await.as_second(), kept);
            // So a client that wants a recent one makes Ana sign in again.
            let request = browser.request_with("&max_age=300").await;
            let away = browser.go(&format!("/login/upstream/{id}?request={request}")).await;
            assert!(asked(&away, "max_age").is_some());
        }
    }

    async fn whoever_came_from_a_provider_is_offered_to_sign_out_there(demo: World) {
        let (world, upstream) = (world(demo.engine).await, Upstream::start().await);
        let id = add(&world, &upstream.issuer, None).await;
        link_ana(&world, &upstream.issuer).await;
        let (offer, go) = ("/login/upstream/sign-out/offer", "/login/upstream/sign-out");
        let mut browser = Browser::new(&world);
        for can_sign_out in [false, true] {
            if can_sign_out {
                upstream.say_in_discovery("end_session_endpoint", json!(format!("{}/logout?x=1", upstream.issuer)));
            }
            let away = browser.leave(id, "").await;
            upstream.vouch_with(&claims(&world, &upstream, &away));
            browser.come_back(&away, &upstream.issuer).await;
            let offered = if can_sign_out { json!("Cedar ID") } else { Value::Null };
            assert_eq!(browser.get(offer).await.body["name"], offered);
        }
        assert_eq!(Browser::new(&world).get(offer).await.body["name"], Value::Null, "another browser");
        assert_eq!(location(&Browser::new(&world).get(go).await), "/login/signed-out");
        // Another site can't sign anyone out.
        let cookies: Vec<String> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = axum::http::Request::get(go).header("sec-fetch-site", "cross-site").header(header::COOKIE, cookies.join("; "));
        let reply = world.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!((location(&reply).as_str(), reply.headers.get(header::SET_COOKIE)), ("/login/signed-out", None));

        upstream.say_in_discovery("end_session_endpoint", json!("http://10.0.0.1/logout"));
        let blocked = location(&browser.get(go).await);
        assert_eq!(blocked, "/login/signed-out?error=UPSTREAM_UNAVAILABLE", "where we may not send anyone");
        upstream.say_in_discovery("end_session_endpoint", json!(format!("{}/logout?x=1", upstream.issuer)));
        let reply = browser.get(go).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER);
        let to: url::Url = location(&reply).parse().unwrap();
        let param = |name: &str| to.query_pairs().find(|(known, _)| known == name).unwrap().1.into_owned();
        assert!(to.as_str().starts_with(&format!("{}/logout?x=1&", upstream.issuer)));
        assert_eq!(param("client_id"), "atrium at cedar");
        assert_eq!(param("post_logout_redirect_uri"), format!("{}/login/signed-out", world.app.settings.public_url));
        assert_eq!(browser.get(offer).await.body["name"], Value::Null, "offered once");
    }
}
