//! What a decision makes of a request, and how long it can be taken back. Pure.

use super::super::kinds::{Approval, DayStatus, Status};
use super::super::refusal::Refusal;
use crate::shared::day::Day;
use crate::shared::id::PersonId;
use jiff::{SignedDuration, Timestamp};

pub(super) const UNDO_FOR: SignedDuration = SignedDuration::from_secs(60);
pub(super) const BULK_MOST: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    Deny,
    /// These days, and not the others.
    Partly(Vec<Day>),
}

/// What is to be decided, as it stands.
#[derive(Clone, Debug)]
pub(super) struct Case<'a> {
    pub status: Status,
    pub approval: Approval,
    pub first_approved_by: Option<PersonId>,
    pub days: &'a [Day],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub status: Status,
    pub first_approved_by: Option<PersonId>,
    /// Every day with what becomes of it; empty while the request goes on waiting.
    pub days: Vec<(Day, DayStatus)>,
}

/// Where two have to say yes, the first yes leaves the request waiting, and the second comes from somebody else, who may say
/// it to some of the days. A no is one no.
pub(super) fn decide(case: &Case<'_>, verdict: &Verdict, decider: PersonId) -> Result<Outcome, Refusal> {
    if case.status != Status::Pending {
        return Err(Refusal::Processed);
    }
    let all = |status| case.days.iter().map(|day| (*day, status)).collect();
    let first_approved_by = case.first_approved_by;
    if *verdict == Verdict::Deny {
        return Ok(Outcome { status: Status::Denied, first_approved_by, days: all(DayStatus::Denied) });
    }
    if first_approved_by == Some(decider) {
        return Err(Refusal::SecondApprover);
    }
    let is_first_of_two = case.approval == Approval::TwoSteps && first_approved_by.is_none();
    match verdict {
        Verdict::Partly(_) if is_first_of_two => Err(Refusal::FirstApprovesAll),
        Verdict::Approve if is_first_of_two => {
            Ok(Outcome { status: Status::Pending, first_approved_by: Some(decider), days: vec![] })
        }
        Verdict::Partly(chosen) => {
            let is_some = case.days.iter().any(|day| chosen.contains(day));
            let is_all = case.days.iter().all(|day| chosen.contains(day));
            if !is_some || is_all || chosen.iter().any(|day| !case.days.contains(day)) {
                return Err(Refusal::NoDayChosen);
            }
            let verdict = |day: &Day| {
                (*day, if chosen.contains(day) { DayStatus::Approved } else { DayStatus::Denied })
            };
            Ok(Outcome {
                status: Status::Partial,
                first_approved_by,
                days: case.days.iter().map(verdict).collect(),
            })
        }
        _ => Ok(Outcome { status: Status::Approved, first_approved_by, days: all(DayStatus::Approved) }),
    }
}

/// A decision is taken back by whoever took it, for one minute; and not when the employee has taken the request back since.
pub(super) fn check_undo(
    status: Status,
    decided: (Option<PersonId>, Option<Timestamp>),
    viewer: PersonId,
    now: Timestamp,
) -> Result<(), Refusal> {
    let (Some(decider), Some(at)) = decided else { return Err(Refusal::UndoTooLate) };
    if status == Status::Cancelled {
        return Err(Refusal::Processed);
    }
    if decider != viewer {
        return Err(Refusal::UndoNotYours);
    }
    if now > at + UNDO_FOR { Err(Refusal::UndoTooLate) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use uuid::Uuid;

    const DAYS: [Day; 2] = [Day(date(2026, 11, 23)), Day(date(2026, 11, 24))];

    fn person(n: u128) -> PersonId {
        PersonId(Uuid::from_u128(n))
    }

    fn case(status: Status, approval: Approval, first: Option<u128>) -> Case<'static> {
        Case { status, approval, first_approved_by: first.map(person), days: &DAYS }
    }

    #[test]
    fn one_decision_ends_the_waiting_and_the_second_finds_it_processed() {
        let waiting = case(Status::Pending, Approval::Manager, None);
        for (verdict, status, days) in [
            (Verdict::Approve, Status::Approved, [DayStatus::Approved; 2]),
            (Verdict::Deny, Status::Denied, [DayStatus::Denied; 2]),
            (Verdict::Partly(vec![DAYS[1]]), Status::Partial, [DayStatus::Denied, DayStatus::Approved]),
        ] {
            let outcome = decide(&waiting, &verdict, person(1)).unwrap();
            assert_eq!(outcome.status, status);
            assert_eq!(outcome.days, [(DAYS[0], days[0]), (DAYS[1], days[1])]);
            let decided = case(status, Approval::Manager, None);
            assert_eq!(decide(&decided, &verdict, person(2)), Err(Refusal::Processed));
        }
    }

    #[test]
    fn approving_in_part_names_some_days_of_the_request_but_not_all() {
        let waiting = case(Status::Pending, Approval::Manager, None);
        for chosen in [vec![], DAYS.to_vec(), vec![DAYS[0], Day(date(2026, 11, 25))]] {
            assert_eq!(decide(&waiting, &Verdict::Partly(chosen), person(1)), Err(Refusal::NoDayChosen));
        }
    }

    #[test]
    fn of_two_steps_the_second_is_taken_by_somebody_else() {
        let first =
            decide(&case(Status::Pending, Approval::TwoSteps, None), &Verdict::Approve, person(1)).unwrap();
        assert_eq!(
            (first.status, first.first_approved_by, first.days.len()),
            (Status::Pending, Some(person(1)), 0)
        );
        let in_part = Verdict::Partly(vec![DAYS[0]]);
        let alone = decide(&case(Status::Pending, Approval::TwoSteps, None), &in_part, person(1));
        assert_eq!(alone, Err(Refusal::FirstApprovesAll));
        let half_way = case(Status::Pending, Approval::TwoSteps, Some(1));
        assert_eq!(decide(&half_way, &in_part, person(2)).unwrap().status, Status::Partial);
        assert_eq!(decide(&half_way, &Verdict::Approve, person(1)), Err(Refusal::SecondApprover));
        assert_eq!(decide(&half_way, &Verdict::Approve, person(2)).unwrap().status, Status::Approved);
        assert_eq!(decide(&half_way, &Verdict::Deny, person(1)).unwrap().status, Status::Denied);
    }

    #[test]
    fn a_decision_is_taken_back_by_its_maker_within_a_minute() {
        let at = Timestamp::UNIX_EPOCH;
        let undo = |who: u128, seconds| {
            let now = at + SignedDuration::from_secs(seconds);
            check_undo(Status::Approved, (Some(person(1)), Some(at)), person(who), now)
        };
        assert_eq!(undo(1, 60), Ok(()));
        assert_eq!(undo(1, 61), Err(Refusal::UndoTooLate));
        assert_eq!(undo(2, 1), Err(Refusal::UndoNotYours));
        let never = check_undo(Status::Approved, (None, None), person(1), at);
        assert_eq!(never, Err(Refusal::UndoTooLate));
        let gone = check_undo(Status::Cancelled, (Some(person(1)), Some(at)), person(1), at);
        assert_eq!(gone, Err(Refusal::Processed));
    }
}
