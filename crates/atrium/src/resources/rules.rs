//! What a well-formed resource and a well-formed link are. Pure.

use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::refusal::refusals;
use serde::{Deserialize, Serialize};
use url::Url;

const MAX_NAME_CHARS: usize = 120;
const MAX_DESCRIPTION_CHARS: usize = 2000;
const MAX_LINK_CHARS: usize = 1000;
const MAX_LINKS: usize = 50;

/// A resource as someone entered it.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceDraft {
    pub name: String,
    pub description: String,
    /// Empty if there's nothing to open.
    pub link: String,
    pub is_action_item: bool,
    pub due: Option<Day>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormLinks {
    pub state_w4: String,
    pub federal_w4: String,
    pub custom: Vec<CustomLink>,
    pub messages: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomLink {
    pub name: String,
    pub url: String,
}

refusals! {
    pub enum ResourceRefusal {
        NameMissing(field) = "NAME_MISSING": "Enter a name.",
        NameTooLong(field) = "NAME_TOO_LONG": "A name can have at most 120 characters.",
        NameTaken(field) = "NAME_TAKEN": "This name is already taken. Please choose another",
        DescriptionTooLong(field) = "DESCRIPTION_TOO_LONG": "This text can have at most 2,000 characters.",
        LinkInvalid(field) = "LINK_INVALID":
            "A resource link must begin with http:// or the address of this portal.",
        LinkMalformed(field) = "LINK_MALFORMED":
            "A link can have at most 1,000 characters, and no spaces, backslashes, usernames or passwords.",
        DueWithoutAction = "DUE_WITHOUT_ACTION" at "dueDate": "Only action items can have a due date.",
        DateOutOfRange = "DATE_OUT_OF_RANGE" at "dueDate": "The date must be between 1900 and 2099.",
        TooMany(field) = "TOO_MANY_ENTRIES": "You can have at most 50 entries.",
        NothingToAcknowledge = "NOTHING_TO_ACKNOWLEDGE" at "resourceId":
            "This resource doesn't need to be acknowledged.",
    }
}

fn is_kept(c: char) -> bool {
    let is_hidden = matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    !is_hidden && (c == '\n' || !c.is_control())
}

fn name(text: &str, field: &'static str) -> Result<String, ResourceRefusal> {
    let kept = names::in_one_line(text);
    match kept.chars().count() {
        0 => Err(ResourceRefusal::NameMissing(field)),
        1..=MAX_NAME_CHARS => Ok(kept),
        _ => Err(ResourceRefusal::NameTooLong(field)),
    }
}

fn text(text: &str, field: &'static str) -> Result<String, ResourceRefusal> {
    let text = text.replace("\r\n", "\n");
    let kept: String = text.chars().filter(|c| is_kept(*c)).collect();
    let kept = kept.trim();
    if kept.chars().count() > MAX_DESCRIPTION_CHARS {
        return Err(ResourceRefusal::DescriptionTooLong(field));
    }
    Ok(kept.to_owned())
}

/// A link is http or https with a host, or a path on our own host. It's parsed the way a browser parses it, so
/// nothing that looks like one thing opens another. `javascript:` and `data:` never pass.
pub(super) fn link(text: &str, field: &'static str) -> Result<String, ResourceRefusal> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(String::new());
    }
    let begins = text.to_ascii_lowercase();
    let is_path = text.starts_with('/') && !text.starts_with("//");
    if !is_path && !begins.starts_with("http://") && !begins.starts_with("https://") {
        return Err(ResourceRefusal::LinkInvalid(field));
    }
    let is_odd = |c: char| c.is_control() || c.is_whitespace() || c == '\\';
    if text.chars().count() > MAX_LINK_CHARS || text.contains(is_odd) {
        return Err(ResourceRefusal::LinkMalformed(field));
    }
    if is_path {
        return Ok(text.to_owned());
    }
    match Url::parse(text) {
        Ok(url) if is_plain(&url) => Ok(url.to_string()),
        _ => Err(ResourceRefusal::LinkMalformed(field)),
    }
}

/// Has a host, and no username or password that could pass for one.
fn is_plain(url: &Url) -> bool {
    url.has_host() && url.username().is_empty() && url.password().is_none()
}

pub(super) fn check(draft: ResourceDraft) -> Result<ResourceDraft, ResourceRefusal> {
    if draft.due.is_some() && !draft.is_action_item {
        return Err(ResourceRefusal::DueWithoutAction);
    }
    if draft.due.is_some_and(|due| !due.is_in_range()) {
        return Err(ResourceRefusal::DateOutOfRange);
    }
    Ok(ResourceDraft {
        name: name(&draft.name, "name")?,
        description: text(&draft.description, "description")?,
        link: link(&draft.link, "link")?,
        ..draft
    })
}

pub(super) fn check_links(links: FormLinks) -> Result<FormLinks, ResourceRefusal> {
    if links.custom.len() > MAX_LINKS {
        return Err(ResourceRefusal::TooMany("customLinks"));
    }
    if links.messages.len() > MAX_LINKS {
        return Err(ResourceRefusal::TooMany("dashboardMessages"));
    }
    let mut custom: Vec<CustomLink> = vec![];
    for one in links.custom {
        let one = CustomLink { name: name(&one.name, "customLinks")?, url: link(&one.url, "customLinks")? };
        if one.url.is_empty() {
            return Err(ResourceRefusal::LinkInvalid("customLinks"));
        }
        if custom.iter().any(|other| other.name.to_lowercase() == one.name.to_lowercase()) {
            return Err(ResourceRefusal::NameTaken("customLinks"));
        }
        custom.push(one);
    }
    let messages: Result<Vec<String>, ResourceRefusal> =
        links.messages.iter().map(|message| text(message, "dashboardMessages")).collect();
    Ok(FormLinks {
        state_w4: link(&links.state_w4, "stateW4Link")?,
        federal_w4: link(&links.federal_w4, "federalW4Link")?,
        custom,
        messages: messages?.into_iter().filter(|message| !message.is_empty()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn h48_a_link_is_http_https_or_a_path_on_our_own_host() {
        for (text, is_fine) in [
            ("http://example.com", true),
            ("https://example.com/a?b=c#d", true),
            ("HTTPS://EXAMPLE.com", true),
            ("/more/documents", true),
            ("", true),
            ("javascript:alert(1)", false),
            ("JaVaScRiPt:alert(1)", false),
            ("java\nscript:alert(1)", false),
            (" \u{1}javascript:alert(1)", false),
            ("data:text/html,<script>alert(1)</script>", false),
            ("//evil.example", false),
            ("/\\evil.example", false),
            ("\\\\evil.example", false),
            ("http:evil.example", false),
            ("http:///", false),
            ("https://bank.example@evil.example", false),
            ("https://user:pass@evil.example", false),
            ("ftp://example.com", false),
            ("file:///etc/passwd", false),
            ("example.com", false),
            ("http://exa mple.com", false),
        ] {
            assert_eq!(link(text, "link").is_ok(), is_fine, "{text:?}");
        }
        // For a link that starts the right way, the error says what else is wrong.
        for text in [
            "http://exa mple.com",
            "https://user:pass@evil.example",
            "/a\\b",
            &format!("/{}", "a".repeat(1000)),
        ] {
            assert_eq!(link(text, "link"), Err(ResourceRefusal::LinkMalformed("link")), "{text:?}");
        }
        assert_eq!(link("ftp://example.com", "link"), Err(ResourceRefusal::LinkInvalid("link")));
    }

    proptest! {
        /// Anything that passes opens over http or https, or stays on our own host.
        #[test]
        fn no_other_scheme_ever_passes(text in "[a-zA-Z:/\\\\. @\\t\\n]{0,30}") {
            if let Ok(kept) = link(&text, "link") {
                let base = Url::parse("https://portal.example/home").unwrap();
                let opened = base.join(&kept).unwrap();
                prop_assert!(matches!(opened.scheme(), "http" | "https"));
                prop_assert!(!kept.starts_with('/') || opened.host_str() == Some("portal.example"), "{kept}");
            }
        }
    }

    #[test]
    fn only_something_to_acknowledge_has_a_due_date() {
        let draft = ResourceDraft {
            name: " Read  the\n hand\u{200d}book ".into(),
            description: "x".into(),
            link: String::new(),
            is_action_item: true,
            due: Some(Day(date(2026, 12, 1))),
        };
        assert_eq!(check(draft.clone()).unwrap().name, "Read the handbook");
        assert_eq!(
            check(ResourceDraft { is_action_item: false, ..draft.clone() }),
            Err(ResourceRefusal::DueWithoutAction)
        );
        assert_eq!(
            check(ResourceDraft { due: Some(Day(date(2100, 1, 1))), ..draft }),
            Err(ResourceRefusal::DateOutOfRange)
        );
    }

    #[test]
    fn custom_links_have_names_of_their_own_and_somewhere_to_go() {
        let one = |name: &str, url: &str| CustomLink { name: name.into(), url: url.into() };
        let links = |custom: Vec<CustomLink>| FormLinks { custom, ..FormLinks::default() };
        assert!(check_links(links(vec![one("A", "/a"), one("B", "https://b.example")])).is_ok());
        for (custom, refusal) in [
            (vec![one("A", "/a"), one("a", "/b")], ResourceRefusal::NameTaken("customLinks")),
            (vec![one("A", "")], ResourceRefusal::LinkInvalid("customLinks")),
            (vec![one(" ", "/a")], ResourceRefusal::NameMissing("customLinks")),
            (vec![one("A", "/a"); 51], ResourceRefusal::TooMany("customLinks")),
        ] {
            assert_eq!(check_links(links(custom)), Err(refusal));
        }
    }
}
