//! What a time off request may be, from the draft to what may be stored, and what can still be changed. Pure.
//!
//! Each step is a type that only the step before it makes: `TimeOffDraft` → `WellFormedDraft` (`draft.rs`) →
//! `TimeOffPlan` → `FittingPlan` → `CheckedTimeOff` (`plan.rs`).

mod days;
mod draft;
mod plan;
mod standing;

pub(crate) use days::{Blackout, HoursPattern, STANDARD_HOURS};
pub use draft::TimeOffDraft;
pub(crate) use draft::{check, check_range, cleaned, minute_of_day, minutes_a_day, time_of_day};
pub(crate) use plan::{
    ChangeOfOne, CheckedTimeOff, NewTimeOff, PlanGround, Reckoning, TimeOffPlan, events_of, needs_attachment,
};
pub(crate) use standing::{Standing, check_edit, check_withdrawal};

#[cfg(test)]
mod example {
    use super::*;
    use crate::shared::amount::Amount;
    use crate::shared::day::Day;
    use crate::shared::id::TimeOffTypeId;
    use crate::time_off::Unit;
    use jiff::civil::date;
    use uuid::Uuid;

    pub(super) fn day(y: i16, m: i8, d: i8) -> Day {
        Day(date(y, m, d))
    }

    pub(super) const TODAY: Day = Day(date(2026, 11, 16));

    pub(super) fn draft(first: Day, last: Day) -> TimeOffDraft {
        TimeOffDraft {
            type_id: TimeOffTypeId(Uuid::from_u128(1)),
            first,
            last,
            includes_weekends: false,
            unit: Unit::Whole,
            half: None,
            minutes: 0,
            between: None,
            notes: String::new(),
        }
    }

    pub(super) fn hours(whole: i64) -> Amount {
        Amount::from_cents(whole * 100)
    }
}
