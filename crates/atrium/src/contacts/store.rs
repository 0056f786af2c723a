//! Mailboxes and phones belonging to a person and to the accounts combined into theirs, and recently replaced ones.

use crate::shared::id::PersonId;
use db::{Tx, params};
use jiff::Timestamp;

/// A person and the accounts combined into theirs since then.
const ONE: &str = "WITH RECURSIVE one (id) AS (SELECT id FROM person WHERE id = $1
    UNION ALL SELECT p.id FROM person p JOIN one ON p.merged_into = one.id WHERE p.disabled_at >= $2)";

/// First name, language, email and phone: their own first, then those of the accounts combined into theirs since then.
pub(super) async fn contacts(
    tx: &mut Tx,
    person: PersonId,
    since: Timestamp,
) -> db::Result<Vec<(String, String, String, Option<String>)>> {
    let sql = format!(
        "{ONE} SELECT p.first_name, p.language, p.email, p.phone FROM one JOIN person p ON p.id = one.id
         ORDER BY CASE WHEN p.id = $1 THEN 0 ELSE 1 END, p.id"
    );
    tx.all(sql, params![person, since]).await
}

/// (kind, what was used before, when), newest first, for all those accounts.
pub(super) async fn changes_since(
    tx: &mut Tx,
    person: PersonId,
    since: Timestamp,
) -> db::Result<Vec<(String, Option<String>, Timestamp)>> {
    let sql = format!(
        "{ONE} SELECT c.kind, c.old_value, c.changed_at FROM one JOIN credential_change c ON c.person_id = one.id
         WHERE c.changed_at >= $2 ORDER BY c.changed_at DESC, c.id DESC"
    );
    tx.all(sql, params![person, since]).await
}
