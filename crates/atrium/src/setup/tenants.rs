//! Several tenants in one installation, for the operator at the terminal.
//!
//! - A new tenant begins like the first one: a company, all roles, the catalog, and an administrator, who gets an
//!   invitation.
//! - No two tenants have the same name, and no two people the same username.

use super::rules::{self, SetupForm, SetupRefusal};
use super::store::{self, FirstAdministrator};
use crate::access::OperatorScope;
use crate::account;
use crate::app::App;
use crate::shared::id::{CompanyId, PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::Db;
use serde_json::json;

pub use store::TenantRow;

/// Returns the tenant and the link for its administrator, which is also mailed.
pub async fn add_tenant(
    app: &App,
    typed: SetupForm,
    language: &'static str,
) -> Result<(TenantId, String), Problem> {
    let given = rules::checked_without_password(typed)?;
    let now = app.clock.now();
    let new = || app.ids.next(now);
    let (tenant, person) = (TenantId(new()), PersonId(new()));
    let (company, assignment) = (CompanyId(new()), new());
    let administrator = FirstAdministrator { tenant, company, assignment, person, language };
    let author = Author { tenant, person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author.clone()).await?;
    if store::is_name_taken(work.tx(), &given.tenant_name, None).await? {
        return Err(SetupRefusal::TenantExists.into());
    }
    if store::is_username_taken(work.tx(), &given.username).await? {
        return Err(SetupRefusal::UsernameTaken.into());
    }
    super::create(app, &mut work, &administrator, &given, "operator").await?;
    work.commit().await?;
    Ok((tenant, account::invite(app, author, person).await?))
}

/// Every tenant, by name.
pub async fn tenants(db: &Db) -> Result<Vec<TenantRow>, Problem> {
    Ok(store::tenants(db).await?)
}

pub async fn rename_tenant(app: &App, scope: &OperatorScope, name: &str) -> Result<(), Problem> {
    let (tenant, name) = (scope.tenant(), rules::tenant_name(name)?);
    let mut work = Work::begin(app, &app.db, Author { tenant, person: None, address: String::new() }).await?;
    if store::is_name_taken(work.tx(), &name, Some(tenant)).await? {
        return Err(SetupRefusal::TenantExists.into());
    }
    store::rename(work.tx(), scope, &name).await?;
    work.record("tenant.renamed", "tenant", tenant.0, json!({ "name": name }));
    Ok(work.commit().await?)
}
