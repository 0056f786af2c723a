//! What an administrator may say about an upstream. No clock, no database.

use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use url::Url;

refusals! {
    pub enum UpstreamRefusal {
        Required(field) = "REQUIRED": "This is required.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        Exists = "UPSTREAM_EXISTS" at "name": "This tenant already has an upstream with this name.",
        Issuer = "UPSTREAM_ISSUER" at "issuer":
            "The issuer must be https:// and a public host, or a host in outbound_allowed_hosts, without ? or #.",
        MailDomain = "MAIL_DOMAIN_INVALID" at "mailDomains":
            "A mail domain is what comes after the @, such as cedar.example.",
        PublicMail = "MAIL_DOMAIN_PUBLIC" at "mailDomains":
            "Anyone can have an address at this mail domain. Use a domain your organization owns.",
        DomainTaken = "MAIL_DOMAIN_TAKEN" at "mailDomains":
            "This mail domain is in use elsewhere. If it's yours, ask your Atrium operator to add it.",
        DomainShared = "MAIL_DOMAIN_SHARED" at "mailDomains":
            "People outside your companies have addresses at this mail domain. Ask an administrator of the whole tenant \
             to add it.",
        DomainElsewhere(field) = "MAIL_DOMAIN_ELSEWHERE":
            "Another organization on this server signs people in with this mail domain. Use another address, or ask \
             your Atrium operator.",
        TooManyDomains = "MAIL_DOMAINS_TOO_MANY" at "mailDomains": "An upstream can have at most 50 mail domains.",
    }
}

const MAX_CHARS: usize = 120;
const MAX_SECRET_CHARS: usize = 500;
const MAX_DOMAINS: usize = 50;

/// Where anyone can get an address: a provider for one of these would be offered to strangers.
const PUBLIC_MAIL: &[&str] = &[
    "aim.com",
    "aol.com",
    "att.net",
    "bellsouth.net",
    "comcast.net",
    "cox.net",
    "duck.com",
    "fastmail.com",
    "gmail.com",
    "gmx.com",
    "gmx.net",
    "googlemail.com",
    "hey.com",
    "hotmail.com",
    "icloud.com",
    "live.com",
    "mac.com",
    "mail.com",
    "me.com",
    "msn.com",
    "outlook.com",
    "outlook.es",
    "pm.me",
    "proton.me",
    "protonmail.com",
    "sbcglobal.net",
    "verizon.net",
    "yahoo.com",
    "yahoo.es",
    "ymail.com",
    "zoho.com",
];

pub(super) fn text(field: &'static str, text: &str) -> Result<String, Problem> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(UpstreamRefusal::Required(field).into()),
        1..=MAX_CHARS => Ok(text.to_owned()),
        _ => Err(UpstreamRefusal::TooLong(field).into()),
    }
}

/// Absent stays absent; blank is no secret.
pub(super) fn secret(secret: Option<&str>) -> Result<Option<String>, Problem> {
    match secret.map(str::trim) {
        Some(secret) if secret.chars().count() > MAX_SECRET_CHARS => {
            Err(UpstreamRefusal::TooLong("secret").into())
        }
        secret => Ok(secret.map(str::to_owned)),
    }
}

/// Exactly as in the discovery document; `is_allowed` says which hosts may be called.
pub(super) fn issuer(issuer: &str, is_allowed: impl Fn(&Url) -> bool) -> Result<String, Problem> {
    let issuer = text("issuer", issuer)?;
    let is_good = issuer.parse().is_ok_and(|url: Url| {
        is_allowed(&url) && url.query().is_none() && url.fragment().is_none() && url.username().is_empty()
    });
    if is_good { Ok(issuer) } else { Err(UpstreamRefusal::Issuer.into()) }
}

/// In small ASCII letters, each once, in order.
pub(super) fn mail_domains(typed: &[String]) -> Result<Vec<String>, Problem> {
    let mut domains = vec![];
    for domain in typed {
        let domain = mail_domain(domain).ok_or(UpstreamRefusal::MailDomain)?;
        if PUBLIC_MAIL.contains(&domain.as_str()) {
            return Err(UpstreamRefusal::PublicMail.into());
        }
        domains.push(domain);
    }
    domains.sort();
    domains.dedup();
    if domains.len() > MAX_DOMAINS {
        return Err(UpstreamRefusal::TooManyDomains.into());
    }
    Ok(domains)
}

fn mail_domain(typed: &str) -> Option<String> {
    let typed = typed.trim().trim_start_matches('@').trim_end_matches('.');
    if typed.is_empty() || typed.contains(|c: char| c.is_whitespace() || "/:?#@\\[]%".contains(c)) {
        return None;
    }
    let url = Url::parse(&format!("https://{typed}/")).ok()?;
    let domain = url.domain()?.to_owned();
    let label = |label: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !label.is_empty() && label.chars().all(is_letter) && !label.starts_with('-') && !label.ends_with('-')
    };
    (domain.len() <= 253 && domain.contains('.') && domain.split('.').all(label)).then_some(domain)
}

/// The mail domain of what someone typed to sign in; empty for a plain username.
pub(super) fn domain_of(identifier: &str) -> String {
    let domain = identifier.trim().rsplit_once('@').and_then(|(_, domain)| mail_domain(domain));
    domain.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(domains: &[&str]) -> Result<Vec<String>, &'static str> {
        let domains: Vec<String> = domains.iter().map(|domain| (*domain).to_owned()).collect();
        mail_domains(&domains).map_err(|problem| problem.code())
    }

    #[test]
    fn mail_domains_are_kept_in_one_spelling() {
        let kept =
            codes(&["@Cedar.Example", "bücher.example", "cedar.example.", " a.cedar.example "]).unwrap();
        assert_eq!(kept, ["a.cedar.example", "cedar.example", "xn--bcher-kva.example"]);
        for bad in [
            "",
            "cedar",
            "a b.example",
            "ana@cedar.example",
            "https://x.example",
            "127.0.0.1",
            "[::1]",
            "-a.example",
            "%.example",
        ] {
            assert_eq!(codes(&[bad]), Err("MAIL_DOMAIN_INVALID"), "{bad}");
        }
        assert_eq!(codes(&["cedar.example", "GMail.com"]), Err("MAIL_DOMAIN_PUBLIC"));
        let many: Vec<String> = (0..51).map(|n| format!("d{n}.example")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(codes(&many), Err("MAIL_DOMAINS_TOO_MANY"));
    }

    #[test]
    fn only_an_address_has_a_mail_domain() {
        for (typed, domain) in [
            ("ana", ""),
            ("ana@", ""),
            (" Ana@Cedar.Example ", "cedar.example"),
            ("\"a@b\"@cedar.example", "cedar.example"),
            ("ana@cedar", ""),
        ] {
            assert_eq!(domain_of(typed), domain, "{typed}");
        }
    }

    #[test]
    fn an_issuer_is_a_place_that_may_be_called() {
        let check = |text: &str| issuer(text, |url| url.scheme() == "https").is_ok();
        assert!(check("https://id.example/realm"));
        for bad in [
            "",
            "id.example",
            "http://id.example",
            "https://id.example?x",
            "https://id.example/#x",
            "https://me@id.example",
        ] {
            assert!(!check(bad), "{bad}");
        }
    }
}
