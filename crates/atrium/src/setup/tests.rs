//! A new installation's first administrator.

use crate::world::{Browser, Reply, World, both, command, free_port};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

const PASSWORD: &str = "tuba velvet moth 94";

fn form(token: &str) -> Value {
    json!({
        "token": token, "tenantName": "Cedar Group", "companyName": "Cedar Outfitters", "timeZone": "America/Los_Angeles",
        "firstName": "Grace", "lastName": "O'Neil", "email": "grace@cedar.example", "username": "grace", "password": PASSWORD,
    })
}

async fn new_token(world: &World) -> String {
    let link = atrium::setup::new_link(&world.app).await.unwrap().expect("there is nobody yet");
    let token = link.strip_prefix(&format!("{}/login/setup?token=", world.app.settings.public_url));
    token.unwrap_or_else(|| panic!("{link}")).to_owned()
}

async fn post(world: &World, path: &str, body: Value) -> Reply {
    world.nobody().post(path, body.to_string(), &[]).await
}

async fn is_good(world: &World, token: &str) -> bool {
    let reply = world.get(&format!("/login/setup/link?token={token}")).await;
    match reply.status.as_u16() {
        200 => true,
        410 => {
            assert_eq!(reply.body["code"], "LINK_GONE");
            false
        }
        status => panic!("{status} {}", reply.text),
    }
}

async fn people(world: &World) -> i64 {
    world.count("SELECT count(*) FROM person").await
}

both! {
    async fn the_link_makes_the_tenant_its_company_and_an_administrator_who_signs_in(demo: World) {
        let world = World::empty(demo.engine).await;
        let token = new_token(&world).await;
        assert!(is_good(&world, &token).await);
        let page = world.get(&format!("/login/setup?token={token}")).await;
        assert_ne!(page.status, 405, "the same path is the page");
        let reply = post(&world, "/login/setup", form(&token)).await;
        assert_eq!((reply.status.as_u16(), &reply.body), (200, &json!({ "next": "/signin" })), "{}", reply.text);

        let mut browser = Browser::at(&world, "127.0.0.1");
        let request = browser.begin().await;
        assert_eq!(browser.type_password(&request, "grace", PASSWORD).await.status, 200);

        let (person,) = world.app.db.one("SELECT id FROM person", vec![]).await.unwrap();
        let viewer = atrium::access::Viewer::load(&world.app.db, &world.app.clock, person).await.unwrap().unwrap();
        assert!(viewer.permissions.iter().any(|permission| permission == "admin.write"));
        let events = "SELECT count(*) FROM audit_event WHERE action IN
            ('tenant.created', 'company.created', 'person.created', 'role.given')";
        assert_eq!(world.count(events).await, 4);
    }

    async fn mail_comes_in_the_language_of_the_page_or_else_of_the_browser(demo: World) {
        for (chosen, accepted, spoken) in
            [(json!("es"), "en-US", "es"), (json!("en"), "es-US", "en"), (Value::Null, "es-US", "es"), (json!("fr"), "de", "en")]
        {
            let world = World::empty(demo.engine).await;
            let mut form = form(&new_token(&world).await);
            form["language"] = chosen;
            let reply = world.nobody().post("/login/setup", form.to_string(), &[("accept-language", accepted)]).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            let (language,): (String,) = world.app.db.one("SELECT language FROM person", vec![]).await.unwrap();
            assert_eq!(language, spoken);
        }
    }

    async fn a_link_works_once_and_only_while_there_is_nobody(demo: World) {
        let world = World::empty(demo.engine).await;
        let token = new_token(&world).await;
        assert_eq!(post(&world, "/login/setup", form(&token)).await.status, 200);
        assert!(!is_good(&world, &token).await);
        let again = post(&world, "/login/setup", form(&token)).await;
        assert_eq!((again.status.as_u16(), &again.body["code"]), (410, &json!("LINK_GONE")));
        assert_eq!(people(&world).await, 1);
        assert_eq!(atrium::setup::new_link(&world.app).await.unwrap(), None, "no further start prints one");

        // A world with people in it, and a link that somehow exists.
        let stolen = new_token(&World::empty(demo.engine).await).await;
        assert_eq!(post(&demo, "/login/setup", form(&stolen)).await.status, 410);
    }

    async fn a_new_start_retires_the_link_before_it_and_a_day_ends_it(demo: World) {
        let world = World::empty(demo.engine).await;
        let (old, new) = (new_token(&world).await, new_token(&world).await);
        assert_eq!((is_good(&world, &old).await, is_good(&world, &new).await), (false, true));
        assert_eq!(post(&world, "/login/setup", form(&old)).await.status, 410);
        assert!(is_good(&world, &new).await, "a wrong link uses up nothing");
        let stored: Vec<(String,)> = world.app.db.all("SELECT value FROM deployment", vec![]).await.unwrap();
        assert!(!stored[0].0.contains(&new), "it is stored as a hash");
        let (hash, _) = stored[0].0.split_once(' ').unwrap();
        let ended = format!("{hash} {}", world.app.clock.now());
        world.change("UPDATE deployment SET value = $1", db::params![ended]).await;
        assert!(!is_good(&world, &new).await);
        assert_eq!(people(&world).await, 0);
    }

    async fn of_two_who_press_the_button_at_once_one_wins(demo: World) {
        let world = World::empty(demo.engine).await;
        let token = new_token(&world).await;
        let posts = (0..6).map(|n| {
            let mut form = form(&token);
            form["username"] = json!(format!("grace{n}"));
            post(&world, "/login/setup", form)
        });
        let mut statuses: Vec<u16> =
            futures_util::future::join_all(posts).await.iter().map(|reply| reply.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 410, 410, 410, 410, 410]);
        assert_eq!((people(&world).await, world.count("SELECT count(*) FROM tenant").await), (1, 1));
    }

    async fn what_is_wrong_is_named_with_its_field_and_the_link_stays_good(demo: World) {
        let world = World::empty(demo.engine).await;
        let token = new_token(&world).await;
        for (field, value, code) in [
            ("tenantName", " ", "REQUIRED"),
            ("email", "grace", "INVALID_EMAIL"),
            ("timeZone", "Moon/Base", "INVALID_TIME_ZONE"),
            ("password", "short", "PASSWORD_TOO_SHORT"),
            ("password", "aaaaaaaaaaaaaaaaaaaa", "PASSWORD_COMMON"),
            ("password", "velvet moth of Cedar 94", "PASSWORD_CONTEXT"),
        ] {
            let mut form = form(&token);
            form[field] = json!(value);
            let reply = post(&world, "/login/setup", form).await;
            assert_eq!(reply.status, 422, "{}", reply.text);
            assert_eq!((&reply.body["code"], &reply.body["field"]), (&json!(code), &json!(field)));
        }
        let elsewhere = [("origin", "https://evil.example")];
        assert_eq!(world.nobody().post("/login/setup", form(&token).to_string(), &elsewhere).await.status, 403);
        assert_eq!(people(&world).await, 0);
        assert_eq!(post(&world, "/login/setup", form(&token)).await.status, 200);
    }
}

/// The real binary, stopped when the test ends.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `atrium serve`, and the setup link it prints.
fn serve(folder: &std::path::Path, port: u16) -> (Serving, String) {
    let mut command = command(&["serve"]);
    command.env("ATRIUM_DATA_DIR", folder).env("ATRIUM_LISTEN", format!("127.0.0.1:{port}"));
    command.env("ATRIUM_PUBLIC_URL", format!("http://127.0.0.1:{port}"));
    command.env("ATRIUM_MASTER_KEY", "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=");
    let mut serving = Serving(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let lines = BufReader::new(serving.0.stdout.take().unwrap()).lines();
    let link = lines.map_while(Result::ok).find(|line| line.contains("/login/setup?token="));
    (serving, link.expect("a link is printed").trim().to_owned())
}

#[tokio::test]
async fn the_real_program_prints_a_link_that_works_until_the_next_start() {
    let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
    let (first, old) = serve(folder.path(), port);
    drop(first);
    let (_second, new) = serve(folder.path(), port);
    assert!(old.starts_with(&format!("http://127.0.0.1:{port}/login/setup?token=")) && old != new, "{old}");
    let token = |link: &str| link.split("token=").nth(1).unwrap().to_owned();
    let client = reqwest::Client::new();
    // The link is printed just before the server starts listening.
    let post = async |token: String| loop {
        let request = client.post(format!("http://127.0.0.1:{port}/login/setup")).json(&form(&token));
        match request.send().await {
            Ok(reply) => break reply.status().as_u16(),
            Err(error) => assert!(error.is_connect(), "{error}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(post(token(&old)).await, 410);
    assert_eq!(post(token(&new)).await, 200);
    assert_eq!(post(token(&new)).await, 410);
}

#[test]
fn an_operator_adds_a_tenant_whose_administrator_begins_by_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let mut build = command(&["demo", "--build-only", "--today", "2026-11-16"]);
    assert!(build.env("ATRIUM_DATA_DIR", folder.path()).output().unwrap().status.success());
    let run = |arguments: &[&str]| {
        let output = command(arguments).env("ATRIUM_DATA_DIR", folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let add = |name: &str, username: &str, zone: &str| {
        let company = ["--company", "Alder Works", "--time-zone", zone, "--json"];
        let person = [
            "--first-name",
            "Iris",
            "--last-name",
            "Alder",
            "--email",
            "iris@alder.example",
            "--username",
            username,
        ];
        run(&[&["tenant", "add", name], &company[..], &person[..]].concat())
    };
    assert!(add("Alder", "iris", "Moon/Base").1.contains("time zone"));
    assert!(add("Alder", "ana", "America/Denver").1.contains("username"));
    assert!(add("cedar group", "iris", "America/Denver").1.contains("already a tenant"));
    let (is_done, said) = add("Alder", "iris", "America/Denver");
    assert!(is_done, "{said}");
    let added: Value = serde_json::from_str(&said).unwrap();
    assert!(added["link"].as_str().unwrap().contains("/login/invitation?token="), "{said}");
    let listed = run(&["tenant", "list", "--json"]).1;
    let row = listed
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|row| row["name"] == "Alder")
        .unwrap();
    assert_eq!((&row["id"], &row["companies"], &row["people"]), (&added["id"], &json!(1), &json!(1)));
    assert!(!run(&["tenant", "rename", "Alder", "Cedar Group"]).0, "the name is taken");
    assert!(run(&["tenant", "rename", "Alder", "Alder Group"]).0);
    let roles = run(&["role", "--tenant", "Alder Group", "list"]).1;
    assert!(roles.contains("Company Administrator"), "{roles}");
    assert!(run(&["audit", "verify"]).0);
}
