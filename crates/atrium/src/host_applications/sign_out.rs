//! Telling host applications that a session has ended (OpenID Connect Back-Channel Logout). The message is queued in the
//! transaction that ends the session, and signed anew for each attempt to deliver it. A session that just runs out tells
//! no one: the application has limits of its own.

use super::{client, store};
use crate::app::App;
use crate::shared::outbound::Outbound;
use crate::shared::outbox::{self, Deliver, Message, MessageDraft, SIGN_OUT, Undelivered};
use crate::shared::problem::Problem;
use db::{Db, Tx};
use futures_util::future::BoxFuture;
use oidc::{EndedAtClient, Provider};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use uuid::Uuid;

#[derive(Serialize, Deserialize)]
struct SignOut {
    client_id: String,
    subject: Uuid,
    session: Uuid,
}

/// One message per session and application that wants to be told.
pub async fn queue_sign_outs(app: &App, tx: &mut Tx, ended: &[EndedAtClient]) -> Result<(), Problem> {
    let mut ids: Vec<&str> = ended.iter().map(|one| one.client_id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let told = store::told(tx, &ids).await?;
    let now = app.clock.now();
    let mut drafts = vec![];
    for one in ended {
        let Some((_, tenant)) = told.iter().find(|(id, _)| *id == one.client_id) else { continue };
        let content =
            SignOut { client_id: one.client_id.clone(), subject: one.subject, session: one.session };
        let payload = serde_json::to_value(&content).map_err(|error| Problem::Internal(error.to_string()))?;
        let draft = MessageDraft {
            id: app.ids.next(now),
            tenant: *tenant,
            topic: SIGN_OUT,
            payload: &payload,
            sealed: None,
        };
        drafts.push(outbox::values(&draft, now));
    }
    if !drafts.is_empty() {
        outbox::enqueue_many(tx, drafts).await?;
    }
    Ok(())
}

/// A server's receiver for these messages; all others go to `next`.
pub struct SignOuts {
    db: Db,
    provider: Provider,
    outbound: Outbound,
    next: Arc<dyn Deliver>,
}

impl SignOuts {
    pub fn new(app: &App, provider: Provider, next: Arc<dyn Deliver>) -> Result<SignOuts, String> {
        let outbound = Outbound::new(&app.settings.outbound_allowed_hosts)?;
        Ok(SignOuts { db: app.db.counted(), provider, outbound, next })
    }

    async fn tell(&self, message: &Message) -> Result<(), Undelivered> {
        let failed = |why: &str| Undelivered::Failed(why.to_owned());
        let content: SignOut = serde_json::from_str(&message.payload)
            .map_err(|_| Undelivered::Hopeless("it isn't a sign-out".to_owned()))?;
        let found = store::logout_uri(&self.db, message.tenant_id, &content.client_id).await;
        // An application that was removed since, or no longer wants to be told, isn't.
        let Some(uri) = found.map_err(|_| failed("the database isn't available"))? else { return Ok(()) };
        let uri: Url =
            uri.parse().map_err(|_| Undelivered::Hopeless("its address can't be read".to_owned()))?;
        let to = (content.client_id.as_str(), client::ALGORITHM);
        let token = self.provider.logout_token(to, content.subject, content.session, message.id);
        let token = token.map_err(|_| failed("the signing keys aren't available"))?;
        let request = self.outbound.post(uri).form(&[("logout_token", token)]);
        let answer = self.outbound.send(request).await.map_err(|why| failed(&why.to_string()))?;
        match answer.status.is_success() {
            true => Ok(()),
            false => Err(failed(&format!("the application answered {}", answer.status.as_u16()))),
        }
    }
}

impl Deliver for SignOuts {
    fn deliver<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
        match message.topic.as_str() {
            SIGN_OUT => Box::pin(self.tell(message)),
            _ => self.next.deliver(message),
        }
    }
}
