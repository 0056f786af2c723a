//! What the demo companies grant: time-off types with each kind of policy, holidays, and days without time off.

use crate::demo_world::{HARBOR, LOGISTICS, OUTFITTERS};
use crate::shared::day::Day;
use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

pub(super) struct Granted {
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

impl Granted {
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

const NOTHING: Granted = Granted {
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

pub(super) const GRANTED: &[Granted] = &[
    Granted {
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
    Granted {
        company: OUTFITTERS.name,
        name: SICK,
        accrual: "year",
        rates: &[(0, 560_000)],
        carry_over: Some(24),
        approval: "none",
        attachment_after_days: Some(3),
        ..NOTHING
    },
    Granted {
        company: OUTFITTERS.name,
        name: "Personal",
        accrual: "year",
        rates: &[(0, 240_000)],
        carry_over: Some(0),
        ..NOTHING
    },
    Granted {
        company: OUTFITTERS.name,
        name: "Parental",
        has_balance: false,
        approval: "two_steps",
        ..NOTHING
    },
    Granted { company: OUTFITTERS.name, name: "Unpaid", has_balance: false, ..NOTHING },
    Granted {
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
    Granted {
        company: LOGISTICS.name,
        name: SICK,
        accrual: "hour_worked",
        rates: &[(0, 333)],
        cap: Some(72),
        carry_over: Some(40),
        approval: "none",
        ..NOTHING
    },
    Granted { company: LOGISTICS.name, name: "Unpaid", has_balance: false, ..NOTHING },
    Granted {
        company: HARBOR.name,
        name: VACATION,
        accrual: "pay_period",
        rates: &[(0, 50_000), (5, 66_000)],
        pay_period: "semimonthly",
        cap: Some(200),
        negative: 16,
        ..NOTHING
    },
    Granted {
        company: HARBOR.name,
        name: SICK,
        accrual: "year",
        rates: &[(0, 400_000)],
        cap: Some(80),
        attachment_after_days: Some(2),
        ..NOTHING
    },
    Granted { company: HARBOR.name, name: "Unpaid", has_balance: false, ..NOTHING },
];

/// A Friday on which pay periods end.
pub(super) const PERIOD_END: Day = Day(date(2025, 1, 3));

fn nth(year: i16, month: i8, nth: i8, weekday: Weekday) -> Date {
    let first = date(year, month, 1);
    first.nth_weekday_of_month(nth, weekday).unwrap_or(first)
}

/// A holiday on a weekend is observed on the nearest weekday.
fn observed(day: Date) -> Date {
    match day.weekday() {
        Weekday::Saturday => day.saturating_sub(1.day()),
        Weekday::Sunday => day.saturating_add(1.day()),
        _ => day,
    }
}

/// (day, name, name in Spanish)
pub(super) fn holidays(year: i16) -> [(Day, &'static str, &'static str); 8] {
    let thanksgiving = nth(year, 11, 4, Weekday::Thursday);
    [
        (observed(date(year, 1, 1)), "New Year's Day", "Año Nuevo"),
        (nth(year, 1, 3, Weekday::Monday), "Martin Luther King Jr. Day", "Día de Martin Luther King Jr."),
        (nth(year, 5, -1, Weekday::Monday), "Memorial Day", "Día de los Caídos"),
        (observed(date(year, 7, 4)), "Independence Day", "Día de la Independencia"),
        (nth(year, 9, 1, Weekday::Monday), "Labor Day", "Día del Trabajo"),
        (thanksgiving, "Thanksgiving Day", "Día de Acción de Gracias"),
        (thanksgiving.saturating_add(1.day()), "Day after Thanksgiving", "Día después de Acción de Gracias"),
        (observed(date(year, 12, 25)), "Christmas Day", "Navidad"),
    ]
    .map(|(day, name, name_es)| (Day(day), name, name_es))
}
