//! What the dates bring about, written once their day has come. Rights don't wait for it: `access/` decides by the
//! dates.

use super::rules::{EmploymentChange, is_due};
use super::store;
use crate::access::{self, PeopleScope};
use crate::account;
use crate::app::App;
use crate::notices::{self, Letter};
use crate::shared::day::Day;
use crate::shared::event_feed::EventType;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use oidc::EndedBy;
use serde_json::json;
use uuid::Uuid;

/// Everything that has come due since the last run. Several nodes may do it at the same time: each thing happens once.
pub async fn follow(app: &App) -> Result<(), Problem> {
    let upkeep = access::upkeep();
    take_over_imports(app).await?;
    // It's already tomorrow somewhere.
    let latest = app.clock.today("Pacific/Kiritimati");
    for (id, tenant, change, day, zone) in store::due(&app.db, &upkeep, latest).await? {
        if is_due(change, day, app.clock.today(&zone)) {
            let mut work = begin(app, tenant).await?;
            apply(app, &mut work, id).await?;
            work.commit().await?;
        }
    }
    for (id, tenant, day, zone) in store::untold(&app.db, &upkeep, latest).await? {
        if day <= app.clock.today(&zone) {
            let mut work = begin(app, tenant).await?;
            tell(app, &mut work, id).await?;
            work.commit().await?;
        }
    }
    super::lines::follow(app).await?;
    end_sessions(app).await
}

/// An import knows who is terminated, but not since when: the day of the import counts. A termination of ours that
/// payroll hasn't picked up yet stays.
async fn take_over_imports(app: &App) -> Result<(), Problem> {
    let upkeep = access::upkeep();
    for (tenant, employee, zone, is_told) in store::imported_ends(&app.db, &upkeep).await? {
        let scope = &access::people_upkeep(&upkeep, tenant);
        let mut work = begin(app, tenant).await?;
        store::lock(work.tx(), scope, employee).await?;
        let Some(there) = store::employment(work.tx(), scope, employee).await? else { continue };
        if !there.is_terminated || there.last_day.is_some() {
            continue;
        }
        let (id, now, day) = (work.new_id(), work.now(), app.clock.today(&zone));
        store::withdraw_planned(work.tx(), scope, employee, EmploymentChange::Termination, now).await?;
        let event = store::NewEvent { id, change: EmploymentChange::Termination, day, by: None, now };
        store::record(work.tx(), scope, &there, &event).await?;
        store::set_last_day(work.tx(), scope, employee, Some(day)).await?;
        if !is_told {
            store::take_untold(work.tx(), &upkeep, id, now).await?;
        }
        apply(app, &mut work, id).await?;
        work.commit().await?;
    }
    for (tenant, employee, first_day) in store::imported_returns(&app.db, &upkeep).await? {
        let scope = &access::people_upkeep(&upkeep, tenant);
        let mut work = begin(app, tenant).await?;
        let Some(there) = store::employment(work.tx(), scope, employee).await? else { continue };
        match first_day {
            None => store::end(work.tx(), scope, employee).await?,
            Some(day) => {
                let (id, now) = (work.new_id(), work.now());
                let event = store::NewEvent { id, change: EmploymentChange::Rehire, day, by: None, now };
                store::record(work.tx(), scope, &there, &event).await?;
                store::set_rehire_day(work.tx(), scope, employee, Some(day)).await?;
            }
        }
        work.commit().await?;
    }
    Ok(())
}

pub(super) async fn begin(app: &App, tenant: TenantId) -> db::Result<Work> {
    Work::begin(app, &app.db, Author { tenant, person: None, address: String::new() }).await
}

/// Writes the effects of an event whose day has come, unless another node has.
pub(super) async fn apply(app: &App, work: &mut Work, event: Uuid) -> Result<(), Problem> {
    let now = work.now();
    let upkeep = access::upkeep();
    let Some(due) = store::take_due(work.tx(), &upkeep, event, now).await? else { return Ok(()) };
    let scope = &access::people_upkeep(&upkeep, due.tenant_id);
    let Some(there) = store::employment(work.tx(), scope, due.employee_id).await? else { return Ok(()) };
    let action = match due.change {
        EmploymentChange::Leave | EmploymentChange::Return => {
            let is_on_leave = due.change == EmploymentChange::Leave;
            store::set_on_leave(work.tx(), scope, due.employee_id, is_on_leave).await?;
            if is_on_leave { "employment.leave_began" } else { "employment.returned" }
        }
        EmploymentChange::Rehire => {
            store::begin_again(work.tx(), scope, due.employee_id, due.day).await?;
            if let Some(ended_by) = store::last_termination(work.tx(), scope, due.employee_id).await? {
                store::give_roles_back(work.tx(), scope, ended_by).await?;
                store::give_lines_back(work.tx(), scope, ended_by).await?;
            }
            "employment.began_again"
        }
        EmploymentChange::Termination => {
            store::end(work.tx(), scope, due.employee_id).await?;
            store::take_roles(work.tx(), scope, &there, event).await?;
            take_lines(work, scope, &there, (event, due.day)).await?;
            store::end_delegations(work.tx(), scope, &there, now).await?;
            tell_administrators(app, work, scope, &there, event).await?;
            "employment.ended"
        }
    };
    store::next_version(work.tx(), scope, due.employee_id).await?;
    work.record(action, "employee", due.employee_id.0, json!({ "day": due.day }));
    let took_effect = EventType::EmploymentTookEffect.of(due.employee_id.0);
    work.publish(took_effect.at(there.company_id).about(due.employee_id));
    Ok(())
}

async fn take_lines(
    work: &mut Work,
    scope: &PeopleScope,
    there: &store::EmploymentRow,
    (event, last_day): (Uuid, Day),
) -> Result<(), Problem> {
    let now = work.now();
    let lines = store::lines_of_manager(work.tx(), scope, there).await?;
    let rows = lines.into_iter().map(|line| (work.new_id(), line)).collect();
    store::keep_ended_lines(work.tx(), scope, there, rows, (event, last_day), now).await?;
    store::drop_lines_of_manager(work.tx(), scope, there).await?;
    Ok(())
}

/// Who is left without a manager, and which requests have no one to decide them.
async fn tell_administrators(
    app: &App,
    work: &mut Work,
    scope: &PeopleScope,
    there: &store::EmploymentRow,
    event: Uuid,
) -> Result<(), Problem> {
    let today = app.clock.today(&there.time_zone);
    let (reports, requests) = store::left_behind(work.tx(), scope, there, (event, today)).await?;
    if reports == 0 && requests == 0 {
        return Ok(());
    }
    let link = format!("{}/admin/people", app.settings.public_url);
    let (manager, company) = (format!("{} {}", there.first_name, there.last_name), &there.company_name);
    for told in store::administrators(work.tx(), scope, there).await? {
        let letter = Letter::LeftBehind {
            first_name: &told.first_name,
            manager: &manager,
            company,
            reports,
            requests,
            link: &link,
        };
        notices::mail(work, &told.email, &told.language, letter)?;
    }
    work.record(
        "employment.left_behind",
        "employee",
        there.employee_id.0,
        json!({ "reports": reports, "requests": requests }),
    );
    Ok(())
}

/// Tells people once, on their last day, how to sign in from now on.
pub(super) async fn tell(app: &App, work: &mut Work, event: Uuid) -> Result<(), Problem> {
    let now = work.now();
    let upkeep = access::upkeep();
    let Some(due) = store::take_untold(work.tx(), &upkeep, event, now).await? else { return Ok(()) };
    let scope = &access::people_upkeep(&upkeep, due.tenant_id);
    let Some(there) = store::employment(work.tx(), scope, due.employee_id).await? else { return Ok(()) };
    let Some(open_through) = there.open_through() else { return Ok(()) };
    let link = format!("{}/accountSettings", app.settings.public_url);
    let letter = Letter::EmploymentEnds {
        first_name: &there.first_name,
        company: &there.company_name,
        last_day: due.day,
        open_through,
        link: &link,
    };
    notices::mail(work, &there.email, &there.language, letter)
}

/// Ends the sessions of people who have only a former employee's access left: they sign in again for that.
async fn end_sessions(app: &App) -> Result<(), Problem> {
    let ended = store::sessions_to_end(&app.db, &access::upkeep(), app.clock.today("UTC")).await?;
    if ended.is_empty() {
        return Ok(());
    }
    let identity = account::identity(app).await.map_err(Problem::Internal)?;
    for (event, tenant, person, has_more) in ended {
        let sessions = match has_more {
            true => vec![],
            false => {
                let ending = identity.provider.end_all(person.0, None, EndedBy::Disabled).await;
                ending.map_err(|error| Problem::Unavailable(error.to_string()))?
            }
        };
        let mut work = begin(app, tenant).await?;
        let now = work.now();
        store::note_sessions_ended(work.tx(), &access::upkeep(), event, now).await?;
        if !sessions.is_empty() {
            work.record(
                "employment.sessions_ended",
                "person",
                person.0,
                json!({ "sessions": sessions.len() }),
            );
        }
        work.commit().await?;
    }
    Ok(())
}
