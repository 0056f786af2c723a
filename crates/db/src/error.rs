//! One error for both engines. Constraints have the names PostgreSQL gives them. Messages are whole sentences on one
//! line and never contain parameter values or a password.

use rusqlite::ffi;
use std::error::Error as _;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The index or constraint name.
    #[error("The unique constraint {0} is violated.")]
    Unique(String),
    /// SQLite never says which foreign key failed.
    #[error("The foreign key {} is violated.", .0.as_deref().unwrap_or("(unnamed)"))]
    ForeignKey(Option<String>),
    #[error("The check {0} is violated.")]
    Check(String),
    /// "table.column"
    #[error("The column {0} must not be NULL.")]
    NotNull(String),
    #[error("The statement returned no row where one was expected.")]
    NoRow,
    /// Serialization failure, deadlock, lock not available: run the transaction again.
    #[error("The transaction conflicted with another one and can be retried: {0}.")]
    Retry(String),
    /// An earlier statement failed: all that's left is to roll back.
    #[error("The transaction has ended because of an earlier error.")]
    TxAborted,
    /// The statement ran longer than [`Options::statement_timeout`](crate::Options).
    #[error("The statement took too long and was stopped.")]
    Timeout,
    #[error("A parameter was refused: {0}.")]
    Param(&'static str),
    /// A value one of the engines can't store. It usually comes straight from a request.
    #[error("A value cannot be stored: {0}.")]
    Unstorable(Unstorable),
    #[error("A column cannot be read: {0}.")]
    Decode(String),
    #[error(
        "The database has schema version {found}, but this program only knows {known}: a newer release has used it."
    )]
    NewerSchema { found: i64, known: i64 },
    #[error(
        "Migration {version} ({name}) is not the one this database ran: a different build made the database, and this one can't bring it up to date. Use that build, or an empty database."
    )]
    OtherSchema { version: i64, name: &'static str },
    /// No connection, none free in time, a full disk, a stall: worth trying again later.
    #[error("{0}.")]
    Unavailable(String),
    #[error("{0}.")]
    Other(String),
}

/// Values we give to neither engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unstorable {
    #[error("a text contains a NUL character")]
    Nul,
    #[error("a date is before the year 1")]
    BeforeYearOne,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Error::Unavailable(_))
    }

    /// Something stalled between two statements, usually the database machine.
    pub(crate) fn idle_too_long() -> Error {
        Error::Unavailable("The transaction was idle too long and has ended".into())
    }

    /// A bug in our code: writing through a read-only connection. Named the same on both engines.
    pub(crate) fn write_while_reading() -> Error {
        Error::Other("A statement that writes was run outside of begin_write".into())
    }
}

/// Messages from drivers and servers may have several lines (an SQL text) and a period at the end.
pub(crate) fn one_line(text: impl ToString) -> String {
    let text = text.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    text.trim_end_matches('.').to_owned()
}

fn busy(why: impl ToString) -> String {
    format!("The database is not available: {}", one_line(why))
}

fn refused(why: impl ToString) -> String {
    format!("The database refused the statement: {}", one_line(why))
}

/// The innermost cause says the most: not "error connecting to server" but why.
pub(crate) fn cause(e: &tokio_postgres::Error) -> String {
    if let Some(db) = e.as_db_error() {
        return one_line(db.message());
    }
    let mut innermost: &dyn std::error::Error = e;
    while let Some(inner) = innermost.source() {
        innermost = inner;
    }
    system_text(innermost)
}

/// "connection refused" and not "Connection refused (os error 111)".
pub(crate) fn system_text(e: impl ToString) -> String {
    let text = one_line(e);
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_lowercase(),
        None => text,
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(e: tokio_postgres::Error) -> Self {
        let Some(db) = e.as_db_error() else {
            let text = one_line(&e);
            let is_io = e.source().is_some_and(|s| s.is::<std::io::Error>());
            return if e.is_closed() || is_io {
                Error::Unavailable(format!("The connection to the database was lost ({})", cause(&e)))
            } else if text.starts_with("error deserializing column") {
                Error::Decode(format!("{text}: {}", cause(&e)))
            } else if text.starts_with("invalid column") {
                Error::Decode(text)
            } else {
                Error::Other(format!("The database driver failed: {text}"))
            };
        };
        let name = db.constraint().unwrap_or_default().to_owned();
        match db.code().code() {
            "23505" => Error::Unique(name),
            "23503" => Error::ForeignKey(Some(name)),
            "23514" => Error::Check(name),
            "23502" => {
                let table = db.table().unwrap_or_default();
                Error::NotNull(format!("{table}.{}", db.column().unwrap_or_default()))
            }
            "40001" | "40P01" | "55P03" => Error::Retry(one_line(db.message())),
            "25P02" => Error::TxAborted,
            "25P03" => Error::idle_too_long(),
            "25006" => Error::write_while_reading(),
            "57014" => Error::Timeout,
            "57P01" | "57P02" | "57P03" | "57P05" => Error::Unavailable(busy(db.message())),
            c if c.starts_with("53") || c.starts_with("08") => Error::Unavailable(busy(db.message())),
            // Messages in this class quote the value.
            c if c.starts_with("22") => Error::Other(format!("A value does not fit its type (SQLSTATE {c})")),
            c => Error::Other(format!("{} (SQLSTATE {c})", refused(db.message()))),
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(e: rusqlite::Error) -> Self {
        let Some(failure) = e.sqlite_error() else {
            return match e {
                rusqlite::Error::InvalidColumnIndex(_) | rusqlite::Error::InvalidColumnType(..) => {
                    Error::Decode(one_line(e))
                }
                e => Error::Other(refused(e)),
            };
        };
        let text = one_line(&e);
        let tail = text.split_once("failed: ").map_or("", |(_, tail)| tail).to_owned();
        match failure.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE
            | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
            | ffi::SQLITE_CONSTRAINT_ROWID => Error::Unique(tail),
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => Error::ForeignKey(None),
            ffi::SQLITE_CONSTRAINT_CHECK => Error::Check(tail),
            ffi::SQLITE_CONSTRAINT_NOTNULL => Error::NotNull(tail),
            code => match code & 0xff {
                ffi::SQLITE_BUSY | ffi::SQLITE_LOCKED => Error::Retry(text),
                ffi::SQLITE_INTERRUPT => Error::Timeout,
                ffi::SQLITE_FULL | ffi::SQLITE_IOERR | ffi::SQLITE_CANTOPEN | ffi::SQLITE_READONLY => {
                    Error::Unavailable(busy(text))
                }
                _ => Error::Other(refused(text)),
            },
        }
    }
}

/// Gives SQLite's errors PostgreSQL's names. SQLite says "t.a, t.b" (columns) or "index 'name'" (index on an
/// expression) where PostgreSQL names the index or the constraint.
pub(crate) fn named_like_postgres(c: &rusqlite::Connection, e: Error) -> Error {
    let Error::Unique(columns) = e else { return e };
    if let Some(index) = columns.strip_prefix("index '") {
        return Error::Unique(index.trim_end_matches('\'').into());
    }
    let name = unique_name(c, &columns).ok().flatten();
    Error::Unique(name.unwrap_or(columns))
}

fn unique_name(c: &rusqlite::Connection, violated: &str) -> rusqlite::Result<Option<String>> {
    let table = violated.split('.').next().unwrap_or_default();
    let columns: Vec<&str> =
        violated.split(", ").filter_map(|x| x.split_once('.')).map(|(_, column)| column).collect();
    let mut list = c.prepare_cached(
        "SELECT name, origin FROM pragma_index_list(?1) WHERE \"unique\" ORDER BY partial DESC, name",
    )?;
    let mut info = c.prepare_cached("SELECT coalesce(name, '') FROM pragma_index_info(?1) ORDER BY seqno")?;
    let indexes: Vec<(String, String)> =
        list.query_map([table], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    for (index, origin) in indexes {
        let have: Vec<String> = info.query_map([&index], |r| r.get(0))?.collect::<rusqlite::Result<_>>()?;
        if have == columns {
            return Ok(Some(match origin.as_str() {
                "pk" => format!("{table}_pkey"),
                "u" => format!("{table}_{}_key", columns.join("_")),
                _ => index,
            }));
        }
    }
    Ok(None)
}
