//! Passwords known from breaches: a file from the operator, sorted, with one SHA-1 in hex per line, the way «Have I
//! Been Pwned» provides it (a count after a colon is ignored). The full list has a billion lines, so it's searched in
//! place: about thirty small reads per password.

use aws_lc_rs::digest;
use std::cmp::Ordering;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

/// Two digits per byte of the hash.
const DIGITS: usize = 40;
/// Longer than any line: the digits, a colon, a count, and the end of the line.
const MAX_LINE_BYTES: usize = 80;

#[derive(Clone, Debug)]
pub struct Breached {
    file: Arc<File>,
    length: u64,
}

impl Breached {
    /// Checks both ends, which is enough to recognize a list of hashes; an error says what's wrong.
    pub fn open(path: &Path) -> Result<Breached, String> {
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = opened.map_err(|error| format!("it cannot be read: {error}"))?;
        let list = Breached { file: Arc::new(file), length };
        let ends = || -> io::Result<_> {
            let first = list.line_at(0)?;
            let tail = list.line_from(list.length.saturating_sub(MAX_LINE_BYTES as u64))?;
            Ok((first, list.last_line_from(tail)?))
        };
        match ends() {
            Ok((Some(first), Some(last))) if first <= last => Ok(list),
            Ok((Some(_), Some(_))) => Err("its lines are not sorted".to_owned()),
            Ok(_) => Err("a line is not a SHA-1 in hex".to_owned()),
            Err(error) => Err(format!("it cannot be read: {error}")),
        }
    }

    pub fn has(&self, password: &str) -> io::Result<bool> {
        let hash = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, password.as_bytes());
        let wanted: String = hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
        // The line we want begins in low..high, if it exists.
        let (mut low, mut high) = (0, self.length);
        while low < high {
            let middle = low + (high - low) / 2;
            let start = self.line_from(middle)?;
            if start >= high {
                high = middle;
                continue;
            }
            let found =
                self.line_at(start)?.ok_or_else(|| io::Error::other("a line is not a SHA-1 in hex"))?;
            match found.as_str().cmp(&wanted) {
                Ordering::Equal => return Ok(true),
                Ordering::Less => low = start + 1,
                Ordering::Greater => high = middle,
            }
        }
        Ok(false)
    }

    /// Where the first line at or after this position begins.
    fn line_from(&self, at: u64) -> io::Result<u64> {
        if at == 0 {
            return Ok(0);
        }
        let around = self.read(at - 1)?;
        let end = around.iter().position(|byte| *byte == b'\n');
        Ok(end.map_or(self.length, |end| at + end as u64))
    }

    /// The digits on the line that begins here; `None` if they aren't digits.
    fn line_at(&self, start: u64) -> io::Result<Option<String>> {
        let line = self.read(start)?;
        let ends = line.get(DIGITS).is_none_or(|byte| b":\r\n".contains(byte));
        let digits = line.get(..DIGITS).filter(|digits| ends && digits.iter().all(u8::is_ascii_hexdigit));
        Ok(digits.map(|digits| String::from_utf8_lossy(digits).to_uppercase()))
    }

    fn last_line_from(&self, mut start: u64) -> io::Result<Option<String>> {
        let mut last = self.line_at(if start < self.length { start } else { 0 })?;
        while last.is_some() && start < self.length {
            last = self.line_at(start)?;
            start = self.line_from(start + 1)?;
        }
        Ok(last)
    }

    fn read(&self, at: u64) -> io::Result<Vec<u8>> {
        let mut bytes = [0; MAX_LINE_BYTES];
        let mut filled = 0;
        loop {
            match self.file.read_at(&mut bytes[filled..], at + filled as u64)? {
                0 => return Ok(bytes[..filled].to_vec()),
                more => filled += more,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(password: &str) -> String {
        let hash = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, password.as_bytes());
        hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect()
    }

    fn list(text: &str) -> Result<Breached, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        Breached::open(file.path())
    }

    #[test]
    fn b19_every_password_of_the_list_is_found_and_no_other() {
        for count in [1, 2, 3, 40, 500] {
            let passwords: Vec<String> = (0..count).map(|n| format!("password {n}")).collect();
            let mut lines: Vec<String> = passwords.iter().map(|password| line(password)).collect();
            lines.sort();
            let counted: Vec<String> =
                lines.iter().enumerate().map(|(n, line)| format!("{line}:{}", n * n * n)).collect();
            let forms = [
                lines.join("\n"),
                format!("{}\r\n", counted.join("\r\n")),
                format!("{}\n", lines.join("\n").to_lowercase()),
            ];
            for text in forms {
                let list = list(&text).unwrap();
                assert!(passwords.iter().all(|password| list.has(password).unwrap()), "{count}");
                let others = (count..count + 200).map(|n| format!("password {n}"));
                assert!(others.into_iter().all(|password| !list.has(&password).unwrap()), "{count}");
            }
        }
    }

    #[test]
    fn what_is_no_list_is_refused_with_the_reason() {
        let (a, b) = ("A".repeat(40), "B".repeat(40));
        assert!(list(&format!("{a}\n{b}\n")).is_ok());
        for (text, why) in [
            (String::new(), "not a SHA-1"),
            ("password\nletmein\n".to_owned(), "not a SHA-1"),
            (format!("{a}\nletmein\n"), "not a SHA-1"),
            (format!("{a}B\n"), "not a SHA-1"),
            (format!("{b}\n{a}\n"), "not sorted"),
        ] {
            let error = list(&text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
        assert!(Breached::open(Path::new("/no/such/file")).unwrap_err().contains("cannot be read"));
    }
}
