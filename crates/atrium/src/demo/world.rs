//! Everyone in the demo world, as a plan in memory: a pure function of the day and the seeded randomness.

use super::Growth;
use crate::access::{self, Area, ReportKind};
use crate::app::App;
use crate::demo_world::{
    ACCOUNTS, CompanyPlan, DemoPlan, EmployeePlan, FIRST_NAMES, HARBOR, LAST_NAMES, LOGISTICS, OUTFITTERS,
    PersonPlan, Place, TenantPlan,
};
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, OrganizationId, PayGroupId, PersonId, RoleId, TenantId};
use std::collections::BTreeSet;

fn assign(plan: &mut DemoPlan, username: &str, role: &str, company: Option<CompanyId>) {
    let person = plan.person(username);
    let (id, role) = (person.id, plan.role(person.tenant, role));
    plan.assignments.push((id, role, company));
}

fn report(plan: &mut DemoPlan, manager: &str, employee: EmployeeId, kind: ReportKind, areas: &[Area]) {
    let company = plan.employees.iter().find(|row| row.id == employee).expect("planned before").company;
    let manager = plan.person(manager).id;
    plan.lines.extend(areas.iter().map(|area| (manager, company, employee, kind, *area)));
}

/// The roles of every tenant, whose IDs are drawn in this order; what they allow is in `roles/demo.rs`.
const ROLES: &[&str] = &[
    "Employee",
    "Manager View",
    "Administrator",
    "Company Administrator",
    "Payroll",
    "Identity User",
    "Evolution Payroll Access",
    "Complete Evolution Access",
    "No Payroll Tile",
    "Time Off Approver",
];

struct Planner<'a> {
    app: &'a App,
    today: Day,
    plan: DemoPlan,
    usernames: BTreeSet<String>,
}

impl Planner<'_> {
    fn id(&self) -> uuid::Uuid {
        self.app.ids.next(self.app.clock.now())
    }

    fn tenant(&mut self, name: &'static str) -> TenantId {
        let tenant = TenantId(self.id());
        self.plan.tenants.push(TenantPlan { id: tenant, name, scope: access::operator(tenant) });
        for role in ROLES {
            // Drawn for all but two, so a world is the same as before those were shipped.
            let id = match *role {
                "Company Administrator" => uuid::Uuid::from_u128(tenant.0.as_u128() ^ 1),
                "Payroll" => uuid::Uuid::from_u128(tenant.0.as_u128() ^ 2),
                _ => self.id(),
            };
            self.plan.roles.push((RoleId(id), tenant, role));
        }
        tenant
    }

    fn company(&mut self, tenant: TenantId, place: &'static Place) -> CompanyId {
        let id = CompanyId(self.id());
        let pay_groups = place.pay_groups.iter().map(|name| (PayGroupId(self.id()), *name)).collect();
        let organizations = place
            .tree
            .iter()
            .map(|(kind, code, name, parent)| (*code, (OrganizationId(self.id()), *kind, *name, *parent)))
            .collect();
        self.plan.companies.push(CompanyPlan { id, tenant, place, pay_groups, organizations });
        id
    }

    fn account(&mut self, username: &str) {
        let account = ACCOUNTS.iter().find(|account| account.username == username).expect("listed above");
        let tenant =
            self.plan.tenants.iter().find(|tenant| tenant.name == account.tenant).expect("made before").id;
        let (first, last) = (account.first_name.to_owned(), account.last_name.to_owned());
        self.person(tenant, username.to_owned(), first, last, account.language, account.version);
    }

    fn person(
        &mut self,
        tenant: TenantId,
        username: String,
        first_name: String,
        last_name: String,
        language: &'static str,
        version: &'static str,
    ) -> PersonId {
        let id = PersonId(self.id());
        let phone = format!("+1503555{:04}", 100 + self.plan.people.len() % 9900);
        let email = format!("{username}@example.com");
        self.usernames.insert(username.clone());
        self.plan.people.push(PersonPlan {
            id,
            tenant,
            username,
            first_name,
            last_name,
            email,
            phone,
            language,
            version,
        });
        id
    }

    /// An invented person with a username of their own.
    fn stranger(&mut self, tenant: TenantId) -> PersonId {
        let pick = |list: &[&'static str]| list[self.app.randomness.below(list.len() as u64) as usize];
        let (first, last) = (pick(FIRST_NAMES), pick(LAST_NAMES));
        let plain = |name: &str| name.to_lowercase().replace('\'', "").replace('ñ', "n");
        let stem = format!("{}.{}", plain(first), plain(last));
        let mut username = stem.clone();
        let mut number = 2;
        while self.usernames.contains(&username) {
            username = format!("{stem}{number}");
            number += 1;
        }
        self.person(tenant, username, first.to_owned(), last.to_owned(), "en", "v1")
    }

    fn employ(&mut self, person: PersonId, company: CompanyId, team: &str) -> EmployeeId {
        let nth = self.plan.employees.len();
        let place = self.plan.companies.iter().find(|row| row.id == company).expect("made before");
        let employed = self.plan.employees.iter().filter(|row| row.company == company).count();
        let pay_groups = place.pay_groups.len();
        let person_row = self.plan.people.iter().find(|row| row.id == person).expect("made before");
        let is_account = ACCOUNTS.iter().any(|account| account.username == person_row.username);
        let random_day = |years: u64, from: i64| {
            self.today.plus_days(-from - self.app.randomness.below(years * 365) as i64)
        };
        let employee = EmployeePlan {
            id: EmployeeId(self.id()),
            tenant: place.tenant,
            company,
            person,
            code: (10_001 + employed * 7).to_string(),
            first_name: person_row.first_name.clone(),
            last_name: person_row.last_name.clone(),
            // One person has a birthday this week, and another an anniversary.
            born: if nth % 40 == 5 {
                same_day_years_ago(self.today.plus_days(2), 34)
            } else {
                random_day(42, 19 * 366)
            },
            hired: if nth % 40 == 7 {
                same_day_years_ago(self.today.plus_days(3), 5)
            } else if is_account {
                // People a visitor may sign in as have been here long enough to have a history.
                same_day_years_ago(self.today.plus_days(-40 * nth as i64), 4)
            } else {
                random_day(12, 30)
            },
            pay_group: place.pay_groups[usize::from(nth % 4 == 3) % pay_groups].0,
            place: place.path(team),
        };
        let id = employee.id;
        self.plan.employees.push(employee);
        let role = self.plan.role(place_tenant(&self.plan, company), "Employee");
        self.plan.assignments.push((person, role, Some(company)));
        id
    }

    /// Fills a company with strangers, spread over its teams.
    fn fill(&mut self, company: CompanyId) {
        let place = self.plan.companies.iter().find(|row| row.id == company).expect("made before");
        let (teams, tenant, size) = (place.teams(), place.tenant, place.place.people);
        let employed = self.plan.employees.iter().filter(|row| row.company == company).count();
        for n in employed..size {
            let person = self.stranger(tenant);
            self.employ(person, company, teams[n % teams.len()]);
        }
    }
}

fn place_tenant(plan: &DemoPlan, company: CompanyId) -> TenantId {
    plan.companies.iter().find(|row| row.id == company).expect("made before").tenant
}

/// February 29 becomes February 28.
fn same_day_years_ago(day: Day, years: i16) -> Day {
    Day(day.0.saturating_sub(jiff::Span::new().years(i64::from(years))))
}

pub(super) fn plan(app: &App, today: Day, growth: Option<Growth>) -> DemoPlan {
    let plan = DemoPlan {
        growth,
        tenants: vec![],
        companies: vec![],
        roles: vec![],
        people: vec![],
        employees: vec![],
        assignments: vec![],
        lines: vec![],
    };
    let mut planner = Planner { app, today, plan, usernames: BTreeSet::new() };
    let cedar = planner.tenant("Cedar Group");
    let harbor = planner.tenant("Harbor Clinic");
    let outfitters = planner.company(cedar, &OUTFITTERS);
    let logistics = planner.company(cedar, &LOGISTICS);
    let clinic = planner.company(harbor, &HARBOR);
    for account in ACCOUNTS {
        planner.account(account.username);
    }
    for (username, company, team) in [
        ("ana", outfitters, "10101010"),
        ("victor", outfitters, "10201010"),
        ("priya", outfitters, "20101010"),
        ("evan", outfitters, "20102010"),
        ("elena", logistics, "10101020"),
        ("hugo", clinic, "10101010"),
    ] {
        let person = planner.plan.person(username).id;
        planner.employ(person, company, team);
    }
    for company in [outfitters, logistics, clinic] {
        planner.fill(company);
    }
    let mut plan = planner.plan;
    for (username, role, company) in [
        ("marcus", "Manager View", Some(outfitters)),
        ("priya", "Manager View", Some(outfitters)),
        ("priya", "Manager View", Some(logistics)),
        ("dana", "Time Off Approver", Some(outfitters)),
        ("omar", "Identity User", None),
        ("grace", "Administrator", None),
        ("evan", "Evolution Payroll Access", Some(outfitters)),
        ("mina", "Manager View", Some(clinic)),
    ] {
        assign(&mut plan, username, role, company);
    }
    report_lines(&mut plan, outfitters, logistics, clinic);
    plan
}

/// Marcus leads retail, Priya operations and part of logistics; Dana stands in for time off; a few lines have only one
/// area, so every case in the area rules exists.
fn report_lines(plan: &mut DemoPlan, outfitters: CompanyId, logistics: CompanyId, clinic: CompanyId) {
    use Area::{PersonalInfo, TimeOff};
    use ReportKind::{Primary, Secondary};
    let both = [TimeOff, PersonalInfo];
    let retail = plan.company(OUTFITTERS.name).organizations["10"].0;
    let of = |plan: &DemoPlan, company| -> Vec<(EmployeeId, OrganizationId)> {
        let rows = plan.employees.iter().filter(|row| row.company == company);
        rows.map(|row| (row.id, row.place[0])).collect()
    };
    let (ana, victor, priya) =
        (plan.employee("ana").id, plan.employee("victor").id, plan.employee("priya").id);
    let everyone = of(plan, outfitters);
    for (n, (employee, division)) in everyone.iter().enumerate() {
        // No one reports to themselves: Priya reports to Marcus.
        if *division == retail || *employee == priya {
            report(plan, "marcus", *employee, Primary, &both);
        } else {
            report(plan, "priya", *employee, Primary, &both);
            match n % 8 {
                0 => report(plan, "marcus", *employee, Secondary, &[TimeOff]),
                1 => report(plan, "marcus", *employee, Secondary, &[PersonalInfo]),
                _ => {}
            }
        }
    }
    for employee in [ana, victor] {
        report(plan, "dana", employee, Secondary, &[TimeOff]);
    }
    for (employee, _) in everyone.iter().skip(10).step_by(6) {
        report(plan, "dana", *employee, Secondary, &[TimeOff]);
    }
    for (n, (employee, _)) in of(plan, logistics).iter().enumerate() {
        report(plan, "priya", *employee, if n % 3 == 0 { Primary } else { Secondary }, &both);
    }
    for (employee, _) in of(plan, clinic) {
        report(plan, "mina", employee, Primary, &both);
    }
}
