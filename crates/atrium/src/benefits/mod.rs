//! Benefits: the plans someone is in, what they and the company pay, and who is covered.
//!
//! - Employees see their own. Enrolling happens at the plan's provider; each plan has a link.
//! - Amounts are per pay period, and a year has as many as the company has paydays. A waived plan costs nothing.
//! - A plan ends, or someone's enrollment does: after that day it isn't shown anymore. Payroll's file says so, or an
//!   administrator (`companies/entries`). A plan that no one was ever in can be removed.
//! - A plan names only people in the profile. Removing someone there removes them from the plans in the same
//!   transaction.

mod demo;
mod graphql;
mod import;
mod rules;
mod store;

pub use demo::DEMO;
pub use graphql::{Benefit, BenefitQuery};
pub use import::SHEETS;
pub use store::Enrollment;

use crate::access::{Asked, EmployeeScope, Feature, Need, Own, Write};
use crate::shared::clock::Clock;
use crate::shared::id::RelatedId;
use crate::shared::problem::Problem;
use db::{Db, Tx};

/// Access: an employee's benefits.
pub struct Enrollments;

impl Own for Enrollments {
    const OWN: Asked = Feature::Benefits.asked();
}

/// Access: the people the plans name. Opened by the profile, where people are removed.
pub struct NamedPeople;

/// How a plan names someone.
#[derive(Clone, Copy, Debug)]
pub enum NamedAs {
    Dependent,
    Beneficiary,
}

/// In the company's plan order.
pub async fn of_employee(
    db: &Db,
    scope: &EmployeeScope<Enrollments, impl Need>,
    clock: &Clock,
) -> Result<Vec<Enrollment>, Problem> {
    Ok(store::of_employee(db, scope, clock.today(&scope.time_zone())).await?)
}

/// Removes people who are no longer in the profile.
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
