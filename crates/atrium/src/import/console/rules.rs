//! What an upload may be, and what right a kind of file takes. Pure.

use crate::shared::refusal::refusals;

pub(super) const MAX_FILES: usize = 20;
pub(super) const MAX_OPEN_IMPORTS: i64 = 10;
pub(super) const MAX_PIECE_BYTES: usize = 8 << 20;
/// All of an import's files together.
const MAX_IMPORT_BYTES: i64 = 1 << 30;
const MAX_FILE_NAME_CHARS: usize = 200;

refusals! {
    pub(super) enum UploadRefusal {
        TooLarge = "IMPORT_TOO_LARGE": "An import can have at most 1 GB. Split the files.",
        Empty = "IMPORT_FILE_EMPTY": "The file is empty.",
        TooManyFiles = "TOO_MANY_IMPORT_FILES": "An import can have at most 20 files.",
        TooManyOpen = "TOO_MANY_IMPORTS": "You have 10 imports that aren't done. Finish or cancel one first.",
        SameName = "SAME_FILE_NAME": "A file with this name is already there.",
        BadName = "BAD_FILE_NAME": "This file name can't be used.",
        BadPiece = "BAD_PIECE": "The upload got out of step. Remove the file and add it again.",
        NotUploaded = "NOT_UPLOADED": "A file isn't completely uploaded yet.",
        NotMapped = "NOT_MAPPED": "Say for each file how it's read first.",
        Forgotten = "IMPORT_FORGOTTEN": "The uploaded files are gone after a day. Start a new import.",
        NotChecked = "NOT_CHECKED": "Only an import that was checked, without faults and with changes, can be applied.",
        NotNow = "IMPORT_NOT_NOW": "This import can't be changed now.",
        OfOthers = "IMPORT_OF_OTHERS": "Someone else made this import.",
        Lost = "IMPORT_LOST": "The server stopped in the meantime. Nothing was changed.",
        Stopped = "IMPORT_STOPPED": "It was stopped. Nothing was changed.",
        NoRights = "IMPORT_RIGHTS_GONE": "The person doesn't have the permissions for it anymore. Nothing was changed.",
        ChangedSince = "IMPORT_CHANGED_SINCE": "Something changed since it was checked, so it has faults now. Nothing was changed.",
        KindNotYours = "KIND_NOT_YOURS": "You don't have permission to import this kind of file.",
        UnknownFile = "IMPORT_UNKNOWN_FILE": "This isn't a file in our format. Name the mapping it's read by.",
        NoMapping = "IMPORT_NO_MAPPING" at "mapping": "There is no mapping with this name.",
        NoKind = "IMPORT_NO_KIND" at "kind": "There is no kind of file with this name.",
        NoCompany = "IMPORT_NO_COMPANY" at "company": "There is no such company.",
        NothingEnds = "IMPORT_NOTHING_ENDS": "Nothing of this kind ends, so the file can't be the whole truth.",
        HasFaults = "IMPORT_HAS_FAULTS": "The file has faults. Nothing was changed.",
        Braked = "IMPORT_BRAKED" at "confirmedRemovals": "A tenth or more would end. Type in the exact number to confirm.",
        BadPlace = "IMPORT_BAD_PLACE": "The file's folders name no company and mapping. Nothing was changed.",
    }
}

pub(super) fn file_name(name: &str) -> Result<String, UploadRefusal> {
    let name = name.trim();
    let is_odd = name.is_empty()
        || name.chars().count() > MAX_FILE_NAME_CHARS
        || name.chars().any(|c| c.is_control() || matches!(c, '/' | '\\'));
    if is_odd { Err(UploadRefusal::BadName) } else { Ok(name.to_owned()) }
}

pub(super) fn check_size(bytes: i64) -> Result<(), UploadRefusal> {
    match bytes {
        ..=0 => Err(UploadRefusal::Empty),
        MAX_IMPORT_BYTES.. if bytes > MAX_IMPORT_BYTES => Err(UploadRefusal::TooLarge),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_plain_name_and_a_size_within_limits() {
        assert_eq!(file_name(" pay.csv ").unwrap(), "pay.csv");
        for name in ["", "../pay.csv", "a\\b", "a\nb", &"x".repeat(201)] {
            assert_eq!(file_name(name), Err(UploadRefusal::BadName), "{name:?}");
        }
        assert_eq!(check_size(0), Err(UploadRefusal::Empty));
        assert_eq!(check_size(MAX_IMPORT_BYTES), Ok(()));
        assert_eq!(check_size(2 << 30), Err(UploadRefusal::TooLarge));
    }
}
