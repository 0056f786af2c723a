//! Time zone names.

use jiff::tz::TimeZone;

/// As the catalog spells it, no matter how it's typed.
pub fn named(text: &str) -> Option<String> {
    TimeZone::get(text).ok().and_then(|zone| zone.iana_name().map(str::to_owned))
}
