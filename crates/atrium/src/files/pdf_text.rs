//! A PDF text, and where it leads if it names a file or an address: only to another file next to this one, or to a page
//! or mailbox. A reader that opens a file on another machine reveals its user (ISO 32000, 7.11.2: `/server/share` is
//! such a file).

/// This much of a text tells where it leads.
const HEAD_BYTES: usize = 8 * 1024;

/// What a link may lead to.
const SCHEMES: &[&str] = &["http", "https", "mailto", "tel"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PdfText<'a> {
    /// Without its opening bracket.
    raw: &'a [u8],
    is_hex: bool,
}

impl<'a> PdfText<'a> {
    pub(super) fn in_round_brackets(raw: &'a [u8]) -> PdfText<'a> {
        PdfText { raw: raw.strip_suffix(b")").unwrap_or(raw), is_hex: false }
    }

    pub(super) fn in_angle_brackets(raw: &'a [u8]) -> PdfText<'a> {
        PdfText { raw, is_hex: true }
    }

    /// In lowercase and without what a reader skips: encoding marks, the encoding's zeros, control characters. Some
    /// readers skip the names of languages too, so it's read both ways.
    fn plain(&self) -> [Vec<u8>; 2] {
        let read = if self.is_hex { from_hex(self.raw) } else { unescaped(self.raw) };
        [without_languages(&read), read].map(plain)
    }

    /// `\\machine\share`, `//machine/share` or `file://machine/…`: no other kind of text begins this way.
    pub(super) fn is_remote(&self) -> bool {
        self.plain().iter().any(|plain| is_remote(plain))
    }

    /// Whether it leads elsewhere, as a file name or as an address.
    pub(super) fn leads_away(&self) -> bool {
        self.plain().iter().any(|plain| leads_away(plain))
    }
}

fn plain(read: Vec<u8>) -> Vec<u8> {
    let is_skipped = |byte: &u8| byte.is_ascii_control() || matches!(byte, 0xfe | 0xff | 0xef | 0xbb | 0xbf);
    let plain = read.into_iter().filter(|byte| !is_skipped(byte)).map(|byte| byte.to_ascii_lowercase());
    plain.skip_while(|byte| *byte == b' ').collect()
}

fn is_remote(plain: &[u8]) -> bool {
    let file = plain.strip_prefix(b"file:").unwrap_or(plain);
    let slashes = file.iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
    // A third slash leads to your own machine: file:///C:/….
    slashes == 2 || slashes > 3
}

fn leads_away(plain: &[u8]) -> bool {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let scheme = plain.iter().position(|byte| !is_of_scheme(byte)).filter(|end| plain[*end] == b':');
    let is_other = scheme.is_some_and(|end| !SCHEMES.iter().any(|known| known.as_bytes() == &plain[..end]));
    is_other || plain.starts_with(b"/") || plain.contains(&b'\\')
}

/// A text in round brackets, the way it's read.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let (mut read, mut at) = (vec![], 0);
    while let (Some(byte), true) = (text.get(at), read.len() < HEAD_BYTES) {
        at += 1;
        if *byte != b'\\' {
            read.push(*byte);
            continue;
        }
        let digits = text[at..].iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
        match (digits, text.get(at)) {
            // A line continues after a backslash; and there are names for several kinds of spaces.
            (0, Some(b'\r' | b'\n' | b'n' | b'r' | b't' | b'b' | b'f')) => at += 1,
            (0, Some(escaped)) => {
                read.push(*escaped);
                at += 1;
            }
            (0, None) => {}
            (count, _) => {
                let value =
                    text[at..at + count].iter().fold(0_u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
                read.push((value & 0xff) as u8);
                at += count;
            }
        }
    }
    read
}

/// Without the marks that say which language follows: an escape, two to four letters, an escape (ISO 32000, 7.9.2.2).
fn without_languages(text: &[u8]) -> Vec<u8> {
    const ESCAPE: u8 = 0x1b;
    const MAX_BYTES: usize = 10;
    let (mut kept, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some(start) = rest.iter().position(|byte| *byte == ESCAPE) {
        kept.extend_from_slice(&rest[..start]);
        rest = &rest[start + 1..];
        if let Some(end) = rest.iter().take(MAX_BYTES).position(|byte| *byte == ESCAPE) {
            rest = &rest[end + 1..];
        }
    }
    kept.extend_from_slice(rest);
    kept
}

fn from_hex(text: &[u8]) -> Vec<u8> {
    let digits = text.iter().filter_map(|byte| char::from(*byte).to_digit(16));
    let digits: Vec<u8> = digits.take(HEAD_BYTES * 2).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(written: &str) -> PdfText<'_> {
        match written.strip_prefix('<') {
            Some(hex) => PdfText::in_angle_brackets(hex.as_bytes()),
            None => PdfText::in_round_brackets(written.strip_prefix('(').unwrap().as_bytes()),
        }
    }

    #[test]
    fn a_text_that_leads_to_another_machine_is_known_however_it_is_written() {
        for written in [
            r"(\\\\evil\\share)",
            r"(\134\134evil\134share)",
            r"(//evil/share)",
            r"(file://evil/share)",
            "<5C5C6576696C>",
            "<FEFF005C005C0065>",
            "<FEFF001B0065006E001B002F002F0065>",
            "( \\\n\\\\\\\\evil)",
        ] {
            assert!(text(written).is_remote() && text(written).leads_away(), "{written}");
        }
        for written in
            ["(/C/docs/a.pdf)", "(a.pdf)", "(../a.pdf)", "(file:///C:/a.pdf)", r"(\\a)", "()", "<5C>"]
        {
            assert!(!text(written).is_remote(), "{written}");
        }
    }

    #[test]
    fn a_file_lies_beside_this_one_and_an_address_is_a_page_or_a_mailbox() {
        for good in [
            "(a.pdf)",
            "(chapters/2.pdf)",
            "(../a.pdf)",
            "(Part 1: plans.pdf)",
            "(https://example.com/a:b)",
            "(HTTP://example.com)",
            "(mailto:a@example.com)",
            "(tel:+15035550100)",
            "(#page=2)",
            "()",
        ] {
            assert!(!text(good).leads_away(), "{good}");
        }
        for away in [
            "(/server/share/a.pdf)",
            "(/C/docs/a.pdf)",
            r"(a\\b.pdf)",
            r"(\\a)",
            "(file:///C:/a.pdf)",
            "(FILE:a)",
            "(smb://evil/share)",
            "(c:a.pdf)",
            "(java\\nscript:x)",
            "( \tfi\nle:x)",
            "<2F6576696C>",
            "<FEFF0066 0069006C0065003A>",
            "(\u{feff}/evil)",
        ] {
            assert!(text(away).leads_away(), "{away}");
        }
    }
}
