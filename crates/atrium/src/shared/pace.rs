//! How many requests one person may send. Kept in memory, per node, by a clock that never jumps. It keeps one account
//! from filling the audit trail or starving everyone else. Real use stays far below it.

use jiff::SignedDuration;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

const SPAN: Duration = Duration::from_secs(60);
/// Above this many, people whose requests are paid off are forgotten.
const MAX_KEPT: usize = 10_000;

/// Each request pushes back the moment a person's requests are paid off, up to a minute ahead.
pub struct Paces {
    each: Duration,
    made_up: Mutex<HashMap<Uuid, Instant>>,
}

impl Paces {
    pub fn new(requests_per_minute: u32) -> Paces {
        Paces { each: SPAN / requests_per_minute.max(1), made_up: Mutex::default() }
    }

    /// Counts a request, or returns how long to wait before the next one.
    pub fn step(&self, who: Uuid) -> Result<(), SignedDuration> {
        self.step_at(who, self.each, Instant::now())
    }

    /// The same for a program with a limit of its own.
    pub fn step_of(&self, who: Uuid, requests_per_minute: u32) -> Result<(), SignedDuration> {
        self.step_at(who, SPAN / requests_per_minute.max(1), Instant::now())
    }

    fn step_at(&self, who: Uuid, each: Duration, now: Instant) -> Result<(), SignedDuration> {
        let mut made_up = self.made_up.lock().unwrap_or_else(PoisonError::into_inner);
        if made_up.len() >= MAX_KEPT {
            made_up.retain(|_, at| *at > now);
        }
        let at = made_up.entry(who).or_insert(now);
        let next = (*at).max(now) + each;
        if let Some(over) = next.checked_duration_since(now + SPAN).filter(|over| !over.is_zero()) {
            // In whole seconds, rounded up.
            let seconds = over.as_secs() + u64::from(over.subsec_nanos() > 0);
            return Err(SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(60)));
        }
        *at = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_person_may_ask_so_often_in_a_minute_and_others_do_not_notice() {
        let (paces, now) = (Paces::new(120), Instant::now());
        let (ana, hugo) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut allowed = 0;
        let wait = loop {
            match paces.step_at(ana, paces.each, now) {
                Ok(()) => allowed += 1,
                Err(wait) => break wait,
            }
        };
        assert_eq!((allowed, wait.as_secs()), (120, 1));
        assert!(paces.step_at(hugo, paces.each, now).is_ok());
        // A refused request costs nothing: after the wait there is room again, for as many requests as the wait was
        // worth.
        let later = now + Duration::from_secs(1);
        assert!(
            paces.step_at(ana, paces.each, later).is_ok() && paces.step_at(ana, paces.each, later).is_ok()
        );
        assert!(paces.step_at(ana, paces.each, later).is_err());
    }
}
