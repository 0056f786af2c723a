//! Filters and paths (RFC 7644, 3.4.2.2 and 3.5.2). Pure: `store.rs` turns a filter into SQL.

use super::refusal::ScimRefusal;
use serde_json::Value;

const MAX_FILTER_CHARS: usize = 1000;
const MAX_DEPTH: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Contains,
    StartsWith,
    EndsWith,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Filter {
    And(Box<Filter>, Box<Filter>),
    Or(Box<Filter>, Box<Filter>),
    Not(Box<Filter>),
    /// Attribute names are lowercase and without the schema: they don't distinguish case.
    Compare(String, Comparison, Value),
    Present(String),
}

/// `attribute`, `attribute.part`, `attribute[filter]` or `attribute[filter].part`, in lowercase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttributePath {
    pub attribute: String,
    pub filter: Option<Filter>,
    pub part: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Text(Value),
    Open,
    Close,
    OpenBracket,
    CloseBracket,
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    if text.chars().count() > MAX_FILTER_CHARS {
        return None;
    }
    let (mut found, mut rest) = (vec![], text.trim_start());
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            '[' => (Token::OpenBracket, 1),
            ']' => (Token::CloseBracket, 1),
            '"' => {
                let end = end_of_string(rest)?;
                (Token::Text(serde_json::from_str(&rest[..end]).ok()?), end)
            }
            _ => {
                let end =
                    rest.find(|c: char| c.is_whitespace() || "()[]\"".contains(c)).unwrap_or(rest.len());
                (Token::Word(rest[..end].to_owned()), end)
            }
        };
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Some(found)
}

/// Behind the closing quote.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

pub(super) fn parse(text: &str) -> Result<Filter, ScimRefusal> {
    let read = || {
        let mut reader = Reader { tokens: tokens(text)?, at: 0, depth: 0 };
        let filter = reader.either()?;
        (reader.at == reader.tokens.len()).then_some(filter)
    };
    read().ok_or(ScimRefusal::Filter)
}

pub(super) fn parse_path(text: &str) -> Result<AttributePath, ScimRefusal> {
    let read = || {
        let tokens = tokens(text)?;
        let Some(Token::Word(first)) = tokens.first() else { return None };
        let name = plain(first)?;
        if tokens.len() == 1 {
            let (attribute, part) = split(&name);
            return Some(AttributePath { attribute, filter: None, part });
        }
        if tokens.get(1) != Some(&Token::OpenBracket) {
            return None;
        }
        let mut reader = Reader { tokens, at: 2, depth: 0 };
        let filter = reader.either()?;
        if reader.next()? != Token::CloseBracket {
            return None;
        }
        let part = match reader.next() {
            None => None,
            Some(Token::Word(word)) => Some(word.strip_prefix('.')?.to_ascii_lowercase()),
            Some(_) => return None,
        };
        let is_all = reader.at >= reader.tokens.len();
        is_all.then_some(AttributePath { attribute: name, filter: Some(filter), part })
    };
    read().ok_or(ScimRefusal::Path)
}

fn split(name: &str) -> (String, Option<String>) {
    match name.split_once('.') {
        Some((attribute, part)) => (attribute.to_owned(), Some(part.to_owned())),
        None => (name.to_owned(), None),
    }
}

/// An attribute's name in lowercase, without the schema it may begin with.
fn plain(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let name = ["user", "group"]
        .iter()
        .find_map(|kind| lower.strip_prefix(&format!("urn:ietf:params:scim:schemas:core:2.0:{kind}:")))
        .unwrap_or(&lower);
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._-$".contains(c);
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$');
    (begins_well && name.chars().all(is_name)).then(|| name.to_owned())
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_it =
            matches!(self.tokens.get(self.at), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word));
        self.at += usize::from(is_it);
        is_it
    }

    fn either(&mut self) -> Option<Filter> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut left = self.both()?;
        while self.takes_word("or") {
            left = Filter::Or(Box::new(left), Box::new(self.both()?));
        }
        self.depth -= 1;
        Some(left)
    }

    fn both(&mut self) -> Option<Filter> {
        let mut left = self.one()?;
        while self.takes_word("and") {
            left = Filter::And(Box::new(left), Box::new(self.one()?));
        }
        Some(left)
    }

    fn one(&mut self) -> Option<Filter> {
        if self.takes_word("not") {
            return match self.next()? {
                Token::Open => Some(Filter::Not(Box::new(self.closed(&Token::Close)?))),
                _ => None,
            };
        }
        match self.next()? {
            Token::Open => self.closed(&Token::Close),
            Token::Word(word) => self.about(plain(&word)?),
            _ => None,
        }
    }

    fn closed(&mut self, by: &Token) -> Option<Filter> {
        let filter = self.either()?;
        (self.next()? == *by).then_some(filter)
    }

    fn about(&mut self, name: String) -> Option<Filter> {
        if self.tokens.get(self.at) == Some(&Token::OpenBracket) {
            self.at += 1;
            return Some(self.closed(&Token::CloseBracket)?.within(&name));
        }
        let Token::Word(word) = self.next()? else { return None };
        let comparison = match word.to_ascii_lowercase().as_str() {
            "pr" => return Some(Filter::Present(name)),
            "eq" => Comparison::Equal,
            "ne" => Comparison::NotEqual,
            "co" => Comparison::Contains,
            "sw" => Comparison::StartsWith,
            "ew" => Comparison::EndsWith,
            _ => return None,
        };
        let value = match self.next()? {
            Token::Text(value) => value,
            Token::Word(word) if word.eq_ignore_ascii_case("true") => Value::Bool(true),
            Token::Word(word) if word.eq_ignore_ascii_case("false") => Value::Bool(false),
            Token::Word(word) => serde_json::from_str(&word).ok()?,
            _ => return None,
        };
        Some(Filter::Compare(name, comparison, value))
    }
}

impl Filter {
    /// `emails[value eq "x"]` is `emails.value eq "x"`: only members come in numbers here.
    fn within(self, name: &str) -> Filter {
        let below = |part: String| format!("{name}.{part}");
        match self {
            Filter::And(left, right) => {
                Filter::And(Box::new(left.within(name)), Box::new(right.within(name)))
            }
            Filter::Or(left, right) => Filter::Or(Box::new(left.within(name)), Box::new(right.within(name))),
            Filter::Not(filter) => Filter::Not(Box::new(filter.within(name))),
            Filter::Compare(part, comparison, value) => Filter::Compare(below(part), comparison, value),
            Filter::Present(part) => Filter::Present(below(part)),
        }
    }

    /// Whether an object fits, for patches.
    pub(super) fn fits(&self, object: &Value) -> bool {
        match self {
            Filter::And(left, right) => left.fits(object) && right.fits(object),
            Filter::Or(left, right) => left.fits(object) || right.fits(object),
            Filter::Not(filter) => !filter.fits(object),
            Filter::Present(name) => part_of(object, name).is_some_and(|value| !value.is_null()),
            Filter::Compare(name, comparison, value) => {
                let there = part_of(object, name).unwrap_or(&Value::Null);
                match (comparison, there, value) {
                    (Comparison::Equal, Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
                    (Comparison::NotEqual, Value::String(a), Value::String(b)) => !a.eq_ignore_ascii_case(b),
                    (Comparison::Equal, there, value) => there == value,
                    (Comparison::NotEqual, there, value) => there != value,
                    (Comparison::Contains, Value::String(a), Value::String(b)) => a.contains(b.as_str()),
                    (Comparison::StartsWith, Value::String(a), Value::String(b)) => a.starts_with(b.as_str()),
                    (Comparison::EndsWith, Value::String(a), Value::String(b)) => a.ends_with(b.as_str()),
                    _ => false,
                }
            }
        }
    }

    /// What a new element must have to fit: its plain equalities.
    pub(super) fn equalities(&self) -> Vec<(String, Value)> {
        match self {
            Filter::And(left, right) => [left.equalities(), right.equalities()].concat(),
            Filter::Compare(name, Comparison::Equal, value) => vec![(name.clone(), value.clone())],
            _ => vec![],
        }
    }
}

/// Names don't distinguish case.
pub(super) fn part_of<'a>(object: &'a Value, name: &str) -> Option<&'a Value> {
    object.as_object()?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn compare(name: &str, comparison: Comparison, value: Value) -> Filter {
        Filter::Compare(name.to_owned(), comparison, value)
    }

    #[test]
    fn a_filter_reads_as_the_standard_has_it() {
        let ana = || compare("username", Comparison::Equal, json!("ana"));
        assert_eq!(parse("userName eq \"ana\""), Ok(ana()));
        assert_eq!(parse("urn:ietf:params:scim:schemas:core:2.0:User:userName EQ \"ana\""), Ok(ana()));
        let active = || compare("active", Comparison::Equal, json!(true));
        assert_eq!(
            parse("userName eq \"ana\" or active eq true and emails pr"),
            Ok(Filter::Or(
                Box::new(ana()),
                Box::new(Filter::And(Box::new(active()), Box::new(Filter::Present("emails".into()))))
            ))
        );
        assert_eq!(
            parse("not (emails[type eq \"work\"])"),
            Ok(Filter::Not(Box::new(compare("emails.type", Comparison::Equal, json!("work")))))
        );
        assert_eq!(
            parse("name.familyName co \"a\\\"b\""),
            Ok(compare("name.familyname", Comparison::Contains, json!("a\"b")))
        );
        for wrong in [
            "",
            "userName",
            "userName eq",
            "userName eq ana",
            "userName eq \"ana",
            "(a pr",
            "a pr)",
            "a gt \"b\"",
            "a eq \"b\" c",
            "not a pr",
        ] {
            assert_eq!(parse(wrong), Err(ScimRefusal::Filter), "{wrong}");
        }
        assert_eq!(parse(&"(".repeat(500)), Err(ScimRefusal::Filter));
        assert_eq!(parse(&format!("a eq \"{}\"", "b".repeat(1000))), Err(ScimRefusal::Filter));
    }

    #[test]
    fn a_path_names_an_attribute_a_part_or_those_that_fit() {
        let path =
            |text: &str| parse_path(text).map(|path| (path.attribute, path.filter.is_some(), path.part));
        assert_eq!(path("userName"), Ok(("username".into(), false, None)));
        assert_eq!(path("name.givenName"), Ok(("name".into(), false, Some("givenname".into()))));
        assert_eq!(path("members[value eq \"x\"]"), Ok(("members".into(), true, None)));
        assert_eq!(path("emails[type eq \"work\"].value"), Ok(("emails".into(), true, Some("value".into()))));
        for wrong in
            ["", "a b", "members[", "members[value]", "members[value eq \"x\"]value", "[a pr]", "a/b"]
        {
            assert_eq!(path(wrong), Err(ScimRefusal::Path), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_text_breaks_a_filter_or_a_path(text in "[a-z\"\\\\ ()\\[\\].é]{0,60}") {
            let _ = parse(&text);
            let _ = parse_path(&text);
        }
    }
}
