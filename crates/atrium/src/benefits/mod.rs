//! Benefits: the plans somebody is in, what they pay for them and what the company does, and who is covered.
//!
//! - Employees see their own. Enrolling happens with the plan's provider, whose link each plan carries.
//! - An amount is a pay period's; a year has as many as the company pays. What is waived costs nothing.
//! - A plan names only people who are in the profile: who leaves it leaves the plans in the same transaction.

mod graphql;
mod import;
mod rules;
mod store;

pub use graphql::{Benefit, BenefitQuery};
pub use import::SHEETS;
pub use store::Enrollment;

use crate::access::{Asked, EmployeeScope, Feature, Need, Own, Write};
use crate::shared::id::RelatedId;
use crate::shared::problem::Problem;
use db::{Db, Tx};

/// Access: an employee's benefits.
pub struct Enrollments;

impl Own for Enrollments {
    const OWN: Asked = Feature::Benefits.asked();
}

/// Access: who the plans name. The profile, where people are removed, opens it.
pub struct NamedPeople;

/// As whom a plan names somebody.
#[derive(Clone, Copy, Debug)]
pub enum NamedAs {
    Dependent,
    Beneficiary,
}

/// In the company's order of plans.
pub async fn of_employee(
    db: &Db,
    scope: &EmployeeScope<Enrollments, impl Need>,
) -> Result<Vec<Enrollment>, Problem> {
    Ok(store::of_employee(db, scope).await?)
}

/// These are no longer in the profile.
pub async fn release(
    tx: &mut Tx,
    scope: &EmployeeScope<NamedPeople, Write>,
    named_as: NamedAs,
    gone: &[RelatedId],
) -> Result<(), Problem> {
    for id in gone {
        store::release(tx, scope, named_as, *id).await?;
    }
    Ok(())
}
