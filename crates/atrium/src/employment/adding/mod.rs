//! Adding someone: an account with its first employment, manager and roles, or an employment for someone who has an
//! account. The rules are those of the files (`account/import/`), and of each part on its own.
//!
//! - Everything or nothing, in one transaction. The person, each line and each role has its event.
//! - An employment needs a code no one else in the company has, a hire date and a date of birth. A person has one
//!   employment per company.
//! - Work may begin later; then so do the manager and the roles in that company.
//! - Company administrators add people to their companies only, and give roles only there. To someone with rights beyond those
//!   companies they give no employment.
//! - No one is led to another tenant's sign-in provider by the mail domain of their address, except at the terminal: the
//!   operator knows whose it is.
//! - It needs a fresh factor, since it gives rights. What is wrong is said before anyone is asked for one.

mod graphql;
mod rules;
mod store;

pub use graphql::AddingMutation;

use super::check_reach;
use super::lines::{LineDraft, may_manage, write_line};
use super::rules::EmploymentRefusal;
use super::store::employment;
use crate::access::{AdminScope, Area, PeopleScope, ReportKind, Write};
use crate::account::{self, CheckedAccount, Invited, PersonAccount};
use crate::app::App;
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::roles::{self, FirstRole, GivesFirstRoles, Roles};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::{CompanyId, EmployeeId, PayGroupId, PersonId};
use crate::shared::problem::Problem;
use crate::upstreams;
use crate::work::Work;
use db::{Db, Read};
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
    pub account: PersonAccount,
    pub job: Option<NewJob>,
    pub roles: Vec<FirstRole>,
    pub is_invited: bool,
}

impl NeedsProof for NewPerson {
    fn purpose(&self) -> Option<ProofPurpose> {
        Some(ProofPurpose::AddPerson)
    }

    fn bound_to(&self) -> Value {
        let PersonAccount { username, first_name, last_name, email, language, version } = &self.account;
        json!([
            username,
            first_name,
            last_name,
            email,
            language,
            version,
            self.job,
            self.roles,
            self.is_invited
        ])
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

/// An employment that can be.
struct CheckedJob {
    /// In the form we store.
    code: String,
    /// In the company's time zone.
    today: Day,
}

impl CheckedJob {
    fn begins_later(&self, job: &NewJob) -> Option<(CompanyId, Day)> {
        (job.hired > self.today).then_some((job.company, job.hired))
    }
}

/// Someone who gets an employment.
struct Hired<'a> {
    person: PersonId,
    first_name: &'a str,
    last_name: &'a str,
}

/// What is wrong with someone new, as far as it can be told without changing anything.
async fn check_person(
    app: &App,
    mut from: impl Read,
    scope: &AddingScope,
    new: &NewPerson,
    person: PersonId,
) -> Result<(CheckedAccount, Option<CheckedJob>), Problem> {
    let tenant = scope.people.tenant();
    rules::check_roles(new.roles.len())?;
    if new.job.is_none() && scope.people.companies().is_some() {
        return Err(EmploymentRefusal::JobNeeded.into());
    }
    let job = match &new.job {
        Some(job) => Some(check_job(app, &mut from, scope, job, person).await?),
        None => None,
    };
    let account = account::check_account(&mut from, (tenant, person), &new.account).await?;
    let typed = [("email", account.email.as_str()), ("username", account.username.as_str())];
    upstreams::check_domains(&mut from, &scope.people, &typed).await?;
    roles::check_first(from, &app.clock, &scope.roles, &new.roles).await?;
    Ok((account, job))
}

async fn check_job(
    app: &App,
    mut from: impl Read,
    scope: &AddingScope,
    job: &NewJob,
    person: PersonId,
) -> Result<CheckedJob, Problem> {
    let scope = &scope.people;
    let zone = store::time_zone(&mut from, scope, job.company).await?.ok_or(Problem::NotFound)?;
    let today = app.clock.today(&zone);
    let code = rules::check_job(job, today)?;
    if let Some(group) = job.pay_group
        && !store::has_pay_group(&mut from, scope, job.company, group).await?
    {
        return Err(EmploymentRefusal::UnknownPayGroup.into());
    }
    let (is_employed, is_code_taken) = store::is_there(&mut from, scope, job.company, person, &code).await?;
    if is_employed {
        return Err(EmploymentRefusal::EmployedAlready.into());
    }
    if is_code_taken {
        return Err(EmploymentRefusal::CodeTaken.into());
    }
    if let Some(manager) = job.manager
        && !may_manage(from, scope, job.company, manager, job.hired.max(today)).await?
    {
        return Err(EmploymentRefusal::NotAManager.into());
    }
    Ok(CheckedJob { code, today })
}

pub async fn add(
    app: &App,
    work: &mut Work,
    scope: &AddingScope,
    new: Proven<NewPerson>,
) -> Result<AddedPerson, Problem> {
    let tenant = scope.people.tenant();
    let person = PersonId(work.new_id());
    let tenant_name = store::take_turn(work.tx(), &scope.people).await?;
    let (account, job) = check_person(app, work.tx(), scope, &new, person).await?;
    let account = account::open_account(work, (tenant, person), account).await?;
    let detail = json!({
        "username": account.username, "version": account.version, "invited": new.is_invited,
        "operator": scope.people.operator(),
    });
    work.record("person.created", "person", person.0, detail);
    work.publish(EventType::PersonAdded.of(person.0));
    let of = Hired { person, first_name: &account.first_name, last_name: &account.last_name };
    let begins = new.job.as_ref().zip(job.as_ref()).and_then(|(job, checked)| checked.begins_later(job));
    let employee = match new.job.as_ref().zip(job) {
        Some((job, checked)) => Some(hire(app, work, &scope.people, &of, (job, checked)).await?),
        None => None,
    };
    roles::give_first(work, &app.clock, &scope.roles, &new, (person, begins)).await?;
    if new.is_invited {
        let PersonAccount { first_name, email, language, .. } = account;
        let invited = Invited { id: person, first_name, email, language };
        account::invite_many(app, work, tenant, &tenant_name, &[invited]).await?;
    }
    Ok(AddedPerson { person, employee })
}

/// What is wrong with an employment for someone who has an account.
async fn check_employment(
    app: &App,
    mut from: impl Read,
    scope: &AddingScope,
    new: &NewEmployment,
) -> Result<((String, String), CheckedJob), Problem> {
    rules::check_roles(new.roles.len())?;
    let names = store::names(&mut from, &scope.people, new.person).await?.ok_or(Problem::NotFound)?;
    if scope.people.actor() == Some(new.person) {
        return Err(EmploymentRefusal::OwnEmployment.into());
    }
    check_reach(&mut from, &scope.people, new.person).await?;
    let job = check_job(app, &mut from, scope, &new.job, new.person).await?;
    roles::check_first(from, &app.clock, &scope.roles, &new.roles).await?;
    Ok((names, job))
}

/// No one gives themselves an employment.
pub async fn employ(
    app: &App,
    work: &mut Work,
    scope: &AddingScope,
    new: Proven<NewEmployment>,
) -> Result<AddedPerson, Problem> {
    store::take_turn(work.tx(), &scope.people).await?;
    let ((first_name, last_name), job) = check_employment(app, work.tx(), scope, &new).await?;
    let person = new.person;
    let of = Hired { person, first_name: &first_name, last_name: &last_name };
    let begins = job.begins_later(&new.job);
    let employee = hire(app, work, &scope.people, &of, (&new.job, job)).await?;
    roles::give_first(work, &app.clock, &scope.roles, &new, (person, begins)).await?;
    Ok(AddedPerson { person, employee: Some(employee) })
}

/// Which version of the portal someone gets, `v1` or `v2`. It changes what they see first, and no right. It counts in all
/// their companies, so administrators of only some of those don't set it.
pub async fn set_portal_version(
    work: &mut Work,
    scope: &PeopleScope,
    person: PersonId,
    version: &'static str,
) -> Result<(), Problem> {
    account::check_within_reach(work.tx(), scope, person).await?;
    if store::set_version(work.tx(), scope, person, version).await? {
        let detail = json!({ "version": version, "operator": scope.operator() });
        work.record("person.version", "person", person.0, detail);
    }
    Ok(())
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

async fn hire(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    of: &Hired<'_>,
    (job, CheckedJob { code, today }): (&NewJob, CheckedJob),
) -> Result<EmployeeId, Problem> {
    let employee = EmployeeId(work.new_id());
    store::insert(work.tx(), scope, employee, of, job, &code).await?;
    let detail = json!({
        "person": of.person, "company": job.company, "code": code, "hired": job.hired, "operator": scope.operator(),
    });
    work.record("employment.added", "employee", employee.0, detail);
    work.publish(EventType::EmploymentAdded.of(employee.0).at(job.company).about(employee));
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
