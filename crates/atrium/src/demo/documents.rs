//! The demo companies' documents: current, upcoming and past, each a small PDF made here.

use crate::access::{self, At, BankScope, CompanyScope, Viewer, Write};
use crate::app::App;
use crate::demo_world::{DemoPlan, HARBOR, LOGISTICS, OUTFITTERS};
use crate::documents::{CompanyDocuments, DocumentDraft, publish};
use crate::files::{self, Files};
use crate::shared::day::Day;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};

/// (company, author, name, file, from and to in days around today, on the dashboard, what it says)
type Written =
    (&'static str, &'static str, &'static str, &'static str, i64, i64, bool, &'static [&'static str]);

const WRITTEN: &[Written] = &[
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

pub(super) async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    for (company, author, name, file, from, to, is_on_dashboard, lines) in WRITTEN {
        let company = plan.company(company);
        let person = plan.person(author).id;
        let viewer = Viewer::load(&app.db, &app.clock, person).await?.ok_or(Problem::NotFound)?;
        let at = At { tenant: company.tenant, company: company.id };
        let scope = access::managed_company::<CompanyDocuments, Write>(&viewer, at, person)?;
        let key =
            files::key_alone(app, &BankScope::from(&CompanyScope::<Files, Write>::from(&scope))).await?;
        let stored = files::take_in(app, &scope, &key, file, page(company.place.name, name, lines)).await?;
        let draft = DocumentDraft {
            name: (*name).to_owned(),
            starts: today.plus_days(*from),
            ends: today.plus_days(*to),
            is_on_dashboard: *is_on_dashboard,
        };
        let author = Author { tenant: viewer.tenant, person: Some(person), address: "demo".to_owned() };
        let mut work = Work::begin(app, &app.db, author).await?;
        publish(&mut work, &scope, draft, &stored).await?;
        work.commit().await?;
    }
    Ok(())
}

/// One page in a font every reader has. `crates/pdf` makes what must be archived; this only has to be readable.
pub(super) fn page(company: &str, title: &str, lines: &[&str]) -> Vec<u8> {
    let mut text =
        format!("BT /F1 11 Tf 72 740 Td ({company}) Tj /F1 22 Tf 0 -36 Td ({title}) Tj /F1 11 Tf\n");
    for line in lines {
        text += &format!("0 -26 Td ({line}) Tj\n");
    }
    text += "ET";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut pdf = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (n, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", pdf.len());
        pdf += &format!("{} 0 obj\n{object}\nendobj\n", n + 1);
    }
    let (start, count) = (pdf.len(), objects.len() + 1);
    pdf += &format!(
        "xref\n0 {count}\n{table}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    pdf.into_bytes()
}
