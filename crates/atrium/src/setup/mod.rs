//! An installation's first start.
//!
//! - While no one can sign in, every start of `atrium serve` prints a link. It works once, within a day, and the link
//!   from the previous start no longer works.
//! - The person who opens it names the tenant, its first company and themselves, and becomes the administrator.
//! - Later the operator adds further tenants at the terminal (`tenants.rs`).
//! - As soon as there is one person, the link is dead, no matter who created that person.

mod http;
mod rules;
mod store;
mod tenants;

pub use http::{ROUTES, routes};
pub use rules::SetupForm;
pub use tenants::{TenantRow, add_tenant, rename_tenant, tenants};

use crate::access;
use crate::app::App;
use crate::factors::{check_new_password, minimum_length, write_password};
use crate::features;
use crate::identity::Identity;
use crate::roles;
use crate::shared::id::{CompanyId, PersonId, RoleId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use crate::shared::seal;
use crate::work::{Author, Work};
use jiff::SignedDuration;
use serde_json::json;
use store::FirstAdministrator;

pub const REFUSALS: &[&str] = rules::SetupRefusal::CODES;

const LINK_LIFE: SignedDuration = SignedDuration::from_hours(24);

fn gone() -> Problem {
    SharedRefusal::LinkGone.into()
}

/// A new link for the first administrator while there are no people. `None` if there are.
pub async fn new_link(app: &App) -> db::Result<Option<String>> {
    let token = seal::new_secret(&app.randomness);
    let mut tx = app.db.begin_write().await?;
    if store::has_people(&mut tx).await? {
        store::retire(&mut tx).await?;
        tx.commit().await?;
        return Ok(None);
    }
    store::keep(&mut tx, &seal::hash(&token), app.clock.now() + LINK_LIFE).await?;
    tx.commit().await?;
    Ok(Some(format!("{}/login/setup?token={token}", app.settings.public_url)))
}

/// Whether the link still works.
async fn look(app: &App, token: &str) -> Result<(), Problem> {
    let is_good = store::is_good(&app.db, &seal::hash(token), app.clock.now()).await?;
    is_good.then_some(()).ok_or_else(gone)
}

/// Creates the tenant, its company, its roles and the first administrator: all or nothing. If two people press the
/// button at the same time, one wins.
async fn set_up(
    app: &App,
    identity: &Identity,
    token: &str,
    typed: SetupForm,
    (language, address): (&'static str, String),
) -> Result<(), Problem> {
    look(app, token).await?;
    let given = rules::checked(typed)?;
    check_new_password(&given.password, minimum_length(false), &given.context())?;
    let chosen = identity.passwords.choose(given.password.clone(), &app.randomness).await?;
    let now = app.clock.now();
    let new = || app.ids.next(now);
    let (tenant, person) = (TenantId(new()), PersonId(new()));
    let (company, assignment) = (CompanyId(new()), new());
    let administrator = FirstAdministrator { tenant, company, assignment, person, language };
    let mut work = Work::begin(app, &app.db, Author { tenant, person: Some(person), address }).await?;
    if !store::use_up(work.tx(), &seal::hash(token), now).await? || store::has_people(work.tx()).await? {
        return Err(gone());
    }
    create(app, &mut work, &administrator, &given, "set-up link").await?;
    write_password(work.tx(), tenant, person, &chosen, now).await?;
    Ok(work.commit().await?)
}

/// A tenant with its company, its roles, its catalog and its first administrator.
async fn create(
    app: &App,
    work: &mut Work,
    new: &FirstAdministrator,
    given: &SetupForm,
    by: &str,
) -> Result<(), Problem> {
    let now = work.now();
    store::write(work.tx(), new, given, now).await?;
    roles::seed(work.tx(), &access::operator(new.tenant), || RoleId(app.ids.next(now))).await?;
    store::make_administrator(work.tx(), new).await?;
    features::seed(work.tx(), &access::operator(new.tenant)).await?;
    work.record("tenant.created", "tenant", new.tenant.0, json!({ "by": by }));
    work.record("company.created", "company", new.company.0, json!({ "by": by }));
    work.record("person.created", "person", new.person.0, json!({ "by": by }));
    work.record("role.given", "person", new.person.0, json!({ "role": store::ADMINISTRATOR }));
    Ok(())
}
