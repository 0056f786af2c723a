//! What a request would take, what it would leave, and whether it may be made.

use super::super::ground::{CalendarRow, EventRow, TypeRow};
use super::super::kinds::TimeOffApproval;
use super::super::ledger::{self, BalanceEvent, Line, SumTooLarge};
use super::super::refusal::TimeOffRefusal;
use super::days::{Blackout, HoursPattern, by_the_clock, days};
use super::draft::{TimeOffDraft, WellFormedDraft};
use super::standing::{Standing, check_edit, check_edited};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{TimeOffRequestId, TimeOffTypeId};
use jiff::tz::TimeZone;
use std::collections::BTreeSet;
use std::marker::PhantomData;

/// Everything a draft is planned against.
pub(crate) struct PlanGround {
    pub(crate) pattern: HoursPattern,
    pub(crate) types: Vec<TypeRow>,
    pub(crate) events: Vec<EventRow>,
    pub(crate) calendar: Vec<CalendarRow>,
}

/// Days of one type, and everything else that affected its balance.
pub(crate) struct Reckoning {
    pub(crate) of: TypeRow,
    pub(crate) days: Vec<(Day, Amount)>,
    pub(crate) events: Vec<BalanceEvent>,
}

impl Reckoning {
    fn lines(&self, with_days: bool, until: Day) -> Result<Vec<Line>, SumTooLarge> {
        let mut events = self.events.clone();
        if with_days {
            events.extend(self.days.iter().map(|(day, hours)| BalanceEvent::TimeOff(*day, *hours)));
        }
        ledger::lines(&self.of.policy(), self.of.hired, &events, until)
    }

    /// Without and with the days. None if the type has no balance.
    pub(crate) fn balance_on(&self, day: Day) -> Result<Option<(Amount, Amount)>, SumTooLarge> {
        if !self.of.has_balance {
            return Ok(None);
        }
        let (without, with) = (self.lines(false, day)?, self.lines(true, day)?);
        Ok(Some((ledger::balance(&without), ledger::balance(&with))))
    }

    /// The last day with requested time off, these days included.
    fn horizon(&self) -> Day {
        let asked = self.events.iter().filter_map(|event| match event {
            BalanceEvent::TimeOff(day, _) => Some(*day),
            _ => None,
        });
        asked.chain(self.days.iter().map(|(day, _)| *day)).max().unwrap_or(Day::FIRST)
    }

    /// Whether the balance, with these days, falls too low on or after this one.
    pub(crate) fn is_overdrawn(&self, from: Day) -> Result<bool, SumTooLarge> {
        if !self.of.has_balance {
            return Ok(false);
        }
        let lines = self.lines(true, self.horizon())?;
        Ok(ledger::is_overdrawn(&self.of.policy(), &lines, from))
    }
}

/// What affected the balance of one type, without one request.
pub(crate) fn events_of(
    events: &[EventRow],
    type_id: TimeOffTypeId,
    without: Option<TimeOffRequestId>,
) -> Vec<BalanceEvent> {
    let of_type = events.iter().filter(|row| row.type_id.is_none_or(|id| id == type_id));
    of_type.filter(|row| without.is_none() || row.request_id != without).map(EventRow::event).collect()
}

/// A draft with the days it takes. Whether they may be taken is still to be checked.
pub(crate) struct TimeOffPlan {
    draft: WellFormedDraft,
    taken: Reckoning,
    /// Days of other requests, of any type.
    others: BTreeSet<Day>,
    blackouts: Vec<Blackout>,
}

impl TimeOffPlan {
    /// `instead_of` is the request being edited.
    pub(crate) fn new(
        draft: WellFormedDraft,
        ground: PlanGround,
        zone: &TimeZone,
        instead_of: Option<TimeOffRequestId>,
    ) -> Result<TimeOffPlan, TimeOffRefusal> {
        let PlanGround { pattern, types, events, calendar } = ground;
        let of = types.into_iter().find(|of| of.id == draft.type_id).ok_or(TimeOffRefusal::UnknownType)?;
        let holidays = calendar.iter().filter(|row| row.is_holiday).map(|row| row.first).collect();
        let days = by_the_clock(&draft, &pattern, days(&draft, &pattern, &holidays)?, zone);
        let others = events.iter().filter(|row| row.request_id.is_some() && row.request_id != instead_of);
        let others = others.map(|row| row.day).collect();
        let events = events_of(&events, of.id, instead_of);
        let blackouts = calendar.iter().filter_map(CalendarRow::blackout).collect();
        Ok(TimeOffPlan { draft, taken: Reckoning { of, days, events }, others, blackouts })
    }

    pub(crate) fn days(&self) -> &[(Day, Amount)] {
        &self.taken.days
    }

    /// On the last day, without and with the request.
    pub(crate) fn balance(&self) -> Result<Option<(Amount, Amount)>, SumTooLarge> {
        self.taken.balance_on(self.draft.last)
    }

    /// Managers can enter a request without the file.
    pub(crate) fn needs_attachment(&self, is_own: bool) -> bool {
        is_own && needs_attachment(self.taken.of.attachment_after_days, self.taken.days.len())
    }

    /// Why the request can't be made or, if it's an edit, can't become this.
    pub(crate) fn objection(
        &self,
        is_own: bool,
        is_edit: bool,
    ) -> Result<Option<TimeOffRefusal>, SumTooLarge> {
        let fits = self.fits(is_own)?;
        let edited = if is_edit { check_edited(&self.draft, self.taken.of.edits_many_days) } else { Ok(()) };
        Ok(edited.and(fits).err())
    }

    /// Checks the days against other requests, the calendar and the balance.
    pub(crate) fn check(self, is_own: bool) -> Result<Result<FittingPlan, TimeOffRefusal>, SumTooLarge> {
        Ok(self.fits(is_own)?.map(|()| FittingPlan { plan: self, is_own }))
    }

    fn fits(&self, is_own: bool) -> Result<Result<(), TimeOffRefusal>, SumTooLarge> {
        let is_overdrawn = self.taken.is_overdrawn(self.draft.first)?;
        if self.taken.days.iter().any(|(day, _)| self.others.contains(day)) {
            return Ok(Err(TimeOffRefusal::DuplicateDate));
        }
        if self.taken.of.ends_on.is_some_and(|last| self.draft.last > last) {
            return Ok(Err(TimeOffRefusal::TypeEnded));
        }
        if is_own {
            let since = (self.taken.of.hired, self.taken.of.waiting_days);
            let open = check_calendar(&self.draft, &self.taken.days, since, &self.blackouts);
            if let Err(refusal) = open {
                return Ok(Err(refusal));
            }
        }
        Ok(if is_overdrawn { Err(TimeOffRefusal::InsufficientBalance) } else { Ok(()) })
    }
}

/// A plan whose days are free. What's left depends on whether it's a new request or an edit.
pub(crate) struct FittingPlan {
    plan: TimeOffPlan,
    is_own: bool,
}

/// A request that was checked as a new one.
pub(crate) struct NewTimeOff;
/// A request that was checked as an edit of another.
pub(crate) struct ChangeOfOne;

impl FittingPlan {
    pub(crate) fn for_new(self, files: usize) -> Result<CheckedTimeOff<NewTimeOff>, TimeOffRefusal> {
        self.with(files)
    }

    pub(crate) fn for_edit_of(
        self,
        standing: Standing,
        today: Day,
        files: usize,
    ) -> Result<CheckedTimeOff<ChangeOfOne>, TimeOffRefusal> {
        let edits_many_days = self.plan.taken.of.edits_many_days;
        check_edit(standing, today, !self.is_own, edits_many_days)?;
        check_edited(&self.plan.draft, edits_many_days)?;
        self.with(files)
    }

    fn with<K>(self, files: usize) -> Result<CheckedTimeOff<K>, TimeOffRefusal> {
        let FittingPlan { plan, is_own } = self;
        if plan.needs_attachment(is_own) && files == 0 {
            return Err(TimeOffRefusal::AttachmentNeeded);
        }
        let Reckoning { of, days, .. } = plan.taken;
        Ok(CheckedTimeOff { draft: plan.draft, days, approval: of.approval, checked_as: PhantomData })
    }
}

/// A request that passed every check, and the only thing the store writes.
pub(crate) struct CheckedTimeOff<K> {
    draft: WellFormedDraft,
    days: Vec<(Day, Amount)>,
    approval: TimeOffApproval,
    checked_as: PhantomData<K>,
}

impl<K> CheckedTimeOff<K> {
    pub(crate) fn draft(&self) -> &TimeOffDraft {
        &self.draft
    }

    pub(crate) fn days(&self) -> &[(Day, Amount)] {
        &self.days
    }

    pub(crate) fn approval(&self) -> TimeOffApproval {
        self.approval
    }
}

/// Checks an employee's own request against the company's calendar and the hire date. Managers can enter it anyway.
fn check_calendar(
    draft: &TimeOffDraft,
    taken: &[(Day, Amount)],
    (hired, waiting_days): (Day, i64),
    blackouts: &[Blackout],
) -> Result<(), TimeOffRefusal> {
    if draft.first < hired.plus_days(waiting_days) {
        return Err(TimeOffRefusal::WaitingPeriod);
    }
    let is_closed = |day: Day| {
        let meant = |blackout: &&Blackout| blackout.type_id.is_none_or(|id| id == draft.type_id);
        blackouts.iter().filter(meant).any(|blackout| (blackout.first..=blackout.last).contains(&day))
    };
    if taken.iter().any(|(day, _)| is_closed(*day)) {
        return Err(TimeOffRefusal::BlackoutDate);
    }
    Ok(())
}

/// Whether an employee's request for this many days needs a file.
pub(crate) fn needs_attachment(after_days: Option<i64>, days: usize) -> bool {
    after_days.is_some_and(|most| days as i64 > most)
}

#[cfg(test)]
mod tests {
    use super::super::example::{day, draft};
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_file_is_needed_after_so_many_days_and_not_before() {
        for (after_days, days, is_needed) in
            [(None, 300, false), (Some(3), 3, false), (Some(3), 4, true), (Some(0), 1, true)]
        {
            assert_eq!(needs_attachment(after_days, days), is_needed, "{after_days:?} {days}");
        }
    }

    #[test]
    fn a_waiting_period_and_a_blackout_hold_for_their_own_days_and_type() {
        let (friday, monday) = (day(2026, 11, 20), day(2026, 11, 23));
        let asked = draft(friday, monday);
        let taken = days(&asked, &HoursPattern::STANDARD, &BTreeSet::new()).unwrap();
        let blackout = |first, last, type_id| [Blackout { first, last, type_id }];
        let other = TimeOffTypeId(Uuid::from_u128(2));
        let long_ago = (day(2020, 1, 1), 90);
        for (hired, blackouts, verdict) in [
            (long_ago, vec![], Ok(())),
            ((day(2026, 8, 22), 90), vec![], Ok(())),
            ((day(2026, 8, 23), 90), vec![], Err(TimeOffRefusal::WaitingPeriod)),
            (long_ago, blackout(monday, monday, None).to_vec(), Err(TimeOffRefusal::BlackoutDate)),
            (
                long_ago,
                blackout(monday, monday, Some(asked.type_id)).to_vec(),
                Err(TimeOffRefusal::BlackoutDate),
            ),
            (long_ago, blackout(monday, monday, Some(other)).to_vec(), Ok(())),
            (long_ago, blackout(day(2026, 11, 21), day(2026, 11, 22), None).to_vec(), Ok(())),
        ] {
            assert_eq!(check_calendar(&asked, &taken, hired, &blackouts), verdict, "{hired:?} {blackouts:?}");
        }
    }
}
