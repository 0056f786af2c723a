//! Passwords and passphrases that everybody uses, shipped with the program (README.md says where they come from). Unpacked when
//! the first password is chosen: a megabyte, searched where it lies.

use flate2::read::GzDecoder;
use std::io::Read;
use std::sync::LazyLock;

static LIST: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let mut packed = GzDecoder::new(&include_bytes!("passwords.txt.gz")[..]);
    packed.read_to_string(&mut text).expect("the list was packed by us");
    text
});

/// Whatever its case, and with or without spaces between its words.
pub(super) fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let together: String = lower.split_whitespace().collect();
    has(&lower) || has(&together)
}

fn has(wanted: &str) -> bool {
    let text = LIST.as_str();
    // The line we look for begins in low..high, if there is one. Both are beginnings of lines.
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
