//! Whether variables are certain to pass the validator, so that a known text need not be validated again. It errs on
//! the side of «not certain»: then the validator itself decides, and words the refusal.

use crate::shared::amount::{Amount, AmountError};
use async_graphql::parser::types::{
    BaseType, InputValueDefinition, ServiceDocument, Type, TypeKind, TypeSystemDefinition, VariableDefinition,
};
use async_graphql::{Name, Value, Variables};
use std::collections::{HashMap, HashSet};

pub(super) struct Inputs(HashMap<Name, Input>);

/// An amount that is none, and the field, or the variable, that says it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AmountFault {
    pub(super) field: String,
    pub(super) error: AmountError,
}

enum Input {
    Text,
    Amount,
    Int,
    Boolean,
    OneOf(HashSet<Name>),
    Object(HashMap<Name, Field>),
}

struct Field {
    ty: Type,
    is_optional: bool,
}

/// Scalars of ours whose every text passes the validator; what it says is read by the resolver.
const OWN_TEXTS: &[&str] = &["Date", "DateTime"];
const AMOUNT: &str = "Decimal";

impl Inputs {
    /// From the schema in its own language.
    pub(super) fn of(sdl: &str) -> Inputs {
        let parsed = async_graphql::parser::parse_schema(sdl);
        let ServiceDocument { definitions } = parsed.expect("the schema prints as what it parses");
        let mut inputs = HashMap::from([
            (Name::new("ID"), Input::Text),
            (Name::new("String"), Input::Text),
            (Name::new("Int"), Input::Int),
            (Name::new("Boolean"), Input::Boolean),
        ]);
        for definition in definitions {
            let TypeSystemDefinition::Type(defined) = definition else { continue };
            let is_plain = defined.node.directives.is_empty();
            let name = defined.node.name.node;
            let input = match defined.node.kind {
                TypeKind::Scalar if OWN_TEXTS.contains(&name.as_str()) => Input::Text,
                TypeKind::Scalar if name == AMOUNT => Input::Amount,
                TypeKind::Enum(of) => {
                    Input::OneOf(of.values.into_iter().map(|value| value.node.value.node).collect())
                }
                // A directive may change the rule, as @oneOf does.
                TypeKind::InputObject(object) if is_plain => {
                    Input::Object(object.fields.into_iter().map(|field| Field::of(field.node)).collect())
                }
                _ => continue,
            };
            inputs.insert(name, input);
        }
        Inputs(inputs)
    }

    /// A missing variable is not the validator's business.
    pub(super) fn is_certain(&self, definition: &VariableDefinition, variables: &Variables) -> bool {
        match variables.get(&definition.name.node) {
            None => true,
            // With a default a variable may stand where null may not.
            Some(Value::Null) => definition.var_type.node.nullable && definition.default_value.is_none(),
            Some(value) => self.fits(&definition.var_type.node, value),
        }
    }

    pub(super) fn amount_fault(
        &self,
        definition: &VariableDefinition,
        variables: &Variables,
    ) -> Option<AmountFault> {
        let name = &definition.name.node;
        self.fault_in(&definition.var_type.node, variables.get(name)?, name)
    }

    fn fault_in(&self, ty: &Type, value: &Value, field: &Name) -> Option<AmountFault> {
        let name = match (&ty.base, value) {
            (_, Value::Null) => return None,
            (BaseType::List(inner), Value::List(items)) => {
                return items.iter().find_map(|item| self.fault_in(inner, item, field));
            }
            // A single value stands for a list of one.
            (BaseType::List(inner), value) => return self.fault_in(inner, value, field),
            (BaseType::Named(name), _) => name,
        };
        match (self.0.get(name), value) {
            (Some(Input::Amount), value) => {
                let read = match value {
                    Value::String(text) => text.parse::<Amount>(),
                    _ => Err(AmountError::NotANumber),
                };
                read.err().map(|error| AmountFault { field: field.to_string(), error })
            }
            (Some(Input::Object(fields)), Value::Object(given)) => given
                .iter()
                .find_map(|(name, value)| fields.get(name).and_then(|of| self.fault_in(&of.ty, value, name))),
            _ => None,
        }
    }

    fn fits(&self, ty: &Type, value: &Value) -> bool {
        if *value == Value::Null {
            return ty.nullable;
        }
        let name = match (&ty.base, value) {
            (BaseType::List(inner), Value::List(items)) => {
                return items.iter().all(|item| self.fits(inner, item));
            }
            (BaseType::List(_), _) => return false,
            (BaseType::Named(name), _) => name,
        };
        match (self.0.get(name), value) {
            (Some(Input::Text), Value::String(_)) | (Some(Input::Boolean), Value::Boolean(_)) => true,
            (Some(Input::Amount), Value::String(text)) => text.parse::<Amount>().is_ok(),
            (Some(Input::Int), Value::Number(number)) => {
                number.as_i64().is_some_and(|number| i32::try_from(number).is_ok())
            }
            (Some(Input::OneOf(values)), Value::String(value)) => values.contains(value.as_str()),
            (Some(Input::Object(fields)), Value::Object(given)) => {
                let known = |(name, value): (&Name, &Value)| {
                    fields.get(name).is_some_and(|field| self.fits(&field.ty, value))
                };
                let required = |(name, field): (&Name, &Field)| field.is_optional || given.contains_key(name);
                given.iter().all(known) && fields.iter().all(required)
            }
            _ => false,
        }
    }
}

impl Field {
    fn of(definition: InputValueDefinition) -> (Name, Field) {
        let ty = definition.ty.node;
        let is_optional = ty.nullable || definition.default_value.is_some();
        (definition.name.node, Field { ty, is_optional })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SDL: &str = "
        scalar Date
        scalar Decimal
        scalar Secret
        enum Kind { A B }
        input Part { amount: Decimal, note: String }
        input Whole { parts: [Part!]!, rate: Decimal! }
        input Draft { text: String!, on: Date!, kind: Kind, tags: [String!], count: Int! = 3 }
        type Query { a: Int }";

    #[test]
    fn only_what_certainly_fits_is_certain() {
        let inputs = Inputs::of(SDL);
        let draft = |more: serde_json::Value| {
            let mut draft = json!({ "text": "x", "on": "2026-11-16" });
            draft.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            draft
        };
        for (declared, value, is_certain) in [
            ("ID!", json!("x"), true),
            ("ID!", json!(7), false),
            ("ID!", json!(null), false),
            ("ID", json!(null), true),
            ("ID = \"x\"", json!(null), false),
            ("String", json!(["x"]), false),
            ("Int", json!(5), true),
            ("Int", json!(3_000_000_000_i64), false),
            ("Int", json!(1.5), false),
            ("Boolean!", json!("true"), false),
            ("Secret", json!("x"), false),
            ("Nobody", json!("x"), false),
            ("Decimal", json!("1.50"), true),
            ("Decimal", json!("much"), false),
            ("Decimal", json!(1.5), false),
            ("Kind", json!("A"), true),
            ("Kind", json!("C"), false),
            ("[Kind!]", json!(["A", "B"]), true),
            ("[Kind!]", json!(["A", null]), false),
            ("[Kind!]", json!("A"), false),
            ("Draft!", draft(json!({})), true),
            ("Draft!", draft(json!({ "kind": null, "tags": ["x"], "count": 1 })), true),
            ("Draft!", draft(json!({ "count": null })), false),
            ("Draft!", draft(json!({ "more": 1 })), false),
            ("Draft!", draft(json!({ "text": 1 })), false),
            ("Draft!", json!({ "text": "x" }), false),
            ("Draft!", json!("x"), false),
        ] {
            let text = format!("query ($v: {declared}) {{ a }}");
            let document = async_graphql::parser::parse_query(text).unwrap();
            let (_, operation) = document.operations.iter().next().unwrap();
            let definition = &operation.node.variable_definitions[0].node;
            let variables = Variables::from_json(json!({ "v": value }));
            assert_eq!(inputs.is_certain(definition, &variables), is_certain, "{declared} {value}");
        }
        let document = async_graphql::parser::parse_query("query ($v: Draft!) { a }").unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        assert!(inputs.is_certain(&operation.node.variable_definitions[0].node, &Variables::default()));
    }
    #[test]
    fn an_amount_that_is_none_is_told_by_its_field() {
        use AmountError::{NotANumber, TooLarge, TooManyDecimals};
        let inputs = Inputs::of(SDL);
        let whole = |amount: serde_json::Value| json!({ "parts": [{ "note": "x" }, { "amount": amount }], "rate": "1" });
        for (declared, value, fault) in [
            ("Decimal", json!("12.50"), None),
            ("Decimal", json!(null), None),
            ("Decimal!", json!("12,50"), Some(("v", NotANumber))),
            ("Decimal!", json!(12.5), Some(("v", NotANumber))),
            ("[Decimal!]", json!(["1", "1.23456"]), Some(("v", TooManyDecimals))),
            ("[Decimal!]", json!("x"), Some(("v", NotANumber))),
            ("Whole!", whole(json!("1.50")), None),
            ("Whole!", whole(json!(null)), None),
            ("Whole!", whole(json!("ten")), Some(("amount", NotANumber))),
            ("Whole!", whole(json!({})), Some(("amount", NotANumber))),
            ("Whole!", json!({ "rate": "9223372036854775807" }), Some(("rate", TooLarge))),
            ("Whole!", json!("x"), None),
            ("String", json!("x"), None),
        ] {
            let text = format!("query ($v: {declared}) {{ a }}");
            let document = async_graphql::parser::parse_query(text).unwrap();
            let (_, operation) = document.operations.iter().next().unwrap();
            let definition = &operation.node.variable_definitions[0].node;
            let variables = Variables::from_json(json!({ "v": value }));
            let expected = fault.map(|(field, error)| AmountFault { field: field.to_owned(), error });
            assert_eq!(inputs.amount_fault(definition, &variables), expected, "{declared} {value}");
        }
    }
}
