//! Signing keys, one sequence per algorithm: both are always published, so a client may choose either. A new key is
//! published a while before it signs; an old one stays until the last token it signed has expired. Every node rereads
//! them once per minute, far more often than they change.

use crate::seal::{self, Seals};
use crate::store::key::{self as store, SealedKey};
use crate::{Error, Given, Provider};
use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair,
    RsaPublicKeyComponents,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use jsonwebtoken::DecodingKey;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    Es256,
    Rs256,
}
db::text!(Algorithm { Es256 = "ES256", Rs256 = "RS256" });

impl Algorithm {
    pub(crate) const ALL: [Algorithm; 2] = [Algorithm::Es256, Algorithm::Rs256];

    pub(crate) fn of_jwt(self) -> jsonwebtoken::Algorithm {
        match self {
            Algorithm::Es256 => jsonwebtoken::Algorithm::ES256,
            Algorithm::Rs256 => jsonwebtoken::Algorithm::RS256,
        }
    }
}

pub(crate) struct SigningKey {
    pub(crate) kid: String,
    pub(crate) algorithm: Algorithm,
    pub(crate) verifies: DecodingKey,
    signs_from: Timestamp,
    private: Private,
    public_jwk: Value,
}

enum Private {
    Ec(EcdsaKeyPair),
    Rsa(RsaKeyPair),
}

const SEAL_PURPOSE: &str = "signing-key";
const ROUNDS: usize = 6;

impl SigningKey {
    fn open(row: SealedKey, seals: &Seals) -> Result<SigningKey, Error> {
        let der = seals.open(SEAL_PURPOSE, &row.kid, &row.sealed).ok_or(Error::Sealed)?;
        let unreadable = || Error::Keys("a private key cannot be read");
        let (private, mut public_jwk, verifies) = match row.algorithm {
            Algorithm::Es256 => {
                let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &der)
                    .map_err(|_| unreadable())?;
                // An uncompressed point: 4, then both coordinates.
                let point = pair.public_key().as_ref().get(1..65).ok_or_else(unreadable)?;
                let (x, y) = (URL_SAFE_NO_PAD.encode(&point[..32]), URL_SAFE_NO_PAD.encode(&point[32..]));
                let verifies = DecodingKey::from_ec_components(&x, &y).map_err(|_| unreadable())?;
                (Private::Ec(pair), json!({ "kty": "EC", "crv": "P-256", "x": x, "y": y }), verifies)
            }
            Algorithm::Rs256 => {
                let pair = RsaKeyPair::from_pkcs8(&der).map_err(|_| unreadable())?;
                let public = RsaPublicKeyComponents::<Vec<u8>>::from(pair.public_key());
                let (n, e) = (URL_SAFE_NO_PAD.encode(&public.n), URL_SAFE_NO_PAD.encode(&public.e));
                let verifies = DecodingKey::from_rsa_components(&n, &e).map_err(|_| unreadable())?;
                (Private::Rsa(pair), json!({ "kty": "RSA", "n": n, "e": e }), verifies)
            }
        };
        public_jwk["kid"] = row.kid.as_str().into();
        public_jwk["alg"] = row.algorithm.as_text().into();
        public_jwk["use"] = "sig".into();
        let SealedKey { kid, algorithm, signs_from, .. } = row;
        Ok(SigningKey { kid, algorithm, verifies, signs_from, private, public_jwk })
    }

    pub(crate) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let failed = |_| Error::Keys("aws-lc cannot sign");
        let random = SystemRandom::new();
        match &self.private {
            Private::Ec(pair) => Ok(pair.sign(&random, message).map_err(failed)?.as_ref().to_vec()),
            Private::Rsa(pair) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature).map_err(failed)?;
                Ok(signature)
            }
        }
    }
}

/// All published keys, newest first.
#[derive(Default)]
pub(crate) struct KeySet(Vec<SigningKey>);

impl KeySet {
    pub(crate) fn find(&self, kid: &str) -> Option<&SigningKey> {
        self.0.iter().find(|key| key.kid == kid)
    }

    pub(crate) fn signing(&self, algorithm: Algorithm, now: Timestamp) -> Result<&SigningKey, Error> {
        let line = || self.0.iter().filter(|key| key.algorithm == algorithm);
        let due = line().find(|key| key.signs_from <= now);
        // A clock that went back mustn't stop everyone from signing in.
        due.or(line().next_back()).ok_or(Error::Keys("there is none"))
    }

    pub(crate) fn jwks(&self) -> Value {
        json!({ "keys": self.0.iter().map(|key| &key.public_jwk).collect::<Vec<_>>() })
    }

    pub(crate) fn algorithms(&self) -> Vec<&'static str> {
        let mut algorithms: Vec<_> = self.0.iter().map(|key| key.algorithm.as_text()).collect();
        algorithms.sort_unstable();
        algorithms.dedup();
        algorithms
    }
}

impl Provider {
    /// Reads the keys, makes the next ones when it's time, and drops those that aren't needed anymore.
    pub(crate) async fn rotate_keys(&self) -> Result<(), Error> {
        let mut rows = self.make_due_keys().await?;
        for algorithm in Algorithm::ALL {
            if let Some(generation) = self.newest_unneeded(&rows, algorithm) {
                store::delete_up_to(&self.0.db, algorithm, generation).await?;
                rows.retain(|row| row.algorithm != algorithm || row.generation > generation);
            }
        }
        let is_known = {
            let known = self.keys();
            known.0.iter().map(|key| &key.kid).eq(rows.iter().map(|row| &row.kid))
        };
        if !is_known {
            let keys: Result<_, Error> =
                rows.into_iter().map(|row| SigningKey::open(row, &self.0.seals)).collect();
            *self.0.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(KeySet(keys?));
            self.0.verified.clear();
        }
        Ok(())
    }

    /// All keys, including any that were missing. Each round makes one; if another node takes its generation first, the
    /// next round makes it.
    async fn make_due_keys(&self) -> Result<Vec<SealedKey>, Error> {
        for _ in 0..ROUNDS {
            let rows = store::all(&self.0.db).await?;
            let due = Algorithm::ALL.into_iter().find_map(|algorithm| self.due(&rows, algorithm));
            let Some((algorithm, signs_from)) = due else { return Ok(rows) };
            let generation = rows.first().map_or(1, |newest| newest.generation + 1);
            let (seals, given) = (&self.0.seals, &self.0.given);
            let key = new_key(seals, given, algorithm, generation, self.now(), signs_from).await?;
            store::insert(&self.0.db, key).await?;
        }
        Ok(store::all(&self.0.db).await?)
    }

    /// When an algorithm's next key begins to sign, if it must be made now. The first one signs right away.
    fn due(&self, rows: &[SealedKey], algorithm: Algorithm) -> Option<(Algorithm, Timestamp)> {
        let (settings, now) = (&self.0.settings, self.now());
        match rows.iter().find(|row| row.algorithm == algorithm) {
            None => Some((algorithm, now)),
            Some(newest) => {
                let is_old = newest.signs_from + settings.key_life - settings.key_lead <= now;
                is_old.then(|| (algorithm, now + settings.key_lead))
            }
        }
    }

    fn newest_unneeded(&self, rows: &[SealedKey], algorithm: Algorithm) -> Option<i64> {
        let settings = &self.0.settings;
        // Tokens may be presented as a hint until their session ends.
        let kept_for = settings.session_life.max(settings.access_life) + crate::jwt::SKEW * 2;
        let line: Vec<&SealedKey> = rows.iter().filter(|row| row.algorithm == algorithm).collect();
        let successor = line.windows(2).find(|pair| pair[0].signs_from + kept_for <= self.now());
        successor.map(|pair| pair[1].generation)
    }
}

async fn new_key(
    seals: &Seals,
    given: &Given,
    algorithm: Algorithm,
    generation: i64,
    created_at: Timestamp,
    signs_from: Timestamp,
) -> Result<SealedKey, Error> {
    let kid = URL_SAFE_NO_PAD.encode(seal::random::<12>(given));
    // An RSA key takes a long time to find.
    let made = tokio::task::spawn_blocking(move || generate(algorithm)).await.ok().flatten();
    let der = made.ok_or(Error::Keys("aws-lc cannot make one"))?;
    let sealed = seals.seal(given, SEAL_PURPOSE, &kid, &der).ok_or(Error::Keys("aws-lc cannot seal"))?;
    Ok(SealedKey { generation, kid, algorithm, sealed, created_at, signs_from })
}

/// PKCS#8. Keys come from aws-lc's own randomness.
fn generate(algorithm: Algorithm) -> Option<Vec<u8>> {
    match algorithm {
        Algorithm::Es256 => {
            let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).ok()?;
            Some(pair.to_pkcs8v1().ok()?.as_ref().to_vec())
        }
        Algorithm::Rs256 => {
            let pair = RsaKeyPair::generate(KeySize::Rsa2048).ok()?;
            let der: Pkcs8V1Der<'_> = pair.as_der().ok()?;
            Some(der.as_ref().to_vec())
        }
    }
}
