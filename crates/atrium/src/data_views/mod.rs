//! Who saw a person's data. Code that shows one person's data to another records it here; the person reads it in their
//! profile.
//!
//! - One row per viewer, kind of data and day, with the viewer's name at the time. It's written before the data is
//!   shown: what can't be recorded isn't shown.
//! - Viewing your own data isn't recorded.
//! - Employees see who viewed their data, and no one else does.

mod graphql;
mod store;

pub use graphql::DataViewQuery;
pub use store::What;

use crate::access::{Asked, CompanyScope, Companywide, Feature, Need, Opens, Own};
use crate::app::App;
use crate::shared::day::Day;
use crate::shared::id::EmployeeId;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;

/// Access: who saw the viewer's data.
pub struct DataViews;

impl Own for DataViews {
    const OWN: Asked = Feature::Profile.asked();
}

/// Access: recording who saw what. Anyone who can see something can record it.
pub struct Witness;

impl Companywide for Witness {}
impl<F> Opens<Witness> for F {}

/// No matter how many people a list shows, one statement checks who is already recorded, and one writes the rest.
pub async fn note(
    app: &App,
    db: &Db,
    scope: &CompanyScope<Witness, impl Need>,
    what: What,
    employees: &[EmployeeId],
) -> Result<(), Problem> {
    let (now, today) = (app.clock.now(), app.clock.today(&scope.time_zone()));
    let mut fresh = store::not_noted(db, scope, what, today, employees).await?;
    fresh.dedup();
    if fresh.is_empty() {
        return Ok(());
    }
    let mut tx = db.begin_write().await?;
    store::note(&mut tx, scope, what, today, now, &fresh).await?;
    Ok(tx.commit().await?)
}

/// For a change whose answer shows someone else's data: the record is committed with the change, so a refusal leaves
/// none.
pub fn note_with(
    work: &mut Work,
    scope: &CompanyScope<Witness, impl Need>,
    what: What,
    today: Day,
    employee: EmployeeId,
) {
    let now = work.now();
    work.add_to_commit(store::noted(scope, what, today, now, employee));
}
