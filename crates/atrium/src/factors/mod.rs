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

mod challenge;
mod choose;
mod codes;
mod common;
mod passkey_sign_in;
mod passkeys;
pub mod password;
mod password_rules;
pub mod phone;
mod proving;
mod refusal;
mod rules;
pub mod step_up;
mod store;
mod throttle;
mod totp;
#[cfg(doctest)]
mod wrong_uses;

pub use challenge::{
    find, find_bound, forget, gone, may_open, open, open_step_up, open_to, retire_challenges, set_proved,
    state_of, use_proof, use_up,
};
pub use choose::{
    AddedPasskey, AddedTotp, RemovedPasskey, RemovedTotp, add_passkey, begin_passkey, begin_totp,
    begin_totp_within, check_a_way_in_is_left, check_what_is_left, confirm_totp, confirm_totp_within,
    drop_weak_password, has_a_way_in, remove_passkey, remove_totp, rename_passkey, take_passkey, take_totp,
    write_totp,
};
pub use codes::{RenewedCodes, new_recovery_codes, renew_recovery_codes, send_code, send_code_to};
pub use passkey_sign_in::{begin_passkey_sign_in, finish_passkey_sign_in};
pub use passkeys::Passkeys;
pub use password::{CheckedPassword, NewPassword, check_password, check_password_of, write_password};
pub use password_rules::{check_new_password, minimum_length};
pub use proving::{is_passkey_answer, passkey_options, prove, prove_by_upstream};
pub use refusal::FactorRefusal;
pub use rules::{
    Bucket, ThrottleVerdict, confirmation_buckets, known_device_buckets, mail_buckets, merge_buckets,
    new_email_buckets, own_password_buckets, passkey_buckets, phone_counts_from, sign_in_buckets,
    typed_name_buckets, upstream_buckets, vendor_buckets,
};
pub use step_up::{NeedsProof, ProofPurpose, Proven};
pub use store::{Challenge, Passkey};
pub use throttle::{clear, count, foresee, give_back, judge, throttle};
pub use totp::TotpSecret;

use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use db::Db;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
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

/// The number of recovery codes left, when the authenticator app was set up, and the passkeys.
pub async fn kept(db: &Db, person: PersonId) -> Result<(i64, Option<Timestamp>, Vec<Passkey>), Problem> {
    let means = store::means(db, person).await?.ok_or(Problem::NotFound)?;
    Ok((means.recovery_codes, store::totp_since(db, person).await?, store::passkeys(db, person).await?))
}

/// Whether the person has anything besides a password.
pub async fn has_second(db: &Db, person: PersonId) -> Result<bool, Problem> {
    Ok(store::means(db, person).await?.ok_or(Problem::NotFound)?.has_second())
}
