//! Older notices in the demo have been read.

use super::store;
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep};
use crate::shared::problem::Problem;
use jiff::SignedDuration;

pub const DEMO: &[DemoPart] = &[DemoPart::Once(DemoStep::Settled, |app, plan, _| Box::pin(write(app, plan)))];

const UNREAD_SINCE: SignedDuration = SignedDuration::from_hours(4 * 24);

async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let lately = app.clock.now() - UNREAD_SINCE;
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        store::read_all_before(&mut tx, &tenant.scope, lately).await?;
    }
    Ok(tx.commit().await?)
}
