//! What someone saw before changing it, in a few characters. It changes with anything in the row, no matter who wrote it: the
//! console, the command line or an import. Rows without a counter of their own use it to tell the second of two writers.

use aws_lc_rs::digest;
use serde_json::Value;

const KEPT_BYTES: usize = 8;

pub fn row_version(state: &Value) -> String {
    let hash = digest::digest(&digest::SHA256, state.to_string().as_bytes());
    hash.as_ref().iter().take(KEPT_BYTES).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_changes_with_anything_in_the_row_and_with_nothing_else() {
        let one = json!({ "name": "Thanksgiving", "day": "2026-11-26" });
        assert_eq!(row_version(&one), row_version(&one.clone()));
        assert_eq!(row_version(&one).len(), 16);
        assert_ne!(row_version(&one), row_version(&json!({ "name": "Thanksgiving", "day": "2026-11-27" })));
        assert_ne!(row_version(&one), row_version(&json!({ "name": null, "day": "2026-11-26" })));
    }
}
