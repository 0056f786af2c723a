//! The account files: people with their jobs (`people.rs`), and who holds which role (`roles.rs`).

mod addresses;
mod people;
mod roles;
mod store;

use crate::sheets::ImportSheet;

pub const SHEETS: &[&ImportSheet] = &[&people::PEOPLE, &roles::ROLES];
