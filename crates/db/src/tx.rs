//! A transaction. Dropping it, or aborting the task that holds it, rolls back and frees the connection. After
//! any failed statement it is dead on both engines: PostgreSQL's COMMIT would silently roll back.

use crate::listen::Event;
use crate::record::Tally;
use crate::{Engine, Error, FromRow, Result, Shared, Sql, Statement, Value, postgres, sqlite};
use std::sync::Arc;
use std::time::Instant;

pub struct Tx {
    shared: Arc<Shared>,
    pub(crate) side: Side,
    tally: Arc<Tally>,
    notices: Vec<(String, String)>,
    begun: bool,
    failed: bool,
    last_used: Instant,
}

pub(crate) enum Side {
    Lite(sqlite::Session),
    Pg(postgres::Session),
}

impl Tx {
    pub(crate) async fn begin(shared: Arc<Shared>, tally: Arc<Tally>, write: bool) -> Result<Tx> {
        let side = match &shared.engine {
            Engine::Lite(lite) => Side::Lite(lite.session(write)),
            Engine::Pg(pg) => Side::Pg(postgres::Session::new(pg.get().await?, write)),
        };
        let last_used = Instant::now();
        Ok(Tx { shared, side, tally, notices: Vec::new(), begun: false, failed: false, last_used })
    }

    pub async fn all<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<Vec<T>> {
        let (sql, first) = (sql.into(), self.start()?);
        self.tally.add(&sql, &params);
        let result = match (&mut self.side, &self.shared.engine) {
            (Side::Pg(pg), Engine::Pg(pool)) => pg.rows(pool, first, &sql, &params).await,
            (Side::Lite(lite), _) => lite.run(first, move |c| sqlite::rows(c, &sql, &params)).await,
            _ => Err(Error::TxAborted),
        };
        self.end(result)
    }

    pub async fn opt<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<Option<T>> {
        Ok(self.all(sql, params).await?.into_iter().next())
    }

    pub async fn one<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<T> {
        let row = self.opt(sql, params).await?.ok_or(Error::NoRow);
        self.end(row)
    }

    /// The last statement's rows, after the others ran for their effects; all in one round trip.
    pub async fn after<T: FromRow>(&mut self, before: Vec<Statement>, last: Statement) -> Result<Vec<T>> {
        let first = self.start()?;
        self.tally.add_trip(before.iter().chain([&last]).map(|(sql, params)| (&**sql, params.as_slice())));
        let result = match (&mut self.side, &self.shared.engine) {
            (Side::Pg(pg), Engine::Pg(pool)) => pg.after(pool, first, &before, &last).await,
            (Side::Lite(lite), _) => lite.run(first, move |c| sqlite::after(c, &before, &last)).await,
            _ => Err(Error::TxAborted),
        };
        self.end(result)
    }

    /// The results of three statements, in one round trip.
    pub async fn all_three<A: FromRow, B: FromRow, C: FromRow>(
        &mut self,
        statements: [Statement; 3],
    ) -> Result<(Vec<A>, Vec<B>, Vec<C>)> {
        let first = self.start()?;
        self.tally.add_trip(statements.iter().map(|(sql, params)| (&**sql, params.as_slice())));
        let result = match (&mut self.side, &self.shared.engine) {
            (Side::Pg(pg), Engine::Pg(pool)) => pg.all_three(pool, first, &statements).await,
            (Side::Lite(lite), _) => {
                let read = move |c: &rusqlite::Connection| {
                    let [(one, a), (two, b), (three, d)] = &statements;
                    Ok((sqlite::rows(c, one, a)?, sqlite::rows(c, two, b)?, sqlite::rows(c, three, d)?))
                };
                lite.run(first, read).await
            }
            _ => Err(Error::TxAborted),
        };
        self.end(result)
    }

    /// Returns the number of changed rows.
    pub async fn exec(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Result<u64> {
        self.exec_many(sql, vec![params]).await
    }

    /// The same statement once per row of parameters, in one go; returns the number of changed rows.
    pub async fn exec_many(&mut self, sql: impl Into<Sql>, rows: Vec<Vec<Value>>) -> Result<u64> {
        if rows.is_empty() {
            return Ok(0);
        }
        let (sql, first) = (sql.into(), self.start()?);
        self.tally.add_many(&sql, rows.iter().map(Vec::as_slice));
        let result = match (&mut self.side, &self.shared.engine) {
            (Side::Pg(pg), Engine::Pg(pool)) => pg.exec(pool, first, &sql, &rows).await,
            (Side::Lite(lite), _) => lite.run(first, move |c| sqlite::exec(c, &sql, &rows)).await,
            _ => Err(Error::TxAborted),
        };
        self.end(result)
    }

    /// Several statements without parameters and without a time limit: for migrations only.
    pub(crate) async fn batch(&mut self, sql: &'static str) -> Result<()> {
        let first = self.start()?;
        let result = match (&mut self.side, &self.shared.engine) {
            (Side::Pg(pg), Engine::Pg(pool)) => pg.batch(pool, first, sql).await,
            (Side::Lite(lite), _) => lite.run(first, move |c| sqlite::batch(c, sql)).await,
            _ => Err(Error::TxAborted),
        };
        self.end(result)
    }

    /// Notifies every listener on every node (see [`Db::listen`](crate::Db::listen)) once this has committed. It costs
    /// no extra round trip.
    pub fn notify(&mut self, channel: &str, payload: &str) -> Result<()> {
        if channel.contains(['\n', '\0']) || payload.contains('\0') {
            return Err(Error::Param("a notice contains a control character"));
        }
        if channel.len() + payload.len() > 7000 {
            return Err(Error::Param("a notice is longer than 7,000 bytes"));
        }
        let notice = (channel.to_owned(), payload.to_owned());
        if !self.notices.contains(&notice) {
            self.notices.push(notice); // PostgreSQL tells the same thing once
        }
        Ok(())
    }

    pub async fn commit(self) -> Result<()> {
        self.commit_with(Vec::new()).await
    }

    /// Commits, running these statements just before, all in one round trip. Each must be self-contained: no one sees
    /// how many rows it changed.
    pub async fn commit_with(mut self, last: Vec<Statement>) -> Result<()> {
        if !self.begun && self.notices.is_empty() && last.is_empty() {
            return Ok(());
        }
        if !self.begun {
            self.batch("SELECT 1").await?;
        }
        self.start()?;
        if !last.is_empty() {
            self.tally.add_trip(last.iter().map(|(sql, params)| (&**sql, params.as_slice())));
        }
        let notices = std::mem::take(&mut self.notices);
        match &mut self.side {
            Side::Lite(lite) => {
                let events = self.shared.events.clone();
                let tell = move || {
                    for (channel, payload) in notices {
                        let _ = events.send(Event::Notice { channel, payload });
                    }
                };
                lite.commit(last, tell).await
            }
            Side::Pg(pg) => {
                let one = |(channel, payload)| format!("{channel}\n{payload}");
                let notices: Vec<String> = notices.into_iter().map(one).collect();
                pg.commit(&last, &notices).await
            }
        }
    }

    pub async fn rollback(self) {}

    /// True for the first statement, which carries BEGIN. A transaction counts as failed until the statement has
    /// answered: if the caller stops waiting, there's no telling how much of it was done.
    pub(crate) fn start(&mut self) -> Result<bool> {
        if self.failed {
            return Err(Error::TxAborted);
        }
        if self.begun && self.last_used.elapsed() > self.shared.options.tx_idle {
            self.failed = true; // the engine has ended it or is about to
            return Err(Error::idle_too_long());
        }
        self.failed = true;
        Ok(!std::mem::replace(&mut self.begun, true))
    }

    pub(crate) fn end<T>(&mut self, result: Result<T>) -> Result<T> {
        self.failed = result.is_err();
        self.last_used = Instant::now();
        result
    }
}

impl Drop for Tx {
    fn drop(&mut self) {
        // On SQLite the end of the session is enough.
        if let Side::Pg(pg) = &mut self.side
            && self.begun
        {
            pg.rollback();
        }
    }
}
