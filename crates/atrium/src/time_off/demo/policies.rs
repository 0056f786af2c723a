//! What the demo companies grant: time-off types with each kind of policy.

use crate::demo_world::{HARBOR, LOGISTICS, OUTFITTERS};
use crate::shared::day::Day;
use jiff::civil::date;

pub(super) struct GrantedTime {
    pub company: &'static str,
    pub name: &'static str,
    pub has_balance: bool,
    pub accrual: &'static str,
    /// (full years of service, ten-thousandths of an hour per period, per hour worked or per year)
    pub rates: &'static [(i64, i64)],
    pub pay_period: &'static str,
    pub cap: Option<i64>,
    pub carry_over: Option<i64>,
    pub carry_over_months: Option<i64>,
    pub negative: i64,
    pub waiting_days: i64,
    pub approval: &'static str,
    pub attachment_after_days: Option<i64>,
}

impl GrantedTime {
    pub(super) fn name_es(&self) -> &'static str {
        match self.name {
            VACATION => "Vacaciones",
            SICK => "Enfermedad",
            "Parental" => "Licencia parental",
            "Unpaid" => "Sin goce de sueldo",
            "Personal" => "Asuntos personales",
            name => name,
        }
    }
}

const NOTHING: GrantedTime = GrantedTime {
    company: "",
    name: "",
    has_balance: true,
    accrual: "none",
    rates: &[],
    pay_period: "biweekly",
    cap: None,
    carry_over: None,
    carry_over_months: None,
    negative: 0,
    waiting_days: 0,
    approval: "manager",
    attachment_after_days: None,
};

pub(super) const VACATION: &str = "Vacation";
pub(super) const SICK: &str = "Sick";

/// Two weeks per year, three after three years, four after seven; paid every other week.
const BY_SERVICE: &[(i64, i64)] = &[(0, 30_769), (3, 46_154), (7, 61_538)];

pub(super) const GRANTED: &[GrantedTime] = &[
    GrantedTime {
        company: OUTFITTERS.name,
        name: VACATION,
        accrual: "pay_period",
        rates: BY_SERVICE,
        cap: Some(240),
        carry_over: Some(80),
        carry_over_months: Some(3),
        negative: 8,
        waiting_days: 90,
        ..NOTHING
    },
    GrantedTime {
        company: OUTFITTERS.name,
        name: SICK,
        accrual: "year",
        rates: &[(0, 560_000)],
        carry_over: Some(24),
        approval: "none",
        attachment_after_days: Some(3),
        ..NOTHING
    },
    GrantedTime {
        company: OUTFITTERS.name,
        name: "Personal",
        accrual: "year",
        rates: &[(0, 240_000)],
        carry_over: Some(0),
        ..NOTHING
    },
    GrantedTime {
        company: OUTFITTERS.name,
        name: "Parental",
        has_balance: false,
        approval: "two_steps",
        ..NOTHING
    },
    GrantedTime { company: OUTFITTERS.name, name: "Unpaid", has_balance: false, ..NOTHING },
    GrantedTime {
        company: LOGISTICS.name,
        name: VACATION,
        accrual: "pay_period",
        rates: &[(0, 15_385), (5, 23_077)],
        pay_period: "weekly",
        cap: Some(160),
        carry_over: Some(40),
        waiting_days: 60,
        ..NOTHING
    },
    GrantedTime {
        company: LOGISTICS.name,
        name: SICK,
        accrual: "hour_worked",
        rates: &[(0, 333)],
        cap: Some(72),
        carry_over: Some(40),
        approval: "none",
        ..NOTHING
    },
    GrantedTime { company: LOGISTICS.name, name: "Unpaid", has_balance: false, ..NOTHING },
    GrantedTime {
        company: HARBOR.name,
        name: VACATION,
        accrual: "pay_period",
        rates: &[(0, 50_000), (5, 66_000)],
        pay_period: "semimonthly",
        cap: Some(200),
        negative: 16,
        ..NOTHING
    },
    GrantedTime {
        company: HARBOR.name,
        name: SICK,
        accrual: "year",
        rates: &[(0, 400_000)],
        cap: Some(80),
        attachment_after_days: Some(2),
        ..NOTHING
    },
    GrantedTime { company: HARBOR.name, name: "Unpaid", has_balance: false, ..NOTHING },
];

/// A Friday on which pay periods end.
pub(super) const PERIOD_END: Day = Day(date(2025, 1, 3));
