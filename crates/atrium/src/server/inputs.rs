//! Whether variables are certain to pass the validator, so that a known text doesn't need validation again. When in
//! doubt, the answer is «not certain»: then the validator itself decides and words the refusal.

use super::literals::const_has_nul;
use crate::all_features;
use crate::feature_row::{OwnScalar, Wrong};
use crate::shared::amount::{Amount, AmountError};
use crate::shared::day::{Day, Moment};
use crate::shared::refusal::SharedRefusal;
use async_graphql::parser::types::{
    BaseType, InputValueDefinition, ServiceDocument, Type, TypeKind, TypeSystemDefinition, VariableDefinition,
};
use async_graphql::{Name, ScalarType, Value, Variables};
use std::collections::{HashMap, HashSet};

pub(super) struct Inputs(HashMap<Name, Input>);

/// A value that cannot be read as what it should be, and the field, or the variable, that says it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InputFault {
    pub(super) field: String,
    pub(super) wrong: Wrong,
}

type ScalarReader = fn(&Value) -> Result<(), Wrong>;

enum Input {
    Text,
    /// A scalar of ours.
    Own(ScalarReader),
    Int,
    Boolean,
    OneOf(HashSet<Name>),
    Object(HashMap<Name, Field>),
}

struct Field {
    ty: Type,
    is_optional: bool,
}

/// The scalars that all features share.
const SHARED: &[OwnScalar] = &[
    OwnScalar { name: "Decimal", read: amount },
    OwnScalar { name: "Date", read: date },
    OwnScalar { name: "DateTime", read: moment },
];

fn own_scalars() -> impl Iterator<Item = &'static OwnScalar> {
    SHARED.iter().chain(all_features::ALL.iter().flat_map(|feature| feature.scalars))
}

fn amount(value: &Value) -> Result<(), Wrong> {
    let read = match value {
        Value::String(text) => text.parse::<Amount>().map(drop),
        _ => Err(AmountError::NotANumber),
    };
    read.map_err(|error| Wrong::of(error.parts()))
}

fn date(value: &Value) -> Result<(), Wrong> {
    read_as::<Day>(value, Wrong::of(SharedRefusal::InvalidDate.parts()))
}

fn moment(value: &Value) -> Result<(), Wrong> {
    read_as::<Moment>(value, Wrong::of(SharedRefusal::InvalidTimestamp.parts()))
}

fn read_as<T: ScalarType>(value: &Value, wrong: Wrong) -> Result<(), Wrong> {
    <T as ScalarType>::parse(value.clone()).map(drop).map_err(|_| wrong)
}

const NO_TEXT: Wrong = Wrong::of(SharedRefusal::InvalidText.parts());

const NO_WHOLE_NUMBER: Wrong = Wrong::of(SharedRefusal::InvalidNumber.parts());

impl Inputs {
    pub(super) fn of(schema: ServiceDocument) -> Inputs {
        let mut inputs = HashMap::from([
            (Name::new("ID"), Input::Text),
            (Name::new("String"), Input::Text),
            (Name::new("Int"), Input::Int),
            (Name::new("Boolean"), Input::Boolean),
        ]);
        for definition in schema.definitions {
            let TypeSystemDefinition::Type(defined) = definition else { continue };
            let is_plain = defined.node.directives.is_empty();
            let name = defined.node.name.node;
            let input = match defined.node.kind {
                TypeKind::Scalar => match own_scalars().find(|own| name == own.name) {
                    Some(own) => Input::Own(own.read),
                    None => continue,
                },
                TypeKind::Enum(of) => {
                    Input::OneOf(of.values.into_iter().map(|value| value.node.value.node).collect())
                }
                // A directive may change the rule, like @oneOf does.
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
            // A variable with a default may be used where null isn't allowed.
            Some(Value::Null) => definition.var_type.node.nullable && definition.default_value.is_none(),
            Some(value) => self.fits(&definition.var_type.node, value),
        }
    }

    pub(super) fn fault(&self, definition: &VariableDefinition, variables: &Variables) -> Option<InputFault> {
        let name = &definition.name.node;
        self.fault_in(&definition.var_type.node, variables.get(name)?, name)
    }

    /// Names the field; what is no text, number or date of ours is looked through as a whole.
    fn fault_in(&self, ty: &Type, value: &Value, field: &Name) -> Option<InputFault> {
        let name = match (&ty.base, value) {
            (_, Value::Null) => return None,
            (BaseType::List(inner), Value::List(items)) => {
                return items.iter().find_map(|item| self.fault_in(inner, item, field));
            }
            // A single value counts as a list of one.
            (BaseType::List(inner), value) => return self.fault_in(inner, value, field),
            (BaseType::Named(name), _) => name,
        };
        match (self.0.get(name), value) {
            (Some(Input::Own(reader)), value) => {
                reader(value).err().map(|wrong| InputFault { field: field.to_string(), wrong })
            }
            (Some(Input::Int), value) if !is_whole(value) => {
                Some(InputFault { field: field.to_string(), wrong: NO_WHOLE_NUMBER })
            }
            (Some(Input::Text) | None, value) if const_has_nul(value) => {
                Some(InputFault { field: field.to_string(), wrong: NO_TEXT })
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
            (Some(Input::Own(reader)), value) => reader(value).is_ok(),
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

fn is_whole(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()))
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
        scalar DateTime
        scalar TaxFigure
        scalar Decimal
        scalar Secret
        enum Kind { A B }
        input Part { amount: Decimal, note: String }
        input Whole { parts: [Part!]!, rate: Decimal! }
        input Draft { text: String!, on: Date!, kind: Kind, tags: [String!], count: Int! = 3 }
        type Query { a: Int }";

    #[test]
    fn only_what_certainly_fits_is_certain() {
        let inputs = Inputs::of(async_graphql::parser::parse_schema(SDL).unwrap());
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
    fn what_cannot_be_read_is_told_by_its_field() {
        const NO_AMOUNT: &str = "INVALID_AMOUNT";
        const NO_DATE: &str = "INVALID_DATE";
        const NO_NUMBER: &str = "INVALID_NUMBER";
        const NO_TEXT: &str = "INVALID_TEXT";
        let inputs = Inputs::of(async_graphql::parser::parse_schema(SDL).unwrap());
        let whole = |amount: serde_json::Value| json!({ "parts": [{ "note": "x" }, { "amount": amount }], "rate": "1" });
        let draft = |more: serde_json::Value| json!({ "text": "x", "on": "2026-11-16", "count": more });
        for (declared, value, fault) in [
            ("Decimal", json!("12.50"), None),
            ("Decimal", json!(null), None),
            ("Decimal!", json!("12,50"), Some(("v", NO_AMOUNT))),
            ("Decimal!", json!(12.5), Some(("v", NO_AMOUNT))),
            ("[Decimal!]", json!(["1", "1.23456"]), Some(("v", NO_AMOUNT))),
            ("[Decimal!]", json!("x"), Some(("v", NO_AMOUNT))),
            ("Whole!", whole(json!("1.50")), None),
            ("Whole!", whole(json!(null)), None),
            ("Whole!", whole(json!("ten")), Some(("amount", NO_AMOUNT))),
            ("Whole!", whole(json!({})), Some(("amount", NO_AMOUNT))),
            ("Whole!", json!({ "rate": "9223372036854775807" }), Some(("rate", NO_AMOUNT))),
            ("Whole!", json!("x"), None),
            ("Date!", json!("2028-02-29"), None),
            ("Date!", json!("2027-02-29"), Some(("v", NO_DATE))),
            ("Date!", json!("2027-02-28T00:00:00"), Some(("v", NO_DATE))),
            ("DateTime", json!("2026-11-16T09:30:00Z"), None),
            ("DateTime", json!("today"), Some(("v", NO_DATE))),
            ("Draft!", json!({ "text": "x", "on": 7 }), Some(("on", NO_DATE))),
            ("Draft!", draft(json!(3)), None),
            ("Draft!", draft(json!("3")), Some(("count", NO_NUMBER))),
            ("Draft!", draft(json!(3.5)), Some(("count", NO_NUMBER))),
            ("Draft!", draft(json!(2_147_483_648_i64)), Some(("count", NO_NUMBER))),
            ("TaxFigure", json!("$1,250.50"), None),
            ("TaxFigure", json!(3), None),
            ("TaxFigure", json!("abc"), Some(("v", NO_NUMBER))),
            ("TaxFigure", json!("1e400"), Some(("v", NO_NUMBER))),
            ("TaxFigure", json!(true), Some(("v", NO_NUMBER))),
            ("String", json!("x"), None),
            ("String", json!("x\0"), Some(("v", NO_TEXT))),
            ("[ID!]", json!(["x", "\0"]), Some(("v", NO_TEXT))),
            ("Secret", json!({ "any": ["\0"] }), Some(("v", NO_TEXT))),
            ("Draft!", json!({ "text": "\0", "on": "2026-11-16" }), Some(("text", NO_TEXT))),
            ("Date!", json!("0000-01-01"), Some(("v", NO_DATE))),
            ("DateTime", json!("-009999-01-02T01:59:59Z"), Some(("v", NO_DATE))),
            ("Decimal", json!("900000000000000.00"), Some(("v", NO_AMOUNT))),
        ] {
            let text = format!("query ($v: {declared}) {{ a }}");
            let document = async_graphql::parser::parse_query(text).unwrap();
            let (_, operation) = document.operations.iter().next().unwrap();
            let definition = &operation.node.variable_definitions[0].node;
            let variables = Variables::from_json(json!({ "v": value }));
            let found = inputs.fault(definition, &variables);
            let found = found.as_ref().map(|fault| (fault.field.as_str(), fault.wrong.code));
            assert_eq!(found, fault, "{declared} {value}");
        }
    }
}
