//! Questions as people ask them, read with the committed model.

use jiff::civil::{Date, date};
use proptest::prelude::*;

use crate::{Band, Language, Question, Topic, Turn, Understanding, understand};

const TODAY: Date = date(2026, 11, 18);

fn ask(text: &str) -> Understanding {
    understand(&Question { text, today: TODAY, page_language: Language::English, previous: None, names: &[] })
}

fn ask_after(text: &str, before: &str) -> Understanding {
    let first = ask(before);
    let previous = Turn { topic: first.topic, slots: first.slots };
    understand(&Question {
        text,
        today: TODAY,
        page_language: Language::English,
        previous: Some(&previous),
        names: &[],
    })
}

#[test]
fn plain_questions_are_answered() {
    let cases = [
        ("When do I get paid?", Language::English, Topic::NextPayday),
        ("¿Cuándo me pagan?", Language::Spanish, Topic::NextPayday),
        ("How many vacation days do I have left?", Language::English, Topic::TimeOffBalance),
        ("¿Cuántos días de vacaciones me quedan?", Language::Spanish, Topic::TimeOffBalance),
        ("I forgot to clock out yesterday", Language::English, Topic::MissedPunch),
        ("se me olvidó ponchar la salida", Language::Spanish, Topic::MissedPunch),
        ("What is the weather in Boston?", Language::English, Topic::OutOfScope),
    ];
    for (text, language, topic) in cases {
        let understood = ask(text);
        assert_eq!((understood.language, understood.topic), (language, topic), "{text}");
        assert_eq!(understood.band, Band::Answer, "{text}");
        assert_eq!(understood.candidates.len(), 3, "{text}");
        assert_eq!(understood.candidates[0].topic, topic, "{text}");
    }
}

#[test]
fn a_rare_name_makes_a_question_no_less_certain() {
    for (text, topic) in [
        ("how much vacation does Xochiquetzal Wojciechowska have left", Topic::TimeOffBalance),
        ("cuantas vacaciones le quedan a Xochiquetzal", Topic::TimeOffBalance),
        ("how many hours has Wojciechowska worked today", Topic::HoursToday),
    ] {
        let understood = ask(text);
        assert_eq!((understood.topic, understood.band), (topic, Band::Answer), "{text}");
        assert!(understood.slots.person.is_some(), "{text}");
    }
}

#[test]
fn other_languages_are_recognized_and_never_answered() {
    let foreign = [
        "Combien de jours de vacances est-ce qu'il me reste ?",
        "Wie viele Urlaubstage habe ich in diesem Jahr noch?",
        "Quanto eu vou receber no próximo pagamento? Não recebi nada ainda",
        "Quando arriva il mio stipendio questo mese?",
        "我还有多少天假期?",
        "Сколько у меня осталось дней отпуска?",
        "कितनी छुट्टियां बाकी हैं",
    ];
    for text in foreign {
        let understood = ask(text);
        assert_eq!((understood.language, understood.band), (Language::Other, Band::Unsure), "{text}");
    }
}

#[test]
fn the_page_decides_what_could_be_either_language() {
    for page_language in [Language::English, Language::Spanish] {
        let question = Question { text: "2025", today: TODAY, page_language, previous: None, names: &[] };
        assert_eq!(understand(&question).language, page_language);
    }
}

#[test]
fn nothing_to_read_is_not_answered() {
    for text in ["", "   ", "???", "\u{0}\u{1}", "🦀🦀"] {
        assert_ne!(ask(text).band, Band::Answer, "{text:?}");
    }
}

#[test]
fn a_follow_up_keeps_what_it_does_not_change() {
    let cases = [
        (
            "and last month?",
            "how much was withheld for taxes",
            "taxes_withheld",
            "from=2026-10-01;to=2026-10-31",
        ),
        ("¿y en 2025?", "cuánto he ganado este año", "year_to_date", "year=2025"),
        ("what about dental?", "how much does my medical plan cost", "benefit_cost", "plan=dental"),
        ("and sick?", "how many vacation days do I have left", "time_off_balance", "kind=sick"),
        ("and the year before?", "how much did I make in total last year", "year_to_date", "year=2024"),
        (
            "¿y el mes anterior?",
            "cuánto me quitaron de impuestos el mes pasado",
            "taxes_withheld",
            "from=2026-09-01;to=2026-09-30",
        ),
        ("make it 5", "show me my last 3 pay stubs", "pay_history", "count=5"),
        ("next week?", "who is out this week", "who_is_away", "from=2026-11-23;to=2026-11-29"),
        (
            "and on December 24?",
            "how much pto do I have",
            "balance_on_date",
            "from=2026-12-24;to=2026-12-24;kind=vacation",
        ),
    ];
    for (text, before, topic, slots) in cases {
        let understood = ask_after(text, before);
        assert_eq!((understood.topic.id(), understood.slots.notation().as_str()), (topic, slots), "{text}");
        assert!(understood.follows_up, "{text}");
        assert_eq!(understood.band, Band::Answer, "{text}");
    }
}

#[test]
fn a_count_of_checks_is_no_part_of_a_question_that_takes_none() {
    let understood = ask_after("last 6 paychecks", "why is this check smaller than the last one");
    assert_eq!((understood.topic, understood.slots.count), (Topic::PayHistory, Some(6)));
}

#[test]
fn the_check_before_is_a_follow_up() {
    for text in ["and the one before that?", "the previous one", "¿y el anterior?", "and the check before?"]
    {
        let understood = ask_after(text, "how much was my last check");
        assert_eq!((understood.topic, understood.follows_up), (Topic::LastStub, true), "{text}");
        assert!(crate::asks_for_one_before(text), "{text}");
    }
    for text in ["and the year before?", "¿y el mes anterior?", "and last month?", "before I leave"] {
        assert!(!crate::asks_for_one_before(text), "{text}");
    }
}

#[test]
fn a_question_of_its_own_inherits_nothing() {
    let understood = ask_after("how do I change my direct deposit", "who is out next week");
    assert_eq!((understood.topic, understood.slots.notation().as_str()), (Topic::DepositHow, ""));
    assert!(!understood.follows_up);
    let thanked = ask_after("thanks!", "who is out next week");
    assert_eq!((thanked.topic, thanked.follows_up), (Topic::Thanks, false));
}

#[test]
fn a_balance_stays_with_its_kind() {
    let understood = ask_after("how much will I have by June 1?", "how many sick days do I have left");
    assert_eq!(understood.topic, Topic::BalanceOnDate);
    assert_eq!(understood.slots.notation(), "from=2027-06-01;to=2027-06-01;kind=sick");
}

/// Words that mean something to the slots, in any order.
fn loaded_words() -> impl Strategy<Value = String> {
    let words = [
        "and",
        "y",
        "from",
        "to",
        "del",
        "al",
        "last",
        "next",
        "this",
        "end",
        "fin",
        "of",
        "de",
        "the",
        "el",
        "la",
        "week",
        "semana",
        "month",
        "year",
        "ano",
        "quarter",
        "q1",
        "feb",
        "29",
        "30th",
        "december",
        "24",
        "2025",
        "12/24",
        "99/99",
        "9999-99-99",
        "christmas",
        "viernes",
        "hace",
        "in",
        "ago",
        "500",
        "a",
        "couple",
        "$",
        "$9,999,999,999",
        "%",
        "-",
        "bob's",
        "Maria",
        "que",
        "viene",
        "pasado",
        "mañana",
        "eve",
        "since",
        "between",
        "401(k)",
        "'s",
    ];
    proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..12)
        .prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_is_read_without_failing(text in "\\PC{0,200}", before in "\\PC{0,60}") {
        let understood = ask_after(&text, &before);
        prop_assert!((0.0..=1.0).contains(&understood.certainty));
        prop_assert_eq!(understood.candidates.len(), 3);
    }

    #[test]
    fn any_order_of_loaded_words_is_read_without_failing(text in loaded_words(), before in loaded_words(), day in -60_000_i32..60_000) {
        let today = TODAY.saturating_add(jiff::Span::new().days(day));
        let first = understand(&Question { text: &before, today, page_language: Language::Spanish, previous: None, names: &[] });
        let previous = Turn { topic: first.topic, slots: first.slots };
        let question = Question { text: &text, today, page_language: Language::Spanish, previous: Some(&previous), names: &[] };
        let slots = understand(&question).slots;
        if let (Some(from), Some(to)) = (slots.from, slots.to) {
            prop_assert!(from <= to, "{} to {}", from, to);
        }
    }
}
