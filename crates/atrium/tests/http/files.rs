//! Pages and files: their headers, and how they are compressed.

use super::world;
use crate::world::Reply;
use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

#[tokio::test]
async fn every_page_has_a_fresh_nonce_the_not_found_page_too() {
    let world = world().await;
    let unknown = Request::get("/no/such/page").header(header::ACCEPT, "text/html");
    let second = world.send(unknown.body(Body::empty()).unwrap()).await;
    let first = world.get("/manager/announcements").await;
    // Without a built web app there is a sentence instead; `make test` builds it first.
    assert_eq!(
        (first.status, second.status),
        (axum::http::StatusCode::OK, axum::http::StatusCode::NOT_FOUND),
        "{}",
        first.text
    );
    let nonce = |reply: &crate::world::Reply| {
        let policy = reply.headers["content-security-policy"].to_str().unwrap().to_owned();
        assert!(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"), "{policy}");
        policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned()
    };
    let (a, b) = (nonce(&first), nonce(&second));
    assert_ne!(a, b);
    assert!(first.text.contains(&a) && !first.text.contains("__CSP_NONCE__"));
    assert!(first.text.contains(r#"data-inactivity-limit-ms="840000""#), "the setting reaches the page");
    assert_eq!(first.headers["cache-control"], "no-store");
}

/// The last script of the page is the app itself; those before it may be too small to be worth compressing.
fn app_script(page: &str) -> String {
    page.rsplit("src=\"").next().unwrap().split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn hashed_files_are_compressed_and_kept_for_ever() {
    let world = world().await;
    let page = world.get("/").await.text;
    let script = app_script(&page);
    assert!(script.starts_with("/assets/"), "{script}");
    for (accept, coding) in [("br, gzip", Some("br")), ("gzip", Some("gzip")), ("identity", None)] {
        let request =
            Request::get(&script).header(header::ACCEPT_ENCODING, accept).body(Body::empty()).unwrap();
        let reply = world.send(request).await;
        assert_eq!(reply.headers.get("content-encoding").map(|value| value.to_str().unwrap()), coding);
        assert_eq!(reply.headers["cache-control"], "public, max-age=31536000, immutable");
        let request = Request::get(&script)
            .header(header::ACCEPT_ENCODING, accept)
            .header(header::IF_NONE_MATCH, &reply.headers["etag"]);
        assert_eq!(world.send(request.body(Body::empty()).unwrap()).await.status, 304);
    }
    for missing in ["/assets/no-such.js", "/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml"] {
        assert_eq!(world.get(missing).await.status, 404, "{missing}");
    }
}

#[tokio::test]
async fn a_file_comes_in_the_coding_that_is_wanted_and_each_coding_has_its_own_tag() {
    let world = world().await;
    let page = world.get("/").await.text;
    let script = app_script(&page);
    let ask = async |accept: &str, has: &str| {
        let request = Request::get(&script).header(header::ACCEPT_ENCODING, accept);
        let request = request.header(header::IF_NONE_MATCH, has);
        world.send(request.body(Body::empty()).unwrap()).await
    };
    let mut tags = std::collections::BTreeSet::new();
    for (accept, coding) in [
        ("br;q=0, gzip", Some("gzip")),
        ("br;q=0.0, gzip;q=0", None),
        ("*", Some("br")),
        ("*;q=0", None),
        ("br;q=0, *;q=0.5", Some("gzip")),
        ("BR ; q=0.5", Some("br")),
        ("deflate", None),
    ] {
        let reply = ask(accept, "").await;
        let is = reply.headers.get("content-encoding").map(|value| value.to_str().unwrap());
        assert_eq!(is, coding, "{accept}");
        tags.insert((coding.unwrap_or("plain"), reply.headers["etag"].to_str().unwrap().to_owned()));
    }
    assert_eq!(tags.len(), 3, "one a coding: {tags:?}");
    let tag = |coding: &str| &tags.iter().find(|(of, _)| *of == coding).unwrap().1;
    for (has, status) in [
        (tag("br").clone(), 304),
        (format!("W/{}", tag("br")), 304),
        (format!("\"other\", {}", tag("br")), 304),
        ("*".to_owned(), 304),
        (tag("gzip").clone(), 200),
        ("\"other\"".to_owned(), 200),
    ] {
        assert_eq!(ask("br", &has).await.status.as_u16(), status, "{has}");
    }
}

fn coding(reply: &Reply) -> Option<&str> {
    reply.headers.get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap())
}

fn unzipped(reply: &Reply) -> String {
    std::io::read_to_string(flate2::read::GzDecoder::new(reply.bytes.as_slice())).unwrap()
}

#[tokio::test]
async fn graphql_answers_are_compressed_for_clients_that_want_it() {
    let world = world().await;
    let ana = world.acting("ana").await;
    let ask = async |query: &str, accept: &str| {
        let body = json!({ "query": query }).to_string();
        ana.post("/graphql", body, &[("accept-encoding", accept)]).await
    };
    let long = "{ __schema { types { name } } }";
    let plain = ask(long, "identity").await;
    assert_eq!(coding(&plain), None);
    plain.data("/__schema/types");
    let gzip = ask(long, "gzip, deflate, br, zstd").await;
    assert_eq!(coding(&gzip), Some("gzip"));
    assert_eq!(unzipped(&gzip), plain.text);
    assert!(gzip.bytes.len() * 2 < plain.bytes.len(), "{} of {}", gzip.bytes.len(), plain.bytes.len());
    assert_eq!(gzip.headers["vary"], "accept-encoding");
    assert_eq!(gzip.headers["cache-control"], "no-store");
    assert_eq!(coding(&ask(long, "gzip;q=0").await), None);
    let short = ask("{ viewer { personId } }", "gzip").await;
    assert_eq!(coding(&short), None, "a short answer fits one packet as it is");
    short.data("/viewer/personId");
}

#[tokio::test]
async fn pages_are_compressed_and_what_is_small_already_is_not_compressed_again() {
    let world = world().await;
    let ask = async |path: &str, accept: &str| {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, accept);
        world.send(request.body(Body::empty()).unwrap()).await
    };
    // `/login/forgot` is a page and what it posts to.
    for path in ["/", "/login", "/login/forgot"] {
        assert_eq!(coding(&ask(path, "identity").await), None, "{path}");
        let page = ask(path, "br, gzip").await;
        assert_eq!(coding(&page), Some("gzip"), "{path}");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
        assert!(unzipped(&page).contains(nonce), "{path}");
    }
    let page = world.get("/").await.text;
    let font = page.split('"').find(|text| text.ends_with(".woff2")).expect("the page asks for its font");
    assert_eq!(coding(&ask(font, "br, gzip").await), None, "{font}");
    let script = ask(&app_script(&page), "gzip").await;
    assert!(unzipped(&script).contains("import"), "compressed once, when it was built");
    // What the provider answers repeats what it was asked, and may stand beside a secret.
    let keys = ask("/oauth2/jwks", "br, gzip").await;
    assert_eq!((keys.status.as_u16(), coding(&keys)), (200, None));
    let accounts = ask("/demo/accounts", "br, gzip").await;
    assert!(accounts.bytes.len() > 1024 && coding(&accounts).is_none());
}
