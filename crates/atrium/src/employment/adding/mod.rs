//! Adding someone: an account with its first employment, manager and roles, or an employment for someone who has an
//! account. The rules are those of the files (`account/import/`), and of each part on its own.
//!
//! - Everything or nothing, in one transaction. The person, each line and each role has its event.
//! - An employment needs a code no one else in the company has, a hire date and a date of birth. A person has one
//!   employment per company.
//! - Work may begin later; then so do the manager and the roles in that company.
//! - Company administrators add people to their companies only, and give roles only there.
//! - Nobody is led to another tenant's sign-in provider by the mail domain of their address, except at the terminal: the
//!   operator knows whose it is.
//! - It needs a fresh factor, since it gives rights.

mod graphql;
mod rules;
mod store;

pub use graphql::AddingMutation;

use super::lines::{LineDraft, write_line};
use super::rules::EmploymentRefusal;
use super::store::employment;
use crate::access::{AdminScope, Area, PeopleScope, ReportKind, Write};
use crate::account::{self, Invited, NewAccount};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::roles::{self, FirstRole, GivesFirstRoles, Roles};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, PayGroupId, PersonId};
use crate::shared::problem::Problem;
use crate::upstreams;
use crate::work::Work;
use db::Db;
use serde::Serialize;
use serde_json::{Value, json};

/// Someone's first employment at a company.
#[derive(Clone, Debug, Serialize)]
pub struct NewJob {
    pub company: CompanyId,
    pub code: String,
    pub born: Day,
    pub hired: Day,
    pub pay_group: Option<PayGroupId>,
    /// Decides on time off and on personal information.
    pub manager: Option<PersonId>,
}

/// Someone new.
#[derive(Clone, Debug)]
pub struct NewPerson {
    pub account: NewAccount,
    pub job: Option<NewJob>,
    pub roles: Vec<FirstRole>,
    pub is_invited: bool,
}

impl NeedsProof for NewPerson {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddPerson)
    }

    fn bound_to(&self) -> Value {
        let NewAccount { username, first_name, last_name, email, language, version } = &self.account;
        json!([username, first_name, last_name, email, language, version, self.job, self.roles, self.is_invited])
    }
}

impl GivesFirstRoles for NewPerson {
    fn first_roles(&self) -> &[FirstRole] {
        &self.roles
    }
}

/// An employment for someone who has an account.
#[derive(Clone, Debug)]
pub struct NewEmployment {
    pub person: PersonId,
    pub job: NewJob,
    pub roles: Vec<FirstRole>,
}

impl NeedsProof for NewEmployment {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddPerson)
    }

    fn bound_to(&self) -> Value {
        json!([self.person, self.job, self.roles])
    }
}

impl GivesFirstRoles for NewEmployment {
    fn first_roles(&self) -> &[FirstRole] {
        &self.roles
    }
}

/// Who may add people where, and who may give which roles: of the same administrator.
pub struct AddingScope {
    pub people: PeopleScope,
    pub roles: AdminScope<Roles, Write>,
}

#[derive(Clone, Copy, Debug)]
pub struct AddedPerson {
    pub person: PersonId,
    pub employee: Option<EmployeeId>,
}

/// Someone who gets an employment.
struct Hired<'a> {
    person: PersonId,
    first_name: &'a str,
    last_name: &'a str,
}

pub async fn add(
    app: &App,
    work: &mut Work,
    scope: &AddingScope,
    new: Proven<NewPerson>,
) -> Result<AddedPerson, Problem> {
    let (tenant, is_operator) = (scope.people.tenant(), scope.people.actor().is_none());
    let account = account::checked_account(new.account.clone())?;
    rules::check_roles(&new.roles)?;
    if new.job.is_none() && scope.people.companies().is_some() {
        return Err(EmploymentRefusal::JobNeeded.into());
    }
    for (field, typed) in [("email", &account.email), ("username", &account.username)] {
        if !is_operator && upstreams::leads_elsewhere(work.tx(), tenant, typed).await? {
            return Err(EmploymentRefusal::DomainElsewhere(field).into());
        }
    }
    let person = PersonId(work.new_id());
    let tenant_name = account::open_account(work, tenant, person, &account).await?;
    let detail = json!({
        "username": account.username, "version": account.version, "invited": new.is_invited,
        "operator": scope.people.operator(),
    });
    work.record("person.added", "person", person.0, detail);
    let of = Hired { person, first_name: &account.first_name, last_name: &account.last_name };
    let employee = match &new.job {
        Some(job) => Some(hire(app, work, scope, &of, job).await?),
        None => None,
    };
    let begins = begins(app, work, scope, new.job.as_ref()).await?;
    roles::give_first(work, &app.clock, &scope.roles, &new, (person, begins)).await?;
    if new.is_invited {
        let NewAccount { first_name, email, language, .. } = account;
        let invited = Invited { id: person, first_name, email, language };
        account::invite_many(app, work, tenant, &tenant_name, &[invited]).await?;
    }
    Ok(AddedPerson { person, employee })
}

/// Nobody gives themselves an employment.
pub async fn employ(
    app: &App,
    work: &mut Work,
    scope: &AddingScope,
    new: Proven<NewEmployment>,
) -> Result<AddedPerson, Problem> {
    rules::check_roles(&new.roles)?;
    let person = new.person;
    store::take_turn(work.tx(), &scope.people).await?;
    let names = store::names(work.tx(), &scope.people, person).await?.ok_or(Problem::NotFound)?;
    if scope.people.actor() == Some(person) {
        return Err(EmploymentRefusal::OwnEmployment.into());
    }
    let of = Hired { person, first_name: &names.0, last_name: &names.1 };
    let employee = hire(app, work, scope, &of, &new.job).await?;
    let begins = begins(app, work, scope, Some(&new.job)).await?;
    roles::give_first(work, &app.clock, &scope.roles, &new, (person, begins)).await?;
    Ok(AddedPerson { person, employee: Some(employee) })
}

/// By name, for the terminal.
pub async fn pay_group_called(
    db: &Db,
    scope: &PeopleScope,
    company: CompanyId,
    name: &str,
) -> Result<Option<PayGroupId>, Problem> {
    Ok(store::pay_group_called(db, scope, company, name).await?)
}

/// When work begins, if that is later than today.
async fn begins(
    app: &App,
    work: &mut Work,
    scope: &AddingScope,
    job: Option<&NewJob>,
) -> Result<Option<(CompanyId, Day)>, Problem> {
    let Some(job) = job else { return Ok(None) };
    let zone = store::time_zone(work.tx(), &scope.people, job.company).await?.ok_or(Problem::NotFound)?;
    Ok((job.hired > app.clock.today(&zone)).then_some((job.company, job.hired)))
}

async fn hire(
    app: &App,
    work: &mut Work,
    scope: &AddingScope,
    of: &Hired<'_>,
    job: &NewJob,
) -> Result<EmployeeId, Problem> {
    let scope = &scope.people;
    let zone = store::time_zone(work.tx(), scope, job.company).await?.ok_or(Problem::NotFound)?;
    let today = app.clock.today(&zone);
    let code = rules::check_job(job, today)?;
    if let Some(group) = job.pay_group
        && !store::has_pay_group(work.tx(), scope, job.company, group).await?
    {
        return Err(EmploymentRefusal::UnknownPayGroup.into());
    }
    if store::is_employed(work.tx(), scope, job.company, of.person).await? {
        return Err(EmploymentRefusal::EmployedAlready.into());
    }
    if store::has_code(work.tx(), scope, job.company, &code).await? {
        return Err(EmploymentRefusal::CodeTaken.into());
    }
    let employee = EmployeeId(work.new_id());
    store::insert(work.tx(), scope, employee, of, job, &code).await?;
    let detail = json!({
        "person": of.person, "company": job.company, "code": code, "hired": job.hired, "operator": scope.operator(),
    });
    work.record("employment.added", "employee", employee.0, detail);
    if let Some(manager) = job.manager {
        let there = employment(work.tx(), scope, employee).await?.ok_or(Problem::NotFound)?;
        let areas = vec![Area::TimeOff, Area::PersonalInfo];
        let first_day = job.hired.max(today);
        let draft =
            LineDraft { employee, manager, kind: ReportKind::Primary, areas, first_day, version: None };
        write_line(app, work, scope, &there, &draft).await?;
    }
    Ok(employee)
}
