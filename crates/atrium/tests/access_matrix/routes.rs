//! Every route that is not GraphQL, as every kind of person: the second half of the access matrix. A cell is the status
//! and, of a redirect, where it leads. A route without a row fails. A feature's rows are in its own folder:
//! `tests/routes.rs`.

mod rows;

use super::shown::ShownByRoutes;
use super::{ACTORS, Facts, compare};
use crate::world::{Actor, Browser, Reply, World};
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
    /// What says in whose browser it waits.
    ticket: String,
    /// A change waiting for a proof: one's own and one of Ana's.
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

/// An attempt, a link or a ceremony no one has.
const NONE: &str = "00000000-0000-7000-8000-000000000000";

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

/// The rows of each feature with routes: `ROUTES`, and `prepare`, which runs once before.
macro_rules! features {
    ($($feature:ident $rows:literal),* $(,)?) => {
        $(#[path = $rows] mod $feature;)*

        /// The folder that a table is kept in, and its rows.
        fn groups() -> Vec<(String, &'static [Route])> {
            let mut groups = vec![("snapshots".to_owned(), rows::ROUTES)];
            $(groups.push((super::snapshots_of($rows), $feature::ROUTES));)*
            groups
        }

        async fn prepare(world: &World, facts: &mut Facts) {
            $($feature::prepare(world, facts).await;)*
        }
    };
}

features![
    account "../../src/account/tests/routes.rs",
    applications "../../src/applications/tests/routes.rs",
    assistant "../../src/assistant/tests/routes.rs",
    calendars "../../src/calendars/tests/routes.rs",
    deposits "../../src/deposits/tests/routes.rs",
    documents "../../src/documents/tests/routes.rs",
    features "../../src/features/tests/routes.rs",
    federation "../../src/federation/tests/routes.rs",
    handover "../../src/handover/tests/routes.rs",
    integrations "../../src/integrations/tests/routes.rs",
    reports "../../src/reports/tests/routes.rs",
    setup "../../src/setup/tests/routes.rs",
    time_off "../../src/time_off/tests/routes.rs",
];

fn every() -> impl Iterator<Item = &'static Route> {
    groups().into_iter().flat_map(|(_, routes)| routes)
}

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
        ticket: String::new(),
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

/// Each from its own neighborhood, so no one runs into another's limits.
const ADDRESSES: [&str; ACTORS.len()] = [
    "198.18.1.1",
    "198.18.2.1",
    "198.18.3.1",
    "198.18.4.1",
    "198.18.5.1",
    "198.18.6.1",
    "198.18.7.1",
    "198.18.8.1",
    "198.18.9.1",
    "198.18.10.1",
    "198.18.11.1",
    "198.18.12.1",
    "198.18.13.1",
    "198.18.14.1",
    "198.18.15.1",
    "198.18.16.1",
    "198.18.17.1",
];

async fn cast(world: &World) -> BTreeMap<&'static str, Somebody<'_>> {
    world.add_newcomers().await;
    world.add_leavers().await;
    let mut cast = BTreeMap::new();
    let mut anas_challenge = String::new();
    for (name, address) in ACTORS.iter().zip(ADDRESSES) {
        let somebody = match *name {
            "nobody" => {
                let me = Me {
                    username: "nobody".into(),
                    person: NONE.into(),
                    waiting: String::new(),
                    ticket: String::new(),
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
    let ticket = ("atrium-request".to_owned(), somebody.me.ticket.clone());
    if sent.session == Session::None {
        let mut browser = Browser::at(somebody.browser.world, somebody.browser.address);
        browser.cookies.extend([ticket]);
        return browser.send(request).await;
    }
    somebody.browser.cookies.extend([ticket]);
    somebody.browser.send(request).await
}

/// The tables of all routes. `revoked` is disabled by this, after having signed in.
pub(super) async fn judge(world: &World, facts: &mut Facts) {
    prepare(world, facts).await;
    let mut cast = cast(world).await;
    world.disable("victor").await;
    let mut shown = ShownByRoutes::default();
    for (folder, routes) in groups() {
        let mut table = String::new();
        for route in routes {
            write(world, facts, (&mut cast, &mut shown), route, &mut table).await;
        }
        compare(&folder, "routes", &table);
    }
    shown.check();
}

/// Every route as Ana, once she has left: those that didn't turn her away.
pub(super) async fn as_leaver(
    world: &World,
    facts: &mut Facts,
    leave: impl AsyncFnOnce(),
) -> BTreeSet<String> {
    prepare(world, facts).await;
    let address = "198.18.1.1";
    let mut ana = signed_in(world, "ana", address).await;
    ana.me.anas_challenge = ana.me.challenge.clone();
    leave().await;
    let mut opened = BTreeSet::new();
    for route in every() {
        for (_, make) in route.tries {
            let mut asking = Browser::at(world, address);
            ana.me.waiting = asking.begin().await;
            ana.me.ticket = asking.cookies["atrium-request"].clone();
            let sent = make(facts, &ana.me);
            let reply = if sent.session == Session::Fresh {
                let mut fresh = signed_in(world, "ana", address).await;
                fresh.me.ticket = ana.me.ticket.clone();
                send(&mut fresh, route, sent).await
            } else {
                send(&mut ana, route, sent).await
            };
            if reply.status.as_u16() < 400 {
                opened.insert(format!("{} {}", route.method, route.path));
            }
        }
    }
    opened
}

async fn write<'a>(
    world: &'a World,
    facts: &Facts,
    (cast, shown): (&mut BTreeMap<&'static str, Somebody<'a>>, &mut ShownByRoutes),
    route: &'static Route,
    table: &mut String,
) {
    writeln!(table, "\n{} {}", route.method, route.path).unwrap();
    let head: String = ACTORS.iter().map(|actor| format!("{actor:>16}")).collect();
    writeln!(table, "{:42}{head}", "").unwrap();
    for (target, make) in route.tries {
        write!(table, "  {target:40}").unwrap();
        for name in ACTORS {
            let somebody = cast.get_mut(name).unwrap();
            let address = somebody.browser.address;
            let mut asking = Browser::at(world, address);
            somebody.me.waiting = asking.begin().await;
            somebody.me.ticket = asking.cookies["atrium-request"].clone();
            let ticket = somebody.me.ticket.clone();
            let sent = make(facts, &somebody.me);
            let reply = match (*name, &sent.session) {
                ("nobody" | "revoked", _) | (_, Session::Kept | Session::None) => {
                    send(somebody, route, sent).await
                }
                (name, Session::Fresh) => {
                    let mut fresh = signed_in(world, name, address).await;
                    fresh.me.ticket = ticket;
                    send(&mut fresh, route, sent).await
                }
            };
            shown.hear(route.path, name, &reply.body);
            write!(table, "{:>16}", cell(&reply)).unwrap();
        }
        writeln!(table).unwrap();
    }
}

/// Every route there is, by method and path.
pub fn listed() -> BTreeSet<(&'static str, &'static str)> {
    let ours = atrium::server::routes::ROUTES.iter().map(|(method, path, _)| (*method, *path));
    let features = atrium::all_features::ALL.iter().flat_map(|feature| feature.routes);
    let features = features.flat_map(|group| group.paths).chain(oidc::ROUTES);
    ours.chain(features.copied()).collect()
}

#[test]
fn every_route_has_a_row() {
    let rows: BTreeSet<(&str, &str)> = every().map(|route| (route.method, route.path)).collect();
    // Machines have a table of their own: `machines.rs`.
    let listed: BTreeSet<_> =
        listed().into_iter().filter(|(_, path)| !path.starts_with("/scim/v2")).collect();
    let missing: Vec<_> = listed.difference(&rows).collect();
    assert!(
        missing.is_empty(),
        "add a row for {missing:?} to ROUTES in tests/routes.rs in the feature's folder, like src/documents/tests/routes.rs; \
         a feature's first file is listed in `features!` in tests/access_matrix/routes.rs"
    );
    let gone: Vec<_> = rows.difference(&listed).collect();
    assert!(
        gone.is_empty(),
        "remove the rows of {gone:?} from their tests/routes.rs: there are no such routes"
    );
}

/// Whatever file adds a route to a router, the route is in a list.
#[test]
fn every_route_of_a_router_is_in_a_list() {
    let paths: BTreeSet<&str> =
        listed().into_iter().map(|(_, path)| path).filter(|path| !path.starts_with("/scim/v2")).collect();
    let mut built = BTreeSet::new();
    // Tests put up servers of their own. The routes of machines have a table of their own (`machine_routes.rs`).
    let sources = crate::architecture::sources().into_iter();
    let sources = sources.filter(|(path, _)| {
        !path.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "scim")
    });
    for (_, text) in sources {
        let routed = text.split(".route(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
        built.extend(routed.map(|rest| rest.split('"').next().unwrap().to_owned()));
    }
    built.extend(oidc::ROUTES.iter().map(|(_, path)| (*path).to_owned()));
    assert_eq!(built, paths.iter().map(ToString::to_string).collect::<BTreeSet<_>>());
}
