//! Text as the rest of the crate reads it: lower case, without accents, cut into words.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A question longer than this is cut; the server refuses it long before.
const MAX_CHARS: usize = 4_000;

/// One word as typed and as compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, no accents, no punctuation around it, no possessive: "Ana's," is "ana".
    pub(crate) plain: String,
    /// The same with its accents: names are passed on as typed.
    pub(crate) typed: String,
    pub(crate) capitalized: bool,
    pub(crate) possessive: bool,
    /// First word of a sentence: its capital says nothing.
    pub(crate) opens: bool,
    /// A comma, a period or a question mark follows.
    pub(crate) closes: bool,
    /// Part of the name of someone the asker may ask about.
    pub(crate) known: bool,
}

/// Lower case, accents removed, typographic signs made plain.
pub(crate) fn plain(text: &str) -> String {
    text.nfd()
        .filter(|c| !is_combining_mark(*c))
        .take(MAX_CHARS)
        .flat_map(char::to_lowercase)
        .map(ascii_sign)
        .collect()
}

fn ascii_sign(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{b4}' | '`' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}'..='\u{2015}' => '-',
        'º' | '°' | 'ª' => 'o',
        _ => c,
    }
}

pub(crate) fn words(text: &str) -> Vec<Word> {
    let cut: String = text.chars().take(MAX_CHARS).collect();
    let cut = spaced_dashes(&cut);
    let mut opens = true;
    let mut found = Vec::new();
    for typed in cut.split_whitespace() {
        let Some(word) = word(typed, opens) else {
            opens |= typed.ends_with(['.', '?', '!']);
            continue;
        };
        opens = typed.ends_with(['.', '?', '!', ':']);
        found.push(word);
    }
    found
}

/// The words of a text, where those of `names` are known to be names.
pub(crate) fn words_among(text: &str, names: &[String]) -> Vec<Word> {
    let known: HashSet<String> = names.iter().flat_map(|name| words(name)).map(|word| word.plain).collect();
    let mut found = words(text);
    found.iter_mut().for_each(|word| word.known = known.contains(&word.plain));
    found
}

fn word(typed: &str, opens: bool) -> Option<Word> {
    let lowered = plain(typed).replace("401(k)", "401k").replace("403(b)", "403b");
    let closes = lowered.ends_with([',', '.', '?', '!', ';', ')']);
    let trimmed = lowered.trim_matches(|c: char| !(c.is_alphanumeric() || c == '$' || c == '%' || c == '-'));
    let trimmed = if trimmed.len() > 1 { trimmed.trim_matches('-') } else { trimmed };
    if trimmed.is_empty() {
        return None;
    }
    let (body, possessive) = match trimmed.strip_suffix("'s") {
        Some(body) if !CONTRACTIONS.contains(&body) => (body, true),
        _ => (trimmed, false),
    };
    let first = typed.chars().find(|c| c.is_alphabetic());
    Some(Word {
        plain: body.to_owned(),
        typed: accented(typed, body),
        capitalized: first.is_some_and(char::is_uppercase),
        possessive,
        opens,
        closes,
        known: false,
    })
}

/// What was typed for `body`, in lower case. As long as the letters match one to one, accents stay.
fn accented(typed: &str, body: &str) -> String {
    let composed: String = typed.nfc().flat_map(char::to_lowercase).map(ascii_sign).collect();
    let trimmed = composed.trim_matches(|c: char| !c.is_alphanumeric());
    let length = body.chars().count();
    let start: String = trimmed.chars().take(length).collect();
    if plain(&start) == body { start } else { body.to_owned() }
}

/// "what's" is "what is"; "bob's" belongs to Bob.
const CONTRACTIONS: [&str; 14] = [
    "what",
    "who",
    "it",
    "that",
    "there",
    "here",
    "how",
    "where",
    "when",
    "let",
    "he",
    "she",
    "everything",
    "why",
];

/// "Dec 24–28" and "12/24-12/28" are ranges: a dash between two numbers becomes a word of its own. "2026-12-24" stays.
fn spaced_dashes(text: &str) -> String {
    let chars: Vec<char> = text.chars().map(ascii_sign).collect();
    let mut spaced = String::with_capacity(text.len());
    for (at, c) in chars.iter().enumerate() {
        if *c == '-' && separates_numbers(&chars, at) { spaced.push_str(" - ") } else { spaced.push(*c) }
    }
    spaced
}

fn separates_numbers(chars: &[char], at: usize) -> bool {
    let numeric = |c: &char| c.is_ascii_digit() || *c == '/' || *c == '-';
    let before = chars[..at].iter().rev().take_while(|c| numeric(c)).collect::<Vec<_>>();
    let after = chars[at + 1..].iter().take_while(|c| numeric(c)).collect::<Vec<_>>();
    let dashes = before.iter().chain(&after).filter(|c| ***c == '-').count();
    let short = |side: &[&char]| (1..=2).contains(&side.len()) || side.iter().any(|c| **c == '/');
    dashes == 0 && short(&before) && short(&after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain_words(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.plain).collect()
    }

    #[test]
    fn accents_case_and_signs_go() {
        assert_eq!(plain("¿CUÁNTO gané el año pasado?"), "¿cuanto gane el ano pasado?");
        assert_eq!(plain_words("What’s my W-2? “Really”"), ["what's", "my", "w-2", "really"]);
    }

    #[test]
    fn a_dash_between_days_is_a_word() {
        assert_eq!(plain_words("dec 24-28"), ["dec", "24", "-", "28"]);
        assert_eq!(plain_words("12/24–12/28"), ["12/24", "-", "12/28"]);
        assert_eq!(plain_words("on 2026-12-24"), ["on", "2026-12-24"]);
        assert_eq!(plain_words("call 555-1234"), ["call", "555-1234"]);
    }

    #[test]
    fn a_word_knows_its_owner_and_its_place() {
        let found = words("Show Ana's hours. Is Bob out?");
        assert_eq!(found[1].plain, "ana");
        assert!(found[1].possessive && found[1].capitalized && !found[1].opens);
        assert!(found[2].closes && found[3].opens);
    }

    #[test]
    fn a_name_keeps_its_accents() {
        let typed: Vec<String> =
            words("José\u{2019}s (Núñez) Bjo\u{308}rn").into_iter().map(|word| word.typed).collect();
        assert_eq!(typed, ["josé", "núñez", "björn"]);
    }

    #[test]
    fn amounts_and_plans_keep_their_signs() {
        assert_eq!(plain_words("$1,200.50 to my 401(k), 5%"), ["$1,200.50", "to", "my", "401k", "5%"]);
    }
}
