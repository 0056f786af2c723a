//! Who sits at the terminal: the audit trail names them with everything a command does.

use std::sync::{Arc, OnceLock};

static NAME: OnceLock<Arc<str>> = OnceLock::new();

const MAX_NAME_CHARS: usize = 100;

/// Told once, before the command runs: the name given with `--as`, else the operating system's user.
pub(super) fn introduce(given: Option<&str>) -> Result<(), String> {
    let name = match given.map(str::trim) {
        Some(name) if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || is_misleading(name) => {
            return Err(format!("--as must be a name of up to {MAX_NAME_CHARS} characters"));
        }
        Some(name) => name.to_owned(),
        None => whoami::username().unwrap_or_else(|_| "unknown".to_owned()),
    };
    NAME.get_or_init(|| name.into());
    Ok(())
}

/// A control character, or the way the trail names machine clients.
fn is_misleading(name: &str) -> bool {
    name.chars().any(char::is_control) || name.starts_with("machine:")
}

/// None in a server: what it does by itself, no one does.
pub(super) fn name() -> Option<Arc<str>> {
    NAME.get().cloned()
}
