//! Notices reach every listener after the commit, and only then.

use crate::engines::*;
use db::{Db, Error, Event, Listener, params};
use std::time::Duration;

async fn heard(listener: &mut Listener) -> Option<Event> {
    tokio::time::timeout(Duration::from_millis(500), listener.next()).await.ok().flatten()
}

fn notice(channel: &str, payload: &str) -> Option<Event> {
    Some(Event::Notice { channel: channel.into(), payload: payload.into() })
}

async fn tell(db: &Db, payload: &str) {
    let mut tx = db.begin_write().await.unwrap();
    tx.notify("sessions", payload).unwrap();
    tx.commit().await.unwrap();
}

both! {
    fn a_notice_is_heard_after_the_commit_in_order(db) {
        let (mut a, mut b) = (db.listen().await.unwrap(), db.listen().await.unwrap());
        let mut tx = db.begin_write().await.unwrap();
        tx.exec("INSERT INTO counters (k, n) VALUES ('a', 1)", params![]).await.unwrap();
        tx.notify("sessions", "ended: 'x'\nand more").unwrap();
        tx.notify("flags", "").unwrap();
        tx.notify("flags", "").unwrap(); // told once
        assert_eq!(heard(&mut a).await, None, "not before the commit");
        tx.commit().await.unwrap();
        for listener in [&mut a, &mut b] {
            assert_eq!(heard(listener).await, notice("sessions", "ended: 'x'\nand more"));
            assert_eq!(heard(listener).await, notice("flags", ""));
            assert_eq!(heard(listener).await, None);
        }
    }

    fn a_transaction_that_is_rolled_back_tells_nothing(db) {
        let mut listener = db.listen().await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        tx.exec("INSERT INTO counters (k, n) VALUES ('a', 1)", params![]).await.unwrap();
        tx.notify("sessions", "never").unwrap();
        tx.rollback().await;
        let mut tx = db.begin_write().await.unwrap();
        tx.notify("sessions", "neither").unwrap();
        // Fails at the commit.
        tx.exec("INSERT INTO deferred_child (id, company_id) VALUES (1, $1)", params![uid(7)]).await.unwrap();
        tx.commit().await.unwrap_err();
        tell(db, "this").await;
        assert_eq!(heard(&mut listener).await, notice("sessions", "this"));
    }

    fn a_listener_that_falls_behind_is_told_so(db) {
        let mut listener = db.listen().await.unwrap();
        let mut witness = db.listen().await.unwrap();
        let mut tx = db.begin_write().await.unwrap();
        for n in 0..1100 {
            tx.notify("sessions", &n.to_string()).unwrap();
        }
        tx.commit().await.unwrap();
        // Wait until the last one has arrived, then read what the slow listener has left.
        while heard(&mut witness).await != notice("sessions", "1099") {}
        assert_eq!(heard(&mut listener).await, Some(Event::Lost));
    }

    fn a_notice_that_postgres_would_refuse_is_refused(db) {
        let mut tx = db.begin_write().await.unwrap();
        let too_long = "x".repeat(8000);
        for (channel, payload) in [("a\nb", "x"), ("a", "x\0"), ("a", too_long.as_str())] {
            assert!(matches!(tx.notify(channel, payload), Err(Error::Param(_))));
        }
        tx.commit().await.unwrap();
    }

    fn a_listener_ends_with_the_database(db, url) {
        let _ = db;
        let other = Db::connect(url, short_limits()).await.unwrap();
        let mut listener = other.listen().await.unwrap();
        tell(&other, "last").await;
        assert_eq!(heard(&mut listener).await, notice("sessions", "last"));
        drop(other);
        assert_eq!(tokio::time::timeout(Duration::from_secs(2), listener.next()).await, Ok(None));
    }
}

#[tokio::test]
async fn a_notice_crosses_from_node_to_node_on_postgres() {
    let fresh = Fresh::empty(Engine::Postgres).await;
    let other = Db::connect(&fresh.url, short_limits()).await.unwrap();
    let mut listener = fresh.db.listen().await.unwrap();
    tell(&other, "from afar").await;
    assert_eq!(heard(&mut listener).await, notice("sessions", "from afar"));
}

#[tokio::test]
async fn a_listener_whose_connection_is_cut_is_told_and_hears_again() {
    let fresh = Fresh::empty(Engine::Postgres).await;
    let mut listener = fresh.db.listen().await.unwrap();
    admin(
        &fresh.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
         AND pid <> pg_backend_pid()",
    )
    .await;
    assert_eq!(heard(&mut listener).await, Some(Event::Lost), "the connection is lost");
    assert_eq!(heard(&mut listener).await, Some(Event::Lost), "there is a new one");
    tell(&fresh.db, "again").await;
    assert_eq!(heard(&mut listener).await, notice("sessions", "again"));
}
