//! That a pay stub can be seen. It names the pay date and never an amount.

use super::words::{MailPage, cleaned, page};
use crate::shared::day::Day;
use crate::shared::language::Language;

pub(super) fn here(
    language: Language,
    first_name: &str,
    (company, pay_date): (&str, Day),
    link: &str,
) -> MailPage {
    let (company, day) = (cleaned(company), pay_date.in_words(language));
    let subject = language.pick(("Your pay stub is here", "Ya puede ver su talón de pago"));
    let body = match language {
        Language::English => format!("You can now see your {company} pay stub for {day}."),
        Language::Spanish => format!("Ya puede ver su talón de pago de {company} del {day}."),
    };
    MailPage {
        paragraphs: vec![body],
        button: Some((language.pick(("Open pay stub", "Abrir el talón de pago")), link.to_owned())),
        ..page(language, subject.to_owned(), first_name)
    }
}
