//! Adding someone, on the wire.

use super::{AddedPerson, AddingScope, NewEmployment, NewJob, NewPerson};
use crate::access::{self, Write};
use crate::account::PersonAccount;
use crate::call::Call;
use crate::roles::{FirstRole, Roles};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PayGroupId, PersonId, RoleId};
use crate::shared::problem::Problem;
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};
use uuid::Uuid;

/// Of the portal.
#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
enum PortalVersion {
    V1,
    V2,
}

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
enum PersonLanguage {
    En,
    Es,
}

/// The first employment at a company.
#[derive(InputObject)]
struct NewJobInput {
    company_id: ID,
    /// No one else in the company has it.
    employee_code: String,
    date_of_birth: Day,
    hire_date: Day,
    pay_group_id: Option<ID>,
    /// Decides on time off and on personal information, starting on the hire date.
    manager_id: Option<ID>,
}

#[derive(InputObject)]
struct FirstRoleInput {
    role_id: ID,
    /// If left out, the whole tenant.
    company_id: Option<ID>,
}

#[derive(InputObject)]
struct NewPersonInput {
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    language: PersonLanguage,
    version: PortalVersion,
    /// Left out for people who only have an account.
    job: Option<NewJobInput>,
    roles: Vec<FirstRoleInput>,
    /// Mails them a link to choose a password.
    invites: bool,
}

fn job(input: NewJobInput) -> Result<NewJob, Problem> {
    Ok(NewJob {
        company: CompanyId::from_wire(&input.company_id)?,
        code: input.employee_code,
        born: input.date_of_birth,
        hired: input.hire_date,
        pay_group: input.pay_group_id.as_ref().map(PayGroupId::from_wire).transpose()?,
        manager: input.manager_id.as_ref().map(PersonId::from_wire).transpose()?,
    })
}

fn roles(inputs: &[FirstRoleInput]) -> Result<Vec<FirstRole>, Problem> {
    let each = inputs.iter().map(|input| {
        let company = input.company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        Ok(FirstRole { role: RoleId::from_wire(&input.role_id)?, company })
    });
    each.collect()
}

/// Someone who was added, or who got an employment.
#[derive(SimpleObject)]
#[graphql(serial, name = "AddedPerson")]
struct AddedOnWire {
    person_id: ID,
    employee_id: Option<ID>,
}

impl From<AddedPerson> for AddedOnWire {
    fn from(added: AddedPerson) -> AddedOnWire {
        AddedOnWire {
            person_id: added.person.to_wire(),
            employee_id: added.employee.map(|employee| employee.to_wire()),
        }
    }
}

impl PortalVersion {
    fn as_str(self) -> &'static str {
        match self {
            PortalVersion::V1 => "v1",
            PortalVersion::V2 => "v2",
        }
    }
}

/// A person's portal after a change.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PersonPortal {
    person_id: ID,
    version: PortalVersion,
}

async fn scope(call: &Call) -> Result<AddingScope, Problem> {
    let viewer = call.viewer().await?;
    let people = access::people::<Write>(viewer)?;
    Ok(AddingScope { people, roles: access::administered::<Roles, Write>(viewer, viewer.tenant)? })
}

#[derive(Default)]
pub struct AddingMutation;

#[Object]
impl AddingMutation {
    /// Adds someone with their first employment, manager and roles: everything or nothing. Needs a fresh factor.
    async fn add_person(&self, context: &Context<'_>, input: NewPersonInput) -> Result<AddedOnWire, Problem> {
        let call = Call::of(context);
        let scope = scope(call).await?;
        let account = PersonAccount {
            username: input.username,
            first_name: input.first_name,
            last_name: input.last_name,
            email: input.email,
            language: if input.language == PersonLanguage::Es { "es" } else { "en" },
            version: input.version.as_str(),
        };
        let (job, roles) = (input.job.map(job).transpose()?, roles(&input.roles)?);
        let new = NewPerson { account, job, roles, is_invited: input.invites };
        super::check_person(&call.app, &call.db, &scope, &new, PersonId(Uuid::nil())).await?;
        let new = call.prove(new).await?;
        let mut work = call.work().await?;
        Ok(super::add(&call.app, &mut work, &scope, new).await?.into())
    }

    /// Sets which version of the portal someone gets.
    async fn set_portal_version(
        &self,
        context: &Context<'_>,
        person_id: ID,
        version: PortalVersion,
    ) -> Result<PersonPortal, Problem> {
        let call = Call::of(context);
        let scope = access::people::<Write>(call.viewer().await?)?;
        let person = PersonId::from_wire(&person_id)?;
        let mut work = call.work().await?;
        super::set_portal_version(&mut work, &scope, person, version.as_str()).await?;
        Ok(PersonPortal { person_id, version })
    }

    /// Gives someone who has an account an employment at another company. Needs a fresh factor.
    async fn add_employment(
        &self,
        context: &Context<'_>,
        person_id: ID,
        input: NewJobInput,
        roles: Vec<FirstRoleInput>,
    ) -> Result<AddedOnWire, Problem> {
        let call = Call::of(context);
        let scope = scope(call).await?;
        let person = PersonId::from_wire(&person_id)?;
        let new = NewEmployment { person, job: job(input)?, roles: self::roles(&roles)? };
        super::check_employment(&call.app, &call.db, &scope, &new).await?;
        let new = call.prove(new).await?;
        let mut work = call.work().await?;
        Ok(super::employ(&call.app, &mut work, &scope, new).await?.into())
    }
}
