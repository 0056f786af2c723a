//! The text of change request notices, in English and Spanish.

use super::RequestAbout;
use super::words::{MailPage, cleaned, page};
use crate::shared::language::Language;

/// To the people who decide. What would change stays in the portal.
pub(super) fn asked(
    language: Language,
    first_name: &str,
    about: RequestAbout,
    employee: &str,
    link: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let name = cleaned(employee);
    let (asks, told) = match about {
        RequestAbout::Deposits => (
            say(" requested a direct deposit change", " solicitó un cambio de depósito directo"),
            say(
                "Before you approve it, make sure the request really comes from your employee. New accounts are a common target of payroll fraud.",
                "Antes de aprobarla, confirme que la solicitud sea realmente de su empleado. Las cuentas nuevas son un blanco común del fraude de nómina.",
            ),
        ),
        RequestAbout::Profile => (
            say(" requested a profile change", " solicitó un cambio en su perfil"),
            say("Nothing changes until you decide.", "Nada cambia hasta que usted decida."),
        ),
        RequestAbout::TaxForms => (
            say(" signed a tax form", " firmó un formulario de impuestos"),
            say(
                "Withholding stays the same until you decide.",
                "La retención no cambia hasta que usted decida.",
            ),
        ),
    };
    MailPage {
        paragraphs: vec![format!("{name}{asks}. {told}")],
        button: Some((say("Review the request", "Revisar la solicitud"), cleaned(link))),
        ..page(language, format!("{name}{asks}"), first_name)
    }
}

pub(super) fn decided(
    language: Language,
    first_name: &str,
    about: RequestAbout,
    is_approved: bool,
    note: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let (subject, told) = match (about, is_approved) {
        (RequestAbout::Deposits, true) => (
            say("Your direct deposit change was approved", "Se aprobó su cambio de depósito directo"),
            say(
                "Your change to the accounts your pay goes to was approved.",
                "Se aprobó el cambio de las cuentas a las que va su pago.",
            ),
        ),
        (RequestAbout::Deposits, false) => (
            say("Your direct deposit change was denied", "Se rechazó su cambio de depósito directo"),
            say(
                "Your change to the accounts your pay goes to was denied. Your accounts stay the same.",
                "Se rechazó el cambio de las cuentas a las que va su pago. Sus cuentas no cambian.",
            ),
        ),
        (RequestAbout::Profile, true) => (
            say("Your profile change was approved", "Se aprobó el cambio de su perfil"),
            say("Your profile change was approved.", "Se aprobó el cambio de su perfil."),
        ),
        (RequestAbout::Profile, false) => (
            say("Your profile change was denied", "Se rechazó el cambio de su perfil"),
            say(
                "Your profile change was denied. Your profile stays the same.",
                "Se rechazó el cambio de su perfil. Su perfil no cambia.",
            ),
        ),
        (RequestAbout::TaxForms, true) => (
            say("Your tax form was approved", "Se aprobó su formulario de impuestos"),
            say(
                "The tax form you signed was approved. It takes effect with your next pay.",
                "Se aprobó el formulario de impuestos que firmó. Se aplicará a partir de su próximo pago.",
            ),
        ),
        (RequestAbout::TaxForms, false) => (
            say("Your tax form was denied", "Se rechazó su formulario de impuestos"),
            say(
                "The tax form you signed was denied. Your withholding stays the same.",
                "Se rechazó el formulario de impuestos que firmó. Su retención no cambia.",
            ),
        ),
    };
    let note = cleaned(note);
    MailPage {
        paragraphs: vec![told.to_owned()],
        facts: if note.is_empty() { vec![] } else { vec![(say("Note", "Nota"), note)] },
        closing: vec![say(
            "You can see the details in the portal, where you made the request.",
            "Puede ver los detalles en el portal, donde hizo la solicitud.",
        )],
        ..page(language, subject.to_owned(), first_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_has_words_of_its_own_in_both_languages_and_leads_to_its_queue() {
        let mut seen = std::collections::BTreeSet::new();
        for language in [Language::English, Language::Spanish] {
            for about in [RequestAbout::Deposits, RequestAbout::Profile, RequestAbout::TaxForms] {
                let page = asked(language, "Marcus", about, "Ana\nMorales", "https://x/q");
                assert!(page.subject.starts_with("AnaMorales"), "{}", page.subject);
                assert!(page.text().contains("https://x/q"), "{}", page.text());
                assert!(seen.insert(page.subject.clone()), "{}", page.subject);
            }
        }
    }

    #[test]
    fn every_decision_has_words_of_its_own_in_both_languages_and_carries_the_note() {
        let mut seen = std::collections::BTreeSet::new();
        for language in [Language::English, Language::Spanish] {
            for (about, is_approved) in [
                (RequestAbout::Deposits, true),
                (RequestAbout::Deposits, false),
                (RequestAbout::Profile, true),
                (RequestAbout::Profile, false),
                (RequestAbout::TaxForms, true),
                (RequestAbout::TaxForms, false),
            ] {
                let page = decided(language, "Ana", about, is_approved, "Please call.");
                assert!(page.text().contains("Please call."), "{}", page.text());
                assert!(seen.insert(page.subject.clone()), "{}", page.subject);
            }
        }
        assert!(!decided(Language::English, "Ana", RequestAbout::Profile, true, "").text().contains("Note"));
    }
}
