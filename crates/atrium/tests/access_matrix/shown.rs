//! Anyone who sees another person's data is on record: each operation, asked for everything it can answer, by people who see others'
//! data and have none of their own there. An operation that shows some and writes no data view fails, unless it is argued here.

use super::{Facts, Operation, account, facts, operations, prepare};
use crate::world::{World, both};
use async_graphql::Request;
use atrium::schema;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Fields that hold what an employee would want to know was looked at.
const PERSONAL: &[&str] = &[
    "accountNumber",
    "additionalInfo",
    "annualSalary",
    "bankAccountNumber",
    "bankRoutingNumber",
    "beneficiaries",
    "changeDetail",
    "changedFields",
    "contacts",
    "dateOfBirth",
    "demographics",
    "dependents",
    "directDeposit",
    "email",
    "federalTaxSetup",
    "fileName",
    "gender",
    "hourlyRate",
    "localTaxSetup",
    "maritalStatus",
    "netPay",
    "notes",
    "occasion",
    "phone",
    "phoneNumber",
    "physicalAddress",
    "punches",
    "reason",
    "routingNumber",
    "stateTaxSetup",
];

/// REST routes that show such a field to these viewers, and why they need no note.
const ARGUED_ROUTES: &[(&str, &str)] = &[
    ("/api/openapi.json", "the description of the API, about no one"),
    ("/identity/users/{id}", "the sign-in account an administrator looks after, not an employee's record"),
    ("/legacy/leave", "sent to the managers it shows it to"),
    ("/oauth2/userinfo", "one's own account"),
    ("/ofrep/v1/evaluate/flags", "why a flag is on, about no one"),
    ("/ofrep/v1/evaluate/flags/{key}", "why a flag is on, about no one"),
];

/// What shows such a field and needs no note, and why.
const ARGUED: &[(&str, &str)] = &[
    ("getCompanyDocument", "the company's document, about no one"),
    ("listCompanyBlackouts", "why the company takes no requests then, about no one"),
    ("saveCompanyBlackout", "why the company takes no requests then, about no one"),
    ("listCompanyDocuments", "the company's documents, about no one"),
    ("putCompanyDocuments", "the company's document, about no one"),
    ("administeredAccount", "how someone signs in, for the administrator who helps them"),
    ("administeredPeople", "the sign-in accounts an administrator looks after, not employees' records"),
    ("administeredPerson", "the sign-in account an administrator looks after, not an employee's record"),
    // Employees know that these reach their managers, who work with them every day.
    ("listEmployeeTimeOffRequests", "time off, sent to the managers it's shown to"),
    ("listManagersEmployeesTimeOffRequest", "time off, sent to the managers it's shown to"),
    ("listPunchCorrections", "corrections, sent to the managers they're shown to"),
    ("decidePunchCorrection", "corrections, sent to the managers they're shown to"),
    ("timeCard", "the hours a manager answers for"),
    ("teamCelebrations", "a day without its year"),
    ("endSessionsOf", "how someone signs in, for the administrator who helps them"),
    ("lockAccount", "how someone signs in, for the administrator who helps them"),
    ("sendSignInLink", "how someone signs in, for the administrator who helps them"),
    ("userBySubId", "the sign-in account an administrator looks after, not an employee's record"),
];

/// Neither is an employee, so what they are shown is someone else's: a manager, and the tenant's administrator.
const VIEWERS: &[&str] = &["marcus", "grace"];

/// The routes that showed a viewer something personal, from what the access matrix was answered.
#[derive(Default)]
pub(super) struct ShownByRoutes(BTreeSet<&'static str>);

impl ShownByRoutes {
    pub(super) fn hear(&mut self, path: &'static str, viewer: &str, answer: &Value) {
        if VIEWERS.contains(&viewer) && shows_personal(answer) {
            self.0.insert(path);
        }
    }

    pub(super) fn check(&self) {
        let argued: BTreeSet<&str> = ARGUED_ROUTES.iter().map(|(path, _)| *path).collect();
        assert_eq!(self.0, argued, "routes that show personal data, and those that are argued in shown.rs");
    }
}

/// The types of the schema: for each its fields, with the name of the type behind lists and non-nulls.
type Types = BTreeMap<String, Vec<(String, String)>>;

fn bare(of: &Value) -> String {
    match of["ofType"].is_object() {
        true => bare(&of["ofType"]),
        false => of["name"].as_str().unwrap().to_owned(),
    }
}

async fn types() -> Types {
    let query = "{ __schema { types { name kind fields { name args { type { kind } } type { name ofType { name ofType { name ofType {
        name ofType { name } } } } } } } } }";
    let answer = schema::execute(&schema::build(true), Request::new(query)).await.data.into_json().unwrap();
    let objects =
        answer["__schema"]["types"].as_array().unwrap().iter().filter(|each| each["kind"] == "OBJECT");
    let fields = |of: &Value| {
        let fields = of["fields"].as_array().unwrap().iter();
        let is_plain = |field: &&Value| {
            of["name"] == "Query"
                || of["name"] == "Mutation"
                || field["args"].as_array().unwrap().iter().all(|arg| arg["type"]["kind"] != "NON_NULL")
        };
        let fields = fields.filter(is_plain);
        fields.map(|field| (field["name"].as_str().unwrap().to_owned(), bare(&field["type"]))).collect()
    };
    objects.map(|of| (of["name"].as_str().unwrap().to_owned(), fields(of))).collect()
}

/// Everything there is of a type, and whether a personal field is among it.
fn everything(types: &Types, of: &str, depth: usize) -> (String, bool) {
    let Some(fields) = types.get(of) else { return (String::new(), false) };
    let (mut text, mut is_personal) = (String::from("{ __typename "), false);
    for (name, of) in fields {
        if types.contains_key(of) && depth == 0 {
            continue;
        }
        let (below, has_below) = everything(types, of, depth.saturating_sub(1));
        is_personal |= has_below || PERSONAL.contains(&name.as_str());
        text += &format!("{name} {below} ");
    }
    (text + "}", is_personal)
}

/// The matrix's call with another selection: its text up to the end of the arguments.
fn call_for(operation: &Operation, selection: &str) -> String {
    let start = operation.query.find(operation.name).unwrap() + operation.name.len();
    let rest = &operation.query[start..];
    let end = if rest.trim_start().starts_with('(') { rest.find(')').unwrap() + 1 } else { 0 };
    format!("{} {selection} }}", &operation.query[..start + end])
}

fn shows_personal(answer: &Value) -> bool {
    match answer {
        Value::Array(all) => all.iter().any(shows_personal),
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let is_empty = matches!(value, Value::Null) || *value == "" || *value == serde_json::json!([]);
            (PERSONAL.contains(&name.as_str()) && !is_empty) || shows_personal(value)
        }),
        _ => false,
    }
}

/// Whether it showed something personal to a viewer, each time on record or not.
async fn shown(world: &World, facts: &mut Facts, operation: &Operation, query: &str) -> Option<bool> {
    let mut on_record = None;
    for (_, make) in operation.tries {
        for viewer in VIEWERS {
            prepare(world, facts, operation).await;
            world.change("DELETE FROM data_view", vec![]).await;
            let person = world.person(viewer).await;
            let reply = world.acting(viewer).await.ask(query, make(facts, &person.to_string())).await;
            let refused = reply.outcome();
            assert!(
                !["INVALID_QUERY", "LIMIT_EXCEEDED", "INTERNAL"].contains(&refused),
                "{}: {}",
                operation.name,
                reply.text
            );
            if refused == "ok" && shows_personal(&reply.body["data"]) {
                let sql = "SELECT count(*) FROM data_view WHERE viewer_id = $1";
                let noted = world.app.db.one::<(i64,)>(sql, db::params![person]).await.unwrap().0 > 0;
                on_record = Some(on_record.unwrap_or(true) && noted);
            }
        }
    }
    on_record
}

both! {
    async fn whoever_is_shown_another_persons_data_is_on_record(world: World) {
        let types = types().await;
        let roots: BTreeMap<&str, &str> = ["Query", "Mutation"]
            .iter()
            .flat_map(|root| types[*root].iter().map(|(name, of)| (name.as_str(), of.as_str())))
            .collect();
        let mut facts = facts(&world).await;
        let (mut noted, mut argued) = (BTreeSet::new(), BTreeSet::new());
        // Settings of one's own account show it to its owner alone.
        let is_own_account = |operation: &Operation| {
            account::OPERATIONS.iter().any(|known| known.name == operation.name)
        };
        for operation in operations().filter(|operation| !is_own_account(operation)) {
            let (selection, is_personal) = everything(&types, roots[operation.name], 4);
            if !is_personal {
                continue;
            }
            match shown(&world, &mut facts, operation, &call_for(operation, &selection)).await {
                Some(true) => noted.insert(operation.name),
                Some(false) => argued.insert(operation.name),
                None => false,
            };
        }
        let expected = [
            "getChangeRequest",
            "listManagerEEChangeRequest",
            "listManagersEmployees",
            "listTimeOffAttachments",
            "managersEmployee",
            "managersEmployeeProfile",
            "putManagerEmployeeChangeRequest",
        ];
        assert_eq!(noted, BTreeSet::from(expected), "what was seen to write data views");
        let known: BTreeSet<&str> = ARGUED.iter().map(|(name, _)| *name).collect();
        assert_eq!(argued, known, "what shows a personal field without a data view, and what is argued here");
    }
}
