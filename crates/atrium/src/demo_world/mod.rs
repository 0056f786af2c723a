//! What a feature needs to write its part of the demo world: who is in it, as a plan in memory, what they are paid, and
//! where they live and bank. A feature's part is `DEMO` in its `demo.rs`, listed in its row in `all_features.rs`.

mod accounts;
mod addresses;
mod family;
mod holidays;
mod names;
mod paper;
mod part;
mod pay;
mod paydays;
mod payroll;
mod places;
mod plan;
mod store;
mod tax_tables;
mod visitors;

pub use accounts::{BankAccount, BankAccountKind, accounts_of};
pub use addresses::{PostalAddress, employer, home_of, state_of};
pub use family::{Family, PlannedContact, PlannedRelative};
pub use holidays::holidays;
pub use names::{FEMININE_NAMES, FIRST_NAMES, LAST_NAMES};
pub use paper::page;
pub use part::{DemoPart, DemoRows, DemoStep, FromPay, PayPart, PayTurn, WritePeople, of_tenant};
pub use pay::{Keep, PaidEmployee, calendars, filing_status_of};
pub use paydays::{A_PERIOD_END, last as last_payday, of_group as paydays_of, periods_per_year};
pub use payroll::{DicePurpose, HeldLine, PaidDay, PayBasis};
pub use places::{HARBOR, LOGISTICS, OUTFITTERS, Place};
pub use plan::{CompanyPlan, DemoPlan, EmployeePlan, Growth, PersonPlan, TenantPlan};
pub use store::{accounts, drop_mail, is_in_use, mark, marker};
pub use tax_tables::{TaxState, TaxStatus, social_security_base};
pub use visitors::{ACCOUNTS, DemoAccount, PASSWORD};

use crate::access::{At, Viewer};
use crate::app::App;
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};

/// A person in the plan, at a company, for use cases.
pub async fn standing(
    app: &App,
    plan: &DemoPlan,
    username: &str,
    company: &str,
) -> Result<(Viewer, At), Problem> {
    let company = plan.company(company);
    let viewer = viewer_of(app, plan.person(username).id).await?;
    Ok((viewer, At { tenant: company.tenant, company: company.id }))
}

pub async fn viewer_of(app: &App, person: PersonId) -> Result<Viewer, Problem> {
    Viewer::load(&app.db, &app.clock, person).await?.ok_or(Problem::NotFound)
}

pub async fn begin(app: &App, viewer: &Viewer) -> db::Result<Work> {
    begin_from(app, viewer, "demo").await
}

/// The audit trail says from which address.
pub async fn begin_from(app: &App, viewer: &Viewer, address: &str) -> db::Result<Work> {
    let author = Author { tenant: viewer.tenant, person: Some(viewer.person), address: address.to_owned() };
    Work::begin(app, &app.db, author).await
}
