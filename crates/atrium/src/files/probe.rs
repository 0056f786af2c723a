//! What a file really is: its extension, first bytes and structure must agree, and nothing in it may run, hide or
//! explode. Reads only the given bytes; `pdf.rs` and `word.rs` know the formats.

use super::rules::{FileKind, FileRefusal, check_name, check_size};
use super::{pdf, word};

/// A file that turned out to be what its name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub name: String,
    pub kind: FileKind,
}

pub(super) fn probe(name: &str, bytes: &[u8]) -> Result<Checked, FileRefusal> {
    let (name, kind) = check_name(name)?;
    check_size(bytes.len())?;
    if FileKind::of_magic(bytes) != Some(kind) {
        return Err(FileRefusal::NotWhatItSays);
    }
    match kind {
        FileKind::Pdf => pdf::check(bytes)?,
        FileKind::Doc => word::check_doc(bytes)?,
        FileKind::Docx => word::check_docx(bytes)?,
    }
    Ok(Checked { name, kind })
}

/// The last position where `wanted` begins.
pub(super) fn rfind(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).rposition(|window| window == wanted)
}

pub(super) fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// Whether a ZIP archive's end record has a comment that reaches exactly to the end of the file: unpackers look for
/// archives from the end, so one can be attached to anything.
pub(super) fn ends_as_archive(bytes: &[u8]) -> bool {
    const RECORD: usize = 22;
    let tail = &bytes[bytes.len().saturating_sub(RECORD + usize::from(u16::MAX))..];
    let mut from = 0;
    while let Some(at) = find(&tail[from..], b"PK\x05\x06").map(|at| at + from) {
        if let Some(record) = tail.get(at..at + RECORD)
            && at + RECORD + usize::from(u16::from_le_bytes([record[20], record[21]])) == tail.len()
        {
            return true;
        }
        from = at + 1;
    }
    false
}
