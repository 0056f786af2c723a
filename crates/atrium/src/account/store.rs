//! The SQL for accounts, for someone who is signing in or for your own account. Every function takes the person it's
//! about, already identified by a password, a link or a token.

use super::links::LinkKind;
use crate::access::{WholeTenantScope, Write};
use crate::shared::id::{PersonId, TenantId};
use db::{Db, Read, Tx, params};
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

// Links

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub person_id: PersonId,
    pub tenant_id: TenantId,
    pub kind: LinkKind,
    pub sent_to: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}
db::row!(Link { person_id, tenant_id, kind, sent_to, created_at, expires_at });

pub(super) async fn insert_links(tx: &mut Tx, links: &[(Vec<u8>, Link)]) -> db::Result<()> {
    let values = |(token_hash, link): &(Vec<u8>, Link)| {
        params![
            token_hash.clone(),
            link.tenant_id,
            link.person_id,
            link.kind,
            link.sent_to.as_str(),
            link.created_at,
            link.expires_at
        ]
    };
    tx.exec_many(
        "INSERT INTO account_link (token_hash, tenant_id, person_id, kind, sent_to, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        links.iter().map(values).collect(),
    )
    .await?;
    Ok(())
}

pub(super) async fn link(db: &Db, token_hash: Vec<u8>, now: Timestamp) -> db::Result<Option<Link>> {
    let sql = format!(
        "SELECT {} FROM account_link l WHERE token_hash = $1 AND expires_at > $2 AND used_at IS NULL
           AND EXISTS (SELECT 1 FROM person p WHERE p.id = l.person_id
             AND (p.disabled_at IS NULL OR (l.kind IN ('alarm', 'unmerge') AND p.merged_into IS NOT NULL)))",
        Link::COLS
    );
    db.opt(sql, params![token_hash, now]).await
}

/// False if another request used it first.
pub(super) async fn use_link(tx: &mut Tx, token_hash: Vec<u8>, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE account_link SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2",
            params![token_hash, now],
        )
        .await?;
    Ok(changed == 1)
}

/// A newer link, or a new password, voids the older ones.
pub(super) async fn retire_links(
    tx: &mut Tx,
    person: PersonId,
    kind: LinkKind,
    now: Timestamp,
) -> db::Result<u64> {
    tx.exec(
        "UPDATE account_link SET used_at = $3 WHERE person_id = $1 AND kind = $2 AND used_at IS NULL",
        params![person, kind, now],
    )
    .await
}

/// Voids alarms about later changes: they went to an address that was already someone else's.
pub(super) async fn retire_later_alarms(
    tx: &mut Tx,
    person: PersonId,
    since: Timestamp,
    now: Timestamp,
) -> db::Result<u64> {
    tx.exec(
        "UPDATE account_link SET used_at = $3
         WHERE person_id = $1 AND kind IN ('alarm', 'unmerge') AND used_at IS NULL AND created_at >= $2",
        params![person, since, now],
    )
    .await
}

// Devices

/// Whether the person with this name has signed in with this browser before: `Some(true)` with a second factor.
pub(super) async fn known_device(
    db: &Db,
    username: &str,
    secret_hash: Vec<u8>,
    since: Timestamp,
) -> db::Result<Option<bool>> {
    let found: Option<(bool,)> = db
        .opt(
            "SELECT d.is_proved FROM known_device d JOIN person p ON p.id = d.person_id
             WHERE d.secret_hash = $1 AND lower(p.username) = lower($2) AND d.last_used_at >= $3",
            params![secret_hash, username.trim(), since],
        )
        .await?;
    Ok(found.map(|(is_proved,)| is_proved))
}

/// Whether this is anyone's device.
pub(super) async fn is_device(db: &Db, secret_hash: Vec<u8>, since: Timestamp) -> db::Result<bool> {
    let sql = "SELECT 1 FROM known_device WHERE secret_hash = $1 AND last_used_at >= $2";
    Ok(db.opt::<(i64,)>(sql, params![secret_hash, since]).await?.is_some())
}

/// False if this browser isn't known as theirs.
pub(super) async fn used_device(
    tx: &mut Tx,
    person: PersonId,
    secret_hash: Vec<u8>,
    is_proved: bool,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE known_device SET last_used_at = $3, is_proved = (is_proved OR $4)
             WHERE secret_hash = $1 AND person_id = $2",
            params![secret_hash, person, now, is_proved],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn insert_device(
    tx: &mut Tx,
    whose: (TenantId, PersonId),
    secret_hash: Vec<u8>,
    is_proved: bool,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO known_device (secret_hash, tenant_id, person_id, is_proved, created_at, last_used_at)
         VALUES ($1, $2, $3, $4, $5, $5)",
        params![secret_hash, whose.0, whose.1, is_proved, now],
    )
    .await?;
    Ok(())
}

// Events

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

// Merging

pub(super) struct Merge {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub person_id: PersonId,
    pub other_id: PersonId,
    pub username: String,
    pub email: String,
    pub first_name: String,
    pub language: String,
    pub moved: String,
    pub merged_at: Timestamp,
    pub undo_until: Timestamp,
}
db::row!(Merge {
    id,
    tenant_id,
    person_id,
    other_id,
    username,
    email,
    first_name,
    language,
    moved,
    merged_at,
    undo_until
});

const MERGE: &str =
    "SELECT m.id, m.tenant_id, m.person_id, m.other_id, p.username, p.email, p.first_name, p.language, m.moved,
    m.merged_at, m.undo_until FROM account_merge m JOIN person p ON p.id = m.other_id
    WHERE m.undone_at IS NULL AND m.undo_until > $2 AND ";

/// The newest merge that can still be undone.
pub(super) async fn merge(db: &Db, person: PersonId, now: Timestamp) -> db::Result<Option<Merge>> {
    let sql = format!("{MERGE} m.person_id = $1 ORDER BY m.merged_at DESC, m.id DESC LIMIT 1");
    db.opt(sql, params![person, now]).await
}

/// The merge that retired an account.
pub(super) async fn merge_of(db: &Db, other: PersonId, now: Timestamp) -> db::Result<Option<Merge>> {
    let sql = format!("{MERGE} m.other_id = $1 ORDER BY m.merged_at DESC, m.id DESC LIMIT 1");
    db.opt(sql, params![other, now]).await
}

/// Merges into an account since then, newest first.
pub(super) async fn merges_since(
    tx: &mut Tx,
    person: PersonId,
    now: Timestamp,
    since: Timestamp,
) -> db::Result<Vec<Merge>> {
    let sql = format!("{MERGE} m.person_id = $1 AND m.merged_at >= $3 ORDER BY m.merged_at DESC, m.id DESC");
    tx.all(sql, params![person, now, since]).await
}

pub(super) async fn shared_companies(db: &Db, one: PersonId, other: PersonId) -> db::Result<i64> {
    let (count,): (i64,) = db
        .one(
            "SELECT count(*) FROM employee a JOIN employee b ON b.company_id = a.company_id
             WHERE a.person_id = $1 AND b.person_id = $2",
            params![one, other],
        )
        .await?;
    Ok(count)
}

/// The permissions of all of someone's roles, whatever their days, `applications` for a role that opens any, and how many people
/// report to them.
pub(super) async fn rights(mut from: impl Read, person: PersonId) -> db::Result<(Vec<String>, i64)> {
    let roles: Vec<(String,)> = from
        .all(
            "SELECT r.permissions || CASE WHEN r.applications <> '' THEN ' applications' ELSE '' END
             FROM role_assignment a JOIN role r ON r.id = a.role_id WHERE a.person_id = $1",
            params![person],
        )
        .await?;
    let (lines,): (i64,) = from
        .one(
            "SELECT (SELECT count(*) FROM reporting_line WHERE manager_id = $1)
               + (SELECT count(*) FROM dated_line WHERE manager_id = $1 AND is_planned)",
            params![person],
        )
        .await?;
    Ok((roles.into_iter().map(|(permissions,)| permissions).collect(), lines))
}

/// Role assignments, employments and reporting lines, grouped by type.
pub(super) struct Belongings {
    pub assignments: Vec<Uuid>,
    pub employees: Vec<Uuid>,
    pub lines: Vec<(Uuid, Uuid, String, String)>,
}

/// What `from` has and `to` doesn't.
pub(super) async fn belongings(tx: &mut Tx, from: PersonId, to: PersonId) -> db::Result<Belongings> {
    let assignments: Vec<(Uuid,)> = tx
        .all(
            "SELECT id FROM role_assignment a WHERE person_id = $1 AND NOT EXISTS
               (SELECT 1 FROM role_assignment b WHERE b.person_id = $2 AND b.role_id = a.role_id
                  AND coalesce(b.company_id, b.tenant_id) = coalesce(a.company_id, a.tenant_id))
             ORDER BY id",
            params![from, to],
        )
        .await?;
    let employees: Vec<(Uuid,)> =
        tx.all("SELECT id FROM employee WHERE person_id = $1 ORDER BY id", params![from]).await?;
    let lines = tx
        .all(
            "SELECT company_id, employee_id, kind, area FROM reporting_line a WHERE manager_id = $1 AND NOT EXISTS
               (SELECT 1 FROM reporting_line b WHERE b.manager_id = $2 AND b.company_id = a.company_id
                  AND b.employee_id = a.employee_id AND b.kind = a.kind AND b.area = a.area)
             ORDER BY company_id, employee_id, kind, area",
            params![from, to],
        )
        .await?;
    Ok(Belongings {
        assignments: assignments.into_iter().map(|(id,)| id).collect(),
        employees: employees.into_iter().map(|(id,)| id).collect(),
        lines,
    })
}

pub(super) async fn move_belongings(
    tx: &mut Tx,
    what: &Belongings,
    from: PersonId,
    to: PersonId,
) -> db::Result<()> {
    let rows = what.assignments.iter().map(|id| params![*id, from, to]).collect();
    tx.exec_many("UPDATE role_assignment SET person_id = $3 WHERE id = $1 AND person_id = $2", rows).await?;
    let rows = what.employees.iter().map(|id| params![*id, from, to]).collect();
    tx.exec_many("UPDATE employee SET person_id = $3 WHERE id = $1 AND person_id = $2", rows).await?;
    let rows = what.lines.iter().map(|(company, employee, kind, area)| {
        params![from, *company, *employee, kind.as_str(), area.as_str(), to]
    });
    tx.exec_many(
        "UPDATE reporting_line SET manager_id = $6
         WHERE manager_id = $1 AND company_id = $2 AND employee_id = $3 AND kind = $4 AND area = $5",
        rows.collect(),
    )
    .await?;
    Ok(())
}

/// Retires an account into another, or brings it back. False if it wasn't in the expected state.
pub(super) async fn set_merged(
    tx: &mut Tx,
    other: PersonId,
    into: Option<PersonId>,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = match into {
        Some(_) => {
            tx.exec(
                "UPDATE person SET disabled_at = $2, merged_into = $3 WHERE id = $1 AND disabled_at IS NULL",
                params![other, now, into],
            )
            .await?
        }
        None => {
            tx.exec(
                "UPDATE person SET disabled_at = NULL, merged_into = NULL WHERE id = $1 AND merged_into IS NOT NULL",
                params![other],
            )
            .await?
        }
    };
    Ok(changed == 1)
}

/// The account this one is part of now.
pub(super) async fn merged_into(tx: &mut Tx, person: PersonId) -> db::Result<Option<PersonId>> {
    let row: Option<(Option<PersonId>,)> =
        tx.opt("SELECT merged_into FROM person WHERE id = $1", params![person]).await?;
    Ok(row.and_then(|(into,)| into))
}

pub(super) async fn insert_merge(
    tx: &mut Tx,
    id: Uuid,
    whose: (TenantId, PersonId),
    other: PersonId,
    moved: &str,
    now: Timestamp,
    undo_until: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO account_merge (id, tenant_id, person_id, other_id, moved, merged_at, undo_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, whose.0, whose.1, other, moved, now, undo_until],
    )
    .await?;
    Ok(())
}

pub(super) async fn set_undone(tx: &mut Tx, id: Uuid, now: Timestamp) -> db::Result<bool> {
    let sql = "UPDATE account_merge SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL";
    Ok(tx.exec(sql, params![id, now]).await? == 1)
}

/// Used or not, for as long as we keep links.
pub(super) async fn is_invitation(db: &Db, tenant: TenantId, token_hash: Vec<u8>) -> db::Result<bool> {
    let sql = "SELECT 1 FROM account_link WHERE token_hash = $1 AND tenant_id = $2 AND kind = 'invitation'";
    Ok(db.opt::<(i64,)>(sql, params![token_hash, tenant]).await?.is_some())
}

/// Uses up an invitation, for one caller; returns who it was for if they may sign in.
pub(super) async fn use_invitation(
    tx: &mut Tx,
    tenant: TenantId,
    token_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<Option<PersonId>> {
    let row: Option<(PersonId,)> = tx
        .opt(
            "UPDATE account_link SET used_at = $3
             WHERE token_hash = $1 AND tenant_id = $2 AND kind = 'invitation' AND used_at IS NULL AND expires_at > $3
               AND EXISTS (SELECT 1 FROM person p WHERE p.id = person_id AND p.disabled_at IS NULL)
             RETURNING person_id",
            params![token_hash, tenant, now],
        )
        .await?;
    Ok(row.map(|(person,)| person))
}
