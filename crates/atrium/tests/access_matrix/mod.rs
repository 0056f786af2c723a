//! Who may do what: every operation of the schema and every route, as every kind of person, against one's own things,
//! reports, colleagues, other companies, other tenants and nothing at all. The verdicts stand in one readable table a
//! feature; an operation without a row fails. A feature's rows are in its own folder: `tests/matrix.rs`, and those of its
//! routes `tests/routes.rs`.

use crate::world::{Actor, Engine, Reply, Standing, World, both};
use async_graphql::Request;
use atrium::schema;
use atrium::server::routes::{Caller, ROUTES};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

mod leavers;
mod machine_routes;
mod odd_inputs;
mod routes;
mod shown;

pub use routes::listed as listed_routes;

/// Columns of the table. `revoked` is Victor after an operator disabled him; `nobody` has no token. Lena is an administrator of Cedar
/// Logistics, Paula is payroll of Cedar Outfitters, Yuri was a manager there until yesterday, and Toma will be from tomorrow. Wilma
/// left Cedar Outfitters two weeks ago, and Vera five years ago.
const ACTORS: &[&str] = &[
    "nobody", "ana", "marcus", "priya", "dana", "omar", "grace", "elena", "hugo", "mina", "revoked", "lena",
    "paula", "yuri", "toma", "wilma", "vera",
];

/// Who may act for someone else by naming them.
const ADMINISTRATORS: &[&str] = &["grace", "lena"];

/// An operation, how it is called, and the targets it is tried against.
struct Operation {
    name: &'static str,
    query: &'static str,
    tries: &'static [(&'static str, Try)],
}

/// What is sent: made of the facts of the world and the actor's own person id.
type Try = fn(&Facts, &str) -> Value;

/// The ids that targets are made of.
struct Facts {
    /// Ana at Cedar Outfitters: a primary report of Marcus, a secondary one (Time Off) of Dana.
    ana: Standing,
    elena: Standing,
    hugo: Standing,
    marcus: Standing,
    mina: Standing,
    /// At Cedar Logistics.
    priya: Standing,
    /// A secondary report of Marcus in one area only.
    secondary_time_off: String,
    secondary_personal_info: String,
    missing: String,
    /// What a feature's `prepare` has made, by a name that says whose it is.
    things: BTreeMap<&'static str, String>,
}

impl Facts {
    fn keep(&mut self, name: &'static str, id: String) {
        self.things.insert(name, id);
    }

    fn has(&self, name: &str) -> bool {
        self.things.contains_key(name)
    }

    fn thing(&self, name: &str) -> &str {
        self.things.get(name).unwrap_or_else(|| panic!("nothing was prepared as «{name}»"))
    }
}

fn ids(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// The rows of each feature: `OPERATIONS`, and `prepare`, which runs before every single try.
macro_rules! features {
    ($($feature:ident $rows:literal),* $(,)?) => {
        $(#[path = $rows] mod $feature;)*

        fn operations() -> impl Iterator<Item = &'static Operation> {
            [$($feature::OPERATIONS),*].into_iter().flatten()
        }

        /// As the feature of an operation prepares it.
        async fn prepare(world: &World, facts: &mut Facts, operation: &Operation) {
            $(if $feature::OPERATIONS.iter().any(|known| known.name == operation.name) {
                $feature::prepare(world, facts, operation).await;
            })*
        }

        mod every_operation_answers_every_person_as_the_table_says {
            use super::*;

            $(both! {
                async fn $feature(world: World) {
                    let mut court = Court::new(&world).await;
                    let mut table = String::new();
                    for operation in super::super::$feature::OPERATIONS {
                        court.head(operation, &mut table);
                        for (target, make) in operation.tries {
                            write!(table, "  {target:40}").unwrap();
                            for actor in ACTORS {
                                super::super::$feature::prepare(court.world, &mut court.facts, operation).await;
                                court.judge(actor, operation, *make, &mut table).await;
                            }
                            writeln!(table).unwrap();
                        }
                    }
                    compare(&snapshots_of($rows), "matrix", &table);
                }
            })*
        }
    };
}

features![
    account "../../src/account/tests/matrix.rs",
    announcements "../../src/announcements/tests/matrix.rs",
    applications "../../src/applications/tests/matrix.rs",
    assistant "../../src/assistant/tests/matrix.rs",
    attention "../../src/attention/tests/matrix.rs",
    audit "../../src/audit/tests/matrix.rs",
    benefits "../../src/benefits/tests/matrix.rs",
    calendars "../../src/calendars/tests/matrix.rs",
    clock "../../src/clock/tests/matrix.rs",
    companies "../../src/companies/tests/matrix.rs",
    company "../../src/company/tests/matrix.rs",
    data_views "../../src/data_views/tests/matrix.rs",
    decisions "../../src/decisions/tests/matrix.rs",
    deposits "../../src/deposits/tests/matrix.rs",
    documents "../../src/documents/tests/matrix.rs",
    employment "../../src/employment/tests/matrix.rs",
    events "../../src/events/tests/matrix.rs",
    features "../../src/features/tests/matrix.rs",
    handover "../../src/handover/tests/matrix.rs",
    health "../../src/health/tests/matrix.rs",
    host_applications "../../src/host_applications/tests/matrix.rs",
    import "../../src/import/tests/matrix.rs",
    help "../../src/account/help/tests/matrix.rs",
    inbox "../../src/inbox/tests/matrix.rs",
    integrations "../../src/integrations/tests/matrix.rs",
    machines "../../src/machines/tests/matrix.rs",
    pay_stubs "../../src/pay_stubs/tests/matrix.rs",
    profile "../../src/profile/tests/matrix.rs",
    reports "../../src/reports/tests/matrix.rs",
    resources "../../src/resources/tests/matrix.rs",
    roles "../../src/roles/tests/matrix.rs",
    runs "../../src/runs/tests/matrix.rs",
    tax_returns "../../src/tax_returns/tests/matrix.rs",
    tax_setup "../../src/tax_setup/tests/matrix.rs",
    team "../../src/team/tests/matrix.rs",
    time_off "../../src/time_off/tests/matrix.rs",
    upstreams "../../src/upstreams/tests/matrix.rs",
];

/// A feature's tables are next to its rows.
fn snapshots_of(rows: &str) -> String {
    let (folder, _) = rows.rsplit_once('/').unwrap();
    format!("{folder}/snapshots")
}

fn compare(folder: &str, name: &str, table: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, table));
}

/// What goes on while a tenant's data is closed, besides everything of account settings: the frame of the portal, and the way
/// to time and attendance.
const OPEN_DURING_MAINTENANCE: &[&str] = &[
    "centralPage",
    "companySwitches",
    "features",
    "launchIntegration",
    "listCompanyIntegrations",
    "tenantLogo",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_maintenance_nobody_but_administrators_reaches_data() {
    let world = World::new(Engine::Sqlite).await;
    let mut facts = facts(&world).await;
    let is_open = |operation: &Operation| {
        let of_account = account::OPERATIONS.iter().any(|known| known.name == operation.name);
        of_account || OPEN_DURING_MAINTENANCE.contains(&operation.name)
    };
    let mut closed = BTreeSet::new();
    for operation in operations().filter(|operation| !is_open(operation)) {
        for (target, make) in operation.tries {
            world.change("DELETE FROM flag", vec![]).await;
            prepare(&world, &mut facts, operation).await;
            let sql = "INSERT INTO flag (tenant_id, key, is_on, changed_at)
                SELECT id, 'maintenance-mode', TRUE, created_at FROM tenant";
            world.change(sql, vec![]).await;
            for actor in ["ana", "marcus", "priya", "dana", "omar", "elena", "hugo", "mina"] {
                let person = world.person(actor).await.to_string();
                let reply = world.acting(actor).await.ask(operation.query, make(&facts, &person)).await;
                assert_ne!(reply.outcome(), "ok", "{} «{target}» as {actor}", operation.name);
                if reply.outcome() == "MAINTENANCE" {
                    closed.insert(operation.name);
                }
            }
        }
    }
    assert!(closed.contains("listCompanyMessages") && closed.len() > 10, "{closed:?}");
}

/// Everyone in their places.
struct Court<'a> {
    world: &'a World,
    facts: Facts,
    revoked: (Actor<'a>, String),
}

impl Court<'_> {
    async fn new(world: &World) -> Court<'_> {
        let revoked = (world.acting("victor").await, world.person("victor").await.to_string());
        let facts = facts(world).await;
        world.disable("victor").await;
        world.add_newcomers().await;
        world.add_leavers().await;
        Court { world, facts, revoked }
    }

    fn head(&self, operation: &Operation, table: &mut String) {
        let actors: String = ACTORS.iter().map(|actor| format!("{actor:>10}")).collect();
        writeln!(table, "\n{}\n{:42}{actors}", operation.name, "").unwrap();
    }

    async fn judge(&self, actor: &str, operation: &Operation, make: Try, table: &mut String) {
        let (actor, person) = match actor {
            "nobody" => (self.world.nobody(), self.facts.missing.clone()),
            "revoked" => self.revoked.clone(),
            name => (self.world.acting(name).await, self.world.person(name).await.to_string()),
        };
        let reply = actor.ask(operation.query, make(&self.facts, &person)).await;
        write!(table, "{:>10}", short(&reply)).unwrap();
    }
}

async fn secondary_report(world: &World, area: &str) -> String {
    let sql = "SELECT e.id FROM employee e JOIN reporting_line l ON l.employee_id = e.id JOIN person p ON p.id = l.manager_id
        WHERE p.username = 'marcus' AND l.kind = 'secondary' AND l.area = $1 ORDER BY e.id";
    world.app.db.one::<(uuid::Uuid,)>(sql, db::params![area]).await.unwrap().0.to_string()
}

async fn facts(world: &World) -> Facts {
    Facts {
        ana: world.acting("ana").await.standing("Cedar Outfitters").await,
        elena: world.acting("elena").await.standing("Cedar Logistics").await,
        hugo: world.acting("hugo").await.standing("Harbor Clinic").await,
        marcus: world.acting("marcus").await.standing("Cedar Outfitters").await,
        mina: world.acting("mina").await.standing("Harbor Clinic").await,
        priya: world.acting("priya").await.standing("Cedar Logistics").await,
        secondary_time_off: secondary_report(world, "Time Off").await,
        secondary_personal_info: secondary_report(world, "Personal Info").await,
        missing: "00000000-0000-7000-8000-000000000000".to_owned(),
        things: BTreeMap::new(),
    }
}

fn short(reply: &Reply) -> String {
    match reply.outcome() {
        "ok" => "yes",
        "NOT_FOUND" => "not found",
        "FORBIDDEN" => "forbidden",
        "UNAUTHENTICATED" => "sign in",
        "STEP_UP_REQUIRED" => "prove it",
        "INCORRECT_PASSWORD" | "INVALID_CREDENTIALS" => "wrong",
        "CHALLENGE_GONE" => "gone",
        "FEATURE_NOT_ENABLED" => "off",
        other => other,
    }
    .to_owned()
}

both! {
    async fn every_route_answers_every_person_as_the_table_says(world: World) {
        let mut facts = facts(&world).await;
        routes::judge(&world, &mut facts).await;
    }
}

#[tokio::test]
async fn every_operation_of_the_schema_has_a_row() {
    let query = "{ __schema { queryType { fields { name } } mutationType { fields { name } } } }";
    let answer = schema::execute(&schema::build(true), Request::new(query)).await.data.into_json().unwrap();
    let mut there = BTreeSet::new();
    for kind in ["queryType", "mutationType"] {
        for field in answer["__schema"][kind]["fields"].as_array().unwrap() {
            there.insert(field["name"].as_str().unwrap().to_owned());
        }
    }
    let rows: BTreeSet<String> = operations().map(|operation| operation.name.to_owned()).collect();
    let missing: Vec<_> = there.difference(&rows).collect();
    assert!(
        missing.is_empty(),
        "add a row for {missing:?} to OPERATIONS in tests/matrix.rs in the feature's folder, like src/announcements/tests/matrix.rs; \
         a new feature's file is listed in `features!` in tests/access_matrix/mod.rs"
    );
    let gone: Vec<_> = rows.difference(&there).collect();
    assert!(
        gone.is_empty(),
        "remove the rows of {gone:?} from their tests/matrix.rs: there are no such operations"
    );
}

/// Tries an operation against all its targets as everyone except administrators: no one gets further than a refusal.
pub async fn check_only_administrators_may(world: &World, name: &str) {
    let operation = operations().find(|operation| operation.name == name);
    let operation = operation.unwrap_or_else(|| panic!("{name} has no row in a tests/matrix.rs"));
    let mut court = Court::new(world).await;
    for (target, make) in operation.tries {
        for actor in ACTORS.iter().filter(|actor| !ADMINISTRATORS.contains(actor)) {
            prepare(court.world, &mut court.facts, operation).await;
            let mut verdict = String::new();
            court.judge(actor, operation, *make, &mut verdict).await;
            let is_refused = ["sign in", "forbidden", "not found"].contains(&verdict.trim());
            assert!(is_refused, "{name} «{target}» as {actor}: {verdict}");
        }
    }
}

async fn call(world: &World, method: &str, path: &str, is_signed_in: bool) -> Reply {
    let actor = if is_signed_in { world.acting("ana").await } else { world.nobody() };
    match method {
        "GET" => world.get(path).await,
        _ if path == "/graphql" => actor.ask("{ viewer { personId } }", json!({})).await,
        _ => actor.post(path, "{}".to_owned(), &[]).await,
    }
}

#[tokio::test]
async fn every_route_answers_only_whom_it_is_for() {
    let demo = World::new(Engine::Sqlite).await;
    let production = World::with(Engine::Sqlite, |app| app.demo = None).await;
    for (method, path, caller) in ROUTES {
        let stranger = call(&demo, method, path, false).await.status.as_u16();
        let signed_in = call(&demo, method, path, true).await.status.as_u16();
        let in_production = call(&production, method, path, true).await;
        match caller {
            Caller::Anybody => assert_eq!((stranger, signed_in), (200, 200), "{path}"),
            Caller::SignedIn => assert_eq!((stranger, signed_in), (401, 200), "{path}"),
            Caller::Operator => {
                assert_eq!((stranger, signed_in), (404, 404), "{path} without a loopback address")
            }
            Caller::Demo => {
                assert_eq!((stranger, signed_in), (200, 200), "{path}");
                assert_eq!(in_production.body["code"], "NOT_FOUND", "{path} in production");
            }
        }
    }
}
