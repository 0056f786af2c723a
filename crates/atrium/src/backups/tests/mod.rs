//! Backups of the demo world and what becomes of them, on both engines and across them.

mod damage;
mod killed;

use crate::world::{Engine, World, both, command, database, psql, server};
use atrium::access;
use atrium::app::App;
use atrium::backups::{self, BackupIdentities, BackupManifest, BackupTarget, CheckedBackup};
use atrium::config::Settings;
use atrium::shared::audit::HeadFile;
use atrium::shared::clock::{Clock, Randomness};
use atrium::tenants;
use db::{Db, Options, params};
use jiff::SignedDuration;
use secrecy::ExposeSecret;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A pair of keys: the public one, and the file with the secret one.
struct Pair {
    public: String,
    file: PathBuf,
}

impl Pair {
    fn new(folder: &Path) -> Pair {
        let (public, text) = backups::new_pair();
        let file = folder.join(format!("key-{}", &public[4..14]));
        std::fs::write(&file, text).unwrap();
        Pair { public, file }
    }

    fn identities(&self) -> BackupIdentities {
        backups::identities(&self.file).unwrap()
    }
}

async fn backed_up(world: &World, pair: &Pair, name: &str) -> (PathBuf, BackupManifest) {
    let path = world.folder.path().join(name);
    let to = BackupTarget::File(path.clone());
    let report = backups::write(&world.app, &to, &[backups::recipient(&pair.public).unwrap()]).await.unwrap();
    assert_eq!(report.bytes, Some(path.metadata().unwrap().len()));
    (path, report.manifest)
}

fn checked(world: &World, pair: &Pair, path: &Path) -> CheckedBackup {
    backups::check(path, pair.identities(), Some(&world.app.keys.audit)).unwrap()
}

/// An empty place on one of the engines; its database goes with it.
struct Place {
    folder: tempfile::TempDir,
    url: String,
}

impl Place {
    fn new(engine: Engine) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let url = match engine {
            Engine::Sqlite => format!("sqlite:{}", folder.path().join("data/atrium.db").display()),
            Engine::Postgres => {
                let name = format!("test_{:016x}", Randomness::system().below(u64::MAX));
                psql(&server(), &format!("CREATE DATABASE {name} STRATEGY FILE_COPY"));
                database(&name)
            }
        };
        std::fs::create_dir(folder.path().join("data")).unwrap();
        Place { folder, url }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn settings(&self) -> Settings {
        let environment = [
            ("ATRIUM_DATA_DIR".to_owned(), self.data().display().to_string()),
            ("ATRIUM_DATABASE_URL".to_owned(), self.url.clone()),
            ("ATRIUM_PERSON_REQUESTS_PER_MINUTE".to_owned(), "1000000".to_owned()),
        ];
        Settings::load(None, environment, &[]).unwrap()
    }

    async fn connect(&self) -> Db {
        let options = Options { pg_connections: 4, readers: 2, is_loading: true, ..Options::default() };
        Db::connect(&self.url, options).await.unwrap()
    }

    async fn load(&self, backup: CheckedBackup) -> Result<BackupManifest, String> {
        let db = self.connect().await;
        let settings = self.settings();
        let done = async {
            backups::prepare(&db, &settings).await?;
            backups::load(&db, &settings, backup).await
        };
        let done = done.await;
        db.close().await;
        done
    }

    async fn app(&self, like: &World) -> App {
        let (settings, keys) = (self.settings(), like.app.keys.clone());
        App {
            db: self.connect().await,
            files: settings.file_storage().unwrap(),
            audit_heads: HeadFile::open(&self.data(), keys.audit.clone()).unwrap(),
            settings: Arc::new(settings),
            ..like.app.clone()
        }
    }

    /// All of it: a world that serves what was restored.
    async fn restore(&self, like: &World, backup: CheckedBackup, newer: &[BackupManifest]) -> World {
        let manifest = self.load(backup).await.unwrap();
        let app = self.app(like).await;
        let unfinished = backups::check_finished(&app.db).await.unwrap_err();
        assert!(unfinished.contains("didn't finish"), "{unfinished}");
        let mut faults = vec![];
        let mut tell = |fault: &str| faults.push(fault.to_owned());
        backups::finish(&app, &manifest, newer, false, &mut tell).await.unwrap();
        assert_eq!(faults, Vec::<String>::new());
        backups::check_finished(&app.db).await.unwrap();
        like.node(|own| *own = app).await
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.url.starts_with("postgres") {
            let name = self.url.rsplit('/').next().unwrap();
            psql(&server(), &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

fn other(engine: Engine) -> Engine {
    match engine {
        // Only the tests of PostgreSQL have a server.
        Engine::Postgres => Engine::Sqlite,
        Engine::Sqlite => Engine::Sqlite,
    }
}

/// What a restore writes itself.
const OWN: &[&str] = &["audit_event", "audit_head"];

fn same_tables(before: &BackupManifest, after: &BackupManifest, but: &[&str]) {
    assert_eq!(before.tables.len(), after.tables.len());
    for (before, after) in before.tables.iter().zip(&after.tables) {
        if !but.contains(&before.name.as_str()) {
            assert_eq!(before, after);
        }
    }
}

both! {
    async fn a_backup_restores_to_the_same_rows_and_files_on_either_engine_and_people_sign_in(world: World) {
        let pair = Pair::new(world.folder.path());
        world.acting("ana").await;
        let (path, manifest) = backed_up(&world, &pair, "first.atrium").await;
        assert!(manifest.rows() > 1_000 && manifest.files > 0, "{} {}", manifest.rows(), manifest.files);
        assert_eq!(manifest.missing, Vec::<String>::new());
        let there = Place::new(other(world.engine));
        let restored = there.restore(&world, checked(&world, &pair, &path), &[]).await;
        let sql = "SELECT count(*) FROM audit_event WHERE action = 'backup.restored'";
        assert_eq!(restored.count(sql).await, restored.count("SELECT count(*) FROM tenant").await);
        // What was restored, backed up and brought back to the first engine.
        let (second, of_restored) = backed_up(&restored, &pair, "second.atrium").await;
        same_tables(&manifest, &of_restored, OWN);
        assert_eq!((manifest.files, &manifest.files_sha256), (of_restored.files, &of_restored.files_sha256));
        let ana = restored.acting("ana").await.standing("Cedar Outfitters").await;
        assert_eq!(ana.person, world.acting("ana").await.standing("Cedar Outfitters").await.person);
        restored.app.db.close().await;
        let back = Place::new(world.engine);
        let home = back.restore(&world, checked(&world, &pair, &second), &[]).await;
        let (_, of_home) = backed_up(&home, &pair, "third.atrium").await;
        same_tables(&manifest, &of_home, OWN);
        home.acting("marcus").await.standing("Cedar Outfitters").await;
        home.app.db.close().await;
    }

    async fn triggers_and_references_work_after_a_restore(world: World) {
        let pair = Pair::new(world.folder.path());
        let (path, _) = backed_up(&world, &pair, "a.atrium").await;
        let place = Place::new(world.engine);
        let restored = place.restore(&world, checked(&world, &pair, &path), &[]).await;
        let waiting = "SELECT count(*) FROM time_off_waiting";
        assert!(restored.count(waiting).await > 0);
        assert_eq!(restored.count(waiting).await, world.count(waiting).await);
        restored.change("UPDATE time_off_request SET status = 'Denied' WHERE status = 'Pending'", vec![]).await;
        assert_eq!(restored.count(waiting).await, 0, "a trigger takes them away");
        // As a server opens it: with references checked.
        let db = Db::connect(&place.url, Options::default()).await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        let gone = tx.exec("DELETE FROM company", params![]).await;
        assert!(matches!(gone, Err(db::Error::ForeignKey(_))), "{gone:?}");
        drop(tx);
        db.close().await;
        restored.app.db.close().await;
    }

    async fn a_backup_under_load_is_one_moment_of_it(world: World) {
        let pair = Pair::new(world.folder.path());
        let now = world.app.clock.now();
        const EACH: i64 = 1_000;
        world.change("INSERT INTO backup_run (id, started_at, finished_at, row_count, file_count) VALUES ($1, $2, $2, $3, 0)",
            params![world.app.ids.next(now), now, EACH]).await;
        world.change("INSERT INTO outbox_message (id, tenant_id, topic, payload, created_at, due_at, delivered_at, attempts)
            SELECT $1, id, 'sum', '{}', $2, $2, $2, $3 FROM tenant ORDER BY id LIMIT 1", params![world.app.ids.next(now), now, EACH]).await;
        let (is_over, db) = (Arc::new(AtomicBool::new(false)), world.app.db.clone());
        let over = is_over.clone();
        // The two tables are far from each other in a backup.
        let writing = tokio::spawn(async move {
            let mut moved = 0;
            while !over.load(Ordering::Relaxed) {
                let mut tx = db.begin_write().await.unwrap();
                tx.exec("UPDATE backup_run SET row_count = row_count - 1", params![]).await.unwrap();
                tx.exec("UPDATE outbox_message SET attempts = attempts + 1 WHERE topic = 'sum'", params![]).await.unwrap();
                tx.commit().await.unwrap();
                moved += 1;
            }
            moved
        });
        let (path, _) = backed_up(&world, &pair, "busy.atrium").await;
        is_over.store(true, Ordering::Relaxed);
        assert!(writing.await.unwrap() > 1, "nothing was written meanwhile");
        let place = Place::new(world.engine);
        let restored = place.restore(&world, checked(&world, &pair, &path), &[]).await;
        let sum = "SELECT CAST((SELECT sum(row_count) FROM backup_run) + (SELECT sum(attempts) FROM outbox_message WHERE topic = 'sum') AS BIGINT)";
        assert_eq!(restored.count(sum).await, 2 * EACH);
        restored.app.db.close().await;
    }

    async fn an_erased_tenant_stays_erased_when_an_older_backup_is_restored(world: World) {
        let pair = Pair::new(world.folder.path());
        let (before, _) = backed_up(&world, &pair, "before.atrium").await;
        let (harbor,): (atrium::shared::id::TenantId,) =
            world.app.db.one("SELECT id FROM tenant WHERE name = 'Harbor Clinic'", vec![]).await.unwrap();
        tenants::remove(&world.app, &access::operator(harbor)).await.unwrap();
        let late = world.app.clock.now() + tenants::HOLD + SignedDuration::from_hours(1);
        let later = world.node(|app| app.clock = Clock::stopped_at(late)).await;
        while !tenants::erase_removed(&later.app).await.unwrap() {}
        let (_, newer) = backed_up(&world, &pair, "after.atrium").await;
        let place = Place::new(world.engine);
        let restored = place.restore(&world, checked(&world, &pair, &before), &[newer]).await;
        let open = "SELECT count(*) FROM person p JOIN tenant t ON t.id = p.tenant_id WHERE t.name = 'Harbor Clinic' AND p.disabled_at IS NULL";
        assert_eq!(restored.count(open).await, 0);
        while !tenants::erase_removed(&restored.app).await.unwrap() {}
        assert_eq!(restored.count("SELECT count(*) FROM tenant WHERE name = 'Harbor Clinic'").await, 0);
        assert!(restored.count("SELECT count(*) FROM tenant WHERE name = 'Cedar Group'").await == 1);
        let kept = HeadFile::read(&HeadFile::path(&place.data()), &world.app.keys.audit).unwrap();
        let verdict = atrium::shared::audit::verify(&restored.app.db, &world.app.keys.audit, kept.as_deref()).await.unwrap();
        assert_eq!(verdict.faults, Vec::<String>::new());
        restored.app.db.close().await;
    }

    async fn a_place_that_isnt_empty_is_left_alone(world: World) {
        let pair = Pair::new(world.folder.path());
        let (path, _) = backed_up(&world, &pair, "a.atrium").await;
        let used = Place::new(world.engine);
        let db = used.connect().await;
        db.migrate(db::MIGRATIONS).await.unwrap();
        db.close().await;
        let refused = used.load(checked(&world, &pair, &path)).await.unwrap_err();
        assert!(refused.contains("the database isn't empty"), "{refused}");
        let db = used.connect().await;
        assert_eq!(db.schema_version().await.unwrap(), db::MIGRATIONS.len() as i64);
        backups::check_finished(&db).await.unwrap();
        db.close().await;
        for name in ["notes.txt", "audit-heads.json", "files/a/b"] {
            let place = Place::new(world.engine);
            let file = place.data().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, "mine").unwrap();
            // Twice: the first refusal leaves nothing behind that would let the second one in.
            for _ in 0..2 {
                let refused = place.load(checked(&world, &pair, &path)).await.unwrap_err();
                assert!(refused.contains("isn't empty"), "{refused}");
            }
            assert_eq!(std::fs::read(&file).unwrap(), b"mine");
            let db = place.connect().await;
            assert_eq!(db.schema_version().await.unwrap(), 0);
            backups::check_finished(&db).await.unwrap();
            db.close().await;
        }
    }

    async fn the_last_backup_is_on_the_health_page_and_missed_when_it_is_too_old(world: World) {
        let limit = |hours: i64| {
            let mut settings = Settings::load(None, [], &[]).unwrap();
            settings.data_dir = world.folder.path().to_owned();
            settings.backup_max_age_hours = hours;
            Arc::new(settings)
        };
        let late_after = async |hours: i64, by: SignedDuration| {
            let clock = Clock::stopped_at(world.app.clock.now() + by);
            let app = App { demo: None, settings: limit(hours), clock, ..world.app.clone() };
            backups::last(&app, &app.db).await.unwrap().is_late
        };
        let hour = SignedDuration::from_hours(1);
        assert!(late_after(24, hour).await && !late_after(0, hour).await);
        let health = "query ($t: ID!) { systemHealth(tenantId: $t) { lastBackupAt isBackupLate } }";
        let tenant = world.acting("ana").await.standing("Cedar Outfitters").await.tenant;
        let grace = world.acting("grace").await;
        let before = grace.ask(health, json!({ "t": tenant })).await;
        assert_eq!(before.data("/systemHealth/lastBackupAt"), &json!(null));
        let pair = Pair::new(world.folder.path());
        backed_up(&world, &pair, "a.atrium").await;
        let after = grace.ask(health, json!({ "t": tenant })).await;
        assert!(after.data("/systemHealth/lastBackupAt").is_string());
        assert_eq!(after.data("/systemHealth/isBackupLate"), &json!(false));
        assert!(!late_after(24, hour).await && late_after(24, hour * 25).await && !late_after(0, hour * 1_000).await);
        let home = grace.ask("{ administratorHome { lateBackups } }", json!({})).await;
        assert_eq!(home.data("/administratorHome/lateBackups"), 0, "a demo needs no backups");
        let app = App { demo: None, settings: limit(24), clock: Clock::stopped_at(world.app.clock.now() + hour * 30), ..world.app.clone() };
        let node = world.node(|own| *own = app).await;
        let home = node.acting("grace").await.ask("{ administratorHome { lateBackups } }", json!({})).await;
        assert_eq!(home.data("/administratorHome/lateBackups"), 1);
    }

    async fn a_backup_is_on_record_in_every_tenant_with_the_operators_name(world: World) {
        let pair = Pair::new(world.folder.path());
        let node = world.node(|app| app.operator = Some("Olga at the terminal".into())).await;
        let path = world.folder.path().join("a.atrium");
        let to = BackupTarget::File(path.clone());
        let recipients = [backups::recipient(&pair.public).unwrap()];
        backups::write(&node.app, &to, &recipients).await.unwrap();
        let sql = "SELECT count(*) FROM audit_event WHERE action = 'backup.written' AND actor_name = 'Olga at the terminal'";
        assert_eq!(world.count(sql).await, world.count("SELECT count(*) FROM tenant").await);
        // A file that's there isn't replaced, and nothing is recorded.
        let bytes = std::fs::read(&path).unwrap();
        assert!(backups::write(&node.app, &to, &recipients).await.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        assert_eq!(world.count(sql).await, world.count("SELECT count(*) FROM tenant").await);
        let mode = std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
}

/// `atrium` at a terminal, where this world is.
fn at(world: &World, arguments: &[&str]) -> std::process::Command {
    use base64::{Engine, engine::general_purpose::STANDARD};
    std::fs::write(world.folder.path().join("demo-key"), STANDARD.encode([7; 32])).unwrap();
    let mut command = command(arguments);
    command.env("ATRIUM_DATA_DIR", world.folder.path());
    command.env("ATRIUM_DATABASE_URL", world.app.settings.database_url.expose_secret());
    command
}

/// The same at an empty place, with the key that isn't in a backup.
fn in_place(place: &Place, arguments: &[&str]) -> std::process::Command {
    use base64::{Engine, engine::general_purpose::STANDARD};
    std::fs::write(place.data().join("demo-key"), STANDARD.encode([7; 32])).unwrap();
    let mut command = command(arguments);
    command.env("ATRIUM_DATA_DIR", place.data()).env("ATRIUM_DATABASE_URL", &place.url);
    command
}

fn ends(mut command: std::process::Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}
