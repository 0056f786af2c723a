//! Files in an S3-compatible bucket, on a loopback service that can fail; and bytes that no row leads to.

use crate::world::{Engine, World, both};
use atrium::config::Settings;
use atrium::files::{seal_older, sweep, tidy};
use atrium::shared::file_storage::Storage;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

const OUTFITTERS: &str = "Cedar Outfitters";
const PUT: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyDocumentInput!) {
    putCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id } }";
const DELETE: &str = "mutation ($t: ID!, $c: ID!, $m: ID!, $id: ID!) {
    deleteCompanyDocument(tenantId: $t, companyId: $c, managerId: $m, documentId: $id) { documentId } }";
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<< >>\nendobj\nstartxref\n9\n%%EOF\n";

/// What the service holds, and the requests it got.
#[derive(Clone, Default)]
struct Bucket(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    /// By key: the bytes, and when they were written.
    objects: BTreeMap<String, (Vec<u8>, String)>,
    /// The requests' methods and credentials.
    asked: Vec<(Method, String)>,
    fails: bool,
}

const LATELY: &str = "2999-01-01T00:00:00.000Z";
const LONG_AGO: &str = "2020-01-01T00:00:00.000Z";

impl Bucket {
    /// Returns the bucket, and a storage that uses it.
    async fn start() -> (Bucket, Storage) {
        let bucket = Bucket::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().fallback(answer).with_state(bucket.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let environment = [
            ("ATRIUM_FILES_BUCKET", "uploads"),
            ("ATRIUM_FILES_ENDPOINT", endpoint.as_str()),
            ("ATRIUM_FILES_ACCESS_KEY", "who-we-are"),
            ("ATRIUM_FILES_SECRET_KEY", "canary-secret"),
        ];
        let environment = environment.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let settings = Settings::load(None, environment, &[]).unwrap();
        (bucket, settings.file_storage().unwrap())
    }

    fn keys(&self) -> Vec<String> {
        self.0.lock().unwrap().objects.keys().cloned().collect()
    }

    fn fail(&self, fails: bool) {
        self.0.lock().unwrap().fails = fails;
    }

    fn put(&self, key: &str, written: &str) {
        self.0.lock().unwrap().objects.insert(key.to_owned(), (PDF.to_vec(), written.to_owned()));
    }

    fn age(&self) {
        for (_, written) in self.0.lock().unwrap().objects.values_mut() {
            LONG_AGO.clone_into(written);
        }
    }
}

async fn answer(
    State(bucket): State<Bucket>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut inside = bucket.0.lock().unwrap();
    let credentials =
        headers.get(header::AUTHORIZATION).map_or("", |value| value.to_str().unwrap()).to_owned();
    inside.asked.push((method.clone(), credentials));
    if inside.fails {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let about = [(header::ETAG, "\"x\""), (header::LAST_MODIFIED, "Mon, 16 Nov 2026 10:00:00 GMT")];
    let key = uri.path().strip_prefix("/uploads").unwrap().trim_start_matches('/').to_owned();
    if method == Method::PUT {
        inside.objects.insert(key, (body.to_vec(), LATELY.to_owned()));
        (about, "").into_response()
    } else if method == Method::DELETE {
        inside.objects.remove(&key);
        StatusCode::NO_CONTENT.into_response()
    } else if key.is_empty() {
        let one = |(key, (bytes, written)): (&String, &(Vec<u8>, String))| {
            format!(
                "<Contents><Key>{key}</Key><LastModified>{written}</LastModified><ETag>x</ETag><Size>{}</Size></Contents>",
                bytes.len()
            )
        };
        let all: String = inside.objects.iter().map(one).collect();
        format!("<ListBucketResult><IsTruncated>false</IsTruncated>{all}</ListBucketResult>").into_response()
    } else {
        match inside.objects.get(&key) {
            Some((bytes, _)) => (about, bytes.clone()).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

async fn in_bucket(engine: Engine) -> (World, Bucket) {
    let (bucket, storage) = Bucket::start().await;
    (World::with(engine, |app| app.files = storage).await, bucket)
}

/// What Marcus sends to add a document.
async fn draft(world: &World, name: &str) -> Value {
    let at = world.acting("marcus").await.standing(OUTFITTERS).await;
    let input = json!({ "documentName": name, "fileName": "notes.pdf", "fileString": STANDARD.encode(PDF),
        "startDate": "2026-11-01", "endDate": "2026-12-31", "showOnDashboard": true });
    json!({ "t": at.tenant, "c": at.company, "m": at.person, "i": input })
}

fn path(variables: &Value, id: &Value) -> String {
    format!("/companies/{}/documents/{}/file", variables["c"].as_str().unwrap(), id.as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_takes_gives_and_forgets_files_and_never_sees_the_secret() {
    let (world, bucket) = in_bucket(Engine::Sqlite).await;
    let marcus = world.acting("marcus").await;
    let variables = draft(&world, "In a bucket").await;
    let id = marcus.ask(PUT, variables.clone()).await.data("/putCompanyDocuments/id").clone();
    let keys = bucket.keys();
    let tenant = variables["t"].as_str().unwrap();
    assert!(keys.len() == 1 && keys[0].starts_with(&format!("{tenant}/")), "{keys:?}");
    let file = marcus.get(&path(&variables, &id)).await;
    assert_eq!((file.status.as_u16(), file.text.as_bytes()), (200, PDF));
    let gone = json!({ "t": variables["t"], "c": variables["c"], "m": variables["m"], "id": id });
    marcus.ask(DELETE, gone).await.data("/deleteCompanyDocument/documentId");
    assert_eq!(tidy(&world.app).await.unwrap(), 1);
    assert_eq!(bucket.keys(), Vec::<String>::new());
    let asked = bucket.0.lock().unwrap().asked.clone();
    assert_eq!(asked.iter().map(|(method, _)| method.as_str()).collect::<Vec<_>>(), ["PUT", "GET", "DELETE"]);
    for (method, credentials) in asked {
        assert!(
            credentials.starts_with("AWS4-HMAC-SHA256 Credential=who-we-are/"),
            "{method}: {credentials}"
        );
        assert!(!credentials.contains("canary-secret"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storage_that_fails_answers_503_and_changes_nothing_and_is_back_by_itself() {
    let (world, bucket) = in_bucket(Engine::Sqlite).await;
    let marcus = world.acting("marcus").await;
    let variables = draft(&world, "Kept").await;
    let id = marcus.ask(PUT, variables.clone()).await.data("/putCompanyDocuments/id").clone();
    let (before, keys) = (world.rows().await, bucket.keys());

    bucket.fail(true);
    let refused = marcus.ask(PUT, draft(&world, "Not kept").await).await;
    assert_eq!((refused.status.as_u16(), refused.outcome()), (503, "UNAVAILABLE"));
    assert!(
        !refused.text.contains("canary-secret") && !refused.text.contains("127.0.0.1"),
        "{}",
        refused.text
    );
    assert_eq!(marcus.get(&path(&variables, &id)).await.status, 503);
    assert_eq!(world.rows().await, before);
    let gone = json!({ "t": variables["t"], "c": variables["c"], "m": variables["m"], "id": id });
    marcus.ask(DELETE, gone).await.data("/deleteCompanyDocument/documentId");
    assert!(tidy(&world.app).await.is_err(), "the bytes are still there");
    assert!(sweep(&world.app).await.is_err());
    assert_eq!(world.count("SELECT count(*) FROM stored_file WHERE removed_at IS NOT NULL").await, 1);

    bucket.fail(false);
    assert_eq!(bucket.keys(), keys);
    assert_eq!(tidy(&world.app).await.unwrap(), 1);
    assert_eq!(bucket.keys(), Vec::<String>::new());
    marcus.ask(PUT, draft(&world, "Not kept").await).await.data("/putCompanyDocuments/id");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_bucket_too_only_old_bytes_without_a_row_are_swept_away() {
    let (world, bucket) = in_bucket(Engine::Sqlite).await;
    let variables = draft(&world, "Kept").await;
    world.acting("marcus").await.ask(PUT, variables.clone()).await.data("/putCompanyDocuments/id");
    bucket.age();
    let kept = bucket.keys();
    let tenant = variables["t"].as_str().unwrap();
    bucket.put(&format!("{tenant}/00ff"), LONG_AGO);
    bucket.put(&format!("{tenant}/00fe"), LATELY);
    bucket.put("somebody/elses-report.csv", LONG_AGO);
    assert_eq!(sweep(&world.app).await.unwrap(), 1);
    let mut left = [kept, vec![format!("{tenant}/00fe"), "somebody/elses-report.csv".to_owned()]].concat();
    left.sort();
    assert_eq!(bucket.keys(), left);
}

/// The objects in a world's folder.
fn objects(world: &World) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(world.folder.path().join("files")).unwrap().flatten();
    folders
        .flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten())
        .map(|file| file.path())
        .collect()
}

fn written(path: &Path, hours_ago: u64, now: SystemTime) {
    let file = std::fs::File::options().write(true).open(path).unwrap();
    file.set_modified(now - Duration::from_secs(hours_ago * 3600)).unwrap();
}

both! {
    async fn bytes_that_no_row_leads_to_are_gone_after_a_day_and_not_before(world: World) {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(world.app.clock.now().as_second().unsigned_abs());
        let kept = objects(&world);
        assert!(!kept.is_empty());
        for path in &kept {
            written(path, 1000, now);
        }
        let folder = kept[0].parent().unwrap();
        let (orphan, young) = (folder.join("00ff"), folder.join("00fe"));
        for (path, hours) in [(&orphan, 25), (&young, 23)] {
            std::fs::write(path, PDF).unwrap();
            written(path, hours, now);
        }
        assert_eq!(sweep(&world.app).await.unwrap(), 1);
        assert!(!orphan.exists() && young.exists());
        assert_eq!(objects(&world).len(), kept.len() + 1);
        assert_eq!(sweep(&world.app).await.unwrap(), 0);
    }

    async fn bytes_at_rest_are_sealed_for_their_tenant_and_their_own_file(world: World) {
        let before = objects(&world);
        let marcus = world.acting("marcus").await;
        let mut made = vec![];
        for name in ["One", "Two"] {
            let variables = draft(&world, name).await;
            let id = marcus.ask(PUT, variables.clone()).await.data("/putCompanyDocuments/id").clone();
            made.push(path(&variables, &id));
        }
        let new: Vec<PathBuf> = objects(&world).into_iter().filter(|path| !before.contains(path)).collect();
        assert_eq!(new.len(), 2);
        for path in &new {
            let bytes = std::fs::read(path).unwrap();
            assert!(!bytes.windows(5).any(|part| part == b"%PDF-"), "{}", path.display());
            assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(marcus.get(&made[0]).await.text.as_bytes(), PDF);
        // As another file's bytes, even with the same content, they don't open.
        let swapped = [std::fs::read(&new[1]).unwrap(), std::fs::read(&new[0]).unwrap()];
        for (path, bytes) in new.iter().zip(swapped) {
            std::fs::write(path, bytes).unwrap();
        }
        assert_eq!(marcus.get(&made[0]).await.status, 500);
        // A file stored before there were keys is read as it is.
        world.change("UPDATE stored_file SET is_sealed = FALSE WHERE file_name = 'notes.pdf'", vec![]).await;
        for path in &new {
            std::fs::write(path, PDF).unwrap();
        }
        assert_eq!(marcus.get(&made[0]).await.text.as_bytes(), PDF);
    }

    async fn what_was_stored_plain_is_sealed_in_the_background_and_stays_readable(world: World) {
        let before = objects(&world);
        let marcus = world.acting("marcus").await;
        let mut made = vec![];
        for name in ["One", "Two"] {
            let variables = draft(&world, name).await;
            let id = marcus.ask(PUT, variables.clone()).await.data("/putCompanyDocuments/id").clone();
            made.push(path(&variables, &id));
        }
        let ours: Vec<PathBuf> = objects(&world).into_iter().filter(|path| !before.contains(path)).collect();
        world.change("UPDATE stored_file SET is_sealed = FALSE WHERE file_name = 'notes.pdf'", vec![]).await;
        std::fs::write(&ours[0], PDF).unwrap();
        // A file with the wrong bytes is left alone, and doesn't hold up the others.
        std::fs::write(&ours[1], b"%PDF-something else").unwrap();
        let last = seal_older(&world.app, None).await.unwrap();
        assert!(last.is_some());
        assert_eq!(seal_older(&world.app, last).await.unwrap(), None, "the end");
        assert_eq!(world.count("SELECT count(*) FROM stored_file WHERE is_sealed = FALSE").await, 1);
        assert!(!ours[0].exists() && ours[1].exists());
        let after = objects(&world);
        let new: Vec<&PathBuf> = after.iter().filter(|path| !before.contains(path) && !ours.contains(path)).collect();
        assert_eq!(new.len(), 1);
        assert!(!std::fs::read(new[0]).unwrap().windows(5).any(|part| part == b"%PDF-"));
        let mut answers = [marcus.get(&made[0]).await, marcus.get(&made[1]).await];
        answers.sort_by_key(|reply| reply.status.as_u16());
        assert_eq!((answers[0].text.as_bytes(), answers[1].status.as_u16()), (PDF, 500));
        // A removed file isn't sealed anymore: it's deleted.
        world.change("UPDATE stored_file SET removed_at = created_at WHERE is_sealed = FALSE", vec![]).await;
        assert_eq!(seal_older(&world.app, None).await.unwrap(), None);
    }

    async fn the_first_files_of_a_tenant_come_in_one_request_with_other_changes(world: World) {
        let marcus = world.acting("marcus").await;
        let variables = draft(&world, "First").await;
        let tenant: uuid::Uuid = variables["t"].as_str().unwrap().parse().unwrap();
        world.change("DELETE FROM direct_deposit WHERE tenant_id = $1", db::params![tenant]).await;
        assert_eq!(world.change("DELETE FROM bank_key WHERE tenant_id = $1", db::params![tenant]).await, 1);
        let two = "mutation ($t: ID!, $c: ID!, $m: ID!, $i: CompanyDocumentInput!, $j: CompanyDocumentInput!) {
            one: putCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, input: $i) { id }
            two: putCompanyDocuments(tenantId: $t, companyId: $c, managerId: $m, input: $j) { id } }";
        let mut both = variables.clone();
        both["j"] = draft(&world, "Second").await["i"].clone();
        // Without an idempotency key: with one, a request makes only one change.
        let body = json!({ "query": two, "variables": both }).to_string();
        let asked = tokio::time::timeout(Duration::from_secs(10), marcus.post("/graphql", body, &[])).await;
        let reply = asked.expect("no part of a request waits for another");
        for name in ["/one/id", "/two/id"] {
            assert_eq!(marcus.get(&path(&variables, reply.data(name))).await.text.as_bytes(), PDF);
        }
    }
}
