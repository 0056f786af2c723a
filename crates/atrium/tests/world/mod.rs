//! A demo world of its own for every test, on either engine, and people to act as. The world is made once a build
//! and copied; a copy is a file on SQLite and a database from a template on PostgreSQL.

mod browser;
mod machines;
mod newcomers;
mod program;
mod proving;
mod servers;
mod template;
mod upstream;

pub use browser::{Browser, PASSWORD};
pub use machines::NewMachine;
pub use program::{Program, command, free_port};
pub use proving::{AtHome, app_code, challenge_of, code_in, code_of, link_in};
pub use servers::Stranger;
pub use template::{TODAY, database, psql, server};
pub use upstream::Upstream;

use atrium::app::App;
use atrium::shared::id::PersonId;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use tower::ServiceExt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

pub struct World {
    pub app: App,
    pub engine: Engine,
    router: Router,
    pub folder: tempfile::TempDir,
    keys: AtomicU64,
    /// The tokens of those who have signed in, by username.
    signed_in: tokio::sync::Mutex<BTreeMap<String, String>>,
    _database: template::Copied,
}

/// Someone who asks. Someone who isn't signed in has no token.
#[derive(Clone)]
pub struct Actor<'a> {
    world: &'a World,
    token: Option<String>,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
    pub text: String,
    pub body: Value,
}

/// An actor's place: the IDs a client adds to its calls.
#[derive(Clone, Debug)]
pub struct Standing {
    pub tenant: String,
    pub company: String,
    pub person: String,
    pub employee: Option<String>,
}

impl World {
    pub async fn new(engine: Engine) -> World {
        Self::with(engine, |_| {}).await
    }

    /// A world whose application is changed before it serves, e.g. into a production server.
    pub async fn with(engine: Engine, change: impl FnOnce(&mut App)) -> World {
        let folder = tempfile::tempdir().unwrap();
        let mut app = template::copy(engine, folder.path()).await;
        change(&mut app);
        Self::serving(app, engine, folder).await
    }

    /// A production server on its first day: a schema and no people.
    pub async fn empty(engine: Engine) -> World {
        let folder = tempfile::tempdir().unwrap();
        let app = template::empty(engine, folder.path()).await;
        Self::serving(app, engine, folder).await
    }

    async fn serving(app: App, engine: Engine, folder: tempfile::TempDir) -> World {
        let identity = atrium::account::identity(&app).await.unwrap();
        let router = atrium::server::router(app.clone(), identity);
        let _database = template::Copied::of(&app, engine);
        World {
            app,
            engine,
            router,
            folder,
            keys: AtomicU64::new(0),
            signed_in: tokio::sync::Mutex::default(),
            _database,
        }
    }

    /// Another node on the same database, whose application is changed before it serves. It lives no longer than this world.
    pub async fn node(&self, change: impl FnOnce(&mut App)) -> World {
        let mut app = self.app.clone();
        change(&mut app);
        let identity = atrium::account::identity(&app).await.unwrap();
        let router = atrium::server::router(app.clone(), identity);
        World {
            // The database goes with the first node.
            _database: template::Copied::of(&app, Engine::Sqlite),
            app,
            engine: self.engine,
            router,
            folder: tempfile::tempdir().unwrap(),
            keys: AtomicU64::new(1_000_000),
            signed_in: tokio::sync::Mutex::default(),
        }
    }

    /// Someone who has signed in, once per world.
    pub async fn acting(&self, username: &str) -> Actor<'_> {
        let mut signed_in = self.signed_in.lock().await;
        if !signed_in.contains_key(username) {
            let tokens = Browser::at(self, "127.0.0.1").sign_in(username).await;
            signed_in.insert(username.to_owned(), tokens["access_token"].as_str().unwrap().to_owned());
        }
        Actor { world: self, token: signed_in.get(username).cloned() }
    }

    /// The access token of someone who has signed in.
    pub async fn token(&self, username: &str) -> String {
        self.acting(username).await.token.unwrap_or_default()
    }

    /// Someone with a token.
    pub fn holding(&self, token: &str) -> Actor<'_> {
        Actor { world: self, token: Some(token.to_owned()) }
    }

    pub fn nobody(&self) -> Actor<'_> {
        Actor { world: self, token: None }
    }

    pub async fn person(&self, username: &str) -> PersonId {
        let sql = "SELECT id FROM person WHERE lower(username) = lower($1) AND disabled_at IS NULL";
        let found: Option<(PersonId,)> = self.app.db.opt(sql, db::params![username]).await.unwrap();
        found.expect("the demo world has this person").0
    }

    /// Takes away the right to sign in.
    pub async fn disable(&self, username: &str) {
        let person = self.person(username).await;
        self.change(
            "UPDATE person SET disabled_at = $2 WHERE id = $1",
            db::params![person, self.app.clock.now()],
        )
        .await;
    }

    /// Changes the database behind the application's back.
    pub async fn change(&self, sql: &'static str, values: Vec<db::Value>) -> u64 {
        let mut tx = self.app.db.begin_write().await.unwrap();
        let changed = tx.exec(sql, values).await.unwrap();
        tx.commit().await.unwrap();
        changed
    }

    pub async fn count(&self, sql: &'static str) -> i64 {
        self.app.db.one::<(i64,)>(sql, db::params![]).await.unwrap().0
    }

    /// All rows of all business tables, to see whether anything changed. The audit trail, which a refusal itself adds
    /// to, is left out. The database writes out each row: the test is built without optimization and took a second.
    pub async fn rows(&self) -> BTreeMap<String, Vec<String>> {
        let tables = match self.engine {
            Engine::Sqlite => {
                "SELECT t.name, group_concat('quote(' || c.name || ')', ' || '','' || ') \
                 FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' GROUP BY t.name"
            }
            Engine::Postgres => {
                "SELECT CAST(tablename AS TEXT), 'CAST(to_jsonb(each) AS TEXT)' \
                 FROM pg_tables WHERE schemaname = 'public'"
            }
        };
        let tables: Vec<(String, String)> = self.app.db.all(tables, vec![]).await.unwrap();
        let mut all = BTreeMap::new();
        for (table, row) in tables {
            if table.starts_with("audit_") || table.starts_with("sqlite_") || table == "schema_migration" {
                continue;
            }
            let sql = format!("SELECT {row} FROM {table} AS each ORDER BY 1");
            let rows: Vec<(String,)> = self.app.db.all(sql, vec![]).await.unwrap();
            all.insert(table, rows.into_iter().map(|(row,)| row).collect());
        }
        all
    }

    /// Delivers what waits in the outbox and gives the mail and SMS among it. Those of one change come in any order.
    pub async fn delivered(&self) -> Vec<atrium::shared::collected::Delivered> {
        while atrium::account::answer_link_requests(&self.app).await.unwrap() > 0 {}
        let worker = atrium::shared::outbox::Worker {
            db: self.app.db.clone(),
            clock: self.app.clock.clone(),
            receiver: atrium::notices::collector(&self.app),
            max_attempts: 8,
        };
        while worker.run_once().await.unwrap() > 0 {}
        self.app.collected.take()
    }

    /// For a test that needs a real connection.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap().to_vec();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = serde_json::from_str(&text).unwrap_or_default();
        Reply { status: parts.status, headers: parts.headers, bytes, text, body }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }
}

impl Actor<'_> {
    pub async fn get(&self, path: &str) -> Reply {
        let mut request = Request::get(path);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.world.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn ask(&self, query: &str, variables: Value) -> Reply {
        // Each attempt of a user has a key of its own.
        let key = format!("test-{}", self.world.keys.fetch_add(1, Ordering::Relaxed));
        self.ask_with_key(query, variables, &key).await
    }

    pub async fn ask_with_key(&self, query: &str, variables: Value, key: &str) -> Reply {
        let body = json!({ "query": query, "variables": variables }).to_string();
        self.post("/graphql", body, &[("idempotency-key", key)]).await
    }

    pub async fn post(&self, path: &str, body: String, headers: &[(&str, &str)]) -> Reply {
        let mut request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.world.send(request.body(Body::from(body)).unwrap()).await
    }

    /// This person's place in a company (by name), as the web app would learn it.
    pub async fn standing(&self, company: &str) -> Standing {
        let query = "{ viewer { personId tenantId companies { companyId companyName employeeId } } }";
        let viewer = &self.ask(query, json!({})).await.body["data"]["viewer"];
        let companies = viewer["companies"].as_array().expect("the viewer is signed in");
        let found =
            companies.iter().find(|row| row["companyName"] == company).expect("a company of the viewer's");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Standing {
            tenant: text(&viewer["tenantId"]),
            company: text(&found["companyId"]),
            person: text(&viewer["personId"]),
            employee: found["employeeId"].as_str().map(str::to_owned),
        }
    }
}

impl Reply {
    /// The code of the first error, or `ok`.
    pub fn outcome(&self) -> &str {
        match self.body["errors"][0]["extensions"]["code"].as_str() {
            Some(code) => code,
            None if self.status.is_success() => "ok",
            None => self.status.as_str(),
        }
    }

    pub fn field(&self) -> Option<&str> {
        self.body["errors"][0]["extensions"]["field"].as_str()
    }

    #[track_caller]
    pub fn data(&self, pointer: &str) -> &Value {
        assert_eq!(self.outcome(), "ok", "{}", self.text);
        self.body["data"].pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {}", self.text))
    }
}

/// The same test on both engines: `both! { async fn a_sentence(world: World) { … } }`.
macro_rules! both {
    ($($(#[$attribute:meta])* async fn $name:ident($world:ident: $ty:ty) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "not every test needs them")]
            use super::*;

            async fn test($world: $ty) $body

            $(#[$attribute])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                test(crate::world::World::new(crate::world::Engine::Sqlite).await).await;
            }

            $(#[$attribute])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                test(crate::world::World::new(crate::world::Engine::Postgres).await).await;
            }
        }
    )*};
}
pub(crate) use both;
