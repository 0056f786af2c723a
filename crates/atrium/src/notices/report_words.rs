//! That a scheduled report can be opened. It has no figures and names no one.

use super::words::{MailPage, cleaned, page};
use crate::shared::language::Language;

pub(super) fn here(
    language: Language,
    first_name: &str,
    (report, company): (&str, &str),
    is_weekly: bool,
    link: &str,
) -> MailPage {
    let company = cleaned(company);
    let subject = format!("{report}: {company}");
    let body = match (language, is_weekly) {
        (Language::English, true) => format!("Your weekly report for {company} is ready: {report}."),
        (Language::English, false) => format!("Your monthly report for {company} is ready: {report}."),
        (Language::Spanish, true) => format!("Su informe semanal de {company} está listo: {report}."),
        (Language::Spanish, false) => format!("Su informe mensual de {company} está listo: {report}."),
    };
    let scheduled = language.pick((
        "You get this mail because it was scheduled on the Reports page. You can pause or delete it there.",
        "Recibe este mensaje porque se programó en la página Informes. Allí puede pausarlo o eliminarlo.",
    ));
    MailPage {
        paragraphs: vec![body],
        button: Some((language.pick(("Open report", "Abrir el informe")), link.to_owned())),
        closing: vec![scheduled],
        ..page(language, subject, first_name)
    }
}
