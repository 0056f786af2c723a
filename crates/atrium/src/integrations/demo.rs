//! The demo's vendors: Cedar Outfitters has time and attendance and the marketplace, Harbor Clinic an HR vendor.

use super::join;
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep, HARBOR, OUTFITTERS};
use crate::shared::problem::Problem;
use crate::shared::vendor::Vendor;

pub const DEMO: &[DemoPart] = &[DemoPart::Once(DemoStep::Vendors, |app, plan, _| Box::pin(write(app, plan)))];

const VENDORS: &[(&str, Vendor, &str, bool)] = &[
    (OUTFITTERS.name, Vendor::Asureforce, "https://time.example.com/cedar", true),
    (OUTFITTERS.name, Vendor::ZayZoon, "https://early-pay.example.com", true),
    (OUTFITTERS.name, Vendor::Equifax, "https://verify.example.com", true),
    (OUTFITTERS.name, Vendor::SwipeClock, "https://clock.example.com/cedar", false),
    (HARBOR.name, Vendor::Mineral, "https://hr-advice.example.com", true),
];

async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    for (company, vendor, url, active) in VENDORS {
        let company = plan.company(company);
        // No one redeems a demo's launches, so the secret is thrown away.
        join(app, plan.scope(company.tenant), company.id, *vendor, url, *active).await?;
    }
    Ok(())
}
