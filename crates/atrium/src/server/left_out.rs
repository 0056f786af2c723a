//! A variable that may be null may also be left out where the schema requires a value but has a default for it: then
//! the default applies, as the GraphQL specification says («All Variable Usages Are Allowed»). The validator doesn't
//! know about the schema's defaults, so we give such a variable the default as its own before the text is validated.

use async_graphql::parser::types::{
    ExecutableDocument, FragmentDefinition, InputValueDefinition, OperationType, Selection, SelectionSet,
    ServiceDocument, Type, TypeKind, TypeSystemDefinition,
};
use async_graphql::{Name, Positioned, Value as Const};
use async_graphql_value::Value;
use std::collections::{HashMap, HashSet};

type InputPlaces = HashMap<Name, InputPlace>;
type Fragments = HashMap<Name, Positioned<FragmentDefinition>>;

/// An argument, or a field of an input object.
struct InputPlace {
    of: String,
    /// Of a place where null may not stand.
    default: Option<Const>,
}

struct Answered {
    of: String,
    arguments: InputPlaces,
}

/// Where the schema takes values.
pub(super) struct Defaults {
    answers: HashMap<String, HashMap<Name, Answered>>,
    inputs: HashMap<String, InputPlaces>,
}

impl Defaults {
    pub(super) fn of(schema: ServiceDocument) -> Defaults {
        let mut defaults = Defaults { answers: HashMap::new(), inputs: HashMap::new() };
        for definition in schema.definitions {
            let TypeSystemDefinition::Type(defined) = definition else { continue };
            let name = defined.node.name.node.to_string();
            let fields = match defined.node.kind {
                TypeKind::Object(object) => object.fields,
                TypeKind::Interface(interface) => interface.fields,
                TypeKind::InputObject(object) => {
                    defaults.inputs.insert(name, places(object.fields));
                    continue;
                }
                _ => continue,
            };
            let fields = fields.into_iter().map(|field| {
                let of = base_of(&field.node.ty.node);
                (field.node.name.node, Answered { of, arguments: places(field.node.arguments) })
            });
            defaults.answers.insert(name, fields.collect());
        }
        defaults
    }

    pub(super) fn give(&self, document: &mut ExecutableDocument) {
        let ExecutableDocument { operations, fragments } = document;
        use async_graphql::parser::types::DocumentOperations::{Multiple, Single};
        let operations: Vec<_> = match operations {
            Single(only) => vec![only],
            Multiple(all) => all.values_mut().collect(),
        };
        for operation in operations {
            let operation = &mut operation.node;
            let may_lack = operation
                .variable_definitions
                .iter()
                .any(|definition| definition.node.var_type.node.nullable);
            if !may_lack {
                continue;
            }
            let root = if operation.ty == OperationType::Mutation { "Mutation" } else { "Query" };
            let mut uses = Uses { defaults: self, fragments, spread: HashSet::new(), found: vec![] };
            uses.of_set(&operation.selection_set.node, root);
            let found = uses.found;
            for definition in &mut operation.variable_definitions {
                let pos = definition.pos;
                let definition = &mut definition.node;
                if !definition.var_type.node.nullable || definition.default_value.is_some() {
                    continue;
                }
                let mut places = found.iter().filter(|(name, _)| *name == definition.name.node);
                if let Some((_, Some(default))) = places.next()
                    && places.all(|(_, other)| *other == Some(default))
                {
                    definition.default_value = Some(Positioned::new((*default).clone(), pos));
                }
            }
        }
    }
}

fn places(definitions: Vec<Positioned<InputValueDefinition>>) -> InputPlaces {
    let place = |definition: Positioned<InputValueDefinition>| {
        let InputValueDefinition { name, ty, default_value, .. } = definition.node;
        let default = default_value.filter(|_| !ty.node.nullable).map(|value| value.node);
        (name.node, InputPlace { of: base_of(&ty.node), default })
    };
    definitions.into_iter().map(place).collect()
}

/// The name of a type within whatever lists.
fn base_of(ty: &Type) -> String {
    ty.to_string().replace(['[', ']', '!'], "")
}

/// Every place an operation uses a variable at, with the default of that place.
struct Uses<'a> {
    defaults: &'a Defaults,
    fragments: &'a Fragments,
    spread: HashSet<&'a Name>,
    found: Vec<(Name, Option<&'a Const>)>,
}

impl<'a> Uses<'a> {
    fn of_set(&mut self, set: &'a SelectionSet, parent: &str) {
        for item in &set.items {
            let directives = match &item.node {
                Selection::Field(field) => {
                    let defaults = self.defaults;
                    let of = defaults.answers.get(parent);
                    let answered = of.and_then(|fields| fields.get(&field.node.name.node));
                    for (name, value) in &field.node.arguments {
                        self.of_value(
                            &value.node,
                            answered.and_then(|field| field.arguments.get(&name.node)),
                        );
                    }
                    self.of_set(&field.node.selection_set.node, answered.map_or("", |field| &field.of));
                    &field.node.directives
                }
                Selection::InlineFragment(inline) => {
                    let on = inline.node.type_condition.as_ref().map(|on| on.node.on.node.as_str());
                    self.of_set(&inline.node.selection_set.node, on.unwrap_or(parent));
                    &inline.node.directives
                }
                Selection::FragmentSpread(spread) => {
                    let name = &spread.node.fragment_name.node;
                    if let Some(fragment) = self.fragments.get(name)
                        && self.spread.insert(name)
                    {
                        let on = &fragment.node.type_condition.node.on.node;
                        self.of_set(&fragment.node.selection_set.node, on);
                    }
                    &spread.node.directives
                }
            };
            for (_, value) in directives.iter().flat_map(|directive| &directive.node.arguments) {
                self.of_value(&value.node, None);
            }
        }
    }

    fn of_value(&mut self, value: &'a Value, place: Option<&'a InputPlace>) {
        match value {
            Value::Variable(name) => {
                self.found.push((name.clone(), place.and_then(|place| place.default.as_ref())));
            }
            // Items in a list have no default.
            Value::List(items) => {
                for item in items {
                    match item {
                        Value::Variable(name) => self.found.push((name.clone(), None)),
                        item => self.of_value(item, place),
                    }
                }
            }
            Value::Object(fields) => {
                let defaults = self.defaults;
                let places = place.and_then(|place| defaults.inputs.get(&place.of));
                for (name, value) in fields {
                    self.of_value(value, places.and_then(|places| places.get(name)));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SDL: &str = "
        input Draft { text: String! = \"none\", size: Int! = 3, more: [Draft!] }
        type Made { part(size: Int! = 5): Int }
        type Query { a(size: Int! = 3, tags: [String!]! = [], most: Int, draft: Draft): Made }";

    #[test]
    fn a_variable_takes_the_default_of_every_place_it_stands_at() {
        let defaults = Defaults::of(async_graphql::parser::parse_schema(SDL).unwrap());
        for (text, given) in [
            ("query ($v: Int) { a(size: $v) { part } }", Some("3")),
            ("query ($v: [String!]) { a(tags: $v) { part } }", Some("[]")),
            ("query ($v: Int) { a { part(size: $v) } }", Some("5")),
            ("query ($v: Int) { a { ...f } } fragment f on Made { part(size: $v) }", Some("5")),
            ("query ($v: Int) { ... on Query { a(size: $v) { part } } }", Some("3")),
            ("query ($v: String) { a(draft: { text: $v }) { part } }", Some("\"none\"")),
            ("query ($v: Int) { a(draft: { more: [{ size: $v }] }) { part } }", Some("3")),
            ("query ($v: Int) { a(size: $v, draft: { size: $v }) { part } }", Some("3")),
            ("query ($v: Int = 8) { a(size: $v) { part } }", Some("8")),
            // Two defaults, or a place that allows null: the variable stays as it is.
            ("query ($v: Int) { a(size: $v) { part(size: $v) } }", None),
            ("query ($v: Int) { a(size: $v, most: $v) { part } }", None),
            ("query ($v: Int) { a(most: $v) { part } }", None),
            ("query ($v: Int!) { a(size: $v) { part } }", None),
            ("query ($v: String) { a(tags: [$v]) { part } }", None),
            ("query ($v: Int) { nobody(size: $v) { part(size: $v) } }", None),
            ("query ($v: Int) { a { ...f } } fragment f on Made { part ...f }", None),
        ] {
            let mut document = async_graphql::parser::parse_query(text).unwrap();
            defaults.give(&mut document);
            let (_, operation) = document.operations.iter().next().unwrap();
            let default = operation.node.variable_definitions[0].node.default_value.as_ref();
            assert_eq!(default.map(|value| value.node.to_string()).as_deref(), given, "{text}");
        }
    }
}
