//! Challenges: who may answer them and how, and their life from opening to being used up.

use super::rules;
use super::store::{self, Challenge};
use super::{Demand, Factor, FactorKind, FactorRefusal, Passkeys, Purpose, Whom, throttle};
use crate::app::App;
use crate::shared::id::PersonId;
use crate::shared::phone_hint::phone_hint;
use crate::shared::problem::Problem;
use crate::shared::seal;
use db::Tx;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

impl Challenge {
    pub(super) fn demand(&self) -> Demand {
        if self.demand == Demand::Best.as_str() { Demand::Best } else { Demand::SecondFactor }
    }
}

/// The ways open to a person, best first.
pub async fn open_to(
    app: &App,
    passkeys: &Passkeys,
    person: PersonId,
    demand: Demand,
) -> Result<Vec<Factor>, Problem> {
    let Some(means) = store::means(&app.db, person).await? else { return Ok(vec![]) };
    let now = app.clock.now();
    let plain = |kind| Factor { kind, hint: None, id: None };
    let mut ways = vec![];
    if means.passkeys > 0 && passkeys.are_possible() {
        ways.push(plain(FactorKind::Passkey));
    }
    if means.has_totp > 0 {
        ways.push(plain(FactorKind::Totp));
    }
    if let Some(phone) = &means.phone
        && means.phone_since.is_none_or(|since| rules::phone_counts_from(since) <= now)
    {
        ways.push(Factor { kind: FactorKind::Sms, hint: Some(phone_hint(phone)), id: None });
    }
    if means.recovery_codes > 0 {
        ways.push(plain(FactorKind::Recovery));
    }
    // A phone in its waiting period is no reason to ask for less.
    if demand == Demand::Best && !means.has_second() {
        if means.has_password > 0 {
            ways.push(plain(FactorKind::Password));
        } else {
            let vouching = store::vouching(&app.db, person).await?;
            ways.extend(vouching.into_iter().map(|(id, name)| Factor {
                kind: FactorKind::Upstream,
                hint: Some(name),
                id: Some(id),
            }));
        }
    }
    Ok(ways)
}

/// How long to wait, if the person has opened too many challenges recently.
pub async fn may_open(app: &App, person: PersonId) -> Result<(), Problem> {
    match throttle(app, &rules::challenge_buckets(&person.to_string())).await? {
        None => Ok(()),
        Some(wait) => Err(Problem::TooMany { wait }),
    }
}

/// `bound_to` is a hash of what the proof will be good for.
pub async fn open(
    app: &App,
    tx: &mut Tx,
    whom: Whom,
    purpose: Purpose,
    bound_to: Vec<u8>,
    state: Option<&[u8]>,
) -> Result<Challenge, Problem> {
    open_for(app, tx, whom, purpose, bound_to, state, Demand::SecondFactor).await
}

/// For a change; `demand` is the standard its answer must meet.
pub async fn open_step_up(
    app: &App,
    tx: &mut Tx,
    whom: Whom,
    bound_to: Vec<u8>,
    demand: Demand,
) -> Result<Challenge, Problem> {
    open_for(app, tx, whom, Purpose::StepUp, bound_to, None, demand).await
}

async fn open_for(
    app: &App,
    tx: &mut Tx,
    whom: Whom,
    purpose: Purpose,
    bound_to: Vec<u8>,
    state: Option<&[u8]>,
    demand: Demand,
) -> Result<Challenge, Problem> {
    let now = app.clock.now();
    let id = unguessable_id(app);
    let state = state.map(|state| seal::seal(&app.keys.secrets, &app.randomness, "state", id, state));
    let challenge = Challenge {
        id,
        tenant_id: whom.tenant,
        person_id: whom.person,
        session_id: whom.session,
        purpose,
        bound_to,
        state,
        sms_hash: None,
        sms_expires_at: None,
        tries: 0,
        expires_at: now + rules::CHALLENGE_LIFE,
        proved_at: None,
        demand: demand.as_str().to_owned(),
    };
    store::insert_challenge(tx, &challenge, now).await?;
    Ok(challenge)
}

/// Anyone who knows it may answer, so it's fully random; other ids reveal when they were made.
fn unguessable_id(app: &App) -> Uuid {
    let mut random = [0; 16];
    app.randomness.fill(&mut random);
    uuid::Builder::from_random_bytes(random).into_uuid()
}

/// A challenge that can still be answered or used.
pub async fn find(app: &App, id: Uuid, purpose: Purpose) -> Result<Option<Challenge>, Problem> {
    Ok(store::challenge(&app.db, id, purpose, app.clock.now()).await?)
}

/// The session's newest open challenge for the same thing.
pub async fn find_bound(
    app: &App,
    person: PersonId,
    session: Uuid,
    purpose: Purpose,
    bound_to: &[u8],
) -> Result<Option<Challenge>, Problem> {
    let now = app.clock.now();
    Ok(store::challenge_for(&app.db, person, session, purpose, bound_to, now).await?)
}

pub async fn use_up(tx: &mut Tx, challenge: &Challenge, now: Timestamp) -> Result<(), Problem> {
    let was_open = store::set_used(tx, challenge.id, now).await?;
    if was_open { Ok(()) } else { Err(gone()) }
}

/// Uses up a step-up proof. False if it's someone else's, for something else, or too old.
pub async fn use_proof(
    tx: &mut Tx,
    id: Uuid,
    whom: Whom,
    bound_to: &[u8],
    now: Timestamp,
) -> Result<bool, Problem> {
    let Some(session) = whom.session else { return Ok(false) };
    let since = now - rules::CHALLENGE_LIFE;
    Ok(store::use_proof(tx, id, whom.person, session, bound_to, since, now).await?)
}

/// For what needs no proof beyond the one that opened it.
pub async fn set_proved(tx: &mut Tx, challenge: &Challenge, now: Timestamp) -> Result<(), Problem> {
    store::set_proved(tx, challenge.id, now).await?;
    Ok(())
}

/// The state stored with a challenge.
pub fn state_of(app: &App, challenge: &Challenge) -> Result<Vec<u8>, Problem> {
    let sealed = challenge.state.as_deref().ok_or_else(gone)?;
    seal::open(&app.keys.secrets, "state", challenge.id, sealed)
}

pub fn gone() -> Problem {
    FactorRefusal::ChallengeGone.into()
}

/// After a password change, nothing that began before it goes on.
pub async fn retire_challenges(tx: &mut Tx, person: PersonId, now: Timestamp) -> db::Result<()> {
    store::retire_challenges(tx, person, now).await.map(|_| ())
}

/// Deletes challenges that no one can answer anymore.
pub async fn forget(tx: &mut Tx, now: Timestamp) -> db::Result<()> {
    store::forget_challenges(tx, now - SignedDuration::from_hours(24)).await
}
