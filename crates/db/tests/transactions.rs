//! Transactions end as a whole, no matter what happens to their holder.

use crate::engines::*;
use db::{Db, Error, FromRow, Read, params};
use std::time::{Duration, Instant};

const INSERT_COUNTER: &str = "INSERT INTO counters (k, n) VALUES ($1, $2)";
/// Takes a few hundred milliseconds.
const SLOW: &str = "INSERT INTO counters (k, n) SELECT $1, sum(n) FROM (WITH RECURSIVE r(n) AS
    (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM r WHERE n < 300000) SELECT n FROM r) q";

struct Panics;

impl FromRow for Panics {
    fn from_row(_: &db::Row<'_>) -> db::Result<Self> {
        panic!("a mapping panics")
    }
}

/// All counters, a missing one, and the total: three reads through the same argument.
async fn counters(mut from: impl Read) -> (Vec<(String,)>, Option<(i64,)>, i64) {
    let all = from.all("SELECT k FROM counters ORDER BY k", params![]).await.unwrap();
    let missing = from.opt("SELECT n FROM counters WHERE k = $1", params!["missing"]).await.unwrap();
    let (count,) = from.one("SELECT count(*) FROM counters", params![]).await.unwrap();
    (all, missing, count)
}

both! {
    fn one_function_reads_inside_a_transaction_and_outside(db) {
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["a", 1]).await.unwrap();
        assert_eq!(counters(&mut tx).await, (vec![("a".to_owned(),)], None, 1));
        assert_eq!(counters(db).await, (vec![], None, 0), "not committed yet");
        let none: db::Result<(i64,)> = Read::one(&mut tx, "SELECT n FROM counters WHERE k = 'b'", params![]).await;
        assert_eq!(none, Err(Error::NoRow));
        assert_eq!(tx.commit().await, Err(Error::TxAborted), "a missing row ends a transaction here too");
        assert_eq!(counters(db).await, (vec![], None, 0));
    }

    fn a_dropped_or_rolled_back_transaction_leaves_nothing(db) {
        insert_company(db, 1).await;
        for explicit in [false, true] {
            let mut tx = db.begin_write().await.unwrap();
            assert_eq!(tx.one::<(i64,)>("SELECT count(*) FROM companies", params![]).await, Ok((1,)));
            tx.exec(INSERT_COMPANY, params![uid(2), "x", noon()]).await.unwrap();
            if explicit {
                tx.rollback().await;
            } else {
                drop(tx);
            }
        }
        assert_eq!(count(db, "companies").await, 1);
    }

    fn the_last_statements_are_kept_with_the_commit_in_their_order(db) {
        let (db, recording) = db.recorded();
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["a", 1]).await.unwrap();
        let mut last: Vec<db::Statement> =
            (0..300).map(|i| (INSERT_COUNTER.into(), params![format!("k{i}"), i])).collect();
        last.push(("UPDATE counters SET n = n + $1 WHERE k <> $2".into(), params![1000, "a"]));
        tx.commit_with(last).await.unwrap();
        let sum = "SELECT CAST(sum(n) AS BIGINT) FROM counters";
        assert_eq!(db.one::<(i64,)>(sum, params![]).await, Ok((1 + 299 * 300 / 2 + 300 * 1000,)));
        assert_eq!(recording.statements().len(), 1 + 301 + 1);
        assert_eq!(db.statements(), 3, "what travels together counts once");
        // Also when there are no other statements.
        let last = vec![(INSERT_COUNTER.into(), params!["alone", 1])];
        db.begin_write().await.unwrap().commit_with(last).await.unwrap();
        assert_eq!(count(&db, "counters").await, 302);
    }

    fn a_last_statement_that_fails_takes_everything_with_it(db) {
        insert_company(db, 1).await;
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["a", 1]).await.unwrap();
        let last: Vec<db::Statement> = vec![
            (INSERT_COUNTER.into(), params!["b", 1]),
            (INSERT_COMPANY.into(), params![uid(1), "the same id again", noon()]),
            (INSERT_COUNTER.into(), params!["c", 1]),
        ];
        let refused = tx.commit_with(last).await.unwrap_err();
        assert!(matches!(refused, Error::Unique(_)), "{refused:?}");
        assert_eq!(count(db, "counters").await, 0);
        // The connection is free for the next one.
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["d", 1]).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(count(db, "counters").await, 1);
    }

    fn an_aborted_task_leaves_nothing_and_frees_its_connection(db) {
        // Aborted while waiting for the writer, inside a statement, and between statements.
        for round in 0..30u64 {
            let db = db.clone();
            let task = tokio::spawn(async move {
                let mut tx = db.begin_write().await.unwrap();
                tx.exec(INSERT_COMPANY, params![uid(900 + u128::from(round)), format!("c{round}"), noon()]).await.unwrap();
                tx.exec(SLOW, params![format!("k{round}")]).await.unwrap();
                tokio::time::sleep(Duration::from_secs(60)).await;
                tx.commit().await.unwrap();
            });
            tokio::time::sleep(Duration::from_micros(round * 700)).await;
            task.abort();
            let _ = task.await;
        }
        let writers = (0..64).map(|i| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut tx = db.begin_write().await.unwrap();
                tx.exec(INSERT_COUNTER, params![format!("z{i}"), 1]).await.unwrap();
                tx.commit().await.unwrap();
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        assert_eq!((count(db, "companies").await, count(db, "counters").await), (0, 64));
    }

    fn a_failed_statement_ends_the_transaction(db) {
        insert_company(db, 1).await;
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COMPANY, params![uid(2), "two", noon()]).await.unwrap();
        let duplicate = tx.exec(INSERT_COMPANY, params![uid(1), "dup", noon()]).await;
        assert_eq!(duplicate, Err(Error::Unique("companies_pkey".into())));
        let next = tx.exec(INSERT_COMPANY, params![uid(3), "three", noon()]).await;
        assert_eq!(next, Err(Error::TxAborted));
        assert_eq!(tx.commit().await, Err(Error::TxAborted));
        assert_eq!(count(db, "companies").await, 1);
    }

    fn a_statement_that_nobody_waits_for_ends_the_transaction(db) {
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["a", 1]).await.unwrap();
        let rows: Vec<_> = (0..50_000).map(|n| params![format!("b{n}"), n]).collect();
        let bulk = tokio::time::timeout(Duration::from_millis(2), tx.exec_many(INSERT_COUNTER, rows)).await;
        assert!(bulk.is_err(), "it takes longer");
        // There's no telling how many rows are in: they must not be committed.
        assert_eq!(tx.exec(INSERT_COUNTER, params!["c", 1]).await, Err(Error::TxAborted));
        assert_eq!(tx.commit().await, Err(Error::TxAborted));
        assert_eq!(count(db, "counters").await, 0);
        insert_company(db, 1).await;
    }

    fn an_idle_transaction_is_ended(db) {
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["idle", 1]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(2500)).await;
        // Someone else may write in the meantime.
        let mut other = db.begin_write().await.unwrap();
        other.exec(INSERT_COUNTER, params!["other", 1]).await.unwrap();
        other.commit().await.unwrap();
        let late = tx.exec(INSERT_COUNTER, params!["idle2", 1]).await.unwrap_err();
        assert!(late.is_unavailable(), "worth trying again: {late:?}");
        assert_eq!(tx.commit().await, Err(Error::TxAborted));
        assert_eq!(count(db, "counters").await, 1);
    }

    fn a_transaction_whose_commit_comes_too_late_may_be_tried_again(db) {
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["idle", 1]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(2500)).await;
        let late = tx.commit().await.unwrap_err();
        assert!(late.is_unavailable(), "{late:?}");
        assert_eq!(count(db, "counters").await, 0);
    }

    fn a_transaction_without_statements_holds_nobody_up(db) {
        let unused = db.begin_write().await.unwrap();
        insert_company(db, 1).await;
        unused.commit().await.unwrap();
    }

    fn a_reading_transaction_sees_one_state_and_cannot_write(db) {
        insert_company(db, 1).await;
        let mut tx = db.begin_read().await.unwrap();
        for _ in 0..2 {
            assert_eq!(tx.one::<(i64,)>("SELECT count(*) FROM companies", params![]).await, Ok((1,)));
            insert_company(db, 2 + count(db, "companies").await as u128).await;
        }
        let write = tx.exec(INSERT_COMPANY, params![uid(9), "x", noon()]).await;
        let expected = Error::Other("A statement that writes was run outside of begin_write".into());
        assert_eq!(write, Err(expected.clone()));
        drop(tx);
        let write = db.all::<(i64,)>("INSERT INTO counters (k, n) VALUES ('a', 1) RETURNING n", params![]).await;
        assert_eq!(write, Err(expected));
        assert_eq!((count(db, "companies").await, count(db, "counters").await), (3, 0));
    }

    fn of_many_writers_with_one_version_one_wins(db) {
        insert_company(db, 1).await;
        let sql = "UPDATE companies SET name = $3, version = version + 1
            WHERE id = $1 AND version = $2 RETURNING version";
        let writers = (0..16).map(|i| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut tx = db.begin_write().await.unwrap();
                let won: Option<(i64,)> = tx.opt(sql, params![uid(1), 1, format!("n{i}")]).await.unwrap();
                tx.commit().await.unwrap();
                won
            })
        });
        let mut won = vec![];
        for writer in writers.collect::<Vec<_>>() {
            won.extend(writer.await.unwrap());
        }
        assert_eq!(won, vec![(2,)]);
    }

    fn many_writers_lose_no_update(db) {
        let mut tx = db.begin_write().await.unwrap();
        tx.exec(INSERT_COUNTER, params!["c", 0]).await.unwrap();
        tx.commit().await.unwrap();
        async fn count_up(db: &Db, key: String) -> db::Result<()> {
            let mut tx = db.begin_write().await?;
            let up = "UPDATE counters SET n = n + 1 WHERE k = 'c' RETURNING n";
            let (n,): (i64,) = tx.one(up, params![]).await?;
            tokio::task::yield_now().await;
            tx.exec(INSERT_COUNTER, params![&key, n]).await?;
            tx.commit().await?;
            db.one::<(i64,)>("SELECT n FROM counters WHERE k = $1", params![key]).await?; // one's own write
            Ok(())
        }
        let writers = (0..32).map(|w| {
            let db = db.clone();
            tokio::spawn(async move {
                for i in 0..20 {
                    count_up(&db, format!("{w}-{i}")).await.unwrap();
                }
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.unwrap();
        }
        let sql = "SELECT max(n), count(DISTINCT n) FROM counters WHERE k <> 'c'";
        assert_eq!(db.one::<(i64, i64)>(sql, params![]).await, Ok((640, 640)));
    }

    fn a_panic_in_a_mapping_costs_no_connection(db) {
        insert_company(db, 1).await;
        for _ in 0..12 {
            let own = db.clone();
            let reading = tokio::spawn(async move { own.all::<Panics>("SELECT 1", params![]).await.err() });
            let _ = reading.await;
            let own = db.clone();
            let writing = tokio::spawn(async move {
                let mut tx = own.begin_write().await.unwrap();
                tx.exec("UPDATE companies SET version = 99", params![]).await.unwrap();
                tx.all::<Panics>("SELECT 1", params![]).await.err()
            });
            let _ = writing.await;
        }
        insert_company(db, 2).await;
        let sql = "SELECT count(*), max(version) FROM companies";
        assert_eq!(db.one::<(i64, i64)>(sql, params![]).await, Ok((2, 1)));
    }

    fn a_long_statement_does_not_keep_the_thread_that_asks_for_it(db) {
        let long = "WITH RECURSIVE r(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM r
            WHERE n < 300000) SELECT count(*) FROM r";
        // Once while its duration isn't known, and once more when it is.
        for _ in 0..2 {
            let answered = tokio::select! {
                biased;
                found = db.one::<(i64,)>(long, params![]) => Err(found),
                ping = async {
                    tokio::task::yield_now().await;
                    db.ping().await
                } => Ok(ping),
            };
            assert_eq!(answered, Ok(Ok(())), "nothing else was served before it ended");
            assert_eq!(db.one::<(i64,)>(long, params![]).await, Ok((300_000,)));
        }
    }

    fn a_statement_that_takes_too_long_is_stopped(db) {
        let endless = "WITH RECURSIVE r(n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM r
            WHERE n < 2000000000) SELECT count(*) FROM r";
        let start = Instant::now();
        assert_eq!(db.one::<(i64,)>(endless, params![]).await, Err(Error::Timeout));
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        assert_eq!(count(db, "companies").await, 0);
    }
}
