//! What an administrator may say about a host application. No clock, no database.

use crate::shared::client_auth::{AuthMethod, KeysFault, check_keys};
use crate::shared::refusal::refusals;
use url::{Host, Url};

refusals! {
    pub enum HostApplicationRefusal {
        Required(field) = "REQUIRED": "This is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        Exists = "APPLICATION_EXISTS" at "name": "This tenant already has an application with this name.",
        CodeExists = "APPLICATION_CODE_EXISTS" at "code":
            "This tenant already has an application with this code. Edit that one instead.",
        InvalidCode = "APPLICATION_CODE_INVALID" at "code":
            "A code has 2 to 20 characters: capital letters, digits and underscores, starting with a letter.",
        CodeStays = "APPLICATION_CODE_STAYS" at "code":
            "The code can't change: roles open the application by it. Remove it and add it again.",
        ClientIdInvalid = "CLIENT_ID_INVALID" at "clientId":
            "A client ID has 3 to 100 characters: letters, digits, hyphens, dots and underscores.",
        ClientIdTaken = "CLIENT_ID_TAKEN" at "clientId":
            "This client ID is in use. Choose another, or leave it blank to get one.",
        ClientIdStays = "CLIENT_ID_STAYS" at "clientId":
            "The client ID can't change once an application is connected. Remove it and add it again.",
        InvalidAddress = "APPLICATION_ADDRESS" at "targetUrl":
            "The address must begin with https:// and name a host. Only an application on this machine may use http://localhost.",
        InvalidPath = "INVALID_PATH" at "path": "A path must start with a single slash.",
        UnknownAuth = "APPLICATION_AUTH" at "auth": "An application proves itself with a secret or with a key.",
        NotHttps(field) = "REDIRECT_NOT_HTTPS":
            "This address must begin with https://. Only an application on this machine may use http://localhost.",
        Wildcard(field) = "REDIRECT_WILDCARD": "List each address in full: wildcards aren't supported.",
        Fragment(field) = "REDIRECT_FRAGMENT": "Leave out the # and everything after it.",
        InvalidRedirect(field) = "REDIRECT_INVALID":
            "This isn't a full address. Enter it exactly as the application sends it, such as https://payroll.example.com/callback.",
        TooManyAddresses(field) = "REDIRECTS_TOO_MANY": "An application can have at most 20 of these.",
        LogoutUri = "LOGOUT_URI_INVALID" at "logoutUri":
            "This address must be https:// and a public host, or a host in outbound_allowed_hosts, without a #.",
        UnknownClaim = "UNKNOWN_CLAIM" at "claims": "We don't know this claim. Choose from the list in the console.",
        KeysInvalid = "APPLICATION_KEYS" at "jwks":
            "Paste the application's public keys as a JSON Web Key Set: {\"keys\": [ … ]}, 1 to 10 keys for signing.",
        KeysPrivate = "APPLICATION_KEYS_PRIVATE" at "jwks":
            "This contains a private key. Make a new key pair and paste only its public part.",
        NoSecret = "APPLICATION_NO_SECRET": "This application doesn't have a secret.",
    }
}

const MAX_TEXT_CHARS: usize = 100;
const MAX_ADDRESS_CHARS: usize = 500;
const MAX_ADDRESSES: usize = 20;

/// What an application may learn about a person besides `sub`.
const CLAIMS: &[&str] = &[
    "name",
    "given_name",
    "family_name",
    "preferred_username",
    "email",
    "phone_number",
    "tenant",
    "companies",
    "roles",
];

/// How it will prove itself; with keys, which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClientProof {
    Secret,
    Key(String),
}

impl ClientProof {
    pub(super) fn method(&self) -> AuthMethod {
        match self {
            ClientProof::Secret => AuthMethod::Secret,
            ClientProof::Key(_) => AuthMethod::Key,
        }
    }

    pub(super) fn new_keys(&self) -> Option<&str> {
        match self {
            ClientProof::Secret => None,
            ClientProof::Key(keys) => Some(keys),
        }
    }
}

pub(super) fn text(field: &'static str, given: &str) -> Result<String, HostApplicationRefusal> {
    let kept: String = given.trim().chars().filter(|c| !c.is_control()).collect();
    match kept.chars().count() {
        0 => Err(HostApplicationRefusal::Required(field)),
        1..=MAX_TEXT_CHARS => Ok(kept),
        _ => Err(HostApplicationRefusal::TooLong(field)),
    }
}

/// In capital letters, as roles list it.
pub(super) fn code(given: &str) -> Result<String, HostApplicationRefusal> {
    let code = given.trim().to_ascii_uppercase();
    let is_known_letter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    match code.len() {
        0 => Err(HostApplicationRefusal::Required("code")),
        2..=20 if code.starts_with(|c: char| c.is_ascii_uppercase()) && code.chars().all(is_known_letter) => {
            Ok(code)
        }
        _ => Err(HostApplicationRefusal::InvalidCode),
    }
}

/// None if it's blank.
pub(super) fn client_id(given: &str) -> Result<Option<String>, HostApplicationRefusal> {
    let id = given.trim();
    if id.is_empty() {
        return Ok(None);
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    match (3..=MAX_TEXT_CHARS).contains(&id.len()) && id.chars().all(is_plain) {
        true => Ok(Some(id.to_owned())),
        false => Err(HostApplicationRefusal::ClientIdInvalid),
    }
}

/// An address as people and applications write it: HTTPS, or plain HTTP on this machine.
fn is_web(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback)
}

fn has_odd_letters(given: &str) -> bool {
    given.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
}

fn is_whole(url: &Url) -> bool {
    url.has_host() && url.username().is_empty() && url.password().is_none()
}

pub(super) fn target_url(given: &str) -> Result<String, HostApplicationRefusal> {
    let given = given.trim();
    if given.is_empty() {
        return Err(HostApplicationRefusal::Required("targetUrl"));
    }
    let is_good = |url: Url| is_web(&url) && is_whole(&url) && url.fragment().is_none();
    let fits = given.len() <= MAX_ADDRESS_CHARS && !has_odd_letters(given);
    match fits && Url::parse(given).is_ok_and(is_good) {
        true => Ok(given.to_owned()),
        false => Err(HostApplicationRefusal::InvalidAddress),
    }
}

/// Browsers take two slashes, or a backslash, as the start of another host.
pub(super) fn path(given: &str) -> Result<String, HostApplicationRefusal> {
    let given = match given.trim() {
        "" => "/",
        given => given,
    };
    let is_path = given.starts_with('/') && !given.starts_with("//") && !has_odd_letters(given);
    match is_path && given.len() <= MAX_ADDRESS_CHARS {
        true => Ok(given.to_owned()),
        false => Err(HostApplicationRefusal::InvalidPath),
    }
}

/// Each once, in the order given; compared as written, so nothing about them is made prettier.
pub(super) fn redirect_uris(
    field: &'static str,
    given: &[String],
    is_required: bool,
) -> Result<Vec<String>, HostApplicationRefusal> {
    let mut kept: Vec<String> = vec![];
    for uri in given.iter().map(|uri| uri.trim()).filter(|uri| !uri.is_empty()) {
        check_redirect(field, uri)?;
        if !kept.iter().any(|known| known == uri) {
            kept.push(uri.to_owned());
        }
    }
    match kept.len() {
        0 if is_required => Err(HostApplicationRefusal::Required(field)),
        0..=MAX_ADDRESSES => Ok(kept),
        _ => Err(HostApplicationRefusal::TooManyAddresses(field)),
    }
}

fn check_redirect(field: &'static str, uri: &str) -> Result<(), HostApplicationRefusal> {
    if uri.len() > MAX_ADDRESS_CHARS {
        return Err(HostApplicationRefusal::TooLong(field));
    }
    if uri.contains('*') {
        return Err(HostApplicationRefusal::Wildcard(field));
    }
    if uri.contains('#') {
        return Err(HostApplicationRefusal::Fragment(field));
    }
    let url = Url::parse(uri).map_err(|_| HostApplicationRefusal::InvalidRedirect(field))?;
    if has_odd_letters(uri) || !is_whole(&url) {
        return Err(HostApplicationRefusal::InvalidRedirect(field));
    }
    if !is_web(&url) {
        return Err(HostApplicationRefusal::NotHttps(field));
    }
    Ok(())
}

/// None if it's blank; `is_allowed` says which hosts may be called.
pub(super) fn logout_uri(
    given: &str,
    is_allowed: impl Fn(&Url) -> bool,
) -> Result<Option<String>, HostApplicationRefusal> {
    let given = given.trim();
    if given.is_empty() {
        return Ok(None);
    }
    let is_good = |url: Url| is_allowed(&url) && is_whole(&url) && url.fragment().is_none();
    let fits = given.len() <= MAX_ADDRESS_CHARS && !has_odd_letters(given);
    match fits && Url::parse(given).is_ok_and(is_good) {
        true => Ok(Some(given.to_owned())),
        false => Err(HostApplicationRefusal::LogoutUri),
    }
}

/// In the order of the list, each once.
pub(super) fn claims(given: &[String]) -> Result<Vec<String>, HostApplicationRefusal> {
    if given.iter().any(|claim| !CLAIMS.contains(&claim.as_str())) {
        return Err(HostApplicationRefusal::UnknownClaim);
    }
    let chosen = CLAIMS.iter().filter(|claim| given.iter().any(|given| given == *claim));
    Ok(chosen.map(|claim| (*claim).to_owned()).collect())
}

/// `known`: the keys it has, which stay if none are given.
pub(super) fn proof(
    auth: &str,
    jwks: &str,
    known: Option<&str>,
) -> Result<ClientProof, HostApplicationRefusal> {
    match AuthMethod::parse(auth) {
        Some(AuthMethod::Secret) => Ok(ClientProof::Secret),
        Some(AuthMethod::Key) => match (jwks.trim(), known) {
            ("", Some(known)) => Ok(ClientProof::Key(known.to_owned())),
            ("", None) => Err(HostApplicationRefusal::Required("jwks")),
            (given, _) => keys(given).map(ClientProof::Key),
        },
        None => Err(HostApplicationRefusal::UnknownAuth),
    }
}

fn keys(given: &str) -> Result<String, HostApplicationRefusal> {
    check_keys(given).map_err(|fault| match fault {
        KeysFault::TooLong => HostApplicationRefusal::TooLong("jwks"),
        KeysFault::Invalid => HostApplicationRefusal::KeysInvalid,
        KeysFault::Private => HostApplicationRefusal::KeysPrivate,
    })
}

#[cfg(test)]
#[path = "tests/rules.rs"]
mod tests;
