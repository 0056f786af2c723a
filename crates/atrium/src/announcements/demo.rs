//! The demo companies' announcements, for each level of targeting and in each state, published by their managers
//! through the real use case.

use super::{AnnouncementDraft, Target, publish};
use crate::access;
use crate::app::App;
use crate::demo_world::{self, DemoPart, DemoPlan, DemoStep, HARBOR, LOGISTICS, OUTFITTERS};
use crate::shared::day::Day;
use crate::shared::problem::Problem;

pub const DEMO: &[DemoPart] =
    &[DemoPart::Once(DemoStep::News, |app, plan, today| Box::pin(write(app, plan, today)))];

/// (company, author, target, first day, last day, text). Days count from today. A target is a pay group's name, an
/// organization's code, or empty for everyone.
type WrittenAnnouncement = (&'static str, &'static str, &'static str, i64, i64, &'static str);

const WRITTEN: &[WrittenAnnouncement] = &[
    (
        OUTFITTERS.name,
        "marcus",
        "",
        -6,
        5,
        "Open enrollment closes this Friday at 5 p.m.\nReview your medical, dental and vision choices: anything you don't choose again ends with the year.",
    ),
    (
        OUTFITTERS.name,
        "priya",
        "",
        -3,
        20,
        "Holiday schedule: both stores close early on Wednesday and stay closed on Thanksgiving Day. Pay day moves forward to Wednesday.",
    ),
    (
        OUTFITTERS.name,
        "priya",
        "Biweekly hourly",
        -2,
        12,
        "Hourly team: please approve your time cards by Monday noon, so overtime is paid with this payroll.",
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "10",
        -4,
        30,
        "Retail: the winter floor plan is up in both break rooms. Walk it with your lead before Saturday.",
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "1010",
        -1,
        3,
        "Portland Store: the parking garage entrance on 3rd is closed until Thursday. Use the ramp on Oak.",
    ),
    (
        OUTFITTERS.name,
        "priya",
        "201010",
        -5,
        10,
        "People & Pay: year-end checklist is in the shared drive. First reconciliation run on Tuesday.",
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "10101010",
        0,
        14,
        "Footwear team: new fitting guides arrived. Lee will show them at Tuesday's stand-up.",
    ),
    (
        OUTFITTERS.name,
        "priya",
        "",
        7,
        21,
        "The 401(k) match rises to 5 percent on January 1. Watch here for details.",
    ),
    (
        OUTFITTERS.name,
        "marcus",
        "",
        -60,
        -30,
        "Welcome to the fall season! Thank you for a record back-to-school week.",
    ),
    (
        LOGISTICS.name,
        "priya",
        "",
        -5,
        9,
        "Safety week: every shift starts with a five-minute walk-around. See your lead for the checklist.",
    ),
    (
        LOGISTICS.name,
        "priya",
        "",
        -1,
        15,
        "Inscripción abierta hasta el viernes: revise su plan médico, dental y de la vista. / Open enrollment until Friday.",
    ),
    (
        LOGISTICS.name,
        "priya",
        "Biweekly hourly",
        -2,
        6,
        "Hourly payroll: the next pay arrives one day early because of the holiday.",
    ),
    (
        LOGISTICS.name,
        "priya",
        "20",
        -8,
        25,
        "Transport: winter tires go on from Monday. Book your slot with Maintenance.",
    ),
    (
        LOGISTICS.name,
        "priya",
        "10101020",
        -1,
        8,
        "Inbound Nights: the night premium is shown on its own line from this pay stub on.",
    ),
    (
        HARBOR.name,
        "mina",
        "",
        -3,
        12,
        "Flu shots for staff: Tuesday and Thursday, 7 to 9 a.m., room 114. Bring your badge.",
    ),
    (HARBOR.name, "mina", "101010", -1, 9, "Nursing: the December roster opens for swaps tomorrow at noon."),
];

/// Cedar Logistics has a weekly note going back half a year, so a manager's list has pages.
const PAST_WEEKS: i64 = 26;

async fn write(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    for week in (1..=PAST_WEEKS).rev() {
        let text = format!(
            "Weekly note: the numbers of week {} are on the board. Thank you for a safe week.",
            27 - week
        );
        let written = (LOGISTICS.name, "priya", "", -7 * week - 2, -7 * week + 4);
        one(app, plan, today, written, &text).await?;
    }
    for (company, author, target, from, to, text) in WRITTEN {
        one(app, plan, today, (company, author, target, *from, *to), text).await?;
    }
    Ok(())
}

async fn one(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    (company, author, target, from, to): (&str, &str, &str, i64, i64),
    text: &str,
) -> Result<(), Problem> {
    let (viewer, at) = demo_world::standing(app, plan, author, company).await?;
    let scope = access::managed_company(&viewer, at, viewer.person)?;
    let company = plan.company(company);
    let mut aimed = Target::default();
    if let Some((id, _)) = company.pay_groups.iter().find(|(_, name)| *name == target) {
        aimed.pay_group = Some(*id);
    }
    if let Some((id, kind, ..)) = company.organizations.get(target) {
        let slot = match *kind {
            "Division" => &mut aimed.division,
            "Branch" => &mut aimed.branch,
            "Department" => &mut aimed.department,
            _ => &mut aimed.team,
        };
        *slot = Some(*id);
    }
    let draft = AnnouncementDraft {
        message_es: in_spanish(text).to_owned(),
        message: text.to_owned(),
        target: aimed,
        starts: today.plus_days(from),
        ends: today.plus_days(to),
    };
    let mut work = demo_world::begin(app, &viewer).await?;
    publish(&mut work, &scope, draft).await?;
    Ok(work.commit().await?)
}

/// The Spanish version, or empty if there isn't one.
fn in_spanish(text: &str) -> &'static str {
    match text {
        text if text.starts_with("Open enrollment closes") => {
            "La inscripción abierta termina este viernes a las 5 p. m.\nRevise su plan médico, dental y de la vista: lo que no \
             vuelva a elegir termina con el año."
        }
        text if text.starts_with("Safety week") => {
            "Semana de la seguridad: cada turno empieza con un recorrido de cinco minutos. Pida la lista a su líder."
        }
        _ => "",
    }
}
