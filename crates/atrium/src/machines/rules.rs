//! What an administrator may say about a machine client. No clock, no database.

use crate::shared::client_auth::{AuthMethod, KeysFault, check_keys};
use crate::shared::machine_right::ALL;
use crate::shared::refusal::refusals;

refusals! {
    pub enum MachineRefusal {
        Required(field) = "REQUIRED": "This is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        Exists = "MACHINE_EXISTS" at "name": "This tenant already has a machine client with this name.",
        NoScope = "MACHINE_SCOPES_MISSING" at "scopes": "Choose at least one right.",
        UnknownScope = "MACHINE_SCOPE" at "scopes": "We don't know this right. Choose from the list in the console.",
        AdminAlone = "MACHINE_ADMIN_ALONE" at "scopes":
            "The right scim.admin widens the right scim, so it needs that one too.",
        OpensPay = "MACHINE_OPENS_PAY" at "scopes":
            "These rights lead to pay. Only someone who does the whole tenant's payroll can give them, or an operator.",
        UnknownAuth = "MACHINE_AUTH" at "auth": "A machine client proves itself with a secret or with a key.",
        AuthStays = "MACHINE_AUTH_STAYS" at "auth":
            "How it proves itself can't change. Add another machine client and revoke this one.",
        KeysInvalid = "MACHINE_KEYS" at "jwks":
            "Paste its public keys as a JSON Web Key Set: {\"keys\": [ … ]}, 1 to 10 keys for signing.",
        KeysPrivate = "MACHINE_KEYS_PRIVATE" at "jwks":
            "This contains a private key. Make a new key pair and paste only its public part.",
        Limit = "MACHINE_LIMIT" at "requestsPerMinute": "Enter a number from 1 to 6000.",
        NoSecret = "MACHINE_NO_SECRET": "This machine client doesn't have a secret.",
        Revoked = "MACHINE_REVOKED": "This machine client was revoked. Add another one.",
    }
}

const MAX_NAME_CHARS: usize = 100;
/// Ten per second, and enough for a directory's first run.
const USUAL_REQUESTS_PER_MINUTE: i64 = 600;
const MAX_REQUESTS_PER_MINUTE: i64 = 6000;

pub(super) fn name(given: &str) -> Result<String, MachineRefusal> {
    let kept: String = given.trim().chars().filter(|c| !c.is_control()).collect();
    match kept.chars().count() {
        0 => Err(MachineRefusal::Required("name")),
        1..=MAX_NAME_CHARS => Ok(kept),
        _ => Err(MachineRefusal::TooLong("name")),
    }
}

/// In the order of the list, each once.
pub(super) fn scopes(given: &[String]) -> Result<Vec<&'static str>, MachineRefusal> {
    if given.iter().any(|scope| !ALL.contains(&scope.as_str())) {
        return Err(MachineRefusal::UnknownScope);
    }
    let chosen: Vec<&'static str> =
        ALL.iter().copied().filter(|scope| given.iter().any(|given| given == scope)).collect();
    if chosen.is_empty() {
        return Err(MachineRefusal::NoScope);
    }
    if chosen.contains(&"scim.admin") && !chosen.contains(&"scim") {
        return Err(MachineRefusal::AdminAlone);
    }
    Ok(chosen)
}

pub(super) fn auth(given: &str) -> Result<AuthMethod, MachineRefusal> {
    AuthMethod::parse(given).ok_or(MachineRefusal::UnknownAuth)
}

/// `is_change`: it has keys already, which stay if none are given.
pub(super) fn new_keys(auth: &str, jwks: &str, is_change: bool) -> Result<Option<String>, MachineRefusal> {
    match (AuthMethod::parse(auth), jwks.trim()) {
        (Some(AuthMethod::Key), "") if is_change => Ok(None),
        (Some(AuthMethod::Key), "") => Err(MachineRefusal::Required("jwks")),
        (Some(AuthMethod::Key), given) => check_keys(given).map(Some).map_err(|fault| match fault {
            KeysFault::TooLong => MachineRefusal::TooLong("jwks"),
            KeysFault::Invalid => MachineRefusal::KeysInvalid,
            KeysFault::Private => MachineRefusal::KeysPrivate,
        }),
        _ => Ok(None),
    }
}

pub(super) fn requests_per_minute(given: Option<i64>) -> Result<i64, MachineRefusal> {
    let limit = given.unwrap_or(USUAL_REQUESTS_PER_MINUTE);
    match (1..=MAX_REQUESTS_PER_MINUTE).contains(&limit) {
        true => Ok(limit),
        false => Err(MachineRefusal::Limit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_known_rights_each_once_and_in_one_order() {
        let check = |given: &[&str]| scopes(&given.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
        assert_eq!(check(&["scim", "people.read", "scim"]), Ok(vec!["people.read", "scim"]));
        assert_eq!(check(&["scim.admin", "scim"]), Ok(vec!["scim", "scim.admin"]));
        assert_eq!(check(&[]), Err(MachineRefusal::NoScope));
        assert_eq!(check(&["scim.admin"]), Err(MachineRefusal::AdminAlone));
        assert_eq!(check(&["people"]), Err(MachineRefusal::UnknownScope));
    }

    #[test]
    fn a_key_is_asked_for_once() {
        assert_eq!(new_keys("key", " ", false), Err(MachineRefusal::Required("jwks")));
        assert_eq!(new_keys("key", "", true), Ok(None));
        assert_eq!(new_keys("key", "{}", true), Err(MachineRefusal::KeysInvalid));
        assert_eq!(new_keys("secret", "", false), Ok(None));
    }

    #[test]
    fn the_limit_is_between_1_and_6000() {
        assert_eq!(requests_per_minute(None), Ok(600));
        for (limit, fits) in [(0, false), (1, true), (6000, true), (6001, false)] {
            assert_eq!(requests_per_minute(Some(limit)).is_ok(), fits, "{limit}");
        }
    }
}
