//! The SQL for accounts, for someone who is signing in or for your own account. Every function takes the person it's
//! about, already identified by a password, a link or a token.

mod links;
mod merges;

pub(super) use links::{
    Link, insert_device, insert_links, is_device, is_invitation, known_device, link, retire_later_alarms,
    retire_links, use_invitation, use_link, used_device,
};
pub(super) use merges::{
    Belongings, Merge, belongings, has_administrator, insert_merge, merge, merge_of, merged_into,
    merges_since, move_belongings, own_managers, rights, set_merged, set_undone, shared_companies,
    take_tenants_turn,
};

use crate::access::{WholeTenantScope, Write};
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

/// Someone who may sign in.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub id: PersonId,
    pub tenant_id: TenantId,
    pub tenant_name: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: Option<String>,
    pub phone_since: Option<Timestamp>,
    pub language: String,
    /// When the tenant asks for a second factor.
    pub second_factor: String,
}
db::row!(Person {
    id,
    tenant_id,
    tenant_name,
    username,
    first_name,
    last_name,
    email,
    phone,
    phone_since,
    language,
    second_factor
});

const PERSON: &str =
    "SELECT p.id, p.tenant_id, t.name, p.username, p.first_name, p.last_name, p.email, p.phone,
    p.phone_since, p.language, t.second_factor FROM person p JOIN tenant t ON t.id = p.tenant_id
    WHERE p.disabled_at IS NULL AND ";

pub(super) async fn person(db: &Db, id: PersonId) -> db::Result<Option<Person>> {
    db.opt(format!("{PERSON} p.id = $1"), params![id]).await
}

/// Someone whose account was merged into another.
pub(super) async fn retired(db: &Db, id: PersonId) -> db::Result<Option<Person>> {
    let sql = PERSON.replace("p.disabled_at IS NULL", "p.merged_into IS NOT NULL");
    db.opt(format!("{sql} p.id = $1"), params![id]).await
}

pub(super) async fn update_second_factor<F>(
    tx: &mut Tx,
    scope: &WholeTenantScope<F, Write>,
    when: &str,
) -> db::Result<()> {
    tx.exec("UPDATE tenant SET second_factor = $2 WHERE id = $1", params![scope.tenant(), when]).await?;
    Ok(())
}

/// People with this username or address: (username, whether the address is theirs).
pub(super) async fn usernames(db: &Db, typed: &str) -> db::Result<Vec<(String, bool)>> {
    let sql = "SELECT username, lower(email) = lower($1) FROM person
         WHERE $1 <> '' AND (lower(username) = lower($1) OR lower(email) = lower($1))
         ORDER BY CASE WHEN lower(username) = lower($1) THEN 0 ELSE 1 END, id LIMIT 20";
    db.all(sql, params![typed]).await
}

/// People with this username or address. Few people share one.
pub(super) async fn people_called(db: &Db, name: &str) -> db::Result<Vec<Person>> {
    let sql = format!(
        "{PERSON} $1 <> '' AND (lower(p.username) = lower($1) OR lower(p.email) = lower($1)) ORDER BY p.id LIMIT 5"
    );
    db.all(sql, params![name.trim()]).await
}

/// The audit chain a security event belongs to, even for someone who may no longer sign in.
pub(super) async fn tenant_of(db: &Db, person: PersonId) -> db::Result<Option<TenantId>> {
    let row: Option<(TenantId,)> =
        db.opt("SELECT tenant_id FROM person WHERE id = $1", params![person]).await?;
    Ok(row.map(|(tenant,)| tenant))
}

pub(super) async fn is_active(db: &Db, person: PersonId) -> db::Result<bool> {
    let found: Option<(i64,)> =
        db.opt("SELECT 1 FROM person WHERE id = $1 AND disabled_at IS NULL", params![person]).await?;
    Ok(found.is_some())
}

pub(super) async fn password_since(db: &Db, person: PersonId) -> db::Result<Option<Timestamp>> {
    let row: Option<(Timestamp,)> =
        db.opt("SELECT changed_at FROM password_credential WHERE person_id = $1", params![person]).await?;
    Ok(row.map(|(at,)| at))
}

pub(super) async fn delete_password(tx: &mut Tx, person: PersonId) -> db::Result<u64> {
    tx.exec("DELETE FROM password_credential WHERE person_id = $1", params![person]).await
}

pub(super) async fn update_names(
    tx: &mut Tx,
    person: PersonId,
    first_name: &str,
    last_name: &str,
) -> db::Result<u64> {
    tx.exec(
        "UPDATE person SET first_name = $2, last_name = $3 WHERE id = $1",
        params![person, first_name, last_name],
    )
    .await
}

pub(super) async fn update_phone(
    tx: &mut Tx,
    person: PersonId,
    phone: Option<&str>,
    since: Option<Timestamp>,
) -> db::Result<u64> {
    tx.exec(
        "UPDATE person SET phone = $2, phone_since = $3 WHERE id = $1",
        params![person, phone.map(str::to_owned), since],
    )
    .await
}

pub(super) async fn update_email(tx: &mut Tx, person: PersonId, email: &str) -> db::Result<u64> {
    tx.exec("UPDATE person SET email = $2 WHERE id = $1", params![person, email]).await
}

pub(super) async fn update_language(tx: &mut Tx, person: PersonId, language: &str) -> db::Result<u64> {
    tx.exec("UPDATE person SET language = $2 WHERE id = $1", params![person, language]).await
}

/// `old` is the previous value, where that's worth knowing.
pub(super) async fn note_change(
    tx: &mut Tx,
    id: Uuid,
    whose: (TenantId, PersonId),
    kind: &str,
    old: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO credential_change (id, tenant_id, person_id, kind, old_value, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![id, whose.0, whose.1, kind, old.map(str::to_owned), now],
    )
    .await?;
    Ok(())
}

/// The first value of this kind replaced since then: what was in use before it began.
pub(super) async fn value_before(
    tx: &mut Tx,
    person: PersonId,
    kind: &str,
    since: Timestamp,
) -> db::Result<Option<Option<String>>> {
    let row: Option<(Option<String>,)> = tx
        .opt(
            "SELECT old_value FROM credential_change WHERE person_id = $1 AND kind = $2 AND changed_at >= $3
               AND (kind <> 'email' OR old_value <> '') ORDER BY changed_at, id LIMIT 1",
            params![person, kind, since],
        )
        .await?;
    Ok(row.map(|(value,)| value))
}

/// When the first change since then was made.
pub(super) async fn first_change(
    tx: &mut Tx,
    person: PersonId,
    since: Timestamp,
) -> db::Result<Option<Timestamp>> {
    let sql = "SELECT min(changed_at) FROM credential_change WHERE person_id = $1 AND changed_at >= $2";
    let (at,): (Option<Timestamp>,) = tx.one(sql, params![person, since]).await?;
    Ok(at)
}

/// Forgets which addresses and phones were replaced since then.
pub(super) async fn forget_replaced(tx: &mut Tx, person: PersonId, since: Timestamp) -> db::Result<()> {
    let sql = "DELETE FROM credential_change WHERE person_id = $1 AND changed_at >= $2 AND kind IN ('email', 'phone')";
    tx.exec(sql, params![person, since]).await?;
    Ok(())
}

/// Removes factors added since then.
pub(super) async fn remove_factors_since(tx: &mut Tx, person: PersonId, since: Timestamp) -> db::Result<()> {
    for sql in [
        "DELETE FROM passkey WHERE person_id = $1 AND created_at >= $2",
        "DELETE FROM totp WHERE person_id = $1 AND created_at >= $2",
    ] {
        tx.exec(sql, params![person, since]).await?;
    }
    for sql in
        ["DELETE FROM recovery_code WHERE person_id = $1", "DELETE FROM known_device WHERE person_id = $1"]
    {
        tx.exec(sql, params![person]).await?;
    }
    Ok(())
}

pub(super) struct SecurityEventRow {
    pub seq: i64,
    pub action: String,
    pub at: Timestamp,
    pub address: String,
    pub result: String,
}
db::row!(SecurityEventRow { seq, action, at, address, result });

/// The newest events: what the person did, or what was tried in their name.
pub(super) async fn events(
    db: &Db,
    person: PersonId,
    actions: &[&str],
    most: i64,
) -> db::Result<Vec<SecurityEventRow>> {
    let mut values = params![person, most];
    let list = db::in_list(&mut values, actions.iter().copied())?;
    let sql = format!(
        "SELECT {} FROM audit_event WHERE actor_id = $1 AND action IN {list} ORDER BY at DESC, seq DESC LIMIT $2",
        SecurityEventRow::COLS
    );
    db.all(sql, values).await
}
