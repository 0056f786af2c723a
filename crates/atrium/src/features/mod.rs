//! The catalog of pages and dashboard cards; each tenant has its own.
//!
//! - A feature starts disabled. If it isn't read-only, it's enabled for anyone with any one of its permissions in the
//!   company they're looking at; if it is, its configured flag applies to everyone.
//! - Features that need a vendor (marketplace, time clock, HR services) are available only while the company has an
//!   active one.
//! - A page with an icon is in the menu; a card is on a home page, with its size (2, 4 or 8) and position.
//! - Tenant administrators add, change and delete features. Anyone about to overwrite someone else's change is told.
//! - A feature that is read-only and not enabled is turned off: `access` refuses its data too, and likewise for a
//!   feature an administrator has opened only to others.
//!
//! Also here, for the console's Portal page and the terminal: a tenant's flags (`shared/flag.rs`), maintenance among them,
//! when it asks for a second factor (`settings.rs`), and what it adds to its mails (`notice_texts/`).

mod demo;
mod graphql;
mod http;
mod notice_texts;
mod rules;
mod settings;
mod settings_graphql;
mod store;

pub use demo::DEMO;
pub use graphql::{FeatureMutation, FeatureQuery};
pub use http::{ROUTES, routes};
pub use notice_texts::{NewNoticeText, NoticeText, NoticeTextMutation, NoticeTextQuery, set_text, texts};
pub use rules::{FeatureChange, FeatureKind, PortalFeature};
pub use settings::{PortalSettings, SecondFactorChange, set_flag, set_second_factor, settings};
pub use settings_graphql::{PortalSettingMutation, PortalSettingQuery};

use crate::access::{
    self, AdminScope, Administered, FrameScope, Need, OperatorScope, Viewer, WholeTenantScope, Write,
};
use crate::integrations;
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Tx};
use serde_json::json;

pub const REFUSALS: &[&str] = rules::FeatureRefusal::CODES;

/// Access: which features a tenant has turned on.
pub struct FeatureSwitches;

impl Administered for FeatureSwitches {}

/// A feature, and whether it is enabled for the viewer.
pub struct Decided {
    pub feature: PortalFeature,
    pub is_enabled: bool,
}

/// What every tenant starts with.
pub async fn seed(tx: &mut Tx, scope: &OperatorScope) -> db::Result<()> {
    store::seed(tx, scope).await
}

/// The whole catalog for the viewer's tenant, in order, decided for the company they're looking at.
async fn of_viewer(db: &Db, viewer: &Viewer, scope: &FrameScope) -> Result<Vec<Decided>, Problem> {
    let membership = scope.company().and_then(|company| viewer.membership(company));
    let holds = |permission: &str| match membership {
        Some(membership) => membership.holds(permission),
        None => viewer.permissions.holds(permission),
    };
    let switches = membership.map(integrations::switches);
    let opens = |id: &str| switches.as_ref().is_none_or(|switches| integrations::opens(switches, id));
    // Former employees have the few pages they keep, and no cards.
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

/// The catalog as an administrator sees it, not decided for anyone.
pub async fn catalogue(
    db: &Db,
    scope: &AdminScope<FeatureSwitches, impl Need>,
) -> Result<Vec<PortalFeature>, Problem> {
    Ok(store::in_tenant(db, scope).await?)
}

/// Whether a feature is available to people with these permissions.
pub fn is_open(feature: &PortalFeature, holds: impl Fn(&str) -> bool) -> bool {
    rules::is_enabled(feature, holds)
}

pub async fn add(
    work: &mut Work,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
    new: PortalFeature,
) -> Result<PortalFeature, Problem> {
    let feature = rules::checked(new)?;
    if !store::insert(work.tx(), scope, &feature).await? {
        return Err(rules::FeatureRefusal::Taken.into());
    }
    record(work, scope, "feature.add", &feature);
    Ok(feature)
}

/// Fields the change doesn't name stay as they are.
pub async fn revise(
    work: &mut Work,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
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
        // Someone got in between the two statements.
        let current = store::one(work.tx(), scope, feature_id).await?;
        return Err(current.map_or(Problem::NotFound, Problem::conflict));
    }
    record(work, scope, "feature.revise", &revised);
    Ok(PortalFeature { version: version + 1, ..revised })
}

pub async fn delete(
    work: &mut Work,
    scope: &WholeTenantScope<FeatureSwitches, Write>,
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
    scope: &WholeTenantScope<FeatureSwitches, Write>,
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
