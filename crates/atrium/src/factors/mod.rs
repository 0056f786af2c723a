//! How people prove who they are: a password, a passkey, an authenticator app, a text message, a recovery code.
//!
//! - A challenge is what must be proved: for one purpose, bound to one thing, for five minutes, with five attempts,
//!   once.
//! - Every attempt is counted before it's checked, across all of an account's challenges; the counters are in the
//!   database.
//! - An app code or a recovery code counts once; a text message is bound to its challenge and its number.
//! - A changed phone counts as a factor one day later.
//! - A password counts only for people with nothing better; a fresh sign-in at another provider counts only for people
//!   without even a password.

mod choose;
mod codes;
mod common;
mod passkeys;
pub mod password;
mod password_rules;
pub mod phone;
mod refusal;
mod rules;
pub mod step_up;
mod store;
mod totp;

pub use choose::{
    add_passkey, begin_passkey, begin_totp, begin_totp_within, check_a_way_in_is_left, check_what_is_left,
    confirm_totp, confirm_totp_within, drop_weak_password, has_a_way_in, remove_passkey, remove_totp,
    rename_passkey, take_passkey, take_totp, write_totp,
};
pub use codes::{new_recovery_codes, send_code, send_code_to};
pub use passkeys::Passkeys;
pub use password::{CheckedPassword, NewPassword, check_password, check_password_of, write_password};
pub use password_rules::{check_new_password, minimum_length};
pub use refusal::FactorRefusal;
pub use rules::{
    Bucket, ThrottleVerdict, confirmation_buckets, known_device_buckets, mail_buckets, merge_buckets,
    new_email_buckets, own_password_buckets, passkey_buckets, phone_counts_from, sign_in_buckets,
    upstream_buckets, vendor_buckets,
};
pub use store::{Challenge, Passkey};
pub use totp::TotpSecret;

use crate::app::App;
use crate::shared::audit::Event;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::phone_hint::phone_hint;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work, record_refusal};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use db::{Db, Tx};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

pub const REFUSALS: &[&str] = FactorRefusal::CODES;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FactorKind {
    Passkey,
    Totp,
    Sms,
    Recovery,
    Password,
    /// A fresh sign-in at the provider the person comes from.
    Upstream,
}

impl FactorKind {
    pub fn as_str(self) -> &'static str {
        match self {
            FactorKind::Passkey => "passkey",
            FactorKind::Totp => "totp",
            FactorKind::Sms => "sms",
            FactorKind::Recovery => "recovery",
            FactorKind::Password => "password",
            FactorKind::Upstream => "upstream",
        }
    }

    /// The RFC 8176 name for `amr`.
    pub fn method(self) -> &'static str {
        match self {
            FactorKind::Passkey => "hwk",
            FactorKind::Totp | FactorKind::Recovery => "otp",
            FactorKind::Sms => "sms",
            FactorKind::Password => "pwd",
            FactorKind::Upstream => "fed",
        }
    }
}

/// One way a person can prove who they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Factor {
    pub kind: FactorKind,
    /// The end of the phone number that gets the code, or the provider's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Which provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
}

/// How much must be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// A second factor, always.
    SecondFactor,
    /// A second factor, or the password if the person doesn't have one.
    Best,
}

impl Demand {
    fn as_str(self) -> &'static str {
        match self {
            Demand::SecondFactor => "second_factor",
            Demand::Best => "best",
        }
    }
}

/// What the challenge is for; each kind of proof is good for one purpose only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    SignIn,
    StepUp,
    AddPasskey,
    AddTotp,
    ChangePhone,
    Merge,
}

db::text!(Purpose {
    SignIn = "sign_in",
    StepUp = "step_up",
    AddPasskey = "add_passkey",
    AddTotp = "add_totp",
    ChangePhone = "change_phone",
    Merge = "merge",
});

/// Who a challenge is for.
#[derive(Clone, Copy, Debug)]
pub struct Whom {
    pub tenant: TenantId,
    pub person: PersonId,
    pub session: Option<Uuid>,
}

/// A person's answer.
#[derive(Clone, Debug, Deserialize)]
pub struct Proof {
    pub kind: FactorKind,
    #[serde(default)]
    pub code: Option<String>,
    #[serde(default)]
    pub credential: Option<Value>,
    #[serde(default)]
    pub password: Option<String>,
}

/// The outcome of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum ProofOutcome {
    Proved,
    Incorrect {
        tries_left: i64,
    },
    /// Expired, already answered, tried too often, or never existed.
    Gone,
    TooMany {
        wait: SignedDuration,
    },
}

impl Challenge {
    fn demand(&self) -> Demand {
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

/// The number of recovery codes left, when the authenticator app was set up, and the passkeys.
pub async fn kept(db: &Db, person: PersonId) -> Result<(i64, Option<Timestamp>, Vec<Passkey>), Problem> {
    let means = store::means(db, person).await?.ok_or(Problem::NotFound)?;
    Ok((means.recovery_codes, store::totp_since(db, person).await?, store::passkeys(db, person).await?))
}

/// The person's passkeys, also while the account is locked.
pub async fn passkeys_of(db: &Db, person: PersonId) -> Result<Vec<Passkey>, Problem> {
    Ok(store::passkeys(db, person).await?)
}

/// Whether the person has anything besides a password.
pub async fn has_second(db: &Db, person: PersonId) -> Result<bool, Problem> {
    Ok(store::means(db, person).await?.ok_or(Problem::NotFound)?.has_second())
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

/// One per client request: asking again replaces it, so it never leaves more rows than starting a sign-in does.
fn ceremony_of(app: &App, request: &str) -> Uuid {
    let sealed = app.keys.factors.seal(&[b"ceremony", request.as_bytes()]);
    let mut random = [0; 16];
    random.copy_from_slice(&sealed[..16]);
    uuid::Builder::from_random_bytes(random).into_uuid()
}

/// Begins a passkey sign-in for someone who hasn't said who they are.
pub async fn begin_passkey_sign_in(
    app: &App,
    passkeys: &Passkeys,
    request: &str,
) -> Result<(Uuid, Value), Problem> {
    let (options, state) = passkeys.begin_discovery()?;
    let id = ceremony_of(app, request);
    let sealed = seal::seal(&app.keys.secrets, &app.randomness, "ceremony", id, &state);
    let mut tx = app.db.begin_write().await?;
    store::write_ceremony(&mut tx, id, &sealed, app.clock.now() + rules::CHALLENGE_LIFE).await?;
    tx.commit().await?;
    Ok((id, options))
}

/// Who answered, if the answer is valid. A passkey that verified its owner is two factors in one. `buckets` have
/// already counted this attempt.
pub async fn finish_passkey_sign_in(
    app: &App,
    passkeys: &Passkeys,
    (request, ceremony): (&str, Uuid),
    answer: &Value,
    (address, buckets): (&str, &[Bucket]),
) -> Result<Option<(PersonId, TenantId)>, Problem> {
    if ceremony != ceremony_of(app, request) {
        return Err(gone());
    }
    let now = app.clock.now();
    let mut tx = app.db.begin_write().await?;
    let state = store::take_ceremony(&mut tx, ceremony, now).await?;
    tx.commit().await?;
    let Some(state) = state else { return Err(gone()) };
    let Some(credential_id) = Passkeys::credential_of(answer) else { return Ok(None) };
    let Some((id, person, tenant, known)) = store::passkey_by_credential(&app.db, &credential_id).await?
    else {
        return Ok(None);
    };
    let state = seal::open(&app.keys.secrets, "ceremony", ceremony, &state)?;
    let author = Author { tenant, person: Some(person), address: address.to_owned() };
    let Some(proved) = passkeys.finish_discovery(&state, answer, &known)? else {
        let detail = json!({ "by": "passkey" });
        record_refusal(app, &app.db, author, refusal("sign_in.refused", person, "WRONG_PASSKEY", detail))
            .await?;
        return Ok(None);
    };
    let mut work = Work::begin(app, &app.db, author).await?;
    store::used_passkey(work.tx(), id, &proved.credential, now).await?;
    give_back(app, work.tx(), buckets).await?;
    work.record("sign_in.done", "person", person.0, json!({ "by": "passkey" }));
    work.commit().await?;
    Ok(Some((person, tenant)))
}

/// Counts one more attempt; returns how long to wait if there were too many. A refused attempt isn't counted again.
pub async fn throttle(app: &App, buckets: &[Bucket]) -> Result<Option<SignedDuration>, Problem> {
    Ok(judge(app, buckets).await?.wait)
}

/// Like `throttle`, with everything the counters say.
pub async fn judge(app: &App, buckets: &[Bucket]) -> Result<ThrottleVerdict, Problem> {
    let verdict = foresee(app, buckets).await?;
    if verdict.wait.is_some() {
        return Ok(verdict);
    }
    let mut tx = app.db.begin_write().await?;
    let verdict = count(app, &mut tx, buckets).await?;
    if verdict.wait.is_none() {
        tx.commit().await?;
    }
    Ok(verdict)
}

/// What counting would say, without counting: callers over a limit never reach the writer, which others need.
pub async fn foresee(app: &App, buckets: &[Bucket]) -> Result<ThrottleVerdict, Problem> {
    let now = app.clock.now();
    let kept = store::tries(&app.db, &names_of(app, buckets)).await?;
    let counts: Vec<(i64, Timestamp)> = buckets
        .iter()
        .map(|bucket| {
            let name = name_of(app, bucket);
            let running =
                kept.iter().find(|(known, _, start)| *known == name && *start > now - bucket.window);
            running.map_or((1, now), |(_, tries, start)| (tries + 1, *start))
        })
        .collect();
    Ok(rules::verdict(buckets, &counts, now))
}

/// Counts an attempt within a transaction; the caller commits it unless there's a wait.
pub async fn count(app: &App, tx: &mut Tx, buckets: &[Bucket]) -> Result<ThrottleVerdict, Problem> {
    let now = app.clock.now();
    let named: Vec<_> = buckets.iter().map(|bucket| (name_of(app, bucket), bucket.window)).collect();
    let counts = store::count_try(tx, &named, now).await?;
    Ok(rules::verdict(buckets, &counts, now))
}

/// A bucket's name in the database: what it counts, and a keyed hash of the subject.
fn name_of(app: &App, bucket: &Bucket) -> String {
    let value = app.keys.factors.seal(&[b"bucket", bucket.value.as_bytes()]);
    format!("{} {}", bucket.kind, URL_SAFE_NO_PAD.encode(&value[..16]))
}

fn names_of(app: &App, buckets: &[Bucket]) -> Vec<String> {
    buckets.iter().map(|bucket| name_of(app, bucket)).collect()
}

/// Forgets the attempts on an account after the right password.
pub async fn clear(app: &App, tx: &mut Tx, buckets: &[Bucket]) -> db::Result<()> {
    store::clear(tx, &names_of(app, buckets)).await
}

/// A successful attempt doesn't count on a counter that many people share.
pub async fn give_back(app: &App, tx: &mut Tx, buckets: &[Bucket]) -> db::Result<()> {
    store::give_back(tx, &names_of(app, buckets)).await
}

/// After a password change, nothing that began before it goes on.
pub async fn retire_challenges(tx: &mut Tx, person: PersonId, now: Timestamp) -> db::Result<()> {
    store::retire_challenges(tx, person, now).await.map(|_| ())
}

/// Deletes challenges that no one can answer anymore.
pub async fn forget(tx: &mut Tx, now: Timestamp) -> db::Result<()> {
    store::forget_challenges(tx, now - SignedDuration::from_hours(24)).await
}

fn refusal(action: &'static str, person: PersonId, result: &str, detail: Value) -> Event {
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
