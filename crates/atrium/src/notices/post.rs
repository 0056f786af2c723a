//! A production server's receiver: mail goes to the mail server, SMS to the gateway, everything else to the log.

use super::gateway::Gateway;
use super::smtp::Mailer;
use super::{MAIL, OutgoingNotice, SMS, own_words};
use crate::config::{BadSetting, Settings};
use crate::shared::keys::Vault;
use crate::shared::outbox::{Deliver, Message, ToLog, Undelivered};
use db::Db;
use futures_util::future::BoxFuture;

pub struct Post {
    vault: Vault,
    /// For what tenants add to their mails.
    db: Option<Db>,
    mailer: Option<Mailer>,
    gateway: Option<Gateway>,
}

impl Post {
    /// Checks the settings; doesn't connect to anything yet.
    pub fn new(settings: &Settings, vault: Vault) -> Result<Post, BadSetting> {
        Ok(Post { vault, db: None, mailer: Mailer::new(settings)?, gateway: Gateway::new(settings)? })
    }

    /// Once there is a database to read tenants' own words from.
    pub fn reading(self, db: Db) -> Post {
        Post { db: Some(db), ..self }
    }

    /// Said once, at startup.
    pub fn say_what_is_missing(&self) {
        if self.mailer.is_none() {
            tracing::warn!("smtp_url is not set: mail is parked in the outbox instead of sent");
        }
        if self.gateway.is_none() {
            tracing::warn!("sms_url is not set: text messages are parked in the outbox instead of sent");
        }
    }
}

impl Deliver for Post {
    fn deliver<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
        match message.topic.as_str() {
            MAIL => Box::pin(async move {
                let mailer = self.mailer.as_ref().ok_or_else(|| hopeless("smtp_url is not set"))?;
                mailer.send(message.id, &opened(&self.vault, self.db.as_ref(), message).await?).await
            }),
            SMS => Box::pin(async move {
                let gateway = self.gateway.as_ref().ok_or_else(|| hopeless("sms_url is not set"))?;
                gateway.send(message.id, &opened(&self.vault, None, message).await?).await
            }),
            _ => ToLog.deliver(message),
        }
    }
}

pub(super) fn hopeless(why: &str) -> Undelivered {
    Undelivered::Hopeless(why.to_owned())
}

/// As it leaves, with what the tenant adds to it.
pub(super) async fn opened(
    vault: &Vault,
    db: Option<&Db>,
    message: &Message,
) -> Result<OutgoingNotice, Undelivered> {
    let plain = message.sealed.as_ref().and_then(|sealed| vault.open(message.id.as_bytes(), sealed));
    let plain = plain.ok_or_else(|| hopeless("it was sealed with another master key"))?;
    let notice = serde_json::from_slice(&plain).map_err(|_| hopeless("it is not a notice"))?;
    match db {
        None => Ok(notice),
        Some(db) => own_words::add(db, message.tenant_id, notice)
            .await
            .map_err(|error| Undelivered::Failed(error.to_string())),
    }
}
