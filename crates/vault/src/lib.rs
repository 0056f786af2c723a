//! Keeps one secret for the desktop app. No I/O and no clock of its own: the key ring and the time are given, and the shell says when the
//! app goes and comes. `web/src/app/platform/vault.ts` has the same rules for phones.
//!
//! - It locks 2000 ms after the app went to the background.
//! - Timers freeze with the process, so coming back compares the time. A clock that was set back counts as too long.
//! - Two failed unlocks empty it. The count is kept with the secret: a new process has no more tries than the one before.
//! - Putting the question away is no failed try.
//! - Whoever just proved who they are hasn't left: the 2000 ms begin anew. A question can take the app to the background for longer.

mod kept;

#[cfg(test)]
mod tests;

use kept::Kept;

pub const LOCK_AFTER_MS: i64 = 2_000;
pub const MAX_FAILED_UNLOCKS: u32 = 2;

/// One text that outlives the process.
pub trait Keyring {
    type Error;

    fn read(&self) -> Result<Option<String>, Self::Error>;
    fn write(&mut self, text: &str) -> Result<(), Self::Error>;
    /// Nothing to erase is no error.
    fn erase(&mut self) -> Result<(), Self::Error>;
}

/// What came of asking the person to prove who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Proved,
    Failed,
    Canceled,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Unlocked {
    Open { secret: String },
    Refused { tries_left: u32 },
    Empty,
}

pub struct Vault<K, C> {
    keyring: K,
    /// Milliseconds of the wall clock, which goes on while the process is frozen.
    now_ms: C,
    is_open: bool,
    left_at_ms: Option<i64>,
}

impl<K: Keyring, C: Fn() -> i64> Vault<K, C> {
    /// Locked, whatever the key ring has.
    pub fn new(keyring: K, now_ms: C) -> Self {
        Self { keyring, now_ms, is_open: false, left_at_ms: None }
    }

    /// Replaces what was there and leaves the vault open.
    pub fn store(&mut self, secret: &str) -> Result<(), K::Error> {
        self.keep(&Kept { secret: secret.to_owned(), failed_unlocks: 0 })?;
        self.is_open = true;
        Ok(())
    }

    /// `prove` is asked only while the vault is locked and has something in it.
    pub fn unlock(&mut self, prove: impl FnOnce() -> Proof) -> Result<Unlocked, K::Error> {
        // What can't be understood was not written by a vault: it is no secret of anyone's.
        let Some(mut kept) = self.keyring.read()?.as_deref().and_then(Kept::parse) else {
            return Ok(Unlocked::Empty);
        };
        if self.is_open {
            return Ok(Unlocked::Open { secret: kept.secret });
        }
        // The key ring did not erase it when it should have.
        if kept.failed_unlocks >= MAX_FAILED_UNLOCKS {
            return self.emptied();
        }
        match prove() {
            Proof::Canceled => return Ok(refused(&kept)),
            Proof::Failed => {
                kept.failed_unlocks += 1;
                self.keep(&kept)?;
                return if kept.failed_unlocks < MAX_FAILED_UNLOCKS {
                    Ok(refused(&kept))
                } else {
                    self.emptied()
                };
            }
            Proof::Proved => {}
        }
        if kept.failed_unlocks > 0 {
            kept.failed_unlocks = 0;
            self.keep(&kept)?;
        }
        self.is_open = true;
        if self.left_at_ms.is_some() {
            self.left_at_ms = Some((self.now_ms)());
        }
        Ok(Unlocked::Open { secret: kept.secret })
    }

    /// True when it was open until now: the app has to be told.
    pub fn lock(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    pub fn clear(&mut self) -> Result<(), K::Error> {
        self.is_open = false;
        self.keyring.erase()
    }

    /// The app went to the background: minimized, hidden, or the screen was locked. Only the first time of several counts.
    pub fn leave(&mut self) {
        let now_ms = (self.now_ms)();
        self.left_at_ms.get_or_insert(now_ms);
    }

    /// How long a timer has to wait before it calls [`Vault::tick`]; none while there is nothing to lock, or no one has left.
    pub fn due_in_ms(&self) -> Option<i64> {
        let away_ms = self.away_ms().filter(|_| self.is_open)?;
        Some(if away_ms < 0 { 0 } else { (LOCK_AFTER_MS - away_ms).max(0) })
    }

    /// True when this locked the vault.
    pub fn tick(&mut self) -> bool {
        self.due_in_ms() == Some(0) && self.lock()
    }

    /// The app is back in the foreground. True when the vault locked only now, because no timer ran in between.
    pub fn come_back(&mut self) -> bool {
        let has_locked = self.tick();
        self.left_at_ms = None;
        has_locked
    }

    fn away_ms(&self) -> Option<i64> {
        self.left_at_ms.map(|left_at_ms| (self.now_ms)().saturating_sub(left_at_ms))
    }

    fn keep(&mut self, kept: &Kept) -> Result<(), K::Error> {
        self.keyring.write(&kept.to_text())
    }

    fn emptied(&mut self) -> Result<Unlocked, K::Error> {
        self.clear()?;
        Ok(Unlocked::Empty)
    }
}

fn refused(kept: &Kept) -> Unlocked {
    Unlocked::Refused { tries_left: MAX_FAILED_UNLOCKS - kept.failed_unlocks }
}
