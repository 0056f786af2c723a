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
//! - `attachments/`: files that come with a request.
//! - `telling/`: who gets mail about a request, and who gets reminded.
//! - `deciding/`: the approvers' queue, their decisions, and their delegates.

mod attachments;
mod deciding;
mod demo;
mod graphql;
mod http;
mod import;
mod kinds;
mod ledger;
mod policies;
mod refusal;
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
pub use policies::{
    PolicyDraft, PolicyMutation, PolicyQuery, PolicyRow, TimeOffPolicies, company_called, end_policy,
    policies as list_policies, remove_policy, save_policy,
};
pub use rules::TimeOffDraft;
pub use telling::{TimeOffRecipient, deciders, owner, remind};

use crate::access::{
    Asked, EmployeeScope, Feature, InArea, Managed, Need, Opens, Own, Permission, Write, area,
};
use crate::files::{Files, Stored};
use crate::notices::TimeOffNews;
use crate::shared::amount::Amount;
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::id::{TimeOffRequestId, TimeOffTypeId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Tx};
use jiff::tz::TimeZone;
use kinds::{TimeOffApproval, TimeOffStatus, Yes};
use ledger::SumTooLarge;
use refusal::TimeOffRefusal;
use rules::HoursPattern;
use serde_json::json;
use std::collections::BTreeSet;
use store::{AwayRow, CalendarRow, Course, EventRow, Request, TypeRow};

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

/// Someone's balance of one type. `available` is `current` less `scheduled`, which is what's ahead or pending.
struct Balance {
    of: TypeRow,
    current: Amount,
    scheduled: Amount,
    available: Amount,
}

/// A type's ledger up to a day.
struct Statement {
    of: TypeRow,
    lines: Vec<ledger::Line>,
    balance: Amount,
}

/// What a request would take, and its surroundings. If it can't be made, only the reason.
#[derive(Default)]
struct Preview {
    days: Vec<(Day, Amount)>,
    amount: Amount,
    holidays: Vec<CalendarRow>,
    /// On the last day, without and with the request. None if the type has no balance.
    balance: Option<(Amount, Amount)>,
    away: Vec<AwayRow>,
    /// Why it would be refused.
    refusal: Option<Problem>,
    needs_attachment: bool,
}

async fn balances(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
) -> Result<Vec<Balance>, Problem> {
    let types = store::types(db, scope).await?;
    let events = store::events_until(db, scope, today).await?;
    let (scheduled, happened): (Vec<EventRow>, Vec<EventRow>) =
        events.into_iter().partition(|row| row.kind == store::EventKind::Scheduled);
    let balances = types.into_iter().map(|of| -> Result<Balance, Problem> {
        let happened = events_of(&happened, of.id, None);
        let current = ledger::balance(&ledger::lines(&of.policy(), of.hired, &happened, today)?);
        let scheduled = scheduled.iter().filter(|row| row.type_id == Some(of.id));
        let scheduled = scheduled.map(|row| row.hours).try_fold(Amount::ZERO, Amount::checked_add);
        let scheduled = scheduled.ok_or(SumTooLarge)?;
        let available = current.checked_sub(scheduled).ok_or(SumTooLarge)?;
        Ok(Balance { of, current, scheduled, available })
    });
    let is_shown = |balance: &Result<Balance, Problem>| {
        // What has ended is of interest only while something is left of it.
        balance.as_ref().map_or(true, |balance| {
            balance.of.ends_on.is_none_or(|last| last >= today)
                || balance.current != Amount::ZERO
                || balance.scheduled != Amount::ZERO
        })
    };
    balances.filter(is_shown).collect()
}

/// The balance on any day, as the lines that make it up: through today what has happened, later also what's
/// requested.
async fn statement(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    type_id: TimeOffTypeId,
    until: Day,
    today: Day,
) -> Result<Statement, Problem> {
    if !until.is_in_range() {
        return Err(TimeOffRefusal::DateOutOfRange("date").into());
    }
    let (types, events) = policies(db, scope).await?;
    let of = types.into_iter().find(|of| of.id == type_id && of.has_balance).ok_or(Problem::NotFound)?;
    let events = if until <= today { settled(&events) } else { events };
    let lines = ledger::lines(&of.policy(), of.hired, &events_of(&events, type_id, None), until)?;
    Ok(Statement { balance: ledger::balance(&lines), lines, of })
}

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

/// Validates the draft by itself and against the company's clock.
fn checked(
    scope: &EmployeeScope<TimeOff, impl Need>,
    draft: TimeOffDraft,
    today: Day,
) -> Result<TimeOffDraft, TimeOffRefusal> {
    let draft = rules::check(draft, today)?;
    rules::check_wall(&draft, &clock::zone(&scope.time_zone()))?;
    Ok(draft)
}

/// What a request would take, without making it. `instead_of` is the request being edited.
async fn preview(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
    draft: TimeOffDraft,
    instead_of: Option<TimeOffRequestId>,
) -> Result<Preview, Problem> {
    let refused = |refusal: TimeOffRefusal| Preview { refusal: Some(refusal.into()), ..Preview::default() };
    let draft = match checked(scope, draft, today) {
        Ok(draft) => draft,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let (types, events) = policies(db, scope).await?;
    let calendar = store::calendar(db, scope, (draft.first, draft.last)).await?;
    let pattern = store::pattern(db, scope).await?;
    let away = store::away(db, scope, draft.first, draft.last).await?;
    let zone = clock::zone(&scope.time_zone());
    let plan = match TimeOffPlan::new(&draft, (&pattern, &zone), &calendar, types, &events, instead_of) {
        Ok(plan) => plan,
        Err(refusal @ TimeOffRefusal::UnknownType) => return Err(refusal.into()),
        Err(refusal) => {
            let holidays = calendar.into_iter().filter(|row| row.is_holiday).collect();
            return Ok(Preview { holidays, away, ..refused(refusal) });
        }
    };
    let edited = || match instead_of {
        Some(_) => rules::check_edited(&draft, plan.of.edits_many_days),
        None => Ok(()),
    };
    let is_overdrawn = plan.is_overdrawn(true, draft.first)?;
    let refusal = edited().and_then(|()| plan.check(&draft, &calendar, scope.is_own(), is_overdrawn));
    let refusal = refusal.err().map(Problem::from);
    Ok(Preview {
        amount: plan.days.iter().map(|(_, hours)| *hours).sum(),
        balance: plan.balance_on(draft.last)?,
        needs_attachment: plan.needs_attachment(scope),
        days: plan.days,
        holidays: calendar.into_iter().filter(|row| row.is_holiday).collect(),
        away,
        refusal,
    })
}

/// A request's surroundings: the balance on its last day without and with it, who else on the team is away, and the
/// holidays in between.
struct Surroundings {
    balance: Option<(Amount, Amount)>,
    away: Vec<AwayRow>,
    holidays: Vec<CalendarRow>,
}

async fn surroundings(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: &Request,
) -> Result<Surroundings, Problem> {
    let head = &request.head;
    let (types, events) = policies(db, scope).await?;
    let of = types.into_iter().find(|of| of.id == head.type_id).ok_or(Problem::NotFound)?;
    let without = events_of(&events, of.id, Some(head.id));
    let asked = request.days.iter().map(|(day, hours, _)| (*day, *hours)).collect();
    let plan = TimeOffPlan { of, days: asked, events: without, others: BTreeSet::new() };
    let calendar = store::calendar(db, scope, (head.first_day, head.last_day)).await?;
    Ok(Surroundings {
        balance: plan.balance_on(head.last_day)?,
        away: store::away(db, scope, head.first_day, head.last_day).await?,
        holidays: calendar.into_iter().filter(|row| row.is_holiday).collect(),
    })
}

/// Requests time off. A manager enters it for a report.
pub async fn request(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    draft: TimeOffDraft,
) -> Result<Request, Problem> {
    request_with(work, scope, today, draft, &[]).await
}

/// Same as `request`, with files.
pub async fn request_with(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    draft: TimeOffDraft,
    attached: &[Stored],
) -> Result<Request, Problem> {
    let draft = checked(scope, draft, today)?;
    let plan = plan(work, scope, &draft, None).await?;
    if plan.needs_attachment(scope) && attached.is_empty() {
        return Err(TimeOffRefusal::AttachmentNeeded.into());
    }
    let id = TimeOffRequestId(work.new_id());
    let course = course(work, scope, today, plan.of.approval);
    let written = store::insert(scope, id, &draft, &plan.days, course);
    let mut made = no_duplicate(store::one_after(work.tx(), scope, written, id).await)?;
    if !attached.is_empty() {
        attachments::bring(work, scope, id, attached).await?;
        made = store::one(work.tx(), scope, id).await?;
    }
    let made = made.ok_or(Problem::NotFound)?;
    work.record("time_off.request", "time_off_request", id.0, detail(&made));
    work.send("time_off.requested", message(scope, id));
    let is_settled = made.head.status == TimeOffStatus::Approved;
    let to_approvers = if is_settled { TimeOffNews::Taken } else { TimeOffNews::Asked };
    tell(work, scope, today, (&made, None), (to_approvers, TimeOffNews::Entered)).await?;
    Ok(made)
}

async fn revise(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    (id, version): (TimeOffRequestId, i64),
    draft: TimeOffDraft,
) -> Result<Request, Problem> {
    let draft = checked(scope, draft, today)?;
    let plan = plan(work, scope, &draft, Some(id)).await?;
    let current = current(work.tx(), scope, id, version).await?;
    rules::check_edit(standing(&current), today, !scope.is_own(), plan.of.edits_many_days)?;
    rules::check_edited(&draft, plan.of.edits_many_days)?;
    if plan.needs_attachment(scope) && current.head.attachments == 0 {
        return Err(TimeOffRefusal::AttachmentNeeded.into());
    }
    let course = match current.head.status {
        // A manager's correction leaves a pending request pending. Someone else's first approval was for what it said
        // before.
        TimeOffStatus::Pending if !scope.is_own() => {
            let first_yes = current.head.first_yes().filter(|yes| yes.by == scope.viewer());
            Course { first_yes, decided_by: first_yes.map(|yes| yes.by), ..waiting(work, today) }
        }
        _ => course(work, scope, today, plan.of.approval),
    };
    let replaced = store::replace(work.tx(), scope, id, version, &draft, &plan.days, course).await;
    if !no_duplicate(replaced)? {
        return Err(conflict(work.tx(), scope, id).await?);
    }
    let revised = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    work.record("time_off.revise", "time_off_request", id.0, detail(&revised));
    work.send("time_off.revised", message(scope, id));
    tell(work, scope, today, (&revised, Some(&current)), (TimeOffNews::Revised, TimeOffNews::RevisedForYou))
        .await?;
    Ok(revised)
}

/// Withdraws a request. Without a version, it withdraws any version.
pub async fn withdraw(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    id: TimeOffRequestId,
    version: Option<i64>,
) -> Result<Request, Problem> {
    store::take(work.tx(), scope).await?;
    let found = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    let current = current(work.tx(), scope, id, version.unwrap_or(found.head.version)).await?;
    rules::check_withdrawal(standing(&current), today, !scope.is_own())?;
    if !store::cancel(work.tx(), scope, id, current.head.version).await? {
        return Err(conflict(work.tx(), scope, id).await?);
    }
    let withdrawn = store::one(work.tx(), scope, id).await?.ok_or(Problem::NotFound)?;
    work.record("time_off.withdraw", "time_off_request", id.0, detail(&withdrawn));
    work.send("time_off.withdrawn", message(scope, id));
    tell(
        work,
        scope,
        today,
        (&withdrawn, Some(&current)),
        (TimeOffNews::Withdrawn, TimeOffNews::WithdrawnForYou),
    )
    .await?;
    Ok(withdrawn)
}

/// Tells approvers what employees do. Tells employees what others do for them, and what takes days out of their
/// calendar.
async fn tell(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    today: Day,
    (request, before): (&Request, Option<&Request>),
    (to_approvers, to_employee): (TimeOffNews, TimeOffNews),
) -> Result<(), Problem> {
    if scope.is_own() {
        // If no approval is needed, the days go into the employee's calendar right away.
        let is_taken = before.is_none() && telling::has_approved_days(request);
        if is_taken || before.is_some_and(telling::has_approved_days) {
            let news = if is_taken { TimeOffNews::Approved } else { to_employee };
            telling::employee(work, (&scope.into(), &scope.time_zone()), request, before, news).await?;
        }
        return telling::approvers(work, &scope.into(), today, (request, before), to_approvers).await;
    }
    telling::employee(work, (&scope.into(), &scope.time_zone()), request, before, to_employee).await?;
    if request.head.is_half_approved() {
        let news = TimeOffNews::SecondNeeded;
        telling::approvers(work, &scope.into(), today, (request, None), news).await?;
    } else if before.is_some_and(|before| before.head.is_half_approved()) {
        telling::approvers(work, &scope.into(), today, (request, before), to_approvers).await?;
    }
    Ok(())
}

/// A draft with the calendar and balance it's checked against.
struct TimeOffPlan {
    of: TypeRow,
    days: Vec<(Day, Amount)>,
    /// Everything that affected the balance, except this request.
    events: Vec<ledger::BalanceEvent>,
    /// Days of other requests, of any type.
    others: BTreeSet<Day>,
}

impl TimeOffPlan {
    fn new(
        draft: &TimeOffDraft,
        (pattern, zone): (&HoursPattern, &TimeZone),
        calendar: &[CalendarRow],
        types: Vec<TypeRow>,
        events: &[EventRow],
        instead_of: Option<TimeOffRequestId>,
    ) -> Result<TimeOffPlan, TimeOffRefusal> {
        let of = types.into_iter().find(|of| of.id == draft.type_id).ok_or(TimeOffRefusal::UnknownType)?;
        let holidays: BTreeSet<Day> =
            calendar.iter().filter(|row| row.is_holiday).map(|row| row.first).collect();
        let days = rules::by_the_clock(draft, pattern, rules::days(draft, pattern, &holidays)?, zone);
        let others = events.iter().filter(|row| row.request_id.is_some() && row.request_id != instead_of);
        let others = others.map(|row| row.day).collect();
        let events = events_of(events, of.id, instead_of);
        Ok(TimeOffPlan { of, days, events, others })
    }

    fn lines(&self, with_request: bool, until: Day) -> Result<Vec<ledger::Line>, SumTooLarge> {
        let mut events = self.events.clone();
        if with_request {
            events.extend(self.days.iter().map(|(day, hours)| ledger::BalanceEvent::TimeOff(*day, *hours)));
        }
        ledger::lines(&self.of.policy(), self.of.hired, &events, until)
    }

    /// Without and with the request. None if the type has no balance.
    fn balance_on(&self, day: Day) -> Result<Option<(Amount, Amount)>, SumTooLarge> {
        if !self.of.has_balance {
            return Ok(None);
        }
        let (without, with) = (self.lines(false, day)?, self.lines(true, day)?);
        Ok(Some((ledger::balance(&without), ledger::balance(&with))))
    }

    /// The last day with requested time off, this request included.
    fn horizon(&self) -> Day {
        let asked = self.events.iter().filter_map(|event| match event {
            ledger::BalanceEvent::TimeOff(day, _) => Some(*day),
            _ => None,
        });
        asked.chain(self.days.iter().map(|(day, _)| *day)).max().unwrap_or(Day::FIRST)
    }

    /// Managers can enter a request without the file.
    fn needs_attachment(&self, scope: &EmployeeScope<TimeOff, impl Need>) -> bool {
        scope.is_own() && rules::needs_attachment(self.of.attachment_after_days, self.days.len())
    }

    fn check(
        &self,
        draft: &TimeOffDraft,
        calendar: &[CalendarRow],
        is_own: bool,
        is_overdrawn: bool,
    ) -> Result<(), TimeOffRefusal> {
        if self.days.iter().any(|(day, _)| self.others.contains(day)) {
            return Err(TimeOffRefusal::DuplicateDate);
        }
        if self.of.ends_on.is_some_and(|last| draft.last > last) {
            return Err(TimeOffRefusal::TypeEnded);
        }
        if is_own {
            let blackouts: Vec<_> = calendar.iter().filter_map(CalendarRow::blackout).collect();
            rules::check_calendar(draft, &self.days, (self.of.hired, self.of.waiting_days), &blackouts)?;
        }
        if is_overdrawn {
            return Err(TimeOffRefusal::InsufficientBalance);
        }
        Ok(())
    }

    /// Whether the balance falls too low on or after this day.
    fn is_overdrawn(&self, with_request: bool, from: Day) -> Result<bool, SumTooLarge> {
        if !self.of.has_balance {
            return Ok(false);
        }
        let lines = self.lines(with_request, self.horizon())?;
        Ok(ledger::is_overdrawn(&self.of.policy(), &lines, from))
    }
}

/// Locks the employee's balance until the commit.
async fn plan(
    work: &mut Work,
    scope: &EmployeeScope<TimeOff, Write>,
    draft: &TimeOffDraft,
    instead_of: Option<TimeOffRequestId>,
) -> Result<TimeOffPlan, Problem> {
    let pattern = store::take(work.tx(), scope).await?;
    let TimeOffDraft { type_id, first, last, .. } = *draft;
    let (types, events, calendar) = store::around(work.tx(), scope, type_id, (first, last)).await?;
    let zone = clock::zone(&scope.time_zone());
    let plan = TimeOffPlan::new(draft, (&pattern, &zone), &calendar, types, &events, instead_of)?;
    plan.check(draft, &calendar, scope.is_own(), plan.is_overdrawn(true, draft.first)?)?;
    Ok(plan)
}

async fn policies(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
) -> Result<(Vec<TypeRow>, Vec<EventRow>), Problem> {
    let types = store::types(db, scope).await?;
    Ok((types, store::events(db, scope).await?))
}

/// Checks that what was just written leaves a balance the policy allows.
async fn check_balance(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: &Request,
) -> Result<(), Problem> {
    let (of, span) = (request.head.type_id, (request.head.first_day, request.head.last_day));
    let found = store::one_type_with_events(tx, scope, of, span).await?;
    let (of, events) = found.ok_or(Problem::NotFound)?;
    let plan =
        TimeOffPlan { events: events_of(&events, of.id, None), of, days: vec![], others: BTreeSet::new() };
    if plan.is_overdrawn(false, request.head.first_day)? {
        return Err(TimeOffRefusal::InsufficientBalance.into());
    }
    Ok(())
}

/// Leaves out what's still pending.
fn settled(events: &[EventRow]) -> Vec<EventRow> {
    events.iter().filter(|row| !row.is_pending).cloned().collect()
}

fn events_of(
    events: &[EventRow],
    type_id: TimeOffTypeId,
    without: Option<TimeOffRequestId>,
) -> Vec<ledger::BalanceEvent> {
    let of_type = events.iter().filter(|row| row.type_id.is_none_or(|id| id == type_id));
    of_type.filter(|row| without.is_none() || row.request_id != without).map(EventRow::event).collect()
}

fn waiting(work: &Work, today: Day) -> Course {
    Course { status: TimeOffStatus::Pending, first_yes: None, decided_by: None, at: work.now(), today }
}

fn course(
    work: &Work,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
    approval: TimeOffApproval,
) -> Course {
    let waits = waiting(work, today);
    let decider = (!scope.is_own()).then(|| scope.viewer());
    match approval {
        TimeOffApproval::None => Course { status: TimeOffStatus::Approved, ..waits },
        TimeOffApproval::Manager if decider.is_some() => {
            Course { status: TimeOffStatus::Approved, decided_by: decider, ..waits }
        }
        TimeOffApproval::TwoSteps => {
            let first_yes = decider.map(|by| Yes { by, over: scope.manager() });
            Course { first_yes, decided_by: decider, ..waits }
        }
        TimeOffApproval::Manager => waits,
    }
}

async fn current(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    id: TimeOffRequestId,
    version: i64,
) -> Result<Request, Problem> {
    let found = store::one(tx, scope, id).await?.ok_or(Problem::NotFound)?;
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

fn message(scope: &EmployeeScope<TimeOff, Write>, id: TimeOffRequestId) -> serde_json::Value {
    json!({ "requestId": id, "employeeId": scope.employee(), "companyId": scope.company() })
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
