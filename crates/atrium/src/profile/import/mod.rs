//! Profile files: `additional-info.csv`, and the `people.csv` columns that belong to a profile, for the feature that
//! reads that file.

mod additional_info;
mod person;

pub use person::{PROFILE, ProfileCells, ProfileEntry, lock_known, read_profile, said, take_profiles};

use super::store;
use crate::sheets::{EMPLOYEE, ImportSheet, UndoStep};

pub const SHEETS: &[&ImportSheet] = &[&additional_info::ADDITIONAL_INFO_FILES];

/// Removing employees also removes their profiles if those are empty.
pub const LEAVING: UndoStep = UndoStep {
    table: &EMPLOYEE,
    leave: |tx, scope, employees| Box::pin(store::retire_profiles(tx, scope, employees)),
    restored: None,
};
