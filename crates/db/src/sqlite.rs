//! SQLite: one connection writes, a few read. A read statement runs on the calling thread, because most take less time
//! than waking another one and back. One that hasn't ended after a moment starts over on a database thread, as do those
//! with no free connection; transactions always have a thread while they last. A commit makes room for the next one and
//! is answered once it's on disk (`log.rs`).

use crate::error::{named_like_postgres, one_line, system_text};
use crate::log::{self, Log};
use crate::row::{Row, Source};
use crate::{Error, FromRow, Options, Result, Sql, Statement, Value};
use rusqlite::config::DbConfig;
use rusqlite::{CachedStatement, Connection, ErrorCode, OpenFlags};
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long a statement may hold the calling thread.
const MOMENT: Duration = Duration::from_millis(3);
/// How long we remember that a statement takes more than a moment, and for how many statements at most.
const KNOWN_FOR: Duration = Duration::from_secs(60);
const MAX_KNOWN: usize = 1_000;

/// A piece of work for a database thread; true ends the session.
type Job = Box<dyn FnOnce(&Connection) -> bool + Send>;

enum Work {
    One(Job),
    Session(mpsc::Receiver<Job>),
}

/// Connections, and work for them.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Work>,
    /// The most recently used one is taken first: its pages and statements are warm.
    free: Vec<Connection>,
    /// Threads without work, the most recently used at the end.
    idle: Vec<Arc<Condvar>>,
    closed: bool,
}

impl State {
    fn wake_one(&mut self) {
        if let Some(wake) = self.idle.pop() {
            wake.notify_one();
        }
    }

    fn wake_all(&mut self) {
        self.idle.drain(..).for_each(|wake| wake.notify_one());
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work for a closed queue is dropped, and its sender notices.
    fn push(&self, work: Work) {
        let mut state = self.lock();
        if !state.closed {
            state.waiting.push_back(work);
            state.wake_one();
        }
    }

    /// `wake` is the thread's own.
    fn pop(&self, wake: &Arc<Condvar>) -> Option<(Work, Lent<'_>)> {
        let mut state = self.lock();
        loop {
            if state.closed && state.waiting.is_empty() {
                // Others may have gone back to sleep while the last piece of work was still waiting for a connection.
                state.wake_all();
                return None;
            }
            if !state.waiting.is_empty()
                && let Some(c) = state.free.pop()
            {
                return state.waiting.pop_front().map(|work| (work, self.lent(c)));
            }
            state.idle.push(wake.clone());
            state = wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            // A thread that woke by itself is still in the list.
            state.idle.retain(|other| !Arc::ptr_eq(other, wake));
        }
    }

    /// A connection, if one is free and no one is waiting for it.
    fn lend(&self) -> Option<Lent<'_>> {
        let mut state = self.lock();
        if state.closed || !state.waiting.is_empty() {
            return None;
        }
        state.free.pop().map(|c| self.lent(c))
    }

    fn lent(&self, c: Connection) -> Lent<'_> {
        Lent { queue: self, c: Some(c) }
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.wake_all();
    }
}

/// A connection that returns to its queue no matter what happens, with no transaction open.
struct Lent<'a> {
    queue: &'a Queue,
    c: Option<Connection>,
}

impl Lent<'_> {
    /// `None`: it panicked.
    fn run<T>(&self, limit: Duration, f: impl FnOnce(&Connection) -> T) -> Option<T> {
        let c = self.c.as_ref()?;
        STOP_AT.set(Some(Instant::now() + limit));
        catch_unwind(AssertUnwindSafe(|| f(c))).ok()
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        STOP_AT.set(None);
        let Some(c) = self.c.take() else { return };
        if !c.is_autocommit() {
            let _ = c.execute_batch("ROLLBACK");
        }
        let mut state = self.queue.lock();
        if state.closed && state.waiting.is_empty() {
            drop(state);
            return close(c);
        }
        state.free.push(c);
        if !state.waiting.is_empty() {
            state.wake_one();
        }
    }
}

pub(crate) struct Lite {
    read: Arc<Queue>,
    write: Arc<Queue>,
    log: Arc<Log>,
    wait: Duration,
    threads: Mutex<Vec<JoinHandle<()>>>,
    syncing: Mutex<Option<JoinHandle<()>>>,
    /// Since when.
    long: Mutex<HashMap<u64, Instant>>,
    hashes: RandomState,
}

impl Drop for Lite {
    fn drop(&mut self) {
        self.read.close();
        self.write.close();
        self.log.close();
    }
}

impl Lite {
    pub(crate) fn open(path: &Path, options: &Options) -> Result<Lite> {
        check_path(path)?;
        make_private(path)?;
        let lite = Lite {
            read: Arc::default(),
            write: Arc::default(),
            log: Arc::default(),
            wait: options.pool_wait,
            threads: Mutex::default(),
            syncing: Mutex::default(),
            long: Mutex::default(),
            hashes: RandomState::new(),
        };
        for i in 0..=options.readers {
            let writes = i == 0;
            let c = open(path, writes, options.is_loading).map_err(|e| match e.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => cannot_open(path, "the file is not an SQLite database"),
                _ => cannot_open(path, &one_line(e)),
            })?;
            let queue = if writes { &lite.write } else { &lite.read }.clone();
            queue.lock().free.push(c);
            let (idle, limit) = (options.tx_idle, options.statement_timeout);
            let thread = std::thread::Builder::new()
                .name(format!("sqlite-{i}"))
                .spawn(move || serve(&queue, idle, limit))
                .map_err(|e| {
                    Error::Unavailable(format!("Cannot start a database thread: {}", one_line(e)))
                })?;
            lite.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        }
        *lite.syncing.lock().unwrap_or_else(PoisonError::into_inner) = Some(log::start(&lite.log, path)?);
        Ok(lite)
    }

    /// Lets the threads finish what is queued, close their files and exit.
    pub(crate) async fn close(&self) {
        self.read.close();
        self.write.close();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let _ = tokio::task::spawn_blocking(|| threads.into_iter().for_each(|t| drop(t.join()))).await;
        // No more commits will come.
        self.log.close();
        let syncing = self.syncing.lock().unwrap_or_else(PoisonError::into_inner).take();
        let _ = tokio::task::spawn_blocking(|| syncing.into_iter().for_each(|t| drop(t.join()))).await;
    }

    pub(crate) fn session(&self, write: bool) -> Session {
        let queue = if write { &self.write } else { &self.read }.clone();
        Session { jobs: None, queue, log: self.log.clone(), write, wait: self.wait }
    }

    /// A whole transaction in one go; any failure rolls it back.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (job, answer) = committing(
            &self.log,
            false,
            |_| {},
            move |c| {
                let written = execute_plain(c, "BEGIN IMMEDIATE").and_then(|()| f(c));
                written.and_then(|rows| execute_plain(c, "COMMIT").map(|()| rows))
            },
        );
        self.write.push(Work::One(job));
        answer.within(self.wait).await.ok_or_else(given_up)?
    }

    /// One read statement, here or on the next free reader.
    pub(crate) async fn one<T: FromRow>(&self, sql: Sql, params: Vec<Value>) -> Result<Vec<T>> {
        if let Some(found) = self.here(&sql, &params) {
            return found;
        }
        let (job, answer) = job(false, move |c| (rows(c, &sql, &params), true));
        self.read.push(Work::One(job));
        answer.within(self.wait).await.ok_or_else(given_up)?
    }

    /// `None`: no connection is free, or a moment is too short for the statement.
    fn here<T: FromRow>(&self, sql: &str, params: &[Value]) -> Option<Result<Vec<T>>> {
        let hash = self.hashes.hash_one(sql);
        if self.long().get(&hash).is_some_and(|since| since.elapsed() < KNOWN_FOR) {
            return None;
        }
        let lent = self.read.lend()?;
        let found = lent.run(MOMENT, |c| rows(c, sql, params));
        if matches!(found, Some(Err(_))) && is_over() {
            let mut long = self.long();
            if long.len() == MAX_KNOWN {
                long.clear();
            }
            long.insert(hash, Instant::now());
            return None;
        }
        Some(found.unwrap_or_else(|| Err(given_up())))
    }

    fn long(&self) -> MutexGuard<'_, HashMap<u64, Instant>> {
        self.long.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The async side of a transaction. Dropping it rolls back whatever is open and frees the connection.
pub(crate) struct Session {
    /// It takes a connection with its first statement, not before.
    jobs: Option<mpsc::Sender<Job>>,
    queue: Arc<Queue>,
    log: Arc<Log>,
    write: bool,
    wait: Duration,
}

impl Session {
    pub(crate) async fn run<T: Send + 'static>(
        &mut self,
        first: bool,
        f: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let begin = if self.write { "BEGIN IMMEDIATE" } else { "BEGIN" };
        let (job, answer) = job(false, move |c| {
            let result = if first {
                execute_plain(c, begin).and_then(|()| f(c))
            } else if c.is_autocommit() {
                Err(Error::TxAborted) // SQLite rolled the whole transaction back by itself
            } else {
                f(c)
            };
            (result, false)
        });
        if !first {
            self.send(job)?;
            return answer.wait().await.ok_or(Error::TxAborted)?;
        }
        let (jobs, queued) = mpsc::channel();
        self.jobs = Some(jobs);
        self.send(job)?;
        self.queue.push(Work::Session(queued));
        answer.within(self.wait).await.ok_or_else(given_up)?
    }

    fn send(&self, job: Job) -> Result<()> {
        self.jobs.as_ref().and_then(|jobs| jobs.send(job).ok()).ok_or(Error::TxAborted)
    }

    /// Runs `after` on the thread that syncs commits to disk, so it happens even if the caller stops waiting.
    pub(crate) async fn commit(
        &self,
        last: Vec<Statement>,
        after: impl FnOnce() + Send + 'static,
    ) -> Result<()> {
        let (job, answer) = committing(
            &self.log,
            true,
            |_| after(),
            move |c| {
                if c.is_autocommit() {
                    return Err(Error::TxAborted);
                }
                let run = |(sql, params): Statement| exec(c, &sql, &[params]).map(drop);
                last.into_iter().try_for_each(run).and_then(|()| execute_plain(c, "COMMIT"))
            },
        );
        self.send(job)?;
        answer.wait().await.ok_or(Error::TxAborted)?
    }
}

fn given_up() -> Error {
    Error::Unavailable("The database was closed or dropped the statement".into())
}

struct Answer<T> {
    result: oneshot::Receiver<Result<T>>,
    started: Arc<AtomicBool>,
}

impl<T> Answer<T> {
    /// `None`: the thread gave up the session before this job, or panicked in it.
    async fn wait(self) -> Option<Result<T>> {
        self.result.await.ok()
    }

    /// Limits the wait for a free connection; the statement itself has its own limit.
    async fn within(mut self, limit: Duration) -> Option<Result<T>> {
        match tokio::time::timeout(limit, &mut self.result).await {
            Ok(result) => result.ok(),
            Err(_) if self.started.load(Ordering::Relaxed) => self.wait().await,
            Err(_) => Some(Err(Error::Unavailable("No database connection became free in time".into()))),
        }
    }
}

/// A job whose caller is gone is skipped, unless it's `certain` to run.
fn job<T: Send + 'static>(
    certain: bool,
    f: impl FnOnce(&Connection) -> (Result<T>, bool) + Send + 'static,
) -> (Job, Answer<T>) {
    let (send, result) = oneshot::channel();
    let started = Arc::new(AtomicBool::new(false));
    let answer = Answer { result, started: started.clone() };
    let job = move |c: &Connection| {
        if send.is_closed() && !certain {
            return true;
        }
        started.store(true, Ordering::Relaxed);
        let (result, ends) = f(c);
        let _ = send.send(result);
        ends
    };
    (Box::new(job), answer)
}

/// A job that commits: it ends the session right away, for the next one, and is answered once its writes are on disk.
fn committing<T: Send + 'static>(
    log: &Arc<Log>,
    certain: bool,
    after: impl FnOnce(&T) + Send + 'static,
    f: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
) -> (Job, Answer<T>) {
    let (send, result) = oneshot::channel();
    let started = Arc::new(AtomicBool::new(false));
    let (answer, log) = (Answer { result, started: started.clone() }, log.clone());
    let job = move |c: &Connection| {
        if send.is_closed() && !certain {
            return true;
        }
        started.store(true, Ordering::Relaxed);
        match f(c) {
            Ok(done) => log.push(Box::new(move |kept: Result<()>| {
                if kept.is_ok() {
                    after(&done);
                }
                let _ = send.send(kept.map(|()| done));
            })),
            Err(error) => drop(send.send(Err(error))),
        }
        true
    };
    (Box::new(job), answer)
}

thread_local! {
    /// When to interrupt the statement running on this thread.
    static STOP_AT: Cell<Option<Instant>> = const { Cell::new(None) };
}

fn is_over() -> bool {
    STOP_AT.get().is_some_and(|at| Instant::now() > at)
}

/// A session ends when a job says so (commit), when its sender is dropped (the `Tx` is dropped, its task aborted) or
/// after `idle` without a job. Anything still open is rolled back, and the next session starts.
fn serve(queue: &Queue, idle: Duration, limit: Duration) {
    let wake = Arc::default();
    while let Some((work, lent)) = queue.pop(&wake) {
        // A panic in a row mapping must not take down the thread: it ends the session.
        let run = |job: Job| lent.run(limit, job).unwrap_or(true);
        match work {
            Work::One(job) => drop(run(job)),
            Work::Session(jobs) => {
                while let Ok(job) = jobs.recv_timeout(idle) {
                    if run(job) {
                        break;
                    }
                }
            }
        }
    }
    while let Some(c) = { queue.lock().free.pop() } {
        close(c);
    }
}

fn close(c: Connection) {
    let _ = c.execute_batch("PRAGMA analysis_limit=400; PRAGMA optimize");
}

pub(crate) fn check_path(path: &Path) -> Result<()> {
    if path.as_os_str().is_empty() || path.to_string_lossy().starts_with([':', '?']) {
        // A SQLite in-memory database belongs to one connection.
        return Err(Error::Other("The database address doesn't name a file".into()));
    }
    Ok(())
}

/// Only the owner can read a new file; SQLite gives the files next to it the same permissions.
fn make_private(path: &Path) -> Result<()> {
    let mut create = std::fs::OpenOptions::new();
    create.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut create, 0o600);
    create.open(path).map(drop).map_err(|e| cannot_open(path, &system_text(e)))
}

/// In kB, as SQLite wants it.
const CACHE: i64 = -4096;
/// Rows don't come in the order of every index.
const LOADING_CACHE: i64 = -65_536;

/// The page cache is small because there are several connections; the operating system caches the file.
fn open(path: &Path, writes: bool, is_loading: bool) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let mut c = Connection::open_with_flags(path, flags)?;
    c.execute_batch(&format!(
        "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys={};
         PRAGMA temp_store=MEMORY; PRAGMA cache_size={}; PRAGMA journal_size_limit=16777216;
         PRAGMA trusted_schema=OFF; PRAGMA query_only={}",
        u8::from(!is_loading),
        if is_loading && writes { LOADING_CACHE } else { CACHE },
        u8::from(!writes)
    ))?;
    // Plan for the statement, not for its values: otherwise it's planned again with every new binding.
    c.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    c.set_prepared_statement_cache_capacity(128);
    c.progress_handler(10_000, Some(is_over))?;
    Ok(c)
}

fn cannot_open(path: &Path, why: &str) -> Error {
    Error::Unavailable(format!("Cannot open the database {}: {why}", path.display()))
}

fn execute_plain(c: &Connection, sql: &str) -> Result<()> {
    c.prepare_cached(sql)?.execute([])?;
    Ok(())
}

pub(crate) fn rows<T: FromRow>(c: &Connection, sql: &str, params: &[Value]) -> Result<Vec<T>> {
    with(c, sql, |s| {
        bind(s, params)?;
        let mut rows = s.raw_query();
        let mut out = Vec::new();
        while let Some(row) = rows.next()? {
            out.push(T::from_row(&Row(Source::Lite(row)))?);
        }
        Ok(out)
    })
}

/// The last statement's rows, after the others.
pub(crate) fn after<T: FromRow>(
    c: &Connection,
    before: &[Statement],
    (sql, params): &Statement,
) -> Result<Vec<T>> {
    for (sql, params) in before {
        exec(c, sql, std::slice::from_ref(params))?;
    }
    rows(c, sql, params)
}

/// Runs the statement once per row of parameters and returns the number of changed rows.
pub(crate) fn exec(c: &Connection, sql: &str, rows: &[Vec<Value>]) -> Result<u64> {
    with(c, sql, |s| {
        let mut changed = 0;
        for params in rows {
            bind(s, params)?;
            changed += s.raw_execute()? as u64;
        }
        Ok(changed)
    })
}

/// Several statements without parameters and without a time limit: a migration.
pub(crate) fn batch(c: &Connection, sql: &str) -> Result<()> {
    STOP_AT.set(None);
    c.execute_batch(sql).map_err(Error::from)
}

fn with<T>(c: &Connection, sql: &str, f: impl FnOnce(&mut CachedStatement<'_>) -> Result<T>) -> Result<T> {
    let mut s = c.prepare_cached(sql)?;
    f(&mut s).map_err(|e| match e {
        Error::Unavailable(why) if why.contains("readonly") && reads_only(c) => Error::write_while_reading(),
        e => named_like_postgres(c, e),
    })
}

/// A reader asked to write answers like a file on a read-only disk.
fn reads_only(c: &Connection) -> bool {
    c.pragma_query_value(None, "query_only", |r| r.get(0)).unwrap_or(false)
}

/// `$1` is a *named* parameter to SQLite, numbered by first appearance: we bind by name, so the text stays the same.
fn bind(s: &mut CachedStatement<'_>, params: &[Value]) -> Result<()> {
    params.iter().try_for_each(Value::check)?;
    for i in 1..=s.parameter_count() {
        let number =
            s.parameter_name(i).and_then(|n| n.strip_prefix('$')).and_then(|n| n.parse::<usize>().ok());
        let value = number.and_then(|n| params.get(n.wrapping_sub(1)));
        s.raw_bind_parameter(i, value.ok_or(Error::Param("a placeholder has no value"))?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_end_though_the_last_work_waited_for_a_connection() {
        let queue: Arc<Queue> = Arc::default();
        queue.lock().free.push(Connection::open_in_memory().unwrap());
        let lent = queue.lend().unwrap();
        let (done, ended) = mpsc::channel();
        for _ in 0..3 {
            let (queue, done) = (queue.clone(), done.clone());
            std::thread::spawn(move || {
                serve(&queue, Duration::from_secs(1), Duration::from_secs(1));
                done.send(()).unwrap();
            });
        }
        let asleep = |count| {
            while queue.lock().idle.len() != count {
                std::thread::yield_now();
            }
        };
        asleep(3);
        queue.push(Work::One(Box::new(|_| true)));
        asleep(3);
        queue.close();
        asleep(3);
        drop(lent);
        for _ in 0..3 {
            ended.recv_timeout(Duration::from_secs(20)).expect("a thread sleeps for good");
        }
    }
}
