//! What employees change about themselves in one call (`putEmployeeData`): each part of its input belongs to a feature,
//! and is checked, proved and written by it.

mod graphql;

pub use graphql::EmployeeDataMutation;
