//! Mail and SMS: sealed while they wait, gone once delivered, and sent over real protocols.

use crate::world::{Stranger, World, both};
use atrium::config::Settings;
use atrium::notices::{self, Changed, Letter, Post, Text};
use atrium::shared::outbound::{NoAnswer, Outbound};
use atrium::shared::outbox::{Deliver, Message, Undelivered, Worker};
use atrium::work::{Author, Work};
use axum::body::Body;
use axum::http::{Request, header};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::sync::Arc;

const LINK: &str = "https://portal.example.com/login/reset?token=CANARY-LINK";
const CODE: &str = "424242";

async fn work(world: &World) -> Work {
    let (tenant,) = world.app.db.one("SELECT id FROM tenant ORDER BY id", vec![]).await.unwrap();
    Work::begin(&world.app, &world.app.db, Author { tenant, person: None, address: String::new() })
        .await
        .unwrap()
}

/// One mail and one SMS in each language, and nothing else in the outbox.
async fn owe_four(world: &World) {
    world.change("DELETE FROM outbox_message", vec![]).await;
    let mut work = work(world).await;
    for language in ["en", "es"] {
        let letter = Letter::PasswordReset { first_name: "Ana <b>", link: LINK };
        notices::mail(&mut work, "ana.recipient@example.com", language, letter).unwrap();
        notices::sms(&mut work, "+15550104417", language, Text::Code { code: CODE }).unwrap();
    }
    work.commit().await.unwrap();
}

async fn owe_one_mail(world: &World) {
    world.change("DELETE FROM outbox_message", vec![]).await;
    let mut work = work(world).await;
    let letter = Letter::PasswordReset { first_name: "Ana", link: LINK };
    notices::mail(&mut work, "ana.recipient@example.com", "en", letter).unwrap();
    work.commit().await.unwrap();
}

async fn owe_one_sms(world: &World) {
    world.change("DELETE FROM outbox_message", vec![]).await;
    let mut work = work(world).await;
    notices::sms(&mut work, "+15550104417", "en", Text::Code { code: CODE }).unwrap();
    work.commit().await.unwrap();
}

fn worker(world: &World, receiver: Arc<dyn Deliver>) -> Worker {
    Worker { db: world.app.db.clone(), clock: world.app.clock.clone(), receiver, max_attempts: 3 }
}

/// A production server's receiver with these settings.
fn post(world: &World, settings: &[(&str, String)]) -> Arc<Post> {
    let settings = Settings::load(None, [], settings).unwrap();
    Arc::new(Post::new(&settings, world.app.keys.notices.clone()).unwrap())
}

fn gateway(world: &World, port: u16, allowed: &str) -> Arc<Post> {
    let settings = [
        ("sms_url", format!("http://127.0.0.1:{port}")),
        ("sms_account", "AC1".to_owned()),
        ("sms_token", "t0ken".to_owned()),
        ("sms_from", "+15550100000".to_owned()),
        ("outbound_allowed_hosts", allowed.to_owned()),
    ];
    post(world, &settings)
}

type Stored = (i64, Option<Timestamp>, Option<Timestamp>, Option<Vec<u8>>, Option<String>, String);

/// The only message: (attempts, is delivered, is parked, is emptied, error, payload).
async fn state(world: &World) -> (i64, bool, bool, bool, String, Value) {
    let (attempts, delivered, parked, sealed, error, payload): Stored = world
        .app
        .db
        .one(
            "SELECT attempts, delivered_at, parked_at, sealed, last_error, payload FROM outbox_message",
            vec![],
        )
        .await
        .unwrap();
    let payload = serde_json::from_str(&payload).unwrap();
    (attempts, delivered.is_some(), parked.is_some(), sealed.is_none(), error.unwrap_or_default(), payload)
}

both! {
    async fn people_are_written_to_in_their_language(world: World) {
        owe_four(&world).await;
        let mut sent = world.delivered().await;
        sent.sort_by_key(|each| (each.language.clone(), each.kind.clone()));
        let kinds: Vec<(&str, &str)> =
            sent.iter().map(|each| (each.kind.as_str(), each.language.as_str())).collect();
        assert_eq!(kinds, [("mail", "en"), ("sms", "en"), ("mail", "es"), ("sms", "es")]);
        assert_eq!(sent[0].subject.as_deref(), Some("Choose a new password"));
        assert_eq!(sent[2].subject.as_deref(), Some("Elija una contraseña nueva"));
        for mail in [&sent[0], &sent[2]] {
            assert_eq!(mail.to, "ana.recipient@example.com");
            assert!(mail.text.contains(LINK) && mail.text.contains("Ana <b>"), "{}", mail.text);
            let html = mail.html.as_deref().unwrap();
            assert!(html.contains(LINK) && html.contains("Ana &lt;b&gt;"), "{html}");
        }
        assert!(sent[1].text.contains(CODE) && sent[3].text.contains("424242 es su código"), "{}", sent[3].text);
        assert!(world.delivered().await.is_empty(), "each of them once");
    }

    async fn i53_nobody_reads_a_code_or_a_link_in_the_database_and_nothing_stays_after_delivery(world: World) {
        owe_four(&world).await;
        // Bytes appear as hex, where a code's six digits can occur by chance, so there we look for the secret's hex.
        let rows = world.rows().await["outbox_message"].join("\n");
        let readable: Vec<(String, Option<String>)> =
            world.app.db.all("SELECT payload, last_error FROM outbox_message", vec![]).await.unwrap();
        for secret in ["CANARY-LINK", CODE, "ana.recipient", "5550104417"] {
            let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
            assert!(!rows.contains(&hex), "{secret} in {rows}");
            assert!(!format!("{readable:?}").contains(secret), "{secret} in {readable:?}");
        }
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE sealed IS NOT NULL").await, 4);
        world.delivered().await;
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE sealed IS NULL AND delivered_at IS NOT NULL").await, 4);
    }

    async fn a_sealed_message_opens_in_its_own_row_only(world: World) {
        owe_four(&world).await;
        let sql = "UPDATE outbox_message SET sealed = (SELECT o.sealed FROM outbox_message o ORDER BY o.id LIMIT 1)";
        world.change(sql, vec![]).await;
        assert_eq!(world.delivered().await.len(), 1);
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE parked_at IS NOT NULL").await, 3);
    }

    async fn what_was_not_committed_is_not_sent(world: World) {
        world.change("DELETE FROM outbox_message", vec![]).await;
        let mut work = work(&world).await;
        notices::sms(&mut work, "+15550104417", "en", Text::Changed { changed: Changed::Phone }).unwrap();
        drop(work);
        assert!(world.delivered().await.is_empty());
    }

    async fn a_notice_whose_worker_was_killed_is_delivered_again(world: World) {
        struct Never;
        impl Deliver for Never {
            fn deliver<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
                Box::pin(std::future::pending())
            }
        }
        owe_one_mail(&world).await;
        let dying = worker(&world, Arc::new(Never));
        let task = tokio::spawn(async move { dying.run_once().await });
        while world.count("SELECT count(*) FROM outbox_message WHERE attempts = 1").await == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        task.abort();
        assert!(world.delivered().await.is_empty(), "the lease still runs");
        world.change("UPDATE outbox_message SET due_at = created_at", vec![]).await;
        assert_eq!(world.delivered().await.len(), 1);
    }

    async fn a_mail_goes_out_by_smtp(world: World) {
        let server = Stranger::smtp("250 ok").await;
        let post = post(&world, &[
            ("smtp_url", format!("smtp://127.0.0.1:{}", server.port)),
            ("mail_from", "Atrium <no-reply@portal.example.com>".to_owned()),
        ]);
        world.change("DELETE FROM outbox_message", vec![]).await;
        let mut work = work(&world).await;
        let evil = "Añil\r\nBcc: everybody@example.com";
        let letter = Letter::Invitation { first_name: evil, tenant_name: evil, link: LINK };
        notices::mail(&mut work, "ana.recipient@example.com", "es", letter).unwrap();
        work.commit().await.unwrap();
        worker(&world, post).run_once().await.unwrap();
        let (attempts, delivered, _, emptied, ..) = state(&world).await;
        assert_eq!((attempts, delivered, emptied), (1, true, true));
        let mail = &server.got()[0];
        for part in [
            "MAIL FROM:<no-reply@portal.example.com>",
            "RCPT TO:<ana.recipient@example.com>",
            "From: Atrium <no-reply@portal.example.com>",
            "Auto-Submitted: auto-generated",
            "multipart/alternative",
            "text/html",
            "CANARY-LINK",
        ] {
            assert!(mail.contains(part), "no {part} in {mail}");
        }
        assert!(mail.contains("Message-ID: <") && !mail.contains("\nBcc:"), "{mail}");
    }

    async fn a_mail_that_the_server_refuses_for_good_is_parked_without_its_address(world: World) {
        let server = Stranger::smtp("550 no such user ana.recipient@example.com").await;
        let post = post(&world, &[("smtp_url", format!("smtp://127.0.0.1:{}", server.port))]);
        owe_one_mail(&world).await;
        worker(&world, post).run_once().await.unwrap();
        let (attempts, delivered, parked, emptied, error, payload) = state(&world).await;
        assert_eq!((attempts, delivered, parked, emptied), (1, false, true, true));
        assert_eq!(error, "the mail server refused it (550)");
        assert_eq!(payload, json!({ "kind": "password_reset", "to": "a•••@example.com" }));
    }

    async fn a_mail_server_that_is_busy_or_away_is_tried_again_and_then_given_up(world: World) {
        let busy = Stranger::smtp("451 later").await;
        let post = post(&world, &[("smtp_url", format!("smtp://127.0.0.1:{}", busy.port))]);
        owe_one_mail(&world).await;
        for attempt in 1..=3 {
            worker(&world, post.clone()).run_once().await.unwrap();
            let (attempts, _, parked, emptied, error, _) = state(&world).await;
            assert_eq!((attempts, parked, emptied), (attempt, attempt == 3, attempt == 3), "{error}");
            world.change("UPDATE outbox_message SET due_at = created_at", vec![]).await;
        }
    }

    async fn an_sms_goes_out_by_the_gateway(world: World) {
        let server = Stranger::http("HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}").await;
        owe_one_sms(&world).await;
        worker(&world, gateway(&world, server.port, "127.0.0.1")).run_once().await.unwrap();
        assert!(state(&world).await.1);
        let request = &server.got()[0];
        assert!(request.starts_with("POST /2010-04-01/Accounts/AC1/Messages.json HTTP/1.1"), "{request}");
        // AC1:t0ken
        assert!(request.contains("authorization: Basic QUMxOnQwa2Vu"), "{request}");
        assert!(request.contains("To=%2B15550104417&From=%2B15550100000&Body=Atrium%3A+424242"), "{request}");
    }

    async fn h50_a_gateway_inside_the_own_network_is_not_called_unless_it_is_named(world: World) {
        let server = Stranger::http("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").await;
        owe_one_sms(&world).await;
        worker(&world, gateway(&world, server.port, "other.example.com")).run_once().await.unwrap();
        let (_, delivered, _, _, error, _) = state(&world).await;
        assert!(!delivered && error.contains("outbound_allowed_hosts"), "{error}");
        assert!(server.got().is_empty());
    }

    async fn h50_a_redirect_is_not_followed(world: World) {
        let elsewhere = Stranger::http("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").await;
        let answer = format!(
            "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:{}/\r\ncontent-length: 0\r\n\r\n",
            elsewhere.port
        );
        let server = Stranger::http(answer).await;
        owe_one_sms(&world).await;
        worker(&world, gateway(&world, server.port, "127.0.0.1")).run_once().await.unwrap();
        let (_, delivered, _, _, error, _) = state(&world).await;
        assert_eq!((delivered, error.as_str()), (false, "the SMS gateway answered 307"));
        assert!(elsewhere.got().is_empty());
    }

    async fn a_number_that_the_gateway_refuses_is_parked_with_its_code_only(world: World) {
        let body = r#"{"code":21211,"message":"The number +15550104417 is not valid"}"#;
        let answer = format!("HTTP/1.1 400 Bad Request\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        let server = Stranger::http(answer).await;
        owe_one_sms(&world).await;
        worker(&world, gateway(&world, server.port, "127.0.0.1")).run_once().await.unwrap();
        let (_, _, parked, emptied, error, payload) = state(&world).await;
        assert_eq!((parked, emptied, error.as_str()), (true, true, "the SMS gateway answered 400, 21211"));
        assert_eq!(payload, json!({ "kind": "code", "to": "•••• 4417" }));
    }

    async fn without_a_mail_server_a_mail_is_parked_and_says_why(world: World) {
        owe_one_mail(&world).await;
        worker(&world, post(&world, &[])).run_once().await.unwrap();
        let (_, _, parked, emptied, error, _) = state(&world).await;
        assert_eq!((parked, emptied, error.as_str()), (true, true, "smtp_url is not set"));
    }

    async fn a_demo_shows_what_it_would_have_sent(world: World) {
        owe_four(&world).await;
        for message in world.delivered().await {
            assert!(message.created_at <= world.app.clock.now());
        }
        owe_one_mail(&world).await;
        let receiver = atrium::notices::collector(&world.app);
        worker(&world, receiver).run_once().await.unwrap();
        let listed = world.get("/demo/outbox").await.body;
        let first = &listed["messages"][0];
        assert_eq!((&first["kind"], &first["to"]), (&json!("mail"), &json!("ana.recipient@example.com")));
        assert!(first["createdAt"].is_string() && first["html"].is_string() && first["id"].is_string(), "{first}");

        let request = Request::get("/demo/outbox").header(header::ACCEPT, "text/html,application/xhtml+xml");
        let page = world.send(request.body(Body::empty()).unwrap()).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap().to_owned();
        let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
        assert!(page.text.contains(&format!("<style nonce=\"{nonce}\">")) && !policy.contains("unsafe"), "{policy}");
        assert!(page.text.contains(&format!("<a href=\"{LINK}\"")), "{}", page.text);
    }
}

#[tokio::test]
async fn h50_an_answer_that_is_too_long_is_cut() {
    let server = Stranger::http(format!("HTTP/1.1 200 OK\r\n\r\n{}", "x".repeat(1_200_000))).await;
    let outbound = Outbound::new(&["127.0.0.1".to_owned()]).unwrap();
    let url = format!("http://127.0.0.1:{}/", server.port).parse().unwrap();
    assert_eq!(outbound.send(outbound.get(url)).await.err(), Some(NoAnswer::TooLong));
}

#[tokio::test]
async fn h50_a_name_that_leads_inside_is_refused_before_a_connection() {
    let server = Stranger::http("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let outbound = Outbound::new(&[]).unwrap();
    let url = format!("https://localhost:{}/", server.port).parse().unwrap();
    assert_eq!(outbound.send(outbound.get(url)).await.err(), Some(NoAnswer::NotAllowed));
    assert!(server.got().is_empty());
}

#[test]
fn a_bad_setting_of_mail_or_sms_is_one_line_at_the_start() {
    let keys = atrium::shared::keys::Keys::derive(&[7; 32]);
    for (settings, says) in [
        (&[("smtp_url", "imap://x")][..], "setting smtp_url must be smtps://"),
        (&[("smtp_url", "smtp://mail.example.com?tls=opportunistic")], "setting smtp_url must be smtps://"),
        (&[("smtp_url", "smtps://mail.example.com"), ("mail_from", "nobody")], "setting mail_from must be"),
        (&[("sms_url", "https://sms.example.com")], "setting sms_account must be set together with sms_url"),
    ] {
        let settings: Vec<(&str, String)> =
            settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let bad =
            Post::new(&Settings::load(None, [], &settings).unwrap(), keys.notices.clone()).err().unwrap();
        assert!(bad.0.contains(says), "{}", bad.0);
    }
}
