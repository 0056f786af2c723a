//! Single-purpose keys, each derived from the operator's master key. The crypto is aws-lc's, never ours.

use crate::shared::clock::Randomness;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::{constant_time, hmac};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::sync::Arc;

#[derive(Clone)]
pub struct Keys {
    /// For the audit chain and its head outside the database.
    pub audit: SealKey,
    /// For cursors, so no one can forge their own.
    pub cursor: SealKey,
    /// Hashes codes that people type, and what a proof is bound to.
    pub factors: SealKey,
    /// Authenticator app secrets, ceremonies in progress, answers kept for a repeated request.
    pub secrets: Vault,
    /// Seals what the identity provider keeps: its signing keys and each refresh token's successor.
    pub identity: [u8; 32],
    /// For mail and SMS waiting in the outbox: they carry codes and links.
    pub notices: Vault,
    /// Wraps the tenants' data keys for account numbers.
    pub bank: Wrapping,
}

/// Seals what must not be readable in the database (AES-256-GCM). Sealed data opens only in its own context, such as
/// its row's ID, so swapping two values doesn't work.
#[derive(Clone)]
pub struct Vault(Arc<LessSafeKey>);

/// Makes and checks message authentication codes (HMAC-SHA-256). Shared, because every request clones what contains it.
#[derive(Clone)]
pub struct SealKey(Arc<hmac::Key>);

impl Keys {
    pub fn derive(master: &[u8; 32]) -> Keys {
        let master = hmac::Key::new(hmac::HMAC_SHA256, master);
        let bytes = |purpose: &str| {
            let mut key = [0; 32];
            key.copy_from_slice(hmac::sign(&master, format!("atrium/{purpose}/1").as_bytes()).as_ref());
            key
        };
        let derive = |purpose: &str| SealKey::new(&bytes(purpose));
        Keys {
            audit: derive("audit"),
            cursor: derive("cursor"),
            factors: derive("factors"),
            secrets: Vault::new(&bytes("secrets")),
            identity: bytes("identity"),
            notices: Vault::new(&bytes("notices")),
            bank: Wrapping::new(&bytes("bank")),
        }
    }

    /// Whether a key obviously isn't random: few different bytes, a repeating pattern, consecutive bytes, or text. In
    /// 32 random bytes, about 30 are different and about 12 are printable; having fewer than 16 different, or all
    /// printable, is rarer than one in all the keys there will ever be.
    pub fn is_weak(key: &[u8; 32]) -> bool {
        let different: std::collections::BTreeSet<u8> = key.iter().copied().collect();
        let repeats = |period: usize| key.iter().skip(period).zip(key).all(|(later, before)| later == before);
        let step = key[1].wrapping_sub(key[0]);
        let is_in_a_row = key.windows(2).all(|two| two[1].wrapping_sub(two[0]) == step);
        let is_text = key.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r'));
        different.len() < 16 || (1..=16).any(repeats) || is_in_a_row || is_text
    }

    /// The master key as an operator writes it: 32 bytes in base64.
    pub fn parse_master(text: &str) -> Option<[u8; 32]> {
        STANDARD.decode(text.trim()).ok()?.try_into().ok()
    }
}

impl Vault {
    pub fn new(key: &[u8; 32]) -> Vault {
        let key = UnboundKey::new(&AES_256_GCM, key).expect("the key has 32 bytes");
        Vault(Arc::new(LessSafeKey::new(key)))
    }

    pub fn seal(&self, randomness: &Randomness, context: &[u8], plain: &[u8]) -> Vec<u8> {
        let mut nonce = [0; NONCE_LEN];
        randomness.fill(&mut nonce);
        let mut sealed = plain.to_vec();
        self.0
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(context), &mut sealed)
            .expect("nothing of ours is too long to seal");
        [&nonce[..], &sealed].concat()
    }

    /// `None` for anything sealed with another key or in another context.
    pub fn open(&self, context: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = sealed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut rest = rest.to_vec();
        Some(self.0.open_in_place(nonce, Aad::from(context), &mut rest).ok()?.to_vec())
    }
}

/// Seals other keys. Also opens what its previous key sealed, so keys can be rotated without downtime.
#[derive(Clone)]
pub struct Wrapping {
    current: Wrapper,
    before: Option<Wrapper>,
}

#[derive(Clone)]
struct Wrapper {
    /// Identifies the key without revealing anything about it.
    name: Arc<str>,
    vault: Vault,
}

impl Wrapper {
    fn new(key: &[u8; 32]) -> Wrapper {
        let name = SealKey::new(key).seal(&[b"name"]);
        let name: String = name[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        Wrapper { name: name.into(), vault: Vault::new(key) }
    }
}

impl Wrapping {
    pub fn new(key: &[u8; 32]) -> Wrapping {
        Wrapping { current: Wrapper::new(key), before: None }
    }

    /// This key replaces another one.
    pub fn after(key: &[u8; 32], before: &Wrapping) -> Wrapping {
        Wrapping { current: Wrapper::new(key), before: Some(before.current.clone()) }
    }

    pub fn name(&self) -> &str {
        &self.current.name
    }

    pub fn wrap(&self, randomness: &Randomness, context: &[u8], key: &[u8; 32]) -> Vec<u8> {
        self.current.vault.seal(randomness, context, key)
    }

    /// `by` is the name of the key that wrapped it.
    pub fn unwrap(&self, context: &[u8], wrapped: &[u8], by: &str) -> Option<[u8; 32]> {
        let wrapper =
            std::iter::once(&self.current).chain(&self.before).find(|wrapper| &*wrapper.name == by)?;
        wrapper.vault.open(context, wrapped)?.try_into().ok()
    }
}

impl SealKey {
    pub fn new(key: &[u8; 32]) -> SealKey {
        SealKey(Arc::new(hmac::Key::new(hmac::HMAC_SHA256, key)))
    }

    /// Each part is preceded by its length, so two different lists of parts never look alike.
    pub fn seal(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut context = hmac::Context::with_key(&self.0);
        for part in parts {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part);
        }
        let mut tag = [0; 32];
        tag.copy_from_slice(context.sign().as_ref());
        tag
    }

    /// Compares in constant time; `tag` may be shortened, but to no less than 16 bytes.
    pub fn verify(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        let expected = self.seal(parts);
        (16..=32).contains(&tag.len())
            && constant_time::verify_slices_are_equal(&expected[..tag.len()], tag).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_nobody_drew_is_weak() {
        let mut drawn = [0; 32];
        Randomness::seeded("a key").fill(&mut drawn);
        assert!(!Keys::is_weak(&drawn));
        let mut twice = drawn;
        twice.copy_within(..16, 16);
        let in_a_row: [u8; 32] = std::array::from_fn(|n| n as u8);
        let words = *b"passwordpasswordpasswordpassword";
        let one_letter: [u8; 32] = std::array::from_fn(|n| if n == 31 { 1 } else { 0 });
        let sentence = *b"correct horse battery staple 123";
        let marks = *b"ATRIUM_MASTER_KEY_CHANGE_ME_NOW!";
        for weak in [[0; 32], [7; 32], [255; 32], twice, in_a_row, words, one_letter, sentence, marks] {
            assert!(Keys::is_weak(&weak), "{weak:?}");
        }
    }

    #[test]
    fn a_key_that_follows_another_opens_what_that_one_wrapped_and_is_opened_by_itself_alone() {
        let (old, randomness) = (Wrapping::new(&[1; 32]), Randomness::system());
        let new = Wrapping::after(&[2; 32], &old);
        let wrapped = old.wrap(&randomness, b"tenant", &[9; 32]);
        assert_eq!(new.unwrap(b"tenant", &wrapped, old.name()), Some([9; 32]));
        assert_eq!(new.unwrap(b"another", &wrapped, old.name()), None);
        let anew = new.wrap(&randomness, b"tenant", &[9; 32]);
        assert_eq!(old.unwrap(b"tenant", &anew, new.name()), None);
        assert_eq!(Wrapping::new(&[2; 32]).unwrap(b"tenant", &anew, new.name()), Some([9; 32]));
        assert_ne!(old.name(), new.name());
    }

    #[test]
    fn what_is_sealed_opens_only_in_its_context_and_with_its_key() {
        let vault = Keys::derive(&[7; 32]).notices;
        let sealed = vault.seal(&Randomness::system(), b"row 1", b"secret");
        assert_eq!(vault.open(b"row 1", &sealed).unwrap(), b"secret");
        assert_eq!(vault.open(b"row 2", &sealed), None);
        assert_eq!(Keys::derive(&[8; 32]).notices.open(b"row 1", &sealed), None);
        assert_eq!(vault.open(b"row 1", &sealed[..8]), None);
    }
}
