//! Reading, inside a transaction or not: a function that takes `impl Read` is written once and called with a
//! [`&Db`](Db) or a [`&mut Tx`](Tx).

use crate::{Db, FromRow, Result, Sql, Tx, Value};
use std::pin::Pin;

/// Boxed: the compiler doesn't consider a future `Send` if it names the type of the text it was given.
pub type Found<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

pub trait Read: Send {
    fn all<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, Vec<T>>;

    /// The first row, if there is one.
    fn opt<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, Option<T>>;

    /// The first row, or [`Error::NoRow`](crate::Error::NoRow).
    fn one<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, T>;
}

macro_rules! read_with {
    ($by:ty, $with:ident) => {
        impl Read for $by {
            fn all<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, Vec<T>> {
                Box::pin($with::all(self, sql.into(), params))
            }

            fn opt<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, Option<T>> {
                Box::pin($with::opt(self, sql.into(), params))
            }

            fn one<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, T> {
                Box::pin($with::one(self, sql.into(), params))
            }
        }
    };
}

read_with!(&Db, Db);
read_with!(Tx, Tx);

/// `&mut Tx`, and functions that read several times through what they were given.
impl<R: Read> Read for &mut R {
    fn all<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, Vec<T>> {
        R::all(self, sql, params)
    }

    fn opt<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, Option<T>> {
        R::opt(self, sql, params)
    }

    fn one<T: FromRow>(&mut self, sql: impl Into<Sql>, params: Vec<Value>) -> Found<'_, T> {
        R::one(self, sql, params)
    }
}
