//! Time off files: what a company grants (`types.rs`), when people work and when they don't (`working_time.rs`), and
//! what they have earned (`earned.rs`).

mod earned;
mod types;
mod working_time;

use crate::sheets::ImportSheet;

pub const SHEETS: &[&ImportSheet] = &[
    &types::TIME_OFF_TYPES,
    &types::TIME_OFF_SETTINGS,
    &working_time::HOLIDAYS,
    &working_time::BLACKOUTS,
    &working_time::WORKING_PATTERNS,
    &earned::HOURS_WORKED_FILES,
    &earned::BALANCES,
];
