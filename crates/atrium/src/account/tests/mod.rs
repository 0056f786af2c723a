//! Signing in the way a browser does: authorize, the login page's post, resume, and the code for tokens.

mod help;
mod links;
mod merge;
mod settings;
mod step_up;

use crate::world::{Browser, Engine, PASSWORD, World, both};
use atrium::app::App;
use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::sync::Arc;

fn text<'a>(tokens: &'a Value, name: &str) -> &'a str {
    tokens[name].as_str().unwrap_or_else(|| panic!("no {name} in {tokens}"))
}

fn without_changing(headers: &HeaderMap) -> Vec<(String, String)> {
    let all = headers.iter().filter(|(name, _)| *name != header::DATE);
    all.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect()
}

/// Waits up to a second for a count to become what's expected; returns what it is then.
async fn settled(world: &World, count: &'static str, expected: i64) -> i64 {
    for _ in 0..100 {
        if world.count(count).await == expected {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    world.count(count).await
}

both! {
    async fn a_password_opens_a_session_whose_token_the_api_takes(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let tokens = browser.sign_in("ana").await;
        let reply = browser.ask(text(&tokens, "access_token")).await;
        assert_eq!(reply.data("/viewer/firstName"), "Ana");
        // The ID token isn't a key to the API.
        assert_eq!(browser.ask(text(&tokens, "id_token")).await.outcome(), "UNAUTHENTICATED");
        assert_eq!(browser.get("/sessions/me").await.status, 200);
        let events = "SELECT count(*) FROM audit_event WHERE action = 'sign_in.done'";
        assert_eq!(world.count(events).await, 1);
    }

    async fn userinfo_says_who_it_is_and_where_they_belong(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let tokens = browser.sign_in("priya").await;
        for (accept, has_roles) in [("application/json", false), ("application/vnd.atrium.v2+json", true)] {
            let request = Request::get("/oauth2/userinfo")
                .header(header::ACCEPT, accept)
                .header(header::AUTHORIZATION, format!("Bearer {}", text(&tokens, "access_token")));
            let reply = browser.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            assert_eq!((&reply.body["given_name"], &reply.body["username"]), (&json!("Priya"), &json!("priya")));
            let organizations = reply.body["atrium"]["details"]["organizations"].as_array().unwrap();
            assert_eq!(organizations.len(), 2);
            let outfitters = organizations.iter().find(|row| row["name"] == "Cedar Outfitters").unwrap();
            assert_eq!(outfitters["employeeRoleIds"].as_array().unwrap().len(), 1);
            assert_eq!(outfitters["managerRoleIds"].as_array().unwrap().len(), 1);
            assert_eq!((&outfitters["classification"], &outfitters["virtualTenantId"]), (&json!("company"), &outfitters["id"]));
            let policies = reply.body["atrium"]["policy"].as_array().unwrap();
            assert!(!policies.is_empty() && policies.iter().all(|policy| policy["applicationClientId"] == "atrium-web"));
            assert_eq!(reply.body["atrium"]["rolesAndPermissions"].is_object(), has_roles);
            assert_eq!(reply.body["sub"], reply.body["atrium"]["userId"]);
            assert!(reply.body["atrium"]["tenantLogoUrl"].as_str().unwrap().starts_with("data:image/png;base64,"));
        }
    }

    async fn userinfo_names_the_client_itself_to_whoever_holds_a_role_in_all_of_it(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let tokens = browser.sign_in("grace").await;
        let request = Request::get("/oauth2/userinfo")
            .header(header::AUTHORIZATION, format!("Bearer {}", text(&tokens, "access_token")));
        let block = browser.send(request.body(Body::empty()).unwrap()).await.body["atrium"].clone();
        let client = &block["details"]["organizations"][0];
        assert_eq!((&client["classification"], &client["name"]), (&json!("client"), &json!("Cedar Group")));
        assert_eq!((&client["id"], &client["virtualTenantId"]), (&block["tenantId"], &Value::Null));
        assert_eq!(block["policy"][0]["applicationClientId"], "atrium-web");
    }

    async fn a_refresh_token_gives_the_next_ones_and_signing_out_ends_them_all_at_once(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let first = browser.sign_in("ana").await;
        let refresh = |token: &str| format!("grant_type=refresh_token&client_id=atrium-web&refresh_token={token}");
        let second = browser.token(refresh(text(&first, "refresh_token"))).await.body;
        assert_eq!(browser.ask(text(&second, "access_token")).await.outcome(), "ok");
        let reply = browser.post("/login/sign-out", "application/json", "{}".into(), &[]).await;
        assert_eq!(reply.body["next"], "/login/signed-out");
        for tokens in [&first, &second] {
            assert_eq!(browser.ask(text(tokens, "access_token")).await.outcome(), "UNAUTHENTICATED");
        }
        let late = browser.token(refresh(text(&second, "refresh_token"))).await;
        assert_eq!((late.status.as_u16(), &late.body["error"]), (400, &json!("invalid_grant")));
        assert_eq!(browser.get("/sessions/me").await.status, 401);
    }

    async fn b20_an_unknown_user_and_a_wrong_password_get_the_same_answer(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let wrong = browser.type_password(&request, "ana", "not it").await;
        let unknown = browser.type_password(&request, "nobody.at.all", "not it").await;
        world.disable("victor").await;
        let disabled = browser.type_password(&request, "victor", PASSWORD).await;
        for other in [unknown, disabled] {
            assert_eq!((wrong.status, &wrong.text), (other.status, &other.text));
            assert_eq!(without_changing(&wrong.headers), without_changing(&other.headers));
        }
        assert_eq!((wrong.status.as_u16(), &wrong.body), (401, &json!({ "code": "INVALID_CREDENTIALS" })));
        // Written after the answer, so the timing doesn't tell anything either.
        let refused = "SELECT count(*) FROM audit_event WHERE action = 'sign_in.refused'";
        assert_eq!(settled(&world, refused, 2).await, 2, "of those who are known; nobody's name belongs to no trail");
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE result = 'DISABLED'").await, 1);
        // The same page can still sign in.
        assert_eq!(browser.type_password(&request, " ANA ", PASSWORD).await.status, 200);
    }

    async fn b21_guessing_is_throttled_where_it_comes_from_and_the_owner_still_gets_in(world: World) {
        let mut guesser = Browser::at(&world, "127.0.0.7");
        let request = guesser.begin().await;
        for _ in 0..10 {
            assert_eq!(guesser.type_password(&request, "ana", "guess").await.status, 401);
        }
        // Many people may share the address: the right password goes on to the second factor, and a wrong one looks the
        // same.
        assert_eq!(guesser.type_password(&request, "ana", "guess").await.body["code"], "ACCOUNT_GUARDED");
        let mut owner = Browser::at(&world, "127.0.0.7");
        let theirs = owner.begin().await;
        let asked = owner.type_password(&theirs, "ana", PASSWORD).await;
        let code = crate::world::app_code(&world, 0);
        let given = json!({ "request": theirs, "attempt": asked.body["attempt"], "kind": "totp", "code": code });
        assert_eq!(owner.post_json("/login/factor", given).await.status, 200);
        assert_eq!(owner.post_json("/login/mail-link", json!({ "username": "ana" })).await.status, 204);
        Browser::at(&world, "127.0.0.8").sign_in("ana").await;
        // The address itself has a limit.
        let full = "UPDATE throttle SET tries = 200 WHERE bucket LIKE 'sign-in from an address%'";
        assert!(world.change(full, vec![]).await >= 1);
        let stopped = guesser.type_password(&request, "ana", PASSWORD).await;
        assert_eq!((stopped.status.as_u16(), &stopped.body["code"]), (429, &json!("TOO_MANY_TRIES")));
        let wait = stopped.body["retryAfterSeconds"].as_i64().unwrap();
        assert!((1..=900).contains(&wait), "{wait}");
        assert_eq!(stopped.headers["retry-after"], wait.to_string());
        // When the window is over, the count starts again.
        let long_ago = world.app.clock.now() - jiff::SignedDuration::from_mins(16);
        world.change("UPDATE throttle SET window_start = $1", db::params![long_ago]).await;
        assert_eq!(guesser.type_password(&request, "ana", PASSWORD).await.status, 200);
    }

    /// The counters of an account would tell, by another of its names or by its owner's sign-in, that it exists.
    async fn b20_many_guesses_get_the_same_answers_whether_or_not_someone_has_the_name(world: World) {
        world.disable("victor").await;
        let names = [
            ("127.0.1.1", "ana", "ana@example.com"),
            ("127.0.1.2", "victor", "victor@example.com"),
            ("127.0.1.3", "no.one", "no.one@example.com"),
        ];
        let mut heard = vec![];
        for (from, username, address) in names {
            let mut browser = Browser::at(&world, from);
            let request = browser.begin().await;
            let mut said = vec![];
            for guess in 0..12 {
                if guess == 9 && username == "ana" {
                    Browser::at(&world, from).sign_in("ana").await;
                }
                let name = if guess == 11 { address } else { username };
                let reply = browser.type_password(&request, name, "a guess").await;
                said.push((reply.status.as_u16(), reply.text));
            }
            heard.push(said);
        }
        assert!(heard[0][10].1.contains("ACCOUNT_GUARDED") && heard[0][11].1.contains("INVALID_CREDENTIALS"), "{heard:?}");
        assert!(heard.iter().all(|said| *said == heard[2]), "{heard:?}");
    }

    async fn someone_elses_username_does_not_catch_an_address(world: World) {
        world.change("UPDATE person SET username = 'Ana@example.com' WHERE username = 'hugo'", vec![]).await;
        let gone = "DELETE FROM password_credential WHERE person_id IN (SELECT id FROM person WHERE username = 'Ana@example.com')";
        world.change(gone, vec![]).await;
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "ana@example.com", PASSWORD).await.status, 200);
    }

    async fn b21_what_no_browser_sends_is_refused_before_anything_is_counted_or_written(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let before = world.rows().await;
        let nobody = uuid::Uuid::nil().to_string();
        for (path, body, status) in [
            ("/login/passkey", json!({ "request": request, "attempt": "", "credential": {} }), 410),
            ("/login/passkey", json!({ "request": request, "attempt": nobody, "credential": {} }), 401),
            ("/login/passkey", json!({}), 422),
            ("/login/password", json!({ "request": request, "username": " ", "password": "x" }), 401),
            ("/login/password", json!({ "request": request, "username": "ana", "password": "" }), 401),
            ("/login/password", json!({ "request": "x", "username": "ana", "password": "x" }), 410),
            ("/login/forgot", json!({ "username": "" }), 422),
            ("/login/link-sign-in", json!({ "request": request, "token": "x" }), 410),
        ] {
            assert_eq!(browser.post_json(path, body.clone()).await.status, status, "{path} {body}");
        }
        assert_eq!(world.rows().await, before);
        // No matter how often a page asks, each of its requests has one waiting ceremony.
        for _ in 0..3 {
            browser.post_json("/login/passkey/options", json!({ "request": request })).await;
        }
        assert!(world.count("SELECT count(*) FROM passkey_ceremony").await <= 1);
    }

    async fn b23_somebody_who_was_disabled_is_out_at_once(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let tokens = browser.sign_in("victor").await;
        world.disable("victor").await;
        assert_eq!(browser.ask(text(&tokens, "access_token")).await.outcome(), "UNAUTHENTICATED");
        assert_eq!(browser.get("/sessions/me").await.status, 401);
        let form = format!("grant_type=refresh_token&client_id=atrium-web&refresh_token={}", text(&tokens, "refresh_token"));
        assert_eq!(browser.token(form).await.body["error"], "invalid_grant");
    }

    async fn the_login_page_is_told_of_demo_accounts_on_a_demo_only_and_of_a_request_that_is_gone(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let reply = browser.get(&format!("/login/request?request={request}")).await;
        assert_eq!(reply.body["demoAccounts"].as_array().unwrap().len(), 11);
        assert_eq!(browser.get("/login/request?request=gone").await.status, 404);
        assert_eq!(browser.type_password("gone", "ana", PASSWORD).await.status, 410);

        let production = World::with(world.engine, |app| app.demo = None).await;
        let mut browser = Browser::at(&production, "127.0.0.1");
        let request = browser.begin().await;
        let reply = browser.get(&format!("/login/request?request={request}")).await;
        assert_eq!(reply.status, 200);
        assert!(reply.body["demoAccounts"].is_null() && reply.body["demoPassword"].is_null());
    }

    async fn an_address_signs_in_like_the_username_unless_two_accounts_share_it(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        for name in ["ana", "Ana@Example.com", " ana@example.com "] {
            assert_eq!(browser.type_password(&request, name, "not it at all").await.status, 401, "{name}");
        }
        let counted = "SELECT count(*) FROM throttle WHERE bucket LIKE 'sign-in of an account %' AND tries = 3";
        assert_eq!(world.count(counted).await, 2, "guesses count together, however the name was typed");
        assert_eq!(browser.type_password(&request, "ANA@example.com", PASSWORD).await.status, 200);
        world.change("UPDATE person SET email = 'ana@example.com' WHERE username = 'victor'", vec![]).await;
        let mut other = Browser::at(&world, "127.0.0.2");
        let request = other.begin().await;
        let shared = other.type_password(&request, "ana@example.com", PASSWORD).await;
        let unknown = other.type_password(&request, "no-one@example.com", PASSWORD).await;
        assert_eq!((shared.status.as_u16(), &shared.text), (401, &unknown.text));
        // A username belongs to one account, even if someone else has it as an address.
        world.change("UPDATE person SET email = 'ana' WHERE username = 'victor'", vec![]).await;
        assert_eq!(other.type_password(&request, "ana", PASSWORD).await.status, 200);
    }

    async fn a_post_from_another_origin_is_refused(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let body = json!({ "request": request, "username": "ana", "password": PASSWORD }).to_string();
        let reply = browser.post("/login/password", "application/json", body.clone(), &[("origin", "https://evil.example")]).await;
        assert_eq!(reply.status, 403);
        let own = browser.base();
        assert_eq!(browser.post("/login/password", "application/json", body, &[("origin", &own)]).await.status, 200);
    }

    async fn b22_a_session_is_a_cookie_that_scripts_cannot_read_and_is_new_at_each_sign_in(world: World) {
        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        let reply = browser.type_password(&request, "ana", PASSWORD).await;
        let cookie = reply.headers[header::SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Path=/"), "{cookie}");
        let first = browser.cookies.clone();
        let request = browser.begin_with("&prompt=login").await;
        browser.type_password(&request, "ana", PASSWORD).await;
        assert_ne!(browser.cookies, first);
        let secret = first.values().next().unwrap().clone();
        let stored: Vec<db::Cells> = world.app.db.all("SELECT * FROM oidc_session", vec![]).await.unwrap();
        assert!(!json!(stored.iter().map(|row| row.0.clone()).collect::<Vec<_>>()).to_string().contains(&secret));
    }
}

#[tokio::test]
async fn the_algorithm_is_a_setting_and_tokens_of_before_a_change_stay_good() {
    let world = World::with(Engine::Sqlite, |app| {
        Arc::get_mut(&mut app.settings).unwrap().signing_algorithm = oidc::Algorithm::Rs256;
    })
    .await;
    let mut browser = Browser::at(&world, "127.0.0.1");
    let keys = browser.get("/oauth2/jwks").await.body;
    let algorithms: Vec<&str> =
        keys["keys"].as_array().unwrap().iter().filter_map(|key| key["alg"].as_str()).collect();
    assert_eq!(algorithms, ["RS256", "ES256"], "both are published");
    let tokens = browser.sign_in("ana").await;
    let access = text(&tokens, "access_token");
    let head = URL_SAFE_NO_PAD.decode(access.split('.').next().unwrap()).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&head).unwrap()["alg"], "RS256");
    assert_eq!(browser.ask(access).await.outcome(), "ok");
    // The same installation restarted with the default, and with RS256 for a client that exists and one that doesn't.
    for (clients, starts) in [("", true), ("atrium-native", true), ("atrium-native, nobody", false)] {
        let environment = [("ATRIUM_RS256_CLIENTS".to_owned(), clients.to_owned())];
        let settings = Arc::new(atrium::config::Settings::load(None, environment, &[]).unwrap());
        let again = atrium::account::identity(&App { settings, ..world.app.clone() }).await;
        assert_eq!(
            again.is_ok_and(|again| again.provider.verify_access(access).is_ok()),
            starts,
            "{clients}"
        );
    }
}
