//! The SQL of a tenant's words in its mails. What reads them as a mail leaves is in `notices/`.

use super::NoticeText;
use crate::access::{Need, WholeTenantScope, Write};
use crate::features::FeatureSwitches;
use crate::notices::NoticeTextKind;
use db::{Read, Tx, params};

db::row!(NoticeText { kind, english, spanish, version });

pub(super) async fn texts(
    mut from: impl Read,
    scope: &WholeTenantScope<FeatureSwitches, impl Need>,
) -> db::Result<Vec<NoticeText>> {
    let sql = format!("SELECT {} FROM notice_text WHERE tenant_id = $1 ORDER BY kind", NoticeText::COLS);
    from.all(sql, params![scope.tenant()]).await
}

pub(super) async fn text(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    kind: NoticeTextKind,
) -> db::Result<Option<NoticeText>> {
    let sql = format!("SELECT {} FROM notice_text WHERE tenant_id = $1 AND kind = $2", NoticeText::COLS);
    tx.opt(sql, params![scope.tenant(), kind]).await
}

/// For the examples.
pub(super) async fn tenant_name(
    mut from: impl Read,
    scope: &WholeTenantScope<FeatureSwitches, impl Need>,
) -> db::Result<String> {
    let (name,): (String,) =
        from.one("SELECT name FROM tenant WHERE id = $1", params![scope.tenant()]).await?;
    Ok(name)
}

/// Two administrators change it one after the other.
pub(super) async fn take_turn(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn set(
    tx: &mut Tx,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    text: &NoticeText,
) -> db::Result<()> {
    let sql =
        "INSERT INTO notice_text (tenant_id, kind, english, spanish, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, kind) DO UPDATE SET english = $3, spanish = $4, version = $5";
    let (english, spanish) = (text.english.as_str(), text.spanish.as_str());
    tx.exec(sql, params![scope.tenant(), text.kind, english, spanish, text.version]).await?;
    Ok(())
}
