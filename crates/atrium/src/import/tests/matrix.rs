//! Imports and mappings: for administrators, and for payroll people of their companies. No one reaches another tenant's, and an
//! import is its maker's.

use super::{Facts, Operation};
use crate::world::World;
use serde_json::{Value, json};
use uuid::Uuid;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        name: "listImports",
        query: "query ($t: ID!) { listImports(tenantId: $t) { results { id state files } } }",
        tries: TENANTS,
    },
    Operation {
        name: "importChoices",
        query: "query ($t: ID!) { importChoices(tenantId: $t) { kinds { name } } }",
        tries: TENANTS,
    },
    Operation {
        name: "listMappings",
        query: "query ($t: ID!) { listMappings(tenantId: $t) { results { name kind } } }",
        tries: TENANTS,
    },
    Operation {
        name: "importDetails",
        query: "query ($t: ID!, $i: ID!) { importDetails(tenantId: $t, importId: $i) { import { id } files { id } } }",
        tries: IMPORTS,
    },
    Operation {
        name: "listImportEffects",
        query: "query ($t: ID!, $i: ID!) { listImportEffects(tenantId: $t, importId: $i) { results { says } } }",
        tries: IMPORTS,
    },
    Operation {
        name: "importRowsAside",
        query: "query ($t: ID!, $i: ID!) { importRowsAside(tenantId: $t, importId: $i, kind: \"roles\") }",
        tries: IMPORTS,
    },
    Operation {
        name: "previewImportFile",
        query: "query ($t: ID!, $f: ID!) { previewImportFile(tenantId: $t, fileId: $f) { ownKind } }",
        tries: FILES,
    },
    Operation {
        name: "startImport",
        query: "mutation ($t: ID!) { startImport(tenantId: $t, invites: false) { state } }",
        tries: TENANTS,
    },
    Operation {
        name: "addImportFile",
        query: "mutation ($t: ID!, $i: ID!) {
            addImportFile(tenantId: $t, importId: $i, name: \"b.csv\", sizeBytes: 10) { name } }",
        tries: IMPORTS,
    },
    Operation {
        name: "addImportPiece",
        query: "mutation ($t: ID!, $f: ID!) {
            addImportPiece(tenantId: $t, fileId: $f, number: 1, fileString: \"YSxiCg==\") { storedBytes } }",
        tries: FILES,
    },
    Operation {
        name: "removeImportFile",
        query: "mutation ($t: ID!, $f: ID!) { removeImportFile(tenantId: $t, fileId: $f) { state } }",
        tries: FILES,
    },
    Operation {
        name: "mapImportFile",
        query: "mutation ($t: ID!, $f: ID!, $k: String!) { mapImportFile(tenantId: $t, fileId: $f, kind: $k) { kind } }",
        tries: &[
            ("as roles", |f, _| file(&f.ana.tenant, f.thing("Cedar's file"), "roles")),
            ("as pay stubs", |f, _| file(&f.ana.tenant, f.thing("Cedar's file"), "pay-stubs")),
            ("of Harbor Clinic", |f, _| file(&f.ana.tenant, f.thing("the clinic's file"), "roles")),
            ("missing", |f, _| file(&f.ana.tenant, &f.missing, "roles")),
        ],
    },
    Operation {
        name: "declareWholeFile",
        query: "mutation ($t: ID!, $f: ID!) { declareWholeFile(tenantId: $t, fileId: $f) { name } }",
        tries: FILES,
    },
    Operation {
        name: "checkImport",
        query: "mutation ($t: ID!, $i: ID!) { checkImport(tenantId: $t, importId: $i) { state } }",
        tries: IMPORTS,
    },
    Operation {
        name: "applyImport",
        query: "mutation ($t: ID!, $i: ID!) { applyImport(tenantId: $t, importId: $i) { state } }",
        tries: IMPORTS,
    },
    Operation {
        name: "undoImport",
        query: "mutation ($t: ID!, $i: ID!) { undoImport(tenantId: $t, importId: $i) { state } }",
        tries: IMPORTS,
    },
    Operation {
        name: "cancelImport",
        query: "mutation ($t: ID!, $i: ID!) { cancelImport(tenantId: $t, importId: $i) { state } }",
        tries: IMPORTS,
    },
    Operation {
        name: "saveMapping",
        query: "mutation ($t: ID!, $d: String!) { saveMapping(tenantId: $t, definition: $d) { name } }",
        tries: &[
            ("in Cedar Group", |f, _| json!({ "t": f.ana.tenant, "d": definition("Mine") })),
            ("with a name that is there", |f, _| json!({ "t": f.ana.tenant, "d": definition("theirs") })),
            ("in Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant, "d": definition("Mine") })),
            ("that is none", |f, _| json!({ "t": f.ana.tenant, "d": "{}" })),
        ],
    },
    Operation {
        name: "removeMapping",
        query: "mutation ($t: ID!) { removeMapping(tenantId: $t, name: \"Theirs\") { name } }",
        tries: TENANTS,
    },
];

const TENANTS: &[(&str, super::Try)] = &[
    ("Cedar Group", |f, _| json!({ "t": f.ana.tenant })),
    ("Harbor Clinic", |f, _| json!({ "t": f.hugo.tenant })),
    ("a missing tenant", |f, _| json!({ "t": f.missing })),
];

const IMPORTS: &[(&str, super::Try)] = &[
    ("of Grace", |f, _| json!({ "t": f.ana.tenant, "i": f.thing("Cedar's") })),
    ("of Harbor Clinic", |f, _| json!({ "t": f.ana.tenant, "i": f.thing("the clinic's") })),
    ("missing", |f, _| json!({ "t": f.ana.tenant, "i": f.missing })),
];

const FILES: &[(&str, super::Try)] = &[
    ("of Grace", |f, _| json!({ "t": f.ana.tenant, "f": f.thing("Cedar's file") })),
    ("of Harbor Clinic", |f, _| json!({ "t": f.ana.tenant, "f": f.thing("the clinic's file") })),
    ("missing", |f, _| json!({ "t": f.ana.tenant, "f": f.missing })),
];

fn file(tenant: &str, id: &str, kind: &str) -> Value {
    json!({ "t": tenant, "f": id, "k": kind })
}

fn definition(name: &str) -> String {
    let columns = json!({ "username": "Login", "role": "Role" });
    json!({ "name": name, "kind": "roles", "columns": columns }).to_string()
}

/// A checked import of Grace's and one of the clinic's, each with a file that is announced, and a mapping that an operator saved.
pub(super) async fn prepare(world: &World, facts: &mut Facts, _: &Operation) {
    for sql in [
        "DELETE FROM import_effect",
        "DELETE FROM import_aside",
        "DELETE FROM import_piece",
        "DELETE FROM import_file",
        "DELETE FROM import_job",
        "DELETE FROM import_mapping",
    ] {
        world.change(sql, vec![]).await;
    }
    let now = world.app.clock.now();
    let people = [(1u128, &facts.ana.tenant, "grace"), (2, &facts.hugo.tenant, "hugo")];
    for (n, tenant, username) in people {
        let tenant = Uuid::parse_str(tenant).unwrap();
        let (person,): (Uuid,) = world
            .app
            .db
            .one("SELECT id FROM person WHERE username = $1", db::params![username])
            .await
            .unwrap();
        let sql = "INSERT INTO import_job (id, tenant_id, person_id, created_at, state, invites, needs_tenant,
               needs_administration, needs_pay, is_stop_wanted, bytes_read, added, changed, same, invited, faults, followed)
             VALUES ($1, $2, $3, $4, 'checked', FALSE, TRUE, FALSE, FALSE, FALSE, 0, 1, 0, 0, 0, 0, 0)";
        let job = Uuid::from_u128(n);
        world.change(sql, db::params![job, tenant, person, now]).await;
        let sql = "INSERT INTO import_file (id, job_id, tenant_id, position, name, size_bytes, is_forgotten)
             VALUES ($1, $2, $3, 1, 'a.csv', 4, FALSE)";
        world.change(sql, db::params![Uuid::from_u128(n + 10), job, tenant]).await;
    }
    let sql = "INSERT INTO import_mapping (id, tenant_id, name, kind, definition, changed_at, version)
         VALUES ($1, $2, 'Theirs', 'roles', $3, $4, 1)";
    let tenant = Uuid::parse_str(&facts.ana.tenant).unwrap();
    world.change(sql, db::params![Uuid::from_u128(20), tenant, definition("Theirs"), now]).await;
    for (name, n) in
        [("Cedar's", 1u128), ("the clinic's", 2), ("Cedar's file", 11), ("the clinic's file", 12)]
    {
        facts.keep(name, Uuid::from_u128(n).to_string());
    }
}
