//! Banks by routing number: nine digits with the ABA's checksum, and a directory an operator can replace.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// All banks, by routing number.
#[derive(Clone, Debug)]
pub struct Directory(Arc<HashMap<String, Bank>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    pub routing_number: String,
    pub name: String,
    pub city: String,
    pub state: String,
}

static MADE_UP: LazyLock<Directory> = LazyLock::new(|| {
    Directory::parse(include_str!("../../data/routing-directory.csv"))
        .expect("our own directory is well-formed")
});

impl Directory {
    /// The demo's: none of these banks exist.
    pub fn made_up() -> Directory {
        MADE_UP.clone()
    }

    /// One bank per line, `routing number,name,city,state`; `#` begins a comment. An error names the line.
    pub fn parse(text: &str) -> Result<Directory, String> {
        let mut banks = HashMap::new();
        let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line.trim()));
        for (n, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let parts: Vec<&str> = line.split(',').map(str::trim).collect();
            let [routing_number, name, city, state] = parts.as_slice() else {
                return Err(format!("line {n} is not `routing number,name,city,state`"));
            };
            if !is_routing_number(routing_number) || name.is_empty() {
                return Err(format!("line {n} has no valid routing number or no name"));
            }
            let [name, city, state] = [*name, *city, *state].map(str::to_owned);
            let routing_number = (*routing_number).to_owned();
            banks.insert(routing_number.clone(), Bank { routing_number, name, city, state });
        }
        Ok(Directory(Arc::new(banks)))
    }

    pub fn find(&self, routing_number: &str) -> Option<&Bank> {
        self.0.get(routing_number)
    }
}

/// Nine digits whose weighted sum (3, 7, 1, …) is a multiple of ten.
pub fn is_routing_number(text: &str) -> bool {
    const WEIGHTS: [u32; 9] = [3, 7, 1, 3, 7, 1, 3, 7, 1];
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum();
    text.len() == 9 && digits.len() == 9 && sum > 0 && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_routing_number_is_nine_digits_with_the_right_checksum() {
        for (text, is_valid) in [
            ("920100116", true),
            ("011000015", true),
            ("011000016", false),
            ("000000000", false),
            ("92010011", false),
            ("9201001160", false),
            ("92010011x", false),
            ("", false),
        ] {
            assert_eq!(is_routing_number(text), is_valid, "{text}");
        }
    }

    #[test]
    fn two_digits_that_changed_places_are_noticed() {
        assert!(is_routing_number("920100116") && !is_routing_number("290100116"));
    }

    #[test]
    fn a_directory_says_which_line_is_wrong() {
        assert_eq!(Directory::parse("# nothing\n\n920100116,Cascade,Portland,OR").unwrap().0.len(), 1);
        for (text, line) in
            [("920100116,Cascade", 1), ("#\n920100117,Cascade,Portland,OR", 2), ("920100116,,X,Y", 1)]
        {
            assert!(Directory::parse(text).unwrap_err().starts_with(&format!("line {line} ")), "{text}");
        }
    }

    #[test]
    fn the_made_up_directory_names_no_real_bank() {
        let directory = Directory::made_up();
        assert!(directory.0.len() >= 10);
        assert!(
            directory.0.keys().all(|number| number.starts_with('9')),
            "no Federal Reserve district is 90 to 99"
        );
    }
}
