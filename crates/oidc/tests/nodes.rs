//! Several nodes: what ends on one is over on all; what one signs, all accept (lines 11, 23, 24).

use crate::world::{ANA, Browser, both};
use oidc::{EndedBy, Provider, Refused};
use std::time::{Duration, Instant};

async fn refused_within_a_second(node: &Provider, token: &str) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        if node.verify_access(token) == Err(Refused::Ended) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

both! {
    fn b23_a_session_ended_on_one_node_is_refused_on_the_others_within_a_second(world) {
        // Two processes never share an SQLite file; with SQLite, the other node shares the connection.
        let other = match world.db.is_sqlite() {
            true => world.sibling().await,
            false => world.another_node().await,
        };
        let (browser, tokens) = world.ana().await;
        assert!(other.verify_access(&tokens.access).is_ok());
        let (_, untouched) = world.ana().await;
        let session = world.provider.session_of(&browser.headers()).await.unwrap().unwrap();
        world.provider.end_session(ANA, session.id, EndedBy::Revoked).await.unwrap();
        assert!(refused_within_a_second(&other, &tokens.access).await);
        assert!(other.verify_access(&untouched.access).is_ok());
        // The nodes also hear of a family that ends on its own.
        assert_eq!(browser.redeem(&untouched.code, &[]).await.error().0, 400);
        assert!(refused_within_a_second(&other, &untouched.access).await);
    }

    fn b23_a_node_that_lost_its_connection_reads_what_it_missed(world) {
        if world.db.is_sqlite() {
            return; // there is no connection to lose
        }
        let other = world.another_node().await;
        let (_, tokens) = world.ana().await;
        let ears = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
             WHERE datname = current_database() AND query = 'LISTEN db_notices'";
        assert_eq!(world.db.one::<(i64,)>(ears, db::params![]).await.unwrap().0, 2);
        world.provider.end_all(ANA, None, EndedBy::Revoked).await.unwrap();
        assert!(refused_within_a_second(&other, &tokens.access).await);
    }

    fn b24_a_node_that_starts_later_knows_what_ended_before(world) {
        let (browser, tokens) = world.ana().await;
        let (_, reused) = world.ana().await;
        world.provider.end_all(ANA, None, EndedBy::SignedOut).await.unwrap();
        browser.redeem(&reused.code, &[]).await;
        let late = world.another_node().await;
        assert_eq!(late.verify_access(&tokens.access), Err(Refused::Ended));
        assert_eq!(late.verify_access(&reused.access), Err(Refused::Ended));
    }

    fn a11_nodes_that_start_at_once_agree_on_the_first_keys(world) {
        let mut tx = world.db.begin_write().await.unwrap();
        tx.exec("DELETE FROM oidc_key", db::params![]).await.unwrap();
        tx.commit().await.unwrap();
        let (a, b, c) = tokio::join!(world.another_node(), world.another_node(), world.another_node());
        assert_eq!(world.count("oidc_key").await, 2, "one per algorithm");
        let tokens = Browser::new(a).sign_in_for_tokens(ANA).await;
        assert!(b.verify_access(&tokens.access).is_ok() && c.verify_access(&tokens.access).is_ok());
    }
}
