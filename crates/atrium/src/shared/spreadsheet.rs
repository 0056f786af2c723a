//! Text as a cell of a CSV file that a spreadsheet opens as text: no cell can start a formula.

use std::borrow::Cow;

/// Quotes around a cell don't keep a spreadsheet from taking it for a formula; an apostrophe before it does.
pub fn safe_cell(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        return Cow::Owned(format!("'{text}"));
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_starts_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx"] {
            assert_eq!(safe_cell(text), format!("'{text}"));
        }
        for text in ["", "Ana", "a=b", "8-5"] {
            assert_eq!(safe_cell(text), text);
        }
    }
}
