//! How a phone number is shown where the whole number isn't needed.

/// `•••• 4417`: the end of a number is enough to recognize it.
pub fn phone_hint(phone: &str) -> String {
    let digits: Vec<char> = phone.chars().filter(char::is_ascii_digit).collect();
    let last: String = digits[digits.len().saturating_sub(4)..].iter().collect();
    format!("•••• {last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_shows_the_last_four_digits_only() {
        assert_eq!(phone_hint("+1 (503) 555-4417"), "•••• 4417");
        assert_eq!(phone_hint("12"), "•••• 12");
    }
}
