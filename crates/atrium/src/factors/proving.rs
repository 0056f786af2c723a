//! Taking the answer to a challenge. Every attempt is counted before it's checked.

use super::store::{self, Challenge};
use super::{
    FactorKind, Passkeys, Proof, ProofOutcome, check_password_of, codes, give_back, open_to, password, rules,
    state_of, throttle,
};
use crate::app::App;
use crate::shared::audit::Event;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work, record_refusal};
use db::{Db, Tx};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

/// What the browser should ask of a passkey.
pub async fn passkey_options(
    app: &App,
    passkeys: &Passkeys,
    challenge: &Challenge,
) -> Result<Value, Problem> {
    let known: Vec<String> = credentials(&app.db, challenge.person_id).await?;
    if known.is_empty() {
        return Err(Problem::NotFound);
    }
    let (options, state) = passkeys.begin(&known)?;
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "state", challenge.id, &state);
    let mut tx = app.db.begin_write().await?;
    store::set_state(&mut tx, challenge.id, &sealed).await?;
    tx.commit().await?;
    Ok(options)
}

async fn credentials(db: &Db, person: PersonId) -> Result<Vec<String>, Problem> {
    Ok(store::passkeys(db, person).await?.into_iter().map(|passkey| passkey.credential).collect())
}

/// Whether it looks like an answer at all.
pub fn is_passkey_answer(answer: &Value) -> bool {
    Passkeys::credential_of(answer).is_some()
}

pub(super) fn refusal(action: &'static str, person: PersonId, result: &str, detail: Value) -> Event {
    Event { action, subject_kind: "person", subject_id: Some(person.0), result: result.to_owned(), detail }
}

/// Takes an answer to a challenge. `actions` are the audit trail's names for a good answer and a bad one.
pub async fn prove(
    app: &App,
    means: (&Passkeys, &password::Passwords),
    challenge: &Challenge,
    proof: &Proof,
    address: &str,
    actions: (&'static str, &'static str),
) -> Result<ProofOutcome, Problem> {
    let person = challenge.person_id;
    let is_guessable = !matches!(proof.kind, FactorKind::Passkey | FactorKind::Recovery);
    let buckets = rules::factor_buckets(&person.to_string(), is_guessable, address);
    if let Some(wait) = throttle(app, &buckets).await? {
        return Ok(ProofOutcome::TooMany { wait });
    }
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    let taken = store::take_try(&mut tx, challenge.id, rules::TRIES, now).await?;
    tx.commit().await?;
    let Some(challenge) = taken else { return Ok(ProofOutcome::Gone) };

    // Checking a password takes time, and no other transaction should wait for it.
    let password_fits = match (proof.kind, &proof.password) {
        (FactorKind::Password, Some(typed)) => {
            let ways = open_to(app, means.0, person, challenge.demand()).await?;
            let counts = ways.iter().any(|way| way.kind == FactorKind::Password);
            counts && check_password_of(app, means.1, person, typed.clone()).await?
        }
        _ => false,
    };
    let author = Author { tenant: challenge.tenant_id, person: Some(person), address: address.to_owned() };
    let detail = json!({ "by": proof.kind.as_str() });
    let mut work = Work::begin(app, &app.db, author.clone()).await?;
    let fits = match proof.kind {
        FactorKind::Password => password_fits,
        FactorKind::Passkey => passkey_fits(app, means.0, work.tx(), &challenge, proof, now).await?,
        FactorKind::Totp => codes::totp_fits(app, work.tx(), person, proof, now).await?,
        FactorKind::Sms => codes::sms_fits(app, &challenge, proof, now),
        FactorKind::Recovery => codes::recovery_fits(app, work.tx(), person, proof, now).await?,
        // The provider itself says so, never the caller: `prove_by_upstream`.
        FactorKind::Upstream => false,
    };
    if !fits {
        drop(work);
        record_refusal(app, &app.db, author, refusal(actions.1, person, "WRONG_FACTOR", detail)).await?;
        return Ok(ProofOutcome::Incorrect { tries_left: rules::TRIES - challenge.tries });
    }
    if !store::set_proved(work.tx(), challenge.id, now).await? {
        return Ok(ProofOutcome::Gone);
    }
    give_back(app, work.tx(), &buckets).await?;
    work.record(actions.0, "person", person.0, detail);
    work.commit().await?;
    Ok(ProofOutcome::Proved)
}

/// Accepts a provider's already-verified answer, for a challenge that allows it.
pub async fn prove_by_upstream(
    app: &App,
    passkeys: &Passkeys,
    challenge: &Challenge,
    upstream: Uuid,
    address: &str,
) -> Result<ProofOutcome, Problem> {
    let ways = open_to(app, passkeys, challenge.person_id, challenge.demand()).await?;
    if !ways.iter().any(|way| way.id == Some(upstream)) {
        return Ok(ProofOutcome::Gone);
    }
    let person = challenge.person_id;
    let author = Author { tenant: challenge.tenant_id, person: Some(person), address: address.to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    if !store::set_proved(work.tx(), challenge.id, now).await? {
        return Ok(ProofOutcome::Gone);
    }
    work.record("step_up.done", "person", person.0, json!({ "by": "upstream", "upstream": upstream }));
    work.commit().await?;
    Ok(ProofOutcome::Proved)
}

async fn passkey_fits(
    app: &App,
    passkeys: &Passkeys,
    tx: &mut Tx,
    challenge: &Challenge,
    proof: &Proof,
    now: Timestamp,
) -> Result<bool, Problem> {
    let (Some(answer), Some(_)) = (&proof.credential, &challenge.state) else { return Ok(false) };
    let known = store::passkeys(&app.db, challenge.person_id).await?;
    let credentials: Vec<String> = known.iter().map(|passkey| passkey.credential.clone()).collect();
    let state = state_of(app, challenge)?;
    let Some(proved) = passkeys.finish(&state, answer, &credentials)? else { return Ok(false) };
    let Some(owned) = store::passkey_by_credential(&app.db, &proved.credential_id).await? else {
        return Ok(false);
    };
    Ok(owned.1 == challenge.person_id && store::used_passkey(tx, owned.0, &proved.credential, now).await?)
}
