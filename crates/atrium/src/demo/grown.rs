//! `--employees N`: Cedar Logistics grown to N people for load tests, in bulk. The newcomers report to leads of twelve,
//! and in the area Time Off the first five thousand also report to the first newcomer.

use super::{deposits, pay_stubs, store};
use crate::access::{Area, ReportKind};
use crate::app::App;
use crate::demo_world::{DemoPlan, EmployeePlan, LOGISTICS, PersonPlan};
use crate::shared::clock::Randomness;
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PersonId};
use crate::shared::problem::Problem;

pub(super) const CHUNK: usize = 5_000;
const TEAM: usize = 12;

pub(super) async fn grow(
    app: &App,
    plan: &DemoPlan,
    randomness: &Randomness,
    today: Day,
    count: usize,
) -> Result<(), Problem> {
    let company = plan.company(LOGISTICS.name);
    let (teams, now) = (company.teams(), app.clock.now());
    let (employee_role, manager_role) =
        (plan.role(company.tenant, "Employee"), plan.role(company.tenant, "Manager View"));
    let (mut lead, mut head) = (None, None);
    let mut from = company.place.people;
    while from < count {
        let to = count.min(from + CHUNK);
        let mut chunk = DemoPlan {
            tenants: vec![],
            companies: vec![],
            roles: plan.roles.clone(),
            people: vec![],
            employees: vec![],
            assignments: vec![],
            lines: vec![],
        };
        for n in from..to {
            let (person, employee) = (PersonId(app.ids.next(now)), EmployeeId(app.ids.next(now)));
            let (first_name, last_name) = (super::people::FIRST_NAMES, super::people::LAST_NAMES);
            let pick = |list: &[&str]| list[randomness.below(list.len() as u64) as usize].to_owned();
            let (first_name, last_name) = (pick(first_name), pick(last_name));
            chunk.people.push(PersonPlan {
                id: person,
                tenant: company.tenant,
                username: format!("worker{n}"),
                first_name: first_name.clone(),
                last_name: last_name.clone(),
                email: format!("worker{n}@example.com"),
                phone: format!("+1972555{:04}", n % 10_000),
                language: "en",
                version: "v1",
            });
            chunk.employees.push(EmployeePlan {
                id: employee,
                tenant: company.tenant,
                company: company.id,
                person,
                code: (100_000 + n).to_string(),
                first_name,
                last_name,
                born: today.plus_days(-(19 * 366) - randomness.below(42 * 365) as i64),
                hired: today.plus_days(-30 - randomness.below(12 * 365) as i64),
                pay_group: company.pay_groups[usize::from(n % 4 == 3)].0,
                place: company.path(teams[n % teams.len()]),
            });
            chunk.assignments.push((person, employee_role, Some(company.id)));
            match head {
                None => head = Some(person),
                Some(manager) if n < company.place.people + CHUNK => {
                    chunk.lines.push((manager, company.id, employee, ReportKind::Secondary, Area::TimeOff));
                }
                Some(_) => {}
            }
            match lead {
                Some(manager) if n % TEAM != 0 => {
                    for area in [Area::TimeOff, Area::PersonalInfo] {
                        chunk.lines.push((manager, company.id, employee, ReportKind::Primary, area));
                    }
                }
                _ => {
                    lead = Some(person);
                    chunk.assignments.push((person, manager_role, Some(company.id)));
                }
            }
        }
        let tenant_row = crate::demo_world::CompanyPlan {
            id: company.id,
            tenant: company.tenant,
            place: company.place,
            pay_groups: vec![],
            organizations: Default::default(),
        };
        chunk.companies.push(tenant_row);
        let mut tx = app.db.begin_write().await?;
        store::write_people(&mut tx, &chunk).await?;
        let companies = std::slice::from_ref(company);
        pay_stubs::write(app, &mut tx, &chunk, companies, today, pay_stubs::Keep::LastTwo).await?;
        deposits::accounts(app, &mut tx, &chunk, companies, &[], today).await?;
        tx.commit().await?;
        from = to;
    }
    Ok(())
}
