//! Who is signed in to an application, what it learns, and what it can do with its tokens.

use super::{
    BACK, authorize, change, connected, connected_as, in_location, learning, location, open_to_employees,
    redeem, rotate, signed_in_there, tenant_of, with,
};
use crate::world::{Browser, World, both};
use jiff::SignedDuration;
use serde_json::{Value, json};

both! {
    async fn whoever_is_signed_in_here_is_signed_in_there_without_another_password(world: World) {
        let (_, secret) = connected(&world).await;
        open_to_employees(&world, "LEARN").await;
        let (mut browser, tokens) = signed_in_there(&world, "ana", &secret).await;
        let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        let request = axum::http::Request::get("/oauth2/userinfo").header("authorization", &bearer);
        let info = browser.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(info.status, 200, "{}", info.text);
        let mut names: Vec<&str> = info.body.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["companies", "email", "name", "sub"], "what its claims say, and nothing else");
        assert_eq!(info.body["name"], "Ana Morales");
        assert_eq!(info.body["companies"][0]["name"], "Cedar Outfitters");
        // Its token opens nothing of the portal.
        let viewer = browser.ask(tokens["access_token"].as_str().unwrap()).await;
        assert_eq!(viewer.outcome(), "UNAUTHENTICATED", "{}", viewer.text);
        let signed_in = "SELECT count(*) FROM audit_event WHERE action = 'application.signed_in' AND detail LIKE '%cedar-learning%'";
        assert_eq!(world.count(signed_in).await, 1);
    }

    async fn only_people_whose_roles_open_it_get_a_code(world: World) {
        let (row, secret) = connected(&world).await;
        let refused = async |username: &str| {
            let mut browser = Browser::at(&world, "127.0.0.1");
            browser.sign_in(username).await;
            let reply = browser.get(&authorize("cedar-learning", BACK, "")).await;
            assert!(location(&reply).starts_with(BACK), "{}", location(&reply));
            (in_location(&reply, "error"), in_location(&reply, "code"))
        };
        let denied = (Some("access_denied".to_owned()), None);
        assert_eq!(refused("ana").await, denied, "no role opens it yet");
        assert_eq!(refused("grace").await, denied, "not even for an administrator");
        open_to_employees(&world, "LEARN").await;
        assert_eq!(refused("ana").await.0, None);
        // Hugo's role of the same name opens the same code, but in another tenant.
        assert_eq!(refused("hugo").await, denied);
        let told = "SELECT count(*) FROM audit_event WHERE action = 'application.refused' AND result = 'FORBIDDEN'";
        assert!(world.count(told).await >= 3);

        // The right goes with the role, between the code and its tokens too.
        let mut browser = Browser::at(&world, "127.0.0.1");
        browser.sign_in("ana").await;
        let code = in_location(&browser.get(&authorize("cedar-learning", BACK, "")).await, "code").unwrap();
        open_to_employees(&world, "").await;
        let reply = redeem(&mut browser, "cedar-learning", &code, &secret).await;
        assert_eq!((reply.status.as_u16(), &reply.body["error"]), (400, &json!("invalid_grant")));
        open_to_employees(&world, "LEARN").await;

        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        assert_eq!(change(&grace, &tenant, &row, with("isEnabled", json!(false))).await.outcome(), "ok");
        let reply = browser.get(&authorize("cedar-learning", BACK, "")).await;
        assert_eq!(reply.status, 400, "turned off: a page of ours, no redirect");
        let reply = redeem(&mut browser, "cedar-learning", &code, &secret).await;
        assert_eq!(reply.body["error"], "invalid_client");
    }

    async fn a_role_that_ends_takes_the_next_tokens_and_the_claims_with_it(world: World) {
        let (_, secret) = connected(&world).await;
        open_to_employees(&world, "LEARN").await;
        let (mut browser, tokens) = signed_in_there(&world, "ana", &secret).await;
        let (access, refresh) = (tokens["access_token"].as_str().unwrap(), tokens["refresh_token"].as_str().unwrap());
        open_to_employees(&world, "").await;
        let form = format!("grant_type=refresh_token&client_id=cedar-learning&client_secret={secret}&refresh_token={refresh}");
        assert_eq!(browser.token(form).await.body["error"], "invalid_grant");
        let request = axum::http::Request::get("/oauth2/userinfo").header("authorization", format!("Bearer {access}"));
        assert_eq!(browser.send(request.body(axum::body::Body::empty()).unwrap()).await.status, 401);
    }

    async fn a_request_that_waited_for_a_sign_in_ends_in_the_application(world: World) {
        connected(&world).await;
        open_to_employees(&world, "LEARN").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let reply = browser.get(&authorize("cedar-learning", BACK, "")).await;
        let request = in_location(&reply, "request").unwrap();
        let welcome = browser.type_password(&request, "ana", crate::world::PASSWORD).await;
        assert_eq!(welcome.status, 200, "{}", welcome.text);
        let back = browser.get(welcome.body["next"].as_str().unwrap()).await;
        assert!(location(&back).starts_with(BACK) && in_location(&back, "code").is_some(), "{}", location(&back));
        let plain = browser.get(&authorize("cedar-learning", BACK, "").replace("code_challenge=", "unused=")).await;
        assert_eq!(in_location(&plain, "error").as_deref(), Some("invalid_request"), "always with PKCE");
    }

    async fn a_replaced_secret_counts_for_another_day_or_stops_right_away(world: World) {
        let (row, old) = connected(&world).await;
        open_to_employees(&world, "LEARN").await;
        let grace = world.acting("grace").await;
        let tenant = tenant_of(&grace).await;
        let reply = rotate(&grace, &tenant, &row, true).await;
        let (row, new) = (reply.data("/rotateApplicationSecret/application").clone(), reply.data("/rotateApplicationSecret/secret"));
        let new = new.as_str().unwrap().to_owned();
        assert!(row["oldSecretUntil"].is_string() && new != old);
        for secret in [&old, &new] {
            signed_in_there(&world, "ana", secret).await;
        }
        let until = world.app.clock.now() - SignedDuration::from_secs(1);
        world.change("UPDATE application SET old_secret_until = $1 WHERE code = 'LEARN'", db::params![until]).await;
        let wrong = async |secret: &str| {
            let mut browser = Browser::at(&world, "127.0.0.1");
            browser.sign_in("ana").await;
            let code = in_location(&browser.get(&authorize("cedar-learning", BACK, "")).await, "code").unwrap();
            redeem(&mut browser, "cedar-learning", &code, secret).await.body["error"].clone()
        };
        assert_eq!(wrong(&old).await, "invalid_client", "its day is over");
        let reply = rotate(&grace, &tenant, &row, false).await;
        assert_eq!(reply.data("/rotateApplicationSecret/application/oldSecretUntil"), &Value::Null);
        assert_eq!(wrong(&new).await, "invalid_client", "right away");
        let replaced = "SELECT count(*) FROM audit_event WHERE action = 'application.secret_replaced'";
        assert_eq!(world.count(replaced).await, 2);
    }

    async fn a_code_that_is_nobodys_role_opens_for_nobody_and_a_flag_closes_all(world: World) {
        connected_as(&world, learning()).await;
        open_to_employees(&world, "LEARN").await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        browser.sign_in("ana").await;
        let flag = "INSERT INTO flag (tenant_id, key, is_on, changed_at) SELECT id, 'application-view', FALSE, created_at FROM tenant";
        world.change(flag, vec![]).await;
        let reply = browser.get(&authorize("cedar-learning", BACK, "&prompt=none")).await;
        assert_eq!(in_location(&reply, "error").as_deref(), Some("access_denied"));
    }
}
