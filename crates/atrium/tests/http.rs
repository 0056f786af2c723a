//! Everything around a request: headers, limits, health, the web app's page, what production hides.

use crate::world::{Browser, Engine, Program, Reply, World, both, command};
use atrium::schema;
use atrium::shared::pace::Paces;
use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::json;

#[tokio::test]
async fn a_demo_answers_to_its_own_host_names_only() {
    let world = World::new(Engine::Sqlite).await;
    let asked = async |world: &World, host: &str| {
        let request = Request::get("/demo/outbox").header(header::HOST, host).body(Body::empty()).unwrap();
        world.send(request).await.status.as_u16()
    };
    for own in ["localhost:8080", "localhost", "127.0.0.1:8080", "127.0.0.1", "[::1]:8080"] {
        assert_eq!(asked(&world, own).await, 200, "{own}");
    }
    // A name of somebody else's that points here (DNS rebinding).
    for other in [
        "rebound.evil.example",
        "rebound.evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8080",
        "[::1].evil.example",
        "[::1]evil",
        "[::1",
        "localhost:80@evil.example",
        "localhost:evil",
        "",
    ] {
        assert_eq!(asked(&world, other).await, 421, "{other}");
    }
    // A target that is spelled out counts, not the header.
    for (target, status) in
        [("http://evil.example/demo/outbox", 421), ("http://localhost:8080/demo/outbox", 200)]
    {
        let request = Request::get(target).header(header::HOST, "localhost").body(Body::empty()).unwrap();
        assert_eq!(world.send(request).await.status, status, "{target}");
    }
    let production = World::with(Engine::Sqlite, |app| app.demo = None).await;
    let request =
        Request::get("/healthz").header(header::HOST, "portal.example.com").body(Body::empty()).unwrap();
    assert_eq!(
        production.send(request).await.status,
        200,
        "a proxy in front of a real server knows its names"
    );
}

#[tokio::test]
async fn a_link_on_another_site_signs_nobody_out_without_asking() {
    let world = World::new(Engine::Sqlite).await;
    let own = world.app.settings.public_url.clone();
    for (headers, asks) in [
        (vec![("sec-fetch-site", "cross-site".to_owned())], true),
        (vec![("sec-fetch-site", "same-site".to_owned())], true),
        (vec![("referer", "https://evil.example/".to_owned())], true),
        (vec![("referer", format!("{own}.evil.example/"))], true),
        (vec![("sec-fetch-site", "same-origin".to_owned()), ("referer", format!("{own}/home"))], false),
        (vec![("sec-fetch-site", "none".to_owned())], false),
        (vec![("referer", format!("{own}/home"))], false),
        (vec![], true),
    ] {
        for path in ["/signout", "/SignOut/", "/signout?x=1", "/sign%6Fut", "/tabs/signout"] {
            let request = headers
                .iter()
                .fold(Request::get(path), |request, (name, value)| request.header(*name, value));
            let reply = world.send(request.body(Body::empty()).unwrap()).await;
            let leads = reply.headers.get(header::LOCATION).map(|to| to.to_str().unwrap());
            assert_eq!(leads, asks.then_some("/login/signed-out?confirm=1"), "{path} {headers:?}");
        }
    }
}

both! {
    async fn data_is_never_stored_and_every_answer_has_the_security_headers(world: World) {
        let ana = world.acting("ana").await;
        let replies = [
            ana.ask("{ viewer { personId } }", json!({})).await,
            world.nobody().ask("{ viewer { personId } }", json!({})).await,
            world.get("/healthz").await,
            world.get("/demo/accounts").await,
        ];
        for reply in replies {
            let is = |name: &str| reply.headers.get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(is("cache-control"), "no-store");
            assert_eq!(is("x-content-type-options"), "nosniff");
            assert_eq!(is("referrer-policy"), "no-referrer");
            assert_eq!(is("cross-origin-opener-policy"), "same-origin");
            assert!(is("content-security-policy").contains("frame-ancestors 'none'"));
        }
    }

    async fn a17_no_page_of_the_provider_is_framed_stored_or_runs_what_it_did_not_bring(world: World) {
        for path in ["/login?request=x", "/login/forgot", "/login/signed-out", "/oauth2/authorize", "/oauth2/authorize/resume"] {
            let reply = world.get(path).await;
            let is = |name: &str| reply.headers.get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(is("content-type"), "text/html; charset=utf-8", "{path}");
            let policy = is("content-security-policy");
            assert!(policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
            assert!(!policy.contains("unsafe") && !policy.contains('*'), "{path}: {policy}");
            assert_eq!((is("cache-control"), is("referrer-policy")), ("no-store", "no-referrer"), "{path}");
            assert_eq!(is("cross-origin-opener-policy"), "same-origin", "{path}");
        }
    }

    async fn readiness_follows_the_database_and_the_shutdown(world: World) {
        assert_eq!(world.get("/readyz").await.status, 200);
        world.app.is_ready.store(false, std::sync::atomic::Ordering::Release);
        assert_eq!(world.get("/readyz").await.status, 503);
        assert_eq!(world.get("/healthz").await.status, 200, "the process lives");
    }
}

both! {
    async fn odd_texts_are_refused_with_their_field_and_never_an_error_of_ours(world: World) {
        let marcus = world.acting("marcus").await;
        let at = marcus.standing("Cedar Outfitters").await;
        let ids = |more: serde_json::Value| {
            let mut all = json!({ "t": at.tenant, "c": at.company, "m": at.person });
            all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            all
        };
        let query = "query ($t: ID!, $c: ID!, $m: ID!, $s: String) {
            listManagersEmployees(tenantId: $t, companyId: $c, managerId: $m, search: $s) { results { __typename } } }";
        let reply = marcus.ask(query, ids(json!({ "s": "a\0" }))).await;
        assert_eq!((reply.outcome(), reply.field()), ("INVALID_TEXT", Some("s")), "{}", reply.text);
        let reply = marcus.ask(&query.replace("$s)", "\"a\\u0000\")").replace(", $s: String", ""), ids(json!({}))).await;
        assert_eq!(reply.outcome(), "INVALID_TEXT", "{}", reply.text);
        // Outside GraphQL the database's own check stands behind everything.
        let reply = marcus.post("/verify-otp", json!({ "phoneNumber": "+15035550123", "code": "\0" }).to_string(), &[]).await;
        assert_ne!(reply.status, 500, "{}", reply.text);
        assert_eq!(world.get("/companies/lookup?name=%00").await.status, 400);
        let form = Request::post("/oauth2/token").header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let body = "grant_type=authorization_code&client_id=atrium-web&code=%00&redirect_uri=x&code_verifier=y";
        let reply = world.send(form.body(Body::from(body)).unwrap()).await;
        assert_eq!(reply.status, 400, "{}", reply.text);
    }
}

/// The canary of the deposits' own tests, where a client wrote it into the text of a request.
#[tokio::test]
async fn no_error_repeats_an_account_number() {
    let world = world().await;
    let ana = world.acting("ana").await;
    let deposit = |number: &str| {
        format!(
            "mutation {{ putEmployeeData(tenantId: \"x\", companyId: \"x\", employeeId: \"x\",
               input: {{ directDeposit: [{{ bankAccountNumber: {number} }}] }}) {{ changeRequestId }} }}"
        )
    };
    let number = "004417208814";
    for text in [
        deposit(number),
        deposit("4417208814"),
        deposit("\"004417208814\", bankAccountNumber004417208814: 1"),
        deposit("[{ a: 4417208814 }]"),
        deposit("\"004417208814\", amount: 4417208814"),
        deposit("\"004417208814\", startDate: \"4417208814\""),
        deposit("\"004417208814\", bankAccountType: a4417208814"),
        deposit("\"004417208814"),
        format!("{{ viewer {{ a{number} }} }}"),
        format!("query ($v: Int = \"{number}\") {{ viewer {{ personId }} }}"),
    ] {
        let reply = ana.ask(&text, json!({})).await;
        assert_ne!(reply.outcome(), "ok", "{text}");
        assert!(!reply.text.contains("4417208814"), "{text}: {}", reply.text);
    }
}

async fn world() -> World {
    World::new(Engine::Sqlite).await
}

#[tokio::test]
async fn only_json_by_post_is_answered() {
    let world = world().await;
    let ana = world.acting("ana").await;
    let query = "query=%7Bviewer%7BpersonId%7D%7D";
    let by_get = world.get(&format!("/graphql?{query}")).await;
    assert_eq!(by_get.status, 405);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        let mut request = Request::new(Body::from("{\"query\":\"{ viewer { personId } }\"}"));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = "/graphql".parse().unwrap();
        request.headers_mut().insert(header::CONTENT_TYPE, kind.parse().unwrap());
        assert_eq!(world.send(request).await.status, 415, "{kind}");
    }
    let batch =
        json!([{ "query": "{ viewer { personId } }" }, { "query": "{ viewer { personId } }" }]).to_string();
    let reply = ana.post("/graphql", batch, &[]).await;
    assert_eq!((reply.status.as_u16(), reply.outcome()), (400, "INVALID_REQUEST"));
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let world = world().await;
    let ana = world.acting("ana").await;
    let most = world.app.settings.body_limit_bytes;
    // Long texts travel in variables; the query itself has a limit of its own.
    let padded = |size: usize| {
        let start = "{\"query\":\"{ viewer { personId } }\",\"extensions\":{\"x\":\"";
        format!("{start}{}\"}}}}", "x".repeat(size - start.len() - 3))
    };
    assert_eq!(ana.post("/graphql", padded(most), &[]).await.outcome(), "ok");
    let refused = ana.post("/graphql", padded(most + 1), &[]).await;
    assert_eq!((refused.status.as_u16(), refused.outcome()), (413, "BODY_TOO_LARGE"));
    // Without a length it is found out on the way.
    let pieces = futures_util::stream::iter([0; 2].map(|_| Ok::<_, std::io::Error>(vec![b'x'; most])));
    let request = Request::post("/login/forgot").header(header::CONTENT_TYPE, "application/json");
    let refused = world.send(request.body(Body::from_stream(pieces)).unwrap()).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (413, &json!("BODY_TOO_LARGE")));
}

#[tokio::test]
async fn variables_are_an_object_or_nothing() {
    let world = world().await;
    let ana = world.acting("ana").await;
    for variables in [json!([]), json!("x"), json!(1), json!(true), json!([{ "a": 1 }])] {
        let body = json!({ "query": "{ viewer { personId } }", "variables": variables }).to_string();
        let reply = ana.post("/graphql", body, &[]).await;
        assert_eq!((reply.status.as_u16(), reply.outcome()), (400, "INVALID_REQUEST"), "{variables}");
    }
    for variables in [json!(null), json!({}), json!({ "unused": 1 })] {
        assert_eq!(ana.ask("{ viewer { personId } }", variables).await.outcome(), "ok");
    }
}

#[tokio::test]
async fn what_no_handler_takes_is_refused_in_the_same_shape() {
    let world = world().await;
    for (path, kind, body, status, code) in [
        ("/login/forgot", "application/json", "nonsense", 400, "INVALID_REQUEST"),
        ("/login/forgot", "application/json", "{}", 422, "INVALID_REQUEST"),
        ("/login/forgot", "text/plain", "{}", 415, "INVALID_REQUEST"),
        ("/login/password", "application/json", "[", 400, "INVALID_REQUEST"),
        ("/login/no-such", "application/json", "{}", 404, "NOT_FOUND"),
        ("/no/such", "application/json", "{}", 404, "NOT_FOUND"),
        ("/healthz", "application/json", "{}", 405, "METHOD_NOT_ALLOWED"),
    ] {
        let request = Request::post(path).header(header::CONTENT_TYPE, kind);
        let reply = world.send(request.body(Body::from(body)).unwrap()).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"]), (status, &json!(code)), "{path} {body}");
        assert!(reply.body["message"].is_string() && reply.body["errors"].is_null(), "{}", reply.text);
    }
    assert_eq!(world.get("/legacy/pay-disbursements").await.status, 401, "who asks comes first");
    let without_ids = world.acting("ana").await.get("/legacy/pay-disbursements").await;
    assert_eq!((without_ids.status.as_u16(), &without_ids.body["code"]), (400, &json!("INVALID_REQUEST")));
    let put = Request::put("/graphql").body(Body::empty()).unwrap();
    assert_eq!(world.send(put).await.outcome(), "METHOD_NOT_ALLOWED", "GraphQL answers as GraphQL");
    assert_eq!(world.get("/graphql").await.headers["allow"], "POST");
}

#[tokio::test]
async fn an_unknown_path_is_not_found_by_people_as_a_page_and_by_programs_as_json() {
    let world = World::with(Engine::Sqlite, |app| app.demo = None).await;
    let browse = async |path: &str| {
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        world.send(Request::get(path).header(header::ACCEPT, accept).body(Body::empty()).unwrap()).await
    };
    for path in [
        "/v1/chat",
        "/oauth2/no-such",
        "/identity/groups/1",
        "/ui-datastore/no-such",
        "/legacy/no-such",
        "/ofrep/v1/no-such",
        "/demo/accounts",
        "/demo",
        "/favicon.ico",
        "/assets/no-such.js",
        "/.well-known/no-such",
        "/graphql/x",
        "/pay/nothing/here",
        "/login/anything",
        "/demonstration",
    ] {
        let reply = world.get(path).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"]), (404, &json!("NOT_FOUND")), "{path}");
        assert_eq!(reply.headers["content-type"], "application/json", "{path}");
        let reply = browse(path).await;
        assert_eq!((reply.status.as_u16(), reply.text.contains("<html")), (404, true), "{path}");
        assert_eq!(reply.headers["cache-control"], "no-store", "{path}");
    }
    for page in [
        "/",
        "/employee/home",
        "/PAY/",
        "/pay/paystub/7",
        "/requests",
        "/tabs/pay",
        "/login",
        "/login/forgot",
    ] {
        for reply in [world.get(page).await, browse(page).await] {
            assert_eq!((reply.status.as_u16(), reply.text.contains("<html")), (200, true), "{page}");
        }
    }
}

#[tokio::test]
async fn the_address_behind_a_trusted_proxy_is_the_clients() {
    for (peer, said, written) in [
        ("10.1.2.3", "127.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("203.0.113.9", "198.51.100.7", "203.0.113.9"),
    ] {
        let world = World::with(Engine::Sqlite, |app| {
            let settings = std::sync::Arc::get_mut(&mut app.settings).unwrap();
            settings.forwarding.trusted = vec!["10.0.0.0/8".parse().unwrap()];
        })
        .await;
        let person = world.person("ana").await;
        let tokens = Browser::at(&world, "127.0.0.1").sign_in("ana").await;
        let token = tokens["access_token"].as_str().unwrap();
        let query =
            "query ($t: ID!) { listCompanyPaygroups(tenantId: $t, companyId: $t) { results { id } } }";
        let body = json!({ "query": query, "variables": { "t": person } }).to_string();
        let mut request = Request::post("/graphql")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header("x-forwarded-for", said)
            .body(Body::from(body))
            .unwrap();
        let from: std::net::SocketAddr = format!("{peer}:4000").parse().unwrap();
        request.extensions_mut().insert(axum::extract::ConnectInfo(from));
        assert_eq!(world.send(request).await.outcome(), "NOT_FOUND");
        let sql = "SELECT address FROM audit_event WHERE action = 'read.refused'";
        let (address,): (String,) = world.app.db.one(sql, vec![]).await.unwrap();
        assert_eq!(address, written);
    }
}

#[tokio::test]
async fn limits_name_what_is_too_large() {
    let world = world().await;
    let ana = world.acting("ana").await;
    let aliases: String = (0..31).map(|n| format!("a{n}: personId ")).collect();
    let reply = ana.ask(&format!("{{ viewer {{ {aliases} }} }}"), json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.outcome()), (400, "LIMIT_EXCEEDED"));
    assert!(reply.text.contains("the limit is 30"), "{}", reply.text);
}

#[tokio::test]
async fn production_hides_the_schema_and_its_suggestions() {
    let introspection = "{ __schema { queryType { name } } }";
    let open = world().await;
    assert_eq!(open.acting("ana").await.ask(introspection, json!({})).await.outcome(), "ok");
    let closed = schema::build(false);
    let answer = schema::execute(&closed, introspection.into()).await;
    assert!(answer.data.into_json().unwrap()["__schema"].is_null());
    let answer = schema::execute(&closed, "{ viewerr { personId } }".into()).await;
    assert!(!answer.errors[0].message.contains("Did you mean"), "{}", answer.errors[0].message);
}

#[tokio::test]
async fn a_bad_token_is_nobody() {
    let world = world().await;
    let good = world.token("ana").await;
    // The last character holds bits that no byte takes: the one before it is changed.
    let (stem, end) = good.split_at(good.len() - 2);
    let forged = format!("{stem}{}{}", if end.starts_with('A') { "B" } else { "A" }, &end[1..]);
    for token in ["", "demo.", "demo.AAAA", "x", &forged, &good[..good.len() - 8]] {
        let header = format!("Bearer {token}");
        let body = json!({ "query": "{ viewer { personId } }" }).to_string();
        let reply = world.nobody().post("/graphql", body, &[("authorization", &header)]).await;
        assert_eq!((reply.status.as_u16(), reply.outcome()), (401, "UNAUTHENTICATED"), "{token}");
        assert_eq!(reply.headers["www-authenticate"], "Bearer");
    }
}

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

#[tokio::test]
async fn metrics_are_for_the_operator() {
    let world = world().await;
    assert_eq!(world.get("/metrics").await.status, 404, "without a loopback address");
    let folder = tempfile::tempdir().unwrap();
    let program = Program::demo(folder.path(), None).await;
    let (status, text) = program.get("/metrics").await.unwrap();
    assert_eq!(status, 200);
    assert!(text.contains("atrium_http_requests_total"), "{text}");
    assert!(text.contains("atrium_internal_errors_total 0"), "{text}");
    for metric in
        ["outbox_waiting", "outbox_parked", "outbox_oldest_seconds", "sessions", "imports", "build_info"]
    {
        assert!(text.contains(&format!("\natrium_{metric}")), "{metric}: {text}");
    }
    assert!(text.contains("atrium_sign_ins_total{result=\"done\"} 0"), "{text}");
    program.token("ana").await;
    let (_, text) = program.get("/metrics").await.unwrap();
    assert!(text.contains("atrium_sign_ins_total{result=\"done\"} 1"), "{text}");
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test]
async fn each_request_is_one_line_in_the_log_that_tells_no_one_who_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut demo = command(&[]);
    demo.env("ATRIUM_LOG", "info").env("ATRIUM_LOG_FORMAT", "json");
    let program = Program::start(folder.path(), None, &mut demo).await;
    let ana = program.token("ana").await;
    for _ in 0..2 {
        let (status, _) = program.ask(&ana, "{ viewer { personId } }", json!({}), "").await.unwrap();
        assert_eq!(status, 200);
    }
    let (_, answer) = program.ask(&ana, "{ viewer { personId } }", json!({}), "").await.unwrap();
    let person = answer["data"]["viewer"]["personId"].as_str().unwrap().to_owned();
    assert_eq!(program.stop(), Some(0));
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    let lines: Vec<serde_json::Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let asked: Vec<_> =
        lines.iter().filter(|line| line["message"] == "request" && line["route"] == "/graphql").collect();
    assert_eq!(asked.len(), 3, "{log}");
    assert!(asked.iter().all(|line| line["status"] == 200 && line["took_us"].is_u64()), "{log}");
    assert!(asked[0]["person"].is_string() && asked[0]["person"] == asked[2]["person"], "{log}");
    assert!(!log.contains(&person), "{log}");
}

#[tokio::test]
async fn one_person_cannot_take_the_server_from_the_others() {
    let world = World::with(Engine::Sqlite, |app| app.paces = std::sync::Arc::new(Paces::new(60))).await;
    let (ana, marcus) = (world.acting("ana").await, world.acting("marcus").await);
    let mut answered = 0;
    let refused = loop {
        let reply = ana.ask("{ viewer { personId } }", json!({})).await;
        if reply.status == 429 {
            break reply;
        }
        answered += 1;
        assert!(answered < 1_000, "there is no limit");
    };
    assert!(answered >= 60, "{answered}");
    assert_eq!(
        (refused.outcome(), &refused.headers["retry-after"]),
        ("TOO_MANY_TRIES", &"1".parse().unwrap())
    );
    assert_eq!(refused.body["errors"][0]["extensions"]["retryAfterSeconds"], 1);
    for path in ["/companies/lookup?name=cedar", "/ui-datastore/application-metadata"] {
        let reply = ana.get(path).await;
        assert_eq!((reply.status.as_u16(), &reply.body["code"]), (429, &json!("TOO_MANY_TRIES")), "{path}");
        assert!(reply.headers.contains_key("retry-after"), "{path}");
        assert_ne!(marcus.get(path).await.status, 429, "{path}");
    }
    assert_eq!(marcus.ask("{ viewer { personId } }", json!({})).await.outcome(), "ok");
}

both! {
    async fn a_full_disk_is_not_ready_and_ready_again_once_there_is_room(world: World) {
        // Whatever is written there fails as on a full disk.
        let probe = world.folder.path().join("space-probe");
        std::os::unix::fs::symlink("/dev/full", &probe).unwrap();
        let reply = world.get("/readyz").await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (503, "the disk doesn't accept writes\n"));
        assert_eq!(world.get("/healthz").await.status, 200, "the process lives");
        assert!(probe.symlink_metadata().is_err(), "nothing is left behind");
        assert_eq!(world.get("/readyz").await.status, 503, "the answer holds, and nothing is tried again");
        tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
        assert_eq!(world.get("/readyz").await.status, 200);
        assert!(probe.symlink_metadata().is_err(), "nothing is left behind");
    }

    async fn a_writer_that_is_busy_is_ready(world: World) {
        let write = "INSERT INTO readiness_probe (id, at) VALUES (1, $1)";
        world.change(write, db::params![world.app.clock.now()]).await;
        let mut busy = world.app.db.begin_write().await.unwrap();
        busy.exec("UPDATE readiness_probe SET at = at", vec![]).await.unwrap();
        assert_eq!(world.get("/readyz").await.status, 200);
        busy.commit().await.unwrap();
    }

    async fn a_database_that_takes_nothing_is_not_ready(world: World) {
        world.change("ALTER TABLE readiness_probe RENAME TO gone", vec![]).await;
        assert_eq!(world.get("/readyz").await.status, 503);
    }
}

/// What a server says to bytes as they are, on a connection of their own.
async fn said(program: &Program, bytes: &[u8]) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = vec![];
    // A server that closes while more is being sent resets the connection: what it said before counts.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_head_is_short_and_names_one_host() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::demo(folder.path(), None).await;
    let with = |more: &str| format!("GET /healthz HTTP/1.1\r\n{more}connection: close\r\n\r\n").into_bytes();
    let long = |bytes: usize| with(&format!("host: localhost\r\nx-long: {}\r\n", "a".repeat(bytes)));
    for (request, status) in [
        (with("host: localhost\r\n"), "200"),
        (long(24_000), "200"),
        (long(40_000), "431"),
        (with(""), "400"),
        (with("host:\r\n"), "400"),
        (with("host: localhost\r\nHost: y\r\n"), "400"),
        (with("host: localhost\r\nhost: localhost\r\n"), "400"),
        (b"GET /healthz HTTP/1.0\r\n\r\n".to_vec(), "400"),
        (b"GET /healthz HTTP/1.0\r\nhost: localhost\r\n\r\n".to_vec(), "200"),
        (
            b"GET http://evil.example/healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                .to_vec(),
            "421",
        ),
    ] {
        let mut answer = said(&program, &request).await;
        // What it says to a head that it doesn't read to its end may get lost with the reset.
        while answer.is_empty() {
            answer = said(&program, &request).await;
        }
        let line = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
        assert_eq!(answer.split(' ').nth(1), Some(status), "{line}: {answer}");
    }
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test]
async fn when_connections_run_out_the_server_still_says_that_it_lives() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_CONNECTIONS_PER_ADDRESS", "8");
    let program = Program::start(folder.path(), None, &mut command).await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut held = vec![];
    let page = "/demo/accounts";
    while program.get(page).await.is_none_or(|(status, _)| status != 503) {
        held.push(tokio::net::TcpStream::connect(&address).await.unwrap());
        assert!(held.len() < 20, "there is no limit");
    }
    assert_eq!(program.get("/healthz").await.unwrap().0, 200);
    // Connections that say nothing are let go of soon, however many there are.
    let mut silent = vec![];
    for _ in 0..200 {
        silent.push(tokio::net::TcpStream::connect(&address).await.unwrap());
    }
    while program.get("/healthz").await.is_none_or(|(status, _)| status != 200) {}
    drop(silent);
    drop(held);
    while program.get(page).await.is_none_or(|(status, _)| status != 200) {}
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_the_grace_kept_connections_are_told_to_close_and_none_is_cut() {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_SHUTDOWN_GRACE_MS", "5000");
    let program = Program::start(folder.path(), None, &mut command).await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let begun = std::sync::Arc::new(tokio::sync::Barrier::new(25));
    let clients: Vec<_> = (0..24)
        .map(|_| {
            let (address, begun) = (address.clone(), begun.clone());
            tokio::spawn(async move {
                let stream = tokio::net::TcpStream::connect(&address).await.unwrap();
                let mut stream = BufReader::new(stream);
                let mut asked = 0;
                loop {
                    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
                    let mut head = String::new();
                    while !head.ends_with("\r\n\r\n") {
                        let read = stream.read_line(&mut head).await.unwrap();
                        assert!(read > 0, "cut under a request after {asked}: {head}");
                    }
                    let mut body = [0; 3];
                    stream.read_exact(&mut body).await.unwrap();
                    asked += 1;
                    if asked == 1 {
                        begun.wait().await;
                    }
                    if head.to_ascii_lowercase().contains("connection: close") {
                        return;
                    }
                }
            })
        })
        .collect();
    begun.wait().await;
    program.terminate();
    for client in clients {
        client.await.unwrap();
    }
    assert_eq!(program.wait(), Some(0));
}

#[tokio::test]
async fn a_slow_request_is_finished_before_the_program_stops() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_SHUTDOWN_GRACE_MS", "3000");
    let program = Program::start(folder.path(), None, &mut command).await;
    let token = program.token("ana").await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    let body = r#"{"query":"{ viewer { firstName } }"}"#;
    let head = format!(
        "POST /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    // The head and half of the body; the rest only after the program was asked to stop.
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body.as_bytes()[..10]).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    program.terminate();
    // Whoever spreads requests sees that no more should come, while those that come are answered.
    loop {
        match program.get("/readyz").await.expect("it still takes connections").0 {
            503 => break,
            status => assert_eq!(status, 200, "the signal is on its way"),
        }
    }
    assert_eq!(program.get("/healthz").await.unwrap().0, 200);
    stream.write_all(&body.as_bytes()[10..]).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("Ana"), "{answer}");
    assert_eq!(program.wait(), Some(0));
}

#[tokio::test]
async fn shutdown_does_not_wait_longer_than_its_deadline() {
    use tokio::io::AsyncWriteExt;
    let folder = tempfile::tempdir().unwrap();
    let mut command = crate::world::command(&[]);
    command.env("ATRIUM_SHUTDOWN_DEADLINE_MS", "500");
    let program = Program::start(folder.path(), None, &mut command).await;
    let address = program.url.strip_prefix("http://").unwrap().to_owned();
    let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
    stream
        .write_all(b"POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{")
        .await
        .unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    // Never sends the rest: the program ends all the same (the test itself is ended if it does not).
    assert_eq!(program.stop(), Some(0));
}
