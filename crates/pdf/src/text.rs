//! Plain text to lines: what may be printed, and where a line may end.

use crate::fonts::Line;
use crate::style::TextStyle;

/// Lets only text through that a PDF may carry and a reader can see.
///
/// Line ends become `\n`. Invisible characters (zero-width, direction overrides, variation selectors) are
/// dropped: a document about money must show everything it says. What has no public meaning (controls,
/// private use, noncharacters) becomes U+FFFD, because PDF/A forbids it.
pub(crate) fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.chars()
        .filter_map(|c| match c {
            '\n' => Some(c),
            '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
            '\t' => Some(' '),
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => None,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
            '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}' => None,
            '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. | '\u{fdd0}'..='\u{fdef}' => {
                Some(char::REPLACEMENT_CHARACTER)
            }
            c if c.is_control() || c as u32 & 0xfffe == 0xfffe => Some(char::REPLACEMENT_CHARACTER),
            c => Some(c),
        })
        .collect()
}

/// `clean` on a single line: titles, outline entries.
pub(crate) fn clean_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

/// Lines no wider than `width_pt`, broken at spaces. Every line but the last keeps a space at its end,
/// because tagged PDF wants the boundaries between words in the text itself.
pub(crate) fn wrap(text: &str, style: TextStyle, width_pt: f32) -> Vec<Line> {
    // A column that was measured by this very text must not wrap it for a rounding error.
    let width_em = width_pt / style.size_pt + 1e-3;
    let text = clean(text);
    let mut lines = Vec::new();
    let mut rest = Some(text.as_str());
    while let Some(remaining) = rest {
        let (line, after) = match remaining.split_once('\n') {
            Some((line, after)) => (format!("{line} "), Some(after)),
            None => (remaining.to_owned(), None),
        };
        rest = after;
        let whole = Line::shape(&line, style);
        if whole.width_em <= width_em {
            lines.push(whole);
        } else {
            let ends = line_ends(&whole, width_em);
            let starts = std::iter::once(0).chain(ends.iter().copied());
            lines.extend(starts.zip(&ends).map(|(start, &end)| Line::shape(&line[start..end], style)));
        }
    }
    lines
}

/// Where the lines of `whole` end. A word wider than a line is cut, at a hyphen or the like if it has one.
fn line_ends(whole: &Line, width_em: f32) -> Vec<usize> {
    let clusters = whole.clusters();
    let mut ends = Vec::new();
    let mut start = 0;
    let (mut after_space, mut after_joint) = (0, 0);
    for (i, pair) in clusters.windows(2).enumerate() {
        let ((from, _), (to, right)) = (pair[0], pair[1]);
        let cluster = &whole.text[from..to];
        if cluster == " " {
            after_space = i + 1;
            continue; // A space may hang over the edge: no one sees it.
        }
        while right - clusters[start].1 > width_em && i > start {
            let end = [after_space, after_joint].into_iter().find(|&end| end > start).unwrap_or(i);
            ends.push(clusters[end].0);
            start = end;
        }
        if matches!(cluster, "-" | "/" | "@" | "_" | "." | "\u{2013}") {
            after_joint = i + 1;
        }
    }
    ends.push(whole.text.len());
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::{Color, Weight};

    const STYLE: TextStyle = TextStyle::new(Weight::Regular, 10.0, Color::INK);

    fn wrapped(text: &str, width_pt: f32) -> Vec<String> {
        let lines = wrap(text, STYLE, width_pt);
        for line in lines.iter().filter(|line| line.text.chars().count() > 1) {
            assert!(line.width_em * STYLE.size_pt <= width_pt + 0.2, "{:?} runs over {width_pt}", line.text);
        }
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_break_at_spaces_and_keep_them() {
        assert_eq!(
            wrapped("Weekend differential, cardiac care unit", 110.0),
            ["Weekend differential, ", "cardiac care unit",]
        );
    }

    #[test]
    fn a_word_wider_than_the_column_is_cut_and_nothing_of_it_is_lost() {
        let word = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren";
        let lines = wrapped(&format!("Hubert {word} Sr."), 60.0);
        assert!(lines.len() > 4, "{lines:?}");
        assert_eq!(lines.concat(), format!("Hubert {word} Sr."));
    }

    #[test]
    fn a_long_word_is_rather_cut_at_its_hyphen() {
        assert_eq!(wrapped("Montgomery-Featherstonehaugh", 100.0), ["Montgomery-", "Featherstonehaugh"]);
    }

    #[test]
    fn a_column_narrower_than_a_letter_still_ends() {
        assert_eq!(wrapped("abc", 0.5), ["a", "b", "c"]);
    }

    #[test]
    fn a_line_end_in_the_text_ends_the_line() {
        assert_eq!(wrapped("845 Peña Street\r\nSan Leandro", 500.0), ["845 Peña Street ", "San Leandro"]);
    }

    #[test]
    fn invisible_characters_are_dropped_and_unprintable_ones_are_shown_as_replacements() {
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{feff}\td"), "abc d");
        assert_eq!(clean("a\0b\u{e000}c\u{ffff}d"), "a\u{fffd}b\u{fffd}c\u{fffd}d");
    }
}
