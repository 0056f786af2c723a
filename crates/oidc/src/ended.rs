//! Sessions and token families that ended within an access token's lifetime. The node that ended them refuses them
//! right away, and other nodes as soon as they get the notice; a node that may have missed one reads them all.

use crate::jwt::SKEW;
use crate::{Error, Provider, store};
use db::{Event, Listener};
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, Weak};
use std::time::Duration;
use uuid::Uuid;

pub(crate) const CHANNEL: &str = "oidc_ended";
const RETRY: Duration = Duration::from_millis(500);

#[derive(Default)]
pub(crate) struct Ended(RwLock<HashMap<Uuid, Timestamp>>);

impl Ended {
    pub(crate) fn contains(&self, id: Uuid) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains_key(&id)
    }

    pub(crate) fn insert(&self, ids: impl IntoIterator<Item = (Uuid, Timestamp)>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).extend(ids);
    }

    fn forget_before(&self, moment: Timestamp) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).retain(|_, ended_at| *ended_at >= moment);
    }
}

impl Provider {
    /// Access tokens issued before this have expired.
    pub(crate) fn last_tokens_expired(&self) -> Timestamp {
        self.now() - self.0.settings.access_life - SKEW * 2
    }

    pub(crate) fn forget_long_ended(&self) {
        self.0.ended.forget_before(self.last_tokens_expired());
    }

    async fn reload_ended(&self) -> Result<(), Error> {
        let ended = store::session::ended_since(&self.0.db, self.last_tokens_expired()).await?;
        self.0.ended.insert(ended);
        Ok(())
    }

    pub(crate) async fn listen(&self) -> Result<(), Error> {
        // Listen first, then read, so that we hear about anything that ends in between.
        let listener = self.0.db.listen().await?;
        self.reload_ended().await?;
        let task = tokio::spawn(hear(listener, std::sync::Arc::downgrade(&self.0)));
        *self.0.ear.write().unwrap_or_else(PoisonError::into_inner) = Some(task.abort_handle());
        Ok(())
    }
}

async fn hear(mut listener: Listener, provider: Weak<crate::Inner>) {
    while let Some(event) = listener.next().await {
        match event {
            Event::Notice { channel, payload } if channel == CHANNEL => {
                let Some(provider) = provider.upgrade().map(Provider) else { return };
                let now = provider.now();
                provider.0.ended.insert(payload.parse().ok().map(|id| (id, now)));
            }
            Event::Notice { .. } => {}
            Event::Lost => {
                while let Some(provider) = provider.upgrade().map(Provider)
                    && let Err(error) = provider.reload_ended().await
                {
                    tracing::warn!(%error, "the sessions that other nodes ended are not known yet");
                    drop(provider);
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }
}
