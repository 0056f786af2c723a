//! What makes up a company: its organization tree and its pay groups, which everyone in the company may read. Also its
//! tenant's logo, which an operator sets and everyone in the tenant sees.

mod demo;
mod graphql;
mod import;
mod logo;
mod rules;
mod store;

pub use demo::DEMO;
pub use graphql::CompanyQuery;
pub use import::SHEETS;
pub use logo::{check_logo, logo_url, remove_logo, set_logo};

use crate::access::{CompanyScope, Need, OnCompanyPage};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use db::Db;
use store::{OrganizationRow, PayGroupRow};

pub const REFUSALS: &[&str] = rules::LogoRefusal::CODES;

/// Access: organizations and pay groups.
pub struct CompanyPage;

impl OnCompanyPage for CompanyPage {}

async fn organizations(
    db: &Db,
    scope: &CompanyScope<CompanyPage, impl Need>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<OrganizationRow>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::organizations(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.code.clone()]))
}

async fn pay_groups(
    db: &Db,
    scope: &CompanyScope<CompanyPage, impl Need>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<PayGroupRow>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::pay_groups(db, scope, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name.clone()]))
}
