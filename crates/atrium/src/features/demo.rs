//! The demo's tenants start with the whole catalog, as every tenant does.

use super::seed;
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep};
use crate::shared::problem::Problem;

pub const DEMO: &[DemoPart] = &[DemoPart::Once(DemoStep::Rights, |app, plan, _| Box::pin(write(app, plan)))];

async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        seed(&mut tx, &tenant.scope).await?;
    }
    Ok(tx.commit().await?)
}
