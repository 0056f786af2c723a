//! A tenant's words in its mails, on the wire.

use super::{NewNoticeText, NoticeText, store};
use crate::access::{Read, WholeTenantScope, Write};
use crate::call::Call;
use crate::features::FeatureSwitches;
use crate::features::graphql::as_administrator;
use crate::notices::{self, ExampleFacts, MailExample, NoticeTextKind};
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, ID, Object, SimpleObject};
use serde_json::json;

/// What a tenant adds to one kind of mail.
#[derive(SimpleObject)]
#[graphql(serial, name = "NoticeText")]
struct NoticeTextOnWire {
    kind: NoticeTextKind,
    english: NoticeTextInMail,
    spanish: NoticeTextInMail,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

/// A paragraph, and an example of the mail around it.
#[derive(SimpleObject)]
#[graphql(serial)]
struct NoticeTextInMail {
    /// Empty: mails in this language have none.
    text: String,
    subject: String,
    before: Vec<String>,
    after: Vec<String>,
}

impl NoticeTextInMail {
    fn new(text: String, example: MailExample) -> NoticeTextInMail {
        let MailExample { subject, before, after } = example;
        NoticeTextInMail { text, subject, before, after }
    }
}

impl NoticeTextOnWire {
    fn new(call: &Call, tenant_name: &str, row: NoticeText) -> NoticeTextOnWire {
        let facts =
            ExampleFacts { tenant_name, link: &call.app.settings.public_url, today: call.today("UTC") };
        let kind = row.kind;
        NoticeTextOnWire {
            kind,
            english: NoticeTextInMail::new(row.english, notices::example(kind, "en", facts)),
            spanish: NoticeTextInMail::new(row.spanish, notices::example(kind, "es", facts)),
            version: row.version,
        }
    }
}

impl Current for NoticeText {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "kind": self.kind.as_text(), "english": self.english, "spanish": self.spanish, "version": self.version,
        })
    }
}

#[derive(Default)]
pub struct NoticeTextQuery;

#[Object]
impl NoticeTextQuery {
    /// What the tenant adds to its mails, by kind. For administrators of the tenant.
    async fn notice_texts(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
    ) -> Result<Vec<NoticeTextOnWire>, Problem> {
        let call = Call::of(context);
        let scope: WholeTenantScope<FeatureSwitches, Read> = as_administrator(call, Some(&tenant_id)).await?;
        let name = store::tenant_name(&call.db, &scope).await?;
        let found = super::texts(&call.db, &scope).await?;
        Ok(found.into_iter().map(|row| NoticeTextOnWire::new(call, &name, row)).collect())
    }
}

#[derive(Default)]
pub struct NoticeTextMutation;

#[Object]
impl NoticeTextMutation {
    /// Changes what the tenant adds to a kind of mail. Counts for mails that haven't left yet.
    async fn set_notice_text(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        kind: NoticeTextKind,
        english: String,
        spanish: String,
        version: i64,
    ) -> Result<NoticeTextOnWire, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, Some(&tenant_id)).await?;
        let new = NewNoticeText { kind, english: &english, spanish: &spanish, version: Some(version) };
        let mut work = call.work().await?;
        let set = super::set_text(&mut work, &scope, new).await?;
        let name = store::tenant_name(work.tx(), &scope).await?;
        Ok(NoticeTextOnWire::new(call, &name, set))
    }
}
