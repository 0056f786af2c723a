//! The SQL for factors and challenges. It runs before there's a viewer, or for your own account: every function takes
//! the person it's about, already identified by a password, a session or a challenge.

use super::Purpose;
use super::password::NewPassword;
use crate::shared::id::{PasskeyId, PersonId, TenantId};
use db::{Db, Tx, params};
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// What a person can prove themselves with, besides passkeys.
pub(super) struct Means {
    pub phone: Option<String>,
    pub phone_since: Option<Timestamp>,
    pub language: String,
    pub passkeys: i64,
    pub has_totp: i64,
    pub recovery_codes: i64,
    pub has_password: i64,
}
db::row!(Means { phone, phone_since, language, passkeys, has_totp, recovery_codes, has_password });

impl Means {
    /// Whether the person has anything besides a password, usable now or not.
    pub(super) fn has_second(&self) -> bool {
        self.passkeys > 0 || self.has_totp > 0 || self.phone.is_some() || self.recovery_codes > 0
    }
}

pub(super) async fn means(db: &Db, person: PersonId) -> db::Result<Option<Means>> {
    db.opt(
        "SELECT p.phone, p.phone_since, p.language,
           (SELECT count(*) FROM passkey k WHERE k.person_id = p.id),
           (SELECT count(*) FROM totp t WHERE t.person_id = p.id),
           (SELECT count(*) FROM recovery_code r WHERE r.person_id = p.id AND r.used_at IS NULL),
           (SELECT count(*) FROM password_credential c WHERE c.person_id = p.id)
         FROM person p WHERE p.id = $1 AND p.disabled_at IS NULL",
        params![person],
    )
    .await
}

/// The upstream providers that know this person.
pub(super) async fn vouching(db: &Db, person: PersonId) -> db::Result<Vec<(Uuid, String)>> {
    db.all(
        "SELECT DISTINCT u.id, u.name FROM upstream_identity i
         JOIN upstream u ON u.tenant_id = i.tenant_id AND u.issuer = i.issuer
         WHERE i.person_id = $1 ORDER BY u.name, u.id",
        params![person],
    )
    .await
}

/// Whether someone without a second factor is left with a password that's too short to be the only one.
pub(super) async fn is_left_too_weak(tx: &mut Tx, person: PersonId) -> db::Result<bool> {
    let found: Option<(i64,)> = tx
        .opt(
            "SELECT 1 FROM person p JOIN password_credential c ON c.person_id = p.id
             WHERE p.id = $1 AND p.phone IS NULL AND NOT c.is_enough_alone
               AND NOT EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
               AND NOT EXISTS (SELECT 1 FROM totp t WHERE t.person_id = p.id)
               AND NOT EXISTS (SELECT 1 FROM recovery_code r WHERE r.person_id = p.id AND r.used_at IS NULL)",
            params![person],
        )
        .await?;
    Ok(found.is_some())
}

pub(super) async fn delete_password(tx: &mut Tx, person: PersonId) -> db::Result<()> {
    tx.exec("DELETE FROM password_credential WHERE person_id = $1", params![person]).await?;
    Ok(())
}

/// Whether the person has no way left to sign in: no password, no passkey, no upstream provider.
pub(super) async fn is_locked_out(tx: &mut Tx, person: PersonId) -> db::Result<bool> {
    let found: Option<(i64,)> = tx
        .opt(
            "SELECT 1 FROM person p WHERE p.id = $1
               AND NOT EXISTS (SELECT 1 FROM password_credential c WHERE c.person_id = p.id)
               AND NOT EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = p.id)
               AND NOT EXISTS (SELECT 1 FROM upstream_identity i
                 JOIN upstream u ON u.tenant_id = i.tenant_id AND u.issuer = i.issuer WHERE i.person_id = p.id)",
            params![person],
        )
        .await?;
    Ok(found.is_some())
}

/// One thing to prove.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub id: Uuid,
    pub tenant_id: TenantId,
    pub person_id: PersonId,
    pub session_id: Option<Uuid>,
    pub purpose: Purpose,
    pub bound_to: Vec<u8>,
    pub(super) state: Option<Vec<u8>>,
    pub(super) sms_hash: Option<Vec<u8>>,
    pub(super) sms_expires_at: Option<Timestamp>,
    pub(super) tries: i64,
    pub expires_at: Timestamp,
    pub proved_at: Option<Timestamp>,
    pub(super) demand: String,
}
db::row!(Challenge {
    id,
    tenant_id,
    person_id,
    session_id,
    purpose,
    bound_to,
    state,
    sms_hash,
    sms_expires_at,
    tries,
    expires_at,
    proved_at,
    demand
});

pub(super) async fn insert_challenge(tx: &mut Tx, new: &Challenge, now: Timestamp) -> db::Result<()> {
    tx.exec(
        "INSERT INTO challenge
           (id, tenant_id, person_id, session_id, purpose, bound_to, state, tries, created_at, expires_at, demand)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $10)",
        params![
            new.id,
            new.tenant_id,
            new.person_id,
            new.session_id,
            new.purpose,
            new.bound_to.clone(),
            new.state.clone(),
            now,
            new.expires_at,
            new.demand.as_str()
        ],
    )
    .await?;
    Ok(())
}

pub(super) async fn challenge(
    db: &Db,
    id: Uuid,
    purpose: Purpose,
    now: Timestamp,
) -> db::Result<Option<Challenge>> {
    let sql = format!(
        "SELECT {} FROM challenge WHERE id = $1 AND purpose = $2 AND expires_at > $3 AND used_at IS NULL",
        Challenge::COLS
    );
    db.opt(sql, params![id, purpose, now]).await
}

/// A session's newest open challenge bound to this.
pub(super) async fn challenge_for(
    db: &Db,
    person: PersonId,
    session: Uuid,
    purpose: Purpose,
    bound_to: &[u8],
    now: Timestamp,
) -> db::Result<Option<Challenge>> {
    let sql = format!(
        "SELECT {} FROM challenge WHERE person_id = $1 AND session_id = $2 AND purpose = $3 AND bound_to = $4
           AND expires_at > $5 AND used_at IS NULL
         ORDER BY created_at DESC, id DESC LIMIT 1",
        Challenge::COLS
    );
    db.opt(sql, params![person, session, purpose, bound_to.to_vec(), now]).await
}

/// Counts one attempt before it's checked, so parallel attempts get no more than sequential ones.
pub(super) async fn take_try(
    tx: &mut Tx,
    id: Uuid,
    most: i64,
    now: Timestamp,
) -> db::Result<Option<Challenge>> {
    let sql = format!(
        "UPDATE challenge SET tries = tries + 1
         WHERE id = $1 AND tries < $2 AND expires_at > $3 AND proved_at IS NULL AND used_at IS NULL
         RETURNING {}",
        Challenge::COLS
    );
    tx.opt(sql, params![id, most, now]).await
}

pub(super) async fn set_state(tx: &mut Tx, id: Uuid, state: &[u8]) -> db::Result<u64> {
    tx.exec("UPDATE challenge SET state = $2 WHERE id = $1", params![id, state.to_vec()]).await
}

pub(super) async fn set_sms(tx: &mut Tx, id: Uuid, hash: &[u8], expires_at: Timestamp) -> db::Result<u64> {
    tx.exec(
        "UPDATE challenge SET sms_hash = $2, sms_expires_at = $3 WHERE id = $1",
        params![id, hash.to_vec(), expires_at],
    )
    .await
}

pub(super) async fn set_proved(tx: &mut Tx, id: Uuid, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE challenge SET proved_at = $2, sms_hash = NULL, state = NULL
             WHERE id = $1 AND proved_at IS NULL AND used_at IS NULL",
            params![id, now],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn set_used(tx: &mut Tx, id: Uuid, now: Timestamp) -> db::Result<bool> {
    let changed = tx
        .exec("UPDATE challenge SET used_at = $2 WHERE id = $1 AND used_at IS NULL", params![id, now])
        .await?;
    Ok(changed == 1)
}

/// Uses up a recent proof: from this person, in this session, for exactly this.
pub(super) async fn use_proof(
    tx: &mut Tx,
    id: Uuid,
    person: PersonId,
    session: Uuid,
    bound_to: &[u8],
    proved_since: Timestamp,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE challenge SET used_at = $6 WHERE id = $1 AND person_id = $2 AND session_id = $3 AND bound_to = $4
               AND purpose = 'step_up' AND proved_at >= $5 AND used_at IS NULL",
            params![id, person, session, bound_to.to_vec(), proved_since, now],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn forget_challenges(tx: &mut Tx, before: Timestamp) -> db::Result<()> {
    for table in ["challenge", "passkey_ceremony", "account_link"] {
        let key = if table == "account_link" { "token_hash" } else { "id" };
        let sql = format!(
            "DELETE FROM {table} WHERE {key} IN
               (SELECT {key} FROM {table} WHERE expires_at < $1 ORDER BY expires_at LIMIT 500)"
        );
        tx.exec(sql, params![before]).await?;
    }
    tx.exec(
        "DELETE FROM throttle WHERE bucket IN
           (SELECT bucket FROM throttle WHERE window_start < $1 ORDER BY window_start LIMIT 500)",
        params![before - SignedDuration::from_hours(24)],
    )
    .await?;
    tx.exec(
        "DELETE FROM known_device WHERE secret_hash IN
           (SELECT secret_hash FROM known_device WHERE last_used_at < $1 ORDER BY last_used_at LIMIT 500)",
        params![before - SignedDuration::from_hours(24 * 90)],
    )
    .await?;
    Ok(())
}

// Authenticator apps

pub(super) async fn totp(db: &Db, person: PersonId) -> db::Result<Option<(Vec<u8>, i64)>> {
    db.opt("SELECT sealed, last_step FROM totp WHERE person_id = $1", params![person]).await
}

pub(super) async fn write_totp(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
    sealed: &[u8],
    last_step: i64,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO totp (person_id, tenant_id, sealed, last_step, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (person_id) DO UPDATE SET sealed = $3, last_step = $4, created_at = $5",
        params![person, tenant, sealed.to_vec(), last_step, now],
    )
    .await?;
    Ok(())
}

/// False if this code, or a later one, was used before.
pub(super) async fn use_totp_step(tx: &mut Tx, person: PersonId, step: i64) -> db::Result<bool> {
    let changed = tx
        .exec("UPDATE totp SET last_step = $2 WHERE person_id = $1 AND last_step < $2", params![person, step])
        .await?;
    Ok(changed == 1)
}

pub(super) async fn delete_totp(tx: &mut Tx, person: PersonId) -> db::Result<bool> {
    Ok(tx.exec("DELETE FROM totp WHERE person_id = $1", params![person]).await? == 1)
}

pub(super) async fn totp_since(db: &Db, person: PersonId) -> db::Result<Option<Timestamp>> {
    let row: Option<(Timestamp,)> =
        db.opt("SELECT created_at FROM totp WHERE person_id = $1", params![person]).await?;
    Ok(row.map(|(at,)| at))
}

// Recovery codes

pub(super) async fn replace_recovery_codes(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
    hashes: &[[u8; 32]],
) -> db::Result<()> {
    tx.exec("DELETE FROM recovery_code WHERE person_id = $1", params![person]).await?;
    let rows = hashes.iter().map(|hash| params![person, hash.to_vec(), tenant]).collect();
    tx.exec_many("INSERT INTO recovery_code (person_id, code_hash, tenant_id) VALUES ($1, $2, $3)", rows)
        .await?;
    Ok(())
}

pub(super) async fn delete_recovery_codes(tx: &mut Tx, person: PersonId) -> db::Result<u64> {
    tx.exec("DELETE FROM recovery_code WHERE person_id = $1", params![person]).await
}

pub(super) async fn use_recovery_code(
    tx: &mut Tx,
    person: PersonId,
    hash: &[u8; 32],
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE recovery_code SET used_at = $3 WHERE person_id = $1 AND code_hash = $2 AND used_at IS NULL",
            params![person, hash.to_vec(), now],
        )
        .await?;
    Ok(changed == 1)
}

// Passkeys

#[derive(Clone, Debug)]
pub struct Passkey {
    pub id: PasskeyId,
    pub name: String,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub(super) credential: String,
}
db::row!(Passkey { id, name, created_at, last_used_at, credential });

pub(super) async fn passkeys(db: &Db, person: PersonId) -> db::Result<Vec<Passkey>> {
    let sql = format!("SELECT {} FROM passkey WHERE person_id = $1 ORDER BY created_at, id", Passkey::COLS);
    db.all(sql, params![person]).await
}

/// The passkey an authenticator names, with its owner, if they may sign in.
pub(super) async fn passkey_by_credential(
    db: &Db,
    credential_id: &[u8],
) -> db::Result<Option<(PasskeyId, PersonId, TenantId, String)>> {
    db.opt(
        "SELECT k.id, k.person_id, k.tenant_id, k.credential FROM passkey k
         JOIN person p ON p.id = k.person_id AND p.disabled_at IS NULL WHERE k.credential_id = $1",
        params![credential_id.to_vec()],
    )
    .await
}

pub(super) struct NewPasskey<'a> {
    pub id: PasskeyId,
    pub tenant: TenantId,
    pub person: PersonId,
    pub credential_id: &'a [u8],
    pub credential: &'a str,
    pub name: &'a str,
}

pub(super) async fn insert_passkey(tx: &mut Tx, new: NewPasskey<'_>, now: Timestamp) -> db::Result<()> {
    tx.exec(
        "INSERT INTO passkey (id, tenant_id, person_id, credential_id, credential, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![new.id, new.tenant, new.person, new.credential_id.to_vec(), new.credential, new.name, now],
    )
    .await?;
    Ok(())
}

pub(super) async fn used_passkey(
    tx: &mut Tx,
    id: PasskeyId,
    credential: &str,
    now: Timestamp,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE passkey SET credential = $2, last_used_at = $3 WHERE id = $1",
            params![id, credential, now],
        )
        .await?;
    Ok(changed == 1)
}

pub(super) async fn rename_passkey(
    tx: &mut Tx,
    person: PersonId,
    id: PasskeyId,
    name: &str,
) -> db::Result<bool> {
    let changed = tx
        .exec("UPDATE passkey SET name = $3 WHERE id = $1 AND person_id = $2", params![id, person, name])
        .await?;
    Ok(changed == 1)
}

pub(super) async fn delete_passkey(tx: &mut Tx, person: PersonId, id: PasskeyId) -> db::Result<bool> {
    let sql = "DELETE FROM passkey WHERE id = $1 AND person_id = $2";
    Ok(tx.exec(sql, params![id, person]).await? == 1)
}

pub(super) async fn write_ceremony(
    tx: &mut Tx,
    id: Uuid,
    state: &[u8],
    expires_at: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO passkey_ceremony (id, state, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET state = $2, expires_at = $3",
        params![id, state.to_vec(), expires_at],
    )
    .await?;
    Ok(())
}

/// Removes it, because a ceremony is answered once.
pub(super) async fn take_ceremony(tx: &mut Tx, id: Uuid, now: Timestamp) -> db::Result<Option<Vec<u8>>> {
    let row: Option<(Vec<u8>,)> = tx
        .opt(
            "DELETE FROM passkey_ceremony WHERE id = $1 AND expires_at > $2 RETURNING state",
            params![id, now],
        )
        .await?;
    Ok(row.map(|(state,)| state))
}

// Passwords

/// The person with this username, if they may sign in, and their password hash.
pub(super) async fn credential_by_username(
    db: &Db,
    username: &str,
) -> db::Result<Option<(PersonId, TenantId, String, bool)>> {
    db.opt(
        "SELECT p.id, p.tenant_id, c.hash, p.disabled_at IS NOT NULL
         FROM person p JOIN password_credential c ON c.person_id = p.id
         WHERE lower(p.username) = lower($1)",
        params![username.trim()],
    )
    .await
}

pub(super) async fn credential(db: &Db, person: PersonId) -> db::Result<Option<(TenantId, String)>> {
    db.opt(
        "SELECT p.tenant_id, c.hash FROM person p JOIN password_credential c ON c.person_id = p.id
         WHERE p.id = $1 AND p.disabled_at IS NULL",
        params![person],
    )
    .await
}

pub(super) async fn write_password(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
    new: &NewPassword,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO password_credential (person_id, tenant_id, hash, is_enough_alone, changed_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (person_id) DO UPDATE SET hash = $3, is_enough_alone = $4, changed_at = $5",
        params![person, tenant, new.hash.as_str(), new.is_enough_alone, now],
    )
    .await?;
    Ok(())
}

/// The same password with newer parameters: it hasn't changed.
pub(super) async fn rehash_password(tx: &mut Tx, person: PersonId, old: &str, new: &str) -> db::Result<u64> {
    tx.exec(
        "UPDATE password_credential SET hash = $3 WHERE person_id = $1 AND hash = $2",
        params![person, old, new],
    )
    .await
}

// Throttles

/// Counts so far: (name, attempts, window start) for each name that has any.
pub(super) async fn tries(db: &Db, names: &[String]) -> db::Result<Vec<(String, i64, Timestamp)>> {
    let mut values = vec![];
    let list = db::in_list(&mut values, names.iter().map(String::as_str))?;
    db.all(format!("SELECT bucket, tries, window_start FROM throttle WHERE bucket IN {list}"), values).await
}

/// Counts one attempt in every bucket, in one statement, and returns (attempts, window start) for each. A window that's
/// over starts again.
pub(super) async fn count_try(
    tx: &mut Tx,
    buckets: &[(String, SignedDuration)],
    now: Timestamp,
) -> db::Result<Vec<(i64, Timestamp)>> {
    let mut values = params![now];
    let (mut rows, mut ends) = (vec![], vec![]);
    for (name, window) in buckets {
        values.extend(params![name.as_str(), now - *window]);
        let (name, end) = (values.len() - 1, values.len());
        rows.push(format!("(${name}, $1, 1)"));
        ends.push(format!(" WHEN ${name} THEN ${end}"));
    }
    // A window that began before its cutoff starts again.
    let is_over = format!("throttle.window_start <= CASE throttle.bucket{} END", ends.concat());
    let sql = format!(
        "INSERT INTO throttle (bucket, window_start, tries) VALUES {}
         ON CONFLICT (bucket) DO UPDATE SET
           tries = CASE WHEN {is_over} THEN 1 ELSE throttle.tries + 1 END,
           window_start = CASE WHEN {is_over} THEN $1 ELSE throttle.window_start END
         RETURNING bucket, tries, window_start",
        rows.join(", ")
    );
    let counted: Vec<(String, i64, Timestamp)> = tx.all(sql, values).await?;
    // The rows come back in no particular order.
    let of = |name: &str| counted.iter().find(|(known, ..)| known == name);
    buckets
        .iter()
        .map(|(name, _)| of(name).map(|(_, tries, at)| (*tries, *at)).ok_or(db::Error::NoRow))
        .collect()
}

pub(super) async fn clear(tx: &mut Tx, names: &[String]) -> db::Result<()> {
    let rows = names.iter().map(|name| params![name.as_str()]).collect();
    tx.exec_many("DELETE FROM throttle WHERE bucket = $1", rows).await?;
    Ok(())
}

/// Takes back one successful attempt.
pub(super) async fn give_back(tx: &mut Tx, names: &[String]) -> db::Result<()> {
    let rows = names.iter().map(|name| params![name.as_str()]).collect();
    tx.exec_many("UPDATE throttle SET tries = tries - 1 WHERE bucket = $1 AND tries > 0", rows).await?;
    Ok(())
}

/// Voids half-finished sign-ins and unused proofs.
pub(super) async fn retire_challenges(tx: &mut Tx, person: PersonId, now: Timestamp) -> db::Result<u64> {
    tx.exec(
        "UPDATE challenge SET used_at = $2 WHERE person_id = $1 AND used_at IS NULL",
        params![person, now],
    )
    .await
}
