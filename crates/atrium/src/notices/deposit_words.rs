//! The text of direct deposit notices, in English and Spanish.

use super::words::{MailPage, cleaned, moment, page};
use super::{DepositEvent, DepositLine};
use crate::shared::language::Language;
use jiff::Timestamp;

pub(super) fn asked(
    language: Language,
    first_name: &str,
    lines: &[DepositLine],
    (at, address): (Timestamp, &str),
    not_me: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let mut facts: Vec<(&'static str, String)> = lines
        .iter()
        .map(|line| {
            let what = match line.event {
                DepositEvent::Added => say("New account", "Cuenta nueva"),
                DepositEvent::Revised => say("Changed account", "Cuenta modificada"),
                DepositEvent::Ended => say("Account no longer used", "Cuenta que ya no se usará"),
            };
            let ending = say("ending in", "terminada en");
            (what, format!("{} {ending} {}", cleaned(&line.bank_name), cleaned(&line.last_four)))
        })
        .collect();
    facts.push((say("When", "Cuándo"), moment(language, at)));
    if !address.is_empty() {
        facts.push((say("IP address", "Dirección IP"), cleaned(address)));
    }
    let subject = say("Your direct deposit is being changed", "Se está cambiando su depósito directo");
    MailPage {
        paragraphs: vec![
            say(
                "We got a request to change the accounts your pay goes to:",
                "Recibimos una solicitud para cambiar las cuentas a las que va su pago:",
            )
            .to_owned(),
        ],
        facts,
        button: Some((say("This wasn't me", "No fui yo"), cleaned(not_me))),
        closing: vec![
            say(
                "If this was you, you don't need to do anything. If it wasn't, follow the link above: we'll freeze the change right away, and nothing else can be changed until payroll reviews it.",
                "Si fue usted, no tiene que hacer nada. Si no fue usted, siga el enlace de arriba: congelaremos el cambio de inmediato y no se podrá cambiar nada más hasta que nómina lo revise.",
            ),
            say(
                "We always send this message to all your addresses. You can't turn it off.",
                "Siempre enviamos este mensaje a todas sus direcciones. No se puede desactivar.",
            ),
        ],
        ..page(language, subject.to_owned(), first_name)
    }
}

pub(super) fn frozen(language: Language, first_name: &str, at: Timestamp) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let subject =
        say("The change to your direct deposit is frozen", "Se congeló el cambio de su depósito directo");
    MailPage {
        paragraphs: vec![
            say(
                "Someone used the link in our notice to say that you didn't change the accounts your pay goes to. We froze the change: no money goes to those accounts, and nothing can be changed until payroll reviews it.",
                "Alguien usó el enlace de nuestro aviso para indicar que usted no cambió las cuentas a las que va su pago. Congelamos el cambio: no se envía dinero a esas cuentas y no se puede cambiar nada hasta que nómina lo revise.",
            )
            .to_owned(),
        ],
        facts: vec![(say("When", "Cuándo"), moment(language, at))],
        closing: vec![say(
            "Change your password now and contact your payroll department.",
            "Cambie su contraseña ahora y comuníquese con su departamento de nómina.",
        )],
        ..page(language, subject.to_owned(), first_name)
    }
}

/// To the people who look after pay.
pub(super) fn frozen_alert(
    language: Language,
    first_name: &str,
    employee: &str,
    at: Timestamp,
    link: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let name = cleaned(employee);
    let subject = language.pick((
        format!("Possible payroll fraud: {name}'s direct deposit is frozen"),
        format!("Posible fraude de nómina: se congeló el depósito directo de {name}"),
    ));
    let told = language.pick((
        format!(
            "{name} says someone else changed the accounts their pay goes to. We froze the change: nothing is paid to those accounts, and {name} can't change deposits until someone reviews it."
        ),
        format!(
            "{name} indica que otra persona cambió las cuentas a las que va su pago. Congelamos el cambio: no se paga nada a esas cuentas y {name} no puede cambiar sus depósitos hasta que alguien lo revise."
        ),
    ));
    MailPage {
        paragraphs: vec![told],
        facts: vec![(say("Employee", "Empleado"), name), (say("When", "Cuándo"), moment(language, at))],
        button: Some((say("Review the request", "Revisar la solicitud"), cleaned(link))),
        closing: vec![say(
            "Call the employee at a number you already know before the next payroll, then deny the request.",
            "Antes de la próxima nómina, llame al empleado a un número que ya conozca y luego rechace la solicitud.",
        )],
        ..page(language, subject, first_name)
    }
}

pub(super) fn text(language: Language, not_me: &str) -> String {
    let words = language.pick((
        "Atrium: someone requested a change to the accounts your pay goes to. If this wasn't you, freeze it here:",
        "Atrium: alguien solicitó un cambio de las cuentas a las que va su pago. Si no fue usted, congele el cambio aquí:",
    ));
    format!("{words} {not_me}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_names_bank_and_last_four_and_how_to_stop_it_in_both_languages() {
        let line = DepositLine {
            event: DepositEvent::Added,
            bank_name: "Rose City\nBank".into(),
            last_four: "4417".into(),
        };
        let at = Timestamp::UNIX_EPOCH;
        let english = asked(
            Language::English,
            "Ana",
            std::slice::from_ref(&line),
            (at, "192.0.2.7"),
            "https://x/freeze",
        )
        .text();
        assert!(english.contains("New account: Rose CityBank ending in 4417"), "{english}");
        assert!(english.contains("https://x/freeze") && english.contains("192.0.2.7"));
        let spanish = asked(Language::Spanish, "Ana", &[line], (at, ""), "https://x/freeze").text();
        assert!(spanish.contains("Cuenta nueva: Rose CityBank terminada en 4417"), "{spanish}");
        assert_ne!(
            frozen(Language::English, "Ana", at).subject,
            frozen(Language::Spanish, "Ana", at).subject
        );
    }
}
