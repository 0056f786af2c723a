//! All of the provider's SQL, one file for every table or two.

pub(crate) mod client;
pub(crate) mod grant;
pub(crate) mod key;
pub(crate) mod request;
pub(crate) mod session;
