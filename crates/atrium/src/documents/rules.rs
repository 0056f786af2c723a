//! What a well-formed document is. Pure.

use crate::shared::day::Day;
use crate::shared::names;
use crate::shared::refusal::refusals;

const MAX_NAME_CHARS: usize = 120;

/// A document as someone described it. Its file comes separately.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentDraft {
    pub name: String,
    pub starts: Day,
    pub ends: Day,
    pub is_on_dashboard: bool,
}

refusals! {
    pub enum DocumentRefusal {
        NameMissing = "NAME_MISSING" at "documentName": "Enter a name.",
        NameTooLong = "NAME_TOO_LONG" at "documentName": "A name can have at most 120 characters.",
        NameTaken = "NAME_TAKEN" at "documentName": "This name is already taken. Please choose another",
        DateOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        EndBeforeStart = "END_BEFORE_START" at "endDate": "The end date cannot be before the start date.",
        FileMissing = "FILE_MISSING" at "fileString": "Choose a file.",
        VersionMissing = "VERSION_MISSING" at "version": "Send the version of the document you're changing.",
    }
}

pub(super) fn check(mut draft: DocumentDraft) -> Result<DocumentDraft, DocumentRefusal> {
    draft.name = names::in_one_line(&draft.name);
    if draft.name.is_empty() {
        return Err(DocumentRefusal::NameMissing);
    }
    if draft.name.chars().count() > MAX_NAME_CHARS {
        return Err(DocumentRefusal::NameTooLong);
    }
    if !draft.starts.is_in_range() {
        return Err(DocumentRefusal::DateOutOfRange("startDate"));
    }
    if !draft.ends.is_in_range() {
        return Err(DocumentRefusal::DateOutOfRange("endDate"));
    }
    if draft.ends < draft.starts { Err(DocumentRefusal::EndBeforeStart) } else { Ok(draft) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn draft(name: &str) -> DocumentDraft {
        let (starts, ends) = (Day(date(2026, 1, 1)), Day(date(2026, 12, 31)));
        DocumentDraft { name: name.into(), starts, ends, is_on_dashboard: false }
    }

    #[test]
    fn a_name_has_words_and_at_most_120_characters() {
        assert_eq!(
            check(draft("  Employee \u{202e} hand\u{2066}book\n2026 ")).unwrap().name,
            "Employee handbook 2026"
        );
        for (name, verdict) in [
            ("ñ".repeat(120), None),
            ("ñ".repeat(121), Some(DocumentRefusal::NameTooLong)),
            (" \u{0} ".into(), Some(DocumentRefusal::NameMissing)),
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
            (day(2026, 11, 17), day(2026, 11, 16), Some(DocumentRefusal::EndBeforeStart)),
            (day(1899, 12, 31), day(2026, 1, 1), Some(DocumentRefusal::DateOutOfRange("startDate"))),
            (day(2026, 1, 1), day(2100, 1, 1), Some(DocumentRefusal::DateOutOfRange("endDate"))),
        ] {
            assert_eq!(
                check(DocumentDraft { starts, ends, ..draft("x") }).err(),
                verdict,
                "{starts} to {ends}"
            );
        }
    }
}
