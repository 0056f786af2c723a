//! The text of every notice, in English and Spanish. Names and links arrive as is: control characters are stripped here,
//! and HTML is escaped where it is built.

use super::employment_words;
use super::{
    Changed, Letter, Text, clock_words, deposit_words, replaced_words, report_words, request_words,
    stub_words, time_off_words,
};
use crate::shared::language::Language::{self, English, Spanish};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A mail before it becomes text or HTML.
pub(super) struct MailPage {
    pub(super) language: &'static str,
    pub(super) subject: String,
    pub(super) greeting: String,
    pub(super) paragraphs: Vec<String>,
    /// What happened, line by line: a label and a value.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) button: Option<(&'static str, String)>,
    pub(super) closing: Vec<&'static str>,
    pub(super) foot: &'static str,
}

impl MailPage {
    pub(super) fn text(&self) -> String {
        let mut parts = vec![self.greeting.clone()];
        parts.extend(self.paragraphs.iter().cloned());
        if !self.facts.is_empty() {
            let lines: Vec<String> =
                self.facts.iter().map(|(label, value)| format!("{label}: {value}")).collect();
            parts.push(lines.join("\n"));
        }
        parts.extend(self.button.iter().map(|(label, link)| format!("{label}:\n{link}")));
        parts.extend(self.closing.iter().map(|line| (*line).to_owned()));
        parts.push(format!("--\n{}", self.foot));
        parts.join("\n\n") + "\n"
    }

    /// Behind the paragraphs, in bytes of the text: where a tenant's own would be.
    pub(super) fn text_room(&self) -> usize {
        let paragraphs = self.paragraphs.iter().map(|text| "\n\n".len() + text.len());
        self.greeting.len() + paragraphs.sum::<usize>()
    }
}

pub(super) fn letter(language: &str, letter: Letter<'_>) -> MailPage {
    let language = Language::of_person(language);
    match letter {
        Letter::Test { first_name } => test(language, first_name),
        Letter::PasswordReset { first_name, link } => reset(language, first_name, link),
        Letter::ConfirmEmail { first_name, link } => confirm_email(language, first_name, link),
        Letter::Welcome { first_name, username, tenant_name, link } => {
            welcome(language, first_name, (username, tenant_name), link)
        }
        Letter::SignInLink { first_name, link } => sign_in_link(language, first_name, link),
        Letter::Invitation { first_name, tenant_name, link } => {
            invitation(language, first_name, tenant_name, link)
        }
        Letter::Changed { first_name, changed, at, address, not_me } => {
            let page = told(language, first_name, sentence(language, changed), (at, address), not_me);
            if changed.is_by_administrator() { helped(language, page, not_me) } else { page }
        }
        Letter::Replaced { first_name, what, at, not_me } => {
            replaced_words::letter(language, first_name, what, at, not_me)
        }
        Letter::AddressLost { first_name, owner, username, at } => {
            replaced_words::address_lost(language, first_name, (owner, username), at)
        }
        Letter::EmploymentEnds { first_name, company, last_day, open_through, link } => {
            employment_words::ends(language, first_name, company, (last_day, open_through), link)
        }
        Letter::LeftBehind { first_name, manager, company, reports, requests, link } => {
            employment_words::left_behind(language, first_name, (manager, company), (reports, requests), link)
        }
        Letter::PayStubHere { first_name, company, pay_date, link } => {
            stub_words::here(language, first_name, (company, pay_date), link)
        }
        Letter::ReportHere { first_name, report, company, is_weekly, link } => {
            report_words::here(language, first_name, (report, company), is_weekly, link)
        }
        Letter::WrongFactors { first_name, at, address, not_me } => {
            let what = language.pick((
                "Someone entered several wrong codes for your account.",
                "Alguien ingresó varios códigos incorrectos para su cuenta.",
            ));
            told(language, first_name, what, (at, address), Some(not_me))
        }
        Letter::DepositAsked { first_name, lines, at, address, not_me } => {
            deposit_words::asked(language, first_name, lines, (at, address), not_me)
        }
        Letter::DepositFrozen { first_name, at } => deposit_words::frozen(language, first_name, at),
        Letter::DepositFrozenAlert { first_name, employee, at, link } => {
            deposit_words::frozen_alert(language, first_name, employee, at, link)
        }
        Letter::RequestAsked { first_name, about, employee, link } => {
            request_words::asked(language, first_name, about, employee, link)
        }
        Letter::RequestDecided { first_name, about, is_approved, note } => {
            request_words::decided(language, first_name, about, is_approved, note)
        }
        Letter::Correction { first_name, news, facts, link } => {
            clock_words::news(language, first_name, news, facts, link)
        }
        Letter::Delegation { first_name, news, manager, days, link } => {
            time_off_words::delegation(language, first_name, news, (manager, days), link)
        }
        Letter::TimeOff { first_name, news, facts, link } => {
            time_off_words::news(language, first_name, news, facts, link)
        }
    }
}

pub(super) fn text(language: &str, text: Text<'_>) -> String {
    let language = Language::of_person(language);
    match text {
        Text::Test => language
            .pick((
                "Atrium: this is a test. Text messages work.",
                "Atrium: esto es una prueba. Los mensajes de texto funcionan.",
            ))
            .to_owned(),
        Text::Code { code } => match language {
            English => {
                format!("Atrium: {code} is your code. It expires in 5 minutes. Don't share it with anyone.")
            }
            Spanish => format!("Atrium: {code} es su código. Vence en 5 minutos. No lo comparta."),
        },
        Text::Changed { changed } => {
            let what = sentence(language, changed);
            let help = language.pick((
                "If this wasn't you, tell your administrator right away.",
                "Si no fue usted, avise de inmediato a su administrador.",
            ));
            format!("Atrium: {what} {help}")
        }
        Text::Replaced { what } => replaced_words::text(language, what),
        Text::DepositAsked { not_me } => deposit_words::text(language, not_me),
    }
}

pub(super) fn page(language: Language, subject: String, first_name: &str) -> MailPage {
    let name = cleaned(first_name);
    MailPage {
        language: language.pick(("en", "es")),
        subject,
        greeting: match language {
            English => format!("Hello {name},"),
            Spanish => format!("Hola, {name}:"),
        },
        paragraphs: vec![],
        facts: vec![],
        button: None,
        closing: vec![],
        foot: language.pick((
            "Atrium sent you this message about your account. We don't read replies.",
            "Atrium le envió este mensaje sobre su cuenta. No leemos las respuestas.",
        )),
    }
}

fn reset(language: Language, first_name: &str, link: &str) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    MailPage {
        paragraphs: vec![
            say(
                "We got a request to reset your password. Choose a new one here:",
                "Recibimos una solicitud para restablecer su contraseña. Elija una nueva aquí:",
            )
            .to_owned(),
        ],
        button: Some((say("Choose a new password", "Elegir una contraseña nueva"), cleaned(link))),
        closing: vec![
            say(
                "The link works once and expires in 30 minutes.",
                "El enlace funciona una sola vez y vence en 30 minutos.",
            ),
            say(
                "If this wasn't you, you can ignore this message. Your password stays the same.",
                "Si no fue usted, puede ignorar este mensaje. Su contraseña no cambia.",
            ),
        ],
        ..page(language, say("Choose a new password", "Elija una contraseña nueva").to_owned(), first_name)
    }
}

fn confirm_email(language: Language, first_name: &str, link: &str) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    MailPage {
        paragraphs: vec![
            say(
                "Someone entered this address as the new email address for an Atrium account. Confirm it to start using it:",
                "Alguien ingresó esta dirección como el nuevo correo electrónico de una cuenta de Atrium. Confírmela para empezar a usarla:",
            )
            .to_owned(),
        ],
        button: Some((say("Confirm the address", "Confirmar la dirección"), cleaned(link))),
        closing: vec![
            say("The link works once and expires in 24 hours.", "El enlace funciona una sola vez y vence en 24 horas."),
            say(
                "If this wasn't you, you can ignore this message.",
                "Si no fue usted, puede ignorar este mensaje.",
            ),
        ],
        ..page(
            language,
            say("Confirm your email address", "Confirme su dirección de correo electrónico").to_owned(),
            first_name,
        )
    }
}

fn welcome(
    language: Language,
    first_name: &str,
    (username, tenant_name): (&str, &str),
    link: &str,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let tenant = cleaned(tenant_name);
    let body = match language {
        English => {
            format!("Your {tenant} account is ready. Find your pay, time off and documents in Atrium.")
        }
        Spanish => format!(
            "Su cuenta de {tenant} está lista. En Atrium encontrará su pago, su tiempo libre y sus documentos."
        ),
    };
    MailPage {
        paragraphs: vec![body],
        facts: vec![(say("Username", "Nombre de usuario"), cleaned(username))],
        button: Some((say("Go to Atrium", "Ir a Atrium"), cleaned(link))),
        closing: vec![say(
            "Tip: add a passkey or an authenticator app in your account settings to keep your account safe.",
            "Consejo: para proteger su cuenta, agregue una llave de acceso o una aplicación de autenticación en la configuración de su cuenta.",
        )],
        ..page(language, say("Welcome to Atrium", "Le damos la bienvenida a Atrium").to_owned(), first_name)
    }
}

fn test(language: Language, first_name: &str) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    MailPage {
        paragraphs: vec![
            say(
                "You sent this test from the health page. If you can read it, email works.",
                "Usted envió esta prueba desde la página de estado del sistema. Si puede leerla, el correo electrónico funciona.",
            )
            .to_owned(),
        ],
        ..page(language, say("Test message", "Mensaje de prueba").to_owned(), first_name)
    }
}

fn sign_in_link(language: Language, first_name: &str, link: &str) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    MailPage {
        paragraphs: vec![
            say(
                "You requested a link to sign in without a password:",
                "Usted solicitó un enlace para iniciar sesión sin contraseña:",
            )
            .to_owned(),
        ],
        button: Some((say("Sign in", "Iniciar sesión"), cleaned(link))),
        closing: vec![
            say(
                "The link works once and expires in 30 minutes. Don't share it: anyone who has it can sign in as you.",
                "El enlace funciona una sola vez y vence en 30 minutos. No lo comparta: quien lo tenga puede iniciar sesión en su nombre.",
            ),
            say(
                "If this wasn't you, you can ignore this message.",
                "Si no fue usted, puede ignorar este mensaje.",
            ),
        ],
        ..page(language, say("Your sign-in link", "Su enlace para iniciar sesión").to_owned(), first_name)
    }
}

fn invitation(language: Language, first_name: &str, tenant_name: &str, link: &str) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let tenant = cleaned(tenant_name);
    let (subject, body) = match language {
        English => (
            format!("{tenant} invites you to Atrium"),
            format!(
                "{tenant} set up an Atrium account for you, where you can find your pay, time off and documents. Choose a password to sign in for the first time:"
            ),
        ),
        Spanish => (
            format!("{tenant} le invita a Atrium"),
            format!(
                "{tenant} creó una cuenta para usted en Atrium, donde encontrará su pago, su tiempo libre y sus documentos. Elija una contraseña para iniciar sesión por primera vez:"
            ),
        ),
    };
    MailPage {
        paragraphs: vec![body],
        button: Some((say("Accept the invitation", "Aceptar la invitación"), cleaned(link))),
        closing: vec![say(
            "The link works once. If you didn't expect this invitation, you can ignore this message.",
            "El enlace funciona una sola vez. Si no esperaba esta invitación, puede ignorar este mensaje.",
        )],
        ..page(language, subject, first_name)
    }
}

pub(super) fn told(
    language: Language,
    first_name: &str,
    what: &str,
    (at, address): (Timestamp, &str),
    not_me: Option<&str>,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let mut facts = vec![(say("When", "Cuándo"), moment(language, at))];
    if !address.is_empty() {
        facts.push((say("IP address", "Dirección IP"), cleaned(address)));
    }
    let closing = match not_me {
        Some(_) => say(
            "If this was you, you don't need to do anything. If it wasn't, follow the link above: it ends all your sessions, and your password stops working.",
            "Si fue usted, no tiene que hacer nada. Si no fue usted, siga el enlace de arriba: se cerrarán todas sus sesiones y su contraseña dejará de funcionar.",
        ),
        None => say(
            "If this was you, you don't need to do anything. If it wasn't, tell your administrator right away.",
            "Si fue usted, no tiene que hacer nada. Si no fue usted, avise de inmediato a su administrador.",
        ),
    };
    let subject = what.split_once(". ").map_or(what, |(first, _)| first).trim_end_matches('.');
    MailPage {
        paragraphs: vec![what.to_owned()],
        facts,
        button: not_me.map(|link| (say("This wasn't me", "No fui yo"), cleaned(link))),
        closing: vec![closing],
        ..page(language, subject.to_owned(), first_name)
    }
}

/// The reader didn't do it, but probably asked for it.
fn helped(language: Language, page: MailPage, not_me: Option<&str>) -> MailPage {
    let closing = match not_me {
        Some(_) => (
            "If you asked for this, you don't need to do anything. If you didn't, follow the link above: it ends all your sessions, and your password stops working.",
            "Si usted lo pidió, no tiene que hacer nada. Si no lo pidió, siga el enlace de arriba: se cerrarán todas sus sesiones y su contraseña dejará de funcionar.",
        ),
        None => (
            "If you didn't ask for this, talk to your administrator.",
            "Si usted no lo pidió, hable con su administrador.",
        ),
    };
    MailPage { closing: vec![language.pick(closing)], ..page }
}

fn sentence(language: Language, changed: Changed) -> &'static str {
    let (english, spanish) = match changed {
        Changed::Name => ("The name on your account was changed.", "Se cambió el nombre de su cuenta."),
        Changed::Password => ("Your password was changed.", "Se cambió su contraseña."),
        Changed::EmailAsked => (
            "A new email address was entered for your account. We'll use it once it's confirmed.",
            "Se ingresó una nueva dirección de correo electrónico para su cuenta. La usaremos cuando se confirme.",
        ),
        Changed::Email => {
            ("Your email address was changed.", "Se cambió su dirección de correo electrónico.")
        }
        Changed::Phone => ("Your phone number was changed.", "Se cambió su número de teléfono."),
        Changed::PhoneRemoved => (
            "Your phone number was removed from your account.",
            "Se quitó el número de teléfono de su cuenta.",
        ),
        Changed::PasskeyAdded => {
            ("A passkey was added to your account.", "Se agregó una llave de acceso a su cuenta.")
        }
        Changed::PasskeyRemoved => {
            ("A passkey was removed from your account.", "Se quitó una llave de acceso de su cuenta.")
        }
        Changed::TotpEnabled => (
            "An authenticator app was added to your account.",
            "Se agregó una aplicación de autenticación a su cuenta.",
        ),
        Changed::TotpDisabled => (
            "The authenticator app was removed from your account.",
            "Se quitó la aplicación de autenticación de su cuenta.",
        ),
        Changed::RecoveryCodes => (
            "New recovery codes were created for your account. The old ones no longer work.",
            "Se generaron códigos de recuperación nuevos para su cuenta. Los anteriores ya no funcionan.",
        ),
        Changed::IdentityLinked => (
            "A company sign-in was linked to your account.",
            "Se vinculó a su cuenta un inicio de sesión de empresa.",
        ),
        Changed::IdentityRemoved => (
            "A company sign-in was removed from your account.",
            "Se quitó de su cuenta un inicio de sesión de empresa.",
        ),
        Changed::CalendarLinkOpened => (
            "A calendar link was created for your account. Anyone who has it can read your calendar.",
            "Se creó un enlace de calendario para su cuenta. Quien lo tenga puede leer su calendario.",
        ),
        Changed::CalendarLinksRevoked => (
            "Your recent calendar links no longer work. Create new ones if you still need them.",
            "Sus enlaces de calendario recientes ya no funcionan. Si los necesita, cree otros nuevos.",
        ),
        Changed::AccountsMerged => ("Two of your accounts were merged.", "Se unieron dos cuentas suyas."),
        Changed::MergeUndone => {
            ("The merge of your accounts was undone.", "Se deshizo la unión de sus cuentas.")
        }
        Changed::MergeUndoneWithoutAddress => (
            "The merge of your accounts was undone. Someone else at your organization uses the other account's email address now, so that account has none. Ask your administrator for a new one.",
            "Se deshizo la unión de sus cuentas. Otra persona de su organización ya usa el correo electrónico de la otra cuenta, así que esa cuenta quedó sin dirección. Pídale una nueva a su administrador.",
        ),
        Changed::SessionsEnded => (
            "Your administrator signed you out. Sign in again to go on.",
            "Su administrador cerró sus sesiones. Inicie sesión de nuevo para continuar.",
        ),
        Changed::SignInReset => (
            "Your administrator removed ways to sign in to your account. You were signed out everywhere.",
            "Su administrador quitó métodos de inicio de sesión de su cuenta. Se cerraron todas sus sesiones.",
        ),
        Changed::Locked => (
            "Your administrator locked your account. You can't sign in until it's unlocked.",
            "Su administrador bloqueó su cuenta. No podrá iniciar sesión hasta que la desbloquee.",
        ),
        Changed::Unlocked => (
            "Your administrator unlocked your account. You can sign in again.",
            "Su administrador desbloqueó su cuenta. Ya puede iniciar sesión.",
        ),
        Changed::Username => {
            ("Your administrator changed your username.", "Su administrador cambió su nombre de usuario.")
        }
        Changed::TaxFormsElectronic => (
            "From now on, you'll get your tax forms electronically instead of on paper.",
            "De ahora en adelante recibirá sus formularios de impuestos en forma electrónica y no en papel.",
        ),
        Changed::TaxFormsOnPaper => (
            "Starting with the next one, you'll get your tax forms on paper again.",
            "A partir del próximo, volverá a recibir sus formularios de impuestos en papel.",
        ),
        Changed::TaxSetup => (
            "A tax form was signed in your name. The tax withheld from your pay may change.",
            "Se firmó un formulario de impuestos a su nombre. Es posible que cambie lo que se retiene de su pago.",
        ),
        Changed::TaxSetupAsked => (
            "A tax form was signed in your name. It takes effect once it's approved.",
            "Se firmó un formulario de impuestos a su nombre. Se aplicará cuando se apruebe.",
        ),
        Changed::NameOrAddressAsked => (
            "Someone requested a change to the name or address in your profile.",
            "Alguien solicitó un cambio del nombre o la dirección de su perfil.",
        ),
    };
    language.pick((english, spanish))
}

/// The moment in UTC, labeled as such: a notice doesn't know where its reader is.
pub(super) fn moment(language: Language, at: Timestamp) -> String {
    const MONTHS: [(&str, &str); 12] = [
        ("January", "enero"),
        ("February", "febrero"),
        ("March", "marzo"),
        ("April", "abril"),
        ("May", "mayo"),
        ("June", "junio"),
        ("July", "julio"),
        ("August", "agosto"),
        ("September", "septiembre"),
        ("October", "octubre"),
        ("November", "noviembre"),
        ("December", "diciembre"),
    ];
    let at = at.to_zoned(TimeZone::UTC);
    let (english, spanish) = MONTHS[usize::from(at.month().unsigned_abs()) - 1];
    let (day, year, hour, minute) = (at.day(), at.year(), at.hour(), at.minute());
    match language {
        English => format!("{english} {day}, {year}, {hour:02}:{minute:02} UTC"),
        Spanish => format!("{day} de {spanish} de {year}, {hour:02}:{minute:02} UTC"),
    }
}

/// The way people write a time of day: 3:30 PM. In minutes of the day, whose last is the next midnight.
pub(super) fn time_in_words(language: Language, minute: i64) -> String {
    let (hour, minute) = (minute / 60 % 24, minute % 60);
    let half = language.pick(if hour < 12 { ("AM", "a.m.") } else { ("PM", "p.m.") });
    format!("{}:{minute:02} {half}", if hour % 12 == 0 { 12 } else { hour % 12 })
}

/// One line: what people typed can't start another one, in a text or in a header.
pub(super) fn cleaned(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::day::Day;

    const AT: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn every_letter_is_written_in_both_languages() {
        let link = "https://portal.example.com/login/reset?token=abc";
        let letters = [
            Letter::Test { first_name: "Ana" },
            Letter::PasswordReset { first_name: "Ana", link },
            Letter::SignInLink { first_name: "Ana", link },
            Letter::ConfirmEmail { first_name: "Ana", link },
            Letter::Welcome { first_name: "Ana", username: "ana", tenant_name: "Cedar", link },
            Letter::Invitation { first_name: "Ana", tenant_name: "Cedar", link },
            Letter::Changed {
                first_name: "Ana",
                changed: Changed::Phone,
                at: AT,
                address: "::1",
                not_me: Some(link),
            },
            Letter::WrongFactors { first_name: "Ana", at: AT, address: "::1", not_me: link },
            Letter::AddressLost { first_name: "Ana", owner: link, username: "omar", at: AT },
            Letter::EmploymentEnds {
                first_name: "Ana",
                company: "Cedar",
                last_day: Day::FIRST,
                open_through: Day::LAST,
                link,
            },
            Letter::LeftBehind {
                first_name: "Ana",
                manager: "Omar",
                company: "Cedar",
                reports: 2,
                requests: 1,
                link,
            },
            Letter::PayStubHere {
                first_name: "Ana",
                company: "Cedar",
                pay_date: Day(jiff::civil::date(2026, 11, 13)),
                link,
            },
        ];
        for each in letters {
            let (english, spanish) = (letter("en", each), letter("es", each));
            assert_ne!(english.subject, spanish.subject);
            assert!(english.text().starts_with("Hello Ana,") && spanish.text().starts_with("Hola, Ana:"));
            let has_link = !matches!(each, Letter::Test { .. });
            assert_eq!([&english, &spanish].map(|mail| mail.text().contains(link)), [has_link; 2]);
        }
    }

    #[test]
    fn a_change_says_when_and_from_where() {
        let changed = |language| {
            letter(
                language,
                Letter::Changed {
                    first_name: "Ana",
                    changed: Changed::Password,
                    at: AT,
                    address: "192.0.2.7",
                    not_me: None,
                },
            )
            .text()
        };
        assert!(changed("en").contains("January 1, 1970, 00:00 UTC") && changed("en").contains("192.0.2.7"));
        assert!(changed("es").contains("1 de enero de 1970, 00:00 UTC"));
    }

    #[test]
    fn a_subject_is_the_first_sentence() {
        let (changed, at) = (Changed::TaxSetup, AT);
        let asked = Letter::Changed { first_name: "Ana", changed, at, address: "", not_me: None };
        assert_eq!(letter("en", asked).subject, "A tax form was signed in your name");
        assert_eq!(letter("es", asked).subject, "Se firmó un formulario de impuestos a su nombre");
    }

    #[test]
    fn a_name_is_one_line_wherever_it_stands() {
        let evil = "Cedar\r\nBcc: everybody@example.com\u{0}";
        let page =
            letter("en", Letter::Invitation { first_name: evil, tenant_name: evil, link: "https://x" });
        assert_eq!(page.subject, "CedarBcc: everybody@example.com invites you to Atrium");
        assert!(!page.text().contains("\nBcc"));
    }
}
