//! The SQL for accounts as administrators look after them.

mod ways;

pub(super) use ways::{AccountWays, KnownIdentity, KnownPasskey, MergedAccount, SentLink, ways};

use crate::access::{PeopleScope, in_force, stays_administrator};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use db::{Db, Read, Tx, params};
use jiff::Timestamp;

pub(super) struct AccountRow {
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
    pub locked_at: Option<Timestamp>,
    pub password_since: Option<Timestamp>,
    pub totp_since: Option<Timestamp>,
    pub recovery_codes: i64,
    /// A passkey, or an identity at another provider.
    pub has_other_way: bool,
    /// Whether the person has rights the administrator doesn't look after.
    pub is_beyond: bool,
}
db::row!(AccountRow {
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
    locked_at,
    password_since,
    totp_since,
    recovery_codes,
    has_other_way,
    is_beyond
});

/// For a person `p` and now as `$2`: whether there's an invitation they can still accept.
pub const IS_INVITED: &str =
    "EXISTS (SELECT 1 FROM account_link l WHERE l.person_id = p.id AND l.kind = 'invitation'
    AND l.used_at IS NULL AND l.expires_at > $2)";

/// For a person: whether administrators of some companies look after them. Someone with a role there works there, too, unless
/// another company employs them.
pub fn belongs_to(person: &str, companies: &str) -> String {
    format!(
        "(EXISTS (SELECT 1 FROM employee w WHERE w.person_id = {person}.id AND w.company_id IN {companies})
          OR EXISTS (SELECT 1 FROM role_assignment b WHERE b.person_id = {person}.id AND b.company_id IN {companies})
            AND NOT EXISTS (SELECT 1 FROM employee w WHERE w.person_id = {person}.id))"
    )
}

/// For a person: whether they have rights that administrators of some companies don't look after.
fn is_beyond(person: &str, companies: &str) -> String {
    format!(
        "(EXISTS (SELECT 1 FROM employee w WHERE w.person_id = {person}.id AND w.company_id NOT IN {companies})
          OR EXISTS (SELECT 1 FROM role_assignment a WHERE a.person_id = {person}.id AND a.company_id NOT IN {companies})
          OR {})",
        has_rights_in_tenant(person)
    )
}

/// For a person: whether they have rights in the whole tenant, whatever their days, and also while these sleep because every
/// employment has ended: the next employment wakes them.
pub fn has_rights_in_tenant(person: &str) -> String {
    // Roles in the whole tenant that open nothing but one's own account give no rights to take over. One that opens
    // applications does: whoever holds the account is signed in there.
    format!(
        "EXISTS (SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id WHERE a.person_id = {person}.id
           AND a.company_id IS NULL AND (r.applications <> '' OR r.permissions NOT IN ('', 'identity:user:self')))"
    )
}

/// Locked or not. An account that became part of another isn't one.
pub(super) async fn account(
    mut from: impl Read,
    scope: &PeopleScope,
    person: PersonId,
) -> db::Result<Option<AccountRow>> {
    let mut values = params![scope.tenant(), person];
    let (beyond, among) = match scope.companies() {
        None => ("FALSE".to_owned(), String::new()),
        Some(ids) => {
            let list = db::in_list(&mut values, ids)?;
            (is_beyond("p", &list), format!("AND {}", belongs_to("p", &list)))
        }
    };
    let sql = format!(
        "SELECT p.id, p.tenant_id, t.name, p.username, p.first_name, p.last_name, p.email, p.phone, p.phone_since,
           p.language, p.disabled_at,
           (SELECT c.changed_at FROM password_credential c WHERE c.person_id = p.id),
           (SELECT o.created_at FROM totp o WHERE o.person_id = p.id),
           (SELECT count(*) FROM recovery_code r WHERE r.person_id = p.id AND r.used_at IS NULL),
           EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
             OR EXISTS (SELECT 1 FROM upstream_identity u WHERE u.person_id = p.id),
           {beyond}
         FROM person p JOIN tenant t ON t.id = p.tenant_id
         WHERE p.tenant_id = $1 AND p.id = $2 AND p.merged_into IS NULL {among}"
    );
    from.opt(sql, values).await
}

/// Two administrators change an account one after the other.
pub(super) async fn take_turn(tx: &mut Tx, scope: &PeopleScope, person: PersonId) -> db::Result<()> {
    let sql = "UPDATE person SET language = language WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![person, scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn set_locked(
    tx: &mut Tx,
    scope: &PeopleScope,
    person: PersonId,
    at: Option<Timestamp>,
) -> db::Result<()> {
    let sql = "UPDATE person SET disabled_at = $3 WHERE id = $1 AND tenant_id = $2 AND merged_into IS NULL";
    tx.exec(sql, params![person, scope.tenant(), at]).await?;
    Ok(())
}

pub(super) async fn set_username(
    tx: &mut Tx,
    scope: &PeopleScope,
    person: PersonId,
    username: &str,
) -> db::Result<()> {
    let sql = "UPDATE person SET username = $3 WHERE id = $1 AND tenant_id = $2";
    tx.exec(sql, params![person, scope.tenant(), username]).await?;
    Ok(())
}

/// Browsers in which the person has signed in before.
pub(super) async fn forget_devices(tx: &mut Tx, scope: &PeopleScope, person: PersonId) -> db::Result<()> {
    let sql = "DELETE FROM known_device WHERE person_id = $1 AND tenant_id = $2";
    tx.exec(sql, params![person, scope.tenant()]).await?;
    Ok(())
}

/// Whether someone else can administer the whole tenant.
pub(super) async fn has_other_administrator(
    tx: &mut Tx,
    scope: &PeopleScope,
    person: PersonId,
    today: Day,
) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN person p ON p.id = a.person_id
         WHERE a.tenant_id = $1 AND p.id <> $2 AND {} LIMIT 1",
        stays_administrator(3)
    );
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), person, today]).await?.is_some())
}

/// Whether someone administers the whole tenant, with or without others.
pub(super) async fn is_administrator(
    tx: &mut Tx,
    scope: &PeopleScope,
    person: PersonId,
    today: Day,
) -> db::Result<bool> {
    let sql = format!(
        "SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
         WHERE a.tenant_id = $1 AND a.person_id = $2 AND a.company_id IS NULL AND {}
           AND ' ' || r.permissions || ' ' LIKE '% admin.write %' LIMIT 1",
        in_force(3)
    );
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), person, today]).await?.is_some())
}

/// Someone who can't sign in yet.
pub struct Newcomer {
    pub id: PersonId,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub language: String,
    pub tenant_name: String,
}
db::row!(Newcomer { id, first_name, last_name, email, language, tenant_name });

/// From `p` and `t`, with the tenant as `$1` and now as `$2`.
fn newcomer(
    scope: &PeopleScope,
    company: Option<CompanyId>,
    values: &mut Vec<db::Value>,
) -> db::Result<String> {
    let within = match (company, scope.companies()) {
        (Some(company), _) => {
            values.push(company.into());
            format!(" AND e.company_id = ${}", values.len())
        }
        (None, Some(ids)) => format!(" AND e.company_id IN {}", db::in_list(values, ids)?),
        (None, None) => String::new(),
    };
    let of_tenant = match company.is_none() && scope.companies().is_none() {
        true => {
            "OR EXISTS (SELECT 1 FROM role_assignment a WHERE a.person_id = p.id)
             AND NOT EXISTS (SELECT 1 FROM employee e WHERE e.person_id = p.id)"
        }
        false => "",
    };
    Ok(format!(
        "FROM person p JOIN tenant t ON t.id = p.tenant_id
         WHERE p.tenant_id = $1 AND p.disabled_at IS NULL AND p.merged_into IS NULL
           AND NOT EXISTS (SELECT 1 FROM password_credential c WHERE c.person_id = p.id)
           AND NOT EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
           AND NOT EXISTS (SELECT 1 FROM upstream_identity u WHERE u.person_id = p.id)
           AND NOT EXISTS (SELECT 1 FROM account_link l WHERE l.person_id = p.id AND l.kind = 'invitation'
             AND l.used_at IS NULL AND l.expires_at > $2)
           AND (EXISTS (SELECT 1 FROM employee e
             WHERE e.person_id = p.id AND e.status <> 'Terminated'{within}) {of_tenant})"
    ))
}

/// (with an address, without one)
pub(super) async fn count_newcomers(
    db: &Db,
    scope: &PeopleScope,
    company: Option<CompanyId>,
    now: Timestamp,
) -> db::Result<(i64, i64)> {
    let mut values = params![scope.tenant(), now];
    let from = newcomer(scope, company, &mut values)?;
    let sql = format!(
        "SELECT CAST(coalesce(sum(CASE WHEN p.email <> '' THEN 1 ELSE 0 END), 0) AS BIGINT),
           CAST(coalesce(sum(CASE WHEN p.email = '' THEN 1 ELSE 0 END), 0) AS BIGINT) {from}"
    );
    db.one(sql, values).await
}

/// Those with an address, by name.
pub(super) async fn newcomers(
    mut from: impl Read,
    scope: &PeopleScope,
    company: Option<CompanyId>,
    now: Timestamp,
    most: i64,
) -> db::Result<Vec<Newcomer>> {
    let mut values = params![scope.tenant(), now];
    let joined = newcomer(scope, company, &mut values)?;
    values.push(most.into());
    let sql = format!(
        "SELECT p.id, p.first_name, p.last_name, p.email, p.language, t.name {joined} AND p.email <> ''
         ORDER BY lower(p.last_name), lower(p.first_name), p.id LIMIT ${}",
        values.len()
    );
    from.all(sql, values).await
}

/// Two administrators invite one after the other, and no one gets two invitations.
pub(super) async fn take_turns(tx: &mut Tx, scope: &PeopleScope) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![scope.tenant()]).await?;
    Ok(())
}
