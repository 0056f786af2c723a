//! Other people the asker doesn't name in a way we know: a word we don't know where a person stands ("does Zyanya have"), and
//! the asker's own people ("do my reports have").

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::Word;

use super::people::{TITLES, is_calendar_word, is_letters};

/// The words of the phrases and of the development set, except names, and some more. None of them is a stranger's name.
static ORDINARY: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("words.txt").lines().collect());

// "does X have", "is X off", "X's hours", "balance for X"
const HELPERS: &str = "does did has will can";
const ACTS: &str = "have has had get got need work worked take taken took make earn earned used clock clocked punch punched \
    request requested ask asked left";
const STATES: &str = "is was";
const AWAY: &str = "off out away in here working back absent sick gone";
const THINGS: &str = "hours vacation pto time sick balance birthday anniversary request requests timecard pay paycheck check \
    salary stub paystub";
const OF: &str = "for of de";
const BALANCES: &str = "balance balances saldo saldos";

// "tiene X", "está X fuera", "le quedan a X"
const VERBS: &str = "tiene hizo gana gano lleva marco poncho pidio tomo solicito trabajo";
const BEING: &str = "esta anda estara";
const ABSENT: &str = "fuera off ausente libre enfermo enferma trabajando";
const LEFT: &str = "queda quedan quedaba quedaban";

/// A boss isn't among them: a boss approves what the asker wants to know about.
const RELATED: &str = "reports team crew staff employee employees coworker coworkers co-worker co-workers colleague \
    colleagues teammate teammates brother sister wife husband spouse partner son daughter kid kids child children friend \
    mom dad mother father cousin boyfriend girlfriend roommate neighbor reportes equipo empleado empleada empleados \
    empleadas companero companera companeros companeras colega colegas hermano hermana esposo esposa marido pareja hijo \
    hija hijos hijas amigo amiga primo prima mama papa madre padre novio novia vecino vecina";
const DO: &str = "do does did has have had will";
const HAVE: &str =
    "tiene tienen hizo hicieron gana ganan gano ganaron lleva llevan trabajo trabajaron tomo tomaron";
const PAPERS: &str = "stub stubs check checks paycheck paychecks pay salary balance balances cheque talon pago sueldo salario \
    saldo saldos";

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// Whether a word (lower case, no accents) is one of those people ask with.
pub(super) fn is_ordinary(word: &str) -> bool {
    ORDINARY.contains(word)
}

fn plain_at(words: &[Word], at: Option<usize>) -> &str {
    at.and_then(|at| words.get(at)).map_or("", |word| word.plain.as_str())
}

fn may_be_name(word: &Word) -> bool {
    let plain = word.plain.as_str();
    plain.chars().count() > 2
        && is_letters(plain)
        && !is_calendar_word(plain)
        && !is_ordinary(plain)
        && !TITLES.contains(&plain)
}

/// A name of one or two words that we don't know, where only a person is spoken of.
pub(super) fn stranger(words: &[Word], used: &[bool]) -> Option<(String, usize, usize)> {
    let may_be = |at: usize| at < words.len() && !used[at] && may_be_name(&words[at]);
    (0..words.len()).filter(|at| may_be(*at)).find_map(|start| {
        let is_whole = words[start].possessive || words[start].closes;
        let end = if !is_whole && may_be(start + 1) { start + 2 } else { start + 1 };
        if !stands_for_a_person(words, used, start, end) {
            return None;
        }
        let name: Vec<&str> = words[start..end].iter().map(|word| word.typed.as_str()).collect();
        Some((name.join(" "), start, end - start))
    })
}

/// Whether the words around `start..end` speak of a person.
fn stands_for_a_person(words: &[Word], used: &[bool], start: usize, end: usize) -> bool {
    let before = |by: usize| plain_at(words, start.checked_sub(by));
    let after = |by: usize| plain_at(words, Some(end + by));
    if words[end - 1].possessive {
        return is_in(THINGS, after(0)) || is_in(THINGS, after(1));
    }
    let is_last = end == words.len() || used[end] || words[end - 1].closes;
    let counts = words[..start].iter().any(|word| word.plain.starts_with("cuant"));
    let is_left_to = |by: usize| is_in(LEFT, before(by)) && is_in("le les", before(by + 1));
    (before(1) == "a" && (2..=6).any(is_left_to))
        || (is_in(HELPERS, before(1)) && is_in(ACTS, after(0)))
        || (is_in(STATES, before(1)) && is_in(AWAY, after(0)))
        || (is_in(OF, before(1)) && is_in(BALANCES, before(2)) && is_last)
        || (is_in(VERBS, before(1)) && (counts || is_last))
        || (is_in(BEING, before(1)) && (is_in(ABSENT, after(0)) || used.get(end) == Some(&true)))
}

/// Whether a question is about people the asker has, without a name: "do my reports have", "el cheque de mi hermano".
pub(crate) fn speaks_of_others(words: &[Word]) -> bool {
    (1..words.len()).any(|at| {
        let is_direct = is_in("direct whole", plain_at(words, at.checked_sub(1)));
        let first = if is_direct { at - 1 } else { at };
        let before = |by: usize| plain_at(words, first.checked_sub(by));
        let after = |by: usize| plain_at(words, Some(at + by));
        if !is_in(RELATED, &words[at].plain) || !is_in("my our mi mis", before(1)) {
            return false;
        }
        if words[at].possessive {
            return is_in(THINGS, after(1)) || is_in(THINGS, after(2));
        }
        let is_spanish = is_in("mi mis", before(1));
        let is_to = before(2) == "a" && words[..first].iter().any(|word| is_in("le les", &word.plain));
        (is_in("of de", before(2)) && is_in(PAPERS, before(3)))
            || (is_in(OF, before(2)) && is_in(BALANCES, before(3)))
            || (is_spanish && (is_to || is_in(HAVE, before(2))))
            || (!is_spanish && is_in(DO, before(2)))
    })
}
