//! Headers as sources write them: trimmed, each name once.

/// A name without what varies between two exports of one program: case, spaces, punctuation.
pub(crate) fn simple(name: &str) -> String {
    let mut simple = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            c if c.is_alphanumeric() => simple.extend(c.to_lowercase()),
            '#' => simple.push_str(" number "),
            '\'' | '’' => {}
            '(' if simple.ends_with(|last: char| last.is_alphanumeric()) => simple.push(' '),
            _ => simple.push(' '),
        }
    }
    simple.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn same_name(one: &str, other: &str) -> bool {
    one.trim() == other.trim() || (simple(one) == simple(other) && !simple(one).is_empty())
}

/// The columns' names: a column without one is known by its number, and one that comes again by its count.
pub fn header_of(cells: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        let plain = cell.split_whitespace().collect::<Vec<_>>().join(" ");
        let plain = if plain.is_empty() { format!("Column {}", at + 1) } else { plain };
        let mut name = plain.clone();
        let mut count = 1;
        while names.contains(&name) {
            count += 1;
            name = format!("{plain} ({count})");
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let cells = ["Amount", "", " Amount ", "Net\n Pay", "Amount"].map(str::to_owned);
        assert_eq!(header_of(&cells), ["Amount", "Column 2", "Amount (2)", "Net Pay", "Amount (3)"]);
    }

    #[test]
    fn names_are_the_same_whatever_their_case_and_punctuation() {
        assert!(same_name("Employee #", "EMPLOYEE NUMBER"));
        assert!(same_name("Pay-Date:", "pay date"));
        assert!(!same_name("Pay date", "Hire date"));
        assert!(!same_name("---", "..."));
    }
}
