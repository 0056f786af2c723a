//! What a tenant adds to its mails in its own words: per kind of mail, a paragraph in English and one in Spanish.
//!
//! - Only plain news can carry it: invitations, pay stubs, decisions. A warning is the same everywhere.
//! - It is plain text, shown to the administrator inside an example of the mail. It counts for every mail that hasn't left yet.
//! - Left empty in a language, mails in that language have none.
//! - The second of two administrators who change the same one sees the first one's.

mod graphql;
mod rules;
mod store;

pub use graphql::{NoticeTextMutation, NoticeTextQuery};

use super::FeatureSwitches;
use crate::access::{Need, WholeTenantScope, Write};
use crate::notices::NoticeTextKind;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Read;
use serde_json::json;

/// A tenant's words in one kind of mail; at version 0 there never were any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeText {
    pub kind: NoticeTextKind,
    pub english: String,
    pub spanish: String,
    pub version: i64,
}

impl NoticeText {
    fn none(kind: NoticeTextKind) -> NoticeText {
        NoticeText { kind, english: String::new(), spanish: String::new(), version: 0 }
    }
}

/// Every kind, in the order they are shown.
pub async fn texts(
    from: impl Read,
    scope: &WholeTenantScope<FeatureSwitches, impl Need>,
) -> Result<Vec<NoticeText>, Problem> {
    let there = store::texts(from, scope).await?;
    let of = |kind: &NoticeTextKind| {
        there.iter().find(|text| text.kind == *kind).cloned().unwrap_or_else(|| NoticeText::none(*kind))
    };
    Ok(NoticeTextKind::ALL.iter().map(of).collect())
}

/// From the version that was shown; without one, from whatever there is.
pub struct NewNoticeText<'a> {
    pub kind: NoticeTextKind,
    pub english: &'a str,
    pub spanish: &'a str,
    pub version: Option<i64>,
}

pub async fn set_text(
    work: &mut Work,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    new: NewNoticeText<'_>,
) -> Result<NoticeText, Problem> {
    let kind = new.kind;
    let (english, spanish) = (rules::words("english", new.english)?, rules::words("spanish", new.spanish)?);
    store::take_turn(work.tx(), scope).await?;
    let there = store::text(work.tx(), scope, kind).await?.unwrap_or_else(|| NoticeText::none(kind));
    if new.version.is_some_and(|version| version != there.version) {
        return Err(Problem::conflict(there));
    }
    let text = NoticeText { kind, english, spanish, version: there.version + 1 };
    store::set(work.tx(), scope, &text).await?;
    let detail = json!({ "kind": kind.as_text(), "english": text.english, "spanish": text.spanish });
    work.record("notice_text.set", "tenant", scope.tenant().0, detail);
    Ok(text)
}
