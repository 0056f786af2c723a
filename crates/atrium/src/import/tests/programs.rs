//! Imports of machine clients, and of files left in the watched folder. The worker is run by hand.

use super::{BALANCES, ORGANIZATIONS, PEOPLE};
use crate::world::{Reply, World, both};
use atrium::all_features::IMPORT_KINDS;
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;
use std::path::{Path, PathBuf};
use storage::WatchedPlace;

async fn send(world: &World, token: &str, query: &str, key: Option<&str>, body: &str) -> Reply {
    let mut request = Request::post(format!("/api/v1/imports{query}"))
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/octet-stream");
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    world.send(request.body(Body::from(body.to_owned())).unwrap()).await
}

async fn worked(world: &World) {
    atrium::import::work_on(&world.app, &IMPORT_KINDS).await.unwrap();
    while world.app.works.is_busy() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn token_of(world: &World, of: &str, name: &str) -> String {
    world.machine_token(&world.add_machine(of, name, &["import.write"]).await).await
}

fn code(reply: &Reply) -> (u16, &str) {
    (reply.status.as_u16(), reply.body["code"].as_str().unwrap_or_default())
}

const ADDED: &str =
    "SELECT count(*) FROM person WHERE username IN ('jordan.reyes', 'noemi.ruiz', 'sam.ortiz')";

both! {
    async fn a_program_checks_and_applies_a_file_and_asks_how_it_went(world: World) {
        let token = token_of(&world, "grace", "Payroll").await;
        let program = world.holding(&token);
        let sent = send(&world, &token, "?name=organizations.csv&apply=true", None, ORGANIZATIONS).await;
        assert_eq!((sent.status.as_u16(), &sent.body["state"]), (202, &json!("applying")), "{}", sent.text);
        worked(&world).await;

        let dry = send(&world, &token, "?kind=people&name=people.csv", None, PEOPLE).await;
        assert_eq!(dry.body["state"], "checking");
        worked(&world).await;
        let path = format!("/api/v1/imports/{}", dry.body["id"].as_str().unwrap());
        let found = program.get(&path).await;
        assert_eq!((&found.body["state"], &found.body["faults"], &found.body["firstFaults"]), (&json!("checked"), &json!(0), &json!([])));
        assert_eq!(world.count(ADDED).await, 0, "a dry run changes nothing");
        let rows = program.get(&format!("{path}/rows?effect=added&limit=2")).await;
        assert_eq!(rows.body["results"].as_array().unwrap().len(), 2, "{}", rows.text);
        assert!(rows.body["next"].is_string());

        // The same key is one import, however often it's sent.
        let query = "?kind=people&apply=true&name=people.csv";
        let first = send(&world, &token, query, Some("nov-13"), PEOPLE).await;
        let again = send(&world, &token, query, Some("nov-13"), PEOPLE).await;
        assert_eq!(first.text, again.text);
        assert_eq!(code(&send(&world, &token, query, Some("nov-13"), ORGANIZATIONS).await), (422, "IDEMPOTENCY_KEY_REUSED"));
        worked(&world).await;
        let path = format!("/api/v1/imports/{}", first.body["id"].as_str().unwrap());
        assert_eq!(program.get(&path).await.body["state"], "applied");
        assert_eq!(world.count(ADDED).await, 3);
        assert_eq!(world.count("SELECT count(*) FROM import_job WHERE source = 'machine'").await, 3);
        let trail = "SELECT count(*) FROM audit_event WHERE action = 'import.applied' AND actor_name = 'machine:Payroll'";
        assert_eq!(world.count(trail).await, 2);

        // Another program's isn't there, nor is it for another tenant.
        let other = world.holding(&token_of(&world, "grace", "Another").await).get(&path).await;
        let clinic = world.holding(&token_of(&world, "hugo", "Clinic").await).get(&path).await;
        assert_eq!((code(&other), code(&clinic)), ((404, "NOT_FOUND"), (404, "NOT_FOUND")));
    }

    async fn a_body_that_says_it_is_too_large_is_refused_at_once_and_the_frame_words_it_for_programs(world: World) {
        let token = token_of(&world, "grace", "Payroll").await;
        let ask = async |method: &str, path: &str, length: u64| {
            let request = Request::builder().method(method).uri(path).header(header::CONTENT_LENGTH, length)
                .header(header::AUTHORIZATION, format!("Bearer {token}"));
            world.send(request.body(Body::empty()).unwrap()).await
        };
        for (method, path, length, status, kind) in [
            ("POST", "/api/v1/imports", 2_147_483_648, 413, "application/problem+json"),
            ("GET", "/api/v1/imports/%00", 0, 400, "application/problem+json"),
            ("POST", "/scim/v2/Users", 2_147_483_648, 413, "application/scim+json"),
            ("GET", "/scim/v2/Users/%00", 0, 400, "application/scim+json"),
            ("GET", "/healthz?%00", 0, 400, "application/json"),
        ] {
            let reply = ask(method, path, length).await;
            let kind_of = reply.headers["content-type"].to_str().unwrap();
            assert_eq!((reply.status.as_u16(), kind_of), (status, kind), "{path}: {}", reply.text);
        }
    }

    async fn what_a_program_may_not_send_is_refused_and_faults_change_nothing(world: World) {
        let token = token_of(&world, "grace", "Payroll").await;
        let before = world.count("SELECT count(*) FROM import_job").await;
        let roles = "username,role,company\nana,Administrator,\n";
        for (query, body, refusal) in [
            ("?apply=true", roles, "KIND_NOT_YOURS"),
            ("?kind=wages", PEOPLE, "IMPORT_NO_KIND"),
            ("?mapping=None+of+ours", PEOPLE, "IMPORT_NO_MAPPING"),
            ("?company=Cedar+Underwater", PEOPLE, "IMPORT_NO_COMPANY"),
            ("?wholeTruth=true", PEOPLE, "IMPORT_NO_COMPANY"),
            ("?kind=balances&wholeTruth=true&company=Cedar+Outfitters", BALANCES, "IMPORT_NOTHING_ENDS"),
            ("", "a;b\n1;2\n", "IMPORT_UNKNOWN_FILE"),
            ("", "", "IMPORT_FILE_EMPTY"),
            ("?name=..%2Fup.csv", PEOPLE, "BAD_FILE_NAME"),
        ] {
            assert_eq!(code(&send(&world, &token, query, None, body).await), (422, refusal), "{query}");
        }
        assert_eq!(world.count("SELECT count(*) FROM import_job").await, before);
        assert_eq!(world.count("SELECT count(*) FROM import_piece").await, 0);

        let bad = PEOPLE.replace("jordan@example.com", "nowhere");
        let sent = send(&world, &token, "?kind=people&apply=true", None, &bad).await;
        worked(&world).await;
        let found = world.holding(&token).get(&format!("/api/v1/imports/{}", sent.body["id"].as_str().unwrap())).await;
        assert_eq!((&found.body["state"], &found.body["failure"]), (&json!("failed"), &json!("IMPORT_HAS_FAULTS")), "{}", found.text);
        let fault = &found.body["firstFaults"][0];
        assert_eq!((&fault["line"], &fault["columnName"]), (&json!(2), &json!("email")), "{fault}");
        assert_eq!(world.count(ADDED).await, 0);
        assert_eq!(world.count("SELECT count(*) FROM audit_event WHERE action = 'import.failed'").await, 1);

        // A right that was taken away counts for what waits.
        send(&world, &token, "?kind=people&apply=true", None, PEOPLE).await;
        world.change("UPDATE machine SET scopes = 'people.read'", vec![]).await;
        worked(&world).await;
        assert_eq!(world.count("SELECT count(*) FROM import_job WHERE failure = 'IMPORT_RIGHTS_GONE'").await, 1);
    }
}

fn leave(folder: &Path, path: &str, text: &str) -> PathBuf {
    let file = folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, text).unwrap();
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
    file
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return vec![] };
    entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

both! {
    async fn a_file_that_was_left_is_taken_once_imported_and_moved(world: World) {
        let folder = tempfile::tempdir().unwrap();
        let place = WatchedPlace::folder(folder.path()).unwrap();
        let own = folder.path().join("Cedar Group/_all/_own");
        let left = leave(folder.path(), "Cedar Group/_all/_own/organizations.csv", ORGANIZATIONS);
        let being_written = folder.path().join("Cedar Group/_all/_own/people.csv");
        std::fs::write(&being_written, PEOPLE).unwrap();
        let soon = std::time::UNIX_EPOCH + std::time::Duration::from_secs(4_000_000_000);
        std::fs::File::options().write(true).open(&being_written).unwrap().set_modified(soon).unwrap();
        let watch = async || atrium::import::watch_in(&world.app, &IMPORT_KINDS, &place).await.unwrap();
        watch().await;
        watch().await;
        assert_eq!(world.count("SELECT count(*) FROM import_job WHERE source = 'folder'").await, 1, "once");
        worked(&world).await;
        watch().await;
        assert!(!left.exists() && being_written.exists());
        let done = names(&own.join("done"));
        assert!(done.len() == 1 && done[0].ends_with(" organizations.csv"), "{done:?}");
        assert_eq!(world.count("SELECT count(*) FROM organization WHERE code = '3010'").await, 1);
        let trail = "SELECT count(*) FROM audit_event WHERE action = 'import.applied' AND actor_name = 'watched folder'";
        assert_eq!(world.count(trail).await, 1);
        // In the console, for administrators and payroll of the whole tenant.
        let grace = world.acting("grace").await;
        let tenant = grace.ask("{ viewer { tenantId } }", json!({})).await.data("/viewer/tenantId").clone();
        let list = "query ($t: ID!) { listImports(tenantId: $t) { results { source state files isOwn } } }";
        let shown = grace.ask(list, json!({ "t": tenant })).await;
        assert_eq!(shown.data("/listImports/results/0"), &json!({
            "source": "folder", "state": "applied", "files": ["organizations.csv"], "isOwn": false }));

        // A preset reads what is left in its folder, for the company of that folder; what fails lies there with a reason here.
        let path = "Cedar Group/Cedar Outfitters/Gusto-like employee list";
        let list = "First name,Last name,Work email,Personal phone,Employee ID,Date of birth,Start date,Employment status,Department,Home address street 1,Home address street 2,Home address city,Home address state,Home address zip\n";
        let row = "Noemí,Núñez,noemi.n@example.com,,9301,13-Nov-1988,3/1/22,Full time,,,,,,\n";
        leave(folder.path(), &format!("{path}/good.csv"), &format!("{list}{row}"));
        leave(folder.path(), &format!("{path}/bad.csv"), &format!("{list}{}", row.replace("13-Nov", "13-Nix")));
        leave(folder.path(), "Cedar Group/Cedar Outfitters/no such mapping/odd.csv", "a,b\n1,2\n");
        leave(folder.path(), "No Tenant/_all/_own/odd.csv", "a,b\n1,2\n");
        watch().await;
        for _ in 0..2 {
            worked(&world).await;
        }
        watch().await;
        let at = folder.path().join(path);
        assert!(names(&at.join("done"))[0].ends_with("good.csv"));
        assert!(names(&at.join("failed"))[0].ends_with("bad.csv"));
        assert_eq!(names(&folder.path().join("Cedar Group/Cedar Outfitters/no such mapping/failed")).len(), 1);
        assert_eq!(names(&folder.path().join("failed")), ["No Tenant - _all - _own - odd.csv"]);
        assert_eq!(world.count("SELECT count(*) FROM employee WHERE employee_code = '9301'").await, 1);
        let why = "SELECT count(*) FROM audit_event WHERE action = 'import.failed' AND actor_name = 'watched folder'";
        assert_eq!(world.count(why).await, 2);
        assert_eq!(world.count("SELECT count(*) FROM watched_file").await, 0);

        // Corrected and put back, it's taken again.
        let failed = at.join("failed").join(&names(&at.join("failed"))[0]);
        std::fs::rename(failed, at.join("bad.csv")).unwrap();
        watch().await;
        assert_eq!(world.count("SELECT count(*) FROM watched_file").await, 1);
    }
}
