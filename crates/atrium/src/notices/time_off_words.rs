//! The text of time-off notices, in English and Spanish.

use super::words::{MailPage, cleaned, page, time_in_words};
use super::{DelegationNews, TimeOffFacts, TimeOffNews};
use crate::shared::day::Day;
use crate::shared::language::Language;

pub(super) fn news(
    language: Language,
    first_name: &str,
    news: TimeOffNews,
    facts: &TimeOffFacts,
    link: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let name = cleaned(&facts.employee);
    let is_by_other = facts.by.is_some();
    let subject = match (news, language) {
        (TimeOffNews::Revised, Language::English) if is_by_other => {
            format!("{name}'s time-off request was changed")
        }
        (TimeOffNews::Revised, Language::Spanish) if is_by_other => {
            format!("Se cambió una solicitud de tiempo libre de {name}")
        }
        (TimeOffNews::Withdrawn, Language::English) if is_by_other => {
            format!("{name}'s time-off request was withdrawn")
        }
        (TimeOffNews::Withdrawn, Language::Spanish) if is_by_other => {
            format!("Se retiró una solicitud de tiempo libre de {name}")
        }
        (TimeOffNews::Asked, Language::English) => format!("{name} requested time off"),
        (TimeOffNews::Asked, Language::Spanish) => format!("{name} solicitó tiempo libre"),
        (TimeOffNews::Taken, Language::English) => format!("{name} is taking time off"),
        (TimeOffNews::Taken, Language::Spanish) => format!("{name} se tomará tiempo libre"),
        (TimeOffNews::Revised, Language::English) => format!("{name} changed a time-off request"),
        (TimeOffNews::Revised, Language::Spanish) => format!("{name} cambió una solicitud de tiempo libre"),
        (TimeOffNews::Withdrawn, Language::English) => format!("{name} withdrew a time-off request"),
        (TimeOffNews::Withdrawn, Language::Spanish) => format!("{name} retiró una solicitud de tiempo libre"),
        (TimeOffNews::Waits, Language::English) => format!("{name} is waiting for your answer"),
        (TimeOffNews::Waits, Language::Spanish) => format!("{name} espera su respuesta"),
        (TimeOffNews::SecondNeeded, Language::English) => format!("{name} needs a second approval"),
        (TimeOffNews::SecondNeeded, Language::Spanish) => format!("{name} necesita una segunda aprobación"),
        (other, _) => {
            let (english, spanish) = for_employee(other);
            say(english, spanish).to_owned()
        }
    };
    let mut lines = vec![
        (say("Type", "Tipo"), cleaned(&facts.type_name)),
        (say("Days", "Días"), days(language, facts.first_day, facts.last_day)),
    ];
    let between = facts
        .between
        .map(|(start, end)| format!("{} – {}", time_in_words(language, start), time_in_words(language, end)));
    if let Some(part) = between.or(facts.half.map(|words| language.pick(words).to_owned())) {
        let label = if facts.first_day == facts.last_day {
            say("Time", "Horario")
        } else {
            say("Time each day", "Horario de cada día")
        };
        lines.push((label, part));
    }
    lines.push((say("Hours", "Horas"), facts.hours.to_string()));
    let is_for_employee = !matches!(
        news,
        TimeOffNews::Asked
            | TimeOffNews::Taken
            | TimeOffNews::Revised
            | TimeOffNews::Withdrawn
            | TimeOffNews::Waits
            | TimeOffNews::SecondNeeded
    );
    let (approved, approved_hours) = &facts.approved;
    if news == TimeOffNews::Partly {
        lines.push((say("Approved days", "Días aprobados"), runs(language, approved)));
        lines.push((say("Approved hours", "Horas aprobadas"), approved_hours.to_string()));
    }
    lines.extend(facts.by.iter().map(|by| (say("By", "Por"), cleaned(by))));
    // A note written with a decision goes to the employee with that decision.
    let is_decision = matches!(
        news,
        TimeOffNews::Approved | TimeOffNews::Partly | TimeOffNews::Denied | TimeOffNews::HalfApproved
    );
    if is_decision && !facts.answer.is_empty() {
        lines.push((say("Note", "Nota"), cleaned(&facts.answer)));
    }
    let waits = (news == TimeOffNews::RevisedForYou && approved.is_empty())
        .then_some(say("It's waiting for approval.", "Está en espera de aprobación."));
    let in_calendar = match (facts.has_calendar_file, approved.is_empty()) {
        (false, _) => None,
        (true, false) => Some(say(
            "The attached file adds the days to your calendar.",
            "El archivo adjunto agrega los días a su calendario.",
        )),
        (true, true) => Some(say(
            "The attached file removes the days from your calendar.",
            "El archivo adjunto quita los días de su calendario.",
        )),
    };
    let paragraph = if news == TimeOffNews::Entered {
        say("Here's what was entered:", "Esto es lo que se registró:")
    } else if news == TimeOffNews::RevisedForYou {
        say("Here's how it looks now:", "Así queda ahora:")
    } else if is_for_employee {
        say("Here's what happened with your request:", "Este es el resultado de su solicitud:")
    } else if news == TimeOffNews::Taken {
        say("There's nothing for you to decide:", "Usted no tiene que decidir nada:")
    } else if news == TimeOffNews::Waits {
        say("This request has been waiting for several days:", "Esta solicitud lleva varios días esperando:")
    } else {
        say("Here's the request:", "Esta es la solicitud:")
    };
    MailPage {
        paragraphs: vec![paragraph.to_owned()],
        facts: lines,
        closing: waits.into_iter().chain(in_calendar).collect(),
        ..about_time_off(language, subject, first_name, link)
    }
}

pub(super) fn delegation(
    language: Language,
    first_name: &str,
    news: DelegationNews,
    (manager, (first, last)): (&str, (Day, Day)),
    link: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let manager = cleaned(manager);
    let (subject, told) = match (news, language) {
        (DelegationNews::Given, Language::English) => (
            format!("You're covering time-off approvals for {manager}"),
            format!(
                "On these days you can also decide requests from {manager}'s employees. No one decides their own requests."
            ),
        ),
        (DelegationNews::Given, Language::Spanish) => (
            format!("Usted decide por {manager} sobre el tiempo libre"),
            format!(
                "En estos días usted también puede decidir sobre las solicitudes de los empleados de {manager}. Nadie decide sobre sus propias solicitudes."
            ),
        ),
        (DelegationNews::Ended, Language::English) => (
            format!("You're no longer covering time-off approvals for {manager}"),
            format!("{manager} is deciding their own employees' requests again on these days:"),
        ),
        (DelegationNews::Ended, Language::Spanish) => (
            format!("Usted ya no decide por {manager} sobre el tiempo libre"),
            format!("{manager} vuelve a decidir sobre las solicitudes de sus empleados en estos días:"),
        ),
    };
    MailPage {
        paragraphs: vec![told],
        facts: vec![
            (say("Covering for", "En lugar de"), manager),
            (say("Days", "Días"), days(language, first, last)),
        ],
        ..about_time_off(language, subject, first_name, link)
    }
}

fn about_time_off(language: Language, subject: String, first_name: &str, link: &str) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    MailPage {
        button: Some((say("Open in the portal", "Abrir en el portal"), cleaned(link))),
        foot: say(
            "Atrium sent you this message about time off. We don't read replies.",
            "Atrium le envió este mensaje sobre tiempo libre. No leemos las respuestas.",
        ),
        ..page(language, subject, first_name)
    }
}

fn for_employee(news: TimeOffNews) -> (&'static str, &'static str) {
    match news {
        TimeOffNews::Approved => ("Your time off was approved", "Se aprobó su tiempo libre"),
        TimeOffNews::Partly => {
            ("Some of your days off were approved", "Se aprobaron algunos de sus días libres")
        }
        TimeOffNews::Denied => ("Your time off was not approved", "No se aprobó su tiempo libre"),
        TimeOffNews::HalfApproved => (
            "Your time off got the first of two approvals",
            "Su tiempo libre recibió la primera de dos aprobaciones",
        ),
        TimeOffNews::Undone => (
            "Your time-off request is waiting again",
            "Su solicitud de tiempo libre vuelve a estar en espera",
        ),
        TimeOffNews::Entered => ("Time off was entered for you", "Se registró tiempo libre para usted"),
        TimeOffNews::RevisedForYou => ("Your time off was changed", "Se cambió su tiempo libre"),
        _ => ("Your time off was withdrawn", "Se retiró su tiempo libre"),
    }
}

/// The way people write days: Nov 16, 2026, or a range.
fn days(language: Language, first: Day, last: Day) -> String {
    if first == last {
        first.in_words(language)
    } else {
        format!("{} – {}", first.in_words(language), last.in_words(language))
    }
}

/// Consecutive days as one range.
fn runs(language: Language, all: &[Day]) -> String {
    let mut runs: Vec<(Day, Day)> = vec![];
    for day in all {
        match runs.last_mut() {
            Some((_, last)) if last.plus_days(1) == *day => *last = *day,
            _ => runs.push((*day, *day)),
        }
    }
    runs.into_iter().map(|(first, last)| days(language, first, last)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::amount::Amount;

    fn facts() -> TimeOffFacts {
        TimeOffFacts {
            employee: "Ana\r\nBcc: x@example.com Morales".into(),
            type_name: "Vacation".into(),
            first_day: Day(jiff::civil::date(2026, 12, 7)),
            last_day: Day(jiff::civil::date(2026, 12, 9)),
            between: None,
            half: None,
            hours: Amount::from_cents(2400),
            approved: (vec![], Amount::ZERO),
            has_calendar_file: false,
            answer: "Enjoy!".into(),
            by: Some("Marcus Bell".into()),
        }
    }

    #[test]
    fn every_news_has_a_subject_of_its_own_in_both_languages() {
        let all = [
            TimeOffNews::Asked,
            TimeOffNews::Taken,
            TimeOffNews::Revised,
            TimeOffNews::Withdrawn,
            TimeOffNews::Waits,
            TimeOffNews::SecondNeeded,
            TimeOffNews::Approved,
            TimeOffNews::Partly,
            TimeOffNews::Denied,
            TimeOffNews::HalfApproved,
            TimeOffNews::Undone,
            TimeOffNews::Entered,
            TimeOffNews::RevisedForYou,
            TimeOffNews::WithdrawnForYou,
        ];
        let mut subjects = std::collections::BTreeSet::new();
        for each in all {
            for language in [Language::English, Language::Spanish] {
                let page = news(language, "Marcus", each, &facts(), "https://x/time");
                assert!(!page.subject.contains(['\r', '\n']), "{}", page.subject);
                assert!(page.text().contains("https://x/time"));
                assert!(subjects.insert(page.subject.clone()), "{}", page.subject);
            }
        }
    }

    #[test]
    fn days_and_answers_stand_in_the_letter_and_an_answer_is_for_the_employee_alone() {
        let english = news(Language::English, "Ana", TimeOffNews::Approved, &facts(), "https://x").text();
        assert!(english.contains("Days: Dec 7, 2026 – Dec 9, 2026"), "{english}");
        assert!(english.contains("Note: Enjoy!") && english.contains("By: Marcus Bell"));
        let spanish = news(Language::Spanish, "Ana", TimeOffNews::Approved, &facts(), "https://x").text();
        assert!(spanish.contains("Días: 7 dic 2026 – 9 dic 2026"), "{spanish}");
        for to_deciders in [TimeOffNews::Revised, TimeOffNews::SecondNeeded] {
            let asked = news(Language::English, "Marcus", to_deciders, &facts(), "https://x").text();
            assert!(!asked.contains("Enjoy!"), "{asked}");
        }
    }

    #[test]
    fn who_stands_in_reads_for_whom_and_when() {
        let days = (Day(jiff::civil::date(2026, 12, 7)), Day(jiff::civil::date(2026, 12, 9)));
        let said = |language, news, manager, link| delegation(language, "Dana", news, (manager, days), link);
        let english = said(Language::English, DelegationNews::Given, "Marcus\nBell", "https://x/q");
        assert_eq!(english.subject, "You're covering time-off approvals for MarcusBell");
        let spanish = said(Language::Spanish, DelegationNews::Given, "Bell", "x").text();
        let text = english.text();
        assert!(text.contains("Days: Dec 7, 2026 – Dec 9, 2026") && text.contains("https://x/q"), "{text}");
        assert!(
            spanish.contains("En lugar de: Bell") && spanish.contains("Días: 7 dic 2026 – 9 dic 2026"),
            "{spanish}"
        );
        let ended = said(Language::English, DelegationNews::Ended, "Bell", "x");
        assert_eq!(ended.subject, "You're no longer covering time-off approvals for Bell");
        assert!(ended.text().contains("Bell is deciding"), "{}", ended.text());
    }

    #[test]
    fn part_of_a_day_says_from_when_to_when() {
        let day = Day(jiff::civil::date(2026, 12, 7));
        let part = |start, end| TimeOffFacts { last_day: day, between: Some((start, end)), ..facts() };
        let said = |language, facts| news(language, "Ana", TimeOffNews::Asked, &facts, "https://x").text();
        let english = said(Language::English, part(9 * 60 + 5, 12 * 60 + 30));
        assert!(english.contains("Time: 9:05 AM – 12:30 PM"), "{english}");
        let spanish = said(Language::Spanish, part(0, 24 * 60));
        assert!(spanish.contains("Horario: 12:00 a.m. – 12:00 a.m."), "{spanish}");
        assert!(!said(Language::English, facts()).contains("Time:"));
        let half = TimeOffFacts { half: Some(("First half", "Primera mitad")), ..part(0, 1) };
        let half = TimeOffFacts { between: None, ..half };
        assert!(said(Language::Spanish, half).contains("Horario: Primera mitad"));
        let days = TimeOffFacts { between: Some((540, 600)), ..facts() };
        let each = said(Language::English, days);
        assert!(each.contains("Time each day: 9:00 AM – 10:00 AM"), "{each}");
    }

    #[test]
    fn what_was_approved_in_part_is_named_and_a_file_is_spoken_of_only_where_there_is_one() {
        let day = |d| Day(jiff::civil::date(2026, 12, d));
        let approved = (vec![day(7), day(8), day(10)], Amount::from_cents(2400));
        let partly = TimeOffFacts {
            hours: Amount::from_cents(3200),
            last_day: day(10),
            approved,
            has_calendar_file: true,
            ..facts()
        };
        let text = news(Language::English, "Ana", TimeOffNews::Partly, &partly, "https://x").text();
        assert!(text.contains("Hours: 32.00"), "{text}");
        assert!(text.contains("Approved days: Dec 7, 2026 – Dec 8, 2026; Dec 10, 2026"), "{text}");
        assert!(text.contains("Approved hours: 24.00") && text.contains("attached file"), "{text}");
        let entered = news(Language::English, "Ana", TimeOffNews::Entered, &facts(), "https://x").text();
        assert!(!entered.contains("attached file"), "{entered}");
        let gone = TimeOffFacts { has_calendar_file: true, ..facts() };
        let withdrawn =
            news(Language::Spanish, "Ana", TimeOffNews::WithdrawnForYou, &gone, "https://x").text();
        assert!(withdrawn.contains("El archivo adjunto quita los días de su calendario."), "{withdrawn}");
    }
}
