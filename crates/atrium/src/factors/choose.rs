//! Adding and removing factors. It takes a proof by a factor the person already has, or a first sign-in.

use super::rules;
use super::store::{self, NewPasskey};
use super::totp;
use super::{
    Challenge, FactorRefusal, NeedsProof, Passkeys, ProofOutcome, ProofPurpose, Proven, Purpose, TotpSecret,
    Whom, find, gone, open, state_of, use_up,
};
use crate::app::App;
use crate::shared::id::{PasskeyId, PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use db::Tx;
use serde_json::{Value, json};
use uuid::Uuid;

fn incorrect() -> Problem {
    FactorRefusal::IncorrectCode.into()
}

/// A challenge this person opened in this session.
async fn own(app: &App, whom: Whom, id: Uuid, purpose: Purpose) -> Result<Challenge, Problem> {
    let found = find(app, id, purpose).await?;
    found.filter(|found| found.person_id == whom.person && found.session_id == whom.session).ok_or_else(gone)
}

/// What the browser should create, and the ceremony its answer belongs to.
pub async fn begin_passkey(
    app: &App,
    passkeys: &Passkeys,
    tx: &mut Tx,
    whom: Whom,
    username: &str,
    shown_name: &str,
) -> Result<(Uuid, Value), Problem> {
    let known: Vec<String> =
        store::passkeys(&app.db, whom.person).await?.into_iter().map(|passkey| passkey.credential).collect();
    let (options, state) = passkeys.begin_registration(whom.person, username, shown_name, &known)?;
    let challenge = open(app, tx, whom, Purpose::AddPasskey, vec![], Some(&state)).await?;
    Ok((challenge.id, options))
}

/// A passkey to add, made in this ceremony.
pub struct AddedPasskey {
    pub ceremony: Uuid,
}

impl NeedsProof for AddedPasskey {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddPasskey)
    }

    fn bound_to(&self) -> Value {
        json!({ "ceremony": self.ceremony })
    }
}

pub async fn add_passkey(
    app: &App,
    passkeys: &Passkeys,
    work: &mut Work,
    whom: Whom,
    added: Proven<AddedPasskey>,
    (name, answer): (&str, &str),
) -> Result<PasskeyId, Problem> {
    let name = rules::passkey_name(name)?;
    let challenge = own(app, whom, added.ceremony, Purpose::AddPasskey).await?;
    let made = passkeys.finish_registration(&state_of(app, &challenge)?, answer)?;
    let (id, now) = (PasskeyId(work.new_id()), work.now());
    use_up(work.tx(), &challenge, now).await?;
    let new = NewPasskey {
        id,
        tenant: whom.tenant,
        person: whom.person,
        credential_id: &made.credential_id,
        credential: &made.credential,
        name: &name,
    };
    store::insert_passkey(work.tx(), new, now).await?;
    work.record("passkey.added", "passkey", id.0, json!({ "name": name }));
    Ok(id)
}

pub async fn rename_passkey(
    work: &mut Work,
    person: PersonId,
    id: PasskeyId,
    name: &str,
) -> Result<(), Problem> {
    let name = rules::passkey_name(name)?;
    if !store::rename_passkey(work.tx(), person, id, &name).await? {
        return Err(Problem::NotFound);
    }
    work.record("passkey.renamed", "passkey", id.0, json!({ "name": name }));
    Ok(())
}

/// A passkey to remove.
pub struct RemovedPasskey {
    pub id: PasskeyId,
}

impl NeedsProof for RemovedPasskey {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemovePasskey)
    }

    fn bound_to(&self) -> Value {
        json!({ "passkey": self.id })
    }
}

pub async fn remove_passkey(
    work: &mut Work,
    person: PersonId,
    removed: Proven<RemovedPasskey>,
) -> Result<(), Problem> {
    let id = removed.id;
    if !store::delete_passkey(work.tx(), person, id).await? {
        return Err(Problem::NotFound);
    }
    check_what_is_left(work.tx(), person).await?;
    check_a_way_in_is_left(work.tx(), person).await?;
    work.record("passkey.removed", "passkey", id.0, json!({}));
    Ok(())
}

/// For an administrator who helps someone: nothing else has to be left. `NotFound` if it's gone.
pub async fn take_passkey(tx: &mut Tx, person: PersonId, id: PasskeyId) -> Result<(), Problem> {
    if store::delete_passkey(tx, person, id).await? { Ok(()) } else { Err(Problem::NotFound) }
}

/// The authenticator app and its recovery codes, likewise. Either may be all there is.
pub async fn take_totp(tx: &mut Tx, person: PersonId) -> Result<(), Problem> {
    let had_app = store::delete_totp(tx, person).await?;
    let had_codes = store::delete_recovery_codes(tx, person).await? > 0;
    if had_app || had_codes { Ok(()) } else { Err(Problem::NotFound) }
}

/// Drops a password that may not be the only way in; true if it was dropped.
pub async fn drop_weak_password(tx: &mut Tx, person: PersonId) -> Result<bool, Problem> {
    let is_weak = store::is_left_too_weak(tx, person).await?;
    if is_weak {
        store::delete_password(tx, person).await?;
    }
    Ok(is_weak)
}

pub async fn has_a_way_in(tx: &mut Tx, person: PersonId) -> Result<bool, Problem> {
    Ok(!store::is_locked_out(tx, person).await?)
}

/// A new secret for an authenticator app; it counts once we've seen a code from it.
pub async fn begin_totp(
    app: &App,
    tx: &mut Tx,
    whom: Whom,
    username: &str,
) -> Result<(Uuid, TotpSecret), Problem> {
    let mut secret = [0; 20];
    app.randomness.fill(&mut secret);
    let challenge = open(app, tx, whom, Purpose::AddTotp, vec![], Some(&secret)).await?;
    Ok((challenge.id, totp::setup(&secret, username)?))
}

/// An authenticator app to add, set up in this ceremony.
pub struct AddedTotp {
    pub ceremony: Uuid,
}

impl NeedsProof for AddedTotp {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddTotp)
    }

    fn bound_to(&self) -> Value {
        json!({ "ceremony": self.ceremony })
    }
}

pub async fn confirm_totp(
    app: &App,
    work: &mut Work,
    whom: Whom,
    added: Proven<AddedTotp>,
    code: &str,
) -> Result<(), Problem> {
    let challenge = own(app, whom, added.ceremony, Purpose::AddTotp).await?;
    let secret = state_of(app, &challenge)?;
    let code = rules::plain_code(code);
    let now = work.now();
    let step = totp::step_of(&secret, &code, now).filter(|_| rules::is_six_digits(&code));
    let step = step.ok_or_else(incorrect)?;
    use_up(work.tx(), &challenge, now).await?;
    write_totp(app, work.tx(), whom.tenant, whom.person, &secret, step, now).await?;
    work.record("totp.enabled", "person", whom.person.0, json!({}));
    Ok(())
}

/// Stores the secret sealed; codes up to `last_step` no longer count.
pub async fn write_totp(
    app: &App,
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
    secret: &[u8],
    last_step: i64,
    now: jiff::Timestamp,
) -> Result<(), Problem> {
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "totp", person.0, secret);
    Ok(store::write_totp(tx, tenant, person, &sealed, last_step, now).await?)
}

/// The authenticator app to remove: everyone has one at most.
pub struct RemovedTotp;

impl NeedsProof for RemovedTotp {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RemoveTotp)
    }

    fn bound_to(&self) -> Value {
        json!({})
    }
}

/// Recovery codes stand in for the app, so they go with it.
pub async fn remove_totp(work: &mut Work, person: PersonId, _: Proven<RemovedTotp>) -> Result<(), Problem> {
    if !store::delete_totp(work.tx(), person).await? {
        return Err(Problem::NotFound);
    }
    store::delete_recovery_codes(work.tx(), person).await?;
    check_what_is_left(work.tx(), person).await?;
    work.record("totp.disabled", "person", person.0, json!({}));
    Ok(())
}

/// A password chosen while there was a second factor may be too short to be the only one (B19). Call this after
/// removing a factor, before committing.
pub async fn check_what_is_left(tx: &mut Tx, person: PersonId) -> Result<(), Problem> {
    if store::is_left_too_weak(tx, person).await? {
        return Err(FactorRefusal::PasswordTooShortAlone.into());
    }
    Ok(())
}

/// Call this after removing a way to sign in, before committing.
pub async fn check_a_way_in_is_left(tx: &mut Tx, person: PersonId) -> Result<(), Problem> {
    if store::is_locked_out(tx, person).await? {
        return Err(FactorRefusal::LastWayIn.into());
    }
    Ok(())
}

/// A new secret within a sign-in that's waiting for one.
pub async fn begin_totp_within(
    app: &App,
    attempt: &Challenge,
    username: &str,
) -> Result<TotpSecret, Problem> {
    let mut secret = [0; 20];
    app.randomness.fill(&mut secret);
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "state", attempt.id, &secret);
    let mut tx = app.db.begin_write().await?;
    store::set_state(&mut tx, attempt.id, &sealed).await?;
    tx.commit().await?;
    totp::setup(&secret, username)
}

/// Sets up the app if the code is right; the work stays open for the rest of the sign-in.
pub async fn confirm_totp_within(
    app: &App,
    attempt: &Challenge,
    code: &str,
    author: Author,
) -> Result<Result<Work, ProofOutcome>, Problem> {
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    let taken = store::take_try(&mut tx, attempt.id, rules::TRIES, now).await?;
    tx.commit().await?;
    let Some(attempt) = taken else { return Ok(Err(ProofOutcome::Gone)) };
    let secret = state_of(app, &attempt)?;
    let code = rules::plain_code(code);
    let Some(step) = totp::step_of(&secret, &code, now).filter(|_| rules::is_six_digits(&code)) else {
        return Ok(Err(ProofOutcome::Incorrect { tries_left: rules::TRIES - attempt.tries }));
    };
    let mut work = Work::begin(app, &app.db, author).await?;
    // As new as its notice: «this was not me» undoes whatever isn't older than the notice.
    let now = work.now();
    if !store::set_proved(work.tx(), attempt.id, now).await? {
        return Ok(Err(ProofOutcome::Gone));
    }
    write_totp(app, work.tx(), attempt.tenant_id, attempt.person_id, &secret, step, now).await?;
    work.record("totp.enabled", "person", attempt.person_id.0, json!({}));
    Ok(Ok(work))
}
