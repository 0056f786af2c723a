//! The names of time zones.

use jiff::tz::TimeZone;

/// As the catalogue writes it, however it is typed.
pub fn named(text: &str) -> Option<String> {
    TimeZone::get(text).ok().and_then(|zone| zone.iana_name().map(str::to_owned))
}
