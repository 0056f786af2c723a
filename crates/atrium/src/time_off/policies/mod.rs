//! A company's types of time off with their policies, as administrators look after them.
//!
//! - A new type is earned from its first day, today at the earliest. Who was hired before gets nothing for the time before.
//! - What is earned and kept (`rules`) changes from a day on, today at the earliest: balances before it stay as they were. What
//!   else a policy says counts for requests from now on.
//! - A type can end. After its last day it can't be taken and nothing is earned; what's left and what was taken stay readable.
//! - A type that someone has used can't be removed.

mod graphql;
pub(super) mod rules;
mod store;

pub use graphql::{PolicyMutation, PolicyQuery};
pub use rules::PolicyDraft;
pub use store::PolicyRow;

use super::ledger::{self, BalanceEvent, Policy};
use crate::access::{AdminScope, Administered, Need, Write};
use crate::shared::amount::Amount;
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, TimeOffTypeId};
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use rules::PolicyRefusal;
use serde_json::json;
use store::PolicyEmployee;

pub(super) const REFUSALS: &[&str] = PolicyRefusal::CODES;

/// Access: a company's types of time off with their policies.
pub struct TimeOffPolicies;

impl Administered for TimeOffPolicies {}

/// By name, for the command line.
pub async fn company_called(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    name: &str,
) -> Result<Option<CompanyId>, Problem> {
    Ok(store::company_called(db, scope, name).await?)
}

/// In the company's order.
pub async fn policies(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<PolicyRow>, Problem> {
    store::time_zone(db, scope, company).await?.ok_or(Problem::NotFound)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::policies(db, scope, company, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.position.to_string(), row.id.to_string()]))
}

/// What the caller saw, if it's checked: the command line names a type and not a state of it.
type SeenPolicy<'a> = Option<&'a str>;

/// The company's day, once it's the caller's turn to change its policies.
async fn take_turn(
    work: &mut Work,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
) -> Result<Day, Problem> {
    store::take_turn(work.tx(), scope, company).await?;
    let zone = store::time_zone(work.tx(), scope, company).await?.ok_or(Problem::NotFound)?;
    Ok(work.today(&zone))
}

async fn policy(
    work: &mut Work,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    (id, seen): (TimeOffTypeId, SeenPolicy<'_>),
) -> Result<PolicyRow, Problem> {
    let found = store::policy(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)?;
    if seen.is_none_or(|seen| seen == found.version()) { Ok(found) } else { Err(Problem::conflict(found)) }
}

/// What the draft makes of a type. `period_end` may be unknown where nothing is counted from it.
fn planned(
    there: Option<&PolicyRow>,
    mut draft: PolicyDraft,
    (period_end, from): (Option<Day>, Option<Day>),
    today: Day,
) -> Result<(PolicyDraft, Vec<(Day, Policy)>), PolicyRefusal> {
    let kept = there.map(|there| there.period_end);
    draft.rules.period_end = period_end.or(kept).unwrap_or(today);
    let draft = rules::checked(draft, period_end.or(kept).is_some())?;
    let Some(there) = there else {
        let earlier = rules::starting(&draft, from, today)?;
        return Ok((draft, earlier));
    };
    if there.has_balance != draft.has_balance {
        return Err(PolicyRefusal::BalanceFixed);
    }
    let newest = there.newest();
    if newest == draft.rules {
        return Ok((draft, there.earlier.0.clone()));
    }
    let earlier = rules::changed_from(&there.earlier.0, &newest, from, today)?;
    Ok((draft, earlier))
}

/// Adds a type, or edits the one given; `from` is the first day of its new rules.
pub async fn save_policy(
    work: &mut Work,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    before: Option<(TimeOffTypeId, SeenPolicy<'_>)>,
    draft: PolicyDraft,
    (period_end, from): (Option<Day>, Option<Day>),
) -> Result<PolicyRow, Problem> {
    let today = take_turn(work, scope, company).await?;
    let there = match before {
        Some(before) => Some(policy(work, scope, company, before).await?),
        None => None,
    };
    let (draft, earlier) = planned(there.as_ref(), draft, (period_end, from), today)?;
    let id = there.as_ref().map_or_else(|| TimeOffTypeId(work.new_id()), |there| there.id);
    // Two names that differ only in case are one name.
    let is_renamed = there.as_ref().is_none_or(|there| there.name != draft.name);
    if is_renamed && store::is_name_taken(work.tx(), scope, company, (id, &draft.name)).await? {
        return Err(PolicyRefusal::NameTaken.into());
    }
    let written = store::write(work.tx(), scope, company, (id, there.is_none()), &draft, &earlier).await;
    written.map_err(|error| match error {
        db::Error::Unique(index) if index == "time_off_type_name" => PolicyRefusal::NameTaken.into(),
        error => Problem::from(error),
    })?;
    let after = store::policy(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)?;
    let action = if there.is_some() { "time_off_type.edit" } else { "time_off_type.add" };
    let before = there.as_ref().map(PolicyRow::detail);
    let detail = json!({ "companyId": company, "before": before, "after": after.detail(), "from": from });
    work.record(action, "time_off_type", id.0, detail);
    Ok(after)
}

/// Gives a type a last day; without one it goes on.
pub async fn end_policy(
    work: &mut Work,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    (id, seen): (TimeOffTypeId, SeenPolicy<'_>),
    last: Option<Day>,
) -> Result<PolicyRow, Problem> {
    let today = take_turn(work, scope, company).await?;
    rules::check_end(last, today)?;
    let there = policy(work, scope, company, (id, seen)).await?;
    store::end(work.tx(), scope, company, id, last).await?;
    let detail =
        json!({ "companyId": company, "name": there.name, "before": there.ends_on, "lastDay": last });
    work.record("time_off_type.end", "time_off_type", id.0, detail);
    store::policy(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)
}

/// Of a type that no one has used.
pub async fn remove_policy(
    work: &mut Work,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    (id, seen): (TimeOffTypeId, SeenPolicy<'_>),
) -> Result<(), Problem> {
    take_turn(work, scope, company).await?;
    let there = policy(work, scope, company, (id, seen)).await?;
    let uses = store::uses(work.tx(), scope, company, id).await?;
    if !uses.is_nothing() {
        let (code, field, message) = PolicyRefusal::InUse.parts();
        return Err(Problem::Blocked { code, field, message, detail: json!({ "uses": uses }) });
    }
    store::remove(work.tx(), scope, company, id).await?;
    let detail = json!({ "companyId": company, "before": there.detail() });
    work.record("time_off_type.remove", "time_off_type", id.0, detail);
    Ok(())
}

/// What someone would have, as the rules are now and as they would be.
struct PolicyPreview {
    pub employee: PolicyEmployee,
    /// Hours earned each time, today and under the new rules on their first day.
    pub rates: (Option<Amount>, Amount),
    pub days: Vec<PolicyPreviewDay>,
}

struct PolicyPreviewDay {
    pub day: Day,
    /// None for a type that would be new.
    pub before: Option<Amount>,
    pub after: Amount,
}

/// The first people whose name begins so.
async fn people(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    search: &str,
) -> Result<Vec<PolicyEmployee>, Problem> {
    names::check_search(search)?;
    store::time_zone(db, scope, company).await?.ok_or(Problem::NotFound)?;
    Ok(store::people(db, scope, company, search).await?)
}

/// What a draft would mean for someone: refused like saving it.
async fn preview(
    db: &Db,
    clock: &Clock,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    (company, employee): (CompanyId, EmployeeId),
    of: Option<TimeOffTypeId>,
    draft: PolicyDraft,
    (period_end, from): (Option<Day>, Option<Day>),
) -> Result<PolicyPreview, Problem> {
    let zone = store::time_zone(db, scope, company).await?.ok_or(Problem::NotFound)?;
    let today = clock.today(&zone);
    let employee = store::employee(db, scope, company, employee).await?.ok_or(Problem::NotFound)?;
    let there = match of {
        Some(id) => Some(store::policy(db, scope, company, id).await?.ok_or(Problem::NotFound)?),
        None => None,
    };
    let (draft, earlier) = planned(there.as_ref(), draft, (period_end, from), today)?;
    let events: Vec<BalanceEvent> = match of {
        Some(id) => store::events(db, scope, company, employee.id, id).await?,
        None => vec![],
    };
    let ends_on = there.as_ref().and_then(|there| there.ends_on);
    let before =
        there.as_ref().map(|there| rules::over_time(there.earlier.0.clone(), there.newest(), ends_on));
    let after = rules::over_time(earlier, draft.rules.clone(), ends_on);
    let on = |policy: &Policy, day: Day| -> Result<Amount, Problem> {
        Ok(ledger::balance(&ledger::lines(policy, employee.hired, &events, day)?))
    };
    let first = from.unwrap_or(today).max(today);
    let mut days = vec![];
    for day in shown_days(today, first) {
        let before = before.as_ref().map(|policy| on(policy, day)).transpose()?;
        days.push(PolicyPreviewDay { day, before, after: on(&after, day)? });
    }
    let rates = (
        before.as_ref().map(|policy| ledger::rate(policy.on(today), employee.hired, today)),
        ledger::rate(&draft.rules, employee.hired, first),
    );
    Ok(PolicyPreview { employee, rates, days })
}

/// Today, the first day of the new rules, the end of the year, and a year from now.
fn shown_days(today: Day, first: Day) -> Vec<Day> {
    let year_end = Day(jiff::civil::date(first.0.year(), 12, 31));
    let mut days = vec![today, first, year_end, first.plus_days(365)];
    days.retain(|day| day.is_in_range());
    days.sort_unstable();
    days.dedup();
    days
}
