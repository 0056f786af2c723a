//! All SQL of the provider, one file a table or two.

pub(crate) mod grant;
pub(crate) mod key;
pub(crate) mod request;
pub(crate) mod session;
