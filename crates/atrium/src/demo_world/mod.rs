//! What a feature needs to write its part of the demo world: who is in it, as a plan in memory (made by
//! `demo/world.rs`), and the companies. A feature lists its part in its row in `all_features.rs`.

mod places;

pub use places::{HARBOR, LOGISTICS, OUTFITTERS, Place};

use crate::access::{Area, At, ReportKind, Viewer};
use crate::app::App;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, OrganizationId, PayGroupId, PersonId, RoleId, TenantId};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use futures_util::future::BoxFuture;
use std::collections::BTreeMap;

/// What a feature adds to the demo world.
#[derive(Clone, Copy)]
pub struct DemoPart {
    /// The `demo/mod.rs` step after which it is written.
    pub after: DemoStep,
    pub write: for<'a> fn(&'a App, &'a DemoPlan, Day) -> BoxFuture<'a, Result<(), Problem>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoStep {
    People,
    Documents,
}

/// A person in the plan, at a company, for use cases.
pub async fn standing(
    app: &App,
    plan: &DemoPlan,
    username: &str,
    company: &str,
) -> Result<(Viewer, At), Problem> {
    let company = plan.company(company);
    let viewer =
        Viewer::load(&app.db, &app.clock, plan.person(username).id).await?.ok_or(Problem::NotFound)?;
    Ok((viewer, At { tenant: company.tenant, company: company.id }))
}

pub async fn begin(app: &App, viewer: &Viewer) -> db::Result<Work> {
    let author = Author { tenant: viewer.tenant, person: Some(viewer.person), address: "demo".to_owned() };
    Work::begin(app, &app.db, author).await
}

pub struct DemoPlan {
    pub tenants: Vec<(TenantId, &'static str)>,
    pub companies: Vec<CompanyPlan>,
    pub roles: Vec<(RoleId, TenantId, &'static str, &'static str)>,
    pub people: Vec<PersonPlan>,
    pub employees: Vec<EmployeePlan>,
    /// (person, role, company)
    pub assignments: Vec<(PersonId, RoleId, Option<CompanyId>)>,
    pub lines: Vec<(PersonId, CompanyId, EmployeeId, ReportKind, Area)>,
}

pub struct CompanyPlan {
    pub id: CompanyId,
    pub tenant: TenantId,
    pub place: &'static Place,
    pub pay_groups: Vec<(PayGroupId, &'static str)>,
    /// By code: (id, kind, name, parent's code)
    pub organizations: BTreeMap<&'static str, (OrganizationId, &'static str, &'static str, &'static str)>,
}

pub struct PersonPlan {
    pub id: PersonId,
    pub tenant: TenantId,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: String,
    pub language: &'static str,
    pub version: &'static str,
}

pub struct EmployeePlan {
    pub id: EmployeeId,
    pub tenant: TenantId,
    pub company: CompanyId,
    pub person: PersonId,
    pub code: String,
    pub first_name: String,
    pub last_name: String,
    pub born: Day,
    pub hired: Day,
    pub pay_group: PayGroupId,
    /// Division, branch, department, team.
    pub place: [OrganizationId; 4],
}

impl CompanyPlan {
    /// The path from the division down to a team.
    pub fn path(&self, team: &str) -> [OrganizationId; 4] {
        [2, 4, 6, 8].map(|chars| self.organizations[&team[..chars]].0)
    }

    pub fn teams(&self) -> Vec<&'static str> {
        self.organizations
            .iter()
            .filter(|(_, (_, kind, ..))| *kind == "Team")
            .map(|(code, _)| *code)
            .collect()
    }
}

impl DemoPlan {
    pub fn company(&self, name: &str) -> &CompanyPlan {
        self.companies.iter().find(|company| company.place.name == name).expect("the demo has this company")
    }

    pub fn role(&self, tenant: TenantId, name: &str) -> RoleId {
        let role = self.roles.iter().find(|(_, of, role, _)| *of == tenant && *role == name);
        role.expect("the demo has this role").0
    }

    pub fn person(&self, username: &str) -> &PersonPlan {
        self.people.iter().find(|person| person.username == username).expect("the demo has this person")
    }

    pub fn employee(&self, username: &str) -> &EmployeePlan {
        let person = self.person(username).id;
        self.employees.iter().find(|employee| employee.person == person).expect("this person is an employee")
    }
}
