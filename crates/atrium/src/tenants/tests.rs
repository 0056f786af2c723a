//! Taking a tenant off the installation: closed right away, restored as it was, exported without secrets, and erased
//! without a trace and without touching anyone else.

use crate::world::{Browser, Engine, World, both, command};
use atrium::access::{self, OperatorScope};
use atrium::shared::audit::{self, HeadFile};
use atrium::shared::clock::Clock;
use atrium::shared::id::TenantId;
use atrium::tenants::{self, HOLD, OF_INSTALLATION, TABLES};
use futures_util::StreamExt;
use jiff::SignedDuration;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use uuid::Uuid;

const CEDAR: &str = "Cedar Group";
const HARBOR: &str = "Harbor Clinic";

async fn scope(world: &World, name: &str) -> OperatorScope {
    let found: (TenantId,) =
        world.app.db.one("SELECT id FROM tenant WHERE name = $1", db::params![name]).await.unwrap();
    access::operator(found.0)
}

async fn later(world: &World, by: SignedDuration) -> World {
    let now = world.app.clock.now();
    world.node(|app| app.clock = Clock::stopped_at(now + by)).await
}

/// What stops someone: the refusal of a password, or `ok`.
async fn sign_in(world: &World, username: &str) -> String {
    let mut browser = Browser::at(world, "127.0.0.1");
    let request = browser.begin().await;
    let reply = browser.type_password(&request, username, crate::world::PASSWORD).await;
    reply.body["code"].as_str().map_or(reply.status.as_u16().to_string(), str::to_owned)
}

/// All rows of all tables that this tenant owns, or that it doesn't, as the database writes them.
async fn rows(world: &World, tenant: TenantId, are_own: bool) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for table in TABLES {
        let not = if are_own { "" } else { "NOT " };
        // A condition on nothing is neither: of a request that no one has signed in to yet.
        let own = table.own;
        let sql = format!("SELECT * FROM {} WHERE {not}(coalesce({own}, FALSE))", table.name);
        let found: Vec<db::Cells> = world.app.db.all(sql, db::params![tenant]).await.unwrap();
        all.insert(table.name, found.iter().map(|row| json!(row.0).to_string()).collect());
    }
    for table in OF_INSTALLATION.iter().filter(|name| **name != "erased_tenant") {
        let sql = format!("SELECT * FROM {table}");
        let found: Vec<db::Cells> = world.app.db.all(sql, vec![]).await.unwrap();
        if !are_own {
            all.insert(table, found.iter().map(|row| json!(row.0).to_string()).collect());
        }
    }
    all
}

/// Rows in the tables that find their tenant by other tables, which the demo doesn't fill.
async fn fill(world: &World, person: &str) {
    let now = world.app.clock.now();
    let (who,): (Uuid,) =
        world.app.db.one("SELECT id FROM person WHERE username = $1", db::params![person]).await.unwrap();
    let id = |n: u128| Uuid::from_u128(who.as_u128() ^ n);
    world.change(
        "INSERT INTO link_request (id, kind, sealed, address, due_at, person_id) VALUES ($1, 'reset', $2, '', $3, $4)",
        db::params![id(1), vec![1_u8], now + HOLD * 9, who],
    ).await;
    world
        .change(
            "INSERT INTO upstream (id, tenant_id, name, issuer, client_id, created_at)
         SELECT $1, tenant_id, 'Filled', 'https://id.example', 'atrium', $2 FROM person WHERE id = $3",
            db::params![id(2), now, who],
        )
        .await;
    world.change(
        "INSERT INTO upstream_attempt (state_hash, upstream_id, browser_hash, sealed, expires_at) VALUES ($1, $2, $1, $1, $3)",
        db::params![id(3).as_bytes().to_vec(), id(2), now],
    ).await;
    world.change(
        "INSERT INTO oidc_request (id_hash, client_id, redirect_uri, code_challenge, subject, expires_at, network)
         VALUES ($1, 'atrium-web', '/', 'x', $2, $3, '')",
        db::params![id(4).as_bytes().to_vec(), who, now],
    ).await;
    // Someone whose account became part of another's.
    world
        .change(
            "UPDATE person SET merged_into = $1 WHERE id = (SELECT o.id FROM person o WHERE o.tenant_id =
           (SELECT tenant_id FROM person WHERE id = $1) AND o.id <> $1 ORDER BY o.id LIMIT 1)",
            db::params![who],
        )
        .await;
    world.add_machine(person, "Filled", &["people.read"]).await;
    world
        .change(
            "INSERT INTO machine_answer (machine_id, key, body_hash, status, response, created_at)
             SELECT m.id, 'filled', $1, 200, 'sealed answer', $2 FROM machine m JOIN person p ON p.tenant_id = m.tenant_id
             WHERE p.id = $3 AND m.name = 'Filled'",
            db::params![vec![1_u8], now, who],
        )
        .await;
    // Someone who signs in, and an answer that is kept.
    world.acting(person).await;
    world.change(
        "INSERT INTO idempotency_key (person_id, key, body_hash, response, created_at) VALUES ($1, 'filled', $2, 'sealed answer', $3)",
        db::params![who, vec![1_u8], now],
    ).await;
}

both! {
    async fn every_table_of_the_database_is_a_tenants_or_the_installations(world: World) {
        let sql = match world.engine {
            Engine::Sqlite => "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
            Engine::Postgres => "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = 'public'",
        };
        let there: Vec<(String,)> = world.app.db.all(sql, vec![]).await.unwrap();
        let there: BTreeSet<&str> = there.iter().map(|(name,)| name.as_str()).collect();
        let listed: Vec<&str> = TABLES.iter().map(|table| table.name).chain(OF_INSTALLATION.iter().copied()).collect();
        let once: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(once.len(), listed.len(), "a table is listed twice");
        assert_eq!(there, once, "list a new table in tenants/store/tables.rs: whose rows they are, and what opens something");
        for table in TABLES {
            let columns = tenants::columns(&world.app.db, world.app.db.is_sqlite(), table, &access::upkeep()).await.unwrap();
            let has = |name: &str| columns.iter().any(|column| column.name == name);
            if has("tenant_id") {
                assert_eq!(table.own, "tenant_id = $1", "{}", table.name);
            }
            for name in table.key.iter().chain(table.secrets).chain(table.shown_bytes) {
                assert!(has(name), "{} has no column {name}", table.name);
            }
            // A name like these is a reason to say what it is.
            for column in columns.iter().filter(|column| column.ty == db::Ty::Text) {
                let words = ["hash", "secret", "sealed", "token", "credential", "password", "wrapped"];
                let is_suspicious = words.iter().any(|word| column.name.contains(word));
                // `…_by` names a key.
                let is_suspicious = is_suspicious && !column.name.ends_with("_by");
                assert!(!is_suspicious || table.secrets.contains(&column.name.as_str()), "{}.{}", table.name, column.name);
            }
        }
    }

    async fn a_removed_tenant_is_closed_on_every_node_and_restored_as_it_was(world: World) {
        let harbor = scope(&world, HARBOR).await;
        let (hugo, ana) = (world.acting("hugo").await, world.acting("ana").await);
        let token = world.token("hugo").await;
        let other = world.node(|_| {}).await;
        const WHO: &str = "{ viewer { personId } }";
        // Someone who was locked before.
        world.disable("mina").await;
        let before = rows(&world, harbor.tenant(), false).await;
        let done = tenants::remove(&world.app, &harbor).await.unwrap();
        assert!(done.people > 0 && done.sessions > 0);
        for node in [hugo.clone(), other.holding(&token)] {
            assert_ne!(node.ask(WHO, json!({})).await.outcome(), "ok");
        }
        assert_eq!(ana.ask(WHO, json!({})).await.outcome(), "ok");
        let (closed, wrong) = (sign_in(&world, "hugo").await, sign_in(&world, "no-one-at-all").await);
        assert_eq!(closed, wrong, "a stranger learns nothing");
        assert_ne!(closed, "200");
        let live = "SELECT count(*) FROM oidc_session s JOIN person p ON p.id = s.subject JOIN tenant t ON t.id = p.tenant_id
            WHERE t.name = 'Harbor Clinic' AND s.ended_at IS NULL";
        assert_eq!(world.count(live).await, 0);
        let again = tenants::remove(&world.app, &harbor).await.err().unwrap();
        assert_eq!(again.code(), "TENANT_REMOVED");
        assert_eq!(tenants::check_open(&world.app, &harbor).await.unwrap_err().code(), "TENANT_REMOVED");
        // A person unlocked by some other way still gets nothing.
        world.change("UPDATE person SET disabled_at = NULL WHERE username = 'hugo'", vec![]).await;
        let person = world.person("hugo").await;
        assert!(atrium::access::Viewer::load(&world.app.db, &world.app.clock, person).await.unwrap().is_none());

        // Half a day before the end, nothing is erased yet, and everything comes back.
        let last = later(&world, HOLD - SignedDuration::from_hours(12)).await;
        assert!(tenants::erase_removed(&last.app).await.unwrap());
        tenants::restore(&last.app, &harbor).await.unwrap();
        assert_eq!(tenants::restore(&last.app, &harbor).await.unwrap_err().code(), "TENANT_NOT_REMOVED");
        assert_eq!(sign_in(&world, "hugo").await, "200");
        assert_ne!(sign_in(&world, "mina").await, "200", "who was locked before stays locked");
        let mut after = rows(&world, harbor.tenant(), false).await;
        // Who tried to sign in was counted.
        after.insert("throttle", before["throttle"].clone());
        for (table, was) in &before {
            if !table.starts_with("oidc_") {
                assert_eq!(was, &after[table], "{table}");
            }
        }
        for action in ["tenant.removed", "tenant.restored"] {
            let sql = "SELECT count(*) FROM audit_event WHERE tenant_id = $1 AND action = $2";
            let (events,): (i64,) = world.app.db.one(sql, db::params![harbor.tenant(), action]).await.unwrap();
            assert_eq!(events, 1, "{action}");
        }
    }

    async fn after_the_hold_nothing_is_left_of_a_tenant_and_nothing_of_others_has_changed(world: World) {
        let (cedar, harbor) = (scope(&world, CEDAR).await, scope(&world, HARBOR).await);
        for person in ["ana", "hugo"] {
            fill(&world, person).await;
        }
        world.app.audit_heads.catch_up(&world.app.db).await.unwrap();
        // Made first: a node looks after the provider's keys.
        let then = later(&world, HOLD + SignedDuration::from_hours(1)).await;
        tenants::remove(&world.app, &cedar).await.unwrap();
        let tenant = cedar.tenant();
        let own = rows(&world, tenant, true).await;
        for table in TABLES.iter().filter(|table| !table.own.starts_with("tenant_id")) {
            assert!(!own[table.name].is_empty(), "{}: nothing to erase", table.name);
        }
        let others = rows(&world, tenant, false).await;
        let ids = ids_of(&world, tenant).await;
        assert!(ids.len() > 500, "{}", ids.len());

        while !tenants::erase_removed(&then.app).await.unwrap() {
            let code = tenants::restore(&then.app, &cedar).await.unwrap_err().code();
            assert_eq!(code, "TENANT_BEING_ERASED");
        }
        assert_eq!(rows(&world, tenant, false).await, others);
        for (table, left) in &others {
            for row in left {
                assert_eq!(mentioned(row, &ids), None, "{table}: {row}");
            }
        }
        let left = rows(&world, tenant, true).await;
        assert!(left.values().all(BTreeSet::is_empty), "{left:?}");
        let stored: Vec<_> = world.app.files.older_than(world.app.clock.now() + HOLD * 9).collect().await;
        let folder = tenant.to_string();
        for object in stored {
            assert!(!object.unwrap().key.starts_with(&folder));
        }
        // The check of the audit trail knows, on this node and on one that kept the erased tenant's head.
        assert_eq!(faults(&world).await, Vec::<String>::new());
        world.app.audit_heads.keep(&world.app.db).await.unwrap();
        assert_eq!(faults(&world).await, Vec::<String>::new());
        let heads = HeadFile::read(&HeadFile::path(&world.app.settings.data_dir), &world.app.keys.audit).unwrap().unwrap();
        assert!(heads.iter().all(|head| head.tenant != tenant) && heads.iter().any(|head| head.tenant == harbor.tenant()));
        let gone = atrium::shared::erased::list(&world.app.db, &world.app.keys.audit).await.unwrap();
        assert_eq!(gone.len(), 1);
        assert!(gone[0].tenant == tenant && gone[0].ended_at.is_some());
        assert_eq!(world.acting("hugo").await.ask("{ viewer { personId } }", json!({})).await.outcome(), "ok");
    }

    async fn a_trail_that_was_cut_off_is_not_taken_for_an_erased_one(world: World) {
        let harbor = scope(&world, HARBOR).await.tenant();
        world.app.audit_heads.catch_up(&world.app.db).await.unwrap();
        assert_eq!(faults(&world).await, Vec::<String>::new());
        world.change("DELETE FROM audit_event WHERE tenant_id = $1", db::params![harbor]).await;
        world.change("DELETE FROM audit_head WHERE tenant_id = $1", db::params![harbor]).await;
        world.change(
            "INSERT INTO erased_tenant (tenant_id, began_at, ended_at, seal) VALUES ($1, $2, $2, $3)",
            db::params![harbor, world.app.clock.now(), vec![0_u8; 32]],
        ).await;
        assert_ne!(faults(&world).await, Vec::<String>::new());
        world.app.audit_heads.keep(&world.app.db).await.unwrap();
        assert_ne!(faults(&world).await, Vec::<String>::new());
    }

    async fn an_export_has_every_row_and_every_file_and_nothing_that_opens_anything(world: World) {
        let (cedar, harbor) = (scope(&world, CEDAR).await, scope(&world, HARBOR).await);
        fill(&world, "ana").await;
        let to = world.folder.path().join("cedar.zip");
        let own = rows(&world, cedar.tenant(), true).await;
        let done = tenants::export(&world.app, &cedar, &to).await.unwrap();
        assert_eq!(done.missing, vec![]);
        let mut archive = zip::ZipArchive::new(std::fs::File::open(&to).unwrap()).unwrap();
        let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for n in 0..archive.len() {
            let mut entry = archive.by_index(n).unwrap();
            let mut bytes = vec![];
            entry.read_to_end(&mut bytes).unwrap();
            entries.insert(entry.name().to_owned(), bytes);
        }
        let lines = |table: &str| -> Vec<Value> {
            let text = std::str::from_utf8(&entries[&format!("tables/{table}.jsonl")]).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let manifest: Value = serde_json::from_slice(&entries["manifest.json"]).unwrap();
        assert_eq!((&manifest["format"], &manifest["version"]), (&json!("atrium-tenant-export"), &json!(1)));
        let mut total = 0;
        for table in TABLES.iter().filter(|table| !table.is_derived) {
            let exported = lines(table.name);
            assert_eq!(exported.len(), own[table.name].len(), "{}", table.name);
            total += exported.len() as u64;
            let listed = manifest["tables"].as_array().unwrap().iter().find(|row| row["name"] == table.name).unwrap();
            assert_eq!(listed["rows"], json!(exported.len()), "{}", table.name);
        }
        assert_eq!(total, done.rows);
        // The same kinds of values on both engines.
        let ana = lines("person").into_iter().find(|row| row["username"] == "ana").unwrap();
        assert_eq!(ana["id"], json!(world.person("ana").await));
        assert_eq!(ana["tenant_id"], json!(cedar.tenant()));
        let tenant = &lines("tenant")[0];
        assert!(tenant["created_at"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok(), "{tenant}");
        assert!(lines("company")[0]["has_time_clock"].is_boolean());
        assert!(lines("time_off_type")[0]["rates"].is_array());
        let stub = &lines("pay_stub")[0];
        assert!(stub["gross"].is_i64() && stub["check_date"].as_str().unwrap().len() == 10, "{stub}");

        let files = lines("stored_file").into_iter().filter(|row| row["removed_at"].is_null()).collect::<Vec<_>>();
        assert!(!files.is_empty() && files.len() as u64 == done.files);
        for file in files {
            let path = format!("files/{}/{}", file["id"].as_str().unwrap(), file["file_name"].as_str().unwrap());
            let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, &entries[&path]);
            let hex: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(file["sha256"], json!(hex), "{path}");
        }

        let deposits = lines("direct_deposit");
        assert!(deposits.iter().all(|row| row.get("sealed_number").is_none() && row["last_four"].is_string()));
        for (table, column) in [("password_credential", "hash"), ("totp", "sealed"), ("bank_key", "wrapped"),
            ("idempotency_key", "response"), ("oidc_session", "secret_hash"), ("assistant_turn", "content")] {
            assert!(lines(table).iter().all(|row| row.get(column).is_none()), "{table}.{column}");
            let listed = manifest["tables"].as_array().unwrap().iter().find(|row| row["name"] == table).unwrap();
            assert!(listed["leftOut"].as_array().unwrap().contains(&json!(column)), "{table}.{column}");
        }
        let other = ids_of(&world, harbor.tenant()).await;
        for (name, bytes) in entries.iter().filter(|(name, _)| name.starts_with("tables/")) {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(!text.contains("$argon2"), "{name}");
            assert_eq!(mentioned(text, &other), None, "{name}");
        }

        // It's on record, and replaces nothing.
        let sql = "SELECT count(*) FROM audit_event WHERE action = 'tenant.exported'";
        assert_eq!(world.count(sql).await, 1);
        let there = std::fs::read(&to).unwrap();
        assert!(tenants::export(&world.app, &cedar, &to).await.is_err());
        assert_eq!(std::fs::read(&to).unwrap(), there);
        assert_eq!(world.count(sql).await, 1);
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

/// An ID among these that a text mentions, however it's written.
fn mentioned(text: &str, ids: &BTreeSet<String>) -> Option<String> {
    let words = text.split(|c: char| !c.is_ascii_hexdigit() && c != '-');
    words.map(|word| word.replace('-', "")).find(|word| ids.contains(word))
}

/// The IDs of everything a tenant has, without hyphens.
async fn ids_of(world: &World, tenant: TenantId) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for table in TABLES.iter().filter(|table| table.key == ["id"]) {
        let sql = format!("SELECT id FROM {} WHERE {}", table.name, table.own);
        let found: Vec<db::Cells> = world.app.db.all(sql, db::params![tenant]).await.unwrap();
        ids.extend(found.iter().map(|row| row.0[0].as_str().unwrap().replace('-', "")));
    }
    ids
}

async fn faults(world: &World) -> Vec<String> {
    let app = &world.app;
    let kept = HeadFile::read(&HeadFile::path(&app.settings.data_dir), &app.keys.audit).unwrap();
    audit::verify(&app.db, &app.keys.audit, kept.as_deref()).await.unwrap().faults
}

/// Whatever is erased must not be referred to by what is erased after it.
#[tokio::test]
async fn tables_are_erased_before_those_they_refer_to() {
    let world = World::new(Engine::Sqlite).await;
    let sql = "SELECT DISTINCT t.name, f.\"table\" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'";
    let references: Vec<(String, String)> = world.app.db.all(sql, vec![]).await.unwrap();
    assert!(references.len() > 150, "{}", references.len());
    let place = |name: &str| TABLES.iter().position(|table| table.name == name);
    for (from, to) in references {
        let Some(its) = place(&to) else { panic!("{from} refers to {to}, which stays") };
        let own = place(&from).unwrap_or_else(|| panic!("{from} refers to {to} and would be in its way"));
        if own == its {
            assert!(TABLES[own].refers_to_itself.is_some(), "{from} refers to itself");
        } else {
            assert!(own < its, "{from} refers to {to} and must be erased before it");
        }
    }
    for table in TABLES {
        let sql = "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk";
        let key: Vec<(String,)> = world.app.db.all(sql, db::params![table.name]).await.unwrap();
        let key: Vec<&str> = key.iter().map(|(name,)| name.as_str()).collect();
        assert_eq!(key, table.key, "{}", table.name);
    }
}

#[test]
fn an_operator_removes_and_restores_a_tenant_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    assert!(build.env("ATRIUM_DATA_DIR", folder.path()).output().unwrap().status.success());
    let run = |arguments: &[&str]| {
        let output = command(arguments).env("ATRIUM_DATA_DIR", folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let archive = folder.path().join("harbor.zip");
    let to = archive.to_str().unwrap();
    let (is_done, said) = run(&["tenant", "export", HARBOR, "--to", to, "--json"]);
    assert!(is_done && serde_json::from_str::<Value>(&said).unwrap()["rows"].as_i64().unwrap() > 0, "{said}");
    assert!(run(&["tenant", "export", HARBOR, "--to", to]).1.contains("choose another name"));
    let (is_done, said) = run(&["tenant", "remove", HARBOR]);
    assert!(is_done && said.contains("atrium tenant restore"), "{said}");
    assert!(run(&["tenant", "list"]).1.contains("removed, erased after"));
    for refused in [
        &["tenant", "rename", HARBOR, "Other"][..],
        &["role", "--tenant", HARBOR, "list"],
        &["tenant", "remove", HARBOR],
    ] {
        let (is_done, said) = run(refused);
        assert!(!is_done && said.contains("restore it first"), "{said}");
    }
    assert!(run(&["audit", "list", "--tenant", HARBOR]).1.contains("tenant.removed"));
    assert!(run(&["tenant", "restore", HARBOR, "--json"]).0);
    assert!(run(&["tenant", "restore", HARBOR]).1.contains("wasn't removed"));
    assert!(run(&["role", "--tenant", HARBOR, "list"]).0);
    assert!(run(&["audit", "verify"]).0);
}
