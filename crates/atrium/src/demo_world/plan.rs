//! Who is in a demo, as a plan in memory, made by `demo/world.rs`.

use super::{ACCOUNTS, Place};
use crate::access::{Area, OperatorScope, ReportKind};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, OrganizationId, PayGroupId, PersonId, RoleId, TenantId};
use std::collections::BTreeMap;

pub struct DemoPlan {
    /// Cedar Logistics grown, if it is.
    pub growth: Option<Growth>,
    pub tenants: Vec<TenantPlan>,
    pub companies: Vec<CompanyPlan>,
    /// (role, tenant, name)
    pub roles: Vec<(RoleId, TenantId, &'static str)>,
    pub people: Vec<PersonPlan>,
    pub employees: Vec<EmployeePlan>,
    /// (person, role, company)
    pub assignments: Vec<(PersonId, RoleId, Option<CompanyId>)>,
    pub lines: Vec<(PersonId, CompanyId, EmployeeId, ReportKind, Area)>,
}

/// For load tests.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    pub employees: usize,
    /// Time-off requests per newcomer; twice as many for those the first newcomer decides on.
    pub requests_each: usize,
}

#[derive(Clone)]
pub struct TenantPlan {
    pub id: TenantId,
    pub name: &'static str,
    /// To write for the tenant what no one in it could.
    pub scope: OperatorScope,
}

#[derive(Clone)]
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
        let role = self.roles.iter().find(|(_, of, role)| *of == tenant && *role == name);
        role.expect("the demo has this role").0
    }

    pub fn person(&self, username: &str) -> &PersonPlan {
        self.people.iter().find(|person| person.username == username).expect("the demo has this person")
    }

    pub fn employee(&self, username: &str) -> &EmployeePlan {
        let person = self.person(username).id;
        self.employees.iter().find(|employee| employee.person == person).expect("this person is an employee")
    }

    pub fn scope(&self, tenant: TenantId) -> &OperatorScope {
        let tenant = self.tenants.iter().find(|row| row.id == tenant);
        &tenant.expect("the demo has this tenant").scope
    }

    pub fn company_of(&self, employee: &EmployeePlan) -> &CompanyPlan {
        self.companies.iter().find(|company| company.id == employee.company).expect("planned before")
    }

    /// One of those a visitor may sign in as.
    pub fn is_named(&self, employee: &EmployeePlan) -> bool {
        ACCOUNTS.iter().any(|account| self.person(account.username).id == employee.person)
    }
}
