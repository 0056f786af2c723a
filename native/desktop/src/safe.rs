//! The vault of this computer: the rules are crates/vault, the secret is in the system's key ring, and the person proves who they are by
//! the passcode they chose for this app (passcode.rs).

use crate::passcode::{Asking, Passcodes};
use keyring::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use vault::{Keyring, Proof, Unlocked, Vault};

const SERVICE: &str = "com.atrium.app";

/// One entry of the system's key ring.
#[derive(Clone, Copy)]
pub(crate) struct SystemKeyring(&'static str);

impl SystemKeyring {
    pub(crate) const fn new(entry: &'static str) -> SystemKeyring {
        SystemKeyring(entry)
    }

    fn entry(self) -> keyring::Result<Entry> {
        Entry::new(SERVICE, self.0)
    }
}

impl Keyring for SystemKeyring {
    type Error = keyring::Error;

    fn read(&self) -> keyring::Result<Option<String>> {
        match self.entry()?.get_password() {
            Ok(text) => Ok(Some(text)),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&mut self, text: &str) -> keyring::Result<()> {
        self.entry()?.set_password(text)
    }

    fn erase(&mut self) -> keyring::Result<()> {
        match self.entry()?.delete_credential() {
            Err(keyring::Error::NoEntry) => Ok(()),
            other => other,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the clock that the shell gives to the vault")]
fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

type SystemVault = Vault<SystemKeyring, fn() -> i64>;

pub(crate) struct Safe {
    vault: Mutex<SystemVault>,
    /// One question at a time; while it's open, the vault can still be locked.
    asking: Mutex<()>,
    passcodes: Passcodes<SystemKeyring>,
}

fn taken<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Safe {
    pub(crate) fn new() -> Safe {
        Safe {
            vault: Mutex::new(Vault::new(SystemKeyring::new("session"), now_ms)),
            asking: Mutex::new(()),
            passcodes: Passcodes::new(SystemKeyring::new("passcode")),
        }
    }

    /// People choose a passcode when they first sign in. Without one, nothing is kept.
    pub(crate) fn store(&self, secret: &str, ask: impl Fn(Asking) -> Option<String>) -> Result<(), String> {
        let _turn = taken(&self.asking);
        if !self.passcodes.is_chosen().map_err(told)? {
            let Some(chosen) = ask(Asking::Choose) else { return Err("no passcode was chosen".to_owned()) };
            self.passcodes.choose(&chosen)?;
        }
        taken(&self.vault).store(secret).map_err(told)
    }

    pub(crate) fn unlock(&self, ask: impl Fn(Asking) -> Option<String>) -> Result<Unlocked, String> {
        let _turn = taken(&self.asking);
        // What needs no question is answered without one.
        let first = taken(&self.vault).unlock(|| Proof::Canceled).map_err(told)?;
        let Unlocked::Refused { .. } = first else { return Ok(first) };
        let proof = match ask(Asking::Enter) {
            None => Proof::Canceled,
            Some(entered) if self.passcodes.is_right(&entered).map_err(told)? => Proof::Proved,
            Some(_) => Proof::Failed,
        };
        let unlocked = taken(&self.vault).unlock(|| proof).map_err(told)?;
        // People who forgot it sign in again and choose another.
        if unlocked == Unlocked::Empty {
            self.passcodes.forget().map_err(told)?;
        }
        Ok(unlocked)
    }

    /// True when it was open until now.
    pub(crate) fn lock(&self) -> bool {
        taken(&self.vault).lock()
    }

    pub(crate) fn clear(&self) -> Result<(), String> {
        taken(&self.vault).clear().map_err(told)
    }

    pub(crate) fn leave(&self) {
        taken(&self.vault).leave();
    }

    pub(crate) fn tick(&self) -> bool {
        taken(&self.vault).tick()
    }

    pub(crate) fn come_back(&self) -> bool {
        taken(&self.vault).come_back()
    }
}

/// The page hears that it failed; why is for the log.
fn told(error: keyring::Error) -> String {
    eprintln!("atrium: the key ring: {error}");
    "the key ring can't be used".to_owned()
}
