//! Other people by name. The name is passed on as typed; whether such a person exists is not known here.

use crate::text::Word;

use super::calendar::{month, weekday};
use super::strangers::{is_ordinary, stranger};

/// First names that are no other word, in any case.
const NAMES: &str = include_str!("names.txt");

/// Names that are also words: only with a capital inside a sentence.
const WORDLIKE_NAMES: &[&str] = &[
    "will",
    "mark",
    "grace",
    "faith",
    "hope",
    "rose",
    "bill",
    "dawn",
    "joy",
    "art",
    "drew",
    "pat",
    "sue",
    "rob",
    "don",
    "frank",
    "luz",
    "sol",
    "cruz",
    "paz",
    "mercedes",
    "dolores",
    "consuelo",
    "rosario",
    "pilar",
    "iris",
    "rich",
    "ray",
    "dale",
    "gene",
    "grant",
    "miles",
    "ruby",
    "leo",
    "max",
    "linda",
    "nina",
    "dan",
    "clara",
    "mia",
    "lee",
    "hunter",
    "marina",
    "perla",
    "gloria",
    "angel",
    "pia",
    "alba",
    "bella",
    "sky",
    "carter",
    "mason",
    "parker",
    "taylor",
    "jordan",
    "jackson",
    "logan",
    "kim",
    "augusto",
    "abril",
    "june",
    "april",
    "christian",
    "riley",
    "harper",
    "victoria",
    "esperanza",
    "salvador",
    "jean",
    "ann",
    "robin",
    "holly",
    "guadalupe",
    "norma",
    "dora",
    "jill",
    "amber",
    "santiago",
];

const LAST_NAMES: &[&str] = &[
    "garcia",
    "lopez",
    "martinez",
    "rodriguez",
    "hernandez",
    "gonzalez",
    "perez",
    "sanchez",
    "ramirez",
    "torres",
    "flores",
    "rivera",
    "gomez",
    "diaz",
    "morales",
    "reyes",
    "cruz",
    "ortiz",
    "gutierrez",
    "chavez",
    "ramos",
    "ruiz",
    "vargas",
    "mendoza",
    "castillo",
    "jimenez",
    "moreno",
    "romero",
    "herrera",
    "medina",
    "aguilar",
    "vega",
    "castro",
    "mendez",
    "guzman",
    "fernandez",
    "munoz",
    "salazar",
    "soto",
    "delgado",
    "rojas",
    "pena",
    "rios",
    "alvarez",
    "silva",
    "smith",
    "johnson",
    "williams",
    "brown",
    "jones",
    "davis",
    "miller",
    "wilson",
    "anderson",
    "thomas",
    "taylor",
    "moore",
    "jackson",
    "martin",
    "lee",
    "thompson",
    "white",
    "harris",
    "clark",
    "lewis",
    "robinson",
    "walker",
    "young",
    "allen",
    "wright",
    "scott",
    "nguyen",
    "hill",
    "green",
    "adams",
    "nelson",
    "baker",
    "campbell",
    "mitchell",
    "carter",
    "roberts",
    "turner",
    "phillips",
    "parker",
    "evans",
    "edwards",
    "collins",
    "stewart",
    "morris",
    "murphy",
    "cook",
    "rogers",
    "peterson",
    "cooper",
    "reed",
    "bailey",
    "bell",
    "kelly",
    "howard",
    "ward",
    "cox",
    "richardson",
    "wood",
    "watson",
    "brooks",
    "bennett",
    "gray",
    "james",
    "hughes",
    "price",
    "myers",
    "long",
    "foster",
    "sanders",
    "ross",
    "patel",
    "kim",
    "chen",
    "tran",
    "okafor",
    "novak",
    "olsen",
    "schmidt",
    "meyer",
    "cohen",
    "singh",
    "khan",
];

/// A name follows these: "my coworker Priya", "mi compañera Yesenia".
const ROLES: &[&str] = &[
    "coworker",
    "co-worker",
    "colleague",
    "teammate",
    "employee",
    "boss",
    "supervisor",
    "manager",
    "report",
    "wife",
    "husband",
    "son",
    "daughter",
    "spouse",
    "partner",
    "friend",
    "brother",
    "sister",
    "companero",
    "companera",
    "colega",
    "empleado",
    "empleada",
    "jefe",
    "jefa",
    "supervisora",
    "gerente",
    "esposa",
    "esposo",
    "hijo",
    "hija",
    "amigo",
    "amiga",
    "hermano",
    "hermana",
    "senor",
    "senora",
    "mr",
    "mrs",
    "ms",
    "named",
    "llamado",
    "llamada",
];

pub(super) const TITLES: &[&str] =
    &["pto", "hr", "w-2", "w2", "i", "the", "el", "la", "and", "y", "in", "at", "on", "de", "hsa", "fsa"];

pub(super) fn person(words: &[Word], used: &[bool]) -> Option<(String, usize, usize)> {
    known_person(words, used).or_else(|| stranger(words, used))
}

fn known_person(words: &[Word], used: &[bool]) -> Option<(String, usize, usize)> {
    let capitals_count = capitals_mean_names(words);
    let start = (0..words.len()).find(|at| !used[*at] && is_first_name(words, *at, capitals_count))?;
    let mut end = start + 1;
    while end < words.len() && end < start + 3 && !words[end - 1].possessive && !words[end - 1].closes {
        let word = &words[end];
        let capital = capitals_count
            && word.capitalized
            && !is_calendar_word(&word.plain)
            && !TITLES.contains(&word.plain.as_str());
        let known = LAST_NAMES.contains(&word.plain.as_str())
            || is_known_name(&word.plain)
            || (word.known && !is_ordinary(&word.plain));
        if used[end] || !(capital || known) || !is_letters(&word.plain) {
            break;
        }
        end += 1;
    }
    let name: Vec<&str> = words[start..end].iter().map(|word| word.typed.as_str()).collect();
    Some((name.join(" "), start, end - start))
}

fn is_first_name(words: &[Word], at: usize, capitals_count: bool) -> bool {
    let word = &words[at];
    if is_calendar_word(&word.plain) || !is_letters(&word.plain) {
        return false;
    }
    let before = if at > 0 { words[at - 1].plain.as_str() } else { "" };
    if is_known_name(&word.plain) {
        return !matches!(before, "uncle" | "tio");
    }
    let named_by_role = ROLES.contains(&before);
    let capital = capitals_count && word.capitalized && !TITLES.contains(&word.plain.as_str());
    let wordlike = WORDLIKE_NAMES.contains(&word.plain.as_str());
    // A name the asker knows counts like one we know, unless it's also a word: "Price", "Long".
    if word.known && (capital && !word.opens || !wordlike && !is_ordinary(&word.plain)) {
        return true;
    }
    if wordlike {
        return named_by_role || (capital && !word.opens) || word.possessive;
    }
    capital && (named_by_role || (word.possessive && !word.opens))
}

/// Whether a word (lower case, no accents) is a first name and nothing else.
pub fn is_known_name(word: &str) -> bool {
    NAMES.lines().any(|name| name == word)
}

/// In a title or in capitals throughout, a capital says nothing.
fn capitals_mean_names(words: &[Word]) -> bool {
    let inside = words.iter().filter(|word| !word.opens && word.plain.len() > 1);
    let (capitals, all) =
        inside.fold((0, 0), |(capitals, all), word| (capitals + usize::from(word.capitalized), all + 1));
    all < 3 || capitals * 2 <= all
}

pub(super) fn is_calendar_word(word: &str) -> bool {
    month(word).is_some() && !matches!(word, "april" | "june" | "abril") || weekday(word).is_some()
}

pub(super) fn is_letters(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'')
}
