//! Input: parameters from one small set of types, the same on both engines.

use crate::{Error, Result, Unstorable};
use jiff::{Timestamp, civil::Date};
use rusqlite::types::{ToSqlOutput, Value as LiteValue, ValueRef};
use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use uuid::Uuid;

/// A parameter's type. We tell PostgreSQL, which would otherwise guess a four-byte number for `$1 = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    I64,
    Bool,
    Text,
    Bytes,
    Day,
    At,
    Uuid,
    Json,
}

/// One parameter. A NULL has its type too.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null(Ty),
    I64(i64),
    Bool(bool),
    Text(String),
    Bytes(Vec<u8>),
    Day(Date),
    At(Timestamp),
    Uuid(Uuid),
    Json(serde_json::Value),
}

/// A Rust type that can be a parameter. [`newtype!`](crate::newtype) and [`text!`](crate::text) implement it for custom
/// types.
pub trait Param: Into<Value> {
    const TY: Ty;
}

macro_rules! param {
    ($($rust:ty => $ty:ident($x:ident) $value:expr;)*) => {$(
        impl Param for $rust {
            const TY: Ty = Ty::$ty;
        }
        impl From<$rust> for Value {
            fn from($x: $rust) -> Value {
                Value::$ty($value)
            }
        }
    )*};
}

param! {
    i64 => I64(x) x;
    i32 => I64(x) x.into();
    u32 => I64(x) x.into();
    bool => Bool(x) x;
    String => Text(x) x;
    &String => Text(x) x.clone();
    &str => Text(x) x.to_owned();
    Vec<u8> => Bytes(x) x;
    &[u8] => Bytes(x) x.to_vec();
    Date => Day(x) x;
    Timestamp => At(x) micros(x);
    Uuid => Uuid(x) x;
    serde_json::Value => Json(x) x;
}

impl<T: Param> From<Option<T>> for Value {
    fn from(x: Option<T>) -> Value {
        x.map_or(Value::Null(T::TY), Into::into)
    }
}

/// 0001-01-01T00:00:00Z, in seconds since 1970. PostgreSQL supports nothing much earlier.
const YEAR_ONE: i64 = -62_135_596_800;

/// PostgreSQL keeps microseconds, so we truncate on the way in: both engines then return what was written.
pub fn micros(t: Timestamp) -> Timestamp {
    Timestamp::new(t.as_second(), t.subsec_nanosecond() / 1000 * 1000).unwrap_or(t)
}

/// A statement's parameters: `params![id, "name", None::<i64>]`.
#[macro_export]
macro_rules! params {
    ($($x:expr),* $(,)?) => { ::std::vec![$($crate::Value::from($x)),*] };
}

/// Makes `struct EmployeeId(Uuid)` a parameter and a column: `newtype!(EmployeeId(Uuid));`.
#[macro_export]
macro_rules! newtype {
    ($own:ident($inner:ty)) => {
        impl $crate::Param for $own {
            const TY: $crate::Ty = <$inner as $crate::Param>::TY;
        }
        impl ::core::convert::From<$own> for $crate::Value {
            fn from(x: $own) -> $crate::Value {
                $crate::Value::from(x.0)
            }
        }
        impl $crate::Get for $own {
            fn get(cell: $crate::Cell<'_>) -> $crate::Result<::core::option::Option<Self>> {
                ::core::result::Result::Ok(<$inner as $crate::Get>::get(cell)?.map($own))
            }
        }
    };
}

/// Stores an enum as TEXT: `text!(Kind { Vacation = "vacation", Sick = "sick" });`. Leaving out a variant doesn't
/// compile; any other text is an [`Error::Decode`](crate::Error::Decode) when read.
#[macro_export]
macro_rules! text {
    ($own:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
        impl $own {
            pub const fn as_text(&self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            pub fn from_text(text: &str) -> ::core::option::Option<Self> {
                match text {
                    $($text => ::core::option::Option::Some(Self::$variant),)+
                    _ => ::core::option::Option::None,
                }
            }
        }
        impl $crate::Param for $own {
            const TY: $crate::Ty = $crate::Ty::Text;
        }
        impl ::core::convert::From<$own> for $crate::Value {
            fn from(x: $own) -> $crate::Value {
                $crate::Value::from(x.as_text())
            }
        }
        impl $crate::Get for $own {
            fn get(cell: $crate::Cell<'_>) -> $crate::Result<::core::option::Option<Self>> {
                cell.parse(Self::from_text)
            }
        }
    };
}

/// An `IN` list: pushes the values and returns the text "($3,$4,$5,$6)". It's padded to a power of two by repeating the
/// last value, so a statement has nine shapes to prepare and not 256.
pub fn in_list<T: Param>(params: &mut Vec<Value>, values: impl IntoIterator<Item = T>) -> Result<String> {
    let start = params.len();
    params.extend(values.into_iter().map(Into::into));
    if params.len() == start {
        params.push(Value::Null(T::TY)); // IN (NULL) matches nothing
    }
    let count = params.len() - start;
    if count > 256 {
        return Err(Error::Param("there are more than 256 values in an IN list"));
    }
    let last = params[params.len() - 1].clone();
    params.resize(start + count.next_power_of_two(), last);
    let list: Vec<String> = (start + 1..=params.len()).map(|i| format!("${i}")).collect();
    Ok(format!("({})", list.join(",")))
}

impl Value {
    pub fn ty(&self) -> Ty {
        match self {
            Value::Null(ty) => *ty,
            Value::I64(_) => Ty::I64,
            Value::Bool(_) => Ty::Bool,
            Value::Text(_) => Ty::Text,
            Value::Bytes(_) => Ty::Bytes,
            Value::Day(_) => Ty::Day,
            Value::At(_) => Ty::At,
            Value::Uuid(_) => Ty::Uuid,
            Value::Json(_) => Ty::Json,
        }
    }

    pub(crate) fn pg_type(&self) -> Type {
        match self.ty() {
            Ty::I64 => Type::INT8,
            Ty::Bool => Type::BOOL,
            Ty::Text => Type::TEXT,
            Ty::Bytes => Type::BYTEA,
            Ty::Day => Type::DATE,
            Ty::At => Type::TIMESTAMPTZ,
            Ty::Uuid => Type::UUID,
            Ty::Json => Type::JSONB,
        }
    }

    /// What one engine would accept and the other refuse or alter is refused on both.
    pub(crate) fn check(&self) -> Result<()> {
        match self {
            Value::Text(s) if s.contains('\0') => Err(Error::Unstorable(Unstorable::Nul)),
            Value::Json(serde_json::Value::Number(_)) => {
                Err(Error::Param("a JSON document is a bare number"))
            }
            Value::Json(json) if has_nul(json) => Err(Error::Unstorable(Unstorable::Nul)),
            Value::Day(d) if d.year() < 1 => Err(Error::Unstorable(Unstorable::BeforeYearOne)),
            Value::At(t) if t.as_second() < YEAR_ONE => Err(Error::Unstorable(Unstorable::BeforeYearOne)),
            _ => Ok(()),
        }
    }
}

fn has_nul(json: &serde_json::Value) -> bool {
    match json {
        serde_json::Value::String(s) => s.contains('\0'),
        serde_json::Value::Array(list) => list.iter().any(has_nul),
        serde_json::Value::Object(map) => map.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        _: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null(_) => Ok(IsNull::Yes),
            Value::I64(x) => x.to_sql(&Type::INT8, out),
            Value::Bool(x) => x.to_sql(&Type::BOOL, out),
            Value::Text(x) => x.to_sql(&Type::TEXT, out),
            Value::Bytes(x) => x.to_sql(&Type::BYTEA, out),
            Value::Day(x) => x.to_sql(&Type::DATE, out),
            Value::At(x) => x.to_sql(&Type::TIMESTAMPTZ, out),
            Value::Uuid(x) => x.to_sql(&Type::UUID, out),
            Value::Json(x) => x.to_sql(&Type::JSONB, out),
        }
    }

    /// The statement was prepared with our own types, so they always fit.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// SQLite's forms: uuid = blob of 16 bytes, day = 'YYYY-MM-DD', instant = microseconds, bool = 0 or 1, json = text.
impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null(_) => ToSqlOutput::Owned(LiteValue::Null),
            Value::I64(x) => ToSqlOutput::Owned(LiteValue::Integer(*x)),
            Value::Bool(x) => ToSqlOutput::Owned(LiteValue::Integer((*x).into())),
            Value::Text(x) => ToSqlOutput::Borrowed(ValueRef::Text(x.as_bytes())),
            Value::Bytes(x) => ToSqlOutput::Borrowed(ValueRef::Blob(x)),
            Value::Day(x) => ToSqlOutput::Owned(LiteValue::Text(x.to_string())),
            Value::At(x) => ToSqlOutput::Owned(LiteValue::Integer(x.as_microsecond())),
            Value::Uuid(x) => ToSqlOutput::Borrowed(ValueRef::Blob(x.as_bytes())),
            Value::Json(x) => ToSqlOutput::Owned(LiteValue::Text(x.to_string())),
        })
    }
}
