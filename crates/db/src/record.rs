//! Which statements ran: a counter for budgets, a recording for tests and benchmarks.

use crate::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Default)]
pub(crate) struct Tally {
    count: AtomicU64,
    recording: Option<Recording>,
}

impl Tally {
    pub(crate) fn recorded() -> (Tally, Recording) {
        let recording = Recording::default();
        let tally = Tally { recording: Some(recording.clone()), ..Tally::default() };
        (tally, recording)
    }

    /// A count that starts at 0; a recording continues.
    pub(crate) fn anew(&self) -> Tally {
        Tally { recording: self.recording.clone(), ..Tally::default() }
    }

    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, sql: &str, params: &[Value]) {
        self.add_many(sql, [params]);
    }

    /// A bulk statement is one trip to the database, so it counts once.
    pub(crate) fn add_many<'a>(&self, sql: &'a str, rows: impl IntoIterator<Item = &'a [Value]>) {
        self.add_trip(rows.into_iter().map(|params| (sql, params)));
    }

    /// What travels together counts once.
    pub(crate) fn add_trip<'a>(&self, ran: impl Iterator<Item = (&'a str, &'a [Value])>) {
        self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(Recording(list)) = &self.recording {
            let ran = ran.map(|(sql, params)| (sql.to_owned(), params.to_vec()));
            list.lock().unwrap_or_else(PoisonError::into_inner).extend(ran);
        }
    }
}

/// Every statement run through one [`Db`](crate::Db), in order, with its parameters; `exec_many` adds one entry per
/// row. BEGIN, COMMIT and the crate's own statements are left out.
#[derive(Clone, Default)]
pub struct Recording(Arc<Mutex<Vec<Ran>>>);

/// A statement's text and its parameters.
pub type Ran = (String, Vec<Value>);

impl Recording {
    pub fn statements(&self) -> Vec<Ran> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was recorded so far; the recording continues, empty.
    pub fn take(&self) -> Vec<Ran> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
