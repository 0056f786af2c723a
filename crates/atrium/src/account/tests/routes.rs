//! Signing in, one's own account, and proving a change.

use super::{Facts, Me, NONE, Route, Sent, Session, at, body};
use crate::world::World;
use serde_json::json;

fn names(person: &str, me: &Me) -> Sent {
    let email = format!("{}@example.com", me.username);
    let path = Some(format!("/users/{person}/self"));
    Sent { path, ..body(json!({ "firstName": "A", "lastName": "B", "email": email })) }
}

fn proof(challenge: &str, more: &str) -> Sent {
    let path = Some(format!("/step-up/{challenge}{more}"));
    Sent { path, ..body(json!({ "kind": "totp", "code": "000000" })) }
}

fn identified(username: &str, me: &Me) -> Sent {
    body(json!({ "request": me.waiting, "username": username }))
}

fn typed(username: &str, password: &str, me: &Me) -> Sent {
    let typed = json!({ "request": me.waiting, "username": username, "password": password });
    body(typed).within(Session::None)
}

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: "GET",
        path: "/login/request",
        tries: &[
            ("that waits", |_, me| at(format!("/login/request?request={}", me.waiting))),
            ("missing", |_, _| at(format!("/login/request?request={NONE}"))),
        ],
    },
    Route {
        method: "POST",
        path: "/login/identifier",
        tries: &[
            ("one's own", |_, me| identified(&me.username, me)),
            ("of nobody", |_, me| identified("who-is-this", me)),
            ("an address", |_, me| identified("who-is-this@cedar.example", me)),
        ],
    },
    Route {
        method: "POST",
        path: "/login/password",
        tries: &[
            ("one's own", |_, me| typed(&me.username, crate::world::PASSWORD, me)),
            ("Ana's name, another password", |_, me| typed("ana", "not-anas-password", me)),
            ("of nobody", |_, me| typed("who-is-this", "not-a-password", me)),
        ],
    },
    Route {
        method: "POST",
        path: "/login/factor/options",
        tries: &[("missing", |_, _| body(json!({ "attempt": NONE, "kind": "sms" })))],
    },
    Route {
        method: "POST",
        path: "/login/factor",
        tries: &[
            ("missing", |_, me| {
                body(json!({ "request": me.waiting, "attempt": NONE, "kind": "totp", "code": "000000" }))
            }),
            ("a step-up of Ana's", |_, me| {
                let attempt = &me.anas_challenge;
                body(json!({ "request": me.waiting, "attempt": attempt, "kind": "totp", "code": "000000" }))
            }),
        ],
    },
    Route {
        method: "POST",
        path: "/login/enroll/totp",
        tries: &[
            ("missing", |_, _| body(json!({ "attempt": NONE }))),
            ("a step-up of Ana's", |_, me| body(json!({ "attempt": me.anas_challenge }))),
        ],
    },
    Route {
        method: "POST",
        path: "/login/enroll/totp/confirm",
        tries: &[("missing", |_, me| {
            body(json!({ "request": me.waiting, "attempt": NONE, "code": "000000" }))
        })],
    },
    Route {
        method: "POST",
        path: "/login/passkey/options",
        tries: &[
            ("for a request that waits", |_, me| body(json!({ "request": me.waiting }))),
            ("for one that is missing", |_, _| body(json!({ "request": NONE }))),
        ],
    },
    Route {
        method: "POST",
        path: "/login/passkey",
        tries: &[("missing", |_, me| {
            body(json!({ "request": me.waiting, "attempt": NONE, "credential": {} }))
        })],
    },
    Route {
        method: "POST",
        path: "/login/sign-out",
        tries: &[("one's own session", |_, _| body(json!({})).within(Session::Fresh))],
    },
    Route {
        method: "POST",
        path: "/login/forgot",
        tries: &[
            ("own", |_, me| body(json!({ "username": me.username }))),
            ("of nobody", |_, me| body(json!({ "username": format!("who-is-{}", me.username) }))),
        ],
    },
    Route {
        method: "POST",
        path: "/login/mail-link",
        tries: &[
            ("own", |_, me| body(json!({ "username": me.username }))),
            ("of nobody", |_, me| body(json!({ "username": format!("who-is-{}", me.username) }))),
        ],
    },
    Route {
        method: "POST",
        path: "/login/link-sign-in",
        tries: &[("missing", |_, me| body(json!({ "request": me.waiting, "token": NONE })))],
    },
    Route {
        method: "GET",
        path: "/login/link",
        tries: &[("missing", |_, _| at(format!("/login/link?token={NONE}")))],
    },
    Route {
        method: "POST",
        path: "/login/choose-password",
        tries: &[("missing", |_, _| body(json!({ "token": NONE, "password": "a-long-enough-password" })))],
    },
    Route {
        method: "POST",
        path: "/login/not-me",
        tries: &[("missing", |_, _| body(json!({ "token": NONE })))],
    },
    Route {
        method: "POST",
        path: "/login/confirm-email",
        tries: &[("missing", |_, _| body(json!({ "token": NONE })))],
    },
    Route {
        method: "PATCH",
        path: "/users/{user}/self",
        tries: &[
            ("oneself", |_, me| names(&me.person, me)),
            ("Ana", |f, me| names(&f.ana.person, me)),
            ("Hugo, other tenant", |f, me| names(&f.hugo.person, me)),
            ("missing", |f, me| names(&f.missing, me)),
        ],
    },
    Route {
        method: "POST",
        path: "/initiate-sms",
        tries: &[
            ("oneself", |_, me| body(json!({ "phoneNumber": "+15035550199", "username": me.username }))),
            ("as Ana", |_, _| body(json!({ "phoneNumber": "+15035550199", "username": "ana" }))),
            ("as Hugo, other tenant", |_, _| {
                body(json!({ "phoneNumber": "+15035550199", "username": "hugo" }))
            }),
            ("in a session that is missing", |_, _| {
                body(json!({ "phoneNumber": "+15035550199", "sessionId": NONE }))
            }),
        ],
    },
    Route {
        method: "POST",
        path: "/verify-otp",
        tries: &[
            ("oneself", |_, _| body(json!({ "phoneNumber": "+15035550199", "code": "000000" }))),
            ("as Ana", |_, _| {
                body(json!({ "phoneNumber": "+15035550199", "username": "ana", "code": "000000" }))
            }),
            ("as another client", |_, _| {
                body(json!({ "phoneNumber": "+15035550199", "clientId": "atrium-native", "code": "000000" }))
            }),
        ],
    },
    Route {
        method: "POST",
        path: "/step-up/{challenge}/options",
        tries: &[
            ("one's own", |_, me| proof(&me.challenge, "/options")),
            ("Ana's", |_, me| proof(&me.anas_challenge, "/options")),
            ("missing", |f, _| proof(&f.missing, "/options")),
        ],
    },
    Route {
        method: "POST",
        path: "/step-up/{challenge}",
        tries: &[
            ("one's own, a wrong code", |_, me| proof(&me.challenge, "")),
            ("Ana's", |_, me| proof(&me.anas_challenge, "")),
            ("missing", |f, _| proof(&f.missing, "")),
        ],
    },
];

pub(super) async fn prepare(_: &World, _: &mut Facts) {}
