//! Cedar Group's applications, written by its administrator through the use case.

use crate::access::{self, Narrowing, Viewer};
use crate::app::App;
use crate::applications::{EntryChange, ListChange, revise};
use crate::demo_world::DemoPlan;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};

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

pub(super) async fn write(app: &App, plan: &DemoPlan) -> Result<(), Problem> {
    let grace = plan.person("grace");
    let viewer = Viewer::load(&app.db, &app.clock, grace.id).await?.ok_or(Problem::NotFound)?;
    let scope = access::tenant(&app.db, &viewer, &Narrowing::default()).await?;
    let administrator = access::administrator(&viewer, &scope)?;
    let author = Author { tenant: grace.tenant, person: Some(grace.id), address: "127.0.0.1".to_owned() };
    let mut work = Work::begin(app, &app.db, author).await?;
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
