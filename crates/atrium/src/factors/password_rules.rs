//! Which passwords are good enough: long, not common, and not guessable from the person (security.md B19). No rules
//! about kinds of characters. Pure.

use super::common::is_common;
use super::refusal::FactorRefusal;
use crate::shared::problem::Problem;
use unicode_normalization::UnicodeNormalization;
use zxcvbn::{Score, zxcvbn};

const MAX_CHARS: usize = 128;
/// A context word shorter than this may well be in a good password.
const SHORTEST_WORD: usize = 4;

/// Eight characters with a second factor, fifteen if the password is the only one.
pub fn minimum_length(has_second_factor: bool) -> usize {
    if has_second_factor { 8 } else { 15 }
}

/// On the operator's list; checked where the password is hashed.
pub(super) fn known_from_a_breach() -> Problem {
    FactorRefusal::PasswordBreached.into()
}

/// One spelling for what looks the same (NFKC): keyboards write «é» in different ways, and people can't see the
/// difference.
pub(super) fn normalized(password: &str) -> String {
    password.nfkc().collect()
}

/// `context` is what we know about the person: names, address, employer.
pub fn check_new_password(password: &str, minimum: usize, context: &[&str]) -> Result<(), Problem> {
    let password = &normalized(password);
    let length = password.chars().count();
    if length < minimum {
        return Err(FactorRefusal::PasswordTooShort.into());
    }
    if length > MAX_CHARS {
        return Err(FactorRefusal::PasswordTooLong.into());
    }
    let words = words(context);
    let lower = password.to_lowercase();
    if words.iter().any(|word| lower.contains(word.as_str())) {
        return Err(FactorRefusal::PasswordOfContext.into());
    }
    if is_common(password) {
        return Err(FactorRefusal::PasswordCommon.into());
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // Past this length, judging takes more work and tells nothing more.
    let judged: String = password.chars().take(72).collect();
    if zxcvbn(&judged, &words).score() < Score::Three {
        return Err(FactorRefusal::PasswordEasy.into());
    }
    Ok(())
}

fn words(context: &[&str]) -> Vec<String> {
    let parts = context.iter().chain(&["atrium"]).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    parts.filter(|part| part.chars().count() >= SHORTEST_WORD).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(password: &str, minimum: usize) -> &'static str {
        let context = ["ana", "Ana", "Lindqvist", "ana.lindqvist@cedar.example", "Cedar Group"];
        check_new_password(password, minimum, &context).err().map_or("good", |problem| problem.code())
    }

    #[test]
    fn b19_length_is_counted_in_characters_and_nothing_is_asked_of_their_kinds() {
        assert_eq!(check("tuba ✈ mo", 8), "good", "nine characters of any script");
        assert_eq!(check("short7!", 8), "PASSWORD_TOO_SHORT");
        assert_eq!(check("tuba velvet moth", 15), "good", "spaces and small letters only");
        assert_eq!(check("tuba velvet mo", 15), "PASSWORD_TOO_SHORT");
        assert_eq!(check(&"x7 Quo-".repeat(18), 8), "good", "126 characters");
        assert_eq!(check(&"x7 Quo-".repeat(19), 8), "PASSWORD_TOO_LONG");
        assert_eq!((minimum_length(true), minimum_length(false)), (8, 15));
    }

    #[test]
    fn what_looks_the_same_is_the_same_password() {
        assert_eq!(normalized("cafe\u{301} ﬁlm ２"), "café film 2");
        assert_eq!(check("ｐａｓｓｗｏｒｄ１２３", 8), "PASSWORD_COMMON", "wide letters do not hide it");
        assert_eq!(check("cafe\u{301} ✈ mo", 9), "good");
        assert_eq!(
            check("cafe\u{301} ✈ mo", 10),
            "PASSWORD_TOO_SHORT",
            "an accent is no character of its own"
        );
    }

    #[test]
    fn b19_common_passwords_and_those_made_of_the_person_are_refused() {
        for common in ["password", "Password1", "qwertyuiop", "12345678", "iloveyou1", "aaaaaaaaaaaaaaaa"] {
            assert_eq!(check(common, 8), "PASSWORD_COMMON", "{common}");
        }
        // Long, and hard to guess for a machine that counts letters, but on every list of common passwords.
        for common in ["00rdtsau4leyzunckj121dwm", "Correct Horse Battery Staple"] {
            assert_eq!(check(common, 8), "PASSWORD_COMMON", "{common}");
        }
        for own in
            ["lindqvist-velvet-moth", "I work at CEDAR now!", "my Atrium secret 94", "group theory 1999"]
        {
            assert_eq!(check(own, 8), "PASSWORD_CONTEXT", "{own}");
        }
        assert_eq!(check("banana velvet moth", 8), "good", "a short name may be part of a word");
    }
}
