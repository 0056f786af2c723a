//! Words of reports, as stored and on the wire.

use async_graphql::Enum;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum ReportName {
    Balances,
    TimeOffTaken,
    Headcount,
    Decisions,
    Acknowledgements,
    Consent,
}
db::text!(ReportName {
    Balances = "balances",
    TimeOffTaken = "timeOffTaken",
    Headcount = "headcount",
    Decisions = "decisions",
    Acknowledgements = "acknowledgements",
    Consent = "consent"
});

impl ReportName {
    pub const ALL: [ReportName; 6] = [
        ReportName::Balances,
        ReportName::TimeOffTaken,
        ReportName::Headcount,
        ReportName::Decisions,
        ReportName::Acknowledgements,
        ReportName::Consent,
    ];

    /// What its rows can be, the usual first.
    pub fn groupings(self) -> &'static [ReportGrouping] {
        use ReportGrouping::{Decider, Department, Kind, Month, Resource, Type};
        match self {
            ReportName::Balances | ReportName::TimeOffTaken => &[Type, Department],
            ReportName::Headcount => &[Month],
            ReportName::Decisions => &[Kind, Month, Department, Decider],
            ReportName::Acknowledgements => &[Resource],
            ReportName::Consent => &[Department],
        }
    }

    /// Whether it also lists people one by one.
    pub fn lists_people(self) -> bool {
        !matches!(self, ReportName::Headcount | ReportName::Decisions)
    }

    /// About the days of a range; the others are about one day.
    pub fn has_range(self) -> bool {
        matches!(self, ReportName::TimeOffTaken | ReportName::Headcount | ReportName::Decisions)
    }
}

/// What the rows of a report are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize, Deserialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum ReportGrouping {
    Type,
    Department,
    Month,
    Kind,
    Decider,
    Resource,
}
db::text!(ReportGrouping {
    Type = "type",
    Department = "department",
    Month = "month",
    Kind = "kind",
    Decider = "decider",
    Resource = "resource"
});

/// How a cell is read: as a text, a word the reader has in their own language, or a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(rename_items = "camelCase")]
pub enum ReportColumnKind {
    Text,
    Word,
    Count,
    Hours,
    Money,
    Percent,
    Days,
    Date,
    Month,
}

/// How often a schedule sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum ReportRhythm {
    Weekly,
    Monthly,
}
db::text!(ReportRhythm { Weekly = "weekly", Monthly = "monthly" });

/// What a report is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ReportFormat {
    Csv,
    Xlsx,
    Json,
}
db::text!(ReportFormat { Csv = "csv", Xlsx = "xlsx", Json = "json" });
