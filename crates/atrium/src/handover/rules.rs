//! What an import's value means for the changes payroll was told of, and when a change is taken over. Pure.

use crate::shared::amount::Amount;
use crate::shared::refusal::refusals;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub(super) const MAX_REASON_CHARS: usize = 500;

refusals! {
    pub enum HandoverRefusal {
        NothingWaiting = "NOTHING_TO_HAND_OVER": "Nothing is waiting to be handed over.",
        NoReason = "HANDOVER_REASON_MISSING" at "reason": "Say why payroll can't take this change.",
        ReasonTooLong = "HANDOVER_REASON_TOO_LONG" at "reason": "A reason can have at most 500 characters.",
        NotHanded = "NOT_HANDED_OVER": "This change hasn't been handed over, or it's already settled.",
        NoConflict = "NO_CONFLICT": "There is no conflict to decide on this change.",
        UnknownFormat = "UNKNOWN_FORMAT" at "format": "The format must be csv, json or xlsx.",
        UnknownKind = "UNKNOWN_KIND" at "kind": "A batch has no file of this kind. With csv, name the kind.",
        UnknownMapping = "UNKNOWN_MAPPING" at "mapping": "There is no mapping with this name.",
        UnfitMapping = "MAPPING_NOT_FOR_HANDOVER" at "mapping": "This mapping can't be used for a batch: its kind of file isn't one payroll gets, it's a wide register, or it finds people by email address.",
        NotInBatch = "NOT_IN_BATCH" at "changes": "One of these changes isn't in this batch. Nothing was changed.",
        TooManyChanges = "TOO_MANY_CHANGES" at "changes": "Name at most 200 changes at a time.",
    }
}

pub(super) fn check_reason(reason: &str) -> Result<String, HandoverRefusal> {
    let reason: String = reason.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let reason = reason.trim().to_owned();
    match reason.chars().count() {
        0 => Err(HandoverRefusal::NoReason),
        count if count > MAX_REASON_CHARS => Err(HandoverRefusal::ReasonTooLong),
        _ => Ok(reason),
    }
}

/// Values by column name.
pub type Columns = Map<String, Value>;

/// A change as an import meets it: what it replaced, what was approved, and whether payroll has it already.
#[derive(Clone, Debug)]
pub(super) struct KnownChange {
    pub before: Columns,
    pub after: Columns,
    /// Payroll has had the new value before.
    pub is_taken: bool,
}

/// What one column of a file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnVerdict {
    /// No approved change speaks against it: the file counts.
    Free,
    /// The same as here.
    Agreed,
    /// A value that was replaced: payroll hasn't taken the change.
    Old,
    /// Neither the old value nor the new one, or the old one again after payroll had the new one or one of its own.
    Third,
}

/// `changes` are one subject's, oldest first, without those that payroll rejected or that were taken back.
pub(super) fn judge(column: &str, said: &Value, now: &Value, changes: &[KnownChange]) -> ColumnVerdict {
    let about: Vec<&KnownChange> =
        changes.iter().filter(|change| change.after.contains_key(column)).collect();
    let Some(last) = about.last() else { return ColumnVerdict::Free };
    if said == now {
        return ColumnVerdict::Agreed;
    }
    let is_known = about
        .iter()
        .any(|change| change.before.get(column) == Some(said) || change.after.get(column) == Some(said));
    let is_open = about.iter().any(|change| !change.is_taken);
    match (is_open, is_known) {
        // What is here is payroll's own, from before the conflict: now payroll has what was approved.
        (true, true) if last.after.get(column) == Some(said) => ColumnVerdict::Free,
        (true, true) => ColumnVerdict::Old,
        (true, false) => ColumnVerdict::Third,
        // Payroll had taken it over and may change it, but not silently back to what was replaced.
        (false, true) if last.after.get(column) == Some(now) || is_replaced(column, said, &about) => {
            ColumnVerdict::Third
        }
        (false, _) => ColumnVerdict::Free,
    }
}

/// Whether the last change with this value replaced it: a late file still has it, even after payroll moved on.
fn is_replaced(column: &str, said: &Value, about: &[&KnownChange]) -> bool {
    let has = |columns: &Columns| columns.get(column) == Some(said);
    let last = about.iter().rev().find(|change| has(&change.before) || has(&change.after));
    last.is_some_and(|change| !has(&change.after))
}

/// What an import means for one change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ChangeVerdict {
    /// The file doesn't say enough.
    Unclear,
    Taken,
    NotTaken,
    /// With what payroll has in the columns that differ.
    Conflict(Columns),
}

/// `said` and `now` are the columns the file has and what is here; `importable` are those a file of its kind can have.
pub(super) fn judge_change(
    at: usize,
    changes: &[KnownChange],
    said: &Columns,
    now: &Columns,
    importable: Option<&[&str]>,
) -> ChangeVerdict {
    let change = &changes[at];
    let (mut third, mut is_old, mut is_whole, mut is_about) = (Columns::new(), false, true, false);
    for (column, after) in &change.after {
        let Some(said) = said.get(column) else {
            is_whole &= importable.is_some_and(|columns| !columns.contains(&column.as_str()));
            continue;
        };
        is_about = true;
        let now = now.get(column).unwrap_or(after);
        let later = || changes[at + 1..].iter().filter_map(|other| other.after.get(column));
        match judge(column, said, now, changes) {
            // Only the newest change payroll had taken shows that it went back.
            ColumnVerdict::Third if !change.is_taken || later().next().is_none() => {
                third.insert(column.clone(), said.clone());
            }
            ColumnVerdict::Old if said != after && !later().any(|value| value == said) => is_old = true,
            _ => {}
        }
    }
    match (third.is_empty(), is_old) {
        (false, _) => ChangeVerdict::Conflict(third),
        (true, true) => ChangeVerdict::NotTaken,
        (true, false) if is_about && is_whole => ChangeVerdict::Taken,
        (true, false) => ChangeVerdict::Unclear,
    }
}

/// What a file's hours of a period mean for the changes payroll was told of. `totals` are the hours as they were after each
/// change, oldest first.
pub(super) fn judge_hours(said: i64, totals: &[i64]) -> Vec<HoursVerdict> {
    let last = totals.len().saturating_sub(1);
    let is_third = !totals.contains(&said) && said != 0;
    let known = totals.iter().rposition(|total| *total == said);
    let verdict = |at: usize| match known {
        Some(known) if at <= known => HoursVerdict::Taken,
        _ if is_third && at == last => HoursVerdict::Third,
        _ if is_third => HoursVerdict::Unclear,
        _ => HoursVerdict::NotTaken,
    };
    (0..totals.len()).map(verdict).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HoursVerdict {
    Unclear,
    Taken,
    NotTaken,
    /// Payroll counts something else.
    Third,
}

/// What differs between two sets of columns: before and after, each with the columns of the other.
pub(super) fn differing(before: &Columns, after: &Columns) -> (Columns, Columns) {
    let (mut was, mut is) = (Columns::new(), Columns::new());
    for column in before.keys().chain(after.keys()) {
        let (old, new) = (before.get(column), after.get(column));
        if old != new {
            was.insert(column.clone(), old.cloned().unwrap_or(Value::Null));
            is.insert(column.clone(), new.cloned().unwrap_or(Value::Null));
        }
    }
    (was, is)
}

/// What payroll must learn about someone's hours.
#[derive(Debug, PartialEq)]
pub(super) struct HoursChange {
    pub before: Columns,
    pub after: Columns,
    /// In ten-thousandths, for the control totals.
    pub difference: i64,
    /// Payroll was told something else before.
    pub is_correction: bool,
}

/// `told` is what payroll was told about the same request or period, oldest first, each with what changed then. Nothing if
/// payroll knows all of it.
pub(super) fn corrected_hours(told: &[Columns], now: &BTreeMap<String, Amount>) -> Option<HoursChange> {
    let mut known = Columns::new();
    for said in told {
        known.extend(said.clone());
    }
    known.retain(|_, hours| !hours.is_null());
    let now: Columns = now.iter().map(|(key, hours)| (key.clone(), json!(hours.ten_thousandths()))).collect();
    let (before, after) = differing(&known, &now);
    if after.is_empty() {
        return None;
    }
    let sum = |columns: &Columns| columns.values().filter_map(Value::as_i64).sum::<i64>();
    let difference = sum(&after) - sum(&before);
    Some(HoursChange { before, after, difference, is_correction: !known.is_empty() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn columns(value: Value) -> Columns {
        value.as_object().unwrap().clone()
    }

    fn change(before: Value, after: Value, is_taken: bool) -> KnownChange {
        KnownChange { before: columns(before), after: columns(after), is_taken }
    }

    fn moved(before: &str, after: &str, is_taken: bool) -> KnownChange {
        change(json!({ "city": before }), json!({ "city": after }), is_taken)
    }

    #[test]
    fn the_old_value_is_kept_out_and_a_third_one_is_for_a_person() {
        let changes = [moved("Salem", "Bend", false)];
        let verdict = |said: &str| judge("city", &json!(said), &json!("Bend"), &changes);
        assert_eq!(verdict("Bend"), ColumnVerdict::Agreed);
        assert_eq!(verdict("Salem"), ColumnVerdict::Old);
        assert_eq!(verdict("Eugene"), ColumnVerdict::Third);
        assert_eq!(judge("zip", &json!("97214"), &json!(""), &changes), ColumnVerdict::Free);
    }

    #[test]
    fn what_payroll_has_taken_it_may_change_but_not_back_to_the_old_value_unseen() {
        let changes = [moved("Salem", "Bend", true)];
        let verdict = |said: &str, now: &str| judge("city", &json!(said), &json!(now), &changes);
        assert_eq!(verdict("Eugene", "Bend"), ColumnVerdict::Free);
        assert_eq!(verdict("Salem", "Bend"), ColumnVerdict::Third);
        assert_eq!(verdict("Astoria", "Eugene"), ColumnVerdict::Free, "payroll moved on itself");
        assert_eq!(verdict("Bend", "Eugene"), ColumnVerdict::Free, "it goes back to what was approved");
        assert_eq!(verdict("Salem", "Eugene"), ColumnVerdict::Third, "a late file");
        let back = [moved("Salem", "Bend", true), moved("Bend", "Salem", true)];
        let verdict = |said: &str| judge("city", &json!(said), &json!("Eugene"), &back);
        assert_eq!(verdict("Salem"), ColumnVerdict::Free, "approved again");
        assert_eq!(verdict("Bend"), ColumnVerdict::Third);
    }

    #[test]
    fn a_conflict_over_a_late_file_ends_with_the_approved_value_or_payrolls_newest() {
        let changes = [moved("Salem", "Bend", false)];
        let now = columns(json!({ "city": "Eugene" }));
        for (said, column, change) in [
            ("Bend", ColumnVerdict::Free, ChangeVerdict::Taken),
            ("Eugene", ColumnVerdict::Agreed, ChangeVerdict::Taken),
            ("Salem", ColumnVerdict::Old, ChangeVerdict::NotTaken),
        ] {
            let said = columns(json!({ "city": said }));
            assert_eq!(judge("city", &said["city"], &now["city"], &changes), column);
            assert_eq!(judge_change(0, &changes, &said, &now, Some(&["city"])), change);
        }
    }

    #[test]
    fn of_two_changes_the_first_can_be_taken_alone() {
        let changes = [moved("Salem", "Bend", false), moved("Bend", "Eugene", false)];
        let verdicts = |said: &str| {
            [0, 1].map(|at| {
                let said = columns(json!({ "city": said }));
                judge_change(at, &changes, &said, &columns(json!({ "city": "Eugene" })), Some(&["city"]))
            })
        };
        use ChangeVerdict::{Conflict, NotTaken, Taken};
        assert_eq!(verdicts("Salem"), [NotTaken, NotTaken]);
        assert_eq!(verdicts("Bend"), [Taken, NotTaken]);
        assert_eq!(verdicts("Eugene"), [Taken, Taken]);
        let third = || Conflict(columns(json!({ "city": "Astoria" })));
        assert_eq!(verdicts("Astoria"), [third(), third()]);
    }

    #[test]
    fn half_of_an_address_does_not_say_that_all_of_it_was_taken() {
        let after = json!({ "city": "Bend", "zip": "97701" });
        let changes = [change(json!({ "city": "Salem", "zip": "97301" }), after.clone(), false)];
        let verdict = |said: Value| {
            judge_change(0, &changes, &columns(said), &columns(after.clone()), Some(&["city", "zip"]))
        };
        assert_eq!(verdict(json!({ "city": "Bend" })), ChangeVerdict::Unclear);
        assert_eq!(verdict(json!({ "city": "Salem" })), ChangeVerdict::NotTaken);
        assert_eq!(verdict(json!({ "city": "Bend", "zip": "97701" })), ChangeVerdict::Taken);
        assert_eq!(verdict(json!({ "city": "Bend", "zip": "97301" })), ChangeVerdict::NotTaken);
    }

    #[test]
    fn a_files_hours_are_taken_up_to_the_last_change_they_agree_with() {
        use HoursVerdict::{NotTaken, Taken, Third, Unclear};
        for (said, verdicts) in [
            (400, [Taken, Taken]),
            (380, [Taken, NotTaken]),
            (0, [NotTaken, NotTaken]),
            (395, [Unclear, Third]),
        ] {
            assert_eq!(judge_hours(said, &[380, 400]), verdicts, "{said}");
        }
        assert_eq!(judge_hours(1, &[]), []);
    }

    #[test]
    fn hours_are_added_once_and_corrected_by_what_differs() {
        let hours = |all: &[(&str, i64)]| -> BTreeMap<String, Amount> {
            all.iter().map(|(key, cents)| ((*key).to_owned(), Amount::from_cents(*cents))).collect()
        };
        let first = corrected_hours(&[], &hours(&[("2026-11-20 PTO", 800)])).unwrap();
        assert_eq!((first.difference, first.is_correction), (80_000, false));
        assert_eq!(
            corrected_hours(std::slice::from_ref(&first.after), &hours(&[("2026-11-20 PTO", 800)])),
            None
        );
        let less =
            corrected_hours(std::slice::from_ref(&first.after), &hours(&[("2026-11-20 PTO", 400)])).unwrap();
        assert_eq!((less.difference, less.is_correction), (-40_000, true));
        let gone = corrected_hours(&[first.after.clone(), less.after.clone()], &hours(&[])).unwrap();
        assert_eq!((gone.before, gone.difference), (less.after.clone(), -40_000));
        let back =
            corrected_hours(&[first.after, less.after, gone.after], &hours(&[("2026-11-23 PTO", 800)]));
        assert!(!back.unwrap().is_correction, "nothing of what payroll was told counts any more");
    }

    #[test]
    fn a_reason_is_given_and_has_an_end() {
        assert_eq!(check_reason(" \u{7} "), Err(HandoverRefusal::NoReason));
        assert_eq!(check_reason(" The bank is closed. "), Ok("The bank is closed.".to_owned()));
        assert_eq!(check_reason(&"x".repeat(501)), Err(HandoverRefusal::ReasonTooLong));
    }

    proptest! {
        /// However hours change and whenever they're handed over: what payroll was told adds up to what they are.
        #[test]
        fn what_payroll_was_told_adds_up(steps in proptest::collection::vec(proptest::collection::btree_map("[a-c]", 1i64..900, 0..3), 1..8)) {
            let mut told = vec![];
            let mut sum = 0;
            for step in &steps {
                let now: BTreeMap<String, Amount> =
                    step.iter().map(|(key, cents)| (key.clone(), Amount::from_cents(*cents))).collect();
                if let Some(change) = corrected_hours(&told, &now) {
                    sum += change.difference;
                    told.push(change.after);
                }
                prop_assert_eq!(corrected_hours(&told, &now), None);
                prop_assert_eq!(sum, now.values().map(|hours| hours.ten_thousandths()).sum::<i64>());
            }
        }

        /// Whatever changes there are and whatever a file says: a file never counts against a change that payroll hasn't
        /// taken, and one that agrees with what is here takes over all of them.
        #[test]
        fn no_open_change_is_overwritten(
            values in proptest::collection::vec(0u8..4, 2..6), taken in 0usize..6, said in 0u8..5,
        ) {
            let changes: Vec<KnownChange> = values.windows(2).enumerate()
                .map(|(n, pair)| change(json!({ "city": pair[0] }), json!({ "city": pair[1] }), n < taken))
                .collect();
            let now = json!(values[values.len() - 1]);
            let verdict = judge("city", &json!(said), &now, &changes);
            let is_open = changes.iter().any(|change| !change.is_taken);
            prop_assert!(!is_open || verdict != ColumnVerdict::Free);
            let (said, here) = (columns(json!({ "city": said })), columns(json!({ "city": now })));
            for at in 0..changes.len() {
                let verdict = judge_change(at, &changes, &said, &here, Some(&["city"]));
                if said == here {
                    prop_assert_eq!(verdict, ChangeVerdict::Taken);
                } else if at + 1 == changes.len() && is_open {
                    prop_assert!(verdict != ChangeVerdict::Taken || changes[at].is_taken);
                }
            }
        }
    }
}
