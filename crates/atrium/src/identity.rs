//! What signs people in, created once at startup (`account::identity`).

use crate::factors::{Passkeys, password::Passwords};
use oidc::Provider;

/// What signs people in: the identity provider, passkeys, and the slots for checking passwords.
#[derive(Clone)]
pub struct Identity {
    pub provider: Provider,
    pub passwords: Passwords,
    pub passkeys: Passkeys,
}
