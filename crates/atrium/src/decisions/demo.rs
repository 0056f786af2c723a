//! Changes in progress at the demo companies, written through the use cases. Of bank accounts: one waiting, one on hold,
//! one denied, one that starts later. Of profiles: two waiting, one denied.

use super::{decide, prepare};
use crate::access::{self, At, Decisions, EmployeeScope, Feature, Viewer, Write};
use crate::app::App;
use crate::change_requests::Action;
use crate::data_views::{self, What};
use crate::demo_world::{DemoPart, DemoPlan, DemoStep, begin_from, viewer_of};
use crate::deposits::{self, AccountType, AmountType, DepositDraft, Deposits};
use crate::factors::Proven;
use crate::profile::{self, Demographics, Profile, ProfileEdit, Profiles, Relative};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{ChangeRequestId, RelatedId};
use crate::shared::problem::Problem;
use uuid::Uuid;

pub const DEMO: &[DemoPart] = &[
    DemoPart::Once(DemoStep::BankChanges, |app, plan, today| Box::pin(change_accounts(app, plan, today))),
    DemoPart::Once(DemoStep::ProfileChanges, |app, plan, today| Box::pin(change_profiles(app, plan, today))),
];

const ADDRESS: &str = "127.0.0.1";

struct AskedAccount {
    username: &'static str,
    routing_number: &'static str,
    number: &'static str,
    account_type: AccountType,
    amount_type: AmountType,
    amount: i64,
    starts_in_days: i64,
}

/// Who decided, how, and with what note.
type DecidedBy = (&'static str, Action, &'static str);

/// What people requested today; the outcome is decided below.
const ASKED_ACCOUNTS: &[(AskedAccount, Option<DecidedBy>)] = &[
    // Waiting for Marcus.
    (
        AskedAccount {
            username: "victor",
            routing_number: "950500278",
            number: "7700154402",
            account_type: AccountType::Savings,
            amount_type: AmountType::Fixed,
            amount: 100,
            starts_in_days: 0,
        },
        None,
    ),
    // Approved, and on hold until tomorrow.
    (
        AskedAccount {
            username: "priya",
            routing_number: "950500304",
            number: "5120093371",
            account_type: AccountType::Savings,
            amount_type: AmountType::Fixed,
            amount: 250,
            starts_in_days: 0,
        },
        Some(("marcus", Action::Approve, "")),
    ),
    // Denied, with the reason.
    (
        AskedAccount {
            username: "evan",
            routing_number: "950500142",
            number: "88200417735",
            account_type: AccountType::Savings,
            amount_type: AmountType::Fixed,
            amount: 75,
            starts_in_days: 0,
        },
        Some(("priya", Action::Deny, "Please bring a voided check for this account to Payroll first.")),
    ),
    // Needs no approval at Harbor Clinic, and starts in three weeks.
    (
        AskedAccount {
            username: "hugo",
            routing_number: "940400391",
            number: "301998245",
            account_type: AccountType::Savings,
            amount_type: AmountType::Percentage,
            amount: 10,
            starts_in_days: 21,
        },
        None,
    ),
];

async fn change_accounts(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    for (new, decided) in ASKED_ACCOUNTS {
        let request = ask_for_account(app, plan, today, new).await?;
        if let Some((by, action, note)) = decided {
            let page = Feature::ManagerDeposits;
            let (viewer, decision) = decider(app, plan, by, page, new.username).await?;
            let mut work = begin_from(app, &viewer, ADDRESS).await?;
            let note = Some((*note).to_owned());
            let verdict = prepare(&mut work, &decision, today, request, None, *action, note).await?;
            let verdict = Proven::by_operator(plan.scope(decision.tenant()), verdict);
            decide(&mut work, &decision, verdict).await?;
            work.commit().await?;
        }
    }
    Ok(())
}

async fn ask_for_account(
    app: &App,
    plan: &DemoPlan,
    today: Day,
    new: &AskedAccount,
) -> Result<ChangeRequestId, Problem> {
    let employee = plan.employee(new.username);
    let viewer = viewer_of(app, employee.person).await?;
    let at = At { tenant: employee.tenant, company: employee.company };
    let scope = access::own::<Deposits, Write>(&viewer, at, employee.id)?;
    let draft = DepositDraft {
        number: Some(new.number.to_owned()),
        confirmation: Some(new.number.to_owned()),
        routing_number: Some(new.routing_number.to_owned()),
        account_type: Some(new.account_type),
        amount_type: Some(new.amount_type),
        amount: Some(Amount::from_cents(new.amount * 100)),
        starts: Some(today.plus_days(new.starts_in_days)),
        ..DepositDraft::default()
    };
    let mut work = begin_from(app, &viewer, ADDRESS).await?;
    let planned = deposits::plan_save(app, &mut work, &scope, employee.person, today, vec![draft]).await?;
    let planned = Proven::by_operator(plan.scope(employee.tenant), planned);
    let request = deposits::carry_out(app, &mut work, &scope, employee.person, planned, ADDRESS).await?;
    work.commit().await?;
    Ok(request)
}

/// Waiting for their managers: Victor's new child, Evan's move. Elena's new name was denied, with the reason.
async fn change_profiles(app: &App, plan: &DemoPlan, today: Day) -> Result<(), Problem> {
    ask_for_edit(app, plan, "victor", today, |of| {
        let mut all: Vec<(Option<RelatedId>, Relative)> =
            of.dependents.iter().map(|entry| (Some(entry.id), entry.clone())).collect();
        let (first_name, last_name) = ("Maja".to_owned(), "Lindqvist".to_owned());
        let id = RelatedId(Uuid::nil());
        all.push((None, Relative { id, first_name, last_name, relation: "Child".to_owned() }));
        ProfileEdit::Dependents(all)
    })
    .await?;
    ask_for_edit(app, plan, "evan", today, |of| {
        let [address_line1, address_line2, zip] =
            ["2210 Orchard Street", "Apt 9", "97223-4410"].map(str::to_owned);
        let moved = Demographics { address_line1, address_line2, zip, ..of.demographics };
        ProfileEdit::Demographics(Box::new(moved))
    })
    .await?;
    let request = ask_for_edit(app, plan, "elena", today, |of| {
        let last_name = "Vargas Ruiz".to_owned();
        ProfileEdit::Demographics(Box::new(Demographics { last_name, ..of.demographics }))
    })
    .await?;
    let page = Feature::ManagerChangeRequests;
    let (viewer, decision) = decider(app, plan, "priya", page, "elena").await?;
    // She looked at the profile first.
    data_views::note(app, &app.db, &(&decision).into(), What::Profile, &[decision.employee()]).await?;
    let mut work = begin_from(app, &viewer, ADDRESS).await?;
    let note = Some("Por favor, traiga su nueva tarjeta del Seguro Social a Recursos Humanos.".to_owned());
    let verdict = prepare(&mut work, &decision, today, request, None, Action::Deny, note).await?;
    let verdict = Proven::by_operator(plan.scope(decision.tenant()), verdict);
    decide(&mut work, &decision, verdict).await?;
    Ok(work.commit().await?)
}

/// Someone at the page of what waits, about an employee.
async fn decider(
    app: &App,
    plan: &DemoPlan,
    username: &str,
    page: Feature,
    about: &str,
) -> Result<(Viewer, EmployeeScope<Decisions, Write>), Problem> {
    let (person, employee) = (plan.person(username).id, plan.employee(about));
    let viewer = viewer_of(app, person).await?;
    let at = At { tenant: employee.tenant, company: employee.company };
    let scope = access::decider(&app.db, &viewer, at, person, page.asked()).await?;
    let decision = access::decision(&app.db, &scope, employee.id).await?;
    Ok((viewer, decision))
}

async fn ask_for_edit(
    app: &App,
    plan: &DemoPlan,
    username: &str,
    today: Day,
    wish: impl FnOnce(Profile) -> ProfileEdit,
) -> Result<ChangeRequestId, Problem> {
    let employee = plan.employee(username);
    let viewer = viewer_of(app, employee.person).await?;
    let at = At { tenant: employee.tenant, company: employee.company };
    let scope = access::own::<Profiles, Write>(&viewer, at, employee.id)?;
    let wish = wish(profile::of_employee(&app.db, &scope, today).await?);
    let mut work = begin_from(app, &viewer, ADDRESS).await?;
    let planned = profile::plan(&mut work, &scope, today, None, wish).await?;
    let planned = Proven::by_operator(plan.scope(employee.tenant), planned);
    let request = profile::ask(&mut work, &scope, employee.person, planned, ADDRESS).await?;
    work.commit().await?;
    Ok(request)
}
