//! The walls inside the application crate, held by reading the sources.

use std::path::{Path, PathBuf};

/// Folders of `src` that are no features.
const FRAME: &[&str] = &["access", "command", "demo", "http", "shared"];

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

fn folder(path: &Path) -> &str {
    path.components().next().unwrap().as_os_str().to_str().unwrap()
}

#[test]
fn rules_are_pure_and_import_shared_only() {
    for (path, text) in sources().iter().filter(|(path, _)| name(path) == "rules.rs") {
        for line in uses(text, "crate::") {
            assert!(line.starts_with("use crate::shared::"), "{}: {line}", path.display());
        }
        for forbidden in ["async ", "db::", "shared::clock", "Timestamp::now", "tokio"] {
            assert_eq!(uses(text, forbidden).next(), None, "{}: {forbidden}", path.display());
        }
    }
}

#[test]
fn sql_stands_only_in_stores_and_in_shared() {
    for (path, text) in sources() {
        let may = name(&path) == "store.rs" || folder(&path) == "shared" || is_test(&path);
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
        // Signing in comes before there is a viewer to make a scope for.
        let comes_before = ["account", "factors", "federation", "setup"].contains(&folder(&path));
        if name(&path) != "store.rs" || FRAME.contains(&folder(&path)) || comes_before {
            continue;
        }
        for function in code(&text).split("async fn ").skip(1) {
            let signature = function.split("->").next().unwrap();
            let name = signature.split('(').next().unwrap();
            assert!(signature.contains("Scope"), "{}: {name} takes no scope", path.display());
        }
    }
}

#[test]
fn scopes_are_made_in_access_only() {
    for (path, text) in sources().iter().filter(|(path, _)| folder(path) != "access") {
        for scope in [
            "OwnScope {",
            "CompanyScope {",
            "ReportScope {",
            "ReportsScope {",
            "TenantScope {",
            "AdministratorScope {",
            "FrameScope {",
            "LaunchScope {",
            "VendorScope {",
            "OperatorScope {",
            "PersonScope {",
            "DeciderScope {",
            "DecisionScope {",
            "AlarmScope {",
            "EmployeeScope {",
            "BankScope {",
            "UpkeepScope {",
            "ApproverScope {",
            "FeedScope {",
            "TimeScope {",
            "NoticeScope {",
            "WitnessScope {",
            "InboxScope {",
            "NewsScope {",
            "HandoverScope {",
        ] {
            let made = uses(text, scope).find(|line| !line.contains("->") && !line.contains("impl"));
            assert_eq!(made, None, "{}", path.display());
        }
    }
}

/// It asks nobody who they are: a request that reached it would be anybody's.
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
        for line in uses(text, "crate::") {
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
        if matches!(name(&path), "mod.rs" | "store.rs") {
            for forbidden in ["async_graphql", "axum", "crate::call", "crate::http"] {
                assert_eq!(uses(&text, forbidden).next(), None, "{}: {forbidden}", path.display());
            }
        }
    }
}

/// Without `serial` every field of every row is a task of its own, and its keys come in any order.
#[test]
fn plain_data_on_the_wire_is_answered_field_by_field() {
    let mut seen = 0;
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let derives = |line: &str| line.starts_with("#[derive(") && line.contains("SimpleObject");
        for pair in lines.windows(2).filter(|pair| derives(pair[0])) {
            seen += 1;
            assert_eq!(pair[1], "#[graphql(serial)]", "{}: {}", path.display(), pair[0]);
        }
    }
    assert!(seen > 100);
}

#[test]
fn a_feature_imports_another_only_by_its_front_door() {
    let all = sources();
    let features: Vec<&str> = all
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
