//! The demo companies' documents: current, upcoming and past, each a small PDF made here.

use super::{CompanyDocuments, DocumentDraft, publish};
use crate::access::{self, BankScope, CompanyScope, Write};
use crate::app::App;
use crate::demo_world::{DemoPart, DemoPlan, DemoStep, HARBOR, LOGISTICS, OUTFITTERS, begin, page, standing};
use crate::files::{self, Files};
use crate::shared::day::Day;
use crate::shared::problem::Problem;

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::Papers, |app, plan, today| Box::pin(write(app, plan, today)))];

/// (company, author, name, file, from and to in days around today, on the dashboard, what it says)
type WrittenDocument =
    (&'static str, &'static str, &'static str, &'static str, i64, i64, bool, &'static [&'static str]);

const WRITTEN: &[WrittenDocument] = &[
    (
        OUTFITTERS.name,
        "priya",
        "Employee handbook",
        "employee-handbook.pdf",
        -300,
        400,
        true,
        &[
            "Welcome to Cedar Outfitters. This handbook explains how we work together.",
            "Working hours: stores open at 9 a.m.; shifts are posted two weeks ahead.",
            "Time off: request it in the portal. Your manager answers within three working days.",
            "Pay: stubs and W-2s are in the portal; changes to your bank data need a second factor.",
        ],
    ),
    (
        OUTFITTERS.name,
        "priya",
        "Employee discount policy",
        "discount-policy.pdf",
        -120,
        600,
        false,
        &[
            "Forty percent on everything we make, for you and one household.",
            "Show your badge at the register.",
        ],
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "Store safety checklist",
        "store-safety-checklist.pdf",
        -30,
        150,
        true,
        &[
            "Before opening: exits clear, ladders locked, first-aid kit complete.",
            "Sign the list every Monday.",
        ],
    ),
    (
        OUTFITTERS.name,
        "priya",
        "Benefits guide for next year",
        "benefits-guide.pdf",
        20,
        385,
        true,
        &[
            "Open enrollment decides your coverage for the whole year.",
            "Compare the plans before you choose.",
        ],
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "Summer schedule",
        "summer-schedule.pdf",
        -200,
        -70,
        true,
        &["Longer opening hours from June to August."],
    ),
    (
        LOGISTICS.name,
        "priya",
        "Warehouse safety manual",
        "warehouse-safety-manual.pdf",
        -250,
        500,
        true,
        &[
            "Forklifts have the right of way at marked crossings only.",
            "High-visibility vests are worn on every floor, at every hour.",
        ],
    ),
    (
        LOGISTICS.name,
        "priya",
        "Driver handbook",
        "driver-handbook.pdf",
        -90,
        500,
        false,
        &["Hours of service, rest breaks and logs.", "Call dispatch before you change a route."],
    ),
    (
        HARBOR.name,
        "mina",
        "Infection control policy",
        "infection-control.pdf",
        -60,
        305,
        true,
        &["Hand hygiene before and after every patient.", "Report an exposure the same day."],
    ),
];

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    for (company, author, name, file, from, to, is_on_dashboard, lines) in WRITTEN {
        let (viewer, at) = standing(app, plan, author, company).await?;
        let scope = access::managed_company::<CompanyDocuments, Write>(&viewer, at, viewer.person)?;
        let key =
            files::key_alone(app, &BankScope::from(&CompanyScope::<Files, Write>::from(&scope))).await?;
        let stored = files::take_in(app, &scope, &key, file, page(company, name, lines)).await?;
        let draft = DocumentDraft {
            name: (*name).to_owned(),
            starts: today.plus_days(*from),
            ends: today.plus_days(*to),
            is_on_dashboard: *is_on_dashboard,
        };
        let mut work = begin(app, &viewer).await?;
        publish(&mut work, &scope, draft, &stored).await?;
        work.commit().await?;
    }
    Ok(())
}
