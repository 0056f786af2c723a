//! Output: rows read by position into tuples, structs or custom types.

use crate::{Error, Result};
use jiff::{Timestamp, civil::Date};
use rusqlite::types::ValueRef;
use serde_json::Value as Json;
use tokio_postgres::types::{FromSql, Type};
use uuid::Uuid;

/// One row, while it is being read.
#[derive(Clone, Copy)]
pub struct Row<'a>(pub(crate) Source<'a>);

#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Lite(&'a rusqlite::Row<'a>),
    Pg(&'a tokio_postgres::Row),
}

impl Row<'_> {
    /// The column at a position (from 0); [`row!`](crate::row) keeps positions and names together.
    pub fn get<T: Get>(&self, i: usize) -> Result<T> {
        let cell = Cell { row: *self, i };
        T::get(cell)?.ok_or_else(|| cell.unfit("NULL is not expected"))
    }

    pub fn len(&self) -> usize {
        match self.0 {
            Source::Lite(r) => r.as_ref().column_count(),
            Source::Pg(r) => r.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// One column of a row: what a [`Get`] reads.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    row: Row<'a>,
    i: usize,
}

impl<'a> Cell<'a> {
    /// Reads text and converts it to a custom type, which refuses with `None`.
    pub fn parse<T>(self, from: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>> {
        let Some(text) = String::get(self)? else {
            return Ok(None);
        };
        from(&text).map(Some).ok_or_else(|| self.unfit("the text is not one of the known values"))
    }

    /// Reads a JSON document and converts it to a custom type, which refuses with `None`.
    pub fn parse_json<T>(self, from: impl FnOnce(Json) -> Option<T>) -> Result<Option<T>> {
        let Some(document) = <Json as Get>::get(self)? else {
            return Ok(None);
        };
        from(document).map(Some).ok_or_else(|| self.unfit("the document does not have the expected shape"))
    }

    fn read<P: FromSql<'a>, T>(
        self,
        lite: impl FnOnce(ValueRef<'a>) -> Option<T>,
        pg: impl FnOnce(P) -> T,
    ) -> Result<Option<T>> {
        match self.row.0 {
            Source::Pg(r) => Ok(r.try_get::<_, Option<P>>(self.i)?.map(pg)),
            Source::Lite(r) => match r.get_ref(self.i)? {
                ValueRef::Null => Ok(None),
                v => match lite(v) {
                    Some(x) => Ok(Some(x)),
                    None => Err(self.unfit(&format!("{} does not fit", v.data_type()))),
                },
            },
        }
    }

    fn unfit(self, why: &str) -> Error {
        let name = match self.row.0 {
            Source::Lite(r) => r.as_ref().column_name(self.i).unwrap_or("?"),
            Source::Pg(r) => r.columns().get(self.i).map_or("?", |c| c.name()),
        };
        Error::Decode(format!("column {} ({name}): {why}", self.i))
    }
}

/// A type that can be read from a column. `None` is NULL, which only an `Option` accepts.
pub trait Get: Sized {
    fn get(cell: Cell<'_>) -> Result<Option<Self>>;
}

impl<T: Get> Get for Option<T> {
    fn get(cell: Cell<'_>) -> Result<Option<Self>> {
        T::get(cell).map(Some)
    }
}

macro_rules! get {
    ($($t:ty: $v:ident => $lite:expr;)*) => {$(
        impl Get for $t {
            fn get(cell: Cell<'_>) -> Result<Option<Self>> {
                cell.read(|$v| $lite, |x: $t| x)
            }
        }
    )*};
}

get! {
    String: v => v.as_str().ok().map(str::to_owned);
    Vec<u8>: v => v.as_blob().ok().map(<[u8]>::to_vec);
    Date: v => v.as_str().ok()?.parse().ok();
    Timestamp: v => Timestamp::from_microsecond(v.as_i64().ok()?).ok();
    Uuid: v => Uuid::from_slice(v.as_blob().ok()?).ok();
    Json: v => serde_json::from_str(v.as_str().ok()?).ok();
    bool: v => match v {
        ValueRef::Integer(0) => Some(false),
        ValueRef::Integer(1) => Some(true),
        _ => None,
    };
}

impl Get for i64 {
    fn get(cell: Cell<'_>) -> Result<Option<Self>> {
        cell.read(|v| v.as_i64().ok(), |x: Int| x.0)
    }
}

macro_rules! smaller {
    ($($t:ty)*) => {$(
        impl Get for $t {
            fn get(cell: Cell<'_>) -> Result<Option<Self>> {
                let Some(x) = i64::get(cell)? else { return Ok(None) };
                x.try_into().map(Some).map_err(|_| cell.unfit("the number is out of range"))
            }
        }
    )*};
}
smaller!(i32 u32);

/// int2, int4 and int8 are all read as i64 (`CASE … THEN 1` and `length()` are int4 on PostgreSQL).
struct Int(i64);

impl<'a> FromSql<'a> for Int {
    fn from_sql(
        ty: &Type,
        raw: &'a [u8],
    ) -> std::result::Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Int(match *ty {
            Type::INT2 => i16::from_sql(ty, raw)?.into(),
            Type::INT4 => i32::from_sql(ty, raw)?.into(),
            _ => i64::from_sql(ty, raw)?,
        }))
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT2 | Type::INT4 | Type::INT8)
    }
}

/// A type that can be read from a whole row: tuples up to 16 columns, structs with [`row!`](crate::row).
pub trait FromRow: Sized + Send + 'static {
    fn from_row(row: &Row<'_>) -> Result<Self>;
}

macro_rules! tuples {
    ($($t:ident $i:tt),*) => { tuples!(@ [] $($t $i),*); };
    (@ [$($done:ident $n:tt),*]) => {};
    (@ [$($done:ident $n:tt),*] $t:ident $i:tt $(, $rest:ident $r:tt)*) => {
        impl<$($done: Get + Send + 'static,)* $t: Get + Send + 'static> FromRow for ($($done,)* $t,) {
            fn from_row(row: &Row<'_>) -> Result<Self> {
                Ok(($(row.get::<$done>($n)?,)* row.get::<$t>($i)?,))
            }
        }
        tuples!(@ [$($done $n,)* $t $i] $($rest $r),*);
    };
}
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11, M 12, N 13, O 14, P 15);

/// `row!(Employee { id, name })` reads the fields in this order and gives `Employee::COLS` = "id, name".
#[macro_export]
macro_rules! row {
    ($own:ident { $first:ident $(, $field:ident)* $(,)? }) => {
        impl $own {
            pub const COLS: &'static str = concat!(stringify!($first) $(, ", ", stringify!($field))*);
        }
        impl $crate::FromRow for $own {
            fn from_row(row: &$crate::Row<'_>) -> $crate::Result<Self> {
                let mut at = 0usize..;
                let mut next = || at.next().unwrap_or_default();
                ::core::result::Result::Ok(Self { $first: row.get(next())? $(, $field: row.get(next())?)* })
            }
        }
    };
}

/// A row of any shape, as the engine stores it (a uuid is a blob on SQLite; blobs are in hexadecimal). For replaying
/// recorded statements, reading query plans, and rows whose columns are known only as data (imports).
#[derive(Clone, Debug, PartialEq)]
pub struct Cells(pub Vec<Json>);

impl FromRow for Cells {
    fn from_row(row: &Row<'_>) -> Result<Self> {
        (0..row.len()).map(|i| any(Cell { row: *row, i })).collect::<Result<_>>().map(Cells)
    }
}

fn any(cell: Cell<'_>) -> Result<Json> {
    let json = match cell.row.0 {
        Source::Lite(r) => match r.get_ref(cell.i)? {
            ValueRef::Null => None,
            ValueRef::Integer(x) => Some(x.into()),
            ValueRef::Real(x) => Some(x.into()),
            ValueRef::Text(x) => Some(String::from_utf8_lossy(x).into()),
            ValueRef::Blob(x) => Some(hex(x)),
        },
        Source::Pg(r) => match *r.columns()[cell.i].type_() {
            Type::INT2 | Type::INT4 | Type::INT8 => i64::get(cell)?.map(Into::into),
            Type::BOOL => bool::get(cell)?.map(Into::into),
            Type::FLOAT8 => r.try_get::<_, Option<f64>>(cell.i)?.map(Into::into),
            Type::BYTEA => Vec::<u8>::get(cell)?.map(|x| hex(&x)),
            Type::UUID => Uuid::get(cell)?.map(|x| x.to_string().into()),
            Type::DATE => Date::get(cell)?.map(|x| x.to_string().into()),
            Type::TIMESTAMPTZ => Timestamp::get(cell)?.map(|x| x.to_string().into()),
            Type::JSON | Type::JSONB => <Json as Get>::get(cell)?,
            _ => String::get(cell)?.map(Into::into),
        },
    };
    Ok(json.unwrap_or(Json::Null))
}

fn hex(bytes: &[u8]) -> Json {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    bytes.iter().for_each(|byte| write!(text, "{byte:02x}").expect("a string takes every text"));
    text.into()
}
