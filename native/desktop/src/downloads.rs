//! Files go to the download folder, under their name or, where that is taken, the next one: `stub (1).pdf`.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

const MAX_TRIES: u32 = 1_000;
const MAX_NAME_CHARS: usize = 120;
/// They turn the direction of what follows, or take no room: `stub\u{202e}fdp.exe` would read as `stubexe.pdf`.
const DISGUISES: &[char] = &[
    '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}',
    '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
];
/// Windows writes to these instead of a file, whatever ending they have.
const DEVICES: &[&str] = &[
    "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
    "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
];

pub(crate) fn save(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let (stem, ending) = parts(name);
    for nth in 0..MAX_TRIES {
        let tried = if nth == 0 { format!("{stem}{ending}") } else { format!("{stem} ({nth}){ending}") };
        let path = folder.join(tried);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                // Half a file is none.
                if let Err(error) = file.write_all(bytes).and_then(|()| file.sync_all()) {
                    let _kept = fs::remove_file(&path);
                    return Err(error);
                }
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "there are too many files of this name"))
}

/// The name without anything that leads elsewhere, as a stem and its ending.
fn parts(name: &str) -> (String, String) {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_kept =
        |char: &char| !char.is_control() && !DISGUISES.contains(char) && !r#"<>:"|?*"#.contains(*char);
    let clean: String = last.chars().filter(is_kept).take(MAX_NAME_CHARS).collect();
    let clean = clean.trim_matches(['.', ' ']);
    let device = clean.split('.').next().unwrap_or_default().trim_end();
    let is_device = DEVICES.iter().any(|name| name.eq_ignore_ascii_case(device));
    let clean = if is_device { format!("_{clean}") } else { clean.to_owned() };
    if clean.is_empty() {
        return ("download".to_owned(), String::new());
    }
    match clean.rfind('.') {
        Some(dot) => (clean[..dot].to_owned(), clean[dot..].to_owned()),
        None => (clean, String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("atrium-downloads-{}-{name}", std::process::id()));
        let _fresh = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn a_file_never_replaces_another() {
        let folder = folder("twice");
        for (bytes, name) in [("one", "stub 1.pdf"), ("two", "stub 1 (1).pdf"), ("three", "stub 1 (2).pdf")] {
            assert_eq!(save(&folder, "stub 1.pdf", bytes.as_bytes()).unwrap(), folder.join(name));
        }
        assert_eq!(fs::read_to_string(folder.join("stub 1.pdf")).unwrap(), "one");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_name_leads_nowhere_else() {
        for (name, stem, ending) in [
            ("../../.bashrc", "bashrc", ""),
            ("/etc/passwd", "passwd", ""),
            (r"C:\Windows\a.txt", "a", ".txt"),
            ("a\u{0}b:c.pdf", "abc", ".pdf"),
            ("año 2026.tar.gz", "año 2026.tar", ".gz"),
            ("stub\u{202e}fdp.exe", "stubfdp", ".exe"),
            ("nul.pdf", "_nul", ".pdf"),
            ("COM1", "_COM1", ""),
            ("console.pdf", "console", ".pdf"),
            ("..", "download", ""),
            ("", "download", ""),
        ] {
            assert_eq!(parts(name), (stem.to_owned(), ending.to_owned()), "{name:?}");
        }
        assert_eq!(parts(&"x".repeat(500)).0.len(), MAX_NAME_CHARS);
    }
}
