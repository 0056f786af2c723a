//! How large a GraphQL request may be, counted on the parsed text with fragments expanded, before anything runs.

use async_graphql::parser::types::{ExecutableDocument, Field, Selection, SelectionSet};
use std::collections::HashMap;

/// Variables carry the long texts; the request itself is short.
const TEXT_BYTES: usize = 32 * 1024;
const BRACKETS: usize = 64;
const DEPTH: u32 = 12;
const FIELDS: u32 = 500;
const ALIASES: u32 = 30;
const ROOT_FIELDS: u32 = 20;
const FRAGMENTS: usize = 50;
const VARIABLES: usize = 50;
const DIRECTIVES: usize = 50;
/// Fields, fragments and spreads inside each other; beyond it nothing is measured any more.
const NESTING: u32 = 32;

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Size {
    depth: u32,
    /// Fields, fragments and spreads inside each other.
    height: u32,
    fields: u32,
    aliases: u32,
    root_fields: u32,
}

impl Size {
    /// Beside each other.
    fn add(&mut self, other: Size) {
        self.depth = self.depth.max(other.depth);
        self.height = self.height.max(other.height);
        self.fields = self.fields.saturating_add(other.fields);
        self.aliases = self.aliases.saturating_add(other.aliases);
        self.root_fields = self.root_fields.saturating_add(other.root_fields);
    }
}

/// What would be too long or too deep to parse, in a sentence. Parser and validator recurse: this does not.
pub(super) fn check_text(query: &str) -> Result<(), String> {
    if query.len() > TEXT_BYTES {
        return Err(format!("This request has {} bytes of text; the limit is {TEXT_BYTES}.", query.len()));
    }
    let mut open = 0usize;
    for byte in query.bytes() {
        match byte {
            b'{' | b'(' | b'[' => open += 1,
            b'}' | b')' | b']' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > BRACKETS {
            return Err(format!("This request nests brackets more than {BRACKETS} deep."));
        }
    }
    let directives = query.bytes().filter(|byte| *byte == b'@').count();
    if directives > DIRECTIVES {
        return Err(format!("This request has {directives} directives; the limit is {DIRECTIVES}."));
    }
    Ok(())
}

/// The breach in a sentence.
pub(super) fn check(document: &ExecutableDocument) -> Result<(), String> {
    if document.operations.iter().count() > 1 {
        return Err("This request has several operations. Send one.".to_owned());
    }
    if document.fragments.len() > FRAGMENTS {
        let fragments = document.fragments.len();
        return Err(format!("This request has {fragments} fragments; the limit is {FRAGMENTS}."));
    }
    let mut ruler = Ruler { document, fragments: HashMap::new(), is_too_deep: false };
    let mut total = Size::default();
    for (_, operation) in document.operations.iter() {
        let variables = operation.node.variable_definitions.len();
        if variables > VARIABLES {
            return Err(format!("This request has {variables} variables; the limit is {VARIABLES}."));
        }
        total.add(ruler.set(&operation.node.selection_set.node, 0));
    }
    // Unused fragments are validated too, so they're measured too.
    for name in document.fragments.keys() {
        ruler.fragment(name, 0);
    }
    if ruler.is_too_deep {
        return Err(format!("This request is nested more than {NESTING} deep."));
    }
    for (what, is, most) in [
        ("has a depth of", total.depth, DEPTH),
        ("has a field count of", total.fields, FIELDS),
        ("has an alias count of", total.aliases, ALIASES),
        ("has a root field count of", total.root_fields, ROOT_FIELDS),
    ] {
        if is > most {
            return Err(format!("This request {what} {is}; the limit is {most}."));
        }
    }
    Ok(())
}

/// The names of the fields at the root, as the schema knows them; fragments at the root are looked into once.
pub(super) fn root_fields(document: &ExecutableDocument) -> Vec<String> {
    let mut names = vec![];
    for (_, operation) in document.operations.iter() {
        collect(document, &operation.node.selection_set.node, 0, &mut names);
    }
    names
}

fn collect(document: &ExecutableDocument, set: &SelectionSet, nesting: u32, names: &mut Vec<String>) {
    if nesting > NESTING {
        return;
    }
    for item in &set.items {
        match &item.node {
            Selection::Field(field) => names.push(field.node.name.node.to_string()),
            Selection::InlineFragment(inline) => {
                collect(document, &inline.node.selection_set.node, nesting + 1, names);
            }
            Selection::FragmentSpread(spread) => {
                if let Some(fragment) = document.fragments.get(&spread.node.fragment_name.node) {
                    collect(document, &fragment.node.selection_set.node, nesting + 1, names);
                }
            }
        }
    }
}

struct Ruler<'a> {
    document: &'a ExecutableDocument,
    /// Measured fragments; `None` while one is being measured, so that a circle ends (validation refuses it later).
    fragments: HashMap<&'a str, Option<Size>>,
    is_too_deep: bool,
}

impl<'a> Ruler<'a> {
    fn set(&mut self, set: &'a SelectionSet, nesting: u32) -> Size {
        let mut size = Size::default();
        if nesting > NESTING {
            self.is_too_deep = true;
            return size;
        }
        for item in &set.items {
            size.add(match &item.node {
                Selection::Field(field) => self.field(&field.node, nesting + 1),
                Selection::InlineFragment(inline) => self.set(&inline.node.selection_set.node, nesting + 1),
                Selection::FragmentSpread(spread) => {
                    self.fragment(&spread.node.fragment_name.node, nesting + 1)
                }
            });
        }
        size
    }

    fn field(&mut self, field: &'a Field, nesting: u32) -> Size {
        let inner = self.set(&field.selection_set.node, nesting);
        Size {
            depth: inner.depth.saturating_add(1),
            height: inner.height.saturating_add(1),
            fields: inner.fields.saturating_add(1),
            aliases: inner.aliases.saturating_add(u32::from(field.alias.is_some())),
            root_fields: 1,
        }
    }

    fn fragment(&mut self, name: &'a str, nesting: u32) -> Size {
        if let Some(measured) = self.fragments.get(name) {
            return measured.unwrap_or_default();
        }
        let Some(fragment) = self.document.fragments.get(name) else { return Size::default() };
        self.fragments.insert(name, None);
        let mut size = self.set(&fragment.node.selection_set.node, nesting);
        // However a request reaches a fragment, it counts with everything inside it.
        size.height = size.height.saturating_add(1);
        self.is_too_deep |= size.height > NESTING;
        self.fragments.insert(name, Some(size));
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(query: &str) -> Result<(), String> {
        check_text(query)?;
        check(&async_graphql::parser::parse_query(query).unwrap())
    }

    fn nested(depth: usize) -> String {
        format!("{}{}", "{ a ".repeat(depth), "}".repeat(depth))
    }

    #[test]
    fn each_limit_holds_at_its_number_and_not_beyond() {
        let roots = |n: usize| format!("{{ {} }}", "a ".repeat(n));
        let aliases =
            |n: usize| format!("{{ a {{ {} }} }}", (0..n).map(|i| format!("x{i}: b ")).collect::<String>());
        let fields = |n: usize| format!("{{ a {{ {} }} }}", "b ".repeat(n - 1));
        for (make, most) in
            [(&nested as &dyn Fn(usize) -> String, 12), (&roots, 20), (&aliases, 30), (&fields, 500)]
        {
            assert_eq!(verdict(&make(most)), Ok(()));
            assert!(verdict(&make(most + 1)).is_err(), "{most}");
        }
    }

    #[test]
    fn fragments_count_as_often_as_they_are_used_and_circles_end() {
        let doubling: String =
            (0..12).map(|i| format!("fragment f{i} on Q {{ ...f{} ...f{} }} ", i + 1, i + 1)).collect();
        let query = format!("{{ a {{ ...f0 }} }} {doubling} fragment f12 on Q {{ b }}");
        assert!(verdict(&query).unwrap_err().contains("field count of 4097"));
        assert_eq!(verdict("{ ...f } fragment f on Q { a ...f }"), Ok(()));
    }

    #[test]
    fn one_operation_a_request() {
        assert!(verdict("query A { a } query B { b }").is_err());
    }

    /// Each of these once ended the process, or cost it seconds.
    #[test]
    fn long_chains_used_or_not_and_floods_are_refused_before_they_are_parsed_or_walked() {
        let chain = |n: usize| -> String {
            (0..n).map(|i| format!("fragment f{i} on Q {{ ...f{} }} ", i + 1)).collect::<String>()
                + &format!("fragment f{n} on Q {{ b }}")
        };
        for query in [
            format!("{{ a {{ ...f0 }} }} {}", chain(20_000)),
            format!("{{ a }} {}", chain(20_000)),
            format!("{{ a {{ ...f0 }} }} {}", chain(45)),
            format!("{{ a }} {}", chain(45)),
            format!("{{ a }} {}", chain(60)),
            format!("{{ a {} }}", "@skip(if: true) ".repeat(51)),
            format!("query ({}) {{ a }}", (0..51).map(|i| format!("$v{i}: Int ")).collect::<String>()),
            "{a".repeat(5000),
            "[".repeat(5000),
        ] {
            assert!(verdict(&query).is_err(), "{}", &query[..60]);
        }
        assert_eq!(verdict(&format!("{{ a {{ ...f0 }} }} {}", chain(10))), Ok(()));
    }
}
