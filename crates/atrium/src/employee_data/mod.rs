//! What employees change about themselves: each part of the input belongs to a feature, and is checked, proved and written
//! by it.

mod changes;
mod graphql;
mod inputs;

pub use changes::ChangeMutation;
pub use graphql::EmployeeDataMutation;

pub const REFUSALS: &[&str] = graphql::EmployeeDataRefusal::CODES;
