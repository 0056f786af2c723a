//! Time off statuses, kinds and other words, as stored and on the wire.

use crate::shared::id::PersonId;
use async_graphql::Enum;
use serde::Serialize;

/// The status of a request. `Partial`: some of its days were approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "TimeOffStatus", rename_items = "PascalCase")]
pub enum TimeOffStatus {
    Pending,
    Approved,
    Denied,
    Partial,
    Cancelled,
}
db::text!(TimeOffStatus {
    Pending = "Pending",
    Approved = "Approved",
    Denied = "Denied",
    Partial = "Partial",
    Cancelled = "Cancelled"
});

/// The status of one day of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "TimeOffDayStatus", rename_items = "PascalCase")]
pub enum DayStatus {
    Pending,
    Approved,
    Denied,
    Cancelled,
}
db::text!(DayStatus {
    Pending = "Pending",
    Approved = "Approved",
    Denied = "Denied",
    Cancelled = "Cancelled"
});

/// How much of each day is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "TimeOffUnit", rename_items = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    Whole,
    Half,
    Hours,
}
db::text!(Unit { Whole = "whole", Half = "half", Hours = "hours" });

/// Half of a working day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "TimeOffHalf", rename_items = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Half {
    First,
    Second,
}
db::text!(Half { First = "first", Second = "second" });

impl Half {
    /// In English and Spanish.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Half::First => ("First half of the day", "Primera mitad del día"),
            Half::Second => ("Second half of the day", "Segunda mitad del día"),
        }
    }
}

/// Who has to approve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "TimeOffApproval", rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum TimeOffApproval {
    None,
    Manager,
    /// Two different people, one after the other, each through a different manager's line.
    TwoSteps,
}
db::text!(TimeOffApproval { None = "none", Manager = "manager", TwoSteps = "two_steps" });

/// An approval: whose, and over which manager's line. That is their own, or one in whose place they decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Yes {
    pub by: PersonId,
    pub over: PersonId,
}
