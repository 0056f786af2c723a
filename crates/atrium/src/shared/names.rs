//! Names as people look for them: without case and without accents, so that «munoz» finds Muñoz. Both engines store what
//! is made here; neither folds more than ASCII by itself.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

pub fn folded(text: &str) -> String {
    text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect()
}

/// Sorts people by last name, then first name.
pub fn sort_name(first_name: &str, last_name: &str) -> String {
    folded(&format!("{last_name}, {first_name}"))
}

/// Everything somebody may be searched by.
pub fn search_text(first_name: &str, last_name: &str, code: &str) -> String {
    folded(&format!("{first_name} {last_name} {code}"))
}

/// A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere.
pub fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in folded(text.trim()).chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_make_no_difference() {
        assert_eq!(folded("MUÑOZ Zoë"), "munoz zoe");
        assert_eq!(sort_name("Ana", "de la Cruz"), "de la cruz, ana");
        assert_eq!(search_text("Ana", "Muñoz", "A-17"), "ana munoz a-17");
    }

    #[test]
    fn what_means_something_to_like_is_searched_for_as_it_stands() {
        assert_eq!(pattern(" 100% "), r"%100\%%");
        assert_eq!(pattern(r"a_b\"), r"%a\_b\\%");
    }
}
