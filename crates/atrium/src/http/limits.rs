//! How large a GraphQL request may be, counted on the parsed text with fragments written out, before anything runs.

use async_graphql::parser::types::{ExecutableDocument, Field, Selection, SelectionSet};
use std::collections::HashMap;

const DEPTH: u32 = 12;
const FIELDS: u32 = 500;
const ALIASES: u32 = 30;
const ROOT_FIELDS: u32 = 20;

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Size {
    depth: u32,
    fields: u32,
    aliases: u32,
    root_fields: u32,
}

impl Size {
    /// Beside each other.
    fn add(&mut self, other: Size) {
        self.depth = self.depth.max(other.depth);
        self.fields = self.fields.saturating_add(other.fields);
        self.aliases = self.aliases.saturating_add(other.aliases);
        self.root_fields = self.root_fields.saturating_add(other.root_fields);
    }
}

/// The breach in a sentence.
pub(super) fn check(document: &ExecutableDocument) -> Result<(), String> {
    let mut ruler = Ruler { document, fragments: HashMap::new() };
    let mut total = Size::default();
    for (_, operation) in document.operations.iter() {
        total.add(ruler.set(&operation.node.selection_set.node));
    }
    for (what, is, most) in [
        ("is nested", total.depth, DEPTH),
        ("selects", total.fields, FIELDS),
        ("has aliases:", total.aliases, ALIASES),
        ("has fields at its root:", total.root_fields, ROOT_FIELDS),
    ] {
        if is > most {
            return Err(format!("This request {what} {is}; the most is {most}."));
        }
    }
    if document.operations.iter().count() > 1 {
        return Err("This request has several operations; send one.".to_owned());
    }
    Ok(())
}

struct Ruler<'a> {
    document: &'a ExecutableDocument,
    /// Measured fragments; `None` while one is being measured, so that a circle ends (validation refuses it later).
    fragments: HashMap<&'a str, Option<Size>>,
}

impl<'a> Ruler<'a> {
    fn set(&mut self, set: &'a SelectionSet) -> Size {
        let mut size = Size::default();
        for item in &set.items {
            size.add(match &item.node {
                Selection::Field(field) => self.field(&field.node),
                Selection::InlineFragment(inline) => self.set(&inline.node.selection_set.node),
                Selection::FragmentSpread(spread) => self.fragment(&spread.node.fragment_name.node),
            });
        }
        size
    }

    fn field(&mut self, field: &'a Field) -> Size {
        let inner = self.set(&field.selection_set.node);
        Size {
            depth: inner.depth.saturating_add(1),
            fields: inner.fields.saturating_add(1),
            aliases: inner.aliases.saturating_add(u32::from(field.alias.is_some())),
            root_fields: 1,
        }
    }

    fn fragment(&mut self, name: &'a str) -> Size {
        if let Some(measured) = self.fragments.get(name) {
            return measured.unwrap_or_default();
        }
        let Some(fragment) = self.document.fragments.get(name) else {
            return Size::default();
        };
        self.fragments.insert(name, None);
        let size = self.set(&fragment.node.selection_set.node);
        self.fragments.insert(name, Some(size));
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(query: &str) -> Result<(), String> {
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
        assert!(verdict(&query).unwrap_err().contains("selects 4097"));
        assert_eq!(verdict("{ ...f } fragment f on Q { a ...f }"), Ok(()));
    }

    #[test]
    fn one_operation_a_request() {
        assert!(verdict("query A { a } query B { b }").is_err());
    }
}
