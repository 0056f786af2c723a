//! Userinfo: line 13.

use crate::world::{ANA, WEB, both, encode};
use axum::http::{Method, StatusCode};
use oidc::EndedBy;

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

both! {
    fn a13_get_and_post_give_the_same_claims_and_the_sub_of_the_id_token(world) {
        let (browser, tokens) = world.ana().await;
        let get = browser.userinfo(&tokens.access).await;
        assert_eq!((get.status, get.header("content-type")), (StatusCode::OK, "application/json"));
        assert_eq!(get.header("cache-control"), "no-store");
        let claims = get.json();
        assert_eq!(claims["sub"], tokens.id_claims()["sub"]);
        assert_eq!(claims["atrium"]["sessionId"], tokens.id_claims()["sid"]);
        assert_eq!(
            (&claims["atrium"]["applicationClientId"], &claims["version"]),
            (&WEB.into(), &"V1".into())
        );
        let bearer = format!("Bearer {}", tokens.access);
        let post = browser
            .send(Method::POST, "/oauth2/userinfo", &[("authorization", &bearer)], String::new())
            .await;
        let body = browser
            .send(Method::POST, "/oauth2/userinfo", &[FORM], encode(&[("access_token", &tokens.access)]))
            .await;
        assert_eq!((post.json(), body.json()), (claims.clone(), claims));
    }

    fn a13_accept_chooses_the_version_and_anything_else_is_406(world) {
        let (browser, tokens) = world.ana().await;
        let bearer = format!("bearer {}", tokens.access);
        let v2 = "application/vnd.atrium.v2+json";
        for (accept, status, content_type, version) in [
            ("application/json", 200, "application/json", "V1"),
            ("*/*", 200, "application/json", "V1"),
            (v2, 200, v2, "V2"),
            ("text/html", 406, "application/json", ""),
            ("application/jwt", 406, "application/json", ""),
        ] {
            let answer =
                browser.get_with("/oauth2/userinfo", &[("authorization", &bearer), ("accept", accept)]).await;
            assert_eq!(
                (answer.status.as_u16(), answer.header("content-type")),
                (status, content_type),
                "{accept}"
            );
            assert_eq!(answer.json()["version"].as_str().unwrap_or_default(), version);
        }
    }

    fn a13_without_a_good_token_it_is_401_with_a_challenge(world) {
        let (browser, tokens) = world.ana().await;
        let none = browser.get("/oauth2/userinfo").await;
        assert_eq!((none.status.as_u16(), none.header("www-authenticate")), (401, "Bearer"));
        assert_eq!(none.json()["error"], "login_required");
        let in_query = browser.get(&format!("/oauth2/userinfo?access_token={}", tokens.access)).await;
        assert_eq!(in_query.status.as_u16(), 401);
        let basic = browser.get_with("/oauth2/userinfo", &[("authorization", "Basic YTpi")]).await;
        assert_eq!(basic.status.as_u16(), 401);
        let bad = browser.userinfo("nonsense").await;
        assert_eq!(bad.status.as_u16(), 401);
        assert!(bad.header("www-authenticate").starts_with("Bearer error=\"invalid_token\""));
        assert_eq!(bad.json()["error"], "invalid_token", "and says the same in its body");
        let bearer = format!("Bearer {}", tokens.access);
        let twice = [FORM, ("authorization", bearer.as_str())];
        let twice = browser
            .send(Method::POST, "/oauth2/userinfo", &twice, encode(&[("access_token", &tokens.access)]))
            .await;
        assert_eq!(twice.status.as_u16(), 400);
        world.pass_secs(900 + 120);
        assert!(browser.userinfo(&tokens.access).await.header("www-authenticate").contains("expired"));
    }

    fn a13_an_ended_session_and_a_disabled_user_get_401(world) {
        let (browser, tokens) = world.ana().await;
        world.provider.end_all(ANA, None, EndedBy::Revoked).await.unwrap();
        assert!(browser.userinfo(&tokens.access).await.header("www-authenticate").contains("has ended"));
        let (browser, tokens) = world.ana().await;
        world.people.disable(ANA);
        assert_eq!(browser.userinfo(&tokens.access).await.status.as_u16(), 401);
    }
}
