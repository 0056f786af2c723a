//! Access tokens whose signature we've already verified: one comes with every request in a session, and checking it
//! again costs more than many answers. What may change since then, the time and the session, is checked every time.

use crate::jwt::AccessClaims;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// A few megabytes. Past this, all are forgotten and checked once more.
const MAX_KNOWN: usize = 10_000;

/// By the hash of the whole token, including its signature.
#[derive(Default)]
pub(crate) struct Verified(RwLock<HashMap<Vec<u8>, Arc<AccessClaims>>>);

impl Verified {
    pub(crate) fn get(&self, hash: &[u8]) -> Option<Arc<AccessClaims>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(hash).cloned()
    }

    pub(crate) fn insert(&self, hash: Vec<u8>, claims: Arc<AccessClaims>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(hash, claims);
    }

    /// A removed key no longer vouches for anything.
    pub(crate) fn clear(&self) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(crate) fn forget_expired(&self, now: i64) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).retain(|_, claims| !claims.has_expired(now));
    }
}
