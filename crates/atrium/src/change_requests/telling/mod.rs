//! Change request notices, by mail and in the app, in the reader's language. Deciders hear when a request is opened.
//! Deciders and administrators hear when its owner freezes it. What would change stays in the portal.

mod store;

use super::RequestStatus;
use crate::access::{EmployeeScope, Write};
use crate::change_requests::ChangeRequests;
use crate::inbox;
use crate::notices::{self, Letter, RequestAbout};
use crate::shared::problem::Problem;
use crate::work::Work;
use store::Recipient;

fn queue_of(about: RequestAbout) -> &'static str {
    match about {
        RequestAbout::Deposits => "/manager/disbursements",
        RequestAbout::Profile | RequestAbout::TaxForms => "/manager/employees/change-requests",
    }
}

/// Where administrators find what's waiting for them.
const ADMINISTRATION: &str = "/admin/home";
/// Where everyone starts.
const HOME: &str = "/";

/// Tells the nearest managers who may decide it. If there aren't any, the administrators who decide instead.
pub(super) async fn deciders(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    about: RequestAbout,
    status: RequestStatus,
) -> Result<(), Problem> {
    if status != RequestStatus::Pending {
        return Ok(());
    }
    let today = work.today(&scope.time_zone());
    let mut people = store::managers(work.tx(), scope, today).await?;
    let path = if people.is_empty() { ADMINISTRATION } else { queue_of(about) };
    if people.is_empty() {
        people = store::deciding_administrators(work.tx(), scope, today).await?;
    } else if people.iter().any(|person| person.kind == "primary") {
        people.retain(|person| person.kind == "primary");
    }
    let (kind, link) = (inbox::NoticeKind::of_request(about), format!("{}{path}", work.public_url()));
    for person in &people {
        let (first_name, employee) = (&person.first_name, &person.employee);
        tell(work, scope, person, kind, Letter::RequestAsked { first_name, about, employee, link: &link })?;
    }
    Ok(())
}

/// Someone may be after the employee's pay, so we tell everyone who looks after it: all managers who decide deposits,
/// near or not, payroll, and the administrators of the tenant and of the company.
pub async fn frozen(work: &mut Work, scope: &EmployeeScope<ChangeRequests, Write>) -> Result<(), Problem> {
    let today = work.today(&scope.time_zone());
    let managers = store::managers(work.tx(), scope, today).await?;
    let mut others = store::payroll_and_administrators(work.tx(), scope, today).await?;
    others.retain(|person| managers.iter().all(|known| known.person != person.person));
    let (administrators, payroll): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|person| person.kind == "admin");
    let (at, url) = (work.now(), work.public_url().to_owned());
    for (people, path) in
        [(managers, queue_of(RequestAbout::Deposits)), (administrators, ADMINISTRATION), (payroll, HOME)]
    {
        let link = format!("{url}{path}");
        for person in &people {
            let (first_name, employee) = (&person.first_name, &person.employee);
            let letter = Letter::DepositFrozenAlert { first_name, employee, at, link: &link };
            tell(work, scope, person, inbox::NoticeKind::DepositsFrozen, letter)?;
        }
    }
    Ok(())
}

fn tell(
    work: &mut Work,
    scope: &EmployeeScope<ChangeRequests, Write>,
    person: &Recipient,
    kind: inbox::NoticeKind,
    letter: Letter<'_>,
) -> Result<(), Problem> {
    let facts = inbox::Facts { employee: Some(person.employee.clone()), ..inbox::Facts::default() };
    inbox::tell(work, scope, person.person, kind, &facts)?;
    notices::mail(work, &person.email, &person.language, letter)
}
