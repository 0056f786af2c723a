//! Who may do what: every operation of the schema and every route, as every kind of person, against one's own things,
//! reports, colleagues, other companies, other tenants and nothing at all. The verdicts stand in one readable table;
//! an operation without a row here fails. The rows of routes stand in `access_routes.rs`.

use crate::access_routes;
use crate::world::{Browser, Engine, Reply, Standing, World, both};
use async_graphql::Request;
use atrium::http::routes::{Caller, ROUTES};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Columns of the table. `revoked` is Victor after an operator disabled him; `nobody` has no token.
pub const ACTORS: &[&str] =
    &["nobody", "ana", "marcus", "priya", "dana", "omar", "grace", "elena", "hugo", "mina", "revoked"];

/// An operation, how it is called, and the targets it is tried against.
struct Operation {
    name: &'static str,
    query: &'static str,
    tries: &'static [(&'static str, Try)],
}

/// What is sent: made of the facts of the world and the actor's own person id.
type Try = fn(&Facts, &str) -> Value;

/// The ids that targets are made of.
pub struct Facts {
    /// Ana at Cedar Outfitters: a primary report of Marcus, a secondary one (Time Off) of Dana.
    pub ana: Standing,
    elena: Standing,
    pub hugo: Standing,
    marcus: Standing,
    mina: Standing,
    /// At Cedar Logistics.
    priya: Standing,
    /// A secondary report of Marcus in one area only.
    secondary_time_off: String,
    secondary_personal_info: String,
    /// Fresh announcements, made before every single try.
    outfitters_message: String,
    clinic_message: String,
    /// A session of Ana's other than the one she asks from, made anew before every single try.
    anas_session: String,
    anas_passkey: String,
    pub missing: String,
}

const LIST_OWN: &str = "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
    listCompanyMessages(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }";

fn ids(at: &Standing, more: Value) -> Value {
    let mut all = json!({ "t": at.tenant, "c": at.company });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

const OPERATIONS: &[Operation] = &[
    Operation { name: "viewer", query: "{ viewer { personId } }", tries: &[("oneself", |_, _| json!({}))] },
    Operation {
        name: "listCompanyMessages",
        query: LIST_OWN,
        tries: &[
            ("as the employee Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("as the employee Elena, other company", |f, _| ids(&f.elena, json!({ "e": f.elena.employee }))),
            ("as the employee Hugo, other tenant", |f, _| ids(&f.hugo, json!({ "e": f.hugo.employee }))),
            ("as a secondary report, Time Off", |f, _| ids(&f.ana, json!({ "e": f.secondary_time_off }))),
            ("as a secondary report, Personal Info", |f, _| ids(&f.ana, json!({ "e": f.secondary_personal_info }))),
            ("as an employee who is missing", |f, _| ids(&f.ana, json!({ "e": f.missing }))),
            ("as no employee", |f, _| ids(&f.ana, json!({}))),
            ("as Ana, with another tenant's id", |f, _| {
                json!({ "t": f.hugo.tenant, "c": f.ana.company, "e": f.ana.employee })
            }),
            ("as manager of Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("as manager of Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("as manager of Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as manager of a missing company", |f, me| json!({ "t": f.ana.tenant, "c": f.missing, "m": me })),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "messageAudience",
        query: "query ($t: ID!, $c: ID!, $m: ID!) {
            messageAudience(tenantId: $t, companyId: $c, managerId: $m, input: {}) { people } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("as Marcus", |f, _| ids(&f.marcus, json!({ "m": f.marcus.person }))),
        ],
    },
    Operation {
        name: "listOrganizations",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listOrganizations(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "listCompanyPaygroups",
        query: "query ($t: ID!, $c: ID!, $e: ID, $m: ID) {
            listCompanyPaygroups(tenantId: $t, companyId: $c, employeeId: $e, managerId: $m) { results { id } } }",
        tries: &[
            ("Cedar Outfitters", |f, _| ids(&f.ana, json!({}))),
            ("Cedar Outfitters as Ana", |f, _| ids(&f.ana, json!({ "e": f.ana.employee }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("Cedar Logistics", |f, _| ids(&f.elena, json!({}))),
            ("Harbor Clinic", |f, _| ids(&f.hugo, json!({}))),
            ("a missing company", |f, _| json!({ "t": f.ana.tenant, "c": f.missing })),
        ],
    },
    Operation {
        name: "createMessage",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!) { createMessage(tenantId: $t, companyId: $c, managerId: $m,
            input: { message: \"x\", startDate: \"2026-11-16\", endDate: \"2026-11-16\" }) { id } }",
        tries: &[
            ("Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me }))),
            ("Cedar Logistics", |f, me| ids(&f.elena, json!({ "m": me }))),
            ("Harbor Clinic", |f, me| ids(&f.hugo, json!({ "m": me }))),
            ("Cedar Outfitters as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person }))),
            ("Cedar Outfitters under the other tenant", |f, me| {
                json!({ "t": f.hugo.tenant, "c": f.ana.company, "m": me })
            }),
        ],
    },
    Operation {
        name: "updateMessage",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) { updateMessage(tenantId: $t, companyId: $c,
            managerId: $m, input: { id: $id, version: 1, message: \"y\", startDate: \"2026-11-16\",
            endDate: \"2026-11-16\" }) { id } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "id": f.outfitters_message }))),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.outfitters_message }))
            }),
            ("of Harbor Clinic", |f, me| ids(&f.mina, json!({ "m": me, "id": f.clinic_message }))),
            ("of Harbor Clinic, as of Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "id": f.clinic_message }))),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
            ("as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person, "id": f.outfitters_message }))),
        ],
    },
    Operation {
        name: "deleteMessage",
        query: "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
            deleteMessage(tenantId: $t, companyId: $c, managerId: $m, messageId: $id) { messageId } }",
        tries: &[
            ("of Cedar Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "id": f.outfitters_message }))),
            ("of Cedar Outfitters, as of Logistics", |f, me| {
                ids(&f.priya, json!({ "m": me, "id": f.outfitters_message }))
            }),
            ("of Harbor Clinic", |f, me| ids(&f.mina, json!({ "m": me, "id": f.clinic_message }))),
            ("of Harbor Clinic, as of Outfitters", |f, me| ids(&f.ana, json!({ "m": me, "id": f.clinic_message }))),
            ("missing", |f, me| ids(&f.ana, json!({ "m": me, "id": f.missing }))),
            ("as Marcus", |f, _| ids(&f.ana, json!({ "m": f.marcus.person, "id": f.outfitters_message }))),
        ],
    },
];

/// Account settings: always one's own, so that there is one row each, and one for what is somebody else's.
macro_rules! oneself {
    ($($name:literal $query:literal),* $(,)?) => {
        [$(Operation { name: $name, query: $query, tries: &[("oneself", |_, _| json!({}))] }),*]
    };
}

const ACCOUNT: &[Operation] = &oneself![
    "accountSecurity" "{ accountSecurity { username } }",
    "changePassword" "mutation { changePassword(currentPassword: \"not it\", newPassword: \"x\") { username } }",
    "beginPasskey" "mutation { beginPasskey { ceremony } }",
    "addPasskey" "mutation { addPasskey(ceremony: \"x\", name: \"x\", credential: \"{}\") { username } }",
    "beginTotp" "mutation { beginTotp { ceremony } }",
    "confirmTotp" "mutation { confirmTotp(ceremony: \"x\", code: \"000000\") { recoveryCodes } }",
    "removeTotp" "mutation { removeTotp { username } }",
    "renewRecoveryCodes" "mutation { renewRecoveryCodes { recoveryCodes } }",
    "endOtherSessions" "mutation { endOtherSessions { username } }",
    "changeLanguage" "mutation { changeLanguage(language: \"en\") { username } }",
    "beginMerge" "mutation { beginMerge(username: \"nobody\", password: \"not it\") { merge } }",
    "undoMerge" "mutation { undoMerge { username } }",
];

const OF_OTHERS: &[Operation] = &[
    Operation {
        name: "endSession",
        query: "mutation ($id: ID!) { endSession(sessionId: $id) { username } }",
        tries: &[
            ("of Ana, on her phone", |f, _| json!({ "id": f.anas_session })),
            ("missing", |f, _| json!({ "id": f.missing })),
        ],
    },
    Operation {
        name: "renamePasskey",
        query: "mutation ($id: ID!) { renamePasskey(passkeyId: $id, name: \"x\") { username } }",
        tries: &[
            ("of Ana", |f, _| json!({ "id": f.anas_passkey })),
            ("missing", |f, _| json!({ "id": f.missing })),
        ],
    },
    Operation {
        name: "removePasskey",
        query: "mutation ($id: ID!) { removePasskey(passkeyId: $id) { username } }",
        tries: &[("of Ana", |f, _| json!({ "id": f.anas_passkey }))],
    },
    Operation {
        name: "sendMergeCode",
        query: "mutation ($id: ID!) { sendMergeCode(merge: $id) }",
        tries: &[("missing", |f, _| json!({ "id": f.missing }))],
    },
    Operation {
        name: "confirmMerge",
        query: "mutation ($id: ID!) { confirmMerge(merge: $id, kind: \"totp\", code: \"000000\") { username } }",
        tries: &[("missing", |f, _| json!({ "id": f.missing }))],
    },
];

fn operations() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().chain(ACCOUNT).chain(OF_OTHERS)
}

async fn secondary_report(world: &World, area: &str) -> String {
    let sql = "SELECT e.id FROM employee e JOIN reporting_line l ON l.employee_id = e.id JOIN person p ON p.id = l.manager_id
        WHERE p.username = 'marcus' AND l.kind = 'secondary' AND l.area = $1 ORDER BY e.id";
    world.app.db.one::<(uuid::Uuid,)>(sql, db::params![area]).await.unwrap().0.to_string()
}

async fn fresh_message(world: &World, username: &str, company: &str) -> String {
    let author = world.acting(username).await;
    let at = author.standing(company).await;
    let create = OPERATIONS.iter().find(|operation| operation.name == "createMessage").unwrap().query;
    let reply = author.ask(create, ids(&at, json!({ "m": at.person }))).await;
    reply.data("/createMessage/id").as_str().unwrap().to_owned()
}

async fn fresh_session(world: &World, username: &str) -> String {
    let mut phone = Browser::at(world, "127.0.0.1");
    phone.sign_in(username).await;
    phone.get("/sessions/me").await.body["sessionId"].as_str().unwrap().to_owned()
}

async fn passkey_of(world: &World, username: &str) -> String {
    let id = world.app.ids.next(world.app.clock.now());
    let sql = "INSERT INTO passkey (id, tenant_id, person_id, credential_id, credential, name, created_at)
        SELECT $1, tenant_id, id, $2, '{}', 'Laptop', $3 FROM person WHERE username = $4";
    world.change(sql, db::params![id, vec![1u8], world.app.clock.now(), username]).await;
    id.to_string()
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
        outfitters_message: String::new(),
        clinic_message: String::new(),
        anas_session: String::new(),
        anas_passkey: String::new(),
        missing: "00000000-0000-7000-8000-000000000000".to_owned(),
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
        other => other,
    }
    .to_owned()
}

both! {
    async fn every_operation_answers_every_person_as_the_table_says(world: World) {
        let revoked = world.acting("victor").await;
        let revoked_person = world.person("victor").await.to_string();
        let mut facts = facts(&world).await;
        let mut routes = String::new();
        access_routes::write(&world, &facts, &mut routes).await;
        let mut table = String::new();
        for operation in operations() {
            writeln!(table, "\n{}", operation.name).unwrap();
            let header: String = ACTORS.iter().map(|actor| format!("{actor:>10}")).collect();
            writeln!(table, "{:42}{header}", "").unwrap();
            for (target, make) in operation.tries {
                write!(table, "  {target:40}").unwrap();
                for name in ACTORS {
                    if operation.name == "renamePasskey" && facts.anas_passkey.is_empty() {
                        facts.anas_passkey = passkey_of(&world, "ana").await;
                    }
                    if operation.name == "endSession" {
                        facts.anas_session = fresh_session(&world, "ana").await;
                    }
                    if operation.name.ends_with("Message") {
                        facts.outfitters_message = fresh_message(&world, "marcus", "Cedar Outfitters").await;
                        facts.clinic_message = fresh_message(&world, "mina", "Harbor Clinic").await;
                    }
                    let (actor, person) = match *name {
                        "nobody" => (world.nobody(), facts.missing.clone()),
                        "revoked" => (revoked.clone(), revoked_person.clone()),
                        name => (world.acting(name).await, world.person(name).await.to_string()),
                    };
                    let reply = actor.ask(operation.query, make(&facts, &person)).await;
                    write!(table, "{:>10}", short(&reply)).unwrap();
                }
                writeln!(table).unwrap();
            }
        }
        table.push_str(&routes);
        insta::assert_snapshot!("access_matrix", table);
    }
}

#[tokio::test]
async fn every_operation_of_the_schema_has_a_row() {
    let query = "{ __schema { queryType { fields { name } } mutationType { fields { name } } } }";
    let answer = atrium::schema::build(true).execute(Request::new(query)).await.data.into_json().unwrap();
    let mut there = BTreeSet::new();
    for kind in ["queryType", "mutationType"] {
        for field in answer["__schema"][kind]["fields"].as_array().unwrap() {
            there.insert(field["name"].as_str().unwrap().to_owned());
        }
    }
    let rows: BTreeSet<String> = operations().map(|operation| operation.name.to_owned()).collect();
    assert_eq!(there, rows, "operations of the schema, and rows of the access matrix");
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
    let production = World::with(Engine::Sqlite, |app| app.is_demo = false).await;
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
                assert_eq!(in_production.outcome(), "NOT_FOUND", "{path} in production");
            }
        }
    }
}
