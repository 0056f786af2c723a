//! Which files we accept: by name, size and what they really are. Pure: bytes in, a verdict out.

use crate::shared::refusal::refusals;

/// A file is accepted below this many bytes.
pub(crate) const MAX_FILE_BYTES: usize = 10_485_760;
const MAX_NAME_CHARS: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Pdf,
    Doc,
    Docx,
}

impl FileKind {
    pub fn content_type(self) -> &'static str {
        match self {
            FileKind::Pdf => "application/pdf",
            FileKind::Doc => "application/msword",
            FileKind::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    fn of_extension(extension: &str) -> Option<FileKind> {
        match extension.to_ascii_lowercase().as_str() {
            "pdf" => Some(FileKind::Pdf),
            "doc" => Some(FileKind::Doc),
            "docx" => Some(FileKind::Docx),
            _ => None,
        }
    }

    /// The kind the first bytes show.
    pub(super) fn of_magic(bytes: &[u8]) -> Option<FileKind> {
        if bytes.starts_with(b"%PDF-") {
            Some(FileKind::Pdf)
        } else if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) {
            Some(FileKind::Doc)
        } else if bytes.starts_with(b"PK\x03\x04") {
            Some(FileKind::Docx)
        } else {
            None
        }
    }
}

refusals! {
    pub enum FileRefusal {
        NoName = "FILE_NAME_MISSING" at "fileName": "The file needs a name.",
        Empty = "FILE_EMPTY" at "fileString": "The file is empty.",
        TooLarge = "FILE_TOO_LARGE" at "fileString": "The file must be under 10MB.",
        TypeNotAllowed = "FILE_TYPE_NOT_ALLOWED" at "fileName": "Only pdf, doc and docx files are allowed.",
        /// The name says one thing, the bytes another.
        NotWhatItSays = "FILE_NOT_WHAT_IT_SAYS" at "fileString": "The file's content doesn't match its name.",
        /// It's also something else: an archive after a PDF, a page before one.
        TwoThings = "FILE_IS_TWO_THINGS" at "fileString": "The file contains another file.",
        Encrypted = "FILE_ENCRYPTED" at "fileString": "The file is encrypted or needs a password to open.",
        Macros = "FILE_HAS_MACROS" at "fileString": "The file contains macros, scripts or embedded programs.",
        UnpacksTooLarge = "FILE_UNPACKS_TOO_LARGE" at "fileString":
            "The file unpacks to far more data than it should.",
        Broken = "FILE_BROKEN" at "fileString": "The file is damaged and can't be read.",
        NotBase64 = "FILE_NOT_BASE64" at "fileString": "The file must be sent as base64.",
    }
}

/// The name as we'll store it, and what it claims to be: no folders, nothing that hides or reverses text.
pub(super) fn check_name(name: &str) -> Result<(String, FileKind), FileRefusal> {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().filter(|c| is_shown(*c)).collect();
    let shown = shown.trim();
    let Some((stem, extension)) = shown.rsplit_once('.') else {
        return Err(if shown.is_empty() { FileRefusal::NoName } else { FileRefusal::TypeNotAllowed });
    };
    if stem.trim().is_empty() {
        return Err(FileRefusal::NoName);
    }
    let kind = FileKind::of_extension(extension).ok_or(FileRefusal::TypeNotAllowed)?;
    let stem: String = stem.chars().take(MAX_NAME_CHARS).collect();
    Ok((format!("{}.{}", stem.trim(), extension.to_ascii_lowercase()), kind))
}

fn is_shown(c: char) -> bool {
    let is_layout = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}');
    !(c.is_control() || is_layout || c == '\u{feff}')
}

pub(super) fn check_size(bytes: usize) -> Result<(), FileRefusal> {
    match bytes {
        0 => Err(FileRefusal::Empty),
        1..MAX_FILE_BYTES => Ok(()),
        _ => Err(FileRefusal::TooLarge),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_its_folders_and_keeps_one_of_three_endings() {
        for (name, kept) in [
            ("Handbook 2026.pdf", Ok(("Handbook 2026.pdf", FileKind::Pdf))),
            ("C:\\Users\\me\\Letter.DOCX", Ok(("Letter.docx", FileKind::Docx))),
            ("../../etc/passwd.doc", Ok(("passwd.doc", FileKind::Doc))),
            ("año nuevo.pdf", Ok(("año nuevo.pdf", FileKind::Pdf))),
            ("x\u{202e}fdp.exe.pdf\u{0}", Ok(("xfdp.exe.pdf", FileKind::Pdf))),
            ("invoice.pdf.exe", Err(FileRefusal::TypeNotAllowed)),
            ("letter.docm", Err(FileRefusal::TypeNotAllowed)),
            ("handbook", Err(FileRefusal::TypeNotAllowed)),
            (".pdf", Err(FileRefusal::NoName)),
            ("a/", Err(FileRefusal::NoName)),
            ("", Err(FileRefusal::NoName)),
        ] {
            let expected = kept.map(|(name, kind): (&str, FileKind)| (name.to_owned(), kind));
            assert_eq!(check_name(name), expected, "{name:?}");
        }
        assert_eq!(check_name(&format!("{}.pdf", "x".repeat(500))).unwrap().0.len(), MAX_NAME_CHARS + 4);
    }

    #[test]
    fn a_file_is_under_10_mb() {
        for (bytes, verdict) in [
            (0, Err(FileRefusal::Empty)),
            (1, Ok(())),
            (10_485_759, Ok(())),
            (10_485_760, Err(FileRefusal::TooLarge)),
            (10_485_761, Err(FileRefusal::TooLarge)),
        ] {
            assert_eq!(check_size(bytes), verdict, "{bytes}");
        }
    }
}
