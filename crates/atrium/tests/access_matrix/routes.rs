//! Every route that is not GraphQL, as every kind of person: the second half of the access matrix. A cell is the status
//! and, of a redirect, where it leads. A route without a row fails.

use super::{ACTORS, Facts};
use crate::world::{Actor, Browser, Reply, Standing, World};
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A route, and the targets it is tried against.
struct Route {
    method: &'static str,
    path: &'static str,
    tries: &'static [(&'static str, Try)],
}

type Try = fn(&Facts, &Me) -> Sent;

/// Who sends it, as far as a request speaks of oneself.
struct Me {
    username: String,
    person: String,
    /// A request of a client that waits for a sign-in, new for every try.
    waiting: String,
    /// A change that waits for a proof: one's own, and one of Ana's.
    challenge: String,
    anas_challenge: String,
    refresh_token: String,
}

/// What is sent besides the token.
#[derive(Default)]
struct Sent {
    /// The path, if it is another than the route's.
    path: Option<String>,
    json: Option<Value>,
    form: Option<String>,
    headers: Vec<(&'static str, String)>,
    session: Session,
}

/// Which session's cookie and token go along.
#[derive(Default, PartialEq, Eq)]
enum Session {
    #[default]
    Kept,
    /// One that this very request may end.
    Fresh,
    None,
}

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

/// An attempt, a link or a ceremony that nobody has.
const NONE: &str = "00000000-0000-7000-8000-000000000000";

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

/// A call of the older family about somebody's own.
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

const ROUTES: &[Route] = &[
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
            ("Ana's", |_, _| body(json!({ "username": "ana" }))),
            ("of nobody", |_, _| body(json!({ "username": "who-is-this" }))),
        ],
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
        path: "/login/upstream/callback",
        tries: &[("forged", |_, _| at(format!("/login/upstream/callback?state={NONE}&code={NONE}")))],
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
];

/// A signed-in person with everything a try may need.
struct Somebody<'a> {
    browser: Browser<'a>,
    token: Option<String>,
    me: Me,
}

async fn signed_in<'a>(world: &'a World, username: &str, address: &'static str) -> Somebody<'a> {
    let mut browser = Browser::at(world, address);
    let tokens = browser.sign_in(username).await;
    let token = tokens["access_token"].as_str().unwrap().to_owned();
    let me = Me {
        username: username.to_owned(),
        person: world.person(username).await.to_string(),
        waiting: String::new(),
        challenge: challenge(&world.holding(&token)).await,
        anas_challenge: String::new(),
        refresh_token: tokens["refresh_token"].as_str().unwrap().to_owned(),
    };
    Somebody { browser, token: Some(token), me }
}

/// Opens a challenge by asking for a change that needs one.
async fn challenge(actor: &Actor<'_>) -> String {
    let reply = actor.ask("mutation { removeTotp { username } }", json!({})).await;
    crate::world::challenge_of(&reply)
}

/// Each from a network of its own, so that nobody runs into somebody else's limits.
const ADDRESSES: [&str; 11] = [
    "192.0.2.1",
    "192.0.2.2",
    "192.0.2.3",
    "192.0.2.4",
    "192.0.2.5",
    "192.0.2.6",
    "192.0.2.7",
    "192.0.2.8",
    "192.0.2.9",
    "192.0.2.10",
    "192.0.2.11",
];

async fn cast(world: &World) -> BTreeMap<&'static str, Somebody<'_>> {
    let mut cast = BTreeMap::new();
    let mut anas_challenge = String::new();
    for (name, address) in ACTORS.iter().zip(ADDRESSES) {
        let somebody = match *name {
            "nobody" => {
                let me = Me {
                    username: "nobody".into(),
                    person: NONE.into(),
                    waiting: String::new(),
                    challenge: NONE.into(),
                    anas_challenge: String::new(),
                    refresh_token: "x".into(),
                };
                Somebody { browser: Browser::at(world, address), token: None, me }
            }
            "revoked" => signed_in(world, "victor", address).await,
            name => signed_in(world, name, address).await,
        };
        if *name == "ana" {
            anas_challenge = somebody.me.challenge.clone();
        }
        cast.insert(*name, somebody);
    }
    for somebody in cast.values_mut() {
        somebody.me.anas_challenge = anas_challenge.clone();
    }
    cast
}

fn cell(reply: &Reply) -> String {
    let status = reply.status.as_u16();
    let Some(location) = reply.headers.get(header::LOCATION) else { return status.to_string() };
    let path = location.to_str().unwrap().split('?').next().unwrap();
    format!("{status} {}", path.rsplit('/').next().unwrap())
}

async fn send(somebody: &mut Somebody<'_>, route: &Route, sent: Sent) -> Reply {
    let mut request =
        Request::builder().method(route.method).uri(sent.path.unwrap_or_else(|| route.path.to_owned()));
    for (name, value) in &sent.headers {
        request = request.header(*name, value);
    }
    if let Some(token) = somebody.token.as_ref().filter(|_| sent.session != Session::None) {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let (kind, body) = match (sent.json, sent.form) {
        (Some(json), _) => ("application/json", json.to_string()),
        (None, Some(form)) => ("application/x-www-form-urlencoded", form),
        (None, None) => ("application/json", String::new()),
    };
    let request = request.header(header::CONTENT_TYPE, kind).body(Body::from(body)).unwrap();
    if sent.session == Session::None {
        return Browser::at(somebody.browser.world, somebody.browser.address).send(request).await;
    }
    somebody.browser.send(request).await
}

/// The rows of all routes. `revoked` is disabled by this, after having signed in.
pub(super) async fn write(world: &World, facts: &Facts, table: &mut String) {
    let mut cast = cast(world).await;
    world.disable("victor").await;
    for route in ROUTES {
        writeln!(table, "\n{} {}", route.method, route.path).unwrap();
        let head: String = ACTORS.iter().map(|actor| format!("{actor:>16}")).collect();
        writeln!(table, "{:42}{head}", "").unwrap();
        for (target, make) in route.tries {
            write!(table, "  {target:40}").unwrap();
            for name in ACTORS {
                let somebody = cast.get_mut(name).unwrap();
                let address = somebody.browser.address;
                somebody.me.waiting = Browser::at(world, address).begin().await;
                let sent = make(facts, &somebody.me);
                let reply = match (*name, &sent.session) {
                    ("nobody" | "revoked", _) | (_, Session::Kept | Session::None) => {
                        send(somebody, route, sent).await
                    }
                    (name, Session::Fresh) => {
                        send(&mut signed_in(world, name, address).await, route, sent).await
                    }
                };
                write!(table, "{:>16}", cell(&reply)).unwrap();
            }
            writeln!(table).unwrap();
        }
    }
}

/// Every route there is, by method and path.
pub fn listed() -> BTreeSet<(&'static str, &'static str)> {
    let ours = atrium::http::routes::ROUTES.iter().map(|(method, path, _)| (*method, *path));
    let features = [
        atrium::account::ROUTES,
        atrium::applications::ROUTES,
        atrium::calendars::ROUTES,
        atrium::deposits::ROUTES,
        atrium::deposits::OLDER_ROUTES,
        atrium::documents::ROUTES,
        atrium::features::ROUTES,
        atrium::federation::ROUTES,
        atrium::integrations::ROUTES,
        atrium::setup::ROUTES,
        atrium::step_up::ROUTES,
        atrium::time_off::ROUTES,
        oidc::ROUTES,
    ];
    ours.chain(features.into_iter().flatten().copied()).collect()
}

#[test]
fn every_route_has_a_row() {
    let rows: BTreeSet<(&str, &str)> = ROUTES.iter().map(|route| (route.method, route.path)).collect();
    assert_eq!(listed(), rows, "routes of the server, and rows of the access matrix");
}

/// Whatever file adds a route to a router, the route is in a list.
#[test]
fn every_route_of_a_router_is_in_a_list() {
    let paths: BTreeSet<&str> = listed().into_iter().map(|(_, path)| path).collect();
    let mut built = BTreeSet::new();
    for (_, text) in crate::architecture::sources() {
        built.extend(text.split(".route(\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()));
    }
    built.extend(oidc::ROUTES.iter().map(|(_, path)| (*path).to_owned()));
    assert_eq!(built, paths.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
}
