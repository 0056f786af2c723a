//! What people are told on their last day, and what administrators are told about reports a manager leaves behind.

use super::words::{MailPage, cleaned, page};
use crate::shared::day::Day;
use crate::shared::language::Language;

pub(super) fn ends(
    language: Language,
    first_name: &str,
    company: &str,
    (last_day, open_through): (Day, Day),
    link: &str,
) -> MailPage {
    let (company, last, until) =
        (cleaned(company), last_day.in_words(language), open_through.in_words(language));
    let (subject, body) = match language {
        Language::English => (
            format!("Keep your {company} pay stubs and tax forms"),
            format!(
                "{last} is your last day at {company}. You can still sign in and download your pay stubs, W-2s and signed tax forms until {until}."
            ),
        ),
        Language::Spanish => (
            format!("Conserve sus talones de pago y formularios de impuestos de {company}"),
            format!(
                "{last} es su último día en {company}. Podrá seguir iniciando sesión para descargar sus talones de pago, formularios W-2 y formularios de impuestos firmados hasta el {until}."
            ),
        ),
    };
    let closing = language.pick((
        "Your work address may stop working soon. Sign in now, open Account settings and change your email address to a personal one. Your username and password stay the same.",
        "Es posible que su correo del trabajo deje de funcionar pronto. Inicie sesión ahora, abra la configuración de su cuenta y cambie su correo electrónico por uno personal. Su nombre de usuario y su contraseña no cambian.",
    ));
    let button = language.pick(("Open account settings", "Abrir la configuración de la cuenta"));
    MailPage {
        paragraphs: vec![body],
        button: Some((button, link.to_owned())),
        closing: vec![closing],
        ..page(language, subject, first_name)
    }
}

pub(super) fn left_behind(
    language: Language,
    first_name: &str,
    (manager, company): (&str, &str),
    (reports, requests): (i64, i64),
    link: &str,
) -> MailPage {
    let (manager, company) = (cleaned(manager), cleaned(company));
    let (subject, body) = match language {
        Language::English => (
            format!("{manager}'s reports need a manager"),
            format!(
                "{manager} no longer works at {company}. Employees without a manager: {reports}. Requests with no one to decide them: {requests}."
            ),
        ),
        Language::Spanish => (
            format!("El equipo de {manager} necesita gerente"),
            format!(
                "{manager} ya no trabaja en {company}. Empleados sin gerente: {reports}. Solicitudes que nadie puede decidir: {requests}."
            ),
        ),
    };
    let button = language.pick(("Choose their managers", "Elegir a sus gerentes"));
    MailPage {
        paragraphs: vec![body],
        button: Some((button, link.to_owned())),
        ..page(language, subject, first_name)
    }
}
