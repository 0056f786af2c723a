//! A production server's receiver: mail goes to the mail server, SMS to the gateway, everything else to the log.

use super::gateway::Gateway;
use super::smtp::Mailer;
use super::{MAIL, OutgoingNotice, SMS};
use crate::config::{BadSetting, Settings};
use crate::shared::keys::Vault;
use crate::shared::outbox::{Deliver, Message, ToLog, Undelivered};
use futures_util::future::BoxFuture;

pub struct Post {
    vault: Vault,
    mailer: Option<Mailer>,
    gateway: Option<Gateway>,
}

impl Post {
    /// Checks the settings; doesn't connect to anything yet.
    pub fn new(settings: &Settings, vault: Vault) -> Result<Post, BadSetting> {
        Ok(Post { vault, mailer: Mailer::new(settings)?, gateway: Gateway::new(settings)? })
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
                mailer.send(message.id, &opened(&self.vault, message)?).await
            }),
            SMS => Box::pin(async move {
                let gateway = self.gateway.as_ref().ok_or_else(|| hopeless("sms_url is not set"))?;
                gateway.send(message.id, &opened(&self.vault, message)?).await
            }),
            _ => ToLog.deliver(message),
        }
    }
}

pub(super) fn hopeless(why: &str) -> Undelivered {
    Undelivered::Hopeless(why.to_owned())
}

pub(super) fn opened(vault: &Vault, message: &Message) -> Result<OutgoingNotice, Undelivered> {
    let plain = message.sealed.as_ref().and_then(|sealed| vault.open(message.id.as_bytes(), sealed));
    let plain = plain.ok_or_else(|| hopeless("it was sealed with another master key"))?;
    serde_json::from_slice(&plain).map_err(|_| hopeless("it is not a notice"))
}
