//! What a tenant can add to a mail. Pure.

use super::super::rules::FeatureRefusal;
use crate::shared::names;

const MAX_CHARS: usize = 500;
const MAX_LINES: usize = 8;

/// In the form we store: lines without hidden characters, and no more than one empty line in a row.
pub(super) fn words(field: &'static str, typed: &str) -> Result<String, FeatureRefusal> {
    let lines = typed.lines().map(names::in_one_line);
    let mut kept: Vec<String> = vec![];
    for line in lines {
        if !line.is_empty() || kept.last().is_some_and(|last| !last.is_empty()) {
            kept.push(line);
        }
    }
    let text = kept.join("\n").trim().to_owned();
    if text.chars().count() > MAX_CHARS {
        return Err(FeatureRefusal::NoticeTextTooLong(field));
    }
    if text.lines().count() > MAX_LINES {
        return Err(FeatureRefusal::NoticeTextTooManyLines(field));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_few_plain_lines() {
        assert_eq!(
            words("english", " Ask  HR. \r\n\r\n\n ext.\u{200b} 12\u{7}\n"),
            Ok("Ask HR.\n\next. 12".to_owned())
        );
        assert_eq!(words("english", " \n "), Ok(String::new()));
        assert_eq!(words("spanish", &"a".repeat(501)), Err(FeatureRefusal::NoticeTextTooLong("spanish")));
        assert_eq!(
            words("english", &"a\n".repeat(9)),
            Err(FeatureRefusal::NoticeTextTooManyLines("english"))
        );
        assert!(words("english", &"ñ".repeat(500)).is_ok());
    }
}
