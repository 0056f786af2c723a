//! Time and randomness are always passed in: this is the only place that asks the system for either.

use crate::shared::day::Day;
use aws_lc_rs::{digest, rand};
use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};
use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicU64, Ordering},
};
use std::time::Instant;

/// The machine's time, and the business day, which a demo can move (`--today`): tokens and leases always use real time.
#[derive(Clone, Debug)]
pub struct Clock {
    business_day: Option<civil::Date>,
    stopped_at: Option<Timestamp>,
}

impl Clock {
    pub fn system() -> Clock {
        Clock { business_day: None, stopped_at: None }
    }

    pub fn with_business_day(day: Day) -> Clock {
        Clock { business_day: Some(day.0), stopped_at: None }
    }

    /// Stopped at a moment; its day depends on the time zone as always.
    pub fn stopped_at(at: Timestamp) -> Clock {
        Clock { business_day: None, stopped_at: Some(at) }
    }

    /// For worlds that must come out the same every time.
    pub fn stopped(day: Day, at: Timestamp) -> Clock {
        Clock { business_day: Some(day.0), stopped_at: Some(at) }
    }

    /// Stopped at a moment; the time zones say which day it is.
    pub fn at(moment: Timestamp) -> Clock {
        Clock { business_day: None, stopped_at: Some(moment) }
    }

    #[expect(clippy::disallowed_methods, reason = "this is the Clock")]
    pub fn now(&self) -> Timestamp {
        let now = self.stopped_at.unwrap_or_else(Timestamp::now);
        // Both engines keep microseconds, so what we hand out is what will be read back.
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// How long the process has been running, by a clock no one can set.
    pub fn uptime(&self) -> SignedDuration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        SignedDuration::try_from(START.elapsed()).unwrap_or(SignedDuration::MAX)
    }

    /// «Today» in a company's time zone.
    pub fn today(&self, time_zone: &str) -> Day {
        Day(self.business_day.unwrap_or_else(|| self.now().to_zoned(zone(time_zone)).date()))
    }

    /// The business day a moment falls on in a company's time zone: the same no matter when you ask.
    pub fn day_of(&self, at: Timestamp, time_zone: &str) -> Day {
        let zone = zone(time_zone);
        let date = at.to_zoned(zone.clone()).date();
        let Some(business_day) = self.business_day else { return Day(date) };
        // The moment is as far from a demo's today as it is from the machine's own.
        let ahead = (date - self.now().to_zoned(zone).date()).get_days();
        Day(business_day).plus_days(i64::from(ahead))
    }

    /// A moment by the machine's clock as a clock on the wall shows it: as far from [`Clock::moment`] as it is from now.
    pub fn moment_of(&self, at: Timestamp, time_zone: &str) -> Timestamp {
        if self.business_day.is_none() {
            return at;
        }
        at.checked_add(self.moment(time_zone).duration_since(self.now())).unwrap_or(at)
    }

    /// The current wall-clock time: the machine's time of day, on the business day.
    pub fn moment(&self, time_zone: &str) -> Timestamp {
        let now = self.now();
        let Some(day) = self.business_day else { return now };
        let zone = zone(time_zone);
        let time = now.to_zoned(zone.clone()).time();
        day.to_datetime(time).to_zoned(zone).map_or(now, |moved| moved.timestamp())
    }
}

/// A company's time zone. An unknown one counts as UTC; imports refuse it earlier.
pub fn zone(time_zone: &str) -> TimeZone {
    TimeZone::get(time_zone).unwrap_or(TimeZone::UTC)
}

/// Random bytes: from the operating system, or a repeatable stream for demo worlds.
#[derive(Clone)]
pub struct Randomness(Source);

#[derive(Clone)]
enum Source {
    System,
    Seeded { seed: Arc<[u8; 32]>, drawn: Arc<AtomicU64> },
}

impl Randomness {
    pub fn system() -> Randomness {
        Randomness(Source::System)
    }

    pub fn seeded(seed: &str) -> Randomness {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(digest::digest(&digest::SHA256, seed.as_bytes()).as_ref());
        Randomness(Source::Seeded { seed: Arc::new(bytes), drawn: Arc::default() })
    }

    pub fn fill(&self, out: &mut [u8]) {
        match &self.0 {
            Source::System => rand::fill(out).expect("the operating system gives randomness"),
            Source::Seeded { seed, drawn } => {
                for chunk in out.chunks_mut(32) {
                    let mut input = digest::Context::new(&digest::SHA256);
                    input.update(&seed[..]);
                    input.update(&drawn.fetch_add(1, Ordering::Relaxed).to_be_bytes());
                    chunk.copy_from_slice(&input.finish().as_ref()[..chunk.len()]);
                }
            }
        }
    }

    /// A whole number below `bound`, even enough for demo data.
    pub fn below(&self, bound: u64) -> u64 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        u64::from_be_bytes(bytes) % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::{SignedDuration, civil::date};

    const PORTLAND: &str = "America/Los_Angeles";

    #[test]
    fn a_moment_falls_on_one_day_whenever_it_is_asked_for() {
        // 2 PM in Portland on November 17.
        let at: Timestamp = "2026-11-17T22:00:00Z".parse().unwrap();
        for hours in [-24, -15, -13, -1, 0, 1, 9, 11, 72] {
            let asked = at + SignedDuration::from_hours(hours);
            let clock = Clock { business_day: None, stopped_at: Some(asked) };
            assert_eq!(clock.day_of(at, PORTLAND), Day(date(2026, 11, 17)), "asked {hours} h later");
        }
    }

    #[test]
    fn a_demo_counts_from_its_own_day() {
        let now: Timestamp = "2026-11-17T22:00:00Z".parse().unwrap();
        let clock = Clock::stopped(Day(date(2031, 3, 4)), now);
        for (hours, day) in [(-24, 3), (0, 4), (9, 4), (10, 5), (24, 5)] {
            let at = now + SignedDuration::from_hours(hours);
            assert_eq!(clock.day_of(at, PORTLAND), Day(date(2031, 3, day)), "{hours} h");
        }
    }
}
