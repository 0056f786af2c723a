//! Notices between nodes: LISTEN/NOTIFY on PostgreSQL, on a separate connection; within the process on SQLite. They say
//! that something changed, never what its value is: a node that misses one reads the database again.

use crate::postgres::Pg;
use crate::{Engine, Result, Shared};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::task::{AbortHandle, JoinHandle};
use tokio_postgres::Client;

/// One PostgreSQL channel carries all of ours: "channel\npayload".
pub(crate) const PG_CHANNEL: &str = "db_notices";
pub(crate) const CAPACITY: usize = 1024;
const BACK_OFF_MIN: Duration = Duration::from_millis(100);
const MAX_BACK_OFF: Duration = Duration::from_secs(5);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Notice {
        channel: String,
        payload: String,
    },
    /// Notices may have been missed: reload what you cache. Sent when the connection is lost and again when there is a
    /// new one.
    Lost,
}

/// Notices from all nodes from now on, for as long as it lives.
pub struct Listener(broadcast::Receiver<Event>);

impl Listener {
    /// `None` once no [`Db`](crate::Db) is left to send anything. Cancel-safe.
    pub async fn next(&mut self) -> Option<Event> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(_)) => Some(Event::Lost),
            Err(RecvError::Closed) => None,
        }
    }
}

/// The task that keeps the listening connection alive; it ends with the database.
pub(crate) struct Ear(AbortHandle);

impl Drop for Ear {
    fn drop(&mut self) {
        self.0.abort();
    }
}

pub(crate) async fn listen(shared: &Arc<Shared>) -> Result<Listener> {
    let listener = Listener(shared.events.subscribe());
    if let Engine::Pg(pg) = &shared.engine {
        shared
            .ear
            .get_or_try_init(async || {
                let connection = subscribe(pg, &shared.events).await?;
                let task = keep(pg.clone(), shared.events.clone(), connection);
                Ok::<_, crate::Error>(Ear(tokio::spawn(task).abort_handle()))
            })
            .await?;
    }
    Ok(listener)
}

async fn subscribe(pg: &Pg, events: &broadcast::Sender<Event>) -> Result<(Client, JoinHandle<()>)> {
    let events = events.clone();
    let (client, task) = pg
        .own_connection(move |notification| {
            if let Some((channel, payload)) = notification.payload().split_once('\n') {
                let _ = events.send(Event::Notice { channel: channel.into(), payload: payload.into() });
            }
        })
        .await?;
    client.batch_execute(&format!("LISTEN {PG_CHANNEL}")).await?;
    Ok((client, task))
}

async fn keep(pg: Arc<Pg>, events: broadcast::Sender<Event>, mut connection: (Client, JoinHandle<()>)) {
    loop {
        let (_client, task) = &mut connection;
        let _ = task.await;
        let _ = events.send(Event::Lost);
        let mut pause = BACK_OFF_MIN;
        connection = loop {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(MAX_BACK_OFF);
            if let Ok(connection) = subscribe(&pg, &events).await {
                break connection;
            }
        };
        let _ = events.send(Event::Lost);
    }
}
