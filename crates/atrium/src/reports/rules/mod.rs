//! What can be asked of a report, and its arithmetic. Pure.

mod headcount;
mod liability;
mod schedule;
mod waiting;

pub(crate) use headcount::{EmploymentMark, headcount};
pub(crate) use liability::{BalanceShare, KnownPay, add_up};
pub(crate) use schedule::{check_day, next_at, period};
pub(crate) use waiting::{DecisionTimes, RequestOutcome};

use super::kinds::{ReportGrouping, ReportName};
use crate::shared::day::Day;
use crate::shared::id::{OrganizationId, ResourceId};
use crate::shared::refusal::refusals;
use jiff::Span;
use serde::{Deserialize, Serialize};

refusals! {
    pub enum ReportRefusal {
        DayOutOfRange(field) = "DATE_OUT_OF_RANGE": "The date must be between 1900 and 2099.",
        RangeBackwards = "END_BEFORE_START" at "to": "The end date cannot be before the start date.",
        RangeTooLong = "REPORT_RANGE_TOO_LONG" at "to": "A report covers at most five years.",
        UnknownGrouping = "REPORT_GROUPING" at "groupBy": "This report can't be grouped like that.",
        NoPeople = "REPORT_WITHOUT_PEOPLE" at "report": "This report has figures only. It doesn't list people.",
        NoResource = "REQUIRED" at "resourceId": "Choose the action item.",
        UnknownFormat = "UNKNOWN_FORMAT" at "format": "The format must be csv or xlsx.",
        DayOfRhythm = "REPORT_SCHEDULE_DAY" at "day":
            "Choose a day of the week from 1 (Monday) to 7, or a day of the month from 1 to 28.",
        NoRecipient = "REQUIRED" at "recipientIds": "Choose who gets the mail.",
        TooManyRecipients = "REPORT_TOO_MANY_RECIPIENTS" at "recipientIds": "A report goes to at most 20 people.",
        NotARecipient = "REPORT_RECIPIENT" at "recipientIds":
            "Someone you chose can't see this report. Choose people who look after the company or its payroll.",
        TooManySchedules = "REPORT_TOO_MANY_SCHEDULES": "A company can have at most 50 scheduled reports.",
    }
}

/// What a report is asked for, as it comes from a client. What is left out has its usual value.
#[derive(Clone, Copy, Debug, Default)]
pub struct FiguresFilter {
    pub on: Option<Day>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub department: Option<OrganizationId>,
    pub grouping: Option<ReportGrouping>,
    /// Of the people of acknowledgements.
    pub resource: Option<ResourceId>,
    /// Only people who haven't acknowledged, or consented.
    pub is_missing_only: bool,
}

/// A filter that was checked, with every day it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AskedReport {
    pub name: ReportName,
    pub on: Day,
    pub from: Day,
    pub to: Day,
    pub department: Option<OrganizationId>,
    pub grouping: ReportGrouping,
    pub resource: Option<ResourceId>,
    pub is_missing_only: bool,
}

const MAX_YEARS: i64 = 5;

pub(crate) fn asked(
    name: ReportName,
    filter: &FiguresFilter,
    today: Day,
) -> Result<AskedReport, ReportRefusal> {
    let on = filter.on.unwrap_or(today);
    let to = filter.to.unwrap_or(today);
    let usual_from = match name {
        ReportName::Headcount => months_before(to, 11),
        _ => Day(to.0.first_of_month()),
    };
    let from = filter.from.unwrap_or(usual_from);
    for (day, field) in [(on, "on"), (from, "from"), (to, "to")] {
        if !day.is_in_range() {
            return Err(ReportRefusal::DayOutOfRange(field));
        }
    }
    if to < from {
        return Err(ReportRefusal::RangeBackwards);
    }
    if to.0 >= from.0.saturating_add(Span::new().years(MAX_YEARS)) {
        return Err(ReportRefusal::RangeTooLong);
    }
    let grouping = filter.grouping.or_else(|| name.groupings().first().copied());
    let grouping = grouping.filter(|grouping| name.groupings().contains(grouping));
    Ok(AskedReport {
        name,
        on,
        from,
        to,
        department: filter.department,
        grouping: grouping.ok_or(ReportRefusal::UnknownGrouping)?,
        resource: filter.resource,
        is_missing_only: filter.is_missing_only,
    })
}

/// The first day of the month some months before this day's.
fn months_before(day: Day, months: i64) -> Day {
    Day(day.0.first_of_month().saturating_sub(Span::new().months(months)))
}

/// Tenths as a decimal number.
pub(crate) fn tenths(count: i64) -> String {
    let sign = if count < 0 { "-" } else { "" };
    format!("{sign}{}.{}", count.unsigned_abs() / 10, count.unsigned_abs() % 10)
}

/// A part of a whole in tenths of a percent, rounded; none of nothing.
pub(crate) fn percent(part: i64, whole: i64) -> Option<i64> {
    (whole > 0).then(|| (part.saturating_mul(1_000) + whole / 2) / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day(text.parse().unwrap())
    }

    #[test]
    fn what_is_left_out_has_its_usual_value() {
        let today = day("2026-11-19");
        let plain = FiguresFilter::default();
        let balances = asked(ReportName::Balances, &plain, today).unwrap();
        assert_eq!((balances.on, balances.grouping), (today, ReportGrouping::Type));
        let taken = asked(ReportName::TimeOffTaken, &plain, today).unwrap();
        assert_eq!((taken.from, taken.to), (day("2026-11-01"), today));
        let headcount = asked(ReportName::Headcount, &plain, today).unwrap();
        assert_eq!((headcount.from, headcount.to), (day("2025-12-01"), today));
    }

    #[test]
    fn days_that_make_no_sense_are_refused_at_their_field() {
        let today = day("2026-11-19");
        let asked = |from: &str, to: &str| {
            let filter =
                FiguresFilter { from: Some(day(from)), to: Some(day(to)), ..FiguresFilter::default() };
            asked(ReportName::TimeOffTaken, &filter, today).map(|asked| asked.to)
        };
        assert_eq!(asked("2021-01-01", "2025-12-31"), Ok(day("2025-12-31")));
        assert_eq!(asked("2021-01-01", "2026-01-01"), Err(ReportRefusal::RangeTooLong));
        assert_eq!(asked("2026-01-02", "2026-01-01"), Err(ReportRefusal::RangeBackwards));
        assert_eq!(asked("1899-12-31", "2026-01-01"), Err(ReportRefusal::DayOutOfRange("from")));
        let by_decider =
            FiguresFilter { grouping: Some(ReportGrouping::Decider), ..FiguresFilter::default() };
        let refused = super::asked(ReportName::Consent, &by_decider, today);
        assert_eq!(refused, Err(ReportRefusal::UnknownGrouping));
    }

    #[test]
    fn a_percentage_is_rounded_to_tenths() {
        for (part, whole, shown) in [
            (1, 3, Some("33.3")),
            (2, 3, Some("66.7")),
            (3, 3, Some("100.0")),
            (0, 7, Some("0.0")),
            (1, 0, None),
        ] {
            assert_eq!(percent(part, whole).map(tenths).as_deref(), shown, "{part} of {whole}");
        }
        assert_eq!(tenths(-5), "-0.5");
    }
}
