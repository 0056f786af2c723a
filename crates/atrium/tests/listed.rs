//! What a feature's row in `all_features.rs` must not forget: each of these would fail silently where it matters.

use async_graphql::Request;
use atrium::all_features::ALL;
use atrium::schema;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The fields of a type, or of an input, with the name of what they are made of.
fn named<'a>(of: &'a Value, fields: &str) -> Vec<(&'a str, &'a str)> {
    let bare = |mut kind: &'a Value| {
        while kind["name"].is_null() {
            kind = &kind["ofType"];
        }
        kind["name"].as_str().unwrap()
    };
    let fields = of[fields].as_array().into_iter().flatten();
    fields.map(|field| (field["name"].as_str().unwrap(), bare(&field["type"]))).collect()
}

async fn introspected() -> Value {
    const KIND: &str = "type { name ofType { name ofType { name ofType { name } } } }";
    let query = format!(
        "{{ __schema {{ mutationType {{ fields {{ name args {{ name {KIND} }} }} }}
           types {{ name inputFields {{ name {KIND} }} }} }} }}"
    );
    let answer = schema::execute(&schema::build(true), Request::new(query)).await;
    answer.data.into_json().unwrap()["__schema"].clone()
}

/// A larger request is refused unless its mutation is listed.
#[tokio::test]
async fn every_mutation_that_takes_a_file_is_in_its_features_uploads() {
    let schema = introspected().await;
    let types = schema["types"].as_array().unwrap();
    let inputs: BTreeMap<&str, _> =
        types.iter().map(|kind| (kind["name"].as_str().unwrap(), named(kind, "inputFields"))).collect();
    fn takes_file(inputs: &BTreeMap<&str, Vec<(&str, &str)>>, kind: &str) -> bool {
        let fields = inputs.get(kind).into_iter().flatten();
        fields.into_iter().any(|(name, of)| *name == "fileString" || *of != kind && takes_file(inputs, of))
    }
    let mutations = schema["mutationType"]["fields"].as_array().unwrap();
    let take = mutations.iter().filter(|mutation| {
        let args = named(mutation, "args");
        args.iter().any(|(name, of)| *name == "fileString" || takes_file(&inputs, of))
    });
    let take: BTreeSet<&str> = take.map(|mutation| mutation["name"].as_str().unwrap()).collect();
    let listed: BTreeSet<&str> = ALL.iter().flat_map(|feature| feature.uploads).copied().collect();
    assert!(!take.is_empty());
    let forgotten: Vec<_> = take.difference(&listed).collect();
    assert!(
        forgotten.is_empty(),
        "these mutations take a file: add them to `uploads` in their feature's row of all_features.rs: {forgotten:?}"
    );
    let too_much: Vec<_> = listed.difference(&take).collect();
    assert!(too_much.is_empty(), "these are in `uploads`, but take no file: {too_much:?}");
}

/// A part that a feature has and doesn't list is never called.
#[test]
fn what_a_feature_has_it_lists() {
    for (path, text) in super::architecture::sources() {
        let feature = path.components().next().unwrap().as_os_str().to_str().unwrap();
        let Some(row) = ALL.iter().find(|row| row.name == feature) else { continue };
        let is_front_door = path.components().count() == 2 && path.ends_with("mod.rs");
        if is_front_door {
            for (part, has, is_listed) in [
                ("refusals", "pub const REFUSALS", !row.refusals.is_empty()),
                ("imports", "SHEETS", !row.imports.is_empty()),
                ("demo", "DEMO", !row.demo.is_empty()),
                ("routes", "ROUTES", !row.routes.is_empty()),
            ] {
                assert!(
                    is_listed || !text.contains(has),
                    "{feature} has {has}: add `{part}` to its row in all_features.rs"
                );
            }
        }
    }
}

/// Tenants that are there already learn of it by the same migration. The one that makes the catalog meets none.
#[test]
fn every_migration_that_adds_to_the_catalogue_gives_it_to_the_tenants_there_are() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../db/migrations");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if text.contains("INSERT INTO feature_catalogue") {
            seen += 1;
            assert!(
                text.contains("CREATE TABLE feature_catalogue")
                    || text.contains("INSERT INTO feature (")
                    || text.contains("INSERT INTO feature\n"),
                "{}: insert the new rows into `feature` for every tenant as well: SELECT t.id, c.feature_id, …
                FROM tenant t CROSS JOIN feature_catalogue c WHERE c.feature_id = …",
                path.display()
            );
        }
    }
    assert!(seen > 0, "the catalogue is filled by migrations");
}
