//! PostgreSQL: a pool of connections that keep their prepared statements. Connections that died when the server
//! restarted are replaced without the caller noticing, as long as nothing is lost with them.

use crate::error::{cause, one_line};
use crate::listen::PG_CHANNEL;
use crate::row::{Row, Source};
use crate::{Error, FromRow, Options, Result, Statement, Value, tls};
use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, QueueMode, RecyclingMethod, Runtime, TimeoutType,
};
use futures_util::future::{FutureExt, MaybeDone, TryFutureExt, join, join3, maybe_done, poll_fn};
use futures_util::stream::{FuturesOrdered, StreamExt, TryStreamExt};
use postgres_protocol::escape::escape_literal;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::Poll;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, Notification, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How many executions of a bulk statement are in flight at a time.
const PIPELINE: usize = 128;

pub(crate) struct Pg {
    pool: Pool,
    config: Config,
    tls: Option<MakeRustlsConnect>,
    /// host:port/dbname, for messages.
    address: String,
}

/// Where one request's concurrent reads meet: they share a connection and travel in one packet, and a single database
/// process answers them all from its warm caches. The connection returns to the pool with the last of them.
#[derive(Default)]
pub(crate) struct Lane(Mutex<Weak<Object>>);

impl Lane {
    fn connection(&self) -> Option<Arc<Object>> {
        let shared = self.0.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        shared.filter(|connection| !connection.is_closed())
    }

    fn lend(&self, connection: &Arc<Object>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(connection);
    }
}

impl Pg {
    pub(crate) async fn connect(url: &str, options: &Options) -> Result<Pg> {
        let (mut config, encryption) = parse(url)?;
        let tls = encryption.map(|root_file| tls::connector(root_file.as_deref())).transpose()?;
        let address = address(&config);
        let given = config.get_options().unwrap_or_default();
        // Reads outside begin_write are read-only here too, as on SQLite (query_only). Compiling a statement (jit)
        // costs more than running any of ours.
        let session = format!(
            "{given} -c default_transaction_read_only=on -c timezone=UTC -c jit=off -c statement_timeout={} \
             -c idle_in_transaction_session_timeout={}",
            options.statement_timeout.as_millis(),
            options.tx_idle.as_millis()
        );
        config.options(session.trim_start()).connect_timeout(CONNECT_TIMEOUT);
        // A peer that vanished silently is noticed within a minute.
        config.keepalives_idle(Duration::from_secs(30)).keepalives_interval(Duration::from_secs(10));
        config.keepalives_retries(3).tcp_user_timeout(Duration::from_secs(30));
        if config.get_application_name().is_none() {
            config.application_name("atrium");
        }
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let connections = match tls.clone() {
            Some(tls) => Manager::from_config(config.clone(), tls, recycling),
            None => Manager::from_config(config.clone(), NoTls, recycling),
        };
        let pool = Pool::builder(connections)
            .max_size(options.pg_connections)
            // The most recently used connection has the statements prepared and is warm.
            .queue_mode(QueueMode::Lifo)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(options.pool_wait))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(Duration::from_secs(1)))
            .build()
            .map_err(|e| Error::Other(format!("The connection pool cannot be created: {}", one_line(e))))?;
        let pg = Pg { pool, config, tls, address };
        pg.check_text_order().await?;
        Ok(pg)
    }

    /// Text must sort by its bytes, as on SQLite: list pages follow an index's order.
    async fn check_text_order(&self) -> Result<()> {
        let by_bytes: Vec<(bool,)> = self.all(None, "SELECT 'B' < 'a' AND 'a-b' < 'ab'", &[]).await?;
        match by_bytes.first() {
            Some((true,)) => Ok(()),
            _ => Err(Error::Other(format!(
                "The database at {} does not sort text by bytes; create it with LC_COLLATE 'C'",
                self.address
            ))),
        }
    }

    pub(crate) fn pool(&self) -> crate::PoolState {
        let now = self.pool.status();
        crate::PoolState { open: now.size, idle: now.available, waiting: now.waiting }
    }

    pub(crate) fn close(&self) {
        self.pool.close();
    }

    pub(crate) async fn get(&self) -> Result<Object> {
        self.pool.get().await.map_err(|e| match e {
            PoolError::Backend(e) => self.unreachable(&cause(&e)),
            PoolError::Timeout(TimeoutType::Wait) => {
                Error::Unavailable("No database connection became free in time".into())
            }
            PoolError::Timeout(_) => self.unreachable("connecting took too long"),
            e => Error::Unavailable(format!("There is no database connection: {}", one_line(e))),
        })
    }

    fn unreachable(&self, why: &str) -> Error {
        Error::Unavailable(format!("Cannot reach the database at {}: {why}", self.address))
    }

    /// When one pooled connection turns out to be dead, the others died with it, so this opens a fresh one.
    async fn get_instead_of(&self, dead: Option<Object>) -> Result<Object> {
        drop(dead.map(Object::take));
        self.pool.retain(|_, _| false);
        self.get().await
    }

    /// One read statement, which may therefore be sent twice.
    pub(crate) async fn all<T: FromRow>(
        &self,
        lane: Option<&Lane>,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<T>> {
        let c = match lane.and_then(Lane::connection) {
            Some(shared) => shared,
            None => Arc::new(self.get().await?),
        };
        if let Some(lane) = lane {
            lane.lend(&c);
        }
        match rows(&c, sql, params).await {
            // The others sharing it find out too; the last one throws it away.
            Err(Error::Unavailable(_)) => {
                let fresh = self.get_instead_of(Arc::into_inner(c)).await?;
                rows(&fresh, sql, params).await
            }
            result => result,
        }
    }

    /// A whole transaction in one round trip. It isn't sent twice: there's no telling how far a connection got before
    /// it died.
    pub(crate) async fn write<T: FromRow>(&self, before: &[Statement], last: &Statement) -> Result<Vec<T>> {
        let c = self.get().await?;
        for (sql, params) in before.iter().chain([last]) {
            prepare(&c, sql, params).await?;
        }
        let begin = c.batch_execute("BEGIN READ WRITE");
        let (begun, rows, committed) = join3(begin, after(&c, before, last), c.batch_execute("COMMIT")).await;
        begun?;
        let rows = rows?;
        committed?;
        Ok(rows)
    }

    /// No time limit; it can't run inside a transaction.
    pub(crate) async fn settle(&self) -> Result<()> {
        let (client, _task) = self.own_connection(drop).await?;
        client.batch_execute("SET statement_timeout = 0").await?;
        Ok(client.batch_execute("VACUUM (ANALYZE)").await?)
    }

    /// A connection outside the pool. The task ends with it; `heard` gets each notification.
    pub(crate) async fn own_connection(
        &self,
        heard: impl Fn(Notification) + Send + 'static,
    ) -> Result<(Client, JoinHandle<()>)> {
        match &self.tls {
            Some(tls) => self.own_connection_by(tls.clone(), heard).await,
            None => self.own_connection_by(NoTls, heard).await,
        }
    }

    async fn own_connection_by<T>(
        &self,
        tls: T,
        heard: impl Fn(Notification) + Send + 'static,
    ) -> Result<(Client, JoinHandle<()>)>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
    {
        let opened = self.config.connect(tls).await;
        let (client, mut connection) = opened.map_err(|e| self.unreachable(&cause(&e)))?;
        let task = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                if let AsyncMessage::Notification(notification) = message {
                    heard(notification);
                }
            }
        });
        Ok((client, task))
    }
}

/// BEGIN travels in the same packet as the first statement. If that finds its connection dead, nothing has happened
/// yet, and it's sent once more on a fresh one. (A macro, because a future made by an async closure can't be shown to
/// be `Send`.)
macro_rules! run {
    ($session:expr, $pg:expr, $first:expr, |$c:ident| $statement:expr) => {{
        let $c = $session.connection()?;
        if !$first {
            return $statement.await;
        }
        match $session.begin($statement).await {
            Err(Error::Unavailable(_)) => {
                let dead = $session.connection.take();
                $session.connection = Some($pg.get_instead_of(dead).await?);
                let $c = $session.connection()?;
                $session.begin($statement).await
            }
            result => result,
        }
    }};
}

/// A transaction's hold on a connection.
pub(crate) struct Session {
    connection: Option<Object>,
    write: bool,
}

impl Session {
    pub(crate) fn new(connection: Object, write: bool) -> Session {
        Session { connection: Some(connection), write }
    }

    fn connection(&self) -> Result<&Object> {
        self.connection.as_ref().ok_or(Error::TxAborted)
    }

    pub(crate) async fn rows<T: FromRow>(
        &mut self,
        pg: &Pg,
        first: bool,
        sql: &str,
        params: &[Value],
    ) -> Result<Vec<T>> {
        run!(self, pg, first, |c| rows(c, sql, params))
    }

    pub(crate) async fn exec(&mut self, pg: &Pg, first: bool, sql: &str, rows: &[Vec<Value>]) -> Result<u64> {
        run!(self, pg, first, |c| exec(c, sql, rows))
    }

    pub(crate) async fn after<T: FromRow>(
        &mut self,
        pg: &Pg,
        first: bool,
        before: &[Statement],
        last: &Statement,
    ) -> Result<Vec<T>> {
        run!(self, pg, first, |c| after(c, before, last))
    }

    pub(crate) async fn all_three<A: FromRow, B: FromRow, C: FromRow>(
        &mut self,
        pg: &Pg,
        first: bool,
        statements: &[Statement; 3],
    ) -> Result<(Vec<A>, Vec<B>, Vec<C>)> {
        run!(self, pg, first, |c| all_three(c, statements))
    }

    pub(crate) async fn batch(&mut self, pg: &Pg, first: bool, sql: &str) -> Result<()> {
        run!(self, pg, first, |c| c.batch_execute(sql).map_err(Error::from))
    }

    /// Rows of the same types, in the binary form of COPY.
    pub(crate) async fn copy(&self, sql: &str, rows: &[Vec<Value>]) -> Result<()> {
        let Some(first) = rows.first() else { return Ok(()) };
        let types: Vec<_> = first.iter().map(Value::pg_type).collect();
        let sink = self.connection()?.copy_in(sql).await?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        for row in rows {
            row.iter().try_for_each(Value::check)?;
            writer.as_mut().write_raw(row).await?;
        }
        writer.finish().await?;
        Ok(())
    }

    async fn begin<T>(&self, statement: impl Future<Output = Result<T>>) -> Result<T> {
        let begin =
            if self.write { "BEGIN READ WRITE" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
        let (begun, result) = join(self.connection()?.batch_execute(begin), statement).await;
        begun?;
        result
    }

    /// The last statements travel in the same packet as COMMIT; one that fails turns it into ROLLBACK, and its error is
    /// the answer. The notices travel in the same message as COMMIT: a refused COMMIT must take them back.
    pub(crate) async fn commit(&mut self, last: &[Statement], notices: &[String]) -> Result<()> {
        commit(self.connection()?, last, notices).await?;
        self.connection = None; // nothing is left to roll back
        Ok(())
    }

    /// One poll queues ROLLBACK on the connection, ahead of anything its next user sends.
    pub(crate) fn rollback(&mut self) {
        if let Some(c) = self.connection.take()
            && let Some(Err(_)) = c.batch_execute("ROLLBACK").now_or_never()
        {
            drop(Object::take(c));
        }
    }
}

/// Each statement is on its way after one poll, with COMMIT after the last of them.
async fn commit(c: &Object, last: &[Statement], notices: &[String]) -> Result<()> {
    let mut prepared = Vec::with_capacity(last.len());
    for (sql, params) in last {
        prepared.push((prepare(c, sql, params).await?, params));
    }
    let mut sql = String::new();
    for notice in notices {
        sql += &format!("SELECT pg_notify('{PG_CHANNEL}', {}); ", escape_literal(notice));
    }
    sql += "COMMIT";
    let mut running: Vec<_> = prepared.iter().map(|(statement, params)| run(c, statement, params)).collect();
    let mut commit = pin!(maybe_done(c.batch_execute(&sql)));
    until_done(&mut running, commit.as_mut()).await;
    for statement in &mut running {
        statement.as_mut().take_output().ok_or(Error::TxAborted)??;
    }
    Ok(commit.as_mut().take_output().ok_or(Error::TxAborted)??)
}

type Running<F> = Pin<Box<MaybeDone<F>>>;

fn run<'a>(
    c: &'a Object,
    statement: &'a tokio_postgres::Statement,
    params: &'a [Value],
) -> Running<impl Future<Output = std::result::Result<u64, tokio_postgres::Error>>> {
    Box::pin(maybe_done(c.execute_raw(statement, params)))
}

/// Each is polled once before any is awaited, so all travel together, in this order.
async fn until_done<F: Future, L: Future>(running: &mut [Running<F>], mut last: Pin<&mut MaybeDone<L>>) {
    poll_fn(|cx| {
        let mut is_done = true;
        for statement in &mut *running {
            is_done &= statement.as_mut().poll(cx).is_ready();
        }
        is_done &= last.as_mut().poll(cx).is_ready();
        if is_done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// The last statement's rows; all travel together.
async fn after<T: FromRow>(c: &Object, before: &[Statement], (sql, values): &Statement) -> Result<Vec<T>> {
    let mut prepared = Vec::with_capacity(before.len());
    for (sql, params) in before {
        prepared.push((prepare(c, sql, params).await?, params));
    }
    let statement = prepare(c, sql, values).await?;
    let mut running: Vec<_> = prepared.iter().map(|(statement, params)| run(c, statement, params)).collect();
    let mut last = pin!(maybe_done(read(c, &statement, values)));
    until_done(&mut running, last.as_mut()).await;
    for statement in &mut running {
        statement.as_mut().take_output().ok_or(Error::TxAborted)??;
    }
    last.as_mut().take_output().ok_or(Error::TxAborted)?
}

async fn all_three<A: FromRow, B: FromRow, C: FromRow>(
    c: &Object,
    [one, two, three]: &[Statement; 3],
) -> Result<(Vec<A>, Vec<B>, Vec<C>)> {
    let first = prepare(c, &one.0, &one.1).await?;
    let second = prepare(c, &two.0, &two.1).await?;
    let third = prepare(c, &three.0, &three.1).await?;
    let read = join3(read(c, &first, &one.1), read(c, &second, &two.1), read(c, &third, &three.1)).await;
    Ok((read.0?, read.1?, read.2?))
}

async fn prepare(c: &Object, sql: &str, params: &[Value]) -> Result<tokio_postgres::Statement> {
    params.iter().try_for_each(Value::check)?;
    let types: Vec<_> = params.iter().map(Value::pg_type).collect();
    let statement = c.prepare_typed_cached(sql, &types).await?;
    if statement.params().len() != params.len() {
        return Err(Error::Param("a placeholder has no value"));
    }
    Ok(statement)
}

pub(crate) async fn rows<T: FromRow>(c: &Object, sql: &str, params: &[Value]) -> Result<Vec<T>> {
    read(c, &prepare(c, sql, params).await?, params).await
}

async fn read<T: FromRow>(
    c: &Object,
    statement: &tokio_postgres::Statement,
    params: &[Value],
) -> Result<Vec<T>> {
    let mut rows = pin!(c.query_raw(statement, params).await?);
    let mut out = Vec::new();
    while let Some(row) = rows.try_next().await? {
        out.push(T::from_row(&Row(Source::Pg(&row)))?);
    }
    Ok(out)
}

/// Runs the statement once per row of parameters, pipelined, and returns the number of changed rows.
pub(crate) async fn exec(c: &Object, sql: &str, rows: &[Vec<Value>]) -> Result<u64> {
    let Some(first) = rows.first() else { return Ok(0) };
    let statement = prepare(c, sql, first).await?;
    for row in rows {
        row.iter().try_for_each(Value::check)?;
        if !row.iter().map(Value::ty).eq(first.iter().map(Value::ty)) {
            return Err(Error::Param("the rows of one bulk statement differ in their types"));
        }
    }
    let (mut changed, mut running) = (0, FuturesOrdered::new());
    for row in rows {
        if running.len() == PIPELINE
            && let Some(done) = running.next().await
        {
            changed += done?;
        }
        running.push_back(c.execute_raw(&statement, row));
    }
    while let Some(done) = running.next().await {
        changed += done?;
    }
    Ok(changed)
}

/// tokio-postgres knows neither `verify-full` nor `sslrootcert`, so both are taken out of the address here. No part of
/// a malformed address is quoted, since the password could be anywhere in it. Also returns whether to encrypt, and with
/// which certificate authority file.
fn parse(url: &str) -> Result<(Config, Option<Option<String>>)> {
    let malformed = || {
        Error::Other(
            "The database address is not a valid postgres:// URL \
             (special characters in the password must be percent-encoded)"
                .into(),
        )
    };
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let (mut encrypted, mut root_file, mut rest) = (false, None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", "disable")) => encrypted = false,
            Some(("sslmode", "require" | "verify-full")) => encrypted = true,
            Some(("sslmode", _)) => {
                return Err(Error::Other(
                    "The sslmode of the database must be disable, require or verify-full".into(),
                ));
            }
            Some(("sslrootcert", path)) => {
                let path = percent_encoding::percent_decode_str(path).decode_utf8();
                root_file = Some(path.map_err(|_| malformed())?.into_owned());
            }
            _ => rest.push(pair),
        }
    }
    if root_file.is_some() && !encrypted {
        return Err(Error::Other("The sslrootcert of the database needs sslmode=verify-full".into()));
    }
    let mut config: Config = format!("{base}?{}", rest.join("&")).parse().map_err(|_| malformed())?;
    if address(&config).contains('@') {
        return Err(malformed());
    }
    config.ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable });
    Ok((config, encrypted.then_some(root_file)))
}

pub(crate) fn check_address(url: &str) -> Result<()> {
    parse(url).map(drop)
}

fn address(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".into(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
    format!("{host}:{port}/{name}")
}
