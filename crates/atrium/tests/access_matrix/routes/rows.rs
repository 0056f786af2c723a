//! The rows of the routes that no feature has: the server's own, and those of the identity provider.

use super::{NONE, Route, Sent, Session, at, body, form, plain};
use serde_json::json;

const AUTHORIZE: &str = "response_type=code&client_id=atrium-web&scope=openid&code_challenge_method=S256\
    &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fcallback";

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/healthz", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/readyz", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/metrics", tries: &[("from another machine", plain)] },
    Route {
        method: "POST",
        path: "/graphql",
        tries: &[("oneself", |_, _| body(json!({ "query": "{ viewer { personId } }" })))],
    },
    Route { method: "GET", path: "/api/openapi.json", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/api/docs", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/demo/accounts", tries: &[("on a demo", plain)] },
    Route { method: "GET", path: "/demo/outbox", tries: &[("on a demo", plain)] },
    Route {
        method: "GET",
        path: "/oauth2/token/.well-known/openid-configuration",
        tries: &[("anybody's", plain)],
    },
    Route { method: "GET", path: "/oauth2/jwks", tries: &[("anybody's", plain)] },
    Route {
        method: "GET",
        path: "/oauth2/authorize",
        tries: &[
            ("in one's own session", |_, _| at(format!("/oauth2/authorize?{AUTHORIZE}"))),
            ("by an unknown client", |_, _| at("/oauth2/authorize?client_id=x".into())),
        ],
    },
    Route {
        method: "POST",
        path: "/oauth2/authorize",
        tries: &[("in one's own session", |_, _| form(AUTHORIZE.into()))],
    },
    Route {
        method: "GET",
        path: "/oauth2/authorize/resume",
        tries: &[
            ("that waits", |_, me| at(format!("/oauth2/authorize/resume?request={}", me.waiting))),
            ("missing", |_, _| at(format!("/oauth2/authorize/resume?request={NONE}"))),
        ],
    },
    Route {
        method: "POST",
        path: "/oauth2/token",
        tries: &[
            ("one's own refresh token", |_, me| {
                form(format!(
                    "grant_type=refresh_token&client_id=atrium-web&refresh_token={}",
                    me.refresh_token
                ))
                .within(Session::None)
            }),
            ("one's own, as another client", |_, me| {
                form(format!(
                    "grant_type=refresh_token&client_id=atrium-native&refresh_token={}",
                    me.refresh_token
                ))
                .within(Session::None)
            }),
            ("a code that is missing", |_, _| {
                form("grant_type=authorization_code&client_id=atrium-web&code=x&redirect_uri=x&code_verifier=x".into())
                    .within(Session::None)
            }),
        ],
    },
    Route { method: "OPTIONS", path: "/oauth2/token", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/oauth2/userinfo", tries: &[("oneself", plain)] },
    Route { method: "POST", path: "/oauth2/userinfo", tries: &[("oneself", plain)] },
    Route { method: "OPTIONS", path: "/oauth2/userinfo", tries: &[("anybody's", plain)] },
    Route {
        method: "GET",
        path: "/oauth2/logout",
        tries: &[("one's own session", |_, _| Sent::default().within(Session::Fresh))],
    },
    Route {
        method: "POST",
        path: "/oauth2/logout",
        tries: &[("one's own session", |_, _| form(String::new()).within(Session::Fresh))],
    },
    Route { method: "GET", path: "/sessions/me", tries: &[("oneself", plain)] },
    Route { method: "OPTIONS", path: "/sessions/me", tries: &[("anybody's", plain)] },
];
