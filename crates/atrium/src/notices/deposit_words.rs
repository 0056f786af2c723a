//! The words of notices about deposits, in English and Spanish.

use super::words::{Page, cleaned, moment, page};
use super::{DepositEvent, DepositLine};
use crate::shared::language::Language;
use jiff::Timestamp;

pub(super) fn asked(
    language: Language,
    first_name: &str,
    lines: &[DepositLine],
    (at, address): (Timestamp, &str),
    not_me: &str,
) -> Page {
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
    Page {
        paragraphs: vec![
            say(
                "Somebody, most likely you, asked to change the accounts your pay goes to:",
                "Alguien, probablemente usted, pidió cambiar las cuentas a las que va su pago:",
            )
            .to_owned(),
        ],
        facts,
        button: Some((say("This was not me", "No fui yo"), cleaned(not_me))),
        closing: vec![
            say(
                "If this was you, there is nothing to do. If it was not, follow the link above: the change is frozen at once, and nothing more can be changed until payroll has reviewed it.",
                "Si fue usted, no tiene que hacer nada. Si no fue usted, siga el enlace de arriba: el cambio se congela de inmediato y no se puede cambiar nada más hasta que nómina lo revise.",
            ),
            say(
                "This message is always sent to all your addresses and cannot be turned off.",
                "Este mensaje se envía siempre a todas sus direcciones y no se puede desactivar.",
            ),
        ],
        ..page(language, subject.to_owned(), first_name)
    }
}

pub(super) fn frozen(language: Language, first_name: &str, at: Timestamp) -> Page {
    let say = |english, spanish| language.pick((english, spanish));
    let subject = say("The change to your accounts is frozen", "Se congeló el cambio en sus cuentas");
    Page {
        paragraphs: vec![
            say(
                "Somebody used the link in our notice to say that you did not make a change to the accounts your pay goes to. The change is frozen: no money goes to the accounts it is about, and nothing can be changed until payroll has reviewed it.",
                "Con el enlace de nuestro aviso, alguien indicó que usted no hizo un cambio en las cuentas a las que va su pago. El cambio está congelado: no se envía dinero a las cuentas de ese cambio y no se puede cambiar nada hasta que nómina lo revise.",
            )
            .to_owned(),
        ],
        facts: vec![(say("When", "Cuándo"), moment(language, at))],
        closing: vec![say(
            "Change your password now, and talk to your payroll department.",
            "Cambie su contraseña ahora y hable con su departamento de nómina.",
        )],
        ..page(language, subject.to_owned(), first_name)
    }
}

/// To those who look after pay.
pub(super) fn frozen_alert(
    language: Language,
    first_name: &str,
    employee: &str,
    at: Timestamp,
    link: &str,
) -> Page {
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
    Page {
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
        "Atrium: a change to the accounts your pay goes to was requested. If this was not you, freeze it here:",
        "Atrium: se pidió un cambio en las cuentas a las que va su pago. Si no fue usted, congélelo aquí:",
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
