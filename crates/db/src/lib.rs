//! The one door to SQL: SQLite or PostgreSQL behind [`Db`] and [`Tx`], one text with `$1` placeholders for both.
//!
//! | file | what it holds |
//! |---|---|
//! | `value.rs` | parameters: [`Value`], [`params!`], own types by [`newtype!`] and [`text!`], [`in_list`] |
//! | `row.rs` | rows: [`FromRow`] for tuples, [`row!`] for structs, [`Cells`] for any shape |
//! | `tx.rs` | [`Tx`]: dropping it rolls back; after any error it is dead |
//! | `read.rs` | [`Read`]: what reads from either |
//! | `migrate.rs`, `build.rs` | [`MIGRATIONS`]: every file of `migrations/`, run once, in order |
//! | `bulk.rs` | all tables and their rows, read and loaded: backups |
//! | `listen.rs` | [`Db::listen`] hears what [`Tx::notify`] tells, from all nodes |
//! | `record.rs` | which statements were run: budgets, [`Recording`] |
//! | `error.rs` | [`Error`]: one for both engines, constraints by the same name |
//! | `sqlite.rs` | one writing and a few reading connections: here for a moment, or on a thread |
//! | `log.rs` | commits on SQLite that reach the disk together |
//! | `postgres.rs`, `tls.rs` | the pool, prepared statements, recovery after a restart, TLS |
//!
//! The engines differ in what SQL leaves open. Write `CAST(sum(n) AS BIGINT)` (NUMERIC on PostgreSQL),
//! `lower(a) LIKE lower(b)` (case), `NULLS LAST` (order), name every CHECK and unique index (errors), and take
//! a row's lock by updating it first: SQLite has one writer and hides races that PostgreSQL shows.
//!
//! ```
//! use db::{Db, Options, in_list, params, row};
//! use uuid::Uuid;
//!
//! #[derive(Debug, Clone, Copy, PartialEq)]
//! struct EmployeeId(Uuid);
//! db::newtype!(EmployeeId(Uuid)); // stored as the Uuid inside
//!
//! #[derive(Debug, Clone, Copy, PartialEq)]
//! enum Status {
//!     Active,
//!     OnLeave,
//! }
//! db::text!(Status { Active = "active", OnLeave = "on_leave" }); // stored as TEXT
//!
//! #[derive(Debug, PartialEq)]
//! struct Employee {
//!     id: EmployeeId,
//!     status: Status,
//!     badge: Option<i64>,
//! }
//! row!(Employee { id, status, badge });
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! # let folder = tempfile::tempdir().unwrap();
//! # let url = format!("sqlite:{}", folder.path().join("doc.db").display());
//! let db = Db::connect(&url, Options::default()).await?;
//! let first = EmployeeId(Uuid::from_u128(1));
//!
//! let mut tx = db.begin_write().await?;
//! tx.exec("CREATE TABLE employee (id UUID PRIMARY KEY, status TEXT NOT NULL, badge BIGINT)", params![]).await?;
//! let insert = "INSERT INTO employee (id, status, badge) VALUES ($1, $2, $3)";
//! tx.exec(insert, params![first, Status::OnLeave, None::<i64>]).await?;
//! tx.commit().await?;
//!
//! let mut params = params![Status::OnLeave];
//! let list = in_list(&mut params, [first])?;
//! let sql = format!("SELECT {} FROM employee WHERE status = $1 AND id IN {list}", Employee::COLS);
//! let found: Vec<Employee> = db.all(sql, params).await?;
//! assert_eq!(found, [Employee { id: first, status: Status::OnLeave, badge: None }]);
//! # Ok::<_, db::Error>(()) }).unwrap();
//! ```

mod bulk;
mod error;
mod listen;
mod log;
mod migrate;
mod postgres;
mod read;
mod record;
mod row;
mod sqlite;
mod tls;
mod tx;
mod value;

pub use bulk::{SuspendedRules, TableShape};
pub use error::{Error, Result, Unstorable};
pub use listen::{Event, Listener};
pub use migrate::{MIGRATIONS, Migration, Text};
pub use read::{Found, Read};
pub use record::{Ran, Recording};
pub use row::{Cell, Cells, FromRow, Get, Row};
pub use tx::Tx;
pub use value::{Param, Ty, Value, in_list, micros};

use record::Tally;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OnceCell, broadcast};

/// A statement's text.
pub type Sql = Cow<'static, str>;

/// A statement to run later.
pub type Statement = (Sql, Vec<Value>);

#[derive(Clone, Debug)]
pub struct Options {
    /// The number of read connections on SQLite; one write connection comes on top.
    pub readers: usize,
    pub pg_connections: usize,
    /// How long a request waits for a free connection before it is `Unavailable`.
    pub pool_wait: Duration,
    /// How long a transaction may be idle before it's ended.
    pub tx_idle: Duration,
    pub statement_timeout: Duration,
    /// For loading a whole database: SQLite doesn't check references row by row.
    pub is_loading: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            readers: 4,
            pg_connections: 20,
            pool_wait: Duration::from_secs(5),
            tx_idle: Duration::from_secs(10),
            statement_timeout: Duration::from_secs(30),
            is_loading: false,
        }
    }
}

pub(crate) enum Engine {
    Lite(sqlite::Lite),
    Pg(Arc<postgres::Pg>),
}

pub(crate) struct Shared {
    engine: Engine,
    options: Options,
    events: broadcast::Sender<Event>,
    ear: OnceCell<listen::Ear>,
}

/// Whether a database address is well-formed; doesn't open anything.
pub fn check_address(url: &str) -> Result<()> {
    match url.strip_prefix("sqlite:") {
        Some(path) => sqlite::check_path(Path::new(path)),
        None => postgres::check_address(url),
    }
}

/// How many connections there are, and how many requests are waiting for one.
#[derive(Clone, Copy, Debug)]
pub struct PoolState {
    pub open: usize,
    pub idle: usize,
    pub waiting: usize,
}

/// A database. Clones are cheap and share connections.
#[derive(Clone)]
pub struct Db {
    shared: Arc<Shared>,
    tally: Arc<Tally>,
    /// None for work outside any request: one slow read there would hold up all the others.
    lane: Option<Arc<postgres::Lane>>,
}

impl Db {
    /// `sqlite:path/to/file.db` or `postgres://user@host:port/name?sslmode=verify-full&sslrootcert=ca.pem`.
    pub async fn connect(url: &str, options: Options) -> Result<Db> {
        let engine = if let Some(path) = url.strip_prefix("sqlite:") {
            Engine::Lite(sqlite::Lite::open(Path::new(path), &options)?)
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Engine::Pg(Arc::new(postgres::Pg::connect(url, &options).await?))
        } else {
            return Err(Error::Other("The database address must start with sqlite: or postgres://".into()));
        };
        let events = broadcast::Sender::new(listen::CAPACITY);
        let shared = Shared { engine, options, events, ear: OnceCell::new() };
        Ok(Db { shared: Arc::new(shared), tally: Arc::default(), lane: None })
    }

    /// The PostgreSQL connections; SQLite has no pool.
    pub fn pool(&self) -> Option<PoolState> {
        match &self.shared.engine {
            Engine::Pg(pg) => Some(pg.pool()),
            Engine::Lite(_) => None,
        }
    }

    pub fn is_sqlite(&self) -> bool {
        matches!(self.shared.engine, Engine::Lite(_))
    }

    /// The same database for one request (or one test): with its own statement counter, and on PostgreSQL with one
    /// connection for concurrent reads. A recording continues.
    pub fn counted(&self) -> Db {
        self.with(self.tally.anew())
    }

    fn with(&self, tally: Tally) -> Db {
        let lane = (!self.is_sqlite()).then(Arc::default);
        Db { shared: self.shared.clone(), tally: Arc::new(tally), lane }
    }

    /// For the crate's own statements.
    pub(crate) fn uncounted(&self) -> Db {
        Db { shared: self.shared.clone(), tally: Arc::default(), lane: None }
    }

    /// Like [`Db::counted`], and keeps the statements.
    pub fn recorded(&self) -> (Db, Recording) {
        let (tally, recording) = Tally::recorded();
        (self.with(tally), recording)
    }

    /// How many statements ran through this and its clones.
    pub fn statements(&self) -> u64 {
        self.tally.count()
    }

    /// Runs one read statement.
    pub async fn all<T: FromRow>(&self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<Vec<T>> {
        let sql = sql.into();
        self.tally.add(&sql, &params);
        match &self.shared.engine {
            Engine::Lite(lite) => lite.one(sql, params).await,
            Engine::Pg(pg) => pg.all(self.lane.as_deref(), &sql, &params).await,
        }
    }

    /// The first row, if there is one.
    pub async fn opt<T: FromRow>(&self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<Option<T>> {
        Ok(self.all(sql, params).await?.into_iter().next())
    }

    /// The first row, or [`Error::NoRow`].
    pub async fn one<T: FromRow>(&self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<T> {
        self.opt(sql, params).await?.ok_or(Error::NoRow)
    }

    /// Several read statements that see the same state of the database.
    pub async fn begin_read(&self) -> Result<Tx> {
        Tx::begin(self.shared.clone(), self.tally.clone(), false).await
    }

    /// A write transaction: one at a time on SQLite (a fair queue), several at a time on PostgreSQL.
    pub async fn begin_write(&self) -> Result<Tx> {
        Tx::begin(self.shared.clone(), self.tally.clone(), true).await
    }

    /// A whole write transaction in one round trip, which returns the rows from its last statement.
    pub async fn write<T: FromRow>(&self, before: Vec<Statement>, last: Statement) -> Result<Vec<T>> {
        self.tally.add_trip(before.iter().chain([&last]).map(|(sql, params)| (&**sql, params.as_slice())));
        match &self.shared.engine {
            Engine::Lite(lite) => lite.write(move |c| sqlite::after(c, &before, &last)).await,
            Engine::Pg(pg) => pg.write(&before, &last).await,
        }
    }

    /// Receives what [`Tx::notify`] sends on any node, from now on.
    pub async fn listen(&self) -> Result<Listener> {
        listen::listen(&self.shared).await
    }

    /// Whether the database answers, within a second.
    pub async fn ping(&self) -> Result<()> {
        let own = self.uncounted();
        match tokio::time::timeout(Duration::from_secs(1), own.one::<(i64,)>("SELECT 1", params![])).await {
            Ok(answer) => answer.map(drop),
            Err(_) => Err(Error::Unavailable("The database did not answer within a second".into())),
        }
    }

    /// Call it after a bulk load: the planner learns what is there now, and PostgreSQL which rows are visible to
    /// everyone. A server does this by itself, minutes later.
    pub async fn settle(&self) -> Result<()> {
        if let Engine::Pg(pg) = &self.shared.engine {
            return pg.settle().await;
        }
        let mut tx = self.uncounted().begin_write().await?;
        tx.batch("PRAGMA analysis_limit=400; ANALYZE").await?;
        tx.commit().await
    }

    /// Closes the connections once they finish what is queued. SQLite leaves a single file behind, without a
    /// write-ahead log next to it.
    pub async fn close(&self) {
        match &self.shared.engine {
            Engine::Lite(lite) => lite.close().await,
            Engine::Pg(pg) => pg.close(),
        }
    }
}
