//! The files of profiles: `additional-info.csv`, and those columns of `people.csv` that stand in a profile, for the feature
//! that takes that file.

mod additional_info;
mod person;

pub use person::{PROFILE, ProfileCells, ProfileEntry, read_profile, take_profiles};

use super::store;
use crate::sheets::{EMPLOYEE, ImportSheet, UndoStep};

pub const SHEETS: &[&ImportSheet] = &[&additional_info::ADDITIONAL_INFO_FILES];

/// Employees who go take the profiles along that say nothing.
pub const LEAVING: UndoStep = UndoStep {
    table: &EMPLOYEE,
    leave: |tx, scope, employees| Box::pin(store::retire_profiles(tx, scope, employees)),
    restored: None,
};
