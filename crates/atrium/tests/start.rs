//! Starts that cannot succeed: one clear line, an exit code, nothing half-made.

use crate::world::{command, database, free_port, psql, server};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn ends(mut command: Command) -> (i32, String) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "one line, not:\n{text}");
    (output.status.code().unwrap(), text)
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

const KEY: &str = "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=";

fn serve(folder: &Path, settings: &[(&str, &str)]) -> Command {
    let mut command = command(&["serve"]);
    command.env("ATRIUM_DATA_DIR", folder.join("data")).env("ATRIUM_MASTER_KEY", KEY);
    command.env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    command.envs(settings.iter().copied());
    command
}

#[test]
fn a_bad_setting_ends_with_2_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value, says) in [
        ("ATRIUM_LISTEN", "everywhere", "setting listen (from ATRIUM_LISTEN)"),
        ("ATRIUM_MASTER_KEY", "", "setting master_key is missing"),
        ("ATRIUM_MASTER_KEY", "short", "setting master_key must be 32 bytes"),
        (
            "ATRIUM_MASTER_KEY",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "setting master_key is easy to guess",
        ),
        (
            "ATRIUM_MASTER_KEY",
            "Y29ycmVjdCBob3JzZSBiYXR0ZXJ5IHN0YXBsZSAxMjM=",
            "setting master_key is easy to guess",
        ),
        ("ATRIUM_LOGLEVEL", "info", "there is no setting loglevel"),
        ("ATRIUM_PUBLIC_URL", "http://portal.example.com", "setting public_url (from ATRIUM_PUBLIC_URL)"),
        ("ATRIUM_DATABASE_URL", "oracle:x", "setting database_url"),
        ("ATRIUM_DATABASE_URL", "postgres://atrium:pa@ss@db:port/x", "setting database_url"),
        ("ATRIUM_DATABASE_URL", "postgres://atrium@db/x?sslmode=prefer", "sslmode"),
        ("ATRIUM_DATABASE_URL", "sqlite:", "setting database_url"),
        ("ATRIUM_TRUSTED_PROXIES", "10.0.0.0/8,proxy", "setting trusted_proxies"),
        ("ATRIUM_FORWARDED_HEADER", "X-Real-IP", "setting forwarded_header"),
    ] {
        let (code, line) = ends(serve(folder.path(), &[(name, value)]));
        assert_eq!(code, 2, "{line}");
        assert!(line.contains(says), "{line}");
        assert!(is_empty(folder.path()), "nothing was made");
    }
}

#[test]
fn an_occupied_port_is_named_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, line) = ends(serve(folder.path(), &[("ATRIUM_LISTEN", &address)]));
    assert_eq!(code, 1);
    assert!(line.contains(&address) && line.contains("in use"), "{line}");
    assert!(is_empty(folder.path()));
}

#[test]
fn an_unreachable_database_is_named_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("postgres://atrium:s3cret@127.0.0.1:{}/atrium", free_port());
    let (code, line) = ends(serve(folder.path(), &[("ATRIUM_DATABASE_URL", &url)]));
    assert_eq!(code, 1);
    assert!(line.contains("Cannot reach the database") && !line.contains("s3cret"), "{line}");
}

#[test]
fn a_folder_that_cannot_be_made_and_a_file_that_is_no_database_are_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "a file").unwrap();
    let (code, line) = ends(serve(folder.path(), &[]));
    assert_eq!(code, 1);
    assert!(line.contains("cannot create the data folder"), "{line}");

    let other = tempfile::tempdir().unwrap();
    let file = other.path().join("x.db");
    std::fs::write(&file, "this is certainly not a database, but long enough to look at".repeat(20)).unwrap();
    let (code, line) =
        ends(serve(other.path(), &[("ATRIUM_DATABASE_URL", &format!("sqlite:{}", file.display()))]));
    assert_eq!(code, 1);
    assert!(line.contains("not an SQLite database"), "{line}");
}

#[test]
fn a_full_disk_at_start_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    // No file may grow beyond 8 blocks: what a full disk does to the first write of a schema.
    let binary = env!("CARGO_BIN_EXE_atrium");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("trap '' XFSZ; ulimit -S -f 8; exec {binary} serve")]);
    command.env("ATRIUM_DATA_DIR", folder.path().join("data")).env("ATRIUM_MASTER_KEY", KEY);
    command.env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port())).env_remove("ATRIUM_TEST_POSTGRES");
    let (code, line) = ends(command);
    assert_eq!(code, 1);
    assert!(line.contains("disk") || line.contains("full") || line.contains("write"), "{line}");
    // With room again it starts from where it stood: nothing half-made is in the way.
    let mut again = crate::world::command(&["migrate"]);
    again.env("ATRIUM_DATA_DIR", folder.path().join("data"));
    assert!(again.output().unwrap().status.success());
}

/// What the database of this folder has run.
fn rewrite_history(folder: &std::path::Path, sql: &'static str) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite:{}", folder.join("atrium.db").display());
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        assert_eq!(tx.exec(sql, vec![]).await, Ok(1));
        tx.commit().await.unwrap();
        db.close().await;
    });
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let migrate = || {
        let mut command = command(&["migrate"]);
        command.env("ATRIUM_DATA_DIR", folder.path());
        command
    };
    assert!(migrate().output().unwrap().status.success());
    assert!(migrate().output().unwrap().status.success(), "a second time changes nothing");
    let sql = "INSERT INTO schema_migration SELECT version + 1000, name, checksum FROM schema_migration WHERE version = 1";
    rewrite_history(folder.path(), sql);
    let (code, line) = ends(migrate());
    assert_eq!(code, 1);
    assert!(line.contains("newer") && line.contains("1001"), "{line}");
    let mut verify = command(&["audit", "verify", "--without-heads"]);
    verify.env("ATRIUM_DATA_DIR", folder.path()).env("ATRIUM_MASTER_KEY", KEY);
    let (code, line) = ends(verify);
    assert!(code == 1 && line.contains("newer"), "{line}");
}

#[test]
fn the_database_of_a_different_build_is_refused_and_its_demo_world_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("ATRIUM_DATA_DIR", folder.path());
        command.env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
        command
    };
    let demo = || run(&["demo", "--build-only", "--today", "2026-11-16"]).output().unwrap();
    assert!(demo().status.success());
    rewrite_history(folder.path(), "UPDATE schema_migration SET checksum = checksum - 1 WHERE version = 1");
    for arguments in [&["migrate"][..], &["audit", "verify", "--without-heads"]] {
        let (code, line) = ends(run(arguments));
        assert!(code == 1 && line.contains("different build") && line.contains("empty database"), "{line}");
    }
    let again = demo();
    assert!(
        again.status.success() && String::from_utf8_lossy(&again.stdout).contains("Building the demo world")
    );
    assert!(run(&["migrate"]).output().unwrap().status.success());
}

#[test]
fn production_refuses_demo_accounts_and_a_demo_refuses_real_data() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    build.env("ATRIUM_DATA_DIR", &data).env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    assert!(build.output().unwrap().status.success());
    let (code, line) = ends(serve(folder.path(), &[]));
    assert_eq!(code, 1);
    assert!(line.contains("demo accounts"), "{line}");

    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite:{}", data.join("atrium.db").display());
        let db = db::Db::connect(&url, db::Options::default()).await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        tx.exec("DELETE FROM deployment", vec![]).await.unwrap();
        tx.commit().await.unwrap();
        db.close().await;
    });
    let mut demo = command(&["demo", "--fresh", "--build-only"]);
    demo.env("ATRIUM_DATA_DIR", &data).env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    let (code, line) = ends(demo);
    assert_eq!(code, 1);
    assert!(line.contains("isn't from a demo"), "{line}");
}

/// Serves a new database until its set-up link is printed.
fn served_once(folder: &Path) {
    let mut serving = serve(folder, &[]);
    let mut serving = serving.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(serving.stdout.take().unwrap()).lines().map_while(Result::ok);
    let link = lines.find(|line| line.contains("/login/setup?token="));
    serving.kill().unwrap();
    serving.wait().unwrap();
    assert!(link.is_some());
}

#[test]
fn another_master_key_is_named_at_start() {
    let folder = tempfile::tempdir().unwrap();
    served_once(folder.path());
    let other = [("ATRIUM_MASTER_KEY", "yv66vhAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKis=")];
    for lost in [false, true] {
        let heads = folder.path().join("data/audit-heads.json");
        if lost && heads.exists() {
            std::fs::remove_file(heads).unwrap();
        }
        let (code, line) = ends(serve(folder.path(), &other));
        assert!(code == 1 && line.contains("master_key"), "{line}");
    }
}

#[test]
fn a_demo_refuses_a_database_that_waits_for_its_first_administrator() {
    let folder = tempfile::tempdir().unwrap();
    served_once(folder.path());
    let mut demo = command(&["demo", "--build-only"]);
    demo.env("ATRIUM_DATA_DIR", folder.path().join("data"));
    demo.env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    let (code, line) = ends(demo);
    assert_eq!(code, 1);
    assert!(line.contains("isn't from a demo"), "{line}");
}

#[test]
fn two_on_one_data_folder_are_one_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let lock = std::fs::File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    let mut demo = command(&["demo", "--build-only"]);
    demo.env("ATRIUM_DATA_DIR", folder.path()).env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    let (code, line) = ends(demo);
    assert_eq!(code, 1);
    assert!(line.contains("another atrium is already using"), "{line}");
}

#[test]
fn the_audit_trail_is_not_vouched_for_without_its_heads_or_by_another_key() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    build.env("ATRIUM_DATA_DIR", folder.path()).env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    assert!(build.output().unwrap().status.success());
    let verify = |more: &[&str], key: Option<&str>| {
        let mut command = command(&[&["audit", "verify"], more].concat());
        command.env("ATRIUM_DATA_DIR", folder.path()).envs(key.map(|key| ("ATRIUM_MASTER_KEY", key)));
        command
    };
    assert!(verify(&[], None).output().unwrap().status.success());
    let (code, line) = ends(verify(&[], Some(KEY)));
    assert!(code == 1 && line.contains("another master_key"), "{line}");
    std::fs::remove_file(folder.path().join("audit-heads.json")).unwrap();
    let (code, line) = ends(verify(&[], None));
    assert!(code == 1 && line.contains("is missing"), "{line}");
    assert!(verify(&["--without-heads"], None).output().unwrap().status.success());
}

#[test]
fn an_operator_switches_flags_and_second_factors_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    build.env("ATRIUM_DATA_DIR", folder.path()).env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    assert!(build.output().unwrap().status.success());
    let flag = |arguments: &[&str]| {
        let mut command = command(&[&["flag"], arguments].concat());
        command.env("ATRIUM_DATA_DIR", folder.path());
        command
    };
    let maintenance = || {
        let listed = flag(&["list", "Cedar Group"]).output().unwrap();
        let text = String::from_utf8(listed.stdout).unwrap();
        let line = text.lines().find(|line| line.starts_with("maintenance-mode")).unwrap();
        line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(maintenance(), "off (default)");
    for (value, is) in [("on", "on"), ("off", "off"), ("default", "off (default)")] {
        assert!(flag(&["set", "Cedar Group", "maintenance-mode", value]).output().unwrap().status.success());
        assert_eq!(maintenance(), is);
    }
    for wrong in [
        ["Nobody", "chatbot", "on"],
        ["Cedar Group", "no-such-flag", "on"],
        ["Cedar Group", "chatbot", "maybe"],
    ] {
        let (code, line) = ends(flag(&[&["set"], &wrong[..]].concat()));
        assert!(code == 1 && line.contains("flag") | line.contains("tenant"), "{line}");
    }
    let second_factor = |tenant: &str, when: &str| {
        let mut command = command(&["second-factor", tenant, when]);
        command.env("ATRIUM_DATA_DIR", folder.path());
        command
    };
    for when in ["always", "new_device", "step_up"] {
        assert!(second_factor("Cedar Group", when).output().unwrap().status.success(), "{when}");
    }
    for (tenant, when) in [("Nobody", "always"), ("Cedar Group", "never")] {
        let (code, line) = ends(second_factor(tenant, when));
        assert!(code == 1 && line.contains(tenant) | line.contains(when), "{line}");
    }
    let mut verify = command(&["audit", "verify"]);
    assert!(verify.env("ATRIUM_DATA_DIR", folder.path()).output().unwrap().status.success());
}

#[test]
fn the_audit_trail_names_whoever_ran_a_command_and_is_read_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    build.env("ATRIUM_DATA_DIR", folder.path()).env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    assert!(build.output().unwrap().status.success());
    let run = |arguments: &[&str]| {
        let mut command = command(arguments);
        let output = command.env("ATRIUM_DATA_DIR", folder.path()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let events = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let printed = run(&[&["audit"], arguments, &["--tenant", "Cedar Group", "--json"]].concat());
        serde_json::from_str(&printed).unwrap()
    };
    for tenant in [&[] as &[&str], &["--tenant", "Cedar Group"]] {
        let printed = run(&[&["mapping", "list", "--json"], tenant].concat());
        let listed: Vec<serde_json::Value> = serde_json::from_str(&printed).unwrap();
        assert!(listed.iter().any(|one| one["isPreset"] == true), "{printed}");
    }
    run(&["flag", "set", "Cedar Group", "chatbot", "on", "--as", "Ana at the help desk"]);
    run(&["flag", "set", "Cedar Group", "chatbot", "default"]);
    let listed = run(&["flag", "list", "Cedar Group", "--json"]);
    let first: serde_json::Value = serde_json::from_str(listed.lines().next().unwrap()).unwrap();
    assert!(first["flag"].is_string() && first["isOn"].is_boolean(), "{listed}");
    let set = events(&["list", "--action", "flag.set"]);
    assert_eq!(set.len(), 2);
    assert_eq!(set[1]["operator"], "Ana at the help desk");
    let user = set[0]["operator"].as_str().unwrap();
    assert!(!user.is_empty() && user != "Ana at the help desk", "the user of the operating system: {user}");
    let hers = events(&["list", "--person", "Ana at the help desk"]);
    assert_eq!(hers.len(), 1);
    let object = hers[0]["objectId"].as_str().unwrap();
    let history = events(&["history", object, "--limit", "1"]);
    assert_eq!(history[0]["objectId"], *object);
    // What was read is an event too, with who read it.
    assert_eq!(events(&["list", "--action", "audit.read"]).last().unwrap()["operator"], user);
    let csv = run(&["audit", "export", "--tenant", "Cedar Group", "--action", "flag.set"]);
    assert_eq!(csv.lines().count(), 3, "{csv}");
    let verdict: serde_json::Value = serde_json::from_str(&run(&["audit", "verify", "--json"])).unwrap();
    assert_eq!((&verdict["isIntact"], &verdict["faults"]), (&true.into(), &serde_json::json!([])));
    let mut nameless = command(&["flag", "list", "Cedar Group", "--as", " "]);
    let (code, line) = ends({
        nameless.env("ATRIUM_DATA_DIR", folder.path());
        nameless
    });
    assert!(code == 1 && line.contains("--as"), "{line}");
}

#[test]
fn a_demo_listens_on_loopback_only() {
    let (code, line) = ends(command(&["demo", "--listen", "0.0.0.0:0"]));
    assert_eq!(code, 2);
    assert!(line.contains("loopback only"), "{line}");
    let folder = tempfile::tempdir().unwrap();
    let mut elsewhere = command(&["demo"]);
    elsewhere
        .env("ATRIUM_PUBLIC_URL", "https://portal.example.com")
        .env("ATRIUM_DATA_DIR", folder.path().join("data"));
    elsewhere.env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
    let (code, line) = ends(elsewhere);
    assert_eq!(code, 2);
    assert!(line.contains("public_url must be on loopback") && is_empty(folder.path()), "{line}");
}

#[test]
fn a_demo_of_another_day_is_made_again_also_on_postgres() {
    psql(&server(), "CREATE DATABASE demo_days");
    let folder = tempfile::tempdir().unwrap();
    for day in ["2026-11-16", "2026-11-17"] {
        let mut build =
            command(&["demo", "--build-only", "--today", day, "--database-url", &database("demo_days")]);
        build
            .env("ATRIUM_DATA_DIR", folder.path())
            .env("ATRIUM_LISTEN", format!("127.0.0.1:{}", free_port()));
        assert!(build.output().unwrap().status.success());
        let marker = psql(&database("demo_days"), "SELECT value FROM deployment WHERE key = 'demo'");
        assert_eq!(marker, day);
        let mut verify = command(&["audit", "verify"]);
        verify.env("ATRIUM_DATA_DIR", folder.path()).env("ATRIUM_DATABASE_URL", database("demo_days"));
        let verdict = verify.output().unwrap();
        assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
    }
}

#[test]
fn the_committed_schema_is_the_one_the_binary_prints() {
    let printed = command(&["schema"]).output().unwrap();
    assert!(printed.status.success());
    let committed = include_str!("../../../web/schema.graphql");
    assert_eq!(String::from_utf8_lossy(&printed.stdout), committed, "run `make generate`");
}

#[test]
fn shells_complete_the_commands_and_each_has_a_manual_page() {
    let printed = |arguments: &[&str]| {
        let output = command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef atrium"), ("fish", "complete -c atrium")]
    {
        let script = printed(&["completion", shell]);
        assert!(script.contains(sign) && script.contains("remove-factor"), "{shell}");
    }
    assert!(printed(&["man"]).contains(".TH atrium 1"));
    let folder = tempfile::tempdir().unwrap();
    printed(&["man", "--folder", folder.path().to_str().unwrap()]);
    for page in ["atrium.1", "atrium-person.1", "atrium-person-remove-factor.1", "atrium-session-end.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
}

#[test]
fn a_list_that_nobody_reads_ends_quietly() {
    // What `| head` leaves behind when it has seen enough.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command(&["schema"]).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.wait_with_output().unwrap().stderr), "");
}
