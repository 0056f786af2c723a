//! Who saw somebody's data. Whoever shows one person's data to another says so here; the person reads it in their profile.
//!
//! - One row a viewer, a kind of data and a day, with the name the viewer had then. It is written before the data is shown: what cannot be written down is not shown.
//! - Looking at one's own data is nothing to write down.
//! - Employees see who looked at theirs, and nobody else does.

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

/// Access: who saw one's data.
pub struct DataViews;

impl Own for DataViews {
    const OWN: Asked = Feature::Profile.asked();
}

/// Access: noting who saw what. Anyone who gets to see something can.
pub struct Witness;

impl Companywide for Witness {}
impl<F> Opens<Witness> for F {}

/// However many people a list shows, one statement asks who is written down already, and one writes the others.
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

/// For a change whose answer shows someone else's data: the note is committed with the change, so a refusal leaves none.
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
