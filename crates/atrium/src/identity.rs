//! What signs people in, created once at startup (`account::identity`).

use crate::factors::{Passkeys, password::Passwords};
use oidc::Provider;

/// The portal in a browser and in a native shell. No host application can have these client IDs.
pub const OWN_CLIENTS: [&str; 2] = ["atrium-web", "atrium-native"];

/// How the client ID of a machine begins, and no other.
pub const MACHINE_PREFIX: &str = "machine-";

/// What signs people in: the identity provider, passkeys, and the slots for checking passwords.
#[derive(Clone)]
pub struct Identity {
    pub provider: Provider,
    pub passwords: Passwords,
    pub passkeys: Passkeys,
}
