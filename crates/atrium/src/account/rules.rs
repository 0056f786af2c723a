//! What account settings accept, and how a browser is named. Pure.

use super::refusal::AccountRefusal;
use crate::shared::names;
use serde::Serialize;

const MAX_EMAIL_CHARS: usize = 254;
const MAX_USERNAME_CHARS: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct AccountProfile {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
}

/// Names and address in the form we store.
pub(super) fn profile(
    first_name: &str,
    last_name: &str,
    email: &str,
) -> Result<AccountProfile, AccountRefusal> {
    let fields =
        [("firstName", first_name, 100), ("lastName", last_name, 100), ("email", email, MAX_EMAIL_CHARS)];
    for (field, value, longest) in fields {
        if visible(value).is_empty() {
            return Err(AccountRefusal::Required(field));
        }
        if value.chars().count() > longest {
            return Err(AccountRefusal::TooLong(field));
        }
    }
    let email = self::email(email)?;
    Ok(AccountProfile { first_name: visible(first_name), last_name: visible(last_name), email })
}

/// An address in the form we store.
pub(super) fn email(typed: &str) -> Result<String, AccountRefusal> {
    let email = visible(typed);
    let is_short = email.chars().count() <= MAX_EMAIL_CHARS;
    if is_short && is_address(&email) { Ok(email) } else { Err(AccountRefusal::InvalidEmail) }
}

/// A username in the form we store: one word.
pub(super) fn username(typed: &str) -> Result<String, AccountRefusal> {
    let username = visible(typed);
    if username.is_empty() {
        return Err(AccountRefusal::UsernameRequired);
    }
    if username.chars().count() > MAX_USERNAME_CHARS {
        return Err(AccountRefusal::TooLong("username"));
    }
    if username.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(AccountRefusal::InvalidUsername);
    }
    Ok(username)
}

fn visible(text: &str) -> String {
    let kept = text.chars().filter(|c| !names::is_hidden(*c));
    kept.collect::<String>().trim().to_owned()
}

/// One @, something before it, a dotted name after it, and nothing that could start another header.
pub(super) fn is_address(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !"<>()[],;:\\\"".contains(c);
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    !name.is_empty()
        && name.len() <= 64
        && !name.contains('@')
        && name.chars().all(is_plain)
        && !name.starts_with('.')
        && !name.ends_with('.')
        && !name.contains("..")
        && host.contains('.')
        && host.split('.').all(is_label)
}

/// A browser as its owner would call it: “Chrome on Windows”.
pub(super) fn device(user_agent: &str) -> String {
    let has = |part: &str| user_agent.contains(part);
    let browser = if has("Edg") {
        "Edge"
    } else if has("OPR/") || has("Opera") {
        "Opera"
    } else if has("Firefox/") || has("FxiOS/") {
        "Firefox"
    } else if has("Chrome/") || has("CriOS/") {
        "Chrome"
    } else if has("Safari/") {
        "Safari"
    } else {
        ""
    };
    let system = if has("iPhone") {
        "iPhone"
    } else if has("iPad") {
        "iPad"
    } else if has("Android") {
        "Android"
    } else if has("Windows") {
        "Windows"
    } else if has("Mac OS X") || has("Macintosh") {
        "macOS"
    } else if has("CrOS") {
        "ChromeOS"
    } else if has("Linux") {
        "Linux"
    } else {
        ""
    };
    match (browser, system) {
        ("", "") => String::new(),
        ("", system) => system.to_owned(),
        (browser, "") => browser.to_owned(),
        (browser, system) => format!("{browser} · {system}"),
    }
}

/// Whether merging two accounts would add rights to an administrator's own: one of them administers, and the other has more than
/// what employees have to their own things, or people who report to them. Each account is the permissions of its roles, and
/// how many report to it.
pub(super) fn merge_adds_rights(one: (&[String], i64), other: (&[String], i64)) -> bool {
    let any = |roles: &[String], is: fn(&str) -> bool| {
        roles.iter().flat_map(|role| role.split_whitespace()).any(is)
    };
    let administers = |(roles, _): (&[String], i64)| any(roles, |permission| permission.starts_with("admin"));
    let is_more =
        |permission: &str| !permission.starts_with("employee") && permission != "identity:user:self";
    let has_more = |(roles, reports): (&[String], i64)| reports > 0 || any(roles, is_more);
    (administers(one) && has_more(other)) || (administers(other) && has_more(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn administrators_gain_nothing_but_their_own_employment_by_a_merge() {
        let roles = |text: &str| vec![text.to_owned()];
        let admin = roles("admin admin.write");
        let employee = roles("employee employee:pay employee:time-off.write identity:user:self");
        assert!(!merge_adds_rights((&admin, 0), (&employee, 0)));
        assert!(!merge_adds_rights((&employee, 0), (&admin, 0)));
        assert!(merge_adds_rights((&admin, 0), (&employee, 3)));
        for more in [
            "manager manager:profile.write",
            "payroll payroll.write",
            "admin",
            "identity:user",
            "applications",
        ] {
            assert!(merge_adds_rights((&admin, 0), (&roles(more), 0)), "{more}");
            assert!(merge_adds_rights((&roles(more), 0), (&admin, 0)), "{more}");
        }
        let manager = roles("manager manager:profile.write");
        assert!(!merge_adds_rights((&manager, 5), (&employee, 0)));
        assert!(!merge_adds_rights((&manager, 5), (&roles("payroll"), 0)));
    }

    #[test]
    fn every_field_is_required_and_spaces_do_not_fill_one() {
        for (first, last, email, field) in [
            ("", "Lindqvist", "ana@cedar.example", "firstName"),
            ("Ana", " \t", "ana@cedar.example", "lastName"),
            ("Ana", "Lindqvist", "\u{200b}", "email"),
        ] {
            let problem = profile(first, last, email).unwrap_err();
            assert_eq!(
                (problem.code(), problem.field(), problem.message()),
                ("REQUIRED", Some(field), "All fields are required")
            );
        }
        let kept = profile(" Ana ", "O'Neil ", " ana@cedar.example").unwrap();
        assert_eq!((kept.first_name.as_str(), kept.email.as_str()), ("Ana", "ana@cedar.example"));
        assert_eq!(profile(&"a".repeat(101), "b", "c@d.e").unwrap_err().code(), "TOO_LONG");
    }

    #[test]
    fn an_address_has_a_name_and_a_host_and_nothing_else() {
        for good in ["ana@cedar.example", "o'neil+pay@mail.co.uk", "josé@münchen.example"] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "ana",
            "@cedar.example",
            "ana@",
            "ana@cedar",
            "a b@c.d",
            "a@b@c.d",
            "a@b..c",
            "a@-b.c",
            "a@b.c\r\nBcc: x@y.z",
            ".a@b.c",
            "a..b@b.c",
            "<a@b.c>",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }

    #[test]
    fn a_username_is_one_word() {
        assert_eq!(username(" ana.morales ").unwrap(), "ana.morales");
        for (typed, code) in [
            ("", "REQUIRED"),
            ("\u{200b}", "REQUIRED"),
            ("ana morales", "INVALID_USERNAME"),
            (&"a".repeat(101), "TOO_LONG"),
        ] {
            let refused = username(typed).unwrap_err();
            assert_eq!((refused.code(), refused.field()), (code, Some("username")), "{typed:?}");
        }
    }

    #[test]
    fn a_browser_is_named_as_its_owner_would() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";
        let edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0";
        assert_eq!(
            (device(chrome).as_str(), device(safari).as_str()),
            ("Chrome · Windows", "Safari · iPhone")
        );
        assert_eq!((device(edge).as_str(), device("curl/8").as_str()), ("Edge · Windows", ""));
    }
}
