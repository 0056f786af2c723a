//! Time off: what people may take, what they request, and what their managers decide.
//!
//! - A type of time off has a policy. A balance follows from the policy and from what happened (`ledger.rs`). On any
//!   day, it's the sum of the ledger's lines. Requested time counts as scheduled right away and is no longer
//!   available. The current balance drops once it's approved and its day has come.
//! - No day takes more hours than the person works on it.
//! - Weekends are skipped unless the request includes them. Holidays and the person's free weekdays never cost
//!   anything. Some time must be requested for each day.
//! - A date can have only one request; a second one is refused. Denied and canceled days don't count as duplicates.
//! - A pending request can be edited. An approved one can be edited until its first day, and is then pending again. A
//!   request of more than one day can't be edited unless the company allows it.
//! - What a manager enters for a report needs no other approval, except the second one where two are required.
//! - Rules can change from a day on, and a type can end; what people earned and took before stays (`policies/`).
//!
//! A request goes one way, and each step is a type that only the step before it makes, so none can be skipped: what
//! someone entered (`TimeOffDraft`) is checked by itself (`WellFormedDraft`), planned against what `store` read
//! (`TimeOffPlan`), checked against other requests, the calendar and the balance (`FittingPlan`), and as a new request
//! or an edit (`CheckedTimeOff`). `store` writes nothing else. `rules/` has the steps, `requesting.rs` walks them.
//!
//! - `preview.rs`: the same plan, without storing it.
//! - `attachments/`: files that come with a request.
//! - `telling/`: who gets mail about a request, and who gets reminded.
//! - `deciding/`: the approvers' queue, their decisions, and their delegates.

mod attachments;
mod balances;
mod deciding;
mod demo;
mod graphql;
mod ground;
mod handing_over;
mod http;
mod import;
mod kinds;
mod ledger;
mod on_day;
mod policies;
mod preview;
mod refusal;
mod requesting;
mod rules;
mod store;
mod telling;

pub use attachments::{AttachmentMutation, AttachmentQuery};
pub use deciding::{
    ApproverDecision, Away, DecidingMutation, DecidingQuery, TimeOffVerdict, decide, hand_back_delegations,
    hand_over_delegations, week_ahead,
};
pub use demo::{DEMO, approved_days};
pub use graphql::{TimeOffBalance, TimeOffMutation, TimeOffQuery, balances_on_wire};
pub use http::{ROUTES, routes};
pub use import::SHEETS;
pub use kinds::{Half, Unit};
pub use on_day::{BalanceType, BalancesOnDay, balances_on};
pub use policies::{
    PolicyDraft, PolicyMutation, PolicyQuery, PolicyRow, TimeOffPolicies, company_called, end_policy,
    policies as list_policies, remove_policy, save_policy,
};
pub use requesting::{request, request_with, withdraw};
pub use rules::TimeOffDraft;
pub use telling::{TimeOffRecipient, deciders, owner, remind};

use crate::access::{
    Asked, EmployeeScope, Feature, InArea, Managed, Need, Opens, Own, Permission, Write, area,
};
use crate::files::Files;
use crate::shared::event_feed::{EventType, Fact};
use crate::shared::id::TimeOffRequestId;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use db::{Db, Tx};
use refusal::TimeOffRefusal;
use serde_json::json;
use store::Request;

pub const REFUSALS: &[&str] = &all_codes();

const fn all_codes() -> [&'static str; TimeOffRefusal::CODES.len() + policies::REFUSALS.len()] {
    let mut all = [""; TimeOffRefusal::CODES.len() + policies::REFUSALS.len()];
    let mut n = 0;
    while n < all.len() {
        all[n] = match n.checked_sub(TimeOffRefusal::CODES.len()) {
            Some(of_policies) => policies::REFUSALS[of_policies],
            None => TimeOffRefusal::CODES[n],
        };
        n += 1;
    }
    all
}

/// Access: an employee's time off, also for the people who decide it.
pub struct TimeOff;

impl Own for TimeOff {
    const OWN: Asked = Permission::EmployeeTimeOff.asked();
}

impl Managed for TimeOff {
    const MANAGED: Asked = Permission::ManagerTimeOff.asked();
}
impl InArea<area::TimeOff> for TimeOff {}
impl Opens<TimeOff> for TimeOff {}
impl Opens<Absences> for TimeOff {}
impl Opens<Files> for TimeOff {}

/// Access: the same on the balance page, which an administrator can close on its own.
pub struct BalancePage;

impl Own for BalancePage {
    const OWN: Asked = Feature::TimeOff.asked();
}
impl Opens<TimeOff> for BalancePage {}

/// Access: which of a manager's reports are away, and what's waiting for the manager.
pub struct Absences;

async fn requests(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<Request>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::requests(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |request| request.head.sort_keys()))
}

/// The request at the version that was shown.
fn current(found: Option<Request>, version: i64) -> Result<Request, Problem> {
    let found = found.ok_or(Problem::NotFound)?;
    if found.head.version == version { Ok(found) } else { Err(Problem::conflict(found)) }
}

async fn conflict(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
) -> Result<Problem, Problem> {
    let Some(current) = store::one(tx, scope, id).await? else { return Ok(Problem::NotFound) };
    Ok(Problem::conflict(current))
}

fn no_duplicate<T>(written: db::Result<T>) -> Result<T, Problem> {
    written.map_err(|error| match error {
        db::Error::Unique(index) if index == "time_off_day_once" => TimeOffRefusal::DuplicateDate.into(),
        error => error.into(),
    })
}

fn standing(request: &Request) -> rules::Standing {
    let head = &request.head;
    rules::Standing { status: head.status, first: head.first_day, last: head.last_day }
}

fn happened(event_type: EventType, scope: &EmployeeScope<TimeOff, Write>, id: TimeOffRequestId) -> Fact {
    event_type.of(id.0).at(scope.company()).about(scope.employee())
}

/// Keeps notes out of the audit trail, since they may reveal something about health.
fn detail(request: &Request) -> serde_json::Value {
    json!({
        "employeeId": request.head.employee_id,
        "typeId": request.head.type_id,
        "firstDay": request.head.first_day,
        "lastDay": request.head.last_day,
        "hours": request.head.hours.to_string(),
        "status": request.head.status,
    })
}
