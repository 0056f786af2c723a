//! How many files a request may have, and how large. Pure.

use super::super::refusal::TimeOffRefusal;

const MAX_ATTACHMENTS: usize = 5;
const ATTACHMENTS_BYTES: usize = 10_485_760;

pub(super) fn check_attachments(count: usize) -> Result<(), TimeOffRefusal> {
    if count > MAX_ATTACHMENTS { Err(TimeOffRefusal::TooManyAttachments) } else { Ok(()) }
}

/// Limits the files in a single API request.
pub(super) fn check_together(bytes: usize) -> Result<(), TimeOffRefusal> {
    if bytes >= ATTACHMENTS_BYTES { Err(TimeOffRefusal::AttachmentsTooLarge) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_at_most_five_files_and_ten_megabytes() {
        assert_eq!(check_attachments(5), Ok(()));
        assert_eq!(check_attachments(6), Err(TimeOffRefusal::TooManyAttachments));
        assert_eq!(check_together(10_485_759), Ok(()));
        assert_eq!(check_together(10_485_760), Err(TimeOffRefusal::AttachmentsTooLarge));
    }
}
