//! The catalogue of pages and dashboard cards, for each tenant its own.
//!
//! - A feature starts disabled. If it is not read-only, it is enabled for whoever holds any one of its permissions in the
//!   company they look at; if it is, its configured flag counts for everybody.
//! - What needs a vendor (marketplace, time clock, HR services) is there only while the company has an active one.
//! - A page with an icon stands in the menu; a card stands on a home page in its size (2, 4 or 8) and its place.
//! - Administrators of the tenant add, change and delete. Whoever saves over somebody else's change is told.
//! - A feature that is read-only and not enabled is switched off: `access` refuses its data too, and that of one that an
//!   administrator has opened to others only.
//!
//! Beside it the flags of a tenant (`shared/flag.rs`), which whoever runs the installation sets and clients evaluate.

mod graphql;
mod http;
mod rules;
mod store;

pub use graphql::{FeatureMutation, FeatureQuery};
pub use http::{ROUTES, routes};
pub use rules::{FeatureChange, FeatureKind, PortalFeature};

use crate::access::{
    self, AdminScope, ForTenant, FrameScope, Need, OperatorScope, TenantScope, Viewer, Write,
};
use crate::app::App;
use crate::integrations;
use crate::shared::flag::{Flag, Flags};
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use db::{Db, Tx};
use serde_json::json;

pub const REFUSALS: &[&str] = rules::FeatureRefusal::CODES;

/// Access: which features a tenant has on.
pub struct FeatureSwitches;

impl ForTenant for FeatureSwitches {}

/// A feature, and whether it is enabled for the viewer.
pub struct Decided {
    pub feature: PortalFeature,
    pub is_enabled: bool,
}

/// What every tenant starts with.
pub async fn seed(tx: &mut Tx, scope: &OperatorScope) -> db::Result<()> {
    store::seed(tx, scope).await
}

/// The whole catalogue of the viewer's tenant in its order, decided for the place they look at.
async fn of_viewer(db: &Db, viewer: &Viewer, scope: &FrameScope) -> Result<Vec<Decided>, Problem> {
    let membership = scope.company().and_then(|company| viewer.membership(company));
    let holds = |permission: &str| match membership {
        Some(membership) => membership.holds(permission),
        None => viewer.permissions.holds(permission),
    };
    let switches = membership.map(integrations::switches);
    let opens = |id: &str| switches.as_ref().is_none_or(|switches| integrations::opens(switches, id));
    // Former employees have the few pages that are left to them, and no card.
    let is_left = |feature: &PortalFeature| match membership.and_then(|membership| membership.former) {
        Some(_) => feature.kind == FeatureKind::Page && access::is_page_left(&feature.feature_id),
        None => true,
    };
    let decide = |feature: PortalFeature| Decided {
        is_enabled: is_left(&feature) && rules::is_enabled(&feature, holds) && opens(&feature.feature_id),
        feature,
    };
    Ok(store::all(db, scope).await?.into_iter().map(decide).collect())
}

/// The catalogue as an administrator sees it, for nobody in particular.
pub async fn catalogue(
    db: &Db,
    scope: &AdminScope<FeatureSwitches, impl Need>,
) -> Result<Vec<PortalFeature>, Problem> {
    Ok(store::in_tenant(db, scope).await?)
}

/// Whether a feature is there for whoever holds these permissions.
pub fn is_open(feature: &PortalFeature, holds: impl Fn(&str) -> bool) -> bool {
    rules::is_enabled(feature, holds)
}

async fn add(
    work: &mut Work,
    scope: &TenantScope<FeatureSwitches, Write>,
    new: PortalFeature,
) -> Result<PortalFeature, Problem> {
    let feature = rules::checked(new)?;
    if !store::insert(work.tx(), scope, &feature).await? {
        return Err(rules::FeatureRefusal::Taken.into());
    }
    record(work, scope, "feature.add", &feature);
    Ok(feature)
}

/// What the change does not name stays.
async fn revise(
    work: &mut Work,
    scope: &TenantScope<FeatureSwitches, Write>,
    feature_id: &str,
    expected: Option<i64>,
    change: FeatureChange,
) -> Result<PortalFeature, Problem> {
    let there = store::one(work.tx(), scope, feature_id).await?.ok_or(Problem::NotFound)?;
    let version = there.version;
    if expected.is_some_and(|expected| expected != version) {
        return Err(Problem::conflict(there));
    }
    let revised = rules::checked(rules::changed(there, change))?;
    if !store::update(work.tx(), scope, &revised).await? {
        // Somebody was faster between the two statements.
        let current = store::one(work.tx(), scope, feature_id).await?;
        return Err(current.map_or(Problem::NotFound, Problem::conflict));
    }
    record(work, scope, "feature.revise", &revised);
    Ok(PortalFeature { version: version + 1, ..revised })
}

async fn delete(
    work: &mut Work,
    scope: &TenantScope<FeatureSwitches, Write>,
    feature_id: &str,
) -> Result<(), Problem> {
    if !store::delete(work.tx(), scope, feature_id).await? {
        return Err(Problem::NotFound);
    }
    work.record("feature.delete", "tenant", scope.tenant().0, json!({ "feature": feature_id }));
    Ok(())
}

fn record(
    work: &mut Work,
    scope: &TenantScope<FeatureSwitches, Write>,
    action: &'static str,
    feature: &PortalFeature,
) {
    let detail = json!({
        "feature": feature.feature_id,
        "enabled": feature.enabled,
        "readOnly": feature.read_only,
        "permissions": feature.permissions,
    });
    work.record(action, "tenant", scope.tenant().0, detail);
}

pub async fn flags(db: &Db, scope: &OperatorScope) -> Result<Flags, Problem> {
    Ok(Flags::parse(&store::flags(db, scope).await?))
}

/// Switches a flag for a tenant; `None` forgets what was said.
pub async fn set_flag(
    app: &App,
    scope: &OperatorScope,
    flag: Flag,
    is_on: Option<bool>,
) -> Result<(), Problem> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    let mut work = Work::begin(app, &app.db, author).await?;
    let now = work.now();
    store::set_flag(work.tx(), scope, flag, is_on, now).await?;
    work.record("flag.set", "tenant", scope.tenant().0, json!({ "flag": flag.key(), "isOn": is_on }));
    Ok(work.commit().await?)
}
