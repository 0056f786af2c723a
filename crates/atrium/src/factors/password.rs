//! Passwords: argon2id, checked in dedicated slots so many sign-ins don't slow other requests.

use super::password_rules::{known_from_a_breach, minimum_length, normalized};
use super::store;
use crate::app::App;
use crate::shared::breached::Breached;
use crate::shared::clock::Randomness;
use crate::shared::id::{PersonId, TenantId};
use crate::shared::problem::Problem;
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHasher, PasswordVerifier, Version};
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use db::Tx;
use jiff::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const SLOTS: usize = 2;

#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    /// The slots' working memory, 19 MiB each. Getting it from the kernel every time costs a fifth of a hash, and
    /// allocators hold on to a piece for every thread that ever hashed.
    memory: Arc<Mutex<Vec<Vec<Block>>>>,
    /// Checked when there's no such person, so the work is the same.
    nobodys: Arc<String>,
    breached: Option<Breached>,
}

fn params() -> Params {
    Params::new(MEMORY_KIB, PASSES, 1, None).expect("the parameters are valid")
}

fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params())
}

/// The stored hash of a password in one spelling (NFKC). The salt comes from the given randomness.
pub fn hash(password: &str, randomness: &Randomness) -> Result<String, Problem> {
    let mut salt = [0; 16];
    randomness.fill(&mut salt);
    let hash = argon2().hash_password_with_salt(normalized(password).as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|error| Problem::Internal(error.to_string()))
}

/// Looks like one of our stored hashes, but no password was hashed: checking against it takes the same work.
fn nobodys(randomness: &Randomness) -> String {
    let (mut salt, mut hash) = ([0; 16], [0; 32]);
    randomness.fill(&mut salt);
    randomness.fill(&mut hash);
    let (salt, hash) = (STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(hash));
    format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p=1${salt}${hash}")
}

/// Whether a stored hash was made with parameters other than our current ones.
fn is_outdated(stored: &str) -> bool {
    let Ok(hash) = PasswordHash::new(stored) else { return false };
    Params::try_from(&hash).is_ok_and(|made_with| {
        (made_with.m_cost(), made_with.t_cost(), made_with.p_cost()) != (MEMORY_KIB, PASSES, 1)
    })
}

/// Like `verify_password`, but in memory we already have. A hash made another way brings its own parameters and gets
/// its own memory.
fn verify(stored: &PasswordHash, password: &[u8], memory: &mut [Block]) -> bool {
    let is_ours = stored.algorithm == Algorithm::Argon2id.ident()
        && stored.version == Some(Version::V0x13.into())
        && !is_outdated(&stored.to_string());
    let (Some(salt), Some(expected), true) = (stored.salt, stored.hash, is_ours) else {
        return argon2().verify_password(password, stored).is_ok();
    };
    let mut made = [0; Output::MAX_LENGTH];
    let Some(made) = made.get_mut(..expected.len()) else { return false };
    argon2().hash_password_into_with_memory(password, &salt, made, memory).is_ok()
        // This compares in constant time.
        && Output::new(made).is_ok_and(|made| made == expected)
}

impl Passwords {
    pub fn new(randomness: &Randomness, breached: Option<Breached>) -> Passwords {
        let slots = Arc::new(Semaphore::new(SLOTS));
        Passwords { slots, memory: Arc::default(), nobodys: Arc::new(nobodys(randomness)), breached }
    }

    /// Whether the password fits. Without a stored hash, the answer is no, after the same work.
    pub async fn fits(&self, stored: Option<String>, password: String) -> Result<Option<Spelled>, Problem> {
        let (is_known, hash) = (stored.is_some(), stored.unwrap_or_else(|| self.nobodys.as_ref().clone()));
        let fits = self
            .in_slot(move |memory| {
                let hash = PasswordHash::new(&hash).ok()?;
                let plain = normalized(&password);
                if verify(&hash, plain.as_bytes(), memory) {
                    return Some(Spelled::Normalized);
                }
                // Chosen when passwords were stored as typed. Whether we try this depends on what was typed, not on
                // whose hash it is.
                let fits = plain != password && verify(&hash, password.as_bytes(), memory);
                fits.then_some(Spelled::AsTyped)
            })
            .await?;
        Ok(fits.filter(|_| is_known))
    }

    async fn hash(&self, password: String, randomness: &Randomness) -> Result<String, Problem> {
        let randomness = randomness.clone();
        self.in_slot(move |_| hash(&password, &randomness)).await?
    }

    /// The caller has checked whether it's good enough, except against the operator's list, which is on disk.
    pub async fn choose(&self, password: String, randomness: &Randomness) -> Result<NewPassword, Problem> {
        let is_enough_alone = normalized(&password).chars().count() >= minimum_length(false);
        let (breached, randomness) = (self.breached.clone(), randomness.clone());
        let hash = self.in_slot(move |_| {
            let is_on = |list: Breached| -> std::io::Result<bool> {
                Ok(list.has(&password)? || list.has(&normalized(&password))?)
            };
            match breached.map(is_on).transpose() {
                Ok(Some(true)) => return Err(known_from_a_breach()),
                Ok(_) => {}
                // If we can't check whether a password is bad, the person has to wait; we don't accept it unchecked.
                Err::<_, std::io::Error>(error) => {
                    return Err(Problem::Unavailable(format!("breached_passwords: {error}")));
                }
            }
            hash(&password, &randomness)
        });
        Ok(NewPassword { hash: hash.await??, is_enough_alone })
    }

    async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut [Block]) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let gone = |_| Problem::Unavailable("the hashing slots are closed".to_owned());
        let slot = self.slots.clone().acquire_owned().await.map_err(gone)?;
        let kept = self.memory.clone();
        let work = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            let free = kept.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut memory = free.unwrap_or_else(|| vec![Block::default(); params().block_count()]);
            let done = work(&mut memory);
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
            done
        });
        work.await.map_err(|error| Problem::Internal(error.to_string()))
    }
}

/// The spelling a password was hashed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelled {
    Normalized,
    AsTyped,
}

/// The outcome of a username and a password.
pub enum CheckedPassword {
    Fits(PersonId, TenantId),
    /// A known person, a wrong password.
    Wrong(PersonId, TenantId),
    /// Someone who may not sign in, whatever the password.
    Disabled(PersonId, TenantId),
    Nobody,
}

/// A newly chosen password, as we store it.
pub struct NewPassword {
    pub hash: String,
    /// Whether it's long enough for someone with nothing else (B19); we can't tell later what it was.
    pub is_enough_alone: bool,
}

/// The same work whether the person exists or not. A hash with old parameters or another spelling is replaced when it
/// fits.
pub async fn check_password(
    app: &App,
    passwords: &Passwords,
    username: &str,
    password: String,
) -> Result<CheckedPassword, Problem> {
    let found = store::credential_by_username(&app.db, username).await?;
    let stored = found.as_ref().map(|(_, _, hash, _)| hash.clone());
    let fits = passwords.fits(stored, password.clone()).await?;
    let Some((person, tenant, hash, is_disabled)) = found else { return Ok(CheckedPassword::Nobody) };
    if is_disabled {
        return Ok(CheckedPassword::Disabled(person, tenant));
    }
    let Some(spelled) = fits else { return Ok(CheckedPassword::Wrong(person, tenant)) };
    if spelled == Spelled::AsTyped || is_outdated(&hash) {
        let fresh = passwords.hash(password, &app.randomness).await?;
        let mut tx = app.db.begin_write().await?;
        store::rehash_password(&mut tx, person, &hash, &fresh).await?;
        tx.commit().await?;
    }
    Ok(CheckedPassword::Fits(person, tenant))
}

pub async fn check_password_of(
    app: &App,
    passwords: &Passwords,
    person: PersonId,
    password: String,
) -> Result<bool, Problem> {
    let stored = store::credential(&app.db, person).await?.map(|(_, hash)| hash);
    Ok(passwords.fits(stored, password).await?.is_some())
}

pub async fn write_password(
    tx: &mut Tx,
    tenant: TenantId,
    person: PersonId,
    new: &NewPassword,
    now: Timestamp,
) -> db::Result<()> {
    store::write_password(tx, tenant, person, new, now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checking_a_password_of_nobody_takes_the_same_work_and_fits_nothing() {
        let (nobodys, real) = (nobodys(&Randomness::system()), hash("x", &Randomness::system()).unwrap());
        let (nobodys, real) = (PasswordHash::new(&nobodys).unwrap(), PasswordHash::new(&real).unwrap());
        assert_eq!((nobodys.algorithm, nobodys.version), (real.algorithm, real.version));
        assert_eq!(nobodys.params, real.params);
        let lengths = |one: &PasswordHash| (one.salt.map(|salt| salt.len()), one.hash.map(|hash| hash.len()));
        assert_eq!(lengths(&nobodys), lengths(&real));
        let mut memory = vec![Block::default(); params().block_count()];
        assert!(!verify(&nobodys, b"", &mut memory));
        assert!(memory.iter().any(|block| block.as_ref().iter().any(|word| *word != 0)), "it was worked out");
    }

    #[test]
    fn a_password_fits_its_own_hash_only_in_memory_that_another_one_used_before() {
        let mut memory = vec![Block::default(); params().block_count()];
        let stored = hash("correct horse battery staple", &Randomness::system()).unwrap();
        let old = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).unwrap());
        let old = old.hash_password_with_salt(b"correct horse battery staple", b"a salt of sixteen").unwrap();
        for stored in [PasswordHash::new(&stored).unwrap(), old] {
            for (password, fits) in [
                ("another", false),
                ("correct horse battery staple", true),
                ("correct horse battery stapl", false),
                ("", false),
                ("correct horse battery staple", true),
            ] {
                assert_eq!(verify(&stored, password.as_bytes(), &mut memory), fits, "{password}");
                assert_eq!(argon2().verify_password(password.as_bytes(), &stored).is_ok(), fits);
            }
        }
    }

    #[tokio::test]
    async fn a_password_fits_in_either_spelling_and_one_hashed_as_typed_still_does() {
        let passwords = Passwords::new(&Randomness::system(), None);
        let (composed, decomposed) = ("caf\u{e9} velvet moth", "cafe\u{301} velvet moth");
        let now = hash(decomposed, &Randomness::system()).unwrap();
        let before = argon2().hash_password_with_salt(decomposed.as_bytes(), b"a salt of sixteen").unwrap();
        for (stored, typed, spelled) in [
            (now.clone(), composed, Some(Spelled::Normalized)),
            (now, decomposed, Some(Spelled::Normalized)),
            (before.to_string(), decomposed, Some(Spelled::AsTyped)),
            (before.to_string(), composed, None),
        ] {
            assert_eq!(passwords.fits(Some(stored), typed.to_owned()).await.unwrap(), spelled, "{typed}");
        }
        assert_eq!(passwords.fits(None, composed.to_owned()).await.unwrap(), None);
    }

    #[test]
    fn a_hash_with_other_parameters_is_outdated() {
        let now = hash("correct horse battery staple", &Randomness::system()).unwrap();
        assert!(!is_outdated(&now));
        assert!(is_outdated(&now.replace("t=2", "t=1")), "{now}");
        assert!(is_outdated(&now.replace("m=19456", "m=4096")), "{now}");
    }
}
