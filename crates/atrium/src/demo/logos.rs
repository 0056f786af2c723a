//! The logo in the header for each demo tenant. Each PNG is its SVG at three times the size: 148 or 156 by 32.

use crate::access;
use crate::app::App;
use crate::company;
use crate::demo_world::DemoPlan;
use crate::shared::problem::Problem;

/// By the tenant's name.
const LOGOS: &[(&str, &[u8])] = &[
    ("Cedar Group", include_bytes!("logos/cedar-group.png")),
    ("Harbor Clinic", include_bytes!("logos/harbor-clinic.png")),
];

pub(super) async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    for (tenant, name) in &plan.tenants {
        if let Some((_, png)) = LOGOS.iter().find(|(of, _)| of == name) {
            company::set_logo(app, &access::operator(*tenant), png.to_vec()).await?;
        }
    }
    Ok(())
}
