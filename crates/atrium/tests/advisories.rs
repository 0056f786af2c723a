//! No crate with a known vulnerability is in the lock file, and none that has been abandoned. The list is RustSec's
//! (CC0), kept in `.ci/advisories.json` and renewed by hand; an exception needs a line here with its reason.

use semver::{Version, VersionReq};
use serde::Deserialize;

/// (advisory, why it does not concern us)
const ACCEPTED: &[(&str, &str)] = &[(
    "RUSTSEC-2023-0071",
    "rsa comes with webauthn-rs, which only checks the signatures of passkeys: no private key is ever used with it",
)];

#[derive(Deserialize)]
struct List {
    advisories: Vec<Advisory>,
}

#[derive(Deserialize)]
struct Advisory {
    id: String,
    package: String,
    kind: String,
    patched: Vec<String>,
    unaffected: Vec<String>,
    title: String,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: Version,
}

fn concerns(advisory: &Advisory, package: &Package) -> bool {
    let is_fine = |requirement: &String| {
        VersionReq::parse(requirement).is_ok_and(|requirement| requirement.matches(&package.version))
    };
    advisory.package == package.name
        && matches!(advisory.kind.as_str(), "vulnerability" | "unsound" | "unmaintained")
        && !advisory.patched.iter().chain(&advisory.unaffected).any(is_fine)
}

#[test]
fn no_crate_that_is_vulnerable_or_unmaintained_is_used() {
    let list: List = serde_json::from_str(include_str!("../../../.ci/advisories.json")).unwrap();
    let lock: Lock = toml::from_str(include_str!("../../../Cargo.lock")).unwrap();
    assert!(list.advisories.len() > 1000 && lock.package.len() > 100);
    let mut found = vec![];
    for package in &lock.package {
        for advisory in list.advisories.iter().filter(|advisory| concerns(advisory, package)) {
            if !ACCEPTED.iter().any(|(id, _)| *id == advisory.id) {
                found.push(format!(
                    "{} {}: {} {}",
                    package.name, package.version, advisory.id, advisory.title
                ));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn an_old_or_an_abandoned_crate_would_be_found() {
    let list: List = serde_json::from_str(include_str!("../../../.ci/advisories.json")).unwrap();
    for (name, version) in [("tokio", Version::new(1, 8, 0)), ("rustybuzz", Version::new(0, 20, 1))] {
        let package = Package { name: name.to_owned(), version };
        assert!(list.advisories.iter().any(|advisory| concerns(advisory, &package)), "{name}");
    }
}

/// An exception that concerns nothing any more would let the next one through unseen.
#[test]
fn every_exception_is_still_needed() {
    let list: List = serde_json::from_str(include_str!("../../../.ci/advisories.json")).unwrap();
    let lock: Lock = toml::from_str(include_str!("../../../Cargo.lock")).unwrap();
    for (id, _) in ACCEPTED {
        let advisory = list.advisories.iter().find(|advisory| advisory.id == *id).unwrap();
        assert!(lock.package.iter().any(|package| concerns(advisory, package)), "{id}");
    }
}
