//! The catalog on the wire, under the spec's names.

use super::rules::{self, FeatureKind};
use super::{Decided, FeatureSwitches};
use crate::access::{self, Need, Viewer, WholeTenantScope, Write};
use crate::call::Call;
use crate::shared::id::{CompanyId, TenantId};
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, Enum, ID, InputObject, Object, SimpleObject};
use serde_json::json;

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(rename_items = "lowercase")]
enum FeatureType {
    Page,
    /// A card on a home page.
    Feature,
}

impl From<FeatureKind> for FeatureType {
    fn from(kind: FeatureKind) -> FeatureType {
        match kind {
            FeatureKind::Page => FeatureType::Page,
            FeatureKind::Feature => FeatureType::Feature,
        }
    }
}

impl From<FeatureType> for FeatureKind {
    fn from(kind: FeatureType) -> FeatureKind {
        match kind {
            FeatureType::Page => FeatureKind::Page,
            FeatureType::Feature => FeatureKind::Feature,
        }
    }
}

/// A page of the portal or a card on a home page.
#[derive(SimpleObject)]
#[graphql(serial, name = "Feature")]
struct FeatureOnWire {
    feature_id: ID,
    feature_type: FeatureType,
    title: String,
    /// Whether the viewer has it in the requested company.
    enabled: bool,
    /// The configured flag, the same for everyone regardless of permissions.
    read_only: bool,
    configured_enabled: bool,
    /// A page without one isn't in any menu.
    page_icon: Option<String>,
    path: Option<String>,
    /// Any one of them gives access.
    permissions: Vec<String>,
    /// A card's width: 2, 4 or 8.
    size: Option<i64>,
    /// Its position among the others, lowest first.
    position: i64,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl FeatureOnWire {
    fn new(row: rules::PortalFeature, is_enabled: bool) -> FeatureOnWire {
        FeatureOnWire {
            feature_id: ID(row.feature_id),
            feature_type: row.kind.into(),
            title: row.title,
            enabled: is_enabled,
            read_only: row.read_only,
            configured_enabled: row.enabled,
            page_icon: row.page_icon,
            path: row.path,
            permissions: row.permissions.split_whitespace().map(str::to_owned).collect(),
            size: row.size,
            position: row.position,
            version: row.version,
        }
    }

    /// As configured: an administrator looks at it for everyone, not for themselves.
    fn configured(row: rules::PortalFeature) -> FeatureOnWire {
        let is_enabled = row.enabled;
        FeatureOnWire::new(row, is_enabled)
    }
}

impl Current for rules::PortalFeature {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "featureId": self.feature_id,
            "featureType": self.kind.as_str(),
            "title": self.title,
            "configuredEnabled": self.enabled,
            "readOnly": self.read_only,
            "pageIcon": self.page_icon,
            "path": self.path,
            "permissions": self.permissions.split_whitespace().collect::<Vec<_>>(),
            "size": self.size,
            "position": self.position,
            "version": self.version,
        })
    }
}

/// Anything left out stays the same. An empty `pageIcon` removes a page from the menu.
#[derive(InputObject)]
struct FeatureInput {
    feature_id: ID,
    feature_type: Option<FeatureType>,
    /// If given, the change is refused if someone else changed this first.
    version: Option<i64>,
    title: Option<String>,
    enabled: Option<bool>,
    read_only: Option<bool>,
    page_icon: Option<String>,
    path: Option<String>,
    permissions: Option<Vec<String>>,
    size: Option<i64>,
    position: Option<i64>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct DeletedFeature {
    feature_id: ID,
}

/// The token's tenant. A client may name it; any other is not found.
fn tenant_of(viewer: &Viewer, tenant_id: Option<&ID>) -> Result<TenantId, Problem> {
    tenant_id.map_or(Ok(viewer.tenant), TenantId::from_wire)
}

/// For administrators of the whole tenant.
pub(super) async fn as_administrator<N: Need>(
    call: &Call,
    tenant_id: Option<&ID>,
) -> Result<WholeTenantScope<FeatureSwitches, N>, Problem> {
    let viewer = call.viewer().await?;
    access::whole(&access::administered(viewer, tenant_of(viewer, tenant_id)?)?)
}

#[derive(Default)]
pub struct FeatureQuery;

#[Object]
impl FeatureQuery {
    /// All pages and cards and whether the viewer has them in a company. Without a company, only roles in the whole tenant count.
    async fn features(
        &self,
        context: &Context<'_>,
        tenant_id: Option<ID>,
        company_id: Option<ID>,
    ) -> Result<Vec<FeatureOnWire>, Problem> {
        let call = Call::of(context);
        let viewer = call.viewer().await?;
        let company = company_id.as_ref().map(CompanyId::from_wire).transpose()?;
        let scope = access::frame(viewer, tenant_of(viewer, tenant_id.as_ref())?, company)?;
        let features = super::of_viewer(&call.db, viewer, &scope).await?.into_iter();
        Ok(features.map(|Decided { feature, is_enabled }| FeatureOnWire::new(feature, is_enabled)).collect())
    }
}

#[derive(Default)]
pub struct FeatureMutation;

#[Object]
impl FeatureMutation {
    /// Adds a feature. A page needs a path to be found. A card has a size, 4 by default.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn add_feature(
        &self,
        context: &Context<'_>,
        tenant_id: Option<ID>,
        feature_id: ID,
        feature_type: FeatureType,
        enabled: bool,
        page_icon: Option<String>,
        read_only: bool,
        title: String,
        path: Option<String>,
        permissions: Option<Vec<String>>,
        size: Option<i64>,
        #[graphql(default = 1000)] position: i64,
    ) -> Result<FeatureOnWire, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, tenant_id.as_ref()).await?;
        let new = rules::PortalFeature {
            feature_id: feature_id.0,
            kind: feature_type.into(),
            title,
            enabled,
            read_only,
            page_icon,
            path,
            permissions: permissions.unwrap_or_default().join(" "),
            size,
            position,
            version: 1,
        };
        Ok(FeatureOnWire::configured(super::add(&mut *call.work().await?, &scope, new).await?))
    }

    async fn update_feature(
        &self,
        context: &Context<'_>,
        tenant_id: Option<ID>,
        feature: FeatureInput,
    ) -> Result<FeatureOnWire, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, tenant_id.as_ref()).await?;
        let change = rules::FeatureChange {
            kind: feature.feature_type.map(FeatureKind::from),
            title: feature.title,
            enabled: feature.enabled,
            read_only: feature.read_only,
            page_icon: feature.page_icon,
            path: feature.path,
            permissions: feature.permissions,
            size: feature.size,
            position: feature.position,
        };
        let (id, version) = (feature.feature_id, feature.version);
        let revised = super::revise(&mut *call.work().await?, &scope, &id, version, change).await?;
        Ok(FeatureOnWire::configured(revised))
    }

    async fn delete_feature(
        &self,
        context: &Context<'_>,
        tenant_id: Option<ID>,
        feature_id: ID,
    ) -> Result<DeletedFeature, Problem> {
        let call = Call::of(context);
        let scope = as_administrator::<Write>(call, tenant_id.as_ref()).await?;
        super::delete(&mut *call.work().await?, &scope, &feature_id).await?;
        Ok(DeletedFeature { feature_id })
    }
}
