//! Benefits: the plans somebody is in, what they pay for them and what the company does, and who is covered.
//!
//! - Employees see their own. Enrolling happens with the plan's provider, whose link each plan carries.
//! - An amount is a pay period's; a year has as many as the company pays. What is waived costs nothing.

mod graphql;
mod rules;
mod store;

pub use graphql::{Benefit, BenefitQuery};
pub use store::Enrollment;

use crate::access::EmployeeScope;
use crate::shared::problem::Problem;
use db::Db;

/// In the company's order of plans.
pub async fn of_employee(db: &Db, scope: &EmployeeScope) -> Result<Vec<Enrollment>, Problem> {
    Ok(store::of_employee(db, scope).await?)
}
