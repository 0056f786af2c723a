//! The walls inside the application crate, held by reading the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Folders of `src` that are no features.
const FRAME: &[&str] = &["access", "api", "command", "demo", "http", "server", "shared"];

pub fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = vec![];
    walk(&root, &mut found);
    assert!(found.len() > 30, "the sources are where this test looks for them");
    found.into_iter().map(|(path, text)| (path.strip_prefix(&root).unwrap().to_owned(), text)).collect()
}

/// The code without its tests.
fn code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap()
}

fn uses<'a>(text: &'a str, of: &'a str) -> impl Iterator<Item = &'a str> {
    code(text).lines().map(str::trim).filter(move |line| line.contains(of) && !line.starts_with("//"))
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// `tests.rs`, or a file of a folder `tests`.
fn is_test(path: &Path) -> bool {
    name(path) == "tests.rs" || path.components().any(|part| part.as_os_str() == "tests")
}

/// A layer is a file such as `store.rs`, or a folder of that name once there is too much for one file.
fn is_layer(path: &Path, layer: &str) -> bool {
    let is_in = path.parent().is_some_and(|folder| folder.components().any(|part| part.as_os_str() == layer));
    name(path).strip_suffix(".rs") == Some(layer) || is_in
}

fn folder(path: &Path) -> &str {
    path.components().next().unwrap().as_os_str().to_str().unwrap()
}

/// A dashboard or an alert about a metric that isn't there says nothing.
#[test]
fn dashboards_and_alerts_ask_for_metrics_there_are() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/monitoring");
    let read = |name: &str| std::fs::read_to_string(docs.join(name)).unwrap();
    let asked = [read("alerts.yml"), read("grafana-dashboard.json")].concat();
    let known: String = sources().into_iter().map(|(_, text)| text).collect();
    for (at, _) in asked.match_indices("atrium_") {
        let name: String = asked[at..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
        let name = name.strip_suffix("_bucket").unwrap_or(&name);
        assert!(known.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn rules_are_pure_and_import_shared_only() {
    for (path, text) in sources().iter().filter(|(path, _)| is_layer(path, "rules")) {
        for line in uses(text, "crate::") {
            assert!(line.starts_with("use crate::shared::"), "{}: {line}", path.display());
        }
        for forbidden in ["async ", "async_graphql", "db::", "shared::clock", "Timestamp::now", "tokio"] {
            assert_eq!(uses(text, forbidden).next(), None, "{}: {forbidden}", path.display());
        }
    }
}

#[test]
fn sql_stands_only_in_stores_and_in_shared() {
    for (path, text) in sources() {
        let may = is_layer(&path, "store") || folder(&path) == "shared" || is_test(&path);
        if may {
            continue;
        }
        for verb in ["\"SELECT ", "\"INSERT INTO ", "\"UPDATE ", "\"DELETE FROM "] {
            assert_eq!(uses(&text, verb).next(), None, "{} has SQL of its own", path.display());
        }
    }
}

#[test]
fn every_function_of_a_features_store_takes_a_scope() {
    for (path, text) in sources() {
        // Signing in comes before there is a viewer to make a scope for, and the mark on a demo before there are tenants.
        let comes_before = [
            "account",
            "contacts",
            "demo_world",
            "factors",
            "federation",
            "host_applications",
            "machines",
            "setup",
            "upstreams",
        ];
        let comes_before = comes_before.contains(&folder(&path));
        if !is_layer(&path, "store") || FRAME.contains(&folder(&path)) || comes_before {
            continue;
        }
        for function in code(&text).split("async fn ").skip(1) {
            let signature = function.split("->").next().unwrap();
            let name = signature.split('(').next().unwrap();
            assert!(signature.contains("Scope"), "{}: {name} takes no scope", path.display());
        }
    }
}

/// The scopes are those `access/mod.rs` names, so a new one is held to this without being listed here.
#[test]
fn scopes_are_made_in_access_only() {
    let all = sources();
    let (_, front_door) = all.iter().find(|(path, _)| path.ends_with("access/mod.rs")).unwrap();
    let words = code(front_door).split(|c: char| !c.is_alphanumeric());
    let scopes: BTreeSet<&str> = words.filter(|word| word.len() > 5 && word.ends_with("Scope")).collect();
    assert!(scopes.len() > 25, "access/mod.rs names the scopes: {scopes:?}");
    for (path, text) in all.iter().filter(|(path, _)| folder(path) != "access") {
        for scope in &scopes {
            let opening = format!("{scope} {{");
            let made = uses(text, &opening).find(|line| !line.contains("->") && !line.contains("impl"));
            assert_eq!(made, None, "{}", path.display());
        }
    }
}

/// It asks no one who they are: a request that reached it could be anyone's.
#[test]
fn the_scope_of_operators_is_made_by_commands_and_where_tenants_are_made_only() {
    for (path, text) in sources() {
        if ["access", "command", "demo", "setup"].contains(&folder(&path)) || is_test(&path) {
            continue;
        }
        assert_eq!(uses(&text, "access::operator").next(), None, "{}", path.display());
    }
}

#[test]
fn access_imports_shared_and_nothing_else_of_ours() {
    for (path, text) in sources().iter().filter(|(path, _)| folder(path) == "access") {
        // A macro of its own writes the whole path, because features call it too.
        for line in uses(text, "crate::").filter(|line| !line.contains("$crate::access::")) {
            assert!(line.contains("crate::shared::"), "{}: {line}", path.display());
        }
    }
}

#[test]
fn shared_knows_no_feature() {
    for (path, text) in sources().iter().filter(|(path, _)| folder(path) == "shared") {
        for line in uses(text, "crate::") {
            assert!(line.contains("crate::shared::"), "{}: {line}", path.display());
        }
    }
}

#[test]
fn use_cases_and_stores_know_nothing_of_the_wire() {
    for (path, text) in sources() {
        if FRAME.contains(&folder(&path)) || path.components().count() < 2 || is_test(&path) {
            continue;
        }
        if name(&path) == "mod.rs" || is_layer(&path, "store") {
            for forbidden in ["async_graphql", "axum", "crate::call", "crate::http", "crate::server"] {
                assert_eq!(uses(&text, forbidden).next(), None, "{}: {forbidden}", path.display());
            }
        }
    }
}

/// Without `serial`, every field of every row is a separate task, and its keys come in any order.
#[test]
fn plain_data_on_the_wire_is_answered_field_by_field() {
    let mut seen = 0;
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let derives = |line: &str| line.starts_with("#[derive(") && line.contains("SimpleObject");
        for pair in lines.windows(2).filter(|pair| derives(pair[0])) {
            seen += 1;
            assert!(pair[1].starts_with("#[graphql(serial"), "{}: {}", path.display(), pair[1]);
        }
    }
    assert!(seen > 100);
}

#[test]
fn a_feature_imports_another_only_by_its_front_door() {
    let all = sources();
    let features: BTreeSet<&str> = all
        .iter()
        .filter(|(path, _)| path.components().count() > 1 && !FRAME.contains(&folder(path)))
        .map(|(path, _)| folder(path))
        .collect();
    for (path, text) in &all {
        for feature in features.iter().filter(|feature| **feature != folder(path)) {
            for inner in ["store", "rules", "graphql"] {
                let through = format!("crate::{feature}::{inner}");
                assert_eq!(uses(text, &through).next(), None, "{}", path.display());
            }
        }
    }
}

#[test]
fn the_application_has_no_sql_driver_and_main_is_short() {
    let manifest = include_str!("../Cargo.toml");
    for driver in ["rusqlite", "tokio-postgres", "sqlx", "diesel"] {
        assert!(!manifest.contains(driver), "{driver} belongs behind the db crate");
    }
    assert!(include_str!("../src/main.rs").lines().count() <= 40);
}

/// A folder of `src`, or a file beside them.
fn unit(path: &Path) -> &str {
    let first = folder(path);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// What a file imports from elsewhere in the crate.
fn imports(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let code = code(text).lines().filter(|line| !line.trim_start().starts_with("//"));
    for line in code {
        for after in line.split("crate::").skip(1) {
            let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            if after.starts_with('$') {
                // A macro's: its arguments are folders that are named beside it.
                continue;
            }
            assert!(
                !name.is_empty(),
                "import one folder per line, so that a reader and this test see it: {line}"
            );
            found.insert(name);
        }
    }
    found
}

type Graph = BTreeMap<String, BTreeSet<String>>;

fn graph() -> Graph {
    let all = sources();
    let units: BTreeSet<String> = all.iter().map(|(path, _)| unit(path).to_owned()).collect();
    let mut graph: Graph = units.iter().map(|unit| (unit.clone(), BTreeSet::new())).collect();
    for (path, text) in all.iter().filter(|(path, _)| !is_test(path)) {
        let others = imports(text).into_iter().filter(|name| *name != unit(path) && units.contains(*name));
        graph.get_mut(unit(path)).unwrap().extend(others.map(str::to_owned));
    }
    graph.retain(|unit, _| !["lib", "main"].contains(&unit.as_str()));
    graph
}

/// The floors as ARCHITECTURE.md draws them, the lowest first.
fn floors() -> Vec<(String, BTreeSet<String>)> {
    let page = include_str!("../../../ARCHITECTURE.md");
    let drawing = page.split("```floors\n").nth(1).expect("ARCHITECTURE.md draws the floors");
    let mut floors: Vec<(String, BTreeSet<String>)> = vec![];
    for line in drawing.split("```").next().unwrap().lines() {
        let mut words = line.split_whitespace().filter(|word| *word != "·");
        if !line.starts_with(' ') {
            floors.push((words.next().unwrap().to_owned(), BTreeSet::new()));
        }
        floors.last_mut().unwrap().1.extend(words.map(str::to_owned));
    }
    floors.reverse();
    floors
}

#[test]
fn the_drawing_of_the_floors_shows_every_folder_and_nothing_imports_from_above() {
    let (graph, floors) = (graph(), floors());
    let floor_of = |unit: &str| floors.iter().position(|(_, units)| units.contains(unit));
    let drawn: BTreeSet<&String> = floors.iter().flat_map(|(_, units)| units).collect();
    assert_eq!(drawn, graph.keys().collect(), "ARCHITECTURE.md and crates/atrium/src have the same folders");
    for (unit, imported) in &graph {
        for other in imported {
            let (own, its) = (floor_of(unit), floor_of(other));
            assert!(its <= own, "{unit} imports {other}, which is on a floor above it");
        }
    }
}

#[test]
fn no_folder_imports_itself_by_way_of_others() {
    fn walk<'a>(graph: &'a Graph, unit: &'a str, way: &mut Vec<&'a str>, done: &mut BTreeSet<&'a str>) {
        if let Some(at) = way.iter().position(|on| *on == unit) {
            panic!("a circle of imports: {} -> {unit}", way[at..].join(" -> "));
        }
        if !done.contains(unit) {
            way.push(unit);
            for other in graph.get(unit).into_iter().flatten() {
                walk(graph, other, way, done);
            }
            way.pop();
            done.insert(unit);
        }
    }
    let (graph, mut done) = (graph(), BTreeSet::new());
    for unit in graph.keys() {
        walk(&graph, unit, &mut vec![], &mut done);
    }
}

/// What serves requests, builds the schema and writes the demo world walks the list of features.
#[test]
fn the_frame_names_no_feature() {
    let floors = floors();
    let features = &floors.iter().find(|(name, _)| name == "features").unwrap().1;
    let graph = graph();
    for frame in ["server", "schema", "call", "http", "feature_row", "demo"] {
        let named: Vec<&String> = graph[frame].intersection(features).collect();
        assert!(named.is_empty(), "{frame} names {named:?}; what it needs of them belongs in FeatureRow");
    }
}

#[test]
fn every_feature_with_graphql_routes_or_jobs_is_in_the_list() {
    let listed: BTreeSet<&str> = atrium::all_features::ALL.iter().map(|feature| feature.name).collect();
    for (path, text) in sources().iter().filter(|(path, _)| !is_test(path)) {
        let is_part = code(text).contains("#[Object]") || code(text).contains("pub const ROUTES");
        if is_part && folder(path) != "server" {
            assert!(listed.contains(folder(path)), "{} has no row in all_features.rs", folder(path));
        }
    }
}

/// Words in capitals that are no codes of refusals.
const OTHER_WORDS: &[&str] = &[
    // What Cargo tells the compiler.
    "CARGO_PKG_VERSION",
    // Kinds of lines in the query of pay stubs.
    "BEFORE_TAX",
    "AFTER_TAX",
    // Cautions for the decider.
    "ACCOUNT_OF_ANOTHER",
    "FROZEN_BY_OWNER",
    "MOST_OF_PAY",
    "NEW_ACCOUNT",
    // Results in the audit trail.
    "WRONG_FACTOR",
    "UNKNOWN_USERNAME",
    "WRONG_PASSKEY",
    "WRONG_PASSWORD",
    // What OpenFeature calls things, in the answers about flags.
    "FLAG_NOT_FOUND",
    "INVALID_CONTEXT",
    "PARSE_ERROR",
    "TARGETING_MATCH",
];

/// Quoted words in capitals with an underscore: `"NOT_FOUND"`.
fn codes_in(line: &str) -> impl Iterator<Item = &str> {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let is_code = move |word: &&str| word.contains('_') && word.split('_').all(is_word);
    line.split('"').skip(1).step_by(2).filter(is_code)
}

/// So that the web app's list, which is generated from the declarations, has them all.
#[test]
fn a_code_is_written_in_its_declaration_only_and_every_declaration_is_gathered() {
    let all = atrium::codes::all();
    let mut seen = BTreeSet::new();
    for (path, text) in sources().iter().filter(|(path, _)| !is_test(path)) {
        for line in code(text).lines() {
            for word in codes_in(line).filter(|word| !word.starts_with("ATRIUM_")) {
                seen.insert(word.to_owned());
                if OTHER_WORDS.contains(&word) {
                    continue;
                }
                let is_declared = line.contains(&format!(" = \"{word}\""));
                assert!(
                    is_declared,
                    "{}: declare {word} with refusals!, and name it by its variant",
                    path.display()
                );
                assert!(all.contains(word), "{}: codes.rs doesn't gather {word}", path.display());
            }
        }
    }
    for word in OTHER_WORDS {
        assert!(seen.contains(*word), "no one says {word} any more");
    }
}

/// The type a line declares, outside functions; an enum may be indented, in a macro.
fn declared(line: &str) -> Option<&str> {
    let is_indented = line.starts_with(' ');
    let mut words = line.split_whitespace().peekable();
    words.next_if(|word| word.starts_with("pub"));
    let keyword = words.next()?;
    let is_type =
        matches!(keyword, "struct" | "enum" | "trait" | "type") && (!is_indented || keyword == "enum");
    let name = words.next().filter(|_| is_type)?;
    name.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty())
}

/// A reader who meets a name anywhere knows which type it is.
#[test]
fn a_type_name_is_declared_once() {
    let mut declared_in: BTreeMap<String, PathBuf> = BTreeMap::new();
    for (path, text) in sources() {
        if is_test(&path) {
            continue;
        }
        for name in code(&text).lines().filter_map(declared) {
            if let Some(other) = declared_in.insert(name.to_owned(), path.clone()) {
                panic!("{name} is declared in {} and in {}", other.display(), path.display());
            }
        }
    }
    assert!(declared_in.len() > 500);
}
