//! What can still be changed about a request.

use super::super::kinds::TimeOffStatus;
use super::super::refusal::TimeOffRefusal;
use super::draft::TimeOffDraft;
use crate::shared::day::Day;

/// The state of the request to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub status: TimeOffStatus,
    pub first: Day,
    pub last: Day,
}

/// A request can be changed while it's pending and, once approved, until its first day. A manager can also correct
/// one that has started.
fn check_open(standing: Standing, today: Day, is_manager: bool) -> Result<(), TimeOffRefusal> {
    match standing.status {
        TimeOffStatus::Pending => Ok(()),
        TimeOffStatus::Approved if is_manager || standing.first > today => Ok(()),
        _ => Err(TimeOffRefusal::Processed),
    }
}

/// A request can be withdrawn as long as it can be changed, even if it was approved in part.
pub(crate) fn check_withdrawal(
    standing: Standing,
    today: Day,
    is_manager: bool,
) -> Result<(), TimeOffRefusal> {
    let status =
        if standing.status == TimeOffStatus::Partial { TimeOffStatus::Approved } else { standing.status };
    check_open(Standing { status, ..standing }, today, is_manager)
}

/// The spec says a request of more than one day can't be edited. A company may allow it.
pub(crate) fn check_edit(
    standing: Standing,
    today: Day,
    is_manager: bool,
    edits_many_days: bool,
) -> Result<(), TimeOffRefusal> {
    check_open(standing, today, is_manager)?;
    if standing.last > standing.first && !edits_many_days {
        return Err(TimeOffRefusal::ManyDaysEdit);
    }
    Ok(())
}

/// An edit can't turn one day into several, either.
pub(super) fn check_edited(draft: &TimeOffDraft, edits_many_days: bool) -> Result<(), TimeOffRefusal> {
    if draft.last > draft.first && !edits_many_days { Err(TimeOffRefusal::EditToManyDays) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::example::{TODAY, draft};
    use super::*;

    #[test]
    fn one_day_is_edited_into_another_but_not_into_several() {
        let (monday, tuesday) = (TODAY, TODAY.plus_days(1));
        assert_eq!(check_edited(&draft(tuesday, tuesday), false), Ok(()));
        assert_eq!(check_edited(&draft(monday, tuesday), false), Err(TimeOffRefusal::EditToManyDays));
        assert_eq!(check_edited(&draft(monday, tuesday), true), Ok(()));
    }

    #[test]
    fn what_was_decided_or_has_begun_is_processed_and_many_days_are_not_edited() {
        use TimeOffStatus::{Approved, Cancelled, Denied, Partial, Pending};
        let tomorrow = TODAY.plus_days(1);
        for (status, first, by_employee, by_manager) in [
            (Pending, tomorrow, true, true),
            (Pending, TODAY.plus_days(-3), true, true),
            (Approved, tomorrow, true, true),
            (Approved, TODAY, false, true),
            (Denied, tomorrow, false, false),
            (Partial, tomorrow, false, false),
            (Cancelled, tomorrow, false, false),
        ] {
            let standing = Standing { status, first, last: first };
            assert_eq!(check_open(standing, TODAY, false).is_ok(), by_employee, "{standing:?}");
            assert_eq!(check_open(standing, TODAY, true).is_ok(), by_manager, "{standing:?}");
            let is_partial = status == Partial;
            assert_eq!(
                check_withdrawal(standing, TODAY, false).is_ok(),
                by_employee || is_partial,
                "{standing:?}"
            );
            assert_eq!(
                check_withdrawal(standing, TODAY, true).is_ok(),
                by_manager || is_partial,
                "{standing:?}"
            );
            let longer = Standing { last: first.plus_days(1), ..standing };
            if by_employee {
                assert_eq!(check_edit(longer, TODAY, false, false), Err(TimeOffRefusal::ManyDaysEdit));
                assert_eq!(check_edit(longer, TODAY, false, true), Ok(()));
            }
        }
    }

    #[test]
    fn what_was_approved_in_part_is_not_taken_back_by_the_employee_once_it_has_begun() {
        let begun = Standing { status: TimeOffStatus::Partial, first: TODAY, last: TODAY.plus_days(2) };
        assert_eq!(check_withdrawal(begun, TODAY, false), Err(TimeOffRefusal::Processed));
        assert_eq!(check_withdrawal(begun, TODAY, true), Ok(()));
    }
}
