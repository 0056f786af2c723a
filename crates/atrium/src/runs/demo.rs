//! The pay calendars of the demo companies, on the days of their pay stubs.

use super::kinds::PayRunState;
use super::{rules, store};
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoRows, DemoStep, paydays_of};
use crate::shared::clock;
use crate::shared::day::Day;
use crate::shared::id::PayRunId;
use crate::shared::problem::Problem;
use db::params;
use jiff::civil::{Time, Weekday};

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::PayCalendars, |app, plan, today| Box::pin(write(app, plan, today)))];

const BACK_DAYS: i64 = 45;
const AHEAD_DAYS: i64 = 120;
const CUTOFF_DAYS: i64 = 3;
const CUTOFF_TIME: Time = Time::constant(17, 0, 0, 0);

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let mut rows = DemoRows::default();
    for company in &plan.companies {
        let zone = clock::zone(company.place.time_zone);
        for (group, name) in &company.pay_groups {
            for period in paydays_of(name, today.plus_days(-BACK_DAYS), today.plus_days(AHEAD_DAYS)) {
                let cutoff = weekday(period.check_date.plus_days(-CUTOFF_DAYS));
                let cutoff_at = rules::instant(cutoff, CUTOFF_TIME, &zone);
                let row = params![
                    PayRunId(app.ids.next(app.clock.now())),
                    company.id,
                    *group,
                    period.begin,
                    period.end,
                    cutoff_at,
                    period.check_date,
                    mark(cutoff, period.check_date, today)
                ];
                rows.push(company.tenant, row);
            }
        }
    }
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        store::insert_demo(&mut tx, &tenant.scope, rows.of(&tenant.scope)).await?;
    }
    Ok(tx.commit().await?)
}

/// People should be able to try everything on the first day, so no run is being processed: it's paid, or open again.
fn mark(cutoff: Day, payday: Day, today: Day) -> Option<PayRunState> {
    match payday {
        _ if today < cutoff || payday < today => None,
        _ if payday == today => Some(PayRunState::Paid),
        _ => Some(PayRunState::Open),
    }
}

fn weekday(day: Day) -> Day {
    match day.0.weekday() {
        Weekday::Saturday => day.plus_days(-1),
        Weekday::Sunday => day.plus_days(-2),
        _ => day,
    }
}
