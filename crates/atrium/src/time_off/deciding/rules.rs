//! What a decision does to a request, and how long it can be undone. Pure.

use super::super::kinds::{DayStatus, TimeOffApproval, TimeOffStatus, Yes};
use super::super::refusal::TimeOffRefusal;
use crate::shared::day::Day;
use crate::shared::id::PersonId;
use jiff::{SignedDuration, Timestamp};

pub(super) const UNDO_FOR: SignedDuration = SignedDuration::from_secs(60);
pub(super) const MAX_BULK: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeOffVerdict {
    Approve,
    Deny,
    /// Only these days.
    Partly(Vec<Day>),
}

/// The request to decide, in its current state.
#[derive(Clone, Debug)]
pub(super) struct Case<'a> {
    pub status: TimeOffStatus,
    pub approval: TimeOffApproval,
    pub first_yes: Option<Yes>,
    pub days: &'a [Day],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DecisionOutcome {
    pub status: TimeOffStatus,
    pub first_yes: Option<Yes>,
    /// The outcome for each day. Empty while the request is still pending.
    pub days: Vec<(Day, DayStatus)>,
}

/// In a two-step approval, the first yes leaves the request pending. The second must come from someone else, over
/// another manager's line: a delegate adds nothing to their manager's yes, nor the manager to theirs. The second yes
/// may cover only some of the days. A single no denies the request.
///
/// `over`: the managers whose lines the decider decides over, their own first.
pub(super) fn decide(
    case: &Case<'_>,
    verdict: &TimeOffVerdict,
    (decider, over): (PersonId, &[PersonId]),
) -> Result<DecisionOutcome, TimeOffRefusal> {
    if case.status != TimeOffStatus::Pending {
        return Err(TimeOffRefusal::Processed);
    }
    let all = |status| case.days.iter().map(|day| (*day, status)).collect();
    let first_yes = case.first_yes;
    if *verdict == TimeOffVerdict::Deny {
        return Ok(DecisionOutcome {
            status: TimeOffStatus::Denied,
            first_yes,
            days: all(DayStatus::Denied),
        });
    }
    let needs_two = case.approval == TimeOffApproval::TwoSteps;
    let is_same = |yes: Yes| yes.by == decider || over.iter().all(|manager| *manager == yes.over);
    if needs_two && first_yes.is_some_and(is_same) {
        return Err(TimeOffRefusal::SecondApprover);
    }
    let is_first_of_two = needs_two && first_yes.is_none();
    match verdict {
        TimeOffVerdict::Partly(_) if is_first_of_two => Err(TimeOffRefusal::FirstApprovesAll),
        TimeOffVerdict::Approve if is_first_of_two => {
            let yes = Yes { by: decider, over: over.first().copied().unwrap_or(decider) };
            Ok(DecisionOutcome { status: TimeOffStatus::Pending, first_yes: Some(yes), days: vec![] })
        }
        TimeOffVerdict::Partly(chosen) => {
            let is_some = case.days.iter().any(|day| chosen.contains(day));
            let is_all = case.days.iter().all(|day| chosen.contains(day));
            if !is_some || is_all || chosen.iter().any(|day| !case.days.contains(day)) {
                return Err(TimeOffRefusal::NoDayChosen);
            }
            let verdict = |day: &Day| {
                (*day, if chosen.contains(day) { DayStatus::Approved } else { DayStatus::Denied })
            };
            Ok(DecisionOutcome {
                status: TimeOffStatus::Partial,
                first_yes,
                days: case.days.iter().map(verdict).collect(),
            })
        }
        _ => {
            Ok(DecisionOutcome { status: TimeOffStatus::Approved, first_yes, days: all(DayStatus::Approved) })
        }
    }
}

/// Only the person who decided can undo it, for one minute, and not if the employee has withdrawn the request since.
pub(super) fn check_undo(
    status: TimeOffStatus,
    decided: (Option<PersonId>, Option<Timestamp>),
    viewer: PersonId,
    now: Timestamp,
) -> Result<(), TimeOffRefusal> {
    let (Some(decider), Some(at)) = decided else { return Err(TimeOffRefusal::UndoTooLate) };
    if status == TimeOffStatus::Cancelled {
        return Err(TimeOffRefusal::Processed);
    }
    if decider != viewer {
        return Err(TimeOffRefusal::UndoNotYours);
    }
    if now > at + UNDO_FOR { Err(TimeOffRefusal::UndoTooLate) } else { Ok(()) }
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

    fn case(status: TimeOffStatus, approval: TimeOffApproval, first: Option<u128>) -> Case<'static> {
        let first_yes = first.map(|n| Yes { by: person(n), over: person(n) });
        Case { status, approval, first_yes, days: &DAYS }
    }

    #[test]
    fn one_decision_ends_the_waiting_and_the_second_finds_it_processed() {
        let waiting = case(TimeOffStatus::Pending, TimeOffApproval::Manager, None);
        for (verdict, status, days) in [
            (TimeOffVerdict::Approve, TimeOffStatus::Approved, [DayStatus::Approved; 2]),
            (TimeOffVerdict::Deny, TimeOffStatus::Denied, [DayStatus::Denied; 2]),
            (
                TimeOffVerdict::Partly(vec![DAYS[1]]),
                TimeOffStatus::Partial,
                [DayStatus::Denied, DayStatus::Approved],
            ),
        ] {
            let outcome = decide(&waiting, &verdict, (person(1), &[])).unwrap();
            assert_eq!(outcome.status, status);
            assert_eq!(outcome.days, [(DAYS[0], days[0]), (DAYS[1], days[1])]);
            let decided = case(status, TimeOffApproval::Manager, None);
            assert_eq!(decide(&decided, &verdict, (person(2), &[])), Err(TimeOffRefusal::Processed));
        }
    }

    #[test]
    fn approving_in_part_names_some_days_of_the_request_but_not_all() {
        let waiting = case(TimeOffStatus::Pending, TimeOffApproval::Manager, None);
        for chosen in [vec![], DAYS.to_vec(), vec![DAYS[0], Day(date(2026, 11, 25))]] {
            assert_eq!(
                decide(&waiting, &TimeOffVerdict::Partly(chosen), (person(1), &[])),
                Err(TimeOffRefusal::NoDayChosen)
            );
        }
    }

    #[test]
    fn of_two_steps_the_second_is_taken_by_somebody_else() {
        let (one, two) = ((person(1), &[person(1)][..]), (person(2), &[person(2)][..]));
        let waiting = case(TimeOffStatus::Pending, TimeOffApproval::TwoSteps, None);
        let first = decide(&waiting, &TimeOffVerdict::Approve, one).unwrap();
        let yes = Yes { by: person(1), over: person(1) };
        assert_eq!((first.status, first.first_yes, first.days.len()), (TimeOffStatus::Pending, Some(yes), 0));
        let in_part = TimeOffVerdict::Partly(vec![DAYS[0]]);
        assert_eq!(decide(&waiting, &in_part, one), Err(TimeOffRefusal::FirstApprovesAll));
        let half_way = case(TimeOffStatus::Pending, TimeOffApproval::TwoSteps, Some(1));
        assert_eq!(decide(&half_way, &in_part, two).unwrap().status, TimeOffStatus::Partial);
        assert_eq!(decide(&half_way, &TimeOffVerdict::Approve, one), Err(TimeOffRefusal::SecondApprover));
        assert_eq!(decide(&half_way, &TimeOffVerdict::Approve, two).unwrap().status, TimeOffStatus::Approved);
        assert_eq!(decide(&half_way, &TimeOffVerdict::Deny, one).unwrap().status, TimeOffStatus::Denied);
        // The type now requires only one approval.
        let enough = case(TimeOffStatus::Pending, TimeOffApproval::Manager, Some(1));
        assert_eq!(
            decide(&enough, &TimeOffVerdict::Approve, (person(2), &[])).unwrap().status,
            TimeOffStatus::Approved
        );
    }

    #[test]
    fn of_two_steps_the_second_is_not_taken_over_the_line_of_the_first() {
        let waiting = case(TimeOffStatus::Pending, TimeOffApproval::TwoSteps, None);
        // The first approver's delegate; a delegate of two other managers; the first approver again, over another
        // line.
        for (first, second, is_enough) in [
            ((1, vec![1]), (2, vec![1]), false),
            ((2, vec![1]), (1, vec![1]), false),
            ((2, vec![1]), (3, vec![1]), false),
            ((2, vec![1, 3]), (2, vec![1, 3]), false),
            ((1, vec![1]), (2, vec![2, 1]), true),
            ((2, vec![1]), (2, vec![3]), false),
            ((2, vec![1]), (4, vec![1, 3]), true),
        ] {
            let ids = |over: &[u128]| over.iter().copied().map(person).collect::<Vec<_>>();
            let (by, over) = first;
            let yes =
                decide(&waiting, &TimeOffVerdict::Approve, (person(by), &ids(&over))).unwrap().first_yes;
            let half_way = Case { first_yes: yes, ..waiting.clone() };
            let outcome = decide(&half_way, &TimeOffVerdict::Approve, (person(second.0), &ids(&second.1)));
            assert_eq!(outcome.is_ok(), is_enough, "{by} over {over:?}, then {second:?}");
        }
    }

    #[test]
    fn a_decision_is_taken_back_by_its_maker_within_a_minute() {
        let at = Timestamp::UNIX_EPOCH;
        let undo = |who: u128, seconds| {
            let now = at + SignedDuration::from_secs(seconds);
            check_undo(TimeOffStatus::Approved, (Some(person(1)), Some(at)), person(who), now)
        };
        assert_eq!(undo(1, 60), Ok(()));
        assert_eq!(undo(1, 61), Err(TimeOffRefusal::UndoTooLate));
        assert_eq!(undo(2, 1), Err(TimeOffRefusal::UndoNotYours));
        let never = check_undo(TimeOffStatus::Approved, (None, None), person(1), at);
        assert_eq!(never, Err(TimeOffRefusal::UndoTooLate));
        let gone = check_undo(TimeOffStatus::Cancelled, (Some(person(1)), Some(at)), person(1), at);
        assert_eq!(gone, Err(TimeOffRefusal::Processed));
    }
}
