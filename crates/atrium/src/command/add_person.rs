//! `atrium person add | add-job`: someone new, or an employment for someone who has an account. The use cases are the
//! console's.

use super::person::{self, About, begin, day, found};
use super::{Failure, terminal};
use crate::access::{self, AdminScope, Write};
use crate::account::PersonAccount;
use crate::app::App;
use crate::employment::{self, AddedPerson, AddingScope, NewEmployment, NewJob, NewPerson};
use crate::factors::{NeedsProof, Proven};
use crate::roles::{self, Applies, FirstRole, Roles};
use crate::shared::id::{CompanyId, PayGroupId};
use crate::shared::page::Cursors;
use crate::work::Work;
use clap::Args;

/// The employment. The company is named with --company.
#[derive(Args)]
pub(crate) struct JobOptions {
    /// The employee code. No one else in the company has it.
    #[arg(long, requires = "company")]
    code: Option<String>,
    /// The date of birth, as YYYY-MM-DD.
    #[arg(long, requires = "company", value_name = "DAY")]
    born: Option<String>,
    /// The hire date, as YYYY-MM-DD.
    #[arg(long, requires = "company", value_name = "DAY")]
    hired: Option<String>,
    /// The pay group's name.
    #[arg(long, requires = "company", value_name = "NAME")]
    pay_group: Option<String>,
    /// The manager's username.
    #[arg(long, requires = "company", value_name = "USERNAME")]
    manager: Option<String>,
    /// A role's name or ID. It's given in the company, or in the whole tenant if that's where it applies. Repeat it for
    /// several.
    #[arg(long, required = true)]
    role: Vec<String>,
}

/// The account.
#[derive(Args)]
pub(crate) struct AccountOptions {
    /// The first name.
    #[arg(long, value_name = "NAME")]
    first_name: String,
    /// The last name.
    #[arg(long, value_name = "NAME")]
    last_name: String,
    /// The work email address.
    #[arg(long)]
    email: String,
    /// The language of the portal and of mail.
    #[arg(long, value_parser = ["en", "es"], default_value = "en")]
    language: String,
    /// Which version of the portal they get.
    #[arg(long, value_parser = ["v1", "v2"], default_value = "v1")]
    portal: String,
    /// Mail them an invitation right away.
    #[arg(long)]
    invite: bool,
}

fn missing(option: &str) -> Failure {
    Failure::Other(format!("an employment needs {option}"))
}

async fn company(app: &App, scope: &AddingScope, called: &str) -> Result<CompanyId, Failure> {
    let companies = roles::companies(&app.db, &scope.roles).await.map_err(terminal::failed)?;
    let is_meant =
        |(id, name): &&(CompanyId, String)| name.eq_ignore_ascii_case(called) || id.to_string() == called;
    let found = companies.iter().find(is_meant).map(|(id, _)| *id);
    found.ok_or_else(|| Failure::Other(format!("there is no company {called:?}")))
}

async fn pay_group(
    app: &App,
    scope: &AddingScope,
    company: CompanyId,
    name: &str,
) -> Result<PayGroupId, Failure> {
    let found = employment::pay_group_called(&app.db, &scope.people, company, name).await;
    let found = found.map_err(terminal::failed)?;
    found.ok_or_else(|| Failure::Other(format!("this company has no pay group {name:?}")))
}

async fn job(
    app: &App,
    scope: &AddingScope,
    company: CompanyId,
    options: &JobOptions,
) -> Result<NewJob, Failure> {
    let pay_group = match &options.pay_group {
        Some(name) => Some(pay_group(app, scope, company, name).await?),
        None => None,
    };
    let manager = match &options.manager {
        Some(username) => Some(found(app, &scope.people, username).await?.person.id),
        None => None,
    };
    Ok(NewJob {
        company,
        code: options.code.clone().ok_or_else(|| missing("--code"))?,
        born: day(options.born.as_deref().ok_or_else(|| missing("--born"))?)?,
        hired: day(options.hired.as_deref().ok_or_else(|| missing("--hired"))?)?,
        pay_group,
        manager,
    })
}

/// Where each role applies decides where it's given.
async fn first_roles(
    app: &App,
    scope: &AdminScope<Roles, Write>,
    company: Option<CompanyId>,
    named: &[String],
) -> Result<Vec<FirstRole>, Failure> {
    let (mut known, mut cursor) = (vec![], None::<String>);
    loop {
        let cursors = Cursors::new(&app.keys.cursor, "roles at the terminal".to_owned());
        let asked = (Some(100), cursor.as_deref());
        let page = roles::list(&app.db, &app.clock, scope, "", cursors, asked).await;
        let page = page.map_err(terminal::failed)?;
        known.extend(page.results);
        cursor = page.links.next;
        if cursor.is_none() {
            break;
        }
    }
    let each = named.iter().map(|called| {
        let is_meant =
            |role: &&roles::RoleRow| role.name.eq_ignore_ascii_case(called) || role.id.to_string() == *called;
        let role = known.iter().find(is_meant);
        let role = role.ok_or_else(|| Failure::Other(format!("there is no role {called:?}")))?;
        let company = company.filter(|_| role.applies != Applies::Tenant);
        Ok(FirstRole { role: role.id, company })
    });
    each.collect()
}

/// Everything about adding starts with the tenant and who is at the terminal.
async fn scope(app: &App, about: &About) -> Result<AddingScope, Failure> {
    let people = person::scope(app, about).await?;
    let roles = access::at_terminal::<Roles>(&access::operator(people.tenant()));
    Ok(AddingScope { people, roles })
}

fn proven<C: NeedsProof>(scope: &AddingScope, change: C) -> Proven<C> {
    Proven::by_operator(&access::operator(scope.people.tenant()), change)
}

async fn saved(app: &App, about: &About, work: Work, added: AddedPerson) -> Result<(), Failure> {
    work.commit().await?;
    terminal::keep_heads(app).await?;
    if !about.json {
        println!("Added {} ({}).", about.username, added.person);
    }
    person::show(app, about).await
}

pub(super) async fn add(
    app: &App,
    about: &About,
    account: AccountOptions,
    options: &JobOptions,
) -> Result<(), Failure> {
    let scope = scope(app, about).await?;
    let at = match &about.company {
        Some(name) => Some(company(app, &scope, name).await?),
        None => None,
    };
    let job = match at {
        Some(at) => Some(job(app, &scope, at, options).await?),
        None => None,
    };
    let roles = first_roles(app, &scope.roles, at, &options.role).await?;
    let is_invited = account.invite;
    let account = PersonAccount {
        username: about.username.clone(),
        first_name: account.first_name,
        last_name: account.last_name,
        email: account.email,
        language: if account.language == "es" { "es" } else { "en" },
        version: if account.portal == "v2" { "v2" } else { "v1" },
    };
    let new = proven(&scope, NewPerson { account, job, roles, is_invited });
    let mut work = begin(app, &scope.people).await?;
    let added = employment::add(app, &mut work, &scope, new).await.map_err(terminal::failed)?;
    saved(app, about, work, added).await
}

pub(super) async fn set_portal(app: &App, about: &About, version: &str) -> Result<(), Failure> {
    let scope = person::scope(app, about).await?;
    let person = found(app, &scope, &about.username).await?.person.id;
    let version = if version == "v2" { "v2" } else { "v1" };
    let mut work = begin(app, &scope).await?;
    employment::set_portal_version(&mut work, &scope, person, version).await.map_err(terminal::failed)?;
    work.commit().await?;
    terminal::keep_heads(app).await?;
    person::show(app, about).await
}

pub(super) async fn add_job(app: &App, about: &About, options: &JobOptions) -> Result<(), Failure> {
    let scope = scope(app, about).await?;
    let person = found(app, &scope.people, &about.username).await?.person.id;
    let at = company(app, &scope, about.company.as_deref().ok_or_else(|| missing("--company"))?).await?;
    let job = job(app, &scope, at, options).await?;
    let roles = first_roles(app, &scope.roles, Some(at), &options.role).await?;
    let new = proven(&scope, NewEmployment { person, job, roles });
    let mut work = begin(app, &scope.people).await?;
    let added = employment::employ(app, &mut work, &scope, new).await.map_err(terminal::failed)?;
    saved(app, about, work, added).await
}
