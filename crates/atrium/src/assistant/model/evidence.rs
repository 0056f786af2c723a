//! Whether a text says only what this turn's results say: every figure, date and name must be in them. What can't be told
//! apart from one counts as one, so a text is refused rather too often; the template answers then.

use super::super::rules::folded;
use std::collections::HashSet;

const MAX_TEXT_CHARS: usize = 1_500;

/// Words that may be capitalized without being a name: those that answers begin with.
const OPENERS: &str = " a according all also although an and any are as at based because before but by currently each employees \
    for from good happy has have he hello here hi how however i if in including is it its ll most my next no none not now of ok \
    okay on one or our otherwise overall please re s she so sorry still sure t thanks that the their then there these they this \
    those to today together total unfortunately until ve w was we were what when which with would yes yet you your \
    a actualmente ademas ahora al algun ambos antes aqui asi aun aunque cada claro como con cual cuando de del desde donde durante el \
    ella en entonces es esa ese eso esta estan este esto estos ha hasta hay hola hoy la las le les lo los mas mi mientras ningun \
    ninguna no nos o para pero por porque primero proximo puede que quedan se segun si sin sobre solo su sus tambien tiene tienen \
    todavia todo todos total tras tu un una usted y ya ";

/// Figures in words. “One” is also an article in Spanish, and says little.
const FIGURES: &str = " two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen \
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half third quarter \
    double twice triple dozen first second fourth fifth \
    dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte \
    veintiuno veintidos treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos trescientos quinientos mil \
    millon millones medio media mitad tercio cuarto doble docena primero segundo tercero ";

/// Dates in words, however they are written.
const DATES: &str = " january february march april june july august september october november december jan feb apr aug sept oct \
    nov dec monday tuesday wednesday thursday friday saturday sunday yesterday tomorrow \
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes \
    sabado domingo ayer manana anteayer ";

/// What this turn's tools returned.
#[derive(Default)]
pub(super) struct Evidence {
    words: HashSet<String>,
    figures: HashSet<String>,
}

impl Evidence {
    pub(super) fn add(&mut self, text: &str) {
        self.words.extend(folded(text).split(' ').map(str::to_owned));
        self.figures.extend(figures(text));
    }

    pub(super) fn covers(&self, text: &str) -> bool {
        let is_text = (1..=MAX_TEXT_CHARS).contains(&text.chars().count()) && !has_markup(text);
        is_text
            && !text.chars().any(|c| c.is_numeric() && !c.is_ascii_digit())
            && figures(text).iter().all(|figure| self.figures.contains(figure))
            && text.split(|c: char| !c.is_alphanumeric()).all(|word| self.knows(word))
    }

    /// Whether a word is in the results, or is none of those that must be.
    fn knows(&self, word: &str) -> bool {
        let plain = folded(word);
        if plain.is_empty() || plain.chars().any(|c| c.is_ascii_digit()) || self.words.contains(&plain) {
            return true;
        }
        let is_in = |list: &str| list.contains(&format!(" {plain} "));
        if is_in(FIGURES) || is_in(DATES) || language::is_known_name(&plain) {
            return false;
        }
        !word.starts_with(char::is_uppercase) || is_in(OPENERS)
    }
}

/// Addresses, links, pictures and tags: an answer needs none, and its links are the portal's own.
fn has_markup(text: &str) -> bool {
    text.contains(['<', '>', '[', ']', '`', '|', '{', '}', '@', '\\'])
        || text.contains("//")
        || text.to_lowercase().contains("www.")
        || text.chars().any(|c| c.is_control() && c != '\n')
}

/// The numbers in a text, as one would compare them: 1,234.50 is 1234.5.
fn figures(text: &str) -> HashSet<String> {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let (mut found, mut at) = (HashSet::new(), 0);
    while at < chars.len() {
        let start = at;
        while is_digit(at) || (at > start && matches!(chars[at..], ['.' | ',', ..]) && is_digit(at + 1)) {
            at += 1;
        }
        if at == start {
            at += 1;
            continue;
        }
        let figure: String = chars[start..at].iter().filter(|c| **c != ',').collect();
        found.insert(match figure.contains('.') {
            true => figure.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => figure,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn evidence() -> Evidence {
        let mut evidence = Evidence::default();
        evidence.add(
            "Your net pay was $1,234.50 on November 13, 2026. Vacation: 12.5 hours. Victor Chen is away.",
        );
        evidence
    }

    #[test]
    fn what_the_results_say_may_be_said_in_other_words() {
        for text in [
            "You received $1,234.50 on November 13, 2026.",
            "Usted recibió $1234.5.",
            "There are 12.5 hours of vacation left.",
            "Victor is away.",
            "Hello, your net pay was $1,234.50\nand that’s all.",
        ] {
            assert!(evidence().covers(text), "{text}");
        }
    }

    #[test]
    fn a_figure_a_date_or_a_name_that_is_in_no_result_is_refused() {
        for text in [
            "You received $1,234.51.",
            "You received $12,345.",
            "You have 12 hours.",
            "You have twelve hours.",
            "Usted tiene doce horas.",
            "You were paid on December 13.",
            "You were paid on Friday.",
            "Te pagaron en enero.",
            "Priya is away.",
            "priya is away.",
            "Zzyzx is away.",
            "And then there is Ruthless.",
            "You have ١٢ hours.",
            "You have ½ an hour.",
            "",
        ] {
            assert!(!evidence().covers(text), "{text}");
        }
    }

    #[test]
    fn an_answer_has_no_links_and_no_markup() {
        for text in [
            "See https://evil.example",
            "See //evil.example/x",
            "See www.evil.example",
            "![x](y)",
            "<b>you</b>",
            "write to me@evil.example",
            "`you`",
            "you\u{7}",
        ] {
            assert!(!evidence().covers(text), "{text}");
        }
        assert!(!evidence().covers(&"you ".repeat(1_000)));
    }

    proptest! {
        #[test]
        fn no_figure_passes_that_no_result_has(whole in 0u32..100_000, cents in 0u32..100) {
            let text = format!("You received ${whole}.{cents:02}.");
            prop_assert_eq!(evidence().covers(&text), (whole, cents) == (1234, 50) || (whole, cents) == (12, 50) || ((whole == 13 || whole == 2026) && cents == 0));
        }

        #[test]
        fn a_text_covers_itself_or_is_refused_for_its_looks(text in "[a-zA-Z0-9 .,$]{1,200}") {
            let mut evidence = Evidence::default();
            evidence.add(&text);
            prop_assert!(evidence.covers(&text));
        }
    }
}
