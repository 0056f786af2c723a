//! Direct deposits: where somebody's pay goes.

mod rules;
mod split;

pub use rules::AccountType;
pub use split::{Share, Spread, spread};
