//! Errors that stop the provider itself. A client's mistakes are answered by the protocol instead.

use crate::accounts::Unavailable;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Database(#[from] db::Error),
    #[error("A setting of the identity provider is wrong: {0}.")]
    Settings(String),
    #[error("The signing keys cannot be used: {0}.")]
    Keys(&'static str),
    #[error("The signing keys cannot be used: they were sealed with another key, or altered.")]
    Sealed,
    #[error("The accounts aren't available right now.")]
    Accounts(#[from] Unavailable),
}
