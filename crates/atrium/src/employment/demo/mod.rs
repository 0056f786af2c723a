//! Who the demo companies employ, and who reports to whom.

mod store;

use crate::demo_world::{DemoPart, DemoPlan};
use crate::shared::problem::Problem;
use db::Tx;

pub const DEMO: &[DemoPart] = &[DemoPart::People(|_, tx, plan, _| Box::pin(write(tx, plan)))];

async fn write(tx: &mut Tx, plan: &DemoPlan) -> Result<(), Problem> {
    for tenant in &plan.tenants {
        store::insert_employees(tx, &tenant.scope, plan).await?;
        store::insert_lines(tx, &tenant.scope, plan).await?;
    }
    Ok(())
}
