//! Upstreams on the wire, for the console. The command line calls the same use cases.

use super::store::UpstreamRow;
use super::{AddedUpstream, ChangedUpstream, RemovalOfUpstream, UpstreamDraft, Upstreams};
use crate::access::{self, AdminScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::id::{CompanyId, TenantId, UpstreamId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// A company's own OpenID provider.
#[derive(SimpleObject)]
#[graphql(serial, name = "AdminUpstream")]
struct UpstreamOnWire {
    id: ID,
    name: String,
    issuer: String,
    client_id: String,
    /// Whether we identify ourselves there with a secret. It's never shown.
    has_secret: bool,
    /// Null: for the whole tenant.
    company_id: Option<ID>,
    company_name: Option<String>,
    /// Anyone who types an address at one of them is offered it.
    mail_domains: Vec<String>,
    /// What to register there.
    redirect_uri: String,
    post_logout_redirect_uri: String,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl UpstreamOnWire {
    fn new(call: &Call, row: UpstreamRow) -> UpstreamOnWire {
        let public_url = &call.app.settings.public_url;
        UpstreamOnWire {
            mail_domains: row.domains(),
            redirect_uri: super::redirect_uri(public_url, row.id.0),
            post_logout_redirect_uri: super::post_logout_redirect_uri(public_url),
            id: row.id.to_wire(),
            name: row.name,
            issuer: row.issuer,
            client_id: row.client_id,
            has_secret: row.has_secret,
            company_id: row.company.map(CompanyId::to_wire),
            company_name: row.company_name,
            version: row.version,
        }
    }
}

impl Current for UpstreamRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "name": self.name, "issuer": self.issuer, "clientId": self.client_id,
            "hasSecret": self.has_secret, "companyId": self.company, "companyName": self.company_name,
            "mailDomains": self.domains(), "version": self.version,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "AdminUpstreamPage")]
struct UpstreamPage {
    results: Rows<UpstreamOnWire>,
    links: Links,
}

/// Where the viewer may add an upstream.
#[derive(SimpleObject)]
#[graphql(serial)]
struct UpstreamChoices {
    companies: Vec<UpstreamCompany>,
    /// Whether the viewer looks after the whole tenant and may add upstreams for all of it.
    is_whole_tenant: bool,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct UpstreamCompany {
    id: ID,
    name: String,
}

#[derive(InputObject)]
struct UpstreamInput {
    name: String,
    /// Absent: for the whole tenant.
    company_id: Option<ID>,
    /// Exactly as in the provider's discovery document.
    issuer: String,
    client_id: String,
    /// Absent: as it was; blank: none.
    secret: Option<String>,
    mail_domains: Vec<String>,
}

impl UpstreamInput {
    fn draft(self) -> Result<UpstreamDraft, Problem> {
        Ok(UpstreamDraft {
            name: self.name,
            company: self.company_id.as_ref().map(CompanyId::from_wire).transpose()?,
            issuer: self.issuer,
            client_id: self.client_id,
            secret: self.secret,
            mail_domains: self.mail_domains,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedUpstream {
    upstream_id: ID,
}

async fn administered<N: Need>(call: &Call, tenant_id: &ID) -> Result<AdminScope<Upstreams, N>, Problem> {
    access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

#[derive(Default)]
pub struct UpstreamQuery;

#[Object]
impl UpstreamQuery {
    /// The upstreams within reach of the viewer, by name.
    async fn list_upstreams(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<UpstreamPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let search = search.unwrap_or_default();
        let cursors = call.cursors(format!("upstreams of {} with {search:?}", scope.tenant()));
        let page = super::list(&call.db, &scope, &search, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row| UpstreamOnWire::new(call, row));
        Ok(UpstreamPage { results: page.results.into(), links: page.links })
    }

    async fn upstream_choices(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
    ) -> Result<UpstreamChoices, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let companies = super::companies(&call.db, &scope).await?;
        let companies = companies.into_iter().map(|(id, name)| UpstreamCompany { id: id.to_wire(), name });
        Ok(UpstreamChoices { companies: companies.collect(), is_whole_tenant: scope.is_whole() })
    }
}

#[derive(Default)]
pub struct UpstreamMutation;

#[Object]
impl UpstreamMutation {
    /// Needs a fresh factor, like every change to who may sign in.
    async fn add_upstream(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        input: UpstreamInput,
    ) -> Result<UpstreamOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let draft = input.draft()?;
        let checked = super::check(&call.app, call.work().await?.tx(), &scope, None, draft).await?;
        let added = call.prove(AddedUpstream { checked }).await?;
        let added = super::add(&call.app, &mut *call.work().await?, &scope, added).await?;
        Ok(UpstreamOnWire::new(call, added))
    }

    async fn change_upstream(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        upstream_id: ID,
        version: i64,
        input: UpstreamInput,
    ) -> Result<UpstreamOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let (id, draft) = (UpstreamId::from_wire(&upstream_id)?, input.draft()?);
        let checked =
            super::check(&call.app, call.work().await?.tx(), &scope, Some((id, version)), draft).await?;
        let changed = call.prove(ChangedUpstream { id, version, checked }).await?;
        let changed = super::change(&call.app, &mut *call.work().await?, &scope, changed).await?;
        Ok(UpstreamOnWire::new(call, changed))
    }

    async fn remove_upstream(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        upstream_id: ID,
        version: i64,
    ) -> Result<RemovedUpstream, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let removal = RemovalOfUpstream { id: UpstreamId::from_wire(&upstream_id)?, version };
        if !call.brings_proof() {
            super::check_version(&call.db, &scope, removal.id, removal.version).await?;
        }
        let removal = call.prove(removal).await?;
        super::remove(&mut *call.work().await?, &scope, removal).await?;
        Ok(RemovedUpstream { upstream_id })
    }
}
