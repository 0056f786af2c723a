//! The notice people get when an import changes the email address or phone number on their account.

use super::Replaced;
use super::words::{MailPage, cleaned, moment, page, told};
use crate::shared::language::Language;
use jiff::Timestamp;

type InBoth = (&'static str, &'static str);

fn sentence(what: Replaced) -> InBoth {
    match what {
        Replaced::Email => (
            "Your company changed the email address on your account.",
            "Su empresa cambió la dirección de correo electrónico de su cuenta.",
        ),
        Replaced::Phone => (
            "Your company changed the phone number on your account.",
            "Su empresa cambió el número de teléfono de su cuenta.",
        ),
        Replaced::PhoneAdded => (
            "Your company added a phone number to your account.",
            "Su empresa agregó un número de teléfono a su cuenta.",
        ),
        Replaced::PhoneRemoved => (
            "Your company removed the phone number from your account.",
            "Su empresa quitó el número de teléfono de su cuenta.",
        ),
    }
}

/// With the link that reverts it.
fn to_take_back(what: Replaced) -> InBoth {
    match what {
        Replaced::Email => (
            "If the new address is yours, you don't need to do anything. If it isn't, follow the link above: your account gets its old address back, all your sessions end and your password stops working.",
            "Si la dirección nueva es suya, no tiene que hacer nada. Si no lo es, siga el enlace de arriba: su cuenta recuperará la dirección anterior, se cerrarán todas sus sesiones y su contraseña dejará de funcionar.",
        ),
        Replaced::Phone => (
            "If the new number is yours, you don't need to do anything. If it isn't, follow the link above: your account gets its old number back, all your sessions end and your password stops working.",
            "Si el número nuevo es suyo, no tiene que hacer nada. Si no lo es, siga el enlace de arriba: su cuenta recuperará el número anterior, se cerrarán todas sus sesiones y su contraseña dejará de funcionar.",
        ),
        Replaced::PhoneAdded => (
            "If the number is yours, you don't need to do anything. If it isn't, follow the link above: we'll remove the number, all your sessions end and your password stops working.",
            "Si el número es suyo, no tiene que hacer nada. Si no lo es, siga el enlace de arriba: quitaremos el número, se cerrarán todas sus sesiones y su contraseña dejará de funcionar.",
        ),
        Replaced::PhoneRemoved => (
            "If you expected this, you don't need to do anything. If you didn't, follow the link above: your account gets its number back, all your sessions end and your password stops working.",
            "Si ya lo sabía, no tiene que hacer nada. Si no, siga el enlace de arriba: su cuenta recuperará el número, se cerrarán todas sus sesiones y su contraseña dejará de funcionar.",
        ),
    }
}

fn to_tell(what: Replaced) -> InBoth {
    match what {
        Replaced::Email => (
            "If the new address is yours, you don't need to do anything. If it isn't, tell your administrator right away.",
            "Si la dirección nueva es suya, no tiene que hacer nada. Si no lo es, avise de inmediato a su administrador.",
        ),
        Replaced::Phone | Replaced::PhoneAdded => (
            "If the new number is yours, you don't need to do anything. If it isn't, tell your administrator right away.",
            "Si el número nuevo es suyo, no tiene que hacer nada. Si no lo es, avise de inmediato a su administrador.",
        ),
        Replaced::PhoneRemoved => (
            "If you expected this, you don't need to do anything. If you didn't, tell your administrator right away.",
            "Si ya lo sabía, no tiene que hacer nada. Si no, avise de inmediato a su administrador.",
        ),
    }
}

pub(super) fn letter(
    language: Language,
    first_name: &str,
    what: Replaced,
    at: Timestamp,
    not_me: Option<&str>,
) -> MailPage {
    let closing = language.pick(if not_me.is_some() { to_take_back(what) } else { to_tell(what) });
    MailPage {
        closing: vec![closing],
        ..told(language, first_name, language.pick(sentence(what)), (at, ""), not_me)
    }
}

pub(super) fn text(language: Language, what: Replaced) -> String {
    format!("Atrium: {} {}", language.pick(sentence(what)), language.pick(to_tell(what)))
}

/// To administrators, who can give the account another address.
pub(super) fn address_lost(
    language: Language,
    first_name: &str,
    (owner, username): (&str, &str),
    at: Timestamp,
) -> MailPage {
    let say = |english, spanish| language.pick((english, spanish));
    let owner = cleaned(owner);
    let (subject, body) = match language {
        Language::English => (
            format!("{owner}'s account has no email address"),
            format!(
                "{owner}'s account was restored, but someone else at your organization uses its previous email address now. We left the account without an address, so it gets no mail and its password can't be reset."
            ),
        ),
        Language::Spanish => (
            format!("La cuenta de {owner} no tiene correo electrónico"),
            format!(
                "Se restableció la cuenta de {owner}, pero otra persona de su organización ya usa la dirección de correo que tenía. Dejamos la cuenta sin dirección: no recibe correos y no se puede restablecer su contraseña."
            ),
        ),
    };
    MailPage {
        paragraphs: vec![body],
        facts: vec![
            (say("Username", "Nombre de usuario"), cleaned(username)),
            (say("When", "Cuándo"), moment(language, at)),
        ],
        closing: vec![say(
            "Check who should have that address. Then enter an email address for this account in your company's records and invite its owner again.",
            "Verifique a quién le corresponde esa dirección. Luego registre un correo electrónico para esta cuenta en los datos de su empresa y vuelva a invitar a su titular.",
        )],
        ..page(language, subject, first_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::language::Language::{English, Spanish};

    #[test]
    fn each_change_is_told_in_both_languages_in_words_of_its_own() {
        let link = "https://portal.example.com/login/not-me?token=abc";
        let all = [Replaced::Email, Replaced::Phone, Replaced::PhoneAdded, Replaced::PhoneRemoved];
        let mut said = std::collections::BTreeSet::new();
        for what in all {
            for language in [English, Spanish] {
                let with = letter(language, "Ana", what, Timestamp::UNIX_EPOCH, Some(link)).text();
                let without = letter(language, "Ana", what, Timestamp::UNIX_EPOCH, None).text();
                assert!(with.contains(link) && !without.contains("http"));
                said.extend([with, without, text(language, what)]);
            }
        }
        assert_eq!(said.len(), all.len() * 2 * 3);
    }
}
