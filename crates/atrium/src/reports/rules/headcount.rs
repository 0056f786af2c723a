//! Headcount and turnover by month. People count from their first day through their last; who left on the last day of a
//! month isn't there at its end, so each month's end is the next one's start.

use super::percent;
use crate::shared::day::Day;
use jiff::Span;
use std::collections::BTreeMap;

/// A day on which an employment began, or its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmploymentMark<Who> {
    pub who: Who,
    pub day: Day,
    pub is_start: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeadcountMonth {
    pub first: Day,
    pub at_start: i64,
    pub hired: i64,
    pub left: i64,
    pub at_end: i64,
    /// Turnover: who left, divided by the average headcount, in tenths of a percent.
    pub turnover: Option<i64>,
}

/// The months a range touches. The same day may be told twice: someone who is there doesn't begin again, and someone who
/// isn't doesn't leave.
pub(crate) fn headcount<Who: Ord + Copy>(
    marks: &[EmploymentMark<Who>],
    (from, to): (Day, Day),
) -> Vec<HeadcountMonth> {
    let mut marks: Vec<&EmploymentMark<Who>> = marks.iter().collect();
    marks.sort_unstable_by_key(|mark| (mark.who, mark.day, !mark.is_start));
    // By the first of the month: who began, who left.
    let mut by_month: BTreeMap<Day, (i64, i64)> = BTreeMap::new();
    let mut there: Option<(Who, bool)> = None;
    for mark in marks {
        let was_there = there.is_some_and(|(who, is_there)| who == mark.who && is_there);
        there = Some((mark.who, mark.is_start));
        if was_there == mark.is_start {
            continue;
        }
        let month = by_month.entry(Day(mark.day.0.first_of_month())).or_default();
        if mark.is_start {
            month.0 += 1;
        } else {
            month.1 += 1;
        }
    }
    let first = Day(from.0.first_of_month());
    let before = by_month.range(..first).map(|(_, (hired, left))| hired - left);
    let mut at_start: i64 = before.sum();
    let next = |month: &Day| Some(Day(month.0.saturating_add(Span::new().months(1))));
    let months = std::iter::successors(Some(first), next).take_while(|month| *month <= to);
    months
        .map(|first| {
            let (hired, left) = by_month.get(&first).copied().unwrap_or_default();
            let at_end = at_start + hired - left;
            // The average is half of both ends together, so who left counts twice.
            let turnover = percent(2 * left, at_start + at_end);
            let month = HeadcountMonth { first, at_start, hired, left, at_end, turnover };
            at_start = at_end;
            month
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    fn mark(who: u8, on: &str, is_start: bool) -> EmploymentMark<u8> {
        EmploymentMark { who, day: day(on), is_start }
    }

    #[test]
    fn people_count_from_their_first_day_through_their_last() {
        let marks = [
            mark(1, "2020-05-04", true),
            mark(2, "2026-01-15", true),
            mark(2, "2026-02-28", false),
            // Told twice: by the history and by the employment itself.
            mark(2, "2026-02-28", false),
            mark(2, "2026-03-02", true),
            // For one day.
            mark(3, "2026-03-31", true),
            mark(3, "2026-03-31", false),
            // Someone who hasn't begun.
            mark(4, "2026-06-01", true),
        ];
        let months = headcount(&marks, (day("2026-01-20"), day("2026-03-01")));
        let row =
            |month: &HeadcountMonth| (month.at_start, month.hired, month.left, month.at_end, month.turnover);
        let rows: Vec<_> = months.iter().map(row).collect();
        assert_eq!(rows, [(1, 1, 0, 2, Some(0)), (2, 0, 1, 1, Some(667)), (1, 2, 1, 2, Some(667))]);
        assert_eq!(months[0].first, day("2026-01-01"));
        assert_eq!(headcount::<u8>(&[], (day("2026-01-01"), day("2026-01-31")))[0].turnover, None);
    }

    proptest! {
        #[test]
        fn no_month_loses_anyone_and_the_order_changes_nothing(
            told in prop::collection::vec((0u8..6, 0i64..900, any::<bool>()), 0..40),
        ) {
            let base = day("2024-01-01");
            let mut marks: Vec<_> = told
                .iter()
                .map(|(who, after, is_start)| EmploymentMark { who: *who, day: base.plus_days(*after), is_start: *is_start })
                .collect();
            let months = headcount(&marks, (day("2024-04-01"), day("2026-03-31")));
            prop_assert_eq!(months.len(), 24);
            for pair in months.windows(2) {
                prop_assert_eq!(pair[0].at_end, pair[1].at_start);
            }
            for month in &months {
                prop_assert_eq!(month.at_end, month.at_start + month.hired - month.left);
                prop_assert!((0..=6).contains(&month.at_end));
            }
            marks.reverse();
            prop_assert_eq!(headcount(&marks, (day("2024-04-01"), day("2026-03-31"))), months);
        }
    }
}
