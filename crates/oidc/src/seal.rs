//! Secrets: made from the given randomness, stored as hashes, or sealed with AES-256-GCM. All of it uses aws-lc.

use crate::Given;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::{constant_time, digest, hmac};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

/// 256 bits as text, for a cookie, a code or a request.
pub(crate) fn new_secret(given: &Given) -> String {
    URL_SAFE_NO_PAD.encode(random::<32>(given))
}

pub(crate) fn new_id(given: &Given) -> Uuid {
    uuid::Builder::from_random_bytes(random(given)).into_uuid()
}

pub(crate) fn random<const N: usize>(given: &Given) -> [u8; N] {
    let mut bytes = [0; N];
    (given.fill)(&mut bytes);
    bytes
}

pub(crate) fn hash(secret: impl AsRef<[u8]>) -> Vec<u8> {
    digest::digest(&digest::SHA256, secret.as_ref()).as_ref().to_vec()
}

pub(crate) fn is_same(a: &[u8], b: &[u8]) -> bool {
    constant_time::verify_slices_are_equal(a, b).is_ok()
}

/// Single-purpose keys, each derived from the operator's sealing key.
pub(crate) struct Seals {
    master: hmac::Key,
    refresh_tag: hmac::Key,
}

/// A refresh token names its family and carries a tag, so we can refuse one we never issued without a statement, and
/// recognize one that's no longer current.
pub(crate) struct RefreshToken {
    pub(crate) grant: Uuid,
    pub(crate) text: String,
}

const TAG_LEN: usize = 16;

impl Seals {
    pub(crate) fn derive(sealing_key: &[u8; 32]) -> Seals {
        let master = hmac::Key::new(hmac::HMAC_SHA256, sealing_key);
        let refresh_tag =
            hmac::Key::new(hmac::HMAC_SHA256, hmac::sign(&master, b"oidc/refresh-tag/1").as_ref());
        Seals { master, refresh_tag }
    }

    pub(crate) fn new_refresh_token(&self, given: &Given, grant: Uuid) -> RefreshToken {
        let mut bytes = grant.as_bytes().to_vec();
        bytes.extend(random::<32>(given));
        let tag = hmac::sign(&self.refresh_tag, &bytes);
        bytes.extend(&tag.as_ref()[..TAG_LEN]);
        RefreshToken { grant, text: URL_SAFE_NO_PAD.encode(bytes) }
    }

    /// `None` if we never issued it.
    pub(crate) fn read_refresh_token(&self, text: &str) -> Option<RefreshToken> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == 48 + TAG_LEN)?;
        let (body, tag) = bytes.split_at(48);
        let expected = hmac::sign(&self.refresh_tag, body);
        let grant = Uuid::from_slice(&body[..16]).ok()?;
        is_same(&expected.as_ref()[..TAG_LEN], tag).then(|| RefreshToken { grant, text: text.to_owned() })
    }

    /// `context` is what the sealed value belongs to: it can't be opened anywhere else.
    pub(crate) fn seal(&self, given: &Given, purpose: &str, context: &str, plain: &[u8]) -> Option<Vec<u8>> {
        let nonce = random::<NONCE_LEN>(given);
        let mut sealed = plain.to_vec();
        let key = self.aead(purpose)?;
        key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(context.as_bytes()),
            &mut sealed,
        )
        .ok()?;
        Some([&nonce[..], &sealed].concat())
    }

    pub(crate) fn open(&self, purpose: &str, context: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = sealed.split_at_checked(NONCE_LEN)?;
        let mut rest = rest.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let plain =
            self.aead(purpose)?.open_in_place(nonce, Aad::from(context.as_bytes()), &mut rest).ok()?;
        Some(plain.to_vec())
    }

    fn aead(&self, purpose: &str) -> Option<LessSafeKey> {
        let key = hmac::sign(&self.master, format!("oidc/seal/1/{purpose}").as_bytes());
        Some(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key.as_ref()).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn given() -> Given {
        let now = Arc::new(|| jiff::Timestamp::UNIX_EPOCH);
        Given {
            now,
            uptime: Arc::new(|| jiff::SignedDuration::ZERO),
            fill: Arc::new(|bytes| aws_lc_rs::rand::fill(bytes).unwrap()),
        }
    }

    #[test]
    fn what_is_sealed_opens_only_for_its_purpose_its_context_and_its_key() {
        let (seals, given) = (Seals::derive(&[7; 32]), given());
        let sealed = seals.seal(&given, "key", "kid-1", b"private").unwrap();
        assert_eq!(seals.open("key", "kid-1", &sealed).unwrap(), b"private");
        assert_eq!(seals.open("key", "kid-2", &sealed), None);
        assert_eq!(seals.open("other", "kid-1", &sealed), None);
        assert_eq!(Seals::derive(&[8; 32]).open("key", "kid-1", &sealed), None);
        assert_eq!(seals.open("key", "kid-1", &sealed[..8]), None);
    }

    #[test]
    fn a_refresh_token_that_we_never_gave_is_known_without_a_database() {
        let (seals, given) = (Seals::derive(&[7; 32]), given());
        let grant = new_id(&given);
        let token = seals.new_refresh_token(&given, grant);
        assert_eq!(seals.read_refresh_token(&token.text).unwrap().grant, grant);
        let mut bytes = URL_SAFE_NO_PAD.decode(&token.text).unwrap();
        bytes[20] ^= 1;
        assert!(seals.read_refresh_token(&URL_SAFE_NO_PAD.encode(bytes)).is_none());
        assert!(Seals::derive(&[8; 32]).read_refresh_token(&token.text).is_none());
        assert!(seals.read_refresh_token("").is_none());
    }
}
