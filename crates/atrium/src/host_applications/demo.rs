//! Cedar Group's applications, connected by its administrator through the use cases, and the heading of their list.

use super::{AddedHostApplication, HostApplicationDraft, HostApplications};
use crate::access::{self, Narrowing};
use crate::app::App;
use crate::applications::{self, EntryChange, ListChange};
use crate::demo_world::{self, DemoPart, DemoPlan, DemoStep, OUTFITTERS};
use crate::factors::Proven;
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
    let mut work = demo_world::begin_from(app, &viewer, "127.0.0.1").await?;
    let administered = access::administered::<HostApplications, _>(&viewer, viewer.tenant)?;
    let scope = access::whole(&administered)?;
    let operator = plan.scope(plan.company(OUTFITTERS.name).tenant);
    for (code, name, path, client_id, target_url, _, _) in APPLICATIONS {
        let site = target_url.trim_end_matches("/start");
        let draft = HostApplicationDraft {
            code: (*code).to_owned(),
            name: (*name).to_owned(),
            target_url: (*target_url).to_owned(),
            path: (*path).to_owned(),
            client_id: (*client_id).to_owned(),
            auth: "secret".to_owned(),
            redirect_uris: vec![format!("{site}/callback")],
            post_logout_redirect_uris: vec![format!("{site}/signed-out")],
            claims: ["name", "email", "companies"].map(str::to_owned).to_vec(),
            logout_uri: format!("{site}/backchannel-logout"),
            is_enabled: true,
            ..HostApplicationDraft::default()
        };
        let checked = super::check(app, work.tx(), &scope, None, draft).await?;
        let added = Proven::by_operator(operator, AddedHostApplication { checked });
        // No one signs in to a demo's applications, so the secret is thrown away.
        super::add(app, &mut work, &scope, added).await?;
    }
    let list = access::tenant(&app.db, &viewer, &Narrowing::default()).await?;
    let list = access::administrator(&viewer, &list)?;
    let entries = APPLICATIONS.iter().map(|(code, _, _, _, _, pricing, plan)| EntryChange {
        code: (*code).to_owned(),
        pricing: Some((*pricing).to_owned()),
        plan: Some((*plan).to_owned()),
        ..EntryChange::default()
    });
    let change = ListChange { version: 0, title: Some(TITLE.to_owned()), entries: entries.collect() };
    applications::revise(&mut work, &viewer, &list, change).await?;
    Ok(work.commit().await?)
}
