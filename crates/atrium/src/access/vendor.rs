//! Sending people to a vendor's site, and answering the vendor who asks who came.

use super::check::FrameScope;
use super::feature::Feature;
use super::permission::{Permission, Read};
use super::scope::scope;
use super::store;
use super::viewer::Viewer;
use crate::shared::id::{CompanyId, IntegrationId, PersonId, TenantId};
use crate::shared::problem::Problem;
use crate::shared::vendor::Vendor;
use db::Db;

scope! {
    /// One person at one vendor used by one of their companies.
    LaunchScope { tenant: TenantId, integration: IntegrationId, person: PersonId, is_manager_only: bool }
}
scope! {
    /// A vendor that proved its secret, with the one company that connected it.
    VendorScope { tenant: TenantId, company: CompanyId, integration: IntegrationId }
}

/// Employees go where employees have business, managers where managers do; during maintenance only to time and
/// attendance. If everything that leads to a vendor is turned off, no one goes.
pub fn launch(
    viewer: &Viewer,
    frame: &FrameScope,
    integration: IntegrationId,
    vendor: Vendor,
) -> Result<LaunchScope, Problem> {
    let membership =
        frame.company().and_then(|company| viewer.membership(company)).ok_or(Problem::NotFound)?;
    let is_employee = membership.allows::<Read>(Permission::Employee);
    let is_manager = membership.allows::<Read>(Permission::Manager);
    let as_employee = is_employee && vendor.is_for_employees();
    let as_manager = is_manager && vendor.is_for_managers();
    if !as_employee && !as_manager {
        return Err(Problem::Forbidden);
    }
    if viewer.is_locked_out() && !vendor.is_time_and_attendance() {
        return Err(Problem::Maintenance);
    }
    let (for_employees, for_managers): (&[Feature], &[Feature]) = if vendor.is_time_and_attendance() {
        (&[Feature::Time], &[Feature::ManagerTimeClock])
    } else {
        (&[Feature::Marketplace, Feature::Offers], &[Feature::HrServices])
    };
    let is_off = |feature: &Feature| viewer.switched_off.has(*feature, &|name: &str| membership.holds(name));
    let is_open =
        as_employee && !for_employees.iter().all(is_off) || as_manager && !for_managers.iter().all(is_off);
    if !is_open {
        return Err(Problem::FeatureNotEnabled);
    }
    let (tenant, person) = (viewer.tenant, viewer.person);
    Ok(LaunchScope { tenant, integration, person, is_manager_only: !as_employee })
}

/// Whose audit trail records a vendor that was turned away. For a vendor that doesn't exist, no one's does.
pub async fn turned_away(db: &Db, id: IntegrationId) -> db::Result<Option<TenantId>> {
    store::tenant_of_integration(db, id).await
}

/// A vendor that doesn't exist, isn't active or has another secret is a stranger.
pub async fn vendor(db: &Db, id: IntegrationId, secret_hash: Vec<u8>) -> Result<VendorScope, Problem> {
    let found = store::vendor(db, id, secret_hash).await?;
    let (tenant, company) = found.ok_or(Problem::Unauthenticated)?;
    Ok(VendorScope { tenant, company, integration: id })
}
