//! The rows: each route with the targets it is tried against.

use super::{Facts, Me, Route, Sent, Session};
use crate::world::Standing;
use serde_json::{Value, json};

fn plain(_: &Facts, _: &Me) -> Sent {
    Sent::default()
}

fn at(path: String) -> Sent {
    Sent { path: Some(path), ..Sent::default() }
}

fn body(json: Value) -> Sent {
    Sent { json: Some(json), ..Sent::default() }
}

fn form(text: String) -> Sent {
    Sent { form: Some(text), ..Sent::default() }
}

impl Sent {
    fn in_tenant(mut self, tenant: &str) -> Sent {
        self.headers.push(("tenant-id", tenant.to_owned()));
        self
    }

    fn within(self, session: Session) -> Sent {
        Sent { session, ..self }
    }
}

const AUTHORIZE: &str = "response_type=code&client_id=atrium-web&scope=openid&code_challenge_method=S256\
    &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fcallback";

/// An attempt, a link or a ceremony no one has.
pub(super) const NONE: &str = "00000000-0000-7000-8000-000000000000";

fn user(person: &str) -> Sent {
    at(format!("/identity/users/{person}"))
}

fn names(person: &str, me: &Me) -> Sent {
    let email = format!("{}@example.com", me.username);
    let path = Some(format!("/users/{person}/self"));
    Sent { path, ..body(json!({ "firstName": "A", "lastName": "B", "email": email })) }
}

fn document(company: &str, document: &str) -> Sent {
    at(format!("/companies/{company}/documents/{document}/file"))
}

fn attachment(of: &Standing, employee: Option<&str>, file: &str) -> Sent {
    let employee = employee.or(of.employee.as_deref()).unwrap_or(NONE);
    at(format!("/companies/{}/employees/{employee}/time-off-attachments/{file}/file", of.company))
}

/// A call in the older family about someone's own data.
fn legacy(call: &str, of: &Standing, more: &str) -> String {
    let employee = of.employee.as_deref().unwrap_or("00000000-0000-7000-8000-000000000000");
    format!("/legacy/{call}?companyId={}&employeeId={employee}{more}", of.company)
}

fn ending(of: &Standing, id: &str) -> Sent {
    let more = format!("&disbursementId={id}");
    let path = Some(legacy("update-end-date-delete-disbursement", of, &more));
    Sent { path, ..body(json!({ "endDate": "2027-01-31" })) }
}

fn list(tenant: &str) -> Sent {
    let path = Some(format!("/ui-datastore/application-metadata/{tenant}"));
    // A version that the list never has: who may change it gets a conflict, and the next one finds it as it was.
    Sent { path, ..body(json!({ "version": 99, "applicationTitle": "x" })) }
}

fn flag(key: &str) -> Sent {
    Sent { path: Some(format!("/ofrep/v1/evaluate/flags/{key}")), ..body(json!({ "context": {} })) }
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

fn leave(whose: &Standing, manager: Option<&str>) -> String {
    let manager = manager.map_or(String::new(), |manager| format!("&managerId={manager}"));
    let employee = whose.employee.as_deref().unwrap_or_default();
    format!(
        "/legacy/leave?tenantId={}&companyId={}&employeeId={employee}{manager}",
        whose.tenant, whose.company
    )
}

pub(super) const ROUTES: &[Route] = &[
    Route { method: "GET", path: "/healthz", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/readyz", tries: &[("anybody's", plain)] },
    Route { method: "GET", path: "/metrics", tries: &[("from another machine", plain)] },
    Route {
        method: "POST",
        path: "/graphql",
        tries: &[("oneself", |_, _| body(json!({ "query": "{ viewer { personId } }" })))],
    },
    Route {
        method: "GET",
        path: "/companies/{company}/documents/{document}/file",
        tries: &[
            ("of Cedar Outfitters", |f, _| document(&f.ana.company, f.thing("document of Cedar Outfitters"))),
            ("of Cedar Outfitters, as of Logistics", |f, _| {
                document(&f.elena.company, f.thing("document of Cedar Outfitters"))
            }),
            ("of Harbor Clinic", |f, _| document(&f.hugo.company, f.thing("document of Harbor Clinic"))),
            ("missing", |f, _| document(&f.ana.company, NONE)),
        ],
    },
    Route {
        method: "GET",
        path: "/companies/{company}/employees/{employee}/time-off-attachments/{attachment}/file",
        tries: &[
            ("of Ana's", |f, _| attachment(&f.ana, None, f.thing("file of Ana"))),
            ("of Ana's, as of a secondary report", |f, _| {
                attachment(&f.ana, Some(&f.secondary_time_off), f.thing("file of Ana"))
            }),
            ("of Ana's, as of Elena's", |f, _| attachment(&f.elena, None, f.thing("file of Ana"))),
            ("of Ana's, as of Hugo's", |f, _| attachment(&f.hugo, None, f.thing("file of Ana"))),
            ("missing", |f, _| attachment(&f.ana, None, NONE)),
            ("a document of the company", |f, _| {
                attachment(&f.ana, None, f.thing("document of Cedar Outfitters"))
            }),
        ],
    },
    Route { method: "GET", path: "/demo/accounts", tries: &[("on a demo", plain)] },
    Route { method: "GET", path: "/demo/outbox", tries: &[("on a demo", plain)] },
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
        method: "GET",
        path: "/login/deposit-link",
        tries: &[("missing", |_, _| at(format!("/login/deposit-link?token={NONE}")))],
    },
    Route {
        method: "POST",
        path: "/login/freeze",
        tries: &[("missing", |_, _| body(json!({ "token": NONE })))],
    },
    Route {
        method: "GET",
        path: "/login/setup/link",
        tries: &[("missing", |_, _| at(format!("/login/setup/link?token={NONE}")))],
    },
    Route {
        method: "POST",
        path: "/login/setup",
        tries: &[("where people are already", |_, _| {
            body(
                json!({ "token": NONE, "tenantName": "Evil", "companyName": "Evil", "timeZone": "America/New_York",
                "firstName": "E", "lastName": "V", "email": "e@evil.example", "username": "evil",
                "password": "a-long-enough-password" }),
            )
        })],
    },
    Route {
        method: "GET",
        path: "/login/upstream/{id}",
        tries: &[("missing", |f, me| at(format!("/login/upstream/{}?request={}", f.missing, me.waiting)))],
    },
    Route {
        method: "GET",
        path: "/login/upstream/{id}/callback",
        tries: &[("forged", |f, _| {
            at(format!("/login/upstream/{}/callback?state={NONE}&code={NONE}", f.missing))
        })],
    },
    Route {
        method: "GET",
        path: "/login/upstream/callback",
        tries: &[("forged", |_, _| at(format!("/login/upstream/callback?state={NONE}&code={NONE}")))],
    },
    Route {
        method: "GET",
        path: "/login/upstream/sign-out",
        tries: &[("from none", |_, _| at("/login/upstream/sign-out".into()))],
    },
    Route {
        method: "GET",
        path: "/login/upstream/sign-out/offer",
        tries: &[("from none", |_, _| at("/login/upstream/sign-out/offer".into()))],
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
    Route {
        method: "GET",
        path: "/identity/users/{id}",
        tries: &[
            ("oneself", |_, me| user(&me.person)),
            ("oneself, narrowed to the other tenant", |f, me| user(&me.person).in_tenant(&f.hugo.tenant)),
            ("Ana", |f, _| user(&f.ana.person)),
            ("Hugo, other tenant", |f, _| user(&f.hugo.person)),
            ("missing", |f, _| user(&f.missing)),
        ],
    },
    Route {
        method: "GET",
        path: "/ui-datastore/application-metadata",
        tries: &[
            ("of one's own tenant", plain),
            ("narrowed to Cedar Group", |f, _| Sent::default().in_tenant(&f.ana.tenant)),
            ("narrowed to Harbor Clinic", |f, _| Sent::default().in_tenant(&f.hugo.tenant)),
            ("narrowed to a missing tenant", |f, _| Sent::default().in_tenant(&f.missing)),
        ],
    },
    Route {
        method: "PATCH",
        path: "/ui-datastore/application-metadata/{id}",
        tries: &[
            ("of Cedar Group", |f, _| list(&f.ana.tenant)),
            ("of Harbor Clinic", |f, _| list(&f.hugo.tenant)),
            ("missing", |f, _| list(&f.missing)),
        ],
    },
    Route {
        method: "GET",
        path: "/calendars/{feed}",
        tries: &[("an unknown secret", |_, _| {
            at("/calendars/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.ics".into())
        })],
    },
    Route {
        method: "GET",
        path: "/legacy/leave",
        tries: &[
            ("Ana's, as herself", |f, _| at(leave(&f.ana, None))),
            ("Ana's, as a manager", |f, me| at(leave(&f.ana, Some(&me.person)))),
            ("Elena's, as herself", |f, _| at(leave(&f.elena, None))),
            ("Elena's, as a manager", |f, me| at(leave(&f.elena, Some(&me.person)))),
            ("Hugo's, as himself", |f, _| at(leave(&f.hugo, None))),
            ("without saying whose", plain),
        ],
    },
    Route {
        method: "GET",
        path: "/companies/lookup",
        tries: &[
            ("among one's own", |_, _| at("/companies/lookup?lookup-string=c".into())),
            ("narrowed to the other tenant", |f, _| {
                at("/companies/lookup?lookup-string=c".into()).in_tenant(&f.hugo.tenant)
            }),
        ],
    },
    Route {
        method: "GET",
        path: "/legacy/pay-disbursements",
        tries: &[
            ("of Ana", |f, _| at(legacy("pay-disbursements", &f.ana, ""))),
            ("of Hugo", |f, _| at(legacy("pay-disbursements", &f.hugo, ""))),
            ("missing", |f, _| at(legacy("pay-disbursements", &f.marcus, ""))),
        ],
    },
    Route {
        method: "GET",
        path: "/legacy/banking-institution",
        tries: &[
            ("of Ana", |f, _| at(legacy("banking-institution", &f.ana, "&routingNumber=920100378"))),
            ("of Ana, unknown", |f, _| at(legacy("banking-institution", &f.ana, "&routingNumber=021000021"))),
            ("of Hugo", |f, _| at(legacy("banking-institution", &f.hugo, "&routingNumber=920100378"))),
        ],
    },
    Route {
        method: "POST",
        path: "/legacy/update-end-date-delete-disbursement",
        tries: &[
            ("of Ana, missing", |f, _| ending(&f.ana, &f.missing)),
            ("of Hugo, missing", |f, _| ending(&f.hugo, &f.missing)),
        ],
    },
    Route {
        method: "POST",
        path: "/integrations/redeem",
        tries: &[("without a vendor's secret", |_, _| body(json!({ "code": "x" })))],
    },
    Route {
        method: "POST",
        path: "/ofrep/v1/evaluate/flags",
        tries: &[("of one's own tenant", |_, _| body(json!({ "context": {} })))],
    },
    Route {
        method: "POST",
        path: "/ofrep/v1/evaluate/flags/{key}",
        tries: &[
            ("of one's own tenant", |_, _| flag("maintenance-mode")),
            ("unknown", |_, _| flag("no-such-flag")),
        ],
    },
    // With the assistant turned on: assistant/tests.rs.
    Route { method: "POST", path: "/v1/{conversation}", tries: &[("with the assistant turned off", plain)] },
    Route {
        method: "POST",
        path: "/v1/{conversation}/feedback",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/generate_sample_questions",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/personalized_sample_questions",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/past_conversations",
        tries: &[("with the assistant turned off", plain)],
    },
    Route {
        method: "POST",
        path: "/v1/follow_up_questions",
        tries: &[("with the assistant turned off", plain)],
    },
    Route { method: "POST", path: "/chat/ticket", tries: &[("with the assistant turned off", plain)] },
    Route { method: "GET", path: "/chat/socket", tries: &[("with the assistant turned off", plain)] },
];
