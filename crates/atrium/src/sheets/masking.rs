//! What a fault quotes from a file may be an account number in the wrong column. Pure.

/// Fewer digits than this stay: check numbers, codes and years.
const MIN_MASKED_DIGITS: usize = 8;
const SHOWN_DIGITS: usize = 4;

/// A text in which only the last four digits of long numbers are left, however they're grouped. Dates stay.
pub(super) fn masked(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        safe.push_str(&rest[..begin]);
        rest = &rest[begin..];
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ' ' || c == '-')).unwrap_or(rest.len());
        let run = rest[..end].trim_end_matches([' ', '-']);
        push(&mut safe, run);
        rest = &rest[run.len()..];
    }
    safe.push_str(rest);
    safe
}

/// Digits with spaces and dashes between them.
fn push(safe: &mut String, run: &str) {
    let is_number = |part: &&str| !is_date(part);
    let digits = run.split(' ').filter(is_number).flat_map(str::bytes).filter(u8::is_ascii_digit).count();
    if digits < MIN_MASKED_DIGITS {
        return safe.push_str(run);
    }
    let all: String = run.chars().filter(char::is_ascii_digit).collect();
    safe.push_str("•••");
    safe.push_str(&all[all.len() - SHOWN_DIGITS..]);
}

/// Like 2026-11-13, also if there's no such day: its fault says so.
fn is_date(part: &str) -> bool {
    let is_of_now = part.starts_with("19") || part.starts_with("20");
    let has_shape =
        |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    part.len() == "2026-11-13".len() && is_of_now && part.bytes().enumerate().all(has_shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn of_a_long_number_only_the_end_is_left() {
        for (text, safe) in [
            (
                "\"6661112223336\" is not one of checking, savings",
                "\"•••3336\" is not one of checking, savings",
            ),
            ("unknown columns: memo, 6661112223338", "unknown columns: memo, •••3338"),
            ("\"6661 1122 2333 6\" and \"666-111-22-23337\"", "\"•••3336\" and \"•••3337\""),
            ("no employee \"A666111222333\"", "no employee \"A•••2333\""),
            ("2026-11-13 6661112223336", "•••3336"),
            ("12345678", "•••5678"),
        ] {
            assert_eq!(masked(text), safe);
        }
    }

    #[test]
    fn dates_and_shorter_numbers_stay() {
        for text in [
            "",
            "the check date can't be after 2027-01-15",
            "from 2026-11-13 - 2026-11-26",
            "\"2026-13-01\" is not a real date",
            "\"11/13/2026\" is not a date like 2026-11-16 or 11/16/2026",
            "an amount must be less than 10,000,000,000",
            "check 30412 of employee 1042-77",
            "1234567",
            "“José” – 7",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    proptest! {
        #[test]
        fn no_number_of_eight_digits_gets_through(text in "[a-z\"•]{0,3}[0-9]{8,17}[a-z ,-]{0,3}") {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let safe = masked(&text);
            prop_assert!(!safe.contains(&digits) && safe.contains(&digits[digits.len() - 4..]), "{}", safe);
        }
    }
}
