//! Keys for single purposes, each derived from the operator's master key. Crypto is aws-lc's, never ours.

use aws_lc_rs::{constant_time, hmac};
use base64::{Engine, engine::general_purpose::STANDARD};

#[derive(Clone)]
pub struct Keys {
    /// The audit chain and its head outside the database.
    pub audit: SealKey,
    /// Cursors, so that nobody writes their own.
    pub cursor: SealKey,
    /// Tokens of the demo's «act as» switch.
    pub demo_token: SealKey,
    /// Seals what the identity provider keeps: its signing keys, the successors of refresh tokens.
    pub identity: [u8; 32],
}

/// Makes and checks message authentication codes (HMAC-SHA-256).
#[derive(Clone)]
pub struct SealKey(hmac::Key);

impl Keys {
    pub fn derive(master: &[u8; 32]) -> Keys {
        let master = hmac::Key::new(hmac::HMAC_SHA256, master);
        let bytes = |purpose: &str| {
            let mut key = [0; 32];
            key.copy_from_slice(hmac::sign(&master, format!("atrium/{purpose}/1").as_bytes()).as_ref());
            key
        };
        let derive = |purpose: &str| SealKey(hmac::Key::new(hmac::HMAC_SHA256, &bytes(purpose)));
        Keys {
            audit: derive("audit"),
            cursor: derive("cursor"),
            demo_token: derive("demo-token"),
            identity: bytes("identity"),
        }
    }

    /// The master key as an operator writes it: 32 bytes in base64.
    pub fn parse_master(text: &str) -> Option<[u8; 32]> {
        STANDARD.decode(text.trim()).ok()?.try_into().ok()
    }
}

impl SealKey {
    /// Every part is preceded by its length, so that two lists of parts never look alike.
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

    /// Compares in constant time; `tag` may be shortened to no less than 16 bytes.
    pub fn verify(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        let expected = self.seal(parts);
        (16..=32).contains(&tag.len())
            && constant_time::verify_slices_are_equal(&expected[..tag.len()], tag).is_ok()
    }
}
