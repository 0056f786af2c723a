//! The text of time clock notices, in English and Spanish.

use super::words::{MailPage, cleaned, page, time_in_words};
use super::{CorrectionFacts, CorrectionNews};
use crate::shared::day::Day;
use crate::shared::language::Language;

pub(super) fn news(
    language: Language,
    first_name: &str,
    news: CorrectionNews,
    facts: &CorrectionFacts,
    link: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let name = cleaned(&facts.employee);
    let subject = match (news, language) {
        (CorrectionNews::Asked, Language::English) => format!("{name} requested a punch correction"),
        (CorrectionNews::Asked, Language::Spanish) => format!("{name} solicitó corregir una marca"),
        (CorrectionNews::Approved, _) => {
            say("Your correction was approved", "Se aprobó su corrección").to_owned()
        }
        (CorrectionNews::Denied, _) => {
            say("Your correction was not approved", "No se aprobó su corrección").to_owned()
        }
    };
    let time = time_in_words(language, i64::from(facts.at.hour()) * 60 + i64::from(facts.at.minute()));
    let mut lines = vec![
        (say("Punch", "Marca"), say(facts.punch.0, facts.punch.1).to_owned()),
        (say("When", "Cuándo"), format!("{}, {time}", Day(facts.at.date()).in_words(language))),
    ];
    if news != CorrectionNews::Asked {
        lines.extend(facts.decided_by.iter().map(|by| (say("By", "Por"), cleaned(by))));
        if !facts.answer.is_empty() {
            lines.push((say("Note", "Nota"), cleaned(&facts.answer)));
        }
    }
    MailPage {
        paragraphs: vec![say("Here's the correction:", "Esta es la corrección:").to_owned()],
        facts: lines,
        button: Some((say("Open in the portal", "Abrir en el portal"), cleaned(link))),
        foot: say(
            "Atrium sent you this message about the time clock. We don't read replies.",
            "Atrium le envió este mensaje sobre el reloj de asistencia. No leemos las respuestas.",
        ),
        ..page(language, subject, first_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_says_what_was_punched_and_when_on_the_wall() {
        let facts = CorrectionFacts {
            employee: "Hugo\nBecker".into(),
            punch: ("Out", "Salida"),
            at: jiff::civil::date(2026, 11, 12).at(15, 30, 0, 0),
            answer: "Thanks".into(),
            decided_by: Some("Mina Yoon".into()),
        };
        let asked = news(Language::English, "Mina", CorrectionNews::Asked, &facts, "https://x/clock");
        assert_eq!(asked.subject, "HugoBecker requested a punch correction");
        assert!(asked.text().contains("When: Nov 12, 2026, 3:30 PM") && !asked.text().contains("Thanks"));
        let told =
            news(Language::Spanish, "Hugo", CorrectionNews::Approved, &facts, "https://x/clock").text();
        assert!(told.contains("Marca: Salida") && told.contains("Nota: Thanks"), "{told}");
        assert!(told.contains(", 3:30 p.m."), "{told}");
    }
}
