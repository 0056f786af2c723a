//! Names the way people search for them: ignoring case and accents, so «munoz» finds Muñoz. Both engines store the
//! result; by themselves, neither folds more than ASCII.

use super::problem::Problem;
use super::refusal::SharedRefusal;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub fn folded(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Whether the character is invisible or changes the direction of the text around it, so that a name with it reads as
/// another.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A name as people see it: words with one space in between, and no hidden characters that would make two names differ.
pub fn in_one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let seen = words.map(|word| word.chars().filter(|c| !is_hidden(*c)).collect::<String>());
    seen.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether someone with this address may have this username. A username is typed where an address can be, so one that
/// looks like an address has to be its owner's.
pub fn is_own_username(username: &str, email: &str) -> bool {
    !username.contains('@') || username.eq_ignore_ascii_case(email.trim())
}

/// Sorts people by last name, then first name.
pub fn sort_name(first_name: &str, last_name: &str) -> String {
    folded(&format!("{last_name}, {first_name}"))
}

/// Everything a person can be found by.
pub fn search_text(first_name: &str, last_name: &str, code: &str) -> String {
    folded(&format!("{first_name} {last_name} {code}"))
}

const MAX_SEARCH_CHARS: usize = 100;

pub fn check_search(text: &str) -> Result<(), Problem> {
    if text.chars().count() <= MAX_SEARCH_CHARS {
        return Ok(());
    }
    Err(SharedRefusal::SearchTooLong.into())
}

/// Words beyond these don't narrow the list.
const MAX_WORDS: usize = 8;

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).take(MAX_WORDS)
}

/// One pattern per word, so “Muñoz, Ana” and “an mu” find Ana Muñoz. For text that was folded like `search_text`.
pub fn patterns(text: &str) -> Vec<String> {
    words(text).map(pattern).collect()
}

/// The same for a column that only went through `lower`, which keeps accents, and on SQLite keeps capitals beyond ASCII: such a
/// letter stands for any other, so that “Panadería” finds Panadería. In a short word it would find too much, and is itself.
pub fn loose_patterns(text: &str) -> Vec<String> {
    words(text).map(loose_pattern).collect()
}

fn loose_pattern(word: &str) -> String {
    const MIN_PLAIN: usize = 3;
    let is_short = word.chars().filter(char::is_ascii_alphanumeric).count() < MIN_PLAIN;
    let letter = |c: char| match c {
        '%' | '_' | '\\' => format!("\\{c}"),
        c if c.is_ascii() || is_short => c.to_string(),
        _ => "_".to_owned(),
    };
    let letters: String = word.nfc().flat_map(char::to_lowercase).map(letter).collect();
    format!("%{letters}%")
}

/// A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in folded(text.trim()).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_make_no_difference() {
        assert_eq!(folded("MUÑOZ Zoë"), "munoz zoe");
        assert_eq!(sort_name("Ana", "de la Cruz"), "de la cruz, ana");
        assert_eq!(search_text("Ana", "Muñoz", "A-17"), "ana munoz a-17");
    }

    #[test]
    fn every_word_is_searched_for_in_whatever_order_they_stand() {
        assert_eq!(patterns(" Muñoz,  Ana "), ["%munoz%", "%ana%"]);
        assert_eq!(patterns(" , "), Vec::<String>::new());
        assert_eq!(patterns(&"a ".repeat(50)).len(), MAX_WORDS);
        assert_eq!(loose_patterns(" Panadería, 100%_ Núñ"), ["%panader_a%", r"%100\%\_%", "%núñ%"]);
    }

    #[test]
    fn what_nobody_sees_is_no_part_of_a_name() {
        assert!("\u{202e}\u{200b}\u{2028}\u{feff}\n".chars().all(is_hidden));
        assert!(!"Zoë 名 O’Neil-de la Cruz".chars().any(is_hidden));
    }

    #[test]
    fn two_names_that_look_alike_are_the_same() {
        for typed in
            ["Hand book", " Hand\n\tbook ", "Ha\u{200d}nd \u{202e} bo\u{2066}ok\u{feff}", "Hand\u{0}book"]
        {
            assert_eq!(in_one_line(typed), "Hand book", "{typed:?}");
        }
        assert_eq!(in_one_line(" \u{200b} "), "");
    }

    #[test]
    fn what_means_something_to_like_is_searched_for_as_it_stands() {
        assert_eq!(pattern(" 100% "), r"%100\%%");
        assert_eq!(pattern(r"a_b\"), r"%a\_b\\%");
    }
}
