//! What a feature is, who it's enabled for, and what an administrator can change about it.

use crate::shared::refusal::refusals;

const MAX_NAME_CHARS: usize = 60;
const MAX_TITLE_CHARS: usize = 100;
const MAX_PATH_CHARS: usize = 200;
const MAX_PERMISSIONS: usize = 20;
const SIZES: [i64; 3] = [2, 4, 8];
/// For a card that doesn't say.
const USUAL_SIZE: i64 = 4;
const POSITIONS: std::ops::RangeInclusive<i64> = 0..=10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    Page,
    /// A home page card.
    Feature,
}

impl FeatureKind {
    pub fn as_str(self) -> &'static str {
        match self {
            FeatureKind::Page => "page",
            FeatureKind::Feature => "feature",
        }
    }

    pub fn parse(text: &str) -> Option<FeatureKind> {
        [FeatureKind::Page, FeatureKind::Feature].into_iter().find(|kind| kind.as_str() == text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortalFeature {
    pub feature_id: String,
    pub kind: FeatureKind,
    pub title: String,
    /// As configured; what that means for a viewer is decided later.
    pub enabled: bool,
    pub read_only: bool,
    pub page_icon: Option<String>,
    pub path: Option<String>,
    /// Separated by spaces; any one opens it.
    pub permissions: String,
    pub size: Option<i64>,
    pub position: i64,
    pub version: i64,
}

/// Fields that aren't set stay as they are; an empty icon takes the page out of the menu.
#[derive(Clone, Debug, Default)]
pub struct FeatureChange {
    pub kind: Option<FeatureKind>,
    pub title: Option<String>,
    pub enabled: Option<bool>,
    pub read_only: Option<bool>,
    pub page_icon: Option<String>,
    pub path: Option<String>,
    pub permissions: Option<Vec<String>>,
    pub size: Option<i64>,
    pub position: Option<i64>,
}

refusals! {
    pub enum FeatureRefusal {
        NoticeTextTooLong(field) = "NOTICE_TEXT_TOO_LONG": "A text can have at most 500 characters.",
        NoticeTextTooManyLines(field) = "NOTICE_TEXT_TOO_MANY_LINES": "A text can have at most 8 lines.",
        Required(field) = "REQUIRED": "This can't be empty.",
        TooLong(field) = "TOO_LONG": "This is too long.",
        InvalidName = "INVALID_FEATURE_ID" at "featureId": "An ID can have only letters, digits, - and _.",
        InvalidPermission = "INVALID_PERMISSION" at "permissions":
            "A permission must look like scope:area:sub-area.",
        InvalidPath = "INVALID_PATH" at "path": "A path must start with a single slash.",
        InvalidIcon = "INVALID_ICON" at "pageIcon": "Enter the name of an icon.",
        InvalidSize = "INVALID_SIZE" at "size": "A card must be 2, 4 or 8 columns wide.",
        InvalidPosition = "INVALID_POSITION" at "position": "A position must be from 0 to 10000.",
        UnknownFlag = "UNKNOWN_FLAG" at "key": "There is no flag with this key.",
        Taken = "FEATURE_EXISTS" at "featureId": "A feature with this ID already exists.",
    }
}

/// A read-only feature keeps its configured flag; any other is enabled by any one of its permissions.
pub(super) fn is_enabled(feature: &PortalFeature, holds: impl Fn(&str) -> bool) -> bool {
    if feature.read_only { feature.enabled } else { feature.permissions.split_whitespace().any(holds) }
}

pub(super) fn changed(there: PortalFeature, change: FeatureChange) -> PortalFeature {
    PortalFeature {
        kind: change.kind.unwrap_or(there.kind),
        title: change.title.unwrap_or(there.title),
        enabled: change.enabled.unwrap_or(there.enabled),
        read_only: change.read_only.unwrap_or(there.read_only),
        page_icon: change.page_icon.or(there.page_icon),
        path: change.path.or(there.path),
        permissions: change.permissions.map_or(there.permissions, |list| list.join(" ")),
        size: change.size.or(there.size),
        position: change.position.unwrap_or(there.position),
        ..there
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

fn is_permission(text: &str) -> bool {
    let name = text.strip_suffix(".write").unwrap_or(text);
    text.len() <= MAX_NAME_CHARS && name.split(':').all(is_word)
}

fn is_path(text: &str) -> bool {
    let is_plain = !text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
    text.starts_with('/') && !text.starts_with("//") && is_plain && text.len() <= MAX_PATH_CHARS
}

/// A feature as stored: a page may have a path and an icon, a card has a size.
pub(super) fn checked(given: PortalFeature) -> Result<PortalFeature, FeatureRefusal> {
    if !is_word(&given.feature_id) {
        return Err(FeatureRefusal::InvalidName);
    }
    if given.feature_id.len() > MAX_NAME_CHARS {
        return Err(FeatureRefusal::TooLong("featureId"));
    }
    let title: String = given.title.trim().chars().filter(|c| !c.is_control()).collect();
    match title.chars().count() {
        0 => return Err(FeatureRefusal::Required("title")),
        1..=MAX_TITLE_CHARS => {}
        _ => return Err(FeatureRefusal::TooLong("title")),
    }
    let permissions: Vec<&str> = given.permissions.split_whitespace().collect();
    if permissions.len() > MAX_PERMISSIONS || !permissions.iter().all(|name| is_permission(name)) {
        return Err(FeatureRefusal::InvalidPermission);
    }
    if !POSITIONS.contains(&given.position) {
        return Err(FeatureRefusal::InvalidPosition);
    }
    let page_icon = given.page_icon.filter(|icon| !icon.is_empty());
    if page_icon.as_ref().is_some_and(|icon| !is_word(icon) || icon.len() > MAX_NAME_CHARS) {
        return Err(FeatureRefusal::InvalidIcon);
    }
    let (page_icon, path, size) = match given.kind {
        FeatureKind::Page => {
            if given.path.as_ref().is_some_and(|path| !is_path(path)) {
                return Err(FeatureRefusal::InvalidPath);
            }
            (page_icon, given.path, None)
        }
        FeatureKind::Feature => {
            let size = given.size.unwrap_or(USUAL_SIZE);
            if !SIZES.contains(&size) {
                return Err(FeatureRefusal::InvalidSize);
            }
            (None, None, Some(size))
        }
    };
    Ok(PortalFeature { title, permissions: permissions.join(" "), page_icon, path, size, ..given })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> PortalFeature {
        PortalFeature {
            feature_id: "pay".into(),
            kind: FeatureKind::Page,
            title: "Pay".into(),
            enabled: false,
            read_only: false,
            page_icon: Some("wallet".into()),
            path: Some("/pay".into()),
            permissions: "employee:pay employee:pay:paystubs".into(),
            size: None,
            position: 10,
            version: 1,
        }
    }

    #[test]
    fn any_one_permission_enables_what_is_not_read_only() {
        assert!(!is_enabled(&page(), |_| false), "a feature starts disabled");
        assert!(is_enabled(&page(), |held| held == "employee:pay:paystubs"));
        assert!(!is_enabled(&page(), |held| held == "employee"));
        let configured = PortalFeature { enabled: true, ..page() };
        assert!(!is_enabled(&configured, |_| false), "the configured flag counts for read-only ones alone");
        assert!(!is_enabled(&PortalFeature { permissions: String::new(), ..page() }, |_| true));
    }

    #[test]
    fn a_read_only_feature_keeps_its_configured_flag() {
        for enabled in [true, false] {
            let feature = PortalFeature { read_only: true, enabled, ..page() };
            assert_eq!(is_enabled(&feature, |_| true), enabled);
            assert_eq!(is_enabled(&feature, |_| false), enabled);
        }
    }

    #[test]
    fn what_a_change_does_not_name_stays_and_an_empty_icon_leaves_the_menu() {
        assert_eq!(changed(page(), FeatureChange::default()), page());
        let change = FeatureChange {
            page_icon: Some(String::new()),
            read_only: Some(true),
            ..FeatureChange::default()
        };
        let after = checked(changed(page(), change)).unwrap();
        assert_eq!((after.page_icon, after.read_only, after.path), (None, true, page().path));
    }

    #[test]
    fn a_page_has_a_path_and_a_card_has_a_size() {
        assert_eq!(checked(page()), Ok(page()));
        let card = PortalFeature { kind: FeatureKind::Feature, size: Some(4), ..page() };
        let kept = checked(card.clone()).unwrap();
        assert_eq!((kept.size, kept.path, kept.page_icon), (Some(4), None, None));
        assert_eq!(
            checked(PortalFeature { path: None, ..page() }).unwrap().path,
            None,
            "other clients have their own"
        );
        assert_eq!(checked(PortalFeature { size: None, ..card.clone() }).unwrap().size, Some(4));
        for (given, refusal) in [
            (PortalFeature { path: Some("//evil.example".into()), ..page() }, FeatureRefusal::InvalidPath),
            (PortalFeature { size: Some(3), ..card }, FeatureRefusal::InvalidSize),
            (PortalFeature { feature_id: "pay stubs".into(), ..page() }, FeatureRefusal::InvalidName),
            (PortalFeature { feature_id: "a".repeat(61), ..page() }, FeatureRefusal::TooLong("featureId")),
            (PortalFeature { title: " \u{7} ".into(), ..page() }, FeatureRefusal::Required("title")),
            (PortalFeature { title: "a".repeat(101), ..page() }, FeatureRefusal::TooLong("title")),
            (PortalFeature { permissions: "employee:".into(), ..page() }, FeatureRefusal::InvalidPermission),
            (PortalFeature { permissions: "a ".repeat(21), ..page() }, FeatureRefusal::InvalidPermission),
            (PortalFeature { page_icon: Some("<svg>".into()), ..page() }, FeatureRefusal::InvalidIcon),
            (PortalFeature { position: -1, ..page() }, FeatureRefusal::InvalidPosition),
        ] {
            assert_eq!(checked(given.clone()), Err(refusal), "{given:?}");
        }
        let written = PortalFeature { permissions: " employee:time:punch.write\tmanager ".into(), ..page() };
        assert_eq!(checked(written).unwrap().permissions, "employee:time:punch.write manager");
    }
}
