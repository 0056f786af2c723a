//! The demo's own queries: the mark on its database, who can sign in, and mail that no one gets.

use super::ACCOUNTS;
use db::{Db, Tx, params};
use serde_json::json;

pub async fn marker(db: &Db) -> db::Result<Option<String>> {
    let row: Option<(String,)> = db.opt("SELECT value FROM deployment WHERE key = 'demo'", params![]).await?;
    Ok(row.map(|(value,)| value))
}

/// Real data, or what a server made while waiting for its first administrator: signing keys, and a link.
pub async fn is_in_use(db: &Db) -> db::Result<bool> {
    let sql =
        "SELECT 1 FROM tenant UNION ALL SELECT 1 FROM oidc_key UNION ALL SELECT 1 FROM deployment LIMIT 1";
    Ok(db.opt::<(i64,)>(sql, params![]).await?.is_some())
}

pub async fn mark(tx: &mut Tx, value: &str) -> db::Result<()> {
    tx.exec(
        "INSERT INTO deployment (key, value) VALUES ('demo', $1) ON CONFLICT (key) DO UPDATE SET value = $1",
        params![value],
    )
    .await?;
    Ok(())
}

/// The people a visitor may sign in as, in list order.
pub async fn accounts(db: &Db) -> db::Result<Vec<serde_json::Value>> {
    let mut values = vec![];
    let list = db::in_list(&mut values, ACCOUNTS.iter().map(|account| account.username))?;
    let there: Vec<(String,)> = db
        .all(format!("SELECT username FROM person WHERE disabled_at IS NULL AND username IN {list}"), values)
        .await?;
    let known = ACCOUNTS.iter().filter(|account| there.iter().any(|(name,)| name == account.username));
    let shown = known.map(|account| {
        json!({
            "username": account.username,
            "firstName": account.first_name,
            "lastName": account.last_name,
            "who": account.who,
            "language": account.language,
        })
    });
    Ok(shown.collect())
}

/// No one gets mail about what happened before the world existed.
pub async fn drop_mail(tx: &mut Tx) -> db::Result<()> {
    tx.exec("DELETE FROM outbox_message WHERE topic IN ('mail', 'sms')", params![]).await?;
    Ok(())
}
