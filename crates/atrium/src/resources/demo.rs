//! The demo companies' resources, action items and links. Some people have acknowledged, most haven't.

use super::{CustomLink, FormLinks, ResourceDraft, acknowledge, publish, put_links};
use crate::access;
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep, HARBOR, LOGISTICS, OUTFITTERS, begin, standing};
use crate::shared::day::Day;
use crate::shared::problem::Problem;

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::Papers, |app, plan, today| Box::pin(write(app, plan, today)))];

/// (company, author, name, description, link, due in days: `None` if there's nothing to acknowledge)
type WrittenResource = (&'static str, &'static str, &'static str, &'static str, &'static str, Option<i64>);

const WRITTEN: &[WrittenResource] = &[
    (
        OUTFITTERS.name,
        "priya",
        "Acknowledge the code of conduct",
        "Read it once a year. It takes about ten minutes.",
        "/more/documents",
        Some(12),
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "Confirm your emergency contact",
        "Check your profile and confirm that the contact is right.",
        "/profile",
        Some(5),
    ),
    (
        OUTFITTERS.name,
        "priya",
        "401(k) plan site",
        "See and change what you save.",
        "https://example.com/401k",
        None,
    ),
    (
        OUTFITTERS.name,
        "priya",
        "Employee assistance program",
        "Free and confidential, day and night.",
        "https://example.com/eap",
        None,
    ),
    (
        LOGISTICS.name,
        "priya",
        "Forklift safety refresher",
        "Watch the video, then acknowledge it.",
        "https://example.com/forklift",
        Some(8),
    ),
    (
        LOGISTICS.name,
        "priya",
        "Shift trade board",
        "Offer a shift or take one.",
        "https://example.com/shifts",
        None,
    ),
    (
        HARBOR.name,
        "mina",
        "Privacy training",
        "Everyone who sees patients takes it each year.",
        "https://example.com/privacy",
        Some(20),
    ),
];

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    for (company, author, name, description, link, due) in WRITTEN {
        let (viewer, at) = standing(app, plan, author, company).await?;
        let scope = access::managed_company(&viewer, at, viewer.person)?;
        let draft = ResourceDraft {
            name: (*name).to_owned(),
            description: (*description).to_owned(),
            link: (*link).to_owned(),
            is_action_item: due.is_some(),
            due: due.map(|days| today.plus_days(days)),
        };
        let mut work = begin(app, &viewer).await?;
        let id = publish(&mut work, &scope, draft).await?;
        work.commit().await?;
        if *name == "Acknowledge the code of conduct" {
            // Victor and Evan have acknowledged it; Ana hasn't.
            for username in ["victor", "evan"] {
                let (viewer, at) = standing(app, plan, username, company).await?;
                let employee = plan.employee(username).id;
                let own = access::own(&viewer, at, employee)?;
                let mut work = begin(app, &viewer).await?;
                acknowledge(&mut work, &own, id, today).await?;
                work.commit().await?;
            }
        }
    }
    for (company, author, state_form, links, message) in [
        (
            OUTFITTERS.name,
            "priya",
            "https://example.com/forms/or-w-4",
            [("Uniform shop", "https://example.com/uniforms"), ("IT help desk", "https://example.com/help")],
            "Questions about your pay? Write to payroll before Wednesday noon.",
        ),
        (
            LOGISTICS.name,
            "priya",
            "",
            [
                ("Dispatch board", "https://example.com/dispatch"),
                ("Road conditions", "https://example.com/roads"),
            ],
            "Safety first: report every near miss, however small.",
        ),
    ] {
        let (viewer, at) = standing(app, plan, author, company).await?;
        let scope = access::managed_company(&viewer, at, viewer.person)?;
        let custom = links.map(|(name, url)| CustomLink { name: name.to_owned(), url: url.to_owned() });
        let links = FormLinks {
            state_w4: state_form.to_owned(),
            federal_w4: "https://example.com/forms/w-4".to_owned(),
            custom: custom.to_vec(),
            messages: vec![message.to_owned()],
        };
        let mut work = begin(app, &viewer).await?;
        put_links(&mut work, &scope, None, links).await?;
        work.commit().await?;
    }
    Ok(())
}
