//! The SQL of what a tenant adds to its mails. What administrators do with it is `features/notice_texts/`.

use super::kinds::NoticeTextKind;
use crate::access::UpkeepScope;
use crate::shared::id::TenantId;
use db::{Db, params};

/// In English and Spanish.
pub(super) async fn own_words(
    db: &Db,
    _: &UpkeepScope,
    tenant: TenantId,
    kind: NoticeTextKind,
) -> db::Result<Option<(String, String)>> {
    let sql = "SELECT english, spanish FROM notice_text WHERE tenant_id = $1 AND kind = $2";
    db.opt(sql, params![tenant, kind]).await
}
