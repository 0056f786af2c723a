//! What a well-formed document is. Pure.

use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::problem::Problem;

const NAME_MAX_CHARS: usize = 120;

/// A document as somebody describes it; its file comes beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub name: String,
    pub starts: Day,
    pub ends: Day,
    pub is_on_dashboard: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    NameMissing,
    NameTooLong,
    NameTaken,
    DateOutOfRange(&'static str),
    EndBeforeStart,
    FileMissing,
    VersionMissing,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let (code, field, message) = match refusal {
            Refusal::NameMissing => ("NAME_MISSING", "documentName", "Enter a name."),
            Refusal::NameTooLong => {
                ("NAME_TOO_LONG", "documentName", "A name can have at most 120 characters.")
            }
            Refusal::NameTaken => {
                ("NAME_TAKEN", "documentName", "This name is already taken. Please choose another")
            }
            Refusal::DateOutOfRange(field) => {
                ("DATE_OUT_OF_RANGE", field, "The date must be between 1900 and 2099.")
            }
            Refusal::EndBeforeStart => {
                ("END_BEFORE_START", "endDate", "The end date cannot be before the start date.")
            }
            Refusal::FileMissing => ("FILE_MISSING", "fileString", "Choose a file."),
            Refusal::VersionMissing => {
                ("VERSION_MISSING", "version", "Send the version of the document you're changing.")
            }
        };
        Problem::Refused { code, field: Some(field), message }
    }
}

pub(super) fn check(mut draft: Draft) -> Result<Draft, Refusal> {
    draft.name = names::in_one_line(&draft.name);
    if draft.name.is_empty() {
        return Err(Refusal::NameMissing);
    }
    if draft.name.chars().count() > NAME_MAX_CHARS {
        return Err(Refusal::NameTooLong);
    }
    if !draft.starts.is_in_range() {
        return Err(Refusal::DateOutOfRange("startDate"));
    }
    if !draft.ends.is_in_range() {
        return Err(Refusal::DateOutOfRange("endDate"));
    }
    if draft.ends < draft.starts { Err(Refusal::EndBeforeStart) } else { Ok(draft) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn draft(name: &str) -> Draft {
        let (starts, ends) = (Day(date(2026, 1, 1)), Day(date(2026, 12, 31)));
        Draft { name: name.into(), starts, ends, is_on_dashboard: false }
    }

    #[test]
    fn a_name_has_words_and_at_most_120_characters() {
        assert_eq!(
            check(draft("  Employee \u{202e} hand\u{2066}book\n2026 ")).unwrap().name,
            "Employee handbook 2026"
        );
        for (name, verdict) in [
            ("ñ".repeat(120), None),
            ("ñ".repeat(121), Some(Refusal::NameTooLong)),
            (" \u{0} ".into(), Some(Refusal::NameMissing)),
        ] {
            assert_eq!(check(draft(&name)).err(), verdict, "{name:?}");
        }
    }

    #[test]
    fn dates_lie_between_1900_and_2099_and_the_end_is_not_before_the_start() {
        let day = |y, m, d| Day(date(y, m, d));
        for (starts, ends, verdict) in [
            (day(1900, 1, 1), day(2099, 12, 31), None),
            (day(2026, 11, 16), day(2026, 11, 16), None),
            (day(2026, 11, 17), day(2026, 11, 16), Some(Refusal::EndBeforeStart)),
            (day(1899, 12, 31), day(2026, 1, 1), Some(Refusal::DateOutOfRange("startDate"))),
            (day(2026, 1, 1), day(2100, 1, 1), Some(Refusal::DateOutOfRange("endDate"))),
        ] {
            assert_eq!(check(Draft { starts, ends, ..draft("x") }).err(), verdict, "{starts} to {ends}");
        }
    }
}
