//! How a paged list is sorted, as SQL: the rows after the cursor, their order, and one extra row to tell whether there
//! are more. The cursors themselves are in `page.rs`.

use crate::shared::day::Day;
use crate::shared::page::{Ask, Direction};
use crate::shared::problem::Problem;
use db::Value;
use jiff::Timestamp;
use uuid::Uuid;

/// What a sort column contains. A cursor keeps all keys as text.
#[derive(Clone, Copy, Debug)]
pub enum SortKey {
    Text,
    Number,
    Day,
    Moment,
    Id,
}

impl SortKey {
    fn value(self, text: &str) -> Option<Value> {
        Some(match self {
            SortKey::Text => text.into(),
            SortKey::Number => text.parse::<i64>().ok()?.into(),
            SortKey::Day => Day(text.parse().ok()?).into(),
            SortKey::Moment => text.parse::<Timestamp>().ok()?.into(),
            SortKey::Id => text.parse::<Uuid>().ok()?.into(),
        })
    }
}

/// Columns that together are unique per row, all in one direction.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    columns: &'static [(&'static str, SortKey)],
    is_descending: bool,
}

impl Sort {
    pub const fn ascending(columns: &'static [(&'static str, SortKey)]) -> Sort {
        Sort { columns, is_descending: false }
    }

    pub const fn descending(columns: &'static [(&'static str, SortKey)]) -> Sort {
        Sort { columns, is_descending: true }
    }

    /// The order a page is read in: before a cursor, the nearest row comes first.
    pub fn order(&self, ask: &Ask) -> &'static str {
        let is_backward = matches!(ask.from, Some((Direction::Backward, _)));
        if self.is_descending == is_backward { "ASC" } else { "DESC" }
    }

    /// What follows the list's own conditions: `AND (a, b) > ($3, $4) ORDER BY a ASC, b ASC LIMIT $5`; the first page
    /// has no `AND`.
    pub fn page(&self, ask: &Ask, values: &mut Vec<Value>) -> Result<String, Problem> {
        let order = self.order(ask);
        let columns: Vec<&str> = self.columns.iter().map(|(column, _)| *column).collect();
        let mut sql = String::new();
        if let Some((_, keys)) = &ask.from {
            let first = values.len() + 1;
            values.extend(self.values(keys)?);
            let than = if order == "ASC" { ">" } else { "<" };
            sql = match columns.as_slice() {
                [column] => format!("AND {column} {than} ${first} "),
                _ => {
                    let places: Vec<String> = (first..=values.len()).map(|n| format!("${n}")).collect();
                    format!("AND ({}) {than} ({}) ", columns.join(", "), places.join(", "))
                }
            };
        }
        values.push((ask.limit as i64 + 1).into());
        let sorted: Vec<String> = columns.iter().map(|column| format!("{column} {order}")).collect();
        Ok(format!("{sql}ORDER BY {} LIMIT ${}", sorted.join(", "), values.len()))
    }

    fn values(&self, keys: &[String]) -> Result<Vec<Value>, Problem> {
        let bad = || Problem::Internal("a signed cursor has other keys than this list".into());
        if keys.len() != self.columns.len() {
            return Err(bad());
        }
        let each = self.columns.iter().zip(keys);
        each.map(|((_, key), text)| key.value(text).ok_or_else(bad)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use db::params;

    const BY_NAME: Sort = Sort::ascending(&[("e.name", SortKey::Text), ("e.id", SortKey::Id)]);
    const NEWEST_FIRST: Sort = Sort::descending(&[("n.id", SortKey::Id)]);

    fn ask(from: Option<(Direction, &[&str])>) -> Ask {
        let from =
            from.map(|(direction, keys)| (direction, keys.iter().map(|key| (*key).to_owned()).collect()));
        Ask { limit: 20, from }
    }

    #[test]
    fn a_page_continues_on_either_side_of_its_cursor() {
        let id = Uuid::from_u128(7);
        let text = id.to_string();
        let (forward, backward) = (Direction::Forward, Direction::Backward);
        let named: &[&str] = &["Reyes", &text];
        for (sort, from, sql, keys) in [
            (BY_NAME, None, "ORDER BY e.name ASC, e.id ASC LIMIT $2", params![]),
            (
                BY_NAME,
                Some((forward, named)),
                "AND (e.name, e.id) > ($2, $3) ORDER BY e.name ASC, e.id ASC LIMIT $4",
                params!["Reyes", id],
            ),
            (
                BY_NAME,
                Some((backward, named)),
                "AND (e.name, e.id) < ($2, $3) ORDER BY e.name DESC, e.id DESC LIMIT $4",
                params!["Reyes", id],
            ),
            (NEWEST_FIRST, None, "ORDER BY n.id DESC LIMIT $2", params![]),
            (
                NEWEST_FIRST,
                Some((forward, &named[1..])),
                "AND n.id < $2 ORDER BY n.id DESC LIMIT $3",
                params![id],
            ),
            (
                NEWEST_FIRST,
                Some((backward, &named[1..])),
                "AND n.id > $2 ORDER BY n.id ASC LIMIT $3",
                params![id],
            ),
        ] {
            let mut values = params!["tenant"];
            assert_eq!(sort.page(&ask(from), &mut values).unwrap(), sql);
            let expected: Vec<Value> =
                params!["tenant"].into_iter().chain(keys).chain(params![21_i64]).collect();
            assert_eq!(values, expected, "{sql}");
        }
    }

    #[test]
    fn keys_of_another_list_are_refused() {
        let id = Uuid::from_u128(7).to_string();
        for keys in [&[][..], &["Reyes"], &["Reyes", "7"], &["Reyes", &id, &id]] {
            let mut values = params![];
            assert!(BY_NAME.page(&ask(Some((Direction::Forward, keys))), &mut values).is_err(), "{keys:?}");
        }
    }

    #[test]
    fn a_key_becomes_what_its_column_holds() {
        assert_eq!(SortKey::Number.value("2026"), Some(Value::I64(2026)));
        assert_eq!(SortKey::Day.value("2026-03-01"), Some(Value::Day(jiff::civil::date(2026, 3, 1))));
        assert_eq!(SortKey::Moment.value("1970-01-01T00:00:00Z"), Some(Value::At(Timestamp::UNIX_EPOCH)));
        for key in [SortKey::Number, SortKey::Day, SortKey::Moment, SortKey::Id] {
            assert_eq!(key.value("x"), None, "{key:?}");
        }
    }
}
