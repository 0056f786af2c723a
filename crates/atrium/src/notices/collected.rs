//! The receiver for a demo's messages: nothing is sent, everything is collected.

use super::post::opened;
use super::{MAIL, SMS};
use crate::app::App;
use crate::shared::collected::{Collected, Delivered};
use crate::shared::keys::Vault;
use crate::shared::outbox::{Deliver, Message, ToLog, Undelivered};
use db::Db;
use futures_util::future::BoxFuture;
use std::sync::Arc;

pub fn collector(app: &App) -> Arc<dyn Deliver> {
    let (collected, vault) = (app.collected.clone(), app.keys.notices.clone());
    Arc::new(Collector { collected, vault, db: app.db.clone() })
}

struct Collector {
    collected: Collected,
    vault: Vault,
    db: Db,
}

impl Deliver for Collector {
    fn deliver<'a>(&'a self, message: &'a Message) -> BoxFuture<'a, Result<(), Undelivered>> {
        if !matches!(message.topic.as_str(), MAIL | SMS) {
            return ToLog.deliver(message);
        }
        Box::pin(async move {
            let notice = opened(&self.vault, Some(&self.db), message).await?;
            self.collected.keep(Delivered {
                id: message.id,
                kind: message.topic.clone(),
                to: notice.to,
                language: notice.language,
                subject: notice.subject,
                text: notice.text,
                html: notice.html,
                attachment: notice.attachment.map(|file| (file.name, file.content)),
                created_at: message.created_at,
            });
            Ok(())
        })
    }
}
