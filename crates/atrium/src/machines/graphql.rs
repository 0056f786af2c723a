//! Machine clients on the wire, for the console. The command line calls the same use cases.

use super::rules::MachineRefusal;
use super::{
    AddedMachine, ChangedMachine, MachineClientRow, MachineDraft, Machines, RevocationOfMachine,
    RotationOfMachineSecret, SavedMachine,
};
use crate::access::{self, Need, Permission, Read, WholeTenantScope, Write};
use crate::call::Call;
use crate::shared::id::{MachineId, TenantId};
use crate::shared::machine_right::{HandoverAcknowledge, HandoverRead, ImportWrite, MachineRight, ScimAdmin};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// A program that works by itself, over the API for machines.
#[derive(SimpleObject)]
#[graphql(serial, name = "MachineClient")]
struct MachineOnWire {
    id: ID,
    /// What the audit trail calls it.
    name: String,
    client_id: String,
    /// What it may do, such as people.read.
    scopes: Vec<String>,
    /// How it proves who it is: secret or key.
    auth: String,
    /// Its public keys, as a JSON Web Key Set.
    jwks: Option<String>,
    requests_per_minute: i64,
    secret_set_at: Option<String>,
    /// Until then the old secret still counts.
    old_secret_until: Option<String>,
    created_at: String,
    /// To the hour; null if it never got one.
    last_token_at: Option<String>,
    /// Null: it may work.
    revoked_at: Option<String>,
    /// What to enter there.
    token_url: String,
    api_url: String,
    scim_url: String,
    /// Send it back with a change, which is refused if someone else changed this first.
    version: i64,
}

impl MachineOnWire {
    fn new(call: &Call, row: MachineClientRow) -> MachineOnWire {
        let now = call.app.clock.now();
        let at = |path: &str| format!("{}{path}", call.app.settings.public_url);
        MachineOnWire {
            scopes: row.scopes(),
            id: row.id.to_wire(),
            name: row.name,
            client_id: row.client_id,
            auth: row.auth.as_str().to_owned(),
            jwks: row.jwks,
            requests_per_minute: row.requests_per_minute,
            secret_set_at: row.secret_set_at.map(|at| at.to_string()),
            old_secret_until: row.old_secret_until.filter(|until| now < *until).map(|at| at.to_string()),
            created_at: row.created_at.to_string(),
            last_token_at: row.last_token_at.map(|at| at.to_string()),
            revoked_at: row.revoked_at.map(|at| at.to_string()),
            token_url: at("/oauth2/token"),
            api_url: at("/api/v1"),
            scim_url: at("/scim/v2"),
            version: row.version,
        }
    }
}

impl Current for MachineClientRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "name": self.name, "clientId": self.client_id, "scopes": self.scopes(),
            "auth": self.auth.as_str(), "jwks": self.jwks, "requestsPerMinute": self.requests_per_minute,
            "secretSetAt": self.secret_set_at, "oldSecretUntil": self.old_secret_until,
            "createdAt": self.created_at, "lastTokenAt": self.last_token_at, "revokedAt": self.revoked_at,
            "version": self.version,
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial, name = "MachineClientPage")]
struct MachinePage {
    results: Rows<MachineOnWire>,
    links: Links,
}

/// What was saved, and a new secret if there is one.
#[derive(SimpleObject)]
#[graphql(serial, name = "SavedMachineClient")]
struct SavedMachineOnWire {
    machine: MachineOnWire,
    /// Shown this once, and never again.
    secret: Option<String>,
}

impl SavedMachineOnWire {
    fn new(call: &Call, saved: SavedMachine) -> SavedMachineOnWire {
        SavedMachineOnWire { machine: MachineOnWire::new(call, saved.row), secret: saved.secret }
    }
}

#[derive(InputObject)]
#[graphql(name = "MachineClientInput")]
struct MachineDraftOnWire {
    name: String,
    scopes: Vec<String>,
    /// secret or key.
    auth: String,
    /// Absent: as it was.
    jwks: Option<String>,
    /// Absent: 600.
    requests_per_minute: Option<i64>,
}

impl MachineDraftOnWire {
    fn draft(self) -> MachineDraft {
        MachineDraft {
            name: self.name,
            scopes: self.scopes,
            auth: self.auth,
            jwks: self.jwks.unwrap_or_default(),
            requests_per_minute: self.requests_per_minute,
        }
    }
}

/// A machine works for the whole tenant, and so do its administrators.
async fn administered<N: Need>(
    call: &Call,
    tenant_id: &ID,
) -> Result<WholeTenantScope<Machines, N>, Problem> {
    access::whole(&access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)?)
}

#[derive(Default)]
pub struct MachineQuery;

#[Object]
impl MachineQuery {
    /// The tenant's machine clients, by name, revoked ones too.
    async fn list_machines(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<MachinePage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let search = search.unwrap_or_default();
        let cursors = call.cursors(format!("machines of {} with {search:?}", scope.tenant()));
        let page = super::list(&call.db, &scope, &search, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row| MachineOnWire::new(call, row));
        Ok(MachinePage { results: page.results.into(), links: page.links })
    }
}

/// They reach pay, or the people who do pay.
const ABOUT_PAY: [&str; 4] =
    [HandoverRead::NAME, HandoverAcknowledge::NAME, ImportWrite::NAME, ScimAdmin::NAME];

/// Anyone who gets a program's secret has what it opens, so they must do the tenant's pay themselves.
async fn check_given(call: &Call, rights: &[String]) -> Result<(), Problem> {
    let is_about_pay = rights.iter().any(|right| ABOUT_PAY.contains(&right.as_str()));
    if is_about_pay && !call.viewer().await?.permissions.allows::<Write>(Permission::Payroll) {
        return Err(MachineRefusal::OpensPay.into());
    }
    Ok(())
}

#[derive(Default)]
pub struct MachineMutation;

#[Object]
impl MachineMutation {
    /// Needs a fresh factor, like every change to machine clients.
    async fn add_machine(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        input: MachineDraftOnWire,
    ) -> Result<SavedMachineOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        check_given(call, &input.scopes).await?;
        let checked = super::check(call.work().await?.tx(), &scope, None, input.draft()).await?;
        let added = call.prove(AddedMachine { checked }).await?;
        let saved = super::add(&call.app, &mut *call.work().await?, &scope, added).await?;
        Ok(SavedMachineOnWire::new(call, saved))
    }

    async fn change_machine(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        machine_id: ID,
        version: i64,
        input: MachineDraftOnWire,
    ) -> Result<SavedMachineOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let id = MachineId::from_wire(&machine_id)?;
        check_given(call, &input.scopes).await?;
        let checked = super::check(call.work().await?.tx(), &scope, Some(id), input.draft()).await?;
        let changed = call.prove(ChangedMachine { id, version, checked }).await?;
        let saved = super::change(&mut *call.work().await?, &scope, changed).await?;
        Ok(SavedMachineOnWire::new(call, saved))
    }

    /// A new secret. With `keepOld`, the old one counts for another day; otherwise it stops right away, and so do its
    /// tokens.
    async fn rotate_machine_secret(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        machine_id: ID,
        version: i64,
        keep_old: bool,
    ) -> Result<SavedMachineOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let id = MachineId::from_wire(&machine_id)?;
        let there = super::store::one(&call.db, &scope, id).await?.ok_or(Problem::NotFound)?;
        check_given(call, &there.scopes()).await?;
        let rotation = call.prove(RotationOfMachineSecret { id, version, keeps_old: keep_old }).await?;
        let saved = super::rotate(&call.app, &mut *call.work().await?, &scope, rotation).await?;
        Ok(SavedMachineOnWire::new(call, saved))
    }

    /// Ends it for good, right away.
    async fn revoke_machine(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        machine_id: ID,
        version: i64,
    ) -> Result<MachineOnWire, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let revocation = RevocationOfMachine { id: MachineId::from_wire(&machine_id)?, version };
        let revocation = call.prove(revocation).await?;
        let row = super::revoke(&mut *call.work().await?, &scope, revocation).await?;
        Ok(MachineOnWire::new(call, row))
    }
}
