//! Vendors a company has connected to the portal.
//!
//! - A company has each of the seven vendors at most once; only active ones turn anything on (`rules.rs`).
//! - Anyone in the company sees them. Employees launch the ones meant for them, managers the clock and the HR services.
//! - A launch is a link with a one-time code, valid for 60 seconds and one use; it never carries an access token. The
//!   vendor redeems it with its own secret and learns who came.
//! - Time and attendance can be launched during maintenance too.

mod demo;
mod graphql;
mod http;
mod rules;
mod store;

pub use demo::DEMO;
pub use graphql::{IntegrationMutation, IntegrationQuery};
pub use http::{ROUTES, routes};
pub use rules::{Switches, is_base};
pub use store::IntegrationRow;

use crate::access::{self, FrameScope, LaunchScope, Membership, OperatorScope, VendorScope, Viewer};
use crate::app::App;
use crate::shared::id::{CompanyId, IntegrationId};
use crate::shared::problem::Problem;
use crate::shared::refusal::refusals;
use crate::shared::seal;
use crate::shared::vendor::Vendor;
use crate::work::{Author, Work};
use db::Db;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

refusals! {
    enum IntegrationRefusal {
        CodeGone = "CODE_GONE": "This code is unknown, was already used or has expired.",
        NotACode = "INVALID_REQUEST": "Send a code as JSON.",
        InvalidAddress = "INVALID_ADDRESS": "A vendor's address must be https:// and a host.",
    }
}

pub const REFUSALS: &[&str] = IntegrationRefusal::CODES;

const LAUNCH_LIFE: SignedDuration = SignedDuration::from_secs(60);

/// What a company's active vendors turn on; it comes with the viewer.
pub fn switches(membership: &Membership) -> Switches {
    let active: Vec<Vendor> = membership.vendors.iter().map(|(vendor, _)| *vendor).collect();
    rules::switches(&active, membership.has_time_clock)
}

/// Whether the vendors allow a page or card to be there at all.
pub fn opens(switches: &Switches, feature_id: &str) -> bool {
    rules::opens(switches, feature_id)
}

async fn of_company(db: &Db, scope: &FrameScope) -> Result<Vec<IntegrationRow>, Problem> {
    Ok(store::of_company(db, scope).await?)
}

/// A link to open within a minute.
pub struct Launch {
    pub url: String,
    pub expires_at: Timestamp,
}

/// A vendor that isn't active is treated as missing.
async fn launchable(db: &Db, scope: &FrameScope, id: IntegrationId) -> Result<IntegrationRow, Problem> {
    let rows = store::of_company(db, scope).await?;
    rows.into_iter().find(|row| row.id == id && row.active).ok_or(Problem::NotFound)
}

async fn launch(
    app: &App,
    work: &mut Work,
    scope: &LaunchScope,
    integration: &IntegrationRow,
    is_second_version: bool,
) -> Result<Launch, Problem> {
    let code = one_time_code(app, work, scope, integration, scope.is_manager_only()).await?;
    let url = rules::launch_url(&integration.url, is_second_version, &code)
        .ok_or_else(|| Problem::Internal(format!("integration {} has no address", integration.id)))?;
    Ok(Launch { url, expires_at: work.now() + LAUNCH_LIFE })
}

/// The code a person shows a vendor, once and within a minute: to track their own hours, or, as a manager, other
/// people's.
async fn one_time_code(
    app: &App,
    work: &mut Work,
    scope: &LaunchScope,
    integration: &IntegrationRow,
    as_manager: bool,
) -> Result<String, Problem> {
    let code = seal::new_secret(&app.randomness);
    let life = (work.now(), work.now() + LAUNCH_LIFE);
    store::insert_launch(work.tx(), scope, seal::hash(&code), as_manager, life).await?;
    let detail = json!({ "vendor": integration.name.as_str(), "asManager": as_manager });
    work.record("integration.launch", "integration", integration.id.0, detail);
    Ok(code)
}

/// The vendor that keeps the company's time cards, if one does.
async fn clock_vendor(db: &Db, scope: &FrameScope) -> Result<Option<IntegrationRow>, Problem> {
    let mut rows = store::of_company(db, scope).await?;
    rows.retain(|row| row.active && row.name.keeps_time_cards());
    // A time clock comes before time and attendance.
    rows.sort_by_key(|row| row.name != Vendor::SwipeClock);
    Ok(rows.into_iter().next())
}

/// Who came with a code, for the vendor that redeems it.
struct Visitor {
    viewer: Viewer,
    employee_code: Option<String>,
    /// To look after other people's hours, not to track their own.
    as_manager: bool,
}

/// Each code works once. A code that is unknown, used, expired or another vendor's, or belongs to someone who left the
/// company, is gone.
async fn redeem(app: &App, scope: &VendorScope, code: &str, address: String) -> Result<Visitor, Problem> {
    let author = Author { tenant: scope.tenant(), person: None, address };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    let gone = || Problem::from(IntegrationRefusal::CodeGone);
    let used = store::use_launch(work.tx(), scope, seal::hash(code), now).await?;
    let (person, as_manager) = used.ok_or_else(gone)?;
    let employee_code = store::employee_code(work.tx(), scope, person).await?;
    work.record("integration.redeem", "integration", scope.integration().0, json!({ "person": person }));
    work.commit().await?;
    let viewer = Viewer::load(&app.db, &app.clock, person).await?.ok_or_else(gone)?;
    if viewer.membership(scope.company()).is_none() {
        return Err(gone());
    }
    Ok(Visitor { viewer, employee_code, as_manager })
}

/// Connects a vendor to a company; returns its ID and the secret it redeems launches with, which isn't kept.
pub async fn join(
    app: &App,
    scope: &OperatorScope,
    company: CompanyId,
    vendor: Vendor,
    url: &str,
    active: bool,
) -> Result<(IntegrationId, String), Problem> {
    if !is_base(url) {
        return Err(IntegrationRefusal::InvalidAddress.into());
    }
    let secret = seal::new_secret(&app.randomness);
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let new = IntegrationId(work.new_id());
    let row = IntegrationRow { id: new, name: vendor, active, url: url.to_owned() };
    let id = store::join(work.tx(), scope, company, &row, seal::hash(&secret)).await?;
    let detail = json!({ "vendor": vendor.as_str(), "company": company, "active": active, "url": url });
    work.record("integration.join", "integration", id.0, detail);
    work.commit().await?;
    Ok((id, secret))
}

pub async fn company_called(
    db: &Db,
    scope: &OperatorScope,
    name: &str,
) -> Result<Option<CompanyId>, Problem> {
    Ok(store::company_called(db, scope, name).await?)
}

/// The vendor making a request, by its ID and secret.
async fn vendor(db: &Db, id: IntegrationId, secret: &str) -> Result<VendorScope, Problem> {
    access::vendor(db, id, seal::hash(secret)).await
}
