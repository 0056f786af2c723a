//! Rows as lines of text: a JSON array with a value per column, the same from both engines, so their digests can be
//! compared. Moments are microseconds, bytes are in base64, and a JSON document is a string.

use aws_lc_rs::digest::{Context, SHA256};
use base64::{Engine, engine::general_purpose::STANDARD};
use db::{TableShape, Ty, Value};
use jiff::Timestamp;
use serde_json::Value as Json;

pub(super) fn encode(line: &mut Vec<u8>, row: &[Value]) -> serde_json::Result<()> {
    let mut mark = b'[';
    for value in row {
        line.push(mark);
        mark = b',';
        match value {
            Value::Null(_) => line.extend(b"null"),
            Value::I64(number) => serde_json::to_writer(&mut *line, number)?,
            Value::Bool(is) => serde_json::to_writer(&mut *line, is)?,
            Value::Text(text) => serde_json::to_writer(&mut *line, text)?,
            Value::Bytes(bytes) => serde_json::to_writer(&mut *line, &STANDARD.encode(bytes))?,
            Value::Day(day) => serde_json::to_writer(&mut *line, &day.to_string())?,
            Value::At(at) => serde_json::to_writer(&mut *line, &at.as_microsecond())?,
            Value::Uuid(id) => serde_json::to_writer(&mut *line, &id.to_string())?,
            // Keys come in their order: PostgreSQL has one of its own.
            Value::Json(json) => serde_json::to_writer(&mut *line, &json.to_string())?,
        }
    }
    line.extend(b"]\n");
    Ok(())
}

/// `None`: the line isn't a row of this table.
pub(super) fn decode(table: &TableShape, line: &[u8]) -> Option<Vec<Value>> {
    let cells: Vec<Json> = serde_json::from_slice(line).ok()?;
    if cells.len() != table.columns.len() {
        return None;
    }
    cells.into_iter().zip(&table.columns).map(|(cell, (_, ty))| value(cell, *ty)).collect()
}

fn value(cell: Json, ty: Ty) -> Option<Value> {
    Some(match (ty, cell) {
        (ty, Json::Null) => Value::Null(ty),
        (Ty::I64, Json::Number(number)) => Value::I64(number.as_i64()?),
        (Ty::At, Json::Number(number)) => Value::At(Timestamp::from_microsecond(number.as_i64()?).ok()?),
        (Ty::Bool, Json::Bool(is)) => Value::Bool(is),
        (Ty::Text, Json::String(text)) => Value::Text(text),
        (Ty::Bytes, Json::String(text)) => Value::Bytes(STANDARD.decode(text).ok()?),
        (Ty::Day, Json::String(text)) => Value::Day(text.parse().ok()?),
        (Ty::Uuid, Json::String(text)) => Value::Uuid(text.parse().ok()?),
        (Ty::Json, Json::String(text)) => Value::Json(serde_json::from_str(&text).ok()?),
        _ => return None,
    })
}

/// A digest that grows.
pub(super) struct LinesDigest {
    context: Context,
    pub(super) lines: u64,
}

impl LinesDigest {
    pub(super) fn new() -> LinesDigest {
        LinesDigest { context: Context::new(&SHA256), lines: 0 }
    }

    /// Whole lines.
    pub(super) fn add(&mut self, text: &[u8]) {
        self.context.update(text);
        self.lines += text.iter().filter(|byte| **byte == b'\n').count() as u64;
    }

    pub(super) fn end(self) -> String {
        hex(self.context.finish().as_ref())
    }
}

pub(super) fn sha256(bytes: &[u8]) -> String {
    hex(aws_lc_rs::digest::digest(&SHA256, bytes).as_ref())
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.trim().as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn shape() -> TableShape {
        let all = [Ty::I64, Ty::Bool, Ty::Text, Ty::Bytes, Ty::Day, Ty::At, Ty::Uuid, Ty::Json];
        let columns = all.iter().enumerate().map(|(place, ty)| (format!("c{place}"), *ty)).collect();
        TableShape { name: "every_type".to_owned(), columns, key: vec![0] }
    }

    proptest! {
        #[test]
        fn a_row_reads_back_the_same(
            number: i64, is: bool, text in "[^\0]*", bytes: Vec<u8>, day in 0i64..60_000, at in 0i64..4_000_000_000_000_000,
            id: u128, key in "[a-z]{1,4}", gone in 0usize..9,
        ) {
            let mut row = vec![
                Value::I64(number),
                Value::Bool(is),
                Value::Text(text.clone()),
                Value::Bytes(bytes),
                Value::Day(jiff::civil::date(1900, 1, 1).saturating_add(jiff::Span::new().days(day))),
                Value::At(Timestamp::from_microsecond(at).unwrap()),
                Value::Uuid(Uuid::from_u128(id)),
                Value::Json(serde_json::json!({ "z": number, key: [text, null] })),
            ];
            if let Some(value) = row.get_mut(gone) {
                *value = Value::Null(value.ty());
            }
            let mut line = vec![];
            encode(&mut line, &row).unwrap();
            prop_assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
            prop_assert_eq!(decode(&shape(), &line), Some(row));
        }
    }

    #[test]
    fn what_isnt_a_row_of_the_table_is_refused() {
        for line in ["", "[]", "{}", "[1,true,\"\",\"\",\"2026-11-16\",0,\"x\",\"{}\"]", "[1,2,3,4,5,6,7,8]"]
        {
            assert_eq!(decode(&shape(), line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn documents_are_written_in_one_order_of_keys() {
        let mut lines = ["{\"bb\":1,\"a\":2}", "{\"a\":2,\"bb\":1}"].map(|text| {
            let mut line = vec![];
            encode(&mut line, &[Value::Json(serde_json::from_str(text).unwrap())]).unwrap();
            String::from_utf8(line).unwrap()
        });
        assert_eq!(lines[0], lines[1]);
        lines[0].truncate(5);
        assert_eq!(lines[0], "[\"{\\\"");
    }
}
