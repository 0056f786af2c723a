//! The demo world: two tenants, three companies, about 360 people, the same for a given day. `atrium demo` serves it;
//! tests and browser tests use it. Who is in it is planned here (`world.rs`, `grown.rs`); each feature writes its own
//! part (`demo_world/`), through its use cases where they exist.

mod grown;
mod world;

pub use crate::demo_world::{ACCOUNTS, Growth, PASSWORD};

use crate::all_features;
use crate::app::{App, DemoWorld};
use crate::demo_world::{
    DemoPart, DemoPlan, DemoStep, Keep, PayPart, WritePeople, accounts, calendars, drop_mail, is_in_use,
    mark, marker,
};
use crate::shared::clock::{Clock, Randomness};
use crate::shared::day::Day;
use crate::shared::id::Ids;
use crate::shared::problem::Problem;
use db::{Db, Tx};
use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;
use std::ops::RangeInclusive;

/// What a database contains, as far as a demo is concerned.
#[derive(Debug, PartialEq, Eq)]
pub enum FoundWorld {
    Nothing,
    /// A world made for this day.
    World(String),
    /// A world whose creation was interrupted.
    Unfinished,
    /// Tenants that no demo made, or a server that was started on it: never touch it.
    RealData,
}

pub async fn look(db: &Db) -> db::Result<FoundWorld> {
    if db.schema_version().await? == 0 {
        return Ok(FoundWorld::Nothing);
    }
    Ok(match (marker(db).await?, is_in_use(db).await?) {
        (Some(marker), _) if marker == BUILDING => FoundWorld::Unfinished,
        (Some(marker), _) => FoundWorld::World(marker),
        (None, true) => FoundWorld::RealData,
        (None, false) => FoundWorld::Nothing,
    })
}

/// What the sign-in page shows about the demo.
pub struct Shown;

impl DemoWorld for Shown {
    fn accounts<'a>(&'a self, db: &'a Db) -> BoxFuture<'a, db::Result<Vec<serde_json::Value>>> {
        Box::pin(accounts(db))
    }

    fn password(&self) -> &'static str {
        PASSWORD
    }
}

const BUILDING: &str = "building";

/// What the marker says about a finished world.
pub fn name_of(today: Day, growth: Option<Growth>) -> String {
    let grown = |Growth { employees, requests_each }| {
        format!("{today} with {employees} employees and {requests_each} requests each")
    };
    growth.map_or(today.to_string(), grown)
}

/// Makes the world in an empty, migrated database.
pub async fn build(app: &App, today: Day, growth: Option<Growth>) -> Result<(), Problem> {
    let nine =
        today.0.at(9, 0, 0, 0).to_zoned(TimeZone::UTC).map_err(|e| Problem::Internal(e.to_string()))?;
    let randomness = Randomness::seeded(&format!("atrium demo world {today}"));
    let app = App {
        clock: Clock::stopped(today, nine.timestamp()),
        ids: Ids::new(randomness.clone()),
        randomness,
        ..app.clone()
    };
    set_mark(&app, BUILDING).await?;
    let plan = world::plan(&app, today, growth);
    write_parts(&app, &plan, today, DemoStep::Companies..=DemoStep::Rights).await?;
    let mut tx = app.db.begin_write().await?;
    write_people(&app, &mut tx, &plan, today).await?;
    tx.commit().await?;
    if let Some(growth) = growth {
        grown::grow(&app, &plan, today, growth.employees).await?;
    }
    write_parts(&app, &plan, today, DemoStep::SignIn..=DemoStep::Punches).await?;
    let mut tx = app.db.begin_write().await?;
    write_pay(&app, &mut tx, &plan, today, Keep::TwoYears).await?;
    tx.commit().await?;
    write_parts(&app, &plan, today, DemoStep::ProfileChanges..=DemoStep::PayCalendars).await?;
    let mut tx = app.db.begin_write().await?;
    drop_mail(&mut tx).await?;
    mark(&mut tx, &name_of(today, growth)).await?;
    Ok(tx.commit().await?)
}

async fn set_mark(app: &App, value: &str) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    mark(&mut tx, value).await?;
    Ok(tx.commit().await?)
}

fn parts() -> impl Iterator<Item = DemoPart> {
    all_features::ALL.iter().flat_map(|feature| feature.demo).copied()
}

/// What features write once, step by step.
async fn write_parts(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    steps: RangeInclusive<DemoStep>,
) -> Result<(), Problem> {
    let once = parts().filter_map(|part| match part {
        DemoPart::Once(step, write) if steps.contains(&step) => Some((step, write)),
        _ => None,
    });
    let mut once: Vec<_> = once.collect();
    // Stable: in a step, the order of the rows.
    once.sort_by_key(|(step, _)| *step);
    for (_, write) in once {
        write(app, plan, today).await?;
    }
    Ok(())
}

async fn write_people(app: &App, tx: &mut Tx, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let people = parts().filter_map(|part| match part {
        DemoPart::People(write) => Some(write),
        _ => None,
    });
    for write in people.collect::<Vec<WritePeople>>() {
        write(app, tx, plan, today).await?;
    }
    Ok(())
}

/// What features keep of everyone's pay, employee by employee, so that it agrees.
async fn write_pay(app: &App, tx: &mut Tx, plan: &DemoPlan, today: Day, keep: Keep) -> Result<(), Problem> {
    let pay = parts().filter_map(|part| match part {
        DemoPart::Pay(part) if keep == Keep::TwoYears || part.has_newcomers => Some(part),
        _ => None,
    });
    let mut pay: Vec<PayPart> = pay.collect();
    pay.sort_by_key(|part| part.turn);
    let mut pay: Vec<_> = pay.iter().map(|part| (part.start)(app, plan)).collect();
    let calendars = calendars(keep, today);
    for (nth, employee) in plan.employees.iter().enumerate() {
        let paid = calendars.pay(plan.company_of(employee), employee, nth);
        for part in &mut pay {
            part.take(app, &paid, today);
        }
    }
    for part in pay {
        part.write(tx, plan).await?;
    }
    Ok(())
}

/// What features write for newcomers who have been paid.
async fn write_newcomers(app: &App, tx: &mut Tx, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let newcomers = parts().filter_map(|part| match part {
        DemoPart::Newcomers(write) => Some(write),
        _ => None,
    });
    for write in newcomers.collect::<Vec<WritePeople>>() {
        write(app, tx, plan, today).await?;
    }
    Ok(())
}
