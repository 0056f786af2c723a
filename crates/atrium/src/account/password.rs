//! Passwords: argon2id, checked in slots of their own so that many sign-ins at once do not slow other requests.

use crate::shared::clock::Randomness;
use crate::shared::problem::Problem;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const SLOTS: usize = 2;

#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    /// Checked when there is no such person, so that the same work is done.
    nobodys: Arc<String>,
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).expect("the parameters are valid");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// The hash as it is stored. The salt comes from the given randomness.
pub fn hash(password: &str, randomness: &Randomness) -> Result<String, Problem> {
    let mut salt = [0; 16];
    randomness.fill(&mut salt);
    let hash = argon2().hash_password_with_salt(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| Problem::Internal(error.to_string()))
}

impl Passwords {
    pub fn new(randomness: &Randomness) -> Result<Passwords, Problem> {
        let nobodys = hash("a password that nobody has", randomness)?;
        Ok(Passwords { slots: Arc::new(Semaphore::new(SLOTS)), nobodys: Arc::new(nobodys) })
    }

    /// Whether the password fits. Without a stored hash the answer is no, after the same work.
    pub async fn fits(&self, stored: Option<String>, password: String) -> Result<bool, Problem> {
        let gone = |_| Problem::Unavailable("the hashing slots are closed".to_owned());
        let slot = self.slots.clone().acquire_owned().await.map_err(gone)?;
        let (is_known, hash) = (stored.is_some(), stored.unwrap_or_else(|| self.nobodys.as_ref().clone()));
        let work = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            PasswordHash::new(&hash)
                .is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
        });
        let fits = work.await.map_err(|error| Problem::Internal(error.to_string()))?;
        Ok(fits && is_known)
    }
}
