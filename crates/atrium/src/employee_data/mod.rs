//! What employees change about themselves: each part of the input belongs to a feature, which checks it, asks for proof
//! and writes it.

mod changes;
mod graphql;
mod inputs;

pub use changes::ChangeMutation;
pub use graphql::EmployeeDataMutation;

pub const REFUSALS: &[&str] = graphql::EmployeeDataRefusal::CODES;
