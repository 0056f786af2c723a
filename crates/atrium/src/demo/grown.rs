//! `--employees N`: Cedar Logistics grown to N people for load tests, in bulk. The newcomers report to leads of twelve,
//! and in the area Time Off the first five thousand also report to the first newcomer.

use super::{write_newcomers, write_pay, write_people};
use crate::access::{Area, ReportKind};
use crate::app::App;
use crate::demo_world::{DemoPlan, EmployeePlan, FIRST_NAMES, Keep, LAST_NAMES, LOGISTICS, PersonPlan};
use crate::shared::day::Day;
use crate::shared::id::{EmployeeId, PersonId};
use crate::shared::problem::Problem;

const CHUNK: usize = 5_000;
const TEAM: usize = 12;

pub(super) async fn grow(app: &App, plan: &DemoPlan, today: Day, count: usize) -> Result<(), Problem> {
    let company = plan.company(LOGISTICS.name);
    let (teams, now) = (company.teams(), app.clock.now());
    let (employee_role, manager_role) =
        (plan.role(company.tenant, "Employee"), plan.role(company.tenant, "Manager View"));
    let (mut lead, mut head) = (None, None);
    let mut from = company.place.people;
    while from < count {
        let to = count.min(from + CHUNK);
        let mut chunk = DemoPlan {
            growth: plan.growth,
            tenants: plan.tenants.iter().filter(|tenant| tenant.id == company.tenant).cloned().collect(),
            companies: vec![company.clone()],
            roles: plan.roles.clone(),
            people: vec![],
            employees: vec![],
            assignments: vec![],
            lines: vec![],
        };
        for n in from..to {
            let (person, employee) = (PersonId(app.ids.next(now)), EmployeeId(app.ids.next(now)));
            let pick = |list: &[&str]| list[app.randomness.below(list.len() as u64) as usize].to_owned();
            let (first_name, last_name) = (pick(FIRST_NAMES), pick(LAST_NAMES));
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
                born: today.plus_days(-(19 * 366) - app.randomness.below(42 * 365) as i64),
                hired: today.plus_days(-30 - app.randomness.below(12 * 365) as i64),
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
        let mut tx = app.db.begin_write().await?;
        write_people(app, &mut tx, &chunk, today).await?;
        write_pay(app, &mut tx, &chunk, today, Keep::LastTwo).await?;
        write_newcomers(app, &mut tx, &chunk, today).await?;
        tx.commit().await?;
        from = to;
    }
    Ok(())
}
