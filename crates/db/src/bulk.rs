//! A whole database, table by table, for backups: what its tables look like, their rows in the order of their keys, and
//! loading such rows into empty tables on either engine. Rows are loaded as they were: while that goes on, triggers don't
//! run and references aren't checked; then all references are checked at once.

use crate::row::Source;
use crate::tx::Side;
use crate::{Error, FromRow, Get, Result, Row, Tx, Ty, Value, params};
use jiff::Timestamp;
use rusqlite::types::ValueRef;
use std::fmt::Write;
use tokio_postgres::types::Type;

/// A table as the database describes it, with its columns by name, so that both engines give the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableShape {
    pub name: String,
    pub columns: Vec<(String, Ty)>,
    /// The places of the primary key's columns, in the key's order.
    pub key: Vec<usize>,
}

/// What [`Tx::suspend_rules`] took away: statements that bring it back.
#[derive(Debug)]
pub struct SuspendedRules(Vec<String>);

/// Which migrations ran isn't data: the migrations write it themselves.
const OWN: &str = "schema_migration";

const LITE_TABLES: &str = "SELECT t.name, c.name, lower(c.type), c.pk
    FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.name";
const PG_TABLES: &str = "SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT), format_type(a.atttypid, a.atttypmod),
      CAST(coalesce(array_position(CAST(i.indkey AS SMALLINT[]), a.attnum) + 1, 0) AS BIGINT)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND n.nspname = current_schema() ORDER BY CAST(c.relname AS TEXT), CAST(a.attname AS TEXT)";

const LITE_TRIGGERS: &str = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name";
/// Each with what takes it away and what brings it back.
const PG_RULES: &str = "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE contype = 'f' AND connamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace)
    UNION ALL
    SELECT DISTINCT format('ALTER TABLE %s DISABLE TRIGGER USER', t.tgrelid::regclass),
      format('ALTER TABLE %s ENABLE TRIGGER USER', t.tgrelid::regclass)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND n.nspname = current_schema()
    ORDER BY 1";

const LITE_THINGS: &str = "SELECT CASE type WHEN 'view' THEN 'DROP VIEW ' ELSE 'DROP TRIGGER ' END || name
    FROM sqlite_schema WHERE type IN ('view', 'trigger') AND $1 = $1
    UNION ALL SELECT 'DROP TABLE ' || name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> $1 ORDER BY 1 DESC";
const PG_THINGS: &str = "SELECT format('DROP VIEW IF EXISTS %I CASCADE', viewname) FROM pg_views
      WHERE schemaname = current_schema()
    UNION ALL SELECT format('DROP TABLE IF EXISTS %I CASCADE', tablename) FROM pg_tables
      WHERE schemaname = current_schema() AND CAST(tablename AS TEXT) <> $1
    UNION ALL SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', CAST(p.oid AS regprocedure)) FROM pg_proc p
      WHERE p.pronamespace = CAST(CAST(current_schema() AS TEXT) AS regnamespace)
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    ORDER BY 1 DESC";

impl Tx {
    fn is_lite(&self) -> bool {
        matches!(self.side, Side::Lite(_))
    }

    /// Every table, by name.
    pub async fn tables(&mut self) -> Result<Vec<TableShape>> {
        let sql = if self.is_lite() { LITE_TABLES } else { PG_TABLES };
        let columns: Vec<(String, String, String, i64)> = self.all(sql, params![]).await?;
        let mut tables: Vec<TableShape> = vec![];
        let mut keys: Vec<Vec<(i64, usize)>> = vec![];
        for (table, column, ty, key) in columns.into_iter().filter(|(table, ..)| table != OWN) {
            if tables.last().is_none_or(|last| last.name != table) {
                tables.push(TableShape { name: table.clone(), columns: vec![], key: vec![] });
                keys.push(vec![]);
            }
            if let (Some(shape), Some(places)) = (tables.last_mut(), keys.last_mut()) {
                if key > 0 {
                    places.push((key, shape.columns.len()));
                }
                shape.columns.push((column, type_called(&table, &ty)?));
            }
        }
        for (shape, mut places) in tables.iter_mut().zip(keys) {
            if places.is_empty() {
                return Err(Error::Other(format!("The table {} has no primary key", shape.name)));
            }
            places.sort_unstable();
            shape.key = places.into_iter().map(|(_, place)| place).collect();
        }
        Ok(tables)
    }

    /// A table's rows after this key (none: the first), in the order of their keys.
    pub async fn rows_after(
        &mut self,
        table: &TableShape,
        after: Option<&[Value]>,
        most: i64,
    ) -> Result<Vec<Vec<Value>>> {
        let name = |place: &usize| table.columns.get(*place).map_or("", |(name, _)| name.as_str());
        let key: Vec<&str> = table.key.iter().map(name).collect();
        let mut sql = format!("SELECT {} FROM {}", table.names(), table.name);
        let mut values = vec![];
        if let Some(after) = after {
            values.extend(table.key.iter().filter_map(|place| after.get(*place).cloned()));
            let places: Vec<String> = (1..=values.len()).map(|n| format!("${n}")).collect();
            let _ = write!(sql, " WHERE ({}) > ({})", key.join(", "), places.join(", "));
        }
        values.push(most.into());
        let _ = write!(sql, " ORDER BY {} LIMIT ${}", key.join(", "), values.len());
        let found: Vec<Stored> = self.all(sql, values).await?;
        found.into_iter().map(|row| row.of(table)).collect()
    }

    /// Adds rows as they are: one value per column of the shape.
    pub async fn load(&mut self, table: &TableShape, rows: Vec<Vec<Value>>) -> Result<()> {
        if rows.iter().any(|row| !row.iter().map(Value::ty).eq(table.columns.iter().map(|(_, ty)| *ty))) {
            return Err(Error::Param("a row doesn't fit its table"));
        }
        if self.is_lite() {
            let places: Vec<String> = (1..=table.columns.len()).map(|n| format!("${n}")).collect();
            let sql =
                format!("INSERT INTO {} ({}) VALUES ({})", table.name, table.names(), places.join(", "));
            return self.exec_many(sql, rows).await.map(drop);
        }
        self.all::<(i64,)>("SELECT 1", params![]).await?; // it carries BEGIN
        self.start()?;
        let sql = format!("COPY {} ({}) FROM STDIN (FORMAT binary)", table.name, table.names());
        let result = match &mut self.side {
            Side::Pg(pg) => pg.copy(&sql, &rows).await,
            Side::Lite(_) => Err(Error::TxAborted),
        };
        self.end(result)
    }

    /// From here on, rows can be loaded in any order and nothing is derived from them. SQLite also needs
    /// [`Options::is_loading`](crate::Options).
    pub async fn suspend_rules(&mut self) -> Result<SuspendedRules> {
        let rules: Vec<(String, String)> = if self.is_lite() {
            let found: Vec<(String, String)> = self.all(LITE_TRIGGERS, params![]).await?;
            found.into_iter().map(|(name, sql)| (format!("DROP TRIGGER {name}"), sql)).collect()
        } else {
            self.all(PG_RULES, params![]).await?
        };
        let mut kept = vec![];
        for (suspend, resume) in rules {
            self.exec(suspend, params![]).await?;
            kept.push(resume);
        }
        Ok(SuspendedRules(kept))
    }

    /// Brings the rules back; fails if a row refers to nothing.
    pub async fn resume_rules(&mut self, rules: SuspendedRules) -> Result<()> {
        for resume in rules.0 {
            self.exec(resume, params![]).await?;
        }
        if !self.is_lite() {
            return Ok(());
        }
        let broken: Option<(String,)> =
            self.opt("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1", params![]).await?;
        broken.map_or(Ok(()), |(table,)| Err(Error::ForeignKey(Some(format!("of {table}")))))
    }

    /// Drops every table but this one, and every view, trigger and function of ours.
    pub async fn drop_all_but(&mut self, kept: &str) -> Result<()> {
        let things = if self.is_lite() { LITE_THINGS } else { PG_THINGS };
        let drops: Vec<(String,)> = self.all(things, params![kept]).await?;
        for (sql,) in drops {
            self.exec(sql, params![]).await?;
        }
        Ok(())
    }

    /// Whether there is no table at all.
    pub async fn is_bare(&mut self) -> Result<bool> {
        let sql = if self.is_lite() {
            "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        } else {
            "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind IN ('r', 'v', 'p', 'm') AND n.nspname = current_schema()"
        };
        Ok(self.one::<(i64,)>(sql, params![]).await?.0 == 0)
    }

    pub async fn has_table(&mut self, name: &str) -> Result<bool> {
        let sql = if self.is_lite() {
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1"
        } else {
            "SELECT count(to_regclass($1))"
        };
        Ok(self.one::<(i64,)>(sql, params![name]).await?.0 == 1)
    }
}

impl TableShape {
    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

fn type_called(table: &str, name: &str) -> Result<Ty> {
    Ok(match name {
        "bigint" => Ty::I64,
        "boolean" => Ty::Bool,
        "text" => Ty::Text,
        "bytea" => Ty::Bytes,
        "date" => Ty::Day,
        "timestamptz" | "timestamp with time zone" => Ty::At,
        "uuid" => Ty::Uuid,
        "jsonb" => Ty::Json,
        other => return Err(Error::Decode(format!("a column of {table} is of type {other}"))),
    })
}

/// A row as its engine stores it.
struct Stored(Vec<Value>);

impl FromRow for Stored {
    fn from_row(row: &Row<'_>) -> Result<Stored> {
        let values: Result<Vec<Value>> = match row.0 {
            Source::Lite(cells) => (0..row.len()).map(|i| sqlite_value(cells.get_ref(i)?)).collect(),
            Source::Pg(cells) => (0..row.len())
                .map(|i| match *cells.columns()[i].type_() {
                    Type::BOOL => value::<bool>(row, i, Ty::Bool),
                    Type::BYTEA => value::<Vec<u8>>(row, i, Ty::Bytes),
                    Type::UUID => value::<uuid::Uuid>(row, i, Ty::Uuid),
                    Type::DATE => value::<jiff::civil::Date>(row, i, Ty::Day),
                    Type::TIMESTAMPTZ => value::<Timestamp>(row, i, Ty::At),
                    Type::JSONB => value::<serde_json::Value>(row, i, Ty::Json),
                    Type::INT8 => value::<i64>(row, i, Ty::I64),
                    _ => value::<String>(row, i, Ty::Text),
                })
                .collect(),
        };
        values.map(Stored)
    }
}

fn value<T: Get + Into<Value>>(row: &Row<'_>, i: usize, ty: Ty) -> Result<Value> {
    Ok(row.get::<Option<T>>(i)?.map_or(Value::Null(ty), Into::into))
}

fn sqlite_value(cell: ValueRef<'_>) -> Result<Value> {
    Ok(match cell {
        ValueRef::Null => Value::Null(Ty::Text),
        ValueRef::Integer(number) => Value::I64(number),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        ValueRef::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) => return Err(Error::Decode("a text is not UTF-8".into())),
        },
        ValueRef::Real(_) => return Err(Error::Decode("a column holds a float".into())),
    })
}

impl Stored {
    fn of(self, table: &TableShape) -> Result<Vec<Value>> {
        let fit = |(value, (column, ty)): (Value, &(String, Ty))| {
            let unfit =
                || Error::Decode(format!("{}.{column} holds something else than its type", table.name));
            typed(value, *ty).ok_or_else(unfit)
        };
        self.0.into_iter().zip(&table.columns).map(fit).collect()
    }
}

/// SQLite stores moments and truths as numbers, days and documents as text, and IDs as bytes.
fn typed(value: Value, ty: Ty) -> Option<Value> {
    Some(match (value, ty) {
        (Value::Null(_), ty) => Value::Null(ty),
        (Value::I64(number @ (0 | 1)), Ty::Bool) => Value::Bool(number == 1),
        (Value::I64(micros), Ty::At) => Value::At(Timestamp::from_microsecond(micros).ok()?),
        (Value::Text(text), Ty::Day) => Value::Day(text.parse().ok()?),
        (Value::Text(text), Ty::Json) => Value::Json(serde_json::from_str(&text).ok()?),
        (Value::Bytes(bytes), Ty::Uuid) => Value::Uuid(uuid::Uuid::from_slice(&bytes).ok()?),
        (value, ty) if value.ty() == ty => value,
        _ => return None,
    })
}
