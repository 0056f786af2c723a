//! What a request is planned against, as the database keeps it: types with their policies, what changed the balances,
//! and the company's calendar.

use super::kinds::TimeOffApproval;
use super::ledger::{Accrual, BalanceEvent, Policy};
use super::policies::rules;
use super::rules::Blackout;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{TimeOffRequestId, TimeOffTypeId};
use crate::shared::pay_period::PayPeriod;

/// Hours by full years of service. A document of any other shape is an error, never a rate of zero.
#[derive(Clone, Debug)]
pub(super) struct Rates(pub Vec<(i64, Amount)>);

impl db::Get for Rates {
    fn get(cell: db::Cell<'_>) -> db::Result<Option<Rates>> {
        cell.parse_json(|document| {
            let rates: Vec<(i64, i64)> = serde_json::from_value(document).ok()?;
            let amount = |(years, units)| (years, Amount::from_ten_thousandths(units));
            Some(Rates(rates.into_iter().map(amount).collect()))
        })
    }
}

/// The rules a type had before, oldest first, each through its last day.
#[derive(Clone, Debug, Default)]
pub(super) struct EarlierRules(pub Vec<(Day, Policy)>);

impl db::Get for EarlierRules {
    fn get(cell: db::Cell<'_>) -> db::Result<Option<EarlierRules>> {
        cell.parse_json(|document| serde_json::from_value(document).ok().map(EarlierRules))
    }
}

/// A type, as it applies to one employee.
#[derive(Clone, Debug)]
pub(super) struct TypeRow {
    pub id: TimeOffTypeId,
    pub name: String,
    pub name_es: Option<String>,
    pub has_balance: bool,
    pub accrual: Accrual,
    pub rates: Rates,
    pub pay_period: PayPeriod,
    pub period_end: Day,
    pub cap_hours: Option<Amount>,
    pub carry_over_hours: Option<Amount>,
    pub carry_over_months: Option<i64>,
    pub negative_hours: Amount,
    pub waiting_days: i64,
    pub approval: TimeOffApproval,
    pub hired: Day,
    pub edits_many_days: bool,
    /// An employee's request for more days than this needs a file.
    pub attachment_after_days: Option<i64>,
    /// The last day that can be taken.
    pub ends_on: Option<Day>,
    pub earlier: EarlierRules,
}
db::row!(TypeRow {
    id,
    name,
    name_es,
    has_balance,
    accrual,
    rates,
    pay_period,
    period_end,
    cap_hours,
    carry_over_hours,
    carry_over_months,
    negative_hours,
    waiting_days,
    approval,
    hired,
    edits_many_days,
    attachment_after_days,
    ends_on,
    earlier
});

impl TypeRow {
    pub(super) fn policy(&self) -> Policy {
        let newest = Policy {
            accrual: self.accrual,
            rates: self.rates.0.clone(),
            pay_period: self.pay_period,
            period_end: self.period_end,
            cap: self.cap_hours,
            carry_over: self.carry_over_hours,
            carry_over_months: self.carry_over_months,
            negative: self.negative_hours,
            is_before_start: false,
            earlier: vec![],
        };
        rules::over_time(self.earlier.0.clone(), newest, self.ends_on)
    }
}

/// What changed a balance. Reading a kind that isn't listed here is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    Opening,
    Adjustment,
    Worked,
    TimeOff,
    /// The sum of days not taken yet: pending, or approved and in the future.
    Scheduled,
}
db::text!(EventKind {
    Opening = "opening",
    Adjustment = "adjustment",
    Worked = "worked",
    TimeOff = "time off",
    Scheduled = "scheduled"
});

#[derive(Clone, Debug)]
pub(super) struct EventRow {
    /// None for hours worked, which count for every type.
    pub type_id: Option<TimeOffTypeId>,
    pub kind: EventKind,
    pub day: Day,
    pub hours: Amount,
    pub request_id: Option<TimeOffRequestId>,
    /// Requested, but not decided.
    pub is_pending: bool,
}
db::row!(EventRow { type_id, kind, day, hours, request_id, is_pending });

impl EventRow {
    pub(super) fn event(&self) -> BalanceEvent {
        match self.kind {
            EventKind::Scheduled => BalanceEvent::TimeOff(self.day, self.hours),
            EventKind::Opening => BalanceEvent::Opening(self.day, self.hours),
            EventKind::Adjustment => BalanceEvent::Adjustment(self.day, self.hours),
            EventKind::Worked => BalanceEvent::Worked(self.day, self.hours),
            EventKind::TimeOff => BalanceEvent::TimeOff(self.day, self.hours),
        }
    }
}

/// A holiday or a blackout.
#[derive(Clone, Debug)]
pub(super) struct CalendarRow {
    pub is_holiday: bool,
    pub first: Day,
    pub last: Day,
    pub name: String,
    pub name_es: String,
    pub type_id: Option<TimeOffTypeId>,
}
db::row!(CalendarRow { is_holiday, first, last, name, name_es, type_id });

impl CalendarRow {
    pub(super) fn blackout(&self) -> Option<Blackout> {
        (!self.is_holiday).then_some(Blackout { first: self.first, last: self.last, type_id: self.type_id })
    }
}
