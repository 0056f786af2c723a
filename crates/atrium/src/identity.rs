//! What signs people in, made once at the start (`account::identity`).

use crate::factors::{Passkeys, password::Passwords};
use oidc::Provider;

/// What signs people in: the identity provider, passkeys, and the slots in which passwords are checked.
#[derive(Clone)]
pub struct Identity {
    pub provider: Provider,
    pub passwords: Passwords,
    pub passkeys: Passkeys,
}
