//! A provider with its own database, a clock that moves only when told, and people who can be disabled.

mod browser;
mod forge;

pub(crate) use browser::{Answer, Browser, PKCE_CHALLENGE, PKCE_VERIFIER, Tokens, encode};

use db::{Db, Options};
use jiff::{SignedDuration, Timestamp};
use oidc::{
    Accounts, Algorithm, BoxFuture, Client, ClientAuth, EndedAtClient, Given, Provider, SecurityEvent,
    Settings, Unavailable, UserinfoVersion,
};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::process::Command;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use uuid::Uuid;

pub(crate) const HOST: &str = "https://portal.example";
pub(crate) const WEB: &str = "atrium-web";
pub(crate) const NATIVE: &str = "atrium-native";
pub(crate) const BACK: &str = "https://portal.example/callback";
pub(crate) const SIGNED_OUT: &str = "https://portal.example/signedout";
pub(crate) const ANA: Uuid = Uuid::from_u128(0xa11a);
pub(crate) const HUGO: Uuid = Uuid::from_u128(0xb0b);
pub(crate) const SEALING_KEY: [u8; 32] = [7; 32];

/// `both! { fn a_sentence(world) { … } }`: the same test on SQLite and on PostgreSQL.
macro_rules! both {
    ($(fn $name:ident($world:ident) $body:block)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "not every test needs them")]
            use super::*;
            use crate::world::{Engine, World};

            async fn case($world: &World) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                case(&World::new(Engine::Sqlite).await).await
            }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                case(&World::new(Engine::Postgres).await).await
            }
        }
    )*};
}
pub(crate) use both;

#[derive(Clone, Copy)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

pub(crate) struct World {
    pub(crate) provider: Provider,
    pub(crate) db: Db,
    pub(crate) people: Arc<People>,
    pub(crate) url: String,
    clock: Arc<AtomicI64>,
    uptime: Arc<AtomicI64>,
    _folder: TempDir,
}

impl World {
    pub(crate) async fn new(engine: Engine) -> World {
        let folder = TempDir::new().unwrap();
        let url = match engine {
            Engine::Sqlite => format!("sqlite:{}", folder.path().join("test.db").display()),
            Engine::Postgres => new_postgres_database(),
        };
        let db = connect(&url).await;
        db.migrate(db::MIGRATIONS).await.unwrap();
        let people = Arc::new(People::default());
        let start: Timestamp = "2026-11-16T09:00:00Z".parse().unwrap();
        let clock = Arc::new(AtomicI64::new(start.as_microsecond()));
        let uptime = Arc::new(AtomicI64::new(0));
        let provider =
            Provider::new(settings(), db.clone(), people.clone(), given(&clock, &uptime), &SEALING_KEY)
                .await
                .unwrap();
        World { provider, db, people, url, clock, uptime, _folder: folder }
    }

    /// Another node on the same database.
    pub(crate) async fn another_node(&self) -> Provider {
        self.node_with(settings()).await
    }

    pub(crate) async fn node_with(&self, settings: Settings) -> Provider {
        let db = connect(&self.url).await;
        Provider::new(settings, db, self.people.clone(), self.given(), &SEALING_KEY).await.unwrap()
    }

    /// Another provider on the same connections.
    pub(crate) async fn sibling(&self) -> Provider {
        Provider::new(settings(), self.db.clone(), self.people.clone(), self.given(), &SEALING_KEY)
            .await
            .unwrap()
    }

    pub(crate) fn given(&self) -> Given {
        given(&self.clock, &self.uptime)
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.provider.clone())
    }

    /// A browser where Ana has just signed in through the web client, and its tokens.
    pub(crate) async fn ana(&self) -> (Browser, Tokens) {
        let mut browser = self.browser();
        let tokens = browser.sign_in_for_tokens(ANA).await;
        (browser, tokens)
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.clock.load(Ordering::SeqCst)).unwrap()
    }

    pub(crate) fn pass(&self, time: SignedDuration) {
        self.uptime.fetch_add(i64::try_from(time.as_micros()).unwrap(), Ordering::SeqCst);
        self.set_clock(time);
    }

    /// Sets the system clock while no time passes.
    pub(crate) fn set_clock(&self, by: SignedDuration) {
        self.clock.fetch_add(i64::try_from(by.as_micros()).unwrap(), Ordering::SeqCst);
    }

    pub(crate) fn pass_secs(&self, seconds: i64) {
        self.pass(SignedDuration::from_secs(seconds));
    }

    pub(crate) async fn count(&self, from: &'static str) -> i64 {
        self.db.one::<(i64,)>(format!("SELECT count(*) FROM {from}"), db::params![]).await.unwrap().0
    }
}

pub(crate) fn settings() -> Settings {
    let web = Client {
        id: WEB.into(),
        redirect_uris: vec![BACK.into()],
        loopback_path: None,
        post_logout_redirect_uris: vec![SIGNED_OUT.into()],
        origins: vec![HOST.into()],
        id_token_signed_response_alg: Algorithm::Es256,
        auth: ClientAuth::Public,
        machine: None,
    };
    let native = Client {
        id: NATIVE.into(),
        redirect_uris: vec!["com.atrium.app:/callback".into()],
        loopback_path: Some("/callback".into()),
        post_logout_redirect_uris: vec!["com.atrium.app:/signedout".into()],
        origins: vec![],
        id_token_signed_response_alg: Algorithm::Rs256,
        auth: ClientAuth::Public,
        machine: None,
    };
    Settings::new(HOST, vec![web, native])
}

fn given(clock: &Arc<AtomicI64>, uptime: &Arc<AtomicI64>) -> Given {
    let (clock, uptime) = (clock.clone(), uptime.clone());
    Given {
        uptime: Arc::new(move || SignedDuration::from_micros(uptime.load(Ordering::SeqCst))),
        now: Arc::new(move || Timestamp::from_microsecond(clock.load(Ordering::SeqCst)).unwrap()),
        fill: Arc::new(|bytes| aws_lc_rs::rand::fill(bytes).unwrap()),
    }
}

async fn connect(url: &str) -> Db {
    let options = Options { pg_connections: 8, readers: 2, ..Options::default() };
    Db::connect(url, options).await.unwrap()
}

/// Creates a database on the address's server and returns the new address.
fn new_postgres_database() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server = std::env::var("ATRIUM_TEST_POSTGRES").expect(
        "ATRIUM_TEST_POSTGRES is not set: run through `make test` or `scripts/postgres run -- cargo nextest run`",
    );
    let name = format!("oidc{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let sql = format!("CREATE DATABASE {name} STRATEGY FILE_COPY");
    let output =
        Command::new("psql").args(["-qtA", "-v", "ON_ERROR_STOP=1", &server, "-c", &sql]).output().unwrap();
    assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    let (base, _) = server.rsplit_once('/').unwrap();
    format!("{base}/{name}")
}

/// Everyone is active until disabled, and may use every client until barred.
#[derive(Default)]
pub(crate) struct People {
    disabled: Mutex<HashSet<Uuid>>,
    barred: Mutex<HashSet<Uuid>>,
    clients: Mutex<Vec<Client>>,
    told: Mutex<Vec<EndedAtClient>>,
    waiting: AtomicU32,
    events: Mutex<Vec<SecurityEvent>>,
}

impl People {
    pub(crate) fn disable(&self, subject: Uuid) {
        self.disabled.lock().unwrap().insert(subject);
    }

    pub(crate) fn bar(&self, subject: Uuid) {
        self.barred.lock().unwrap().insert(subject);
    }

    /// Knows this client from now on, as it is, and no other one.
    pub(crate) fn know(&self, client: Client) {
        *self.clients.lock().unwrap() = vec![client];
    }

    pub(crate) fn forget_clients(&self) {
        self.clients.lock().unwrap().clear();
    }

    /// What clients were told since the last call; each time it was committed.
    pub(crate) fn told(&self) -> Vec<EndedAtClient> {
        let told = std::mem::take(&mut *self.told.lock().unwrap());
        assert_eq!(self.waiting.swap(0, Ordering::SeqCst) > 0, !told.is_empty());
        told
    }

    /// What was recorded since the last call.
    pub(crate) fn events(&self) -> Vec<SecurityEvent> {
        std::mem::take(&mut self.events.lock().unwrap())
    }
}

impl Accounts for People {
    fn is_active(&self, subject: Uuid) -> BoxFuture<'_, Result<bool, Unavailable>> {
        Box::pin(async move { Ok(!self.disabled.lock().unwrap().contains(&subject)) })
    }

    fn claims(&self) -> &'static [&'static str] {
        &["version", "atrium"]
    }

    fn userinfo<'a>(
        &'a self,
        subject: Uuid,
        session: Uuid,
        client_id: &'a str,
        version: UserinfoVersion,
    ) -> BoxFuture<'a, Result<Option<Value>, Unavailable>> {
        Box::pin(async move {
            let block = json!({ "sessionId": session, "applicationClientId": client_id });
            let claims = json!({ "version": format!("{version:?}"), "atrium": block, "sub": "overwritten" });
            Ok((!self.disabled.lock().unwrap().contains(&subject)).then_some(claims))
        })
    }

    fn client<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Client>, Unavailable>> {
        let found = self.clients.lock().unwrap().iter().find(|client| client.id == id).cloned();
        Box::pin(async { Ok(found) })
    }

    fn may_use<'a>(&'a self, subject: Uuid, _: &'a str) -> BoxFuture<'a, Result<bool, Unavailable>> {
        Box::pin(async move { Ok(!self.barred.lock().unwrap().contains(&subject)) })
    }

    fn tell_clients<'a>(
        &'a self,
        _: &'a mut db::Tx,
        ended: &'a [EndedAtClient],
    ) -> BoxFuture<'a, Result<(), Unavailable>> {
        self.told.lock().unwrap().extend(ended.iter().cloned());
        Box::pin(async { Ok(()) })
    }

    fn clients_are_waiting(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
    }

    fn record(&self, event: SecurityEvent) -> BoxFuture<'_, ()> {
        self.events.lock().unwrap().push(event);
        Box::pin(async {})
    }
}
