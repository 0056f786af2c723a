//! Query or form parameters. RFC 6749: an empty one counts as absent, and none may appear twice.

use axum::http::{HeaderMap, header};
use std::collections::{HashMap, HashSet};

#[derive(Debug, Default)]
pub(crate) struct Params {
    values: HashMap<String, String>,
    repeated: HashSet<String>,
}

impl Params {
    pub(crate) fn parse(text: &[u8]) -> Params {
        let mut params = Params::default();
        for (name, value) in form_urlencoded::parse(text) {
            if params.values.insert(name.to_string(), value.into_owned()).is_some() {
                params.repeated.insert(name.into_owned());
            }
        }
        params
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The first of these that appears more than once.
    pub(crate) fn repeated<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        names.iter().find(|name| self.repeated.contains(**name)).copied()
    }
}

/// For values stored in the database and sent back: no control characters, and a limited length.
pub(crate) fn is_plain(value: &str, longest: usize) -> bool {
    value.len() <= longest && !value.chars().any(char::is_control)
}

pub(crate) fn is_form(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type
        .and_then(|value| value.split(';').next())
        .is_some_and(|media_type| media_type.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}

/// An address with parameters added to its query.
pub(crate) fn with_query(address: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    let query = query.finish();
    match (query.is_empty(), address.contains('?')) {
        (true, _) => address.to_owned(),
        (false, false) => format!("{address}?{query}"),
        (false, true) => format!("{address}&{query}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_parameter_is_absent_and_a_second_one_is_seen() {
        let params = Params::parse(b"a=1&b=&c=2&c=2&d=x+y%21");
        assert_eq!((params.get("a"), params.get("b"), params.get("d")), (Some("1"), None, Some("x y!")));
        assert_eq!((params.repeated(&["a", "c"]), params.repeated(&["a", "b"])), (Some("c"), None));
    }

    #[test]
    fn parameters_go_behind_a_query_that_is_there() {
        let added = [("state", Some("a b&c")), ("none", None)];
        assert_eq!(with_query("app:/back", &added), "app:/back?state=a+b%26c");
        assert_eq!(with_query("https://a/?x=1", &added), "https://a/?x=1&state=a+b%26c");
        assert_eq!(with_query("app:/back", &[("none", None)]), "app:/back");
    }
}
