//! The SQL for replaced addresses and phones, for up to one import chunk of accounts.

use super::ReplacedContact;
use crate::shared::id::{PersonId, TenantId};
use db::{Tx, params};
use jiff::Timestamp;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

pub(super) async fn note(
    tx: &mut Tx,
    tenant: TenantId,
    replaced: &[(Uuid, &ReplacedContact)],
    now: Timestamp,
) -> db::Result<()> {
    let change = |(id, one): &(Uuid, &ReplacedContact)| {
        params![*id, tenant, one.person, one.kind, one.old.clone(), now]
    };
    tx.exec_many(
        "INSERT INTO credential_change (id, tenant_id, person_id, kind, old_value, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        replaced.iter().map(change).collect(),
    )
    .await?;
    let phones = replaced.iter().filter(|(_, one)| one.kind == "phone");
    let rests = phones.map(|(_, one)| params![one.person, now]).collect();
    tx.exec_many("UPDATE person SET phone_since = $2 WHERE id = $1", rests).await.map(drop)
}

/// Which of these accounts people can sign in to.
pub(super) async fn in_use(tx: &mut Tx, people: &[PersonId]) -> db::Result<HashSet<PersonId>> {
    let mut values = vec![];
    let list = db::in_list(&mut values, people.iter().copied())?;
    let sql = format!(
        "SELECT p.id FROM person p WHERE p.id IN {list} AND p.disabled_at IS NULL AND
           (EXISTS (SELECT 1 FROM password_credential c WHERE c.person_id = p.id)
             OR EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
             OR EXISTS (SELECT 1 FROM upstream_identity u WHERE u.person_id = p.id))"
    );
    let found: Vec<(PersonId,)> = tx.all(sql, values).await?;
    Ok(found.into_iter().map(|(person,)| person).collect())
}

/// Who has an invitation they could still accept.
pub(super) async fn invited(
    tx: &mut Tx,
    people: &[PersonId],
    now: Timestamp,
) -> db::Result<HashSet<PersonId>> {
    let mut values = params![now];
    let list = db::in_list(&mut values, people.iter().copied())?;
    let sql = format!(
        "SELECT l.person_id FROM account_link l JOIN person p ON p.id = l.person_id
         WHERE l.person_id IN {list} AND l.kind = 'invitation' AND l.used_at IS NULL AND l.expires_at > $1
           AND p.disabled_at IS NULL"
    );
    let found: Vec<(PersonId,)> = tx.all(sql, values).await?;
    Ok(found.into_iter().map(|(person,)| person).collect())
}

/// Links in the old mailbox no longer open anything.
pub(super) async fn retire_links(tx: &mut Tx, people: &[PersonId], now: Timestamp) -> db::Result<()> {
    let mut values = params![now];
    let list = db::in_list(&mut values, people.iter().copied())?;
    let sql = format!(
        "UPDATE account_link SET used_at = $1
         WHERE person_id IN {list} AND kind IN ('invitation', 'reset', 'sign_in', 'email') AND used_at IS NULL"
    );
    tx.exec(sql, values).await?;
    // An address waiting for its link no longer counts either.
    let mut values = params![];
    let list = db::in_list(&mut values, people.iter().copied())?;
    tx.exec(format!("DELETE FROM new_email WHERE person_id IN {list}"), values).await.map(drop)
}

/// Where mail or codes went before the first change since then.
pub(super) async fn values_before(
    tx: &mut Tx,
    people: &[PersonId],
    kind: &'static str,
    since: Timestamp,
) -> db::Result<HashMap<PersonId, Option<String>>> {
    let mut values = params![since, kind];
    let list = db::in_list(&mut values, people.iter().copied())?;
    let sql = format!(
        "SELECT person_id, old_value FROM credential_change
         WHERE person_id IN {list} AND kind = $2 AND changed_at >= $1 AND (kind <> 'email' OR old_value <> '')
         ORDER BY changed_at DESC, id DESC"
    );
    // The earliest comes last, so it wins.
    Ok(tx.all::<(PersonId, Option<String>)>(sql, values).await?.into_iter().collect())
}
