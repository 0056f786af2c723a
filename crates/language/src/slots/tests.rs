//! Slots by table, in both languages. Today is Wednesday, November 18, 2026.

use jiff::civil::{Date, date};

use super::{Found, speaks_of_others};
use crate::text::{words, words_among};
use crate::topic::Topic;

const TODAY: Date = date(2026, 11, 18);

fn slots_on(today: Date, topic: Topic, text: &str) -> String {
    Found::for_topic(&words(text), today, topic).slots.notation()
}

fn check(topic: Topic, cases: &[(&str, &str)]) {
    let wrong = cases.iter().filter_map(|(text, expected)| {
        let found = slots_on(TODAY, topic, text);
        (found != *expected).then(|| format!("{text}: {found} instead of {expected}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A day, or a range, in the notation.
fn days(from: &str, to: &str) -> String {
    format!("from={from};to={to}")
}

fn check_days(topic: Topic, cases: &[(&str, &str, &str)]) {
    let cases: Vec<(&str, String)> = cases.iter().map(|(text, from, to)| (*text, days(from, to))).collect();
    let cases: Vec<(&str, &str)> = cases.iter().map(|(text, expected)| (*text, expected.as_str())).collect();
    check(topic, &cases);
}

#[test]
fn days_ahead() {
    check_days(
        Topic::WhoIsAway,
        &[
            ("who is out today", "2026-11-18", "2026-11-18"),
            ("quién no viene mañana", "2026-11-19", "2026-11-19"),
            ("quien falta pasado mañana", "2026-11-20", "2026-11-20"),
            ("who's off Friday?", "2026-11-20", "2026-11-20"),
            ("quién falta el viernes", "2026-11-20", "2026-11-20"),
            ("el lunes quien esta fuera", "2026-11-23", "2026-11-23"),
            ("who is off this friday", "2026-11-20", "2026-11-20"),
            ("who is off next friday", "2026-11-27", "2026-11-27"),
            ("quien falta el próximo viernes", "2026-11-20", "2026-11-20"),
            ("quien falta el viernes que viene", "2026-11-20", "2026-11-20"),
            ("anyone out 12/24", "2026-12-24", "2026-12-24"),
            ("anyone out on 1/4", "2027-01-04", "2027-01-04"),
            ("anyone out on 24/12", "2026-12-24", "2026-12-24"),
            ("out on 2026-12-24?", "2026-12-24", "2026-12-24"),
            ("out on 12/24/26?", "2026-12-24", "2026-12-24"),
            ("el 5 de mayo", "2027-05-05", "2027-05-05"),
            ("el cinco de mayo", "2027-05-05", "2027-05-05"),
            ("el 24 de diciembre del 2026", "2026-12-24", "2026-12-24"),
            ("Dec 24, 2026", "2026-12-24", "2026-12-24"),
            ("december 24th", "2026-12-24", "2026-12-24"),
            ("the 24th of december", "2026-12-24", "2026-12-24"),
            ("primero de enero", "2027-01-01", "2027-01-01"),
            ("on the 24th", "2026-11-24", "2026-11-24"),
            ("on the 5th", "2026-12-05", "2026-12-05"),
            ("el día 30", "2026-11-30", "2026-11-30"),
            ("feb 29", "2028-02-29", "2028-02-29"),
            ("christmas", "2026-12-25", "2026-12-25"),
            ("en nochebuena", "2026-12-24", "2026-12-24"),
            ("christmas eve", "2026-12-24", "2026-12-24"),
            ("el día de acción de gracias", "2026-11-26", "2026-11-26"),
            ("thanksgiving", "2026-11-26", "2026-11-26"),
            ("new year's eve", "2026-12-31", "2026-12-31"),
            ("en año nuevo", "2027-01-01", "2027-01-01"),
            ("memorial day", "2027-05-31", "2027-05-31"),
            ("good friday", "2027-03-26", "2027-03-26"),
            ("in 3 weeks", "2026-12-09", "2026-12-09"),
            ("dentro de dos meses", "2027-01-18", "2027-01-18"),
            ("a week from now", "2026-11-25", "2026-11-25"),
            ("by the end of the year", "2026-12-31", "2026-12-31"),
            ("para fin de año", "2026-12-31", "2026-12-31"),
            ("a fin de mes", "2026-11-30", "2026-11-30"),
            ("at the end of next month", "2026-12-31", "2026-12-31"),
        ],
    );
}

#[test]
fn ranges_ahead() {
    check_days(
        Topic::RequestHow,
        &[
            ("next week", "2026-11-23", "2026-11-29"),
            ("la próxima semana", "2026-11-23", "2026-11-29"),
            ("la semana que viene", "2026-11-23", "2026-11-29"),
            ("this week", "2026-11-16", "2026-11-22"),
            ("next month", "2026-12-01", "2026-12-31"),
            ("el mes que entra", "2026-12-01", "2026-12-31"),
            ("this weekend", "2026-11-21", "2026-11-22"),
            ("este fin de semana", "2026-11-21", "2026-11-22"),
            ("in december", "2026-12-01", "2026-12-31"),
            ("en marzo", "2027-03-01", "2027-03-31"),
            ("in may", "2027-05-01", "2027-05-31"),
            ("dec 24-28", "2026-12-24", "2026-12-28"),
            ("dec 24 to jan 2", "2026-12-24", "2027-01-02"),
            ("from 12/24 to 12/28", "2026-12-24", "2026-12-28"),
            ("12/24-1/2", "2026-12-24", "2027-01-02"),
            ("del 24 al 28 de diciembre", "2026-12-24", "2026-12-28"),
            ("del 24 de diciembre al 2 de enero", "2026-12-24", "2027-01-02"),
            ("entre el 24 y el 28 de diciembre", "2026-12-24", "2026-12-28"),
            ("december 24 through the 28th", "2026-12-24", "2026-12-28"),
            ("del 23 al 27", "2026-11-23", "2026-11-27"),
            ("monday to friday", "2026-11-23", "2026-11-27"),
            ("de lunes a viernes", "2026-11-23", "2026-11-27"),
            ("thanksgiving week", "2026-11-23", "2026-11-29"),
            ("la semana de navidad", "2026-12-21", "2026-12-27"),
            ("week of december 7", "2026-12-07", "2026-12-13"),
            ("the next two weeks", "2026-11-18", "2026-12-02"),
        ],
    );
}

#[test]
fn days_and_ranges_behind() {
    check_days(
        Topic::PayHistory,
        &[
            ("yesterday", "2026-11-17", "2026-11-17"),
            ("antier", "2026-11-16", "2026-11-16"),
            ("el viernes", "2026-11-13", "2026-11-13"),
            ("last friday", "2026-11-13", "2026-11-13"),
            ("el viernes pasado", "2026-11-13", "2026-11-13"),
            ("on wednesday", "2026-11-11", "2026-11-11"),
            ("12/24", "2025-12-24", "2025-12-24"),
            ("feb 29", "2024-02-29", "2024-02-29"),
            ("el 30", "2026-10-30", "2026-10-30"),
            ("last month", "2026-10-01", "2026-10-31"),
            ("el mes pasado", "2026-10-01", "2026-10-31"),
            ("la quincena pasada", "2026-11-01", "2026-11-15"),
            ("esta quincena", "2026-11-16", "2026-11-30"),
            ("last week", "2026-11-09", "2026-11-15"),
            ("in october", "2026-10-01", "2026-10-31"),
            ("en diciembre", "2025-12-01", "2025-12-31"),
            ("november", "2026-11-01", "2026-11-30"),
            ("october 2025", "2025-10-01", "2025-10-31"),
            ("marzo del año pasado", "2025-03-01", "2025-03-31"),
            ("last december", "2025-12-01", "2025-12-31"),
            ("octubre pasado", "2026-10-01", "2026-10-31"),
            ("from march to may", "2026-03-01", "2026-05-31"),
            ("de enero a marzo", "2026-01-01", "2026-03-31"),
            ("christmas last year", "2025-12-25", "2025-12-25"),
            ("3 days ago", "2026-11-15", "2026-11-15"),
            ("hace tres días", "2026-11-15", "2026-11-15"),
            ("last 6 months", "2026-05-18", "2026-11-18"),
            ("los últimos tres meses", "2026-08-18", "2026-11-18"),
            ("the first quarter", "2026-01-01", "2026-03-31"),
            ("q4 2025", "2025-10-01", "2025-12-31"),
            ("last quarter", "2026-07-01", "2026-09-30"),
            ("monday through friday", "2026-11-09", "2026-11-13"),
        ],
    );
    check(Topic::PayHistory, &[("since october", "from=2026-10-01"), ("desde enero", "from=2026-01-01")]);
}

#[test]
fn years() {
    check(
        Topic::W2Where,
        &[
            ("my w-2 for 2025", "year=2025"),
            ("last year's w2", "year=2025"),
            ("el año pasado", "year=2025"),
            ("this year", "year=2026"),
            ("en lo que va de este año", "year=2026"),
            ("el año que viene", "year=2027"),
            ("el año antepasado", "year=2024"),
            ("hace dos años", "year=2024"),
            ("room 12 at 1600 main", ""),
        ],
    );
}

#[test]
fn money_plans_kinds_and_counts() {
    check(
        Topic::DepositHow,
        &[
            ("put $500 in savings", "amount=50000"),
            ("$1,200.50", "amount=120050"),
            ("two hundred bucks", "amount=20000"),
            ("quinientos dólares", "amount=50000"),
            ("dos mil dolares", "amount=200000"),
            ("50 dolares a mi otra cuenta", "amount=5000"),
            ("$5k", "amount=500000"),
            ("10% to savings", ""),
            ("how much is dental", "plan=dental"),
            ("seguro de la vista", "plan=vision"),
            ("seguro de vida", "plan=life"),
            ("my health savings account", "plan=hsa"),
            ("my health insurance", "plan=medical"),
            ("401(k)", "plan=retirement"),
            ("aportación al retiro", "plan=retirement"),
            ("short term disability", "plan=disability"),
            ("flexible spending", "plan=fsa"),
            ("my PTO", "kind=vacation"),
            ("días de enfermedad", "kind=sick"),
            ("floating holiday", "kind=holiday"),
            ("día personal", "kind=personal"),
            ("me llamaron de jurado", "kind=jury"),
            ("paternity leave", "kind=parental"),
            ("my last 3 pay stubs", "count=3"),
            ("two most recent paychecks", "count=2"),
            ("mis últimos cuatro talones", "count=4"),
            ("the last 5?", "count=5"),
            ("last 4 digits of my account", ""),
            ("my last pay stub", ""),
            ("what did I earn in the last 2 weeks", "from=2026-11-04;to=2026-11-18"),
        ],
    );
}

#[test]
fn people() {
    check(
        Topic::HoursToday,
        &[
            ("my coworker bob", "person=bob"),
            ("Maria Lopez's hours", "person=maria lopez"),
            ("las horas de Ana Morales", "person=ana morales"),
            ("how many hours did luis work", "person=luis"),
            ("my coworker Priyanka", "person=priyanka"),
            ("Is Mark off", "person=mark"),
            ("mark my time card", ""),
            ("cuántas horas hizo josé luis", "person=josé luis"),
            ("a qué hora marcó ayer", "from=2026-11-17;to=2026-11-17"),
            ("what did uncle sam take", ""),
            ("y ella cuánto lleva", ""),
            ("my team", ""),
            ("mi equipo", ""),
            ("Can I See My Pay Stub", ""),
            ("will I get paid", ""),
        ],
    );
}

#[test]
fn people_with_names_we_do_not_know() {
    check(
        Topic::HoursToday,
        &[
            ("how much vacation does zyanya have left", "kind=vacation;person=zyanya"),
            ("is xareni off tomorrow", "from=2026-11-19;to=2026-11-19;person=xareni"),
            ("did xareni okonjo clock in", "person=xareni okonjo"),
            ("zyanya's hours", "person=zyanya"),
            ("check pto balance for zyanya", "kind=vacation;person=zyanya"),
            ("cuántas vacaciones le quedan a xareni", "kind=vacation;person=xareni"),
            ("cuántas horas hizo xareni ayer", "from=2026-11-17;to=2026-11-17;person=xareni"),
            ("did payroll get my form", ""),
            ("does the thermostat have a lock", ""),
            ("is everyone off", ""),
            ("the company's hours", ""),
            ("qué tiene mi cheque", ""),
        ],
    );
}

#[test]
fn people_the_asker_knows_by_name() {
    let names = ["Tierney Long".to_owned()];
    let slots = |text: &str| {
        let words = words_among(text, &names);
        Found::for_topic(&words, TODAY, Topic::HoursToday).slots.notation()
    };
    assert_eq!(slots("vacation left tierney"), "kind=vacation;person=tierney");
    assert_eq!(slots("hours tierney long"), "person=tierney long");
    assert_eq!(slots("show me Long, please"), "person=long");
    assert_eq!(slots("how long is my shift"), "");
    assert_eq!(slots("vacation left zyanya"), "kind=vacation");
}

#[test]
fn people_the_asker_has() {
    for text in [
        "how much sick time do my reports have",
        "how much did my brother get paid last friday",
        "my wife's paycheck",
        "do my direct reports have vacation",
        "cuánto le pagaron a mi hermano",
        "cuántas horas tiene mi equipo",
        "el talón de mi esposa",
    ] {
        assert!(speaks_of_others(&words(text)), "{text}");
    }
    for text in [
        "how much did I get paid last friday",
        "can I use sick time when my son is sick",
        "did my boss approve my vacation",
        "how much comes out for my wife",
        "cuántas vacaciones me quedan",
    ] {
        assert!(!speaks_of_others(&words(text)), "{text}");
    }
}

#[test]
fn words_that_only_look_like_days() {
    check(
        Topic::RequestHow,
        &[
            ("I may need help", ""),
            ("support 24/7", ""),
            ("a 1/2 day off", ""),
            ("trabajo en la mañana", ""),
            ("I work 9 to 5", ""),
            ("feb 30", "from=2027-02-01;to=2027-02-28"),
            ("13/13", ""),
            ("99/99/9999", ""),
            ("", ""),
        ],
    );
}

#[test]
fn the_edges_of_the_calendar_give_nothing_instead_of_failing() {
    for today in [Date::MIN, Date::MAX, date(2028, 2, 29)] {
        for topic in [Topic::PayHistory, Topic::WhoIsAway] {
            for text in [
                "next year",
                "last year",
                "in 500 years",
                "hace 400 meses",
                "next friday",
                "christmas",
                "q1",
                "feb 29",
            ] {
                slots_on(today, topic, text);
            }
        }
    }
    assert_eq!(slots_on(date(2028, 2, 29), Topic::WhoIsAway, "feb 29"), "from=2028-02-29;to=2028-02-29");
    assert_eq!(
        slots_on(date(2026, 1, 5), Topic::PayHistory, "la quincena pasada"),
        "from=2025-12-16;to=2025-12-31"
    );
}
