//! The roles at the demo's tenants, and who has which.

mod store;

use super::{Applies, SHIPPED};
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep};
use crate::shared::problem::Problem;
use db::{Tx, Value, params};

pub const DEMO: &[DemoPart] = &[
    DemoPart::Once(DemoStep::Rights, |app, plan, _| Box::pin(write(app, plan))),
    DemoPart::People(|_, tx, plan, _| Box::pin(assign(tx, plan))),
];

/// In addition to the roles every tenant has: (name, permissions).
const OWN_ROLES: &[(&str, &str)] =
    &[("Time Off Approver", "manager manager:time-off.write identity:user:self")];

async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        let roles: Vec<_> = plan.roles.iter().filter(|(_, of, _)| *of == tenant.id).collect();
        if let Some(missing) = SHIPPED.iter().find(|role| !roles.iter().any(|(.., name)| *name == role.name))
        {
            let says = format!("add the role {} to the end of ROLES in demo/world.rs", missing.name);
            return Err(Problem::Internal(says));
        }
        let rows = roles.into_iter().map(|(id, _, name)| {
            let mut row = params![*id, *name];
            row.extend(rights(name));
            row
        });
        store::insert_roles(&mut tx, &tenant.scope, rows.collect()).await?;
    }
    Ok(tx.commit().await?)
}

/// Permissions, where the role applies, applications, and whether it comes with the product.
fn rights(name: &str) -> Vec<Value> {
    match SHIPPED.iter().find(|role| role.name == name) {
        Some(role) => params![role.permissions, role.applies.as_str(), role.applications, true],
        None => {
            let own =
                OWN_ROLES.iter().find(|(own, _)| *own == name).map_or("", |(_, permissions)| permissions);
            params![own, Applies::Company.as_str(), "", false]
        }
    }
}

async fn assign(tx: &mut Tx, plan: &DemoPlan) -> Result<(), Problem> {
    for tenant in &plan.tenants {
        let is_here = |role| plan.roles.iter().any(|(id, of, _)| *id == role && *of == tenant.id);
        let held = plan.assignments.iter().filter(|(_, role, _)| is_here(*role)).copied().collect();
        store::insert_assignments(tx, &tenant.scope, held).await?;
    }
    Ok(())
}
