//! The words of notices about change requests, in English and Spanish.

use super::words::{Language, Page, cleaned, page};

pub(super) fn decided(
    language: Language,
    first_name: &str,
    is_about_deposits: bool,
    is_approved: bool,
    note: &str,
) -> Page {
    let say = |english, spanish| Language::pick(language, english, spanish);
    let (subject, told) = match (is_about_deposits, is_approved) {
        (true, true) => (
            say("Your direct deposit change was approved", "Se aprobó su cambio de depósito directo"),
            say(
                "The change of the accounts your pay goes to was approved.",
                "Se aprobó el cambio de las cuentas a las que va su pago.",
            ),
        ),
        (true, false) => (
            say("Your direct deposit change was denied", "Se rechazó su cambio de depósito directo"),
            say(
                "The change of the accounts your pay goes to was denied. They stay as they were.",
                "Se rechazó el cambio de las cuentas a las que va su pago. Quedan como estaban.",
            ),
        ),
        (false, true) => (
            say("Your profile change was approved", "Se aprobó el cambio de su perfil"),
            say("The change of your profile was approved.", "Se aprobó el cambio de su perfil."),
        ),
        (false, false) => (
            say("Your profile change was denied", "Se rechazó el cambio de su perfil"),
            say(
                "The change of your profile was denied. Your profile stays as it was.",
                "Se rechazó el cambio de su perfil. Su perfil queda como estaba.",
            ),
        ),
    };
    let note = cleaned(note);
    Page {
        paragraphs: vec![told.to_owned()],
        facts: if note.is_empty() { vec![] } else { vec![(say("Note", "Nota"), note)] },
        closing: vec![say(
            "You find the details in the portal, under your profile or your direct deposits.",
            "Encuentra los detalles en el portal, en su perfil o en sus depósitos directos.",
        )],
        ..page(language, subject.to_owned(), first_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_has_words_of_its_own_in_both_languages_and_carries_the_note() {
        let mut seen = std::collections::BTreeSet::new();
        for language in [Language::English, Language::Spanish] {
            for (is_about_deposits, is_approved) in
                [(true, true), (true, false), (false, true), (false, false)]
            {
                let page = decided(language, "Ana", is_about_deposits, is_approved, "Please call.");
                assert!(page.text().contains("Please call."), "{}", page.text());
                assert!(seen.insert(page.subject.clone()), "{}", page.subject);
            }
        }
        assert!(!decided(Language::English, "Ana", false, true, "").text().contains("Note"));
    }
}
