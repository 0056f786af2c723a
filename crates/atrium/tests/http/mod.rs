//! Everything around a request: headers, limits, health, the web app's page, what production hides.

mod files;
mod running;

use crate::world::{Browser, Engine, World, both};
use atrium::schema;
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
    // A name of someone else's that points here (DNS rebinding).
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
        // Outside GraphQL the database's own check is behind everything.
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
