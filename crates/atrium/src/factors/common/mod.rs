//! Common passwords and passphrases, shipped with the program (README.md says where they come from). Unpacked when the
//! first password is chosen: one megabyte, searched in place.

use flate2::read::GzDecoder;
use std::io::Read;
use std::sync::LazyLock;

static LIST: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let mut packed = GzDecoder::new(&include_bytes!("passwords.txt.gz")[..]);
    packed.read_to_string(&mut text).expect("the list was packed by us");
    text
});

/// Ignores case and spaces between words.
pub(super) fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let together: String = lower.split_whitespace().collect();
    has(&lower) || has(&together)
}

fn has(wanted: &str) -> bool {
    let text = LIST.as_str();
    // If the line exists, it begins in low..high. Both are beginnings of lines.
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = text.as_bytes()[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end = text.as_bytes()[start..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(text.len(), |at| start + at);
        match text.as_bytes()[start..end].cmp(wanted.as_bytes()) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b19_the_list_has_100_000_and_each_of_them_is_found() {
        assert!(LIST.lines().count() >= 100_000);
        assert!(LIST.lines().all(has));
        assert!(LIST.lines().is_sorted());
        for common in ["PASSWORD1", "qwertyuiop", "iloveyou1", "ilove you1"] {
            assert!(is_common(common), "{common}");
        }
        for other in ["", "tuba velvet moth 94", "qwertyuiop tuba", "zzzzzzzzzzzzzzzzzzzzzzzzzzzz~"] {
            assert!(!is_common(other), "{other}");
        }
    }
}
