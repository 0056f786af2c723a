//! The roles someone begins with. The change that adds the person, or their employment, was proved with them in it.

use super::rules::check_place;
use super::{Grant, Roles, check_role, write_grant};
use crate::access::{AdminScope, Write};
use crate::factors::{NeedsProof, Proven};
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId, RoleId};
use crate::shared::problem::Problem;
use crate::work::Work;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FirstRole {
    pub role: RoleId,
    /// None: in the whole tenant.
    pub company: Option<CompanyId>,
}

/// A change that gives someone their first roles. Its proof is bound to them.
pub trait GivesFirstRoles: NeedsProof {
    fn first_roles(&self) -> &[FirstRole];
}

/// Whether the administrator may give them there, before anyone is asked to prove anything.
pub async fn check_first(
    mut from: impl db::Read,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    roles: &[FirstRole],
) -> Result<(), Problem> {
    for FirstRole { role, company } in roles {
        let (role, _) = check_role(&mut from, clock, scope, (*role, *company)).await?;
        check_place(role.applies, company.is_some())?;
    }
    Ok(())
}

/// The same rules as for any other role: who may give it, and where. A company's role doesn't begin before work there
/// does.
pub async fn give_first<C: GivesFirstRoles>(
    work: &mut Work,
    clock: &Clock,
    scope: &AdminScope<Roles, Write>,
    change: &Proven<C>,
    (person, job): (PersonId, Option<(CompanyId, Day)>),
) -> Result<(), Problem> {
    for FirstRole { role, company } in change.first_roles() {
        let starts = job.filter(|(at, _)| Some(*at) == *company).map(|(_, day)| day);
        let grant = Grant { person, role: *role, company: *company, starts, ends: None };
        write_grant(work, clock, scope, grant).await?;
    }
    Ok(())
}
