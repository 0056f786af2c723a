//! Balances, and the ledger lines that make them.

use super::TimeOff;
use super::ground::{EventKind, EventRow, TypeRow};
use super::ledger::{self, SumTooLarge};
use super::refusal::TimeOffRefusal;
use super::rules::events_of;
use super::store;
use crate::access::{EmployeeScope, Need};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::TimeOffTypeId;
use crate::shared::problem::Problem;
use db::Db;

/// Someone's balance of one type. `available` is `current` less `scheduled`, which is what's ahead or pending.
pub(super) struct Balance {
    pub of: TypeRow,
    pub current: Amount,
    pub scheduled: Amount,
    pub available: Amount,
}

/// A type's ledger up to a day.
pub(super) struct Statement {
    pub of: TypeRow,
    pub lines: Vec<ledger::Line>,
    pub balance: Amount,
}

pub(super) async fn balances(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    today: Day,
) -> Result<Vec<Balance>, Problem> {
    let types = store::types(db, scope).await?;
    let events = store::events_until(db, scope, today).await?;
    let (scheduled, happened): (Vec<EventRow>, Vec<EventRow>) =
        events.into_iter().partition(|row| row.kind == EventKind::Scheduled);
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
pub(super) async fn statement(
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

/// Every type with everything that changed the balances.
pub(super) async fn policies(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
) -> Result<(Vec<TypeRow>, Vec<EventRow>), Problem> {
    let types = store::types(db, scope).await?;
    Ok((types, store::events(db, scope).await?))
}

/// Leaves out what's still pending.
pub(super) fn settled(events: &[EventRow]) -> Vec<EventRow> {
    events.iter().filter(|row| !row.is_pending).cloned().collect()
}
