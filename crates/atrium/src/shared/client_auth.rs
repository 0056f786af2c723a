//! How a client of our identity provider proves who it is: with a secret of ours, or with a key of its own.

use crate::shared::problem::Problem;
use jiff::Timestamp;
use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, PublicKeyUse};
use serde::Deserialize;
use serde_json::Value;

const MAX_JWKS_BYTES: usize = 20_000;
const MAX_KEYS: usize = 10;
/// In bytes: 2048 bits.
const MIN_MODULUS: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthMethod {
    Secret,
    Key,
}

db::text!(AuthMethod { Secret = "secret", Key = "key" });

impl AuthMethod {
    pub fn as_str(self) -> &'static str {
        match self {
            AuthMethod::Secret => "secret",
            AuthMethod::Key => "key",
        }
    }

    pub fn parse(text: &str) -> Option<AuthMethod> {
        [AuthMethod::Secret, AuthMethod::Key].into_iter().find(|method| method.as_str() == text)
    }
}

/// What is wrong with a set of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysFault {
    TooLong,
    Invalid,
    /// It has a private key in it.
    Private,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

/// A JSON Web Key Set of public keys for signing, as we keep it.
pub fn check_keys(given: &str) -> Result<String, KeysFault> {
    if given.len() > MAX_JWKS_BYTES {
        return Err(KeysFault::TooLong);
    }
    let set: KeySet = serde_json::from_str(given).map_err(|_| KeysFault::Invalid)?;
    // The private parts of each kind of key, and a shared secret.
    let is_private = |key: &Value| ["d", "p", "q", "k"].iter().any(|part| key.get(part).is_some());
    if set.keys.iter().any(is_private) {
        return Err(KeysFault::Private);
    }
    let is_good = (1..=MAX_KEYS).contains(&set.keys.len()) && set.keys.iter().all(is_signing_key);
    if !is_good {
        return Err(KeysFault::Invalid);
    }
    Ok(serde_json::json!({ "keys": set.keys }).to_string())
}

fn is_signing_key(key: &Value) -> bool {
    let Ok(key) = serde_json::from_value::<Jwk>(key.clone()) else { return false };
    let is_strong = match &key.algorithm {
        AlgorithmParameters::EllipticCurve(_) | AlgorithmParameters::OctetKeyPair(_) => true,
        // In base64, four characters for three bytes.
        AlgorithmParameters::RSA(rsa) => rsa.n.trim_end_matches('=').len() * 3 / 4 >= MIN_MODULUS,
        _ => false,
    };
    let signs = key.common.public_key_use != Some(PublicKeyUse::Encryption);
    is_strong && signs && DecodingKey::from_jwk(&key).is_ok()
}

/// The keys as the identity provider checks signatures with them. They were checked when they were saved.
pub fn read_keys(jwks: &str) -> Result<Vec<Jwk>, Problem> {
    let set: KeySet = serde_json::from_str(jwks).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
}

/// The hashes of the secrets that count now: the current one, and the one before until its time is over.
pub fn current_secrets(
    hash: Option<&[u8]>,
    old: (Option<&[u8]>, Option<Timestamp>),
    now: Timestamp,
) -> Vec<Vec<u8>> {
    let old = old.0.filter(|_| old.1.is_some_and(|until| now < until));
    hash.into_iter().chain(old).map(<[u8]>::to_vec).collect()
}
