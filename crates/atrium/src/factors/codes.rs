//! Codes that people type: from an authenticator app, a text message or a printed list.

use super::store::Challenge;
use super::{NeedsProof, Proof, ProofPurpose, Proven, rules, store, totp};
use crate::app::App;
use crate::notices::{self, Text};
use crate::shared::id::{PersonId, TenantId};
use crate::shared::phone_hint::phone_hint;
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::work::{Author, Work};
use db::Tx;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

pub(super) async fn totp_fits(
    app: &App,
    tx: &mut Tx,
    person: PersonId,
    proof: &Proof,
    now: Timestamp,
) -> Result<bool, Problem> {
    let Some(code) = typed(proof).filter(|code| rules::is_six_digits(code)) else { return Ok(false) };
    let Some((sealed, _)) = store::totp(&app.db, person).await? else { return Ok(false) };
    let secret = seal::open(&app.keys.secrets, "totp", person.0, &sealed)?;
    match totp::step_of(&secret, &code, now) {
        Some(step) => Ok(store::use_totp_step(tx, person, step).await?),
        None => Ok(false),
    }
}

pub(super) async fn recovery_fits(
    app: &App,
    tx: &mut Tx,
    person: PersonId,
    proof: &Proof,
    now: Timestamp,
) -> Result<bool, Problem> {
    let Some(code) = typed(proof) else { return Ok(false) };
    Ok(store::use_recovery_code(tx, person, &recovery_hash(app, person, &code), now).await?)
}

pub(super) fn sms_fits(app: &App, challenge: &Challenge, proof: &Proof, now: Timestamp) -> bool {
    let (Some(code), Some(kept), Some(until)) = (typed(proof), &challenge.sms_hash, challenge.sms_expires_at)
    else {
        return false;
    };
    until > now && app.keys.factors.verify(&sms_parts(challenge, &code), kept)
}

fn typed(proof: &Proof) -> Option<String> {
    proof.code.as_deref().map(rules::plain_code)
}

/// What a text message code is bound to: its challenge, which has its own purpose, session and subject.
fn sms_parts<'a>(challenge: &'a Challenge, code: &'a str) -> [&'a [u8]; 4] {
    [b"sms", challenge.id.as_bytes(), &challenge.bound_to, code.as_bytes()]
}

fn recovery_hash(app: &App, person: PersonId, code: &str) -> [u8; 32] {
    app.keys.factors.seal(&[b"recovery", person.0.as_bytes(), code.as_bytes()])
}

/// New recovery codes in place of the old ones.
pub struct RenewedCodes;

impl NeedsProof for RenewedCodes {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::RenewRecoveryCodes)
    }

    fn bound_to(&self) -> Value {
        json!({})
    }
}

pub async fn renew_recovery_codes(
    app: &App,
    work: &mut Work,
    (tenant, person): (TenantId, PersonId),
    _: Proven<RenewedCodes>,
) -> Result<Vec<String>, Problem> {
    let codes = new_recovery_codes(app, work, tenant, person).await?;
    work.record("recovery_codes.renewed", "person", person.0, json!({}));
    Ok(codes)
}

/// The codes for an app that was just set up. This is the only time they can be read.
pub async fn new_recovery_codes(
    app: &App,
    work: &mut Work,
    tenant: TenantId,
    person: PersonId,
) -> Result<Vec<String>, Problem> {
    let codes: Vec<String> = (0..rules::RECOVERY_CODES)
        .map(|_| {
            let mut random = [0; 10];
            app.randomness.fill(&mut random);
            rules::recovery_code(random)
        })
        .collect();
    let hashes: Vec<[u8; 32]> =
        codes.iter().map(|code| recovery_hash(app, person, &rules::plain_code(code))).collect();
    store::replace_recovery_codes(work.tx(), tenant, person, &hashes).await?;
    Ok(codes)
}

/// Sends a code to the person's phone. Returns how long to wait instead if too many were sent.
pub async fn send_code(
    app: &App,
    challenge: &Challenge,
    address: &str,
) -> Result<Option<SignedDuration>, Problem> {
    let means = store::means(&app.db, challenge.person_id).await?.ok_or(Problem::NotFound)?;
    let is_rested = means.phone_since.is_none_or(|since| rules::phone_counts_from(since) <= app.clock.now());
    let phone = means.phone.filter(|_| is_rested).ok_or(Problem::NotFound)?;
    send(app, challenge, &phone, true, address).await
}

/// Sends a code to a number, to find out whether it belongs to the caller.
pub async fn send_code_to(
    app: &App,
    challenge: &Challenge,
    phone: &str,
    address: &str,
) -> Result<Option<SignedDuration>, Problem> {
    send(app, challenge, phone, false, address).await
}

async fn send(
    app: &App,
    challenge: &Challenge,
    phone: &str,
    is_own: bool,
    address: &str,
) -> Result<Option<SignedDuration>, Problem> {
    let (person, tenant) = (challenge.person_id.to_string(), challenge.tenant_id.to_string());
    let buckets = rules::sms_buckets(phone, is_own, &person, address, &tenant);
    if let Some(wait) = super::throttle(app, &buckets).await? {
        return Ok(Some(wait));
    }
    let means = store::means(&app.db, challenge.person_id).await?.ok_or(Problem::NotFound)?;
    let code = format!("{:06}", six_digits(app));
    let hash = app.keys.factors.seal(&sms_parts(challenge, &code));
    let author = Author {
        tenant: challenge.tenant_id,
        person: Some(challenge.person_id),
        address: address.to_owned(),
    };
    let mut work = Work::begin(app, &app.db, author).await?;
    let expires_at = work.now() + rules::CHALLENGE_LIFE;
    store::set_sms(work.tx(), challenge.id, &hash, expires_at).await?;
    notices::sms(&mut work, phone, &means.language, Text::Code { code: &code })?;
    let detail = json!({ "to": phone_hint(phone), "for": challenge.purpose.as_text() });
    work.record("code.sent", "person", challenge.person_id.0, detail);
    work.commit().await?;
    Ok(None)
}

/// Every number below a million is equally likely.
fn six_digits(app: &App) -> u32 {
    const FAIR: u32 = u32::MAX - u32::MAX % 1_000_000;
    loop {
        let mut bytes = [0; 4];
        app.randomness.fill(&mut bytes);
        let drawn = u32::from_be_bytes(bytes);
        if drawn < FAIR {
            return drawn % 1_000_000;
        }
    }
}
