//! The outbox delivers at least once, survives its worker, and parks what cannot be delivered.

use crate::world::{World, both};
use atrium::shared::id::TenantId;
use atrium::shared::outbox::{self, Deliver, Message, MessageDraft, Undelivered, Worker};
use futures_util::future::BoxFuture;
use serde_json::json;
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// Fails for a topic so and so often, and remembers what it was given.
#[derive(Default)]
struct Receiver {
    got: Mutex<Vec<String>>,
    fails: Mutex<u32>,
}

impl Deliver for Receiver {
    fn deliver<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
        Box::pin(async move {
            self.got.lock().unwrap().push(message.topic.clone());
            let mut fails = self.fails.lock().unwrap();
            if message.topic == "poison" || (*fails > 0 && message.topic == "flaky") {
                *fails = fails.saturating_sub(1);
                return Err(Undelivered::Failed("the receiver said no".to_owned()));
            }
            Ok(())
        })
    }
}

async fn enqueue(world: &World, topics: &[&str]) {
    let (tenant,): (TenantId,) = world.app.db.one("SELECT id FROM tenant ORDER BY id", vec![]).await.unwrap();
    let mut tx = world.app.db.begin_write().await.unwrap();
    tx.exec("DELETE FROM outbox_message", vec![]).await.unwrap();
    for topic in topics {
        let id: Uuid = world.app.ids.next(world.app.clock.now());
        let draft = MessageDraft { id, tenant, topic, payload: &json!({}), sealed: None };
        let row = outbox::values(&draft, world.app.clock.now());
        outbox::enqueue_many(&mut tx, vec![row]).await.unwrap();
    }
    tx.commit().await.unwrap();
}

fn worker(world: &World, receiver: &Arc<Receiver>) -> Worker {
    Worker {
        db: world.app.db.clone(),
        clock: world.app.clock.clone(),
        receiver: receiver.clone(),
        max_attempts: 3,
    }
}

/// As if the back-off, or a lease, were over.
async fn make_due(world: &World) {
    world.change("UPDATE outbox_message SET due_at = created_at", vec![]).await;
}

both! {
    async fn a_message_is_delivered_once_when_all_is_well(world: World) {
        enqueue(&world, &["a", "b"]).await;
        let receiver = Arc::new(Receiver::default());
        assert_eq!(worker(&world, &receiver).run_once().await.unwrap(), 2);
        assert_eq!(worker(&world, &receiver).run_once().await.unwrap(), 0);
        assert_eq!(receiver.got.lock().unwrap().len(), 2);
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE delivered_at IS NOT NULL").await, 2);
    }

    async fn a_failed_message_waits_and_is_tried_again(world: World) {
        enqueue(&world, &["flaky"]).await;
        let receiver = Arc::new(Receiver { fails: Mutex::new(1), ..Receiver::default() });
        worker(&world, &receiver).run_once().await.unwrap();
        assert_eq!(worker(&world, &receiver).run_once().await.unwrap(), 0, "it is not due yet");
        make_due(&world).await;
        worker(&world, &receiver).run_once().await.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE delivered_at IS NOT NULL AND attempts = 2").await, 1);
    }

    async fn poison_is_parked_with_its_error_and_holds_up_nobody(world: World) {
        enqueue(&world, &["poison", "fine"]).await;
        let receiver = Arc::new(Receiver::default());
        for _ in 0..5 {
            worker(&world, &receiver).run_once().await.unwrap();
            make_due(&world).await;
        }
        let parked = "SELECT count(*) FROM outbox_message WHERE parked_at IS NOT NULL AND attempts = 3
            AND last_error = 'the receiver said no' AND topic = 'poison'";
        assert_eq!(world.count(parked).await, 1);
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE delivered_at IS NOT NULL AND topic = 'fine'").await, 1);
        assert_eq!(receiver.got.lock().unwrap().iter().filter(|topic| *topic == "poison").count(), 3);
    }

    async fn a_message_whose_worker_died_is_delivered_when_its_lease_ends(world: World) {
        enqueue(&world, &["a"]).await;
        // Claimed, and then nothing: what a kill between claim and delivery leaves behind.
        struct Never;
        impl Deliver for Never {
            fn deliver<'a>(&'a self, _: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
                Box::pin(std::future::pending())
            }
        }
        let dying = Worker { receiver: Arc::new(Never), ..worker(&world, &Arc::default()) };
        let task = tokio::spawn(async move { dying.run_once().await });
        while world.count("SELECT count(*) FROM outbox_message WHERE attempts = 1").await == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        task.abort();
        let receiver = Arc::new(Receiver::default());
        assert_eq!(worker(&world, &receiver).run_once().await.unwrap(), 0, "the lease still runs");
        make_due(&world).await;
        assert_eq!(worker(&world, &receiver).run_once().await.unwrap(), 1);
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE delivered_at IS NOT NULL").await, 1);
    }

    async fn a_message_that_kills_every_worker_is_parked(world: World) {
        enqueue(&world, &["a"]).await;
        world.change("UPDATE outbox_message SET attempts = 3", vec![]).await;
        let receiver = Arc::new(Receiver::default());
        worker(&world, &receiver).run_once().await.unwrap();
        assert!(receiver.got.lock().unwrap().is_empty());
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE parked_at IS NOT NULL").await, 1);
    }

    async fn workers_on_several_nodes_share_the_work_without_doing_it_twice(world: World) {
        enqueue(&world, &vec!["a"; 90]).await;
        let receiver = Arc::new(Receiver::default());
        let nodes = (0..4).map(|_| {
            let worker = worker(&world, &receiver);
            async move { while worker.run_once().await.unwrap() > 0 {} }
        });
        futures_util::future::join_all(nodes).await;
        assert_eq!(receiver.got.lock().unwrap().len(), 90);
        assert_eq!(world.count("SELECT count(*) FROM outbox_message WHERE attempts = 1 AND delivered_at IS NOT NULL").await, 90);
    }
}
