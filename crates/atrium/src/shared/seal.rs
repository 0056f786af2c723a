//! Secrets at rest: sealed if they must be read again, hashed if they only need to be recognized.

use crate::shared::clock::Randomness;
use crate::shared::keys::Vault;
use crate::shared::problem::Problem;
use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use uuid::Uuid;

/// What a sealed thing is and who owns it: it opens in no other context.
fn context(what: &str, owner: Uuid) -> Vec<u8> {
    [what.as_bytes(), &[0], owner.as_bytes()].concat()
}

pub fn seal(vault: &Vault, randomness: &Randomness, what: &str, owner: Uuid, plain: &[u8]) -> Vec<u8> {
    vault.seal(randomness, &context(what, owner), plain)
}

/// A seal that doesn't open was tampered with or made with another key: our fault, not the client's.
pub fn open(vault: &Vault, what: &str, owner: Uuid, sealed: &[u8]) -> Result<Vec<u8>, Problem> {
    let broken = || Problem::Internal(format!("a sealed {what} of {owner} cannot be opened"));
    vault.open(&context(what, owner), sealed).ok_or_else(broken)
}

/// 256 random bits as text, for a link or a cookie.
pub fn new_secret(randomness: &Randomness) -> String {
    let mut bytes = [0; 32];
    randomness.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// How a 256-bit secret is kept. Short codes need a key: see `SealKey::seal`.
pub fn hash(secret: &str) -> Vec<u8> {
    digest::digest(&digest::SHA256, secret.as_bytes()).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::keys::Keys;

    #[test]
    fn what_is_sealed_opens_only_as_what_it_is_and_for_whom_it_is() {
        let (ours, theirs) = (Keys::derive(&[7; 32]).secrets, Keys::derive(&[8; 32]).secrets);
        let (owner, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let sealed = seal(&ours, &Randomness::system(), "totp", owner, b"secret");
        assert_eq!(open(&ours, "totp", owner, &sealed).unwrap(), b"secret");
        assert!(open(&ours, "totp", other, &sealed).is_err());
        assert!(open(&ours, "state", owner, &sealed).is_err());
        assert!(open(&theirs, "totp", owner, &sealed).is_err());
        assert!(open(&ours, "totp", owner, &sealed[..8]).is_err());
    }
}
