//! What a feature adds to the demo world, and when.

use super::{DemoPlan, PaidEmployee};
use crate::access::OperatorScope;
use crate::app::App;
use crate::shared::day::Day;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use db::{Tx, Value};
use futures_util::future::BoxFuture;
use std::collections::BTreeMap;

#[derive(Clone, Copy)]
pub enum DemoPart {
    /// Written once, in a transaction of its own or several.
    Once(DemoStep, for<'a> fn(&'a App, &'a DemoPlan, Day) -> BoxFuture<'a, Result<(), Problem>>),
    /// Written for everyone in the plan, and again for each few thousand newcomers of `--employees`.
    People(WritePeople),
    /// Written for newcomers only, after they have been paid.
    Newcomers(WritePeople),
    /// Follows from everyone's pay.
    Pay(PayPart),
}

pub type WritePeople =
    for<'a> fn(&'a App, &'a mut Tx, &'a DemoPlan, Day) -> BoxFuture<'a, Result<(), Problem>>;

/// Parts are written in this order; in one step, in the order of the rows. They all draw IDs from the same seeded
/// randomness, so a part that moves makes a different world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DemoStep {
    Companies,
    Rights,
    /// Once everyone is there, newcomers, too.
    SignIn,
    News,
    Applications,
    BankAccounts,
    BankChanges,
    TaxForms,
    Papers,
    TimeOff,
    Vendors,
    Punches,
    /// Once everyone has been paid.
    ProfileChanges,
    /// Everything has happened; what happened lately is still unread.
    Settled,
    PayCalendars,
}

/// What a feature keeps of everyone's pay. All of it is written together, because it has to agree to the cent.
#[derive(Clone, Copy)]
pub struct PayPart {
    pub turn: PayTurn,
    /// Newcomers of `--employees` have this, too.
    pub has_newcomers: bool,
    pub start: fn(&App, &DemoPlan) -> Box<dyn FromPay>,
}

/// Who draws IDs for an employee first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PayTurn {
    TaxReturns,
    Profile,
    Benefits,
    Stubs,
}

pub trait FromPay: Send {
    fn take(&mut self, app: &App, paid: &PaidEmployee<'_>, today: Day);

    fn write<'a>(self: Box<Self>, tx: &'a mut Tx, plan: &'a DemoPlan) -> BoxFuture<'a, Result<(), Problem>>;
}

/// Rows to write in bulk, by tenant and without it: the store adds the tenant of its scope as the last value.
#[derive(Default)]
pub struct DemoRows(BTreeMap<TenantId, Vec<Vec<Value>>>);

impl DemoRows {
    pub fn push(&mut self, tenant: TenantId, row: Vec<Value>) {
        self.0.entry(tenant).or_default().push(row);
    }

    pub fn of(&mut self, scope: &OperatorScope) -> Vec<Vec<Value>> {
        self.0.remove(&scope.tenant()).unwrap_or_default()
    }
}

/// The rows with the scope's tenant as the last value of each.
pub fn of_tenant(scope: &OperatorScope, rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let with_tenant = |mut row: Vec<Value>| {
        row.push(scope.tenant().into());
        row
    };
    rows.into_iter().map(with_tenant).collect()
}
