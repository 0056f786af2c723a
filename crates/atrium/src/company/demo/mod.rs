//! The demo's tenants and companies, with their pay groups and organizations, and the logo in the header for each
//! tenant. Each PNG is its SVG at three times the size: 148 or 156 by 32.

mod store;

use super::set_logo;
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep};
use crate::shared::problem::Problem;

pub const DEMO: &[DemoPart] = &[
    DemoPart::Once(DemoStep::Companies, |app, plan, _| Box::pin(write(app, plan))),
    DemoPart::Once(DemoStep::Vendors, |app, plan, _| Box::pin(set_logos(app, plan))),
];

/// By the tenant's name.
const LOGOS: &[(&str, &[u8])] = &[
    ("Cedar Group", include_bytes!("logos/cedar-group.png")),
    ("Harbor Clinic", include_bytes!("logos/harbor-clinic.png")),
];

async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let mut tx = app.db.begin_write().await?;
    for tenant in &plan.tenants {
        store::insert_tenant(&mut tx, &tenant.scope, tenant.name, app.clock.now()).await?;
        store::insert_companies(&mut tx, &tenant.scope, &plan.companies).await?;
    }
    Ok(tx.commit().await?)
}

async fn set_logos(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    for tenant in &plan.tenants {
        if let Some((_, png)) = LOGOS.iter().find(|(of, _)| *of == tenant.name) {
            set_logo(app, &tenant.scope, png.to_vec()).await?;
        }
    }
    Ok(())
}
