//! Word's field codes. The first word decides, however it's written; for a link, so does where it leads.

use super::rules::FileRefusal;
use super::word_xml::is_plain_link;
use crate::shared::names::is_hidden;
use unicode_normalization::UnicodeNormalization;

/// Fields that fetch from elsewhere, start something or hold an object.
const FIELDS: &[&str] = &[
    "control",
    "database",
    "dde",
    "ddeauto",
    "embed",
    "htmlcontrol",
    "import",
    "include",
    "includepicture",
    "includetext",
    "link",
    "rd",
];

/// The rest of a code isn't kept; otherwise checking it again and again would take hours.
const CODE_MOST_BYTES: usize = 512;

#[derive(Default)]
struct WordField {
    code: String,
    is_checked: bool,
}

impl WordField {
    fn check(&mut self) -> Result<(), FileRefusal> {
        if std::mem::replace(&mut self.is_checked, true) { Ok(()) } else { check_field(&self.code) }
    }
}

/// Open fields, inside each other.
#[derive(Default)]
pub(super) struct Fields {
    open: Vec<WordField>,
}

impl Fields {
    pub(super) fn mark(&mut self, mark: &str) -> Result<(), FileRefusal> {
        const DEEPEST: usize = 100;
        match mark {
            "begin" if self.open.len() >= DEEPEST => Err(FileRefusal::Broken),
            "begin" => {
                // A field inside another field's first word would write that word.
                let is_within = self.open.last().is_some_and(|field| !has_whole_word(&field.code));
                self.open.push(WordField::default());
                if is_within { Err(FileRefusal::Macros) } else { Ok(()) }
            }
            // Its result follows; the code is complete.
            "separate" => self.open.last_mut().map_or(Ok(()), WordField::check),
            _ => self.open.pop().map_or(Ok(()), |mut field| field.check()),
        }
    }

    pub(super) fn hear(&mut self, text: &[u8]) {
        if self.open.is_empty() {
            self.open.push(WordField::default());
        }
        let Some(field) = self.open.last_mut() else { return };
        let text = String::from_utf8_lossy(text);
        let text = if field.code.is_empty() { text.trim_start_matches(is_skipped) } else { &text };
        for c in text.chars() {
            if field.code.len() >= CODE_MOST_BYTES {
                return;
            }
            field.code.push(c);
            field.is_checked = false;
        }
    }

    /// Fields that never end.
    pub(super) fn check_open(&mut self) -> Result<(), FileRefusal> {
        self.open.iter_mut().try_for_each(WordField::check)
    }
}

/// What may come before a field's first word: all kinds of spaces, quotes, unreadable characters. A formula begins with
/// `=`.
fn is_skipped(c: char) -> bool {
    !c.is_alphanumeric() && c != '='
}

fn has_whole_word(code: &str) -> bool {
    let code = code.trim_start_matches(is_skipped);
    code.starts_with('=') || code.contains(char::is_whitespace)
}

pub(super) fn check_field(code: &str) -> Result<(), FileRefusal> {
    let code: String = code.nfkc().collect();
    // Invisible characters may end a word or be skipped.
    let is_unseen = |c: char| (is_hidden(c) && !c.is_control() && !c.is_whitespace()) || c == '\u{ad}';
    let joined: String = code.chars().filter(|c| !is_unseen(*c)).collect();
    let parted: String = code.chars().map(|c| if is_unseen(c) { ' ' } else { c }).collect();
    for read in [joined, parted] {
        let read = read.trim_start_matches(is_skipped);
        let end = read.find(|c: char| !c.is_alphanumeric()).unwrap_or(read.len());
        let word = read[..end].to_lowercase();
        if FIELDS.contains(&word.as_str()) || (word == "hyperlink" && !is_safe_link(&read[end..])) {
            return Err(FileRefusal::Macros);
        }
    }
    Ok(())
}

/// What follows HYPERLINK: a target, or switches without one. A cut-off target is unknown.
fn is_safe_link(code: &str) -> bool {
    let targets = targets(code);
    let is_cut = targets.is_empty() && code.len() + "hyperlink".len() >= CODE_MOST_BYTES;
    !is_cut && targets.iter().all(|target| is_safe_target(target))
}

/// Backslashes appear in a code either doubled or single.
fn is_safe_target(target: &str) -> bool {
    let target: String = target.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let target = target.to_lowercase();
    !target.starts_with("file:") && is_plain_link(&target) && is_plain_link(&target.replace("\\\\", "\\"))
}

/// A code's words, except for its switches and their values.
fn targets(code: &str) -> Vec<String> {
    let (mut targets, mut rest, mut is_of_switch) = (vec![], code, false);
    loop {
        // There may be no space here: a word also ends at a quote.
        rest = rest.trim_start_matches(|c: char| c.is_whitespace());
        let Some(first) = rest.chars().next() else { return targets };
        let (word, behind) = if is_quote(first) { quoted(&rest[first.len_utf8()..]) } else { bare(rest) };
        rest = behind;
        let is_switch = !is_quote(first) && word.starts_with('\\') && !word.starts_with("\\\\");
        if !is_switch && !is_of_switch && !word.is_empty() {
            targets.push(word.to_owned());
        }
        is_of_switch = is_switch && ["\\l", "\\o", "\\t"].contains(&word.to_lowercase().as_str());
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}')
}

fn bare(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || is_quote(c)).unwrap_or(text.len()))
}

/// Up to the closing quote; one after a backslash doesn't count.
fn quoted(text: &str) -> (&str, &str) {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if is_quote(c) && !is_escaped {
            return (&text[..at], &text[at + c.len_utf8()..]);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_counts_whatever_stands_around_it() {
        for code in [
            "DDEAUTO c:\\\\cmd.exe",
            " dde x",
            "\"DDEAUTO\" x",
            "\u{201c}DDE\u{201d} x",
            "\u{a0}DDEAUTO x",
            "\u{200b}DDE x",
            "\u{2003}\u{3000}\u{feff}DDE x",
            "D\u{200b}DE x",
            "DDE\u{200b}x",
            "DDE\tx",
            "\u{ff24}\u{ff24}\u{ff25} x",
            "\u{fffd}DDE x",
        ] {
            assert_eq!(check_field(code), Err(FileRefusal::Macros), "{code:?}");
        }
        for code in [" PAGE ", "= DDE", "QUOTE \"DDE\"", "", "REF dde_1"] {
            assert_eq!(check_field(code), Ok(()), "{code:?}");
        }
    }

    #[test]
    fn a_link_leads_to_a_page_or_a_place_in_the_document() {
        for code in [
            "HYPERLINK \"https://example.com/a\" \\o \"Note: file: and more\"",
            "HYPERLINK \\l \"a:b\" \\h",
            "HYPERLINK mailto:a@example.com",
            "HYPERLINK \"C:\\\\docs\\\\a.docx\"",
            "HYPERLINK",
        ] {
            assert_eq!(check_field(code), Ok(()), "{code}");
        }
        for code in [
            "HYPERLINK \"file://evil/x\"",
            "hyperlink FILE:///C:/x",
            "HYPERLINK \"\\\\\\\\evil\\\\share\"",
            "HYPERLINK \"\\\\evil\\share\"",
            "HYPERLINK \\\\evil\\share",
            "HYPERLINK //evil/share",
            "HYPERLINK \"smb://evil/x\"",
            "HYPERLINK \\l \"a\" \"smb://evil/x\"",
            "HYPERLINK\"file:x\"",
            "HYPERLINK \"fi\nle:x\"",
        ] {
            assert_eq!(check_field(code), Err(FileRefusal::Macros), "{code}");
        }
        assert_eq!(check_field(&format!("HYPERLINK{}", " ".repeat(600))), Err(FileRefusal::Macros));
    }
}
