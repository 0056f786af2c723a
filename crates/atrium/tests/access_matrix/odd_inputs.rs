//! No input makes the server fail: every argument of every operation is given odd texts, dates, numbers and ids, each beside
//! good ones, as someone who may do it. Whatever is said to that is a refusal, or an answer. What was stored on the way
//! can still be read.

use super::{Facts, Operation, facts, operations, prepare};
use crate::world::{World, both};
use async_graphql::Name;
use async_graphql::parser::types::{
    BaseType, ExecutableDocument, InputValueDefinition, Selection, Type, TypeKind, TypeSystemDefinition,
};
use async_graphql::parser::{parse_query, parse_schema};
use serde_json::{Value, json};
use std::collections::HashMap;

/// So many odd values for each operation, spread over its arguments. All of them: `ATRIUM_TEST_ODD=all`.
const TRIES: usize = 14;
const ACTORS: &[&str] = &["ana", "marcus", "dana", "grace", "priya", "omar", "elena", "hugo", "mina"];

/// Arguments or input fields, each with its type.
type Arguments = Vec<(String, Type)>;

/// What the schema takes.
struct Schema {
    roots: HashMap<String, (&'static str, Arguments)>,
    inputs: HashMap<String, Arguments>,
    enums: HashMap<String, Vec<String>>,
}

impl Schema {
    fn read() -> Schema {
        let mut schema = Schema { roots: HashMap::new(), inputs: HashMap::new(), enums: HashMap::new() };
        let arguments = |of: Vec<async_graphql::Positioned<InputValueDefinition>>| -> Arguments {
            of.into_iter().map(|one| (one.node.name.node.to_string(), one.node.ty.node)).collect()
        };
        for definition in parse_schema(atrium::schema::sdl()).unwrap().definitions {
            let TypeSystemDefinition::Type(defined) = definition else { continue };
            let name = defined.node.name.node.to_string();
            match defined.node.kind {
                TypeKind::Object(object) if name == "Query" || name == "Mutation" => {
                    let kind = if name == "Query" { "query" } else { "mutation" };
                    for field in object.fields {
                        let root = (kind, arguments(field.node.arguments));
                        schema.roots.insert(field.node.name.node.to_string(), root);
                    }
                }
                TypeKind::InputObject(object) => {
                    schema.inputs.insert(name, arguments(object.fields));
                }
                TypeKind::Enum(of) => {
                    let values = of.values.into_iter().map(|value| value.node.value.node.to_string());
                    schema.enums.insert(name, values.collect());
                }
                _ => {}
            }
        }
        schema
    }

    /// Every place of a type that takes a single value, with the name of what it takes.
    fn leaves(&self, ty: &Type, at: &str, leaves: &mut Vec<(String, String)>) {
        let deepest = at.matches('/').count() > 4;
        match &ty.base {
            BaseType::List(inner) => self.leaves(inner, &format!("{at}/0"), leaves),
            BaseType::Named(name) => match self.inputs.get(name.as_str()) {
                Some(_) if deepest => {}
                Some(fields) => {
                    fields.iter().for_each(|(field, ty)| self.leaves(ty, &format!("{at}/{field}"), leaves));
                }
                None => leaves.push((at.to_owned(), name.to_string())),
            },
        }
    }

    fn odd(&self, name: &str) -> Vec<Value> {
        if let Some(values) = self.enums.get(name) {
            return [values[0].as_str(), values[values.len() - 1].as_str(), "NOBODY"].map(Value::from).into();
        }
        let dates = ["0000-01-01", "0001-01-01", "9999-12-31", "1899-12-31", "-001-01-01", "2026-02-30"];
        let moments = [
            "0001-01-01T00:00:00Z",
            "9999-12-30T22:00:00Z",
            "-009999-01-02T01:59:59Z",
            "0000-01-01T00:00:00Z",
        ];
        let amounts = [
            "9999999999.9999",
            "-9999999999.9999",
            "10000000000",
            "900000000000000.00",
            "9223372036854775807",
            "0.0001",
            "NaN",
        ];
        match name {
            "Int" => [-1, 0, i64::from(i32::MIN), i64::from(i32::MAX), 2_147_483_648].map(Value::from).into(),
            "Boolean" => vec![json!(true), json!(false), json!("\0")],
            "Date" => dates.map(Value::from).into(),
            "DateTime" => moments.map(Value::from).into(),
            "Decimal" => amounts.map(Value::from).into(),
            "TaxFigure" => amounts.map(Value::from).into_iter().chain([json!(1e300), json!(-1)]).collect(),
            "ID" => ["\0", "", "none", "ffffffff-ffff-ffff-ffff-ffffffffffff"].map(Value::from).into(),
            _ => [
                "\0",
                "a\0b",
                "",
                "  ",
                "\u{202e}\u{feff}\u{7}",
                "'; DROP TABLE person; --",
                "%_\\",
                "99:99",
                "0000-01-01",
                "99999999999999999999",
                "💥\u{301}",
            ]
            .map(Value::from)
            .into_iter()
            .chain([json!("x".repeat(6_000))])
            .collect(),
        }
    }
}

/// A value at a place, with what has to be around it.
fn put(value: &mut Value, path: &str, odd: Value) {
    let Some((first, rest)) = path.split_once('/').map_or((!path.is_empty()).then_some((path, "")), Some)
    else {
        *value = odd;
        return;
    };
    match first.parse::<usize>() {
        Ok(_) => {
            if !value.is_array() {
                *value = json!([null]);
            }
            let list = value.as_array_mut().unwrap();
            if list.is_empty() {
                list.push(Value::Null);
            }
            put(&mut list[0], rest, odd);
        }
        Err(_) => {
            if !value.is_object() {
                *value = json!({});
            }
            put(&mut value[first], rest, odd);
        }
    }
}

/// What a row of the matrix sends, by the names of the arguments.
fn sent(operation: &Operation, document: &ExecutableDocument, variables: &Value) -> Value {
    let (_, asked) = document.operations.iter().next().unwrap();
    let field = asked.node.selection_set.node.items.iter().find_map(|item| match &item.node {
        Selection::Field(field) if field.node.name.node == operation.name => Some(field),
        _ => None,
    });
    let of =
        |name: Name| Ok::<_, ()>(async_graphql::Value::from_json(variables[name.as_str()].clone()).unwrap());
    let arguments = field.map(|field| field.node.arguments.clone()).unwrap_or_default();
    let value = |value: async_graphql_value::Value| value.into_const_with(of).unwrap().into_json().unwrap();
    arguments.into_iter().map(|(name, given)| (name.node.to_string(), value(given.node))).collect()
}

/// The operation with all of its arguments as variables, and the fields that its row asks for.
fn text(operation: &Operation, kind: &str, arguments: &[(String, Type)]) -> String {
    let body = operation.query.find('{').unwrap();
    let behind = body + operation.query[body..].find(operation.name).unwrap() + operation.name.len();
    let (mut depth, mut end) = (0, behind);
    if operation.query[behind..].trim_start().starts_with('(') {
        for (at, byte) in operation.query[behind..].bytes().enumerate() {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            if byte == b')' && depth == 0 {
                end = behind + at + 1;
                break;
            }
        }
    }
    let rest = &operation.query[end..];
    if arguments.is_empty() {
        return format!("{kind} {{ {}{rest}", operation.name);
    }
    let declared: String = arguments.iter().map(|(name, ty)| format!("${name}: {ty} ")).collect();
    let given: String = arguments.iter().map(|(name, _)| format!("{name}: ${name} ")).collect();
    format!("{kind} ({declared}) {{ {}({given}){rest}", operation.name)
}

/// Someone who may do it, and what they send.
async fn allowed(world: &World, facts: &Facts, operation: &Operation) -> (&'static str, Value) {
    let (_, make) = operation.tries[0];
    for actor in ACTORS.iter().copied() {
        let person = world.person(actor).await.to_string();
        let variables = make(facts, &person);
        let reply = world.acting(actor).await.ask(operation.query, variables.clone()).await;
        if !["NOT_FOUND", "FORBIDDEN", "FEATURE_NOT_ENABLED"].contains(&reply.outcome()) {
            return (actor, variables);
        }
    }
    (ACTORS[0], make(facts, &world.person(ACTORS[0]).await.to_string()))
}

both! {
    async fn no_input_makes_the_server_fail(world: World) {
        let (schema, mut facts) = (Schema::read(), facts(&world).await);
        let is_all = std::env::var("ATRIUM_TEST_ODD").is_ok();
        let (mut failed, mut answered, mut again) = (vec![], 0, vec![]);
        for (turn, operation) in operations().enumerate() {
            prepare(&world, &mut facts, operation).await;
            let (kind, arguments) = &schema.roots[operation.name];
            let (actor, variables) = allowed(&world, &facts, operation).await;
            let good = sent(operation, &parse_query(operation.query).unwrap(), &variables);
            let query = text(operation, kind, arguments);
            let mut leaves = vec![];
            arguments.iter().for_each(|(name, ty)| schema.leaves(ty, name, &mut leaves));
            let odd: Vec<(&str, Value)> = leaves
                .iter()
                .flat_map(|(path, of)| schema.odd(of).into_iter().map(move |value| (path.as_str(), value)))
                .collect();
            let step = if is_all { 1 } else { odd.len().div_ceil(TRIES).max(1) };
            let acting = world.acting(actor).await;
            for (path, value) in odd.iter().skip(turn % step).step_by(step) {
                let mut variables = good.clone();
                put(&mut variables, path, value.clone());
                let reply = acting.ask(&query, variables).await;
                answered += usize::from(reply.outcome() == "ok");
                if reply.outcome() == "INTERNAL" || [401, 500].contains(&reply.status.as_u16()) {
                    let shown: String = value.to_string().chars().take(60).collect();
                    failed.push(format!("{} as {actor}, {path} = {shown}: {}", operation.name, reply.text));
                }
            }
            if *kind == "query" {
                again.push((operation, actor, good, query));
            }
        }
        for (operation, actor, good, query) in again {
            let reply = world.acting(actor).await.ask(&query, good).await;
            if reply.outcome() == "INTERNAL" {
                failed.push(format!("{} as {actor}, at the end: {}", operation.name, reply.text));
            }
        }
        assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
        assert!(answered > 20, "only {answered} were answered: the good values are not good any more");
    }
}
