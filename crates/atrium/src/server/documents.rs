//! Request texts that were answered without an error before. Such a text is valid and within the limits, so it isn't
//! measured, parsed or validated again; the variables a request adds to it are checked every time.

use super::inputs::{InputFault, Inputs};
use super::limits;
use async_graphql::parser::types::{Directive, ExecutableDocument, OperationType, Selection, SelectionSet};
use async_graphql::{Name, Positioned, Variables};
use async_graphql_value::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How much text a generation holds: the web app asks less than a tenth of it.
const TEXT_BYTES: usize = 256 * 1024;

pub(super) struct ParsedDocument {
    pub(super) parsed: ExecutableDocument,
    pub(super) is_mutation: bool,
    /// The fields at the root, as the schema names them.
    pub(super) fields: Vec<String>,
}

impl ParsedDocument {
    pub(super) fn new(parsed: ExecutableDocument) -> ParsedDocument {
        let is_mutation =
            parsed.operations.iter().any(|(_, operation)| operation.node.ty == OperationType::Mutation);
        let fields = limits::root_fields(&parsed);
        ParsedDocument { parsed, is_mutation, fields }
    }

    /// Whether the validator's verdict on the text holds for all variables that fit their declarations. It does not
    /// look into an argument of which a variable is only a part as long as that variable is missing.
    fn is_settled(&self) -> bool {
        let operations = self.parsed.operations.iter().map(|(_, operation)| {
            operation.node.directives.is_empty() && is_settled_set(&operation.node.selection_set.node)
        });
        let fragments = self.parsed.fragments.values().map(|fragment| {
            fragment.node.directives.is_empty() && is_settled_set(&fragment.node.selection_set.node)
        });
        operations.chain(fragments).all(|settled| settled)
    }

    /// Whether these variables are certain to pass the validator.
    pub(super) fn is_certain_with(&self, variables: &Variables, inputs: &Inputs) -> bool {
        let mut definitions =
            self.parsed.operations.iter().flat_map(|(_, operation)| &operation.node.variable_definitions);
        definitions.all(|definition| inputs.is_certain(&definition.node, variables))
    }

    /// The first variable, or part of one, that cannot be read as what it should be.
    pub(super) fn fault(&self, variables: &Variables, inputs: &Inputs) -> Option<InputFault> {
        let mut definitions =
            self.parsed.operations.iter().flat_map(|(_, operation)| &operation.node.variable_definitions);
        definitions.find_map(|definition| inputs.fault(&definition.node, variables))
    }
}

fn is_settled_set(set: &SelectionSet) -> bool {
    set.items.iter().all(|item| match &item.node {
        Selection::Field(field) => {
            are_settled(&field.node.arguments)
                && are_settled_directives(&field.node.directives)
                && is_settled_set(&field.node.selection_set.node)
        }
        Selection::InlineFragment(inline) => {
            are_settled_directives(&inline.node.directives) && is_settled_set(&inline.node.selection_set.node)
        }
        Selection::FragmentSpread(spread) => are_settled_directives(&spread.node.directives),
    })
}

fn are_settled_directives(directives: &[Positioned<Directive>]) -> bool {
    directives.iter().all(|directive| are_settled(&directive.node.arguments))
}

/// Each is a variable or has none in it.
fn are_settled(arguments: &[(Positioned<Name>, Positioned<Value>)]) -> bool {
    arguments.iter().all(|(_, value)| {
        matches!(value.node, Value::Variable(_)) || value.node.clone().into_const().is_some()
    })
}

/// Bounded by its text: when the young are too many they become the old ones, and the old ones are forgotten.
#[derive(Default)]
pub(super) struct Documents(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    young: HashMap<Arc<str>, Arc<ParsedDocument>>,
    young_bytes: usize,
    old: HashMap<Arc<str>, Arc<ParsedDocument>>,
}

impl Documents {
    pub(super) fn find(&self, text: &str) -> Option<Arc<ParsedDocument>> {
        let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = generations.young.get(text) {
            return Some(found.clone());
        }
        let (text, found) = generations.old.remove_entry(text)?;
        generations.add(text, found.clone());
        Some(found)
    }

    /// Only for a text that was answered without an error: it has been validated.
    pub(super) fn remember(&self, text: &str, document: &Arc<ParsedDocument>) {
        if document.is_settled() {
            let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            generations.add(text.into(), document.clone());
        }
    }
}

impl Generations {
    fn add(&mut self, text: Arc<str>, document: Arc<ParsedDocument>) {
        if self.young_bytes + text.len() > TEXT_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += text.len();
        let bytes = text.len();
        if self.young.insert(text, document).is_some() {
            self.young_bytes -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Arc<ParsedDocument> {
        Arc::new(ParsedDocument::new(async_graphql::parser::parse_query(text).unwrap()))
    }

    #[test]
    fn what_is_asked_often_stays_and_the_rest_is_forgotten() {
        let documents = Documents::default();
        let padded = |name: usize| format!("{{ a{name} }} # {}", "x".repeat(1000));
        documents.remember("{ often }", &document("{ often }"));
        for name in 0..1000 {
            documents.remember(&padded(name), &document(&padded(name)));
            assert!(documents.find("{ often }").is_some(), "{name}");
        }
        assert!(documents.find(&padded(999)).is_some());
        assert!(documents.find(&padded(0)).is_none());
        let generations = documents.0.lock().unwrap();
        let kept = generations.young.len() + generations.old.len();
        assert!(kept * 1000 <= 2 * TEXT_BYTES, "{kept}");
    }

    #[test]
    fn a_text_with_a_variable_inside_a_literal_is_not_remembered() {
        for (text, is_kept) in [
            ("query ($i: In!) { a(input: $i) { b } }", true),
            ("{ a(input: { x: 1 }) { b } }", true),
            ("query ($x: Int) { a(input: { x: $x }) { b } }", false),
            ("query ($x: Int) { a { b(list: [1, $x]) } }", false),
            ("query ($x: Int) { a { ...f } } fragment f on A { b(list: [$x]) }", false),
            ("query ($x: Int) { a { ... on A { b(list: [$x]) } } }", false),
            ("query ($x: Boolean!) { a @include(if: $x) { b } }", true),
            ("query ($x: Boolean!) { a { ... @include(if: [$x]) { b } } }", false),
        ] {
            let documents = Documents::default();
            documents.remember(text, &document(text));
            assert_eq!(documents.find(text).is_some(), is_kept, "{text}");
        }
    }
}
