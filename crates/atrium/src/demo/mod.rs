//! The demo world: two tenants, three companies, about 360 people, the same for a given day. `atrium demo` serves it;
//! tests and browser tests use it. Anything with a use case is written through it, the rest by `store.rs`.

mod accounts;
mod addresses;
mod applications;
mod clock;
mod deposits;
mod documents;
mod grown;
mod integrations;
mod logos;
mod pay_stubs;
mod paydays;
mod payroll;
mod people;
mod profiles;
mod store;
mod tax_returns;
mod tax_setup;
mod tax_tables;
mod time_off;
mod time_off_policies;
mod world;

pub use store::person;
pub use world::{ACCOUNTS, Account};

use crate::access;
use crate::all_features;
use crate::app::{App, DemoWorld};
use crate::demo_world::{DemoPlan, DemoStep};
use crate::factors;
use crate::features;
use crate::shared::clock::{Clock, Randomness};
use crate::shared::day::Day;
use crate::shared::id::Ids;
use crate::shared::problem::Problem;
use db::Db;
use futures_util::future::BoxFuture;
use jiff::tz::TimeZone;

/// What a database contains, as far as a demo is concerned.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    /// A world made for this day.
    World(String),
    /// A world whose creation was interrupted.
    Unfinished,
    /// Tenants that no demo made, or a server that was started on it: never touch it.
    RealData,
}

pub async fn look(db: &Db) -> db::Result<Found> {
    if db.schema_version().await? == 0 {
        return Ok(Found::Nothing);
    }
    Ok(match (store::marker(db).await?, store::is_in_use(db).await?) {
        (Some(marker), _) if marker == BUILDING => Found::Unfinished,
        (Some(marker), _) => Found::World(marker),
        (None, true) => Found::RealData,
        (None, false) => Found::Nothing,
    })
}

/// Everyone's password in a demo, and no one's anywhere else.
pub const PASSWORD: &str = "atrium-demo-only";

/// `JBSWY3DPEHPK3PXP`, the way you'd enter it in an authenticator app.
const TOTP_SECRET: &[u8] = b"Hello!\xDE\xAD\xBE\xEF";

/// What the sign-in page shows about the demo.
pub struct Shown;

impl DemoWorld for Shown {
    fn accounts<'a>(&'a self, db: &'a Db) -> BoxFuture<'a, db::Result<Vec<serde_json::Value>>> {
        Box::pin(store::accounts(db))
    }

    fn password(&self) -> &'static str {
        PASSWORD
    }
}

const BUILDING: &str = "building";

/// Cedar Logistics grown for load tests.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    pub employees: usize,
    /// Time-off requests per newcomer; twice as many for those the first newcomer decides on.
    pub requests_each: usize,
}

/// What the marker says about a finished world.
pub fn name_of(today: Day, growth: Option<Growth>) -> String {
    let grown = |Growth { employees, requests_each }| {
        format!("{today} with {employees} employees and {requests_each} requests each")
    };
    growth.map_or(today.to_string(), grown)
}

/// What features add after a step.
async fn write_parts(step: DemoStep, app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    let parts = all_features::ALL.iter().filter_map(|feature| feature.demo);
    for part in parts.filter(|part| part.after == step) {
        (part.write)(app, plan, today).await?;
    }
    Ok(())
}

/// Makes the world in an empty, migrated database.
pub async fn build(app: &App, today: Day, growth: Option<Growth>) -> Result<(), Problem> {
    let nine =
        today.0.at(9, 0, 0, 0).to_zoned(TimeZone::UTC).map_err(|e| Problem::Internal(e.to_string()))?;
    let randomness = Randomness::seeded(&format!("atrium demo world {today}"));
    let app = App {
        clock: Clock::stopped(today, nine.timestamp()),
        ids: Ids::new(randomness.clone()),
        randomness: randomness.clone(),
        ..app.clone()
    };
    let mut tx = app.db.begin_write().await?;
    store::mark(&mut tx, BUILDING).await?;
    tx.commit().await?;

    let plan = world::plan(&app, &randomness, today);
    let mut tx = app.db.begin_write().await?;
    store::write(&mut tx, &plan, app.clock.now()).await?;
    for (tenant, _) in &plan.tenants {
        features::seed(&mut tx, &access::operator(*tenant)).await?;
    }
    tx.commit().await?;
    if let Some(growth) = growth {
        grown::grow(&app, &plan, &randomness, today, growth.employees).await?;
    }
    let hash = factors::password::hash(PASSWORD, &randomness)?;
    let mut tx = app.db.begin_write().await?;
    store::give_passwords(&mut tx, &hash, app.clock.now()).await?;
    for person in &plan.people {
        let now = app.clock.now();
        factors::write_totp(&app, &mut tx, person.tenant, person.id, TOTP_SECRET, 0, now).await?;
    }
    tx.commit().await?;
    write_parts(DemoStep::People, &app, &plan, today).await?;
    applications::write(&app, &plan).await?;
    deposits::write(&app, &plan, today).await?;
    tax_setup::write(&app, &plan, today).await?;
    documents::write(&app, &plan, today).await?;
    write_parts(DemoStep::Documents, &app, &plan, today).await?;
    time_off::write(&app, &plan, today).await?;
    if let Some(growth) = growth {
        time_off::grow(&app, &plan, today, growth.requests_each).await?;
    }
    integrations::write(&app, &plan).await?;
    logos::write(&app, &plan).await?;
    clock::write(&app, &plan, today).await?;
    let mut tx = app.db.begin_write().await?;
    pay_stubs::write(&app, &mut tx, &plan, &plan.companies, today, pay_stubs::Keep::TwoYears).await?;
    tx.commit().await?;
    profiles::under_way(&app, &plan, today).await?;

    let mut tx = app.db.begin_write().await?;
    store::settle_notices(&mut tx, app.clock.now()).await?;
    store::mark(&mut tx, &name_of(today, growth)).await?;
    Ok(tx.commit().await?)
}
