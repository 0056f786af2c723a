//! Numbers in digits and words, amounts of money, and "the last three".

use crate::text::Word;

/// Small and round numbers, in digits or words.
pub(super) fn number(word: &str) -> Option<u32> {
    if let Ok(value) = word.parse() {
        return Some(value);
    }
    let value = match word {
        "a" | "an" | "one" | "un" | "una" | "uno" => 1,
        "two" | "dos" | "couple" | "par" => 2,
        "three" | "tres" => 3,
        "four" | "cuatro" => 4,
        "five" | "cinco" => 5,
        "six" | "seis" => 6,
        "seven" | "siete" => 7,
        "eight" | "ocho" => 8,
        "nine" | "nueve" => 9,
        "ten" | "diez" => 10,
        "eleven" | "once" => 11,
        "twelve" | "doce" => 12,
        "thirteen" | "trece" => 13,
        "fourteen" | "catorce" => 14,
        "fifteen" | "quince" => 15,
        "sixteen" | "dieciseis" => 16,
        "seventeen" | "diecisiete" => 17,
        "eighteen" | "dieciocho" => 18,
        "nineteen" | "diecinueve" => 19,
        "twenty" | "veinte" => 20,
        "veintiuno" => 21,
        "veintidos" => 22,
        "veintitres" => 23,
        "veinticuatro" => 24,
        "veinticinco" => 25,
        "veintiseis" => 26,
        "veintisiete" => 27,
        "veintiocho" => 28,
        "veintinueve" => 29,
        "thirty" | "treinta" => 30,
        "forty" | "cuarenta" => 40,
        "fifty" | "cincuenta" => 50,
        "sixty" | "sesenta" => 60,
        "ninety" | "noventa" => 90,
        "cien" => 100,
        "doscientos" => 200,
        "trescientos" => 300,
        "quinientos" => 500,
        "mil" => 1_000,
        _ => return None,
    };
    Some(value)
}

/// Cents, and where they were said: "$1,200.50", "500 dollars", "two hundred bucks", "mil dólares", "$5k".
pub(super) fn amount(words: &[Word]) -> Option<(i64, usize, usize)> {
    (0..words.len()).find_map(|at| {
        let word = words[at].plain.as_str();
        if let Some(figure) = word.strip_prefix('$') {
            if figure.is_empty() {
                return cents(&words.get(at + 1)?.plain).map(|cents| (cents, at, 2));
            }
            return cents(figure).map(|cents| (cents, at, 1));
        }
        if let Some(figure) = word.strip_suffix('$') {
            return cents(figure).map(|cents| (cents, at, 1));
        }
        let (dollars, length) = spoken_dollars(words, at)?;
        let unit = words.get(at + length)?.plain.as_str();
        is_dollars(unit).then_some((dollars, at, length + 1))
    })
}

fn is_dollars(word: &str) -> bool {
    matches!(word, "dollars" | "dollar" | "bucks" | "usd" | "dolares" | "dolar" | "dlls" | "dls" | "pesos")
}

/// A figure or words before "dollars": "250", "two hundred", "dos mil".
fn spoken_dollars(words: &[Word], at: usize) -> Option<(i64, usize)> {
    let first = &words[at].plain;
    let Some(count) = number(first).filter(|_| !matches!(first.as_str(), "a" | "an")) else {
        return cents(first).map(|cents| (cents, 1));
    };
    let times = match words.get(at + 1).map(|word| word.plain.as_str()) {
        Some("hundred") => 100,
        Some("thousand" | "grand" | "mil") => 1_000,
        _ => return Some((i64::from(count) * 100, 1)),
    };
    Some((i64::from(count) * times * 100, 2))
}

fn cents(figure: &str) -> Option<i64> {
    let (figure, times) = match figure.strip_suffix('k') {
        Some(thousands) => (thousands, 1_000),
        None => (figure, 1),
    };
    let figure = figure.replace(',', "");
    let (whole, part) = figure.split_once('.').unwrap_or((&figure, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || part.len() > 2 || !digits(whole) || !digits(part) {
        return None;
    }
    let part: i64 = format!("{part:0<2}").parse().ok()?;
    Some((whole.parse::<i64>().ok()? * 100 + part) * times)
}

/// "last 3 pay stubs", "my two most recent checks", "mis últimos 3 talones". Only pay stubs
/// and checks are counted: "last 4 digits" isn't a count, and "last 3 months" is a period.
pub(super) fn count(words: &[Word]) -> Option<(u32, usize, usize)> {
    let plain = |at: usize| words.get(at).map_or("", |word| word.plain.as_str());
    (0..words.len()).find_map(|at| {
        let after_last = is_last(plain(at)).then(|| number(plain(at + 1))).flatten();
        if let Some(count) = after_last.filter(|count| (1..=100).contains(count)) {
            let thing = if is_filler(plain(at + 2)) { plain(at + 3) } else { plain(at + 2) };
            return (is_pay_paper(thing) || thing.is_empty()).then_some((count, at, 2));
        }
        let count = number(plain(at)).filter(|count| (1..=100).contains(count) && !is_article(plain(at)))?;
        let most = usize::from(matches!(plain(at + 1), "most" | "mas"));
        if is_last(plain(at + 1 + most)) && is_pay_paper(plain(at + 2 + most)) {
            return Some((count, at, 2 + most));
        }
        is_pay_paper(plain(at + 1)).then_some((count, at, 1))
    })
}

/// "make it 5", "mejor que sean seis": the only number in a short text.
pub(crate) fn lone_number(words: &[Word]) -> Option<u32> {
    let numbers = words.iter().filter(|word| !is_article(&word.plain)).filter_map(|word| number(&word.plain));
    let mut numbers = numbers.filter(|count| (1..=100).contains(count));
    let first = numbers.next()?;
    numbers.next().is_none().then_some(first)
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "un" | "una" | "uno" | "one" | "once")
}

fn is_filler(word: &str) -> bool {
    matches!(word, "of" | "most" | "de" | "mas" | "mis" | "my" | "recent")
}

fn is_last(word: &str) -> bool {
    matches!(
        word,
        "last"
            | "past"
            | "previous"
            | "prior"
            | "latest"
            | "recent"
            | "ultimos"
            | "ultimas"
            | "pasados"
            | "pasadas"
            | "anteriores"
            | "recientes"
    )
}

/// "pay" begins "pay stubs" and "pay checks".
fn is_pay_paper(word: &str) -> bool {
    matches!(
        word,
        "pay"
            | "stubs"
            | "paystubs"
            | "checks"
            | "paychecks"
            | "paycheck"
            | "payslips"
            | "slips"
            | "payments"
            | "paydays"
            | "talones"
            | "recibos"
            | "cheques"
            | "comprobantes"
            | "colillas"
            | "boletas"
            | "pagos"
            | "quincenas"
            | "rayas"
            | "nominas"
            | "depositos"
            | "deposits"
            | "earnings"
            | "payroll"
    )
}
