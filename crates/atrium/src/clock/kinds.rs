//! Time clock words, as stored and on the wire.

use async_graphql::Enum;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "ClockPunchKind", rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum PunchKind {
    In,
    BreakStart,
    BreakEnd,
    Out,
}
db::text!(PunchKind { In = "in", BreakStart = "break_start", BreakEnd = "break_end", Out = "out" });

/// What someone is doing, according to the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "ClockState", rename_items = "camelCase")]
#[serde(rename_all = "camelCase")]
pub enum ClockState {
    Out,
    Working,
    OnBreak,
}

/// The punch a shift is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[graphql(name = "MissingPunch", rename_items = "camelCase")]
pub enum Missing {
    In,
    BreakStart,
    BreakEnd,
    Out,
}

/// What a correction does to a punch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "PunchCorrectionAction", rename_items = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum CorrectionAction {
    Add,
    Change,
    Remove,
}
db::text!(CorrectionAction { Add = "add", Change = "change", Remove = "remove" });

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, Serialize)]
#[graphql(name = "PunchCorrectionStatus", rename_items = "PascalCase")]
pub enum CorrectionStatus {
    Pending,
    Approved,
    Denied,
    Cancelled,
}
db::text!(CorrectionStatus { Pending = "Pending", Approved = "Approved", Denied = "Denied", Cancelled = "Cancelled" });
