//! Host applications on the wire, for the console. The command line calls the same use cases.

use super::{
    AddedHostApplication, ChangedHostApplication, HostApplicationDraft, HostApplicationRow, HostApplications,
    RemovalOfHostApplication, RotationOfSecret, SavedHostApplication,
};
use crate::access::{self, Need, Read, WholeTenantScope, Write};
use crate::call::Call;
use crate::shared::id::{ApplicationId, TenantId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// An application that our identity provider signs people in to.
#[derive(SimpleObject)]
#[graphql(serial, name = "AdminApplication")]
struct ApplicationOnWire {
    id: ID,
    /// PAY, TAX, HR, HCM, TIME or one of the tenant's own. Roles open it by this code.
    code: String,
    name: String,
    target_url: String,
    path: String,
    client_id: String,
    /// How it proves who it is: secret or key. Null: only a link, which signs no one in.
    auth: Option<String>,
    /// Its public keys, as a JSON Web Key Set.
    jwks: Option<String>,
    redirect_uris: Vec<String>,
    post_logout_redirect_uris: Vec<String>,
    /// What it may learn about a person besides `sub`.
    claims: Vec<String>,
    /// Where it's told that a session has ended.
    logout_uri: Option<String>,
    is_enabled: bool,
    secret_set_at: Option<String>,
    /// Until then the old secret still counts.
    old_secret_until: Option<String>,
    /// The roles that open it.
    roles: Vec<String>,
    /// What to enter there.
    issuer: String,
    discovery_url: String,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl ApplicationOnWire {
    fn new(call: &Call, row: HostApplicationRow) -> ApplicationOnWire {
        let now = call.app.clock.now();
        let issuer = call.identity.provider.issuer().to_owned();
        ApplicationOnWire {
            redirect_uris: row.redirect_uris(),
            post_logout_redirect_uris: row.post_logout_redirect_uris(),
            claims: row.claims(),
            roles: row.roles(),
            id: row.id.to_wire(),
            code: row.code,
            name: row.name,
            target_url: row.target_url,
            path: row.path,
            client_id: row.client_id,
            auth: row.auth.map(|method| method.as_str().to_owned()),
            jwks: row.jwks,
            logout_uri: row.logout_uri,
            is_enabled: row.is_enabled,
            secret_set_at: row.secret_set_at.map(|at| at.to_string()),
            old_secret_until: row.old_secret_until.filter(|until| now < *until).map(|at| at.to_string()),
            discovery_url: format!("{issuer}/.well-known/openid-configuration"),
            issuer,
            version: row.version,
        }
    }
}

impl Current for HostApplicationRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "code": self.code, "name": self.name, "targetUrl": self.target_url, "path": self.path,
            "clientId": self.client_id, "auth": self.auth.map(super::AuthMethod::as_str), "jwks": self.jwks,
            "redirectUris": self.redirect_uris(), "postLogoutRedirectUris": self.post_logout_redirect_uris(),
            "claims": self.claims(), "logoutUri": self.logout_uri, "isEnabled": self.is_enabled,
            "secretSetAt": self.secret_set_at, "oldSecretUntil": self.old_secret_until, "roles": self.roles(),
            "version": self.version,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "AdminApplicationPage")]
struct ApplicationPage {
    results: Rows<ApplicationOnWire>,
    links: Links,
}

/// What was saved, and a new secret if there is one.
#[derive(SimpleObject)]
#[graphql(serial, name = "SavedApplication")]
struct SavedOnWire {
    application: ApplicationOnWire,
    /// Shown this once, and never again.
    secret: Option<String>,
}

impl SavedOnWire {
    fn new(call: &Call, saved: SavedHostApplication) -> SavedOnWire {
        SavedOnWire { application: ApplicationOnWire::new(call, saved.row), secret: saved.secret }
    }
}

#[derive(InputObject)]
#[graphql(name = "ApplicationInput")]
struct ApplicationDraftOnWire {
    code: String,
    name: String,
    target_url: String,
    /// Absent: /.
    path: Option<String>,
    /// Absent: we make one up, or it stays as it was.
    client_id: Option<String>,
    /// secret or key.
    auth: String,
    /// Absent: as it was.
    jwks: Option<String>,
    redirect_uris: Vec<String>,
    post_logout_redirect_uris: Vec<String>,
    claims: Vec<String>,
    logout_uri: Option<String>,
    is_enabled: bool,
}

impl ApplicationDraftOnWire {
    fn draft(self) -> HostApplicationDraft {
        HostApplicationDraft {
            code: self.code,
            name: self.name,
            target_url: self.target_url,
            path: self.path.unwrap_or_default(),
            client_id: self.client_id.unwrap_or_default(),
            auth: self.auth,
            jwks: self.jwks.unwrap_or_default(),
            redirect_uris: self.redirect_uris,
            post_logout_redirect_uris: self.post_logout_redirect_uris,
            claims: self.claims,
            logout_uri: self.logout_uri.unwrap_or_default(),
            is_enabled: self.is_enabled,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedApplication {
    application_id: ID,
}

/// An application is for the whole tenant, and so are its administrators.
async fn administered<N: Need>(
    call: &Call,
    tenant_id: &ID,
) -> Result<WholeTenantScope<HostApplications, N>, Problem> {
    access::whole(&access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)?)
}

#[derive(Default)]
pub struct HostApplicationQuery;

#[Object]
impl HostApplicationQuery {
    /// The tenant's applications, by name.
    async fn list_applications(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<ApplicationPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let search = search.unwrap_or_default();
        let cursors = call.cursors(format!("applications of {} with {search:?}", scope.tenant()));
        let page = super::list(&call.db, &scope, &search, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row| ApplicationOnWire::new(call, row));
        Ok(ApplicationPage { results: page.results.into(), links: page.links })
    }
}

#[derive(Default)]
pub struct HostApplicationMutation;

#[Object]
impl HostApplicationMutation {
    /// Needs a fresh factor, like every change to who is signed in where.
    async fn add_application(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        input: ApplicationDraftOnWire,
    ) -> Result<SavedOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let checked = super::check(&call.app, call.work().await?.tx(), &scope, None, input.draft()).await?;
        let added = call.prove(AddedHostApplication { checked }).await?;
        let saved = super::add(&call.app, &mut *call.work().await?, &scope, added).await?;
        Ok(SavedOnWire::new(call, saved))
    }

    async fn change_application(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        application_id: ID,
        version: i64,
        input: ApplicationDraftOnWire,
    ) -> Result<SavedOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let id = ApplicationId::from_wire(&application_id)?;
        let checked =
            super::check(&call.app, call.work().await?.tx(), &scope, Some(id), input.draft()).await?;
        let changed = call.prove(ChangedHostApplication { id, version, checked }).await?;
        let saved = super::change(&call.app, &mut *call.work().await?, &scope, changed).await?;
        Ok(SavedOnWire::new(call, saved))
    }

    /// A new secret. With `keepOld`, the old one counts for another day; otherwise it stops right away.
    async fn rotate_application_secret(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        application_id: ID,
        version: i64,
        keep_old: bool,
    ) -> Result<SavedOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let id = ApplicationId::from_wire(&application_id)?;
        let rotation = call.prove(RotationOfSecret { id, version, keeps_old: keep_old }).await?;
        let saved = super::rotate(&call.app, &mut *call.work().await?, &scope, rotation).await?;
        Ok(SavedOnWire::new(call, saved))
    }

    async fn remove_application(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        application_id: ID,
        version: i64,
    ) -> Result<RemovedApplication, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let removal = RemovalOfHostApplication { id: ApplicationId::from_wire(&application_id)?, version };
        let removal = call.prove(removal).await?;
        super::remove(&mut *call.work().await?, &scope, removal).await?;
        Ok(RemovedApplication { application_id })
    }
}
