//! Values written in the request text itself instead of in its variables: the same rules apply, and no error repeats
//! them. One of them may be an account number.

use async_graphql::parser::types::{Directive, ExecutableDocument, Selection, SelectionSet};
use async_graphql::{Name, Positioned, Value as Const};
use async_graphql_value::Value;

/// Whether some text holds U+0000, which no database keeps.
pub(super) fn hold_nul(document: &ExecutableDocument) -> bool {
    let operations = document.operations.iter().map(|(_, operation)| {
        let mut defaults =
            operation.node.variable_definitions.iter().filter_map(|of| of.node.default_value.as_ref());
        defaults.any(|value| const_has_nul(&value.node))
            || in_directives(&operation.node.directives)
            || in_set(&operation.node.selection_set.node)
    });
    let fragments = document.fragments.values().map(|fragment| {
        in_directives(&fragment.node.directives) || in_set(&fragment.node.selection_set.node)
    });
    operations.chain(fragments).any(|found| found)
}

fn in_set(set: &SelectionSet) -> bool {
    set.items.iter().any(|item| match &item.node {
        Selection::Field(field) => {
            in_arguments(&field.node.arguments)
                || in_directives(&field.node.directives)
                || in_set(&field.node.selection_set.node)
        }
        Selection::InlineFragment(inline) => {
            in_directives(&inline.node.directives) || in_set(&inline.node.selection_set.node)
        }
        Selection::FragmentSpread(spread) => in_directives(&spread.node.directives),
    })
}

fn in_directives(directives: &[Positioned<Directive>]) -> bool {
    directives.iter().any(|directive| in_arguments(&directive.node.arguments))
}

fn in_arguments(arguments: &[(Positioned<Name>, Positioned<Value>)]) -> bool {
    arguments.iter().any(|(_, value)| has_nul(&value.node))
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::List(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.values().any(has_nul),
        _ => false,
    }
}

pub(super) fn const_has_nul(value: &Const) -> bool {
    match value {
        Const::String(text) => text.contains('\0'),
        Const::List(items) => items.iter().any(const_has_nul),
        Const::Object(fields) => fields.values().any(const_has_nul),
        _ => false,
    }
}

/// Where a text stops being GraphQL. The parser would show the line itself.
pub(super) fn unreadable(error: &async_graphql::parser::Error) -> String {
    match error.positions().next() {
        Some(at) => format!("The query can't be read at line {}, column {}.", at.line, at.column),
        None => "The query can't be read.".to_owned(),
    }
}

/// A validator's sentence without what was sent: it may end with the value, and digits could be part of one.
pub(super) fn without_values(message: &str) -> String {
    const MAX_DIGITS: usize = 3;
    let message = message.split(", found ").next().unwrap_or_default();
    let (mut shown, mut run) = (String::with_capacity(message.len()), String::new());
    for c in message.chars().chain(['\n']) {
        if c.is_numeric() {
            run.push(c);
            continue;
        }
        shown.push_str(if run.chars().count() > MAX_DIGITS { "…" } else { &run });
        run.clear();
        shown.push(c);
    }
    shown.pop();
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_wherever_a_text_may_stand() {
        for (text, found) in [
            (r#"{ a(b: "x") { c } }"#, false),
            (r#"{ a(b: "\\u0000") }"#, false),
            (r#"{ a(b: "x\u0000") }"#, true),
            (r#"{ a(b: [{ c: "\u0000" }]) }"#, true),
            (r#"{ a { b @skip(if: "\u0000") } }"#, true),
            (r#"query ($v: String = "\u0000") { a(b: $v) }"#, true),
            (r#"{ ...f } fragment f on Q { ... on Q { a(b: "\u0000") } }"#, true),
        ] {
            assert_eq!(hold_nul(&async_graphql::parser::parse_query(text).unwrap()), found, "{text}");
        }
    }

    #[test]
    fn an_error_says_where_and_never_what() {
        let error = async_graphql::parser::parse_query("{ a(b: 004417208814 }").unwrap_err();
        let said = unreadable(&error);
        assert!(said.contains("line 1, column") && !said.contains("0044"), "{said}");
        for (message, shown) in [
            (r#"Expected input type "String", found 4417208814."#, r#"Expected input type "String""#),
            (r#"Unknown field "x4417208814y" on line1"#, r#"Unknown field "x…y" on line1"#),
            ("type \"Boxes12\"", "type \"Boxes12\""),
        ] {
            assert_eq!(without_values(message), shown);
        }
    }
}
