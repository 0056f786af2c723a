//! An optional language model (`language_model/`). It may choose a tool and put a tool's result into words. It never decides
//! access, never supplies a figure, and never sees text that someone else wrote (documents, announcements, notes).
//!
//! - `probe.rs` what the server can do, found out at startup and again after it failed.
//! - `rounds.rs` one question: at most four rounds and 20 seconds; then the embedded engine answers.
//! - `evidence.rs` whether everything in the model's text was in this turn's results.

mod evidence;
mod probe;
mod rounds;

pub use probe::check;
pub(super) use rounds::{Chosen, Turned, ask, choose, is_asked};
