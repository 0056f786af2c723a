//! Cedar Group's applications, written by its administrator through the use case.

use super::{EntryChange, ListChange, revise};
use crate::access::{self, Narrowing};
use crate::app::App;
use crate::demo_world::{self, DemoPart, DemoPlan, DemoStep};
use crate::shared::problem::Problem;

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::Applications, |app, plan, _| Box::pin(write(app, plan)))];

const TITLE: &str = "Cedar Group applications";

/// (code, name, path, client, address, what it costs, plan)
#[rustfmt::skip]
const APPLICATIONS: &[(&str, &str, &str, &str, &str, &str, &str)] = &[
    ("PAY", "Payroll", "/payroll", "cedar-payroll", "https://payroll.example.com/start", "$4.00 per employee per month", "Standard"),
    ("TAX", "Tax Filing", "/tax-filing", "cedar-tax", "https://tax.example.com/start", "Included", "Standard"),
    ("HR", "Human Resources", "/hr", "cedar-hr", "https://hr.example.com/start", "$2.50 per employee per month", "Plus"),
    ("HCM", "Talent", "/talent", "cedar-hcm", "https://talent.example.com/start", "$3.00 per employee per month", "Plus"),
    ("TIME", "Time & Labor", "/time-labor", "cedar-time", "https://time.example.com/start", "$2.00 per employee per month", "Standard"),
];

async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let viewer = demo_world::viewer_of(app, plan.person("grace").id).await?;
    let scope = access::tenant(&app.db, &viewer, &Narrowing::default()).await?;
    let administrator = access::administrator(&viewer, &scope)?;
    let mut work = demo_world::begin_from(app, &viewer, "127.0.0.1").await?;
    let entries =
        APPLICATIONS.iter().map(|(code, name, path, client_id, target_url, pricing, plan)| EntryChange {
            code: (*code).to_owned(),
            name: Some((*name).to_owned()),
            path: Some((*path).to_owned()),
            client_id: Some((*client_id).to_owned()),
            target_url: Some((*target_url).to_owned()),
            pricing: Some((*pricing).to_owned()),
            plan: Some((*plan).to_owned()),
        });
    let change = ListChange { version: 0, title: Some(TITLE.to_owned()), entries: entries.collect() };
    revise(&mut work, &viewer, &administrator, change).await?;
    Ok(work.commit().await?)
}
