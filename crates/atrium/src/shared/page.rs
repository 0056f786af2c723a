//! Keyset pages: a list never counts or skips rows, it continues after the last one seen. Cursors are opaque and
//! signed; a cursor made for one list (and one scope) doesn't work in another.

use crate::shared::keys::SealKey;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use async_graphql::SimpleObject;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

pub const DEFAULT_LIMIT: usize = 20;
pub const MAX_LIMIT: usize = 100;
const TAG_BYTES: usize = 16;
const MAX_CURSOR_CHARS: usize = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Backward,
}

/// Which page is asked for: the first, or the one before or behind a row with these sort keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    pub limit: usize,
    pub from: Option<(Direction, Vec<String>)>,
}

fn checked(limit: i32) -> Result<usize, Problem> {
    usize::try_from(limit)
        .ok()
        .filter(|n| (1..=MAX_LIMIT).contains(n))
        .ok_or(SharedRefusal::InvalidLimit.into())
}

/// Opens and seals the cursors of one list.
pub struct Cursors<'a> {
    key: &'a SealKey,
    list: String,
}

impl<'a> Cursors<'a> {
    /// `list` names the list and whatever narrows it, e.g. the company: a cursor is valid only there.
    pub fn new(key: &'a SealKey, list: String) -> Cursors<'a> {
        Cursors { key, list }
    }

    pub fn ask(&self, limit: Option<i32>, cursor: Option<&str>) -> Result<Ask, Problem> {
        let limit = limit.map_or(Ok(DEFAULT_LIMIT), checked)?;
        let from = cursor.filter(|text| !text.is_empty()).map(|text| self.open(text)).transpose()?;
        Ok(Ask { limit, from })
    }

    fn open(&self, text: &str) -> Result<(Direction, Vec<String>), Problem> {
        self.try_open(text).ok_or(SharedRefusal::InvalidCursor.into())
    }

    fn try_open(&self, text: &str) -> Option<(Direction, Vec<String>)> {
        if text.len() > MAX_CURSOR_CHARS {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (tag, body) = bytes.split_at_checked(TAG_BYTES)?;
        if !self.key.verify(&[self.list.as_bytes(), body], tag) {
            return None;
        }
        let (backward, keys): (bool, Vec<String>) = serde_json::from_slice(body).ok()?;
        Some((if backward { Direction::Backward } else { Direction::Forward }, keys))
    }

    fn seal(&self, direction: Direction, keys: &[String]) -> String {
        let body = serde_json::to_vec(&(direction == Direction::Backward, keys)).expect("strings are JSON");
        let tag = self.key.seal(&[self.list.as_bytes(), &body]);
        let mut bytes = tag[..TAG_BYTES].to_vec();
        bytes.extend(body);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `rows` holds up to one row more than the limit, in the order they were read (backward: nearest first).
    pub fn page<T>(&self, ask: &Ask, mut rows: Vec<T>, keys_of: impl Fn(&T) -> Vec<String>) -> Page<T> {
        let more = rows.len() > ask.limit;
        rows.truncate(ask.limit);
        let backward = matches!(ask.from, Some((Direction::Backward, _)));
        if backward {
            rows.reverse();
        }
        // The page you came from has rows, or did a moment ago.
        let (has_next, has_previous) = if backward { (true, more) } else { (more, ask.from.is_some()) };
        let next = rows.last().filter(|_| has_next).map(|row| self.seal(Direction::Forward, &keys_of(row)));
        let previous =
            rows.first().filter(|_| has_previous).map(|row| self.seal(Direction::Backward, &keys_of(row)));
        Page { results: rows, links: Links { next, previous } }
    }

    /// As `page`, for a list that looks at a limited number of rows per page: if it found fewer than asked for, the next
    /// page goes on after the last row it looked at.
    pub fn page_up_to<T>(
        &self,
        ask: &Ask,
        rows: Vec<T>,
        keys_of: impl Fn(&T) -> Vec<String>,
        looked_at: Option<&[String]>,
    ) -> Page<T> {
        let mut page = self.page(ask, rows, keys_of);
        let is_backward = matches!(ask.from, Some((Direction::Backward, _)));
        if let Some(keys) = looked_at {
            if is_backward && page.links.previous.is_none() {
                page.links.previous = Some(self.seal(Direction::Backward, keys));
            } else if !is_backward && page.links.next.is_none() {
                page.links.next = Some(self.seal(Direction::Forward, keys));
            }
        }
        page
    }
}

#[derive(Debug)]
pub struct Page<T> {
    pub results: Vec<T>,
    pub links: Links,
}

impl<T> Page<T> {
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page { results: self.results.into_iter().map(f).collect(), links: self.links }
    }
}

/// Cursors of the previous and next pages; empty at the ends.
#[derive(Debug, Clone, PartialEq, SimpleObject)]
#[graphql(serial)]
pub struct Links {
    pub next: Option<String>,
    pub previous: Option<String>,
}

/// How many rows a list without pages has: as many as a page can have, unless told.
pub fn first(limit: Option<i32>) -> Result<usize, Problem> {
    limit.map_or(Ok(MAX_LIMIT), checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::keys::Keys;
    use proptest::prelude::*;

    fn read(all: &[u32], ask: &Ask) -> Vec<u32> {
        let key = |keys: &[String]| keys[0].parse::<u32>().unwrap();
        let take = ask.limit + 1;
        match &ask.from {
            None => all.iter().copied().take(take).collect(),
            Some((Direction::Forward, keys)) => {
                all.iter().copied().filter(|row| *row > key(keys)).take(take).collect()
            }
            Some((Direction::Backward, keys)) => {
                all.iter().rev().copied().filter(|row| *row < key(keys)).take(take).collect()
            }
        }
    }

    proptest! {
        #[test]
        fn walking_forward_and_back_visits_every_row_once(count in 0u32..90, limit in 1i32..12) {
            let keys = Keys::derive(&[7; 32]);
            let cursors = Cursors::new(&keys.cursor, "numbers".into());
            let all: Vec<u32> = (0..count).collect();
            let keys_of = |row: &u32| vec![row.to_string()];
            let (mut seen, mut cursor, mut last) = (Vec::<u32>::new(), None::<String>, None);
            loop {
                let ask = cursors.ask(Some(limit), cursor.as_deref()).unwrap();
                let page = cursors.page(&ask, read(&all, &ask), keys_of);
                seen.extend(&page.results);
                last = page.links.previous.or(last);
                match page.links.next { Some(next) => cursor = Some(next), None => break }
            }
            prop_assert_eq!(&seen, &all);
            let mut back = Vec::<u32>::new();
            let mut cursor = last;
            while let Some(text) = cursor {
                let ask = cursors.ask(Some(limit), Some(&text)).unwrap();
                let page = cursors.page(&ask, read(&all, &ask), keys_of);
                back.splice(0..0, page.results);
                cursor = page.links.previous;
            }
            let pages = all.len().div_ceil(limit as usize);
            let all_but_last_page = &all[..pages.saturating_sub(1) * limit as usize];
            prop_assert_eq!(&back[..], all_but_last_page);
        }

        #[test]
        fn no_text_but_ours_opens(text in ".{0,80}") {
            let keys = Keys::derive(&[7; 32]);
            prop_assert!(Cursors::new(&keys.cursor, "numbers".into()).try_open(&text).is_none());
        }
    }

    #[test]
    fn a_cursor_of_another_list_or_with_a_changed_byte_is_refused() {
        let keys = Keys::derive(&[7; 32]);
        let ours = Cursors::new(&keys.cursor, "numbers".into());
        let text = ours.seal(Direction::Forward, &["5".into()]);
        assert!(ours.try_open(&text).is_some());
        assert!(Cursors::new(&keys.cursor, "letters".into()).try_open(&text).is_none());
        let changed = text.replace(&text[20..21], if &text[20..21] == "A" { "B" } else { "A" });
        assert!(ours.try_open(&changed).is_none());
    }

    #[test]
    fn a_limit_outside_1_to_100_is_refused() {
        let keys = Keys::derive(&[7; 32]);
        let cursors = Cursors::new(&keys.cursor, "numbers".into());
        for (limit, ok) in [(0, false), (-1, false), (1, true), (100, true), (101, false)] {
            assert_eq!(cursors.ask(Some(limit), None).is_ok(), ok, "{limit}");
        }
        assert_eq!(cursors.ask(None, None).unwrap().limit, 20);
    }
}
