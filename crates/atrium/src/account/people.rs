//! What the identity provider asks about people: whether they may sign in, and what a client may know about them.
//! `host_applications/` answers for clients that aren't our own.

use super::store;
use crate::access::{self, HeldRole, Membership, Role, Viewer};
use crate::app::App;
use crate::applications::{self, Application};
use crate::company;
use crate::host_applications;
use crate::identity::OWN_CLIENTS;
use crate::machines;
use crate::shared::audit::Event;
use crate::shared::flag::Flag;
use crate::shared::id::{MachineId, PersonId};
use crate::shared::problem::Problem;
use crate::work::{Author, record_refusal, record_repeated_refusal};
use oidc::{
    Accounts, BoxFuture, Client, EndedAtClient, Happened, SecurityEvent, Unavailable, UserinfoVersion,
};
use serde_json::{Value, json};
use uuid::Uuid;

pub struct People(pub App);

fn unavailable(why: impl Into<Problem>) -> Unavailable {
    let why: Problem = why.into();
    tracing::warn!(?why, "people cannot be looked up");
    Unavailable
}

/// What userinfo may hold besides `sub`; a claim without a value is left out. Which client gets which: `userinfo`.
const CLAIMS: &[&str] = &[
    "name",
    "given_name",
    "family_name",
    "preferred_username",
    "email",
    "phone_number",
    "username",
    "version",
    "atrium",
    "tenant",
    "companies",
    "roles",
];

impl Accounts for People {
    fn is_active(&self, subject: Uuid) -> BoxFuture<'_, Result<bool, Unavailable>> {
        Box::pin(async move { store::is_active(&self.0.db, PersonId(subject)).await.map_err(unavailable) })
    }

    fn claims(&self) -> &'static [&'static str] {
        CLAIMS
    }

    fn userinfo<'a>(
        &'a self,
        subject: Uuid,
        session: Uuid,
        client_id: &'a str,
        version: UserinfoVersion,
    ) -> BoxFuture<'a, Result<Option<Value>, Unavailable>> {
        Box::pin(async move {
            let viewer =
                Viewer::load(&self.0.db, &self.0.clock, PersonId(subject)).await.map_err(unavailable)?;
            let Some(viewer) = viewer else { return Ok(None) };
            if !OWN_CLIENTS.contains(&client_id) {
                let claims = host_applications::claims_for(&self.0, &viewer, client_id).await;
                return claims.map_err(unavailable);
            }
            let applications = applications::of_viewer(&self.0.db, &viewer).await.map_err(unavailable)?;
            let logo = company::logo_url(&self.0.db, &access::oneself(&viewer)).await.map_err(unavailable)?;
            let mut claims = json!({
                "given_name": viewer.first_name,
                "family_name": viewer.last_name,
                "username": viewer.username,
                "version": viewer.version,
            });
            if !viewer.email.is_empty() {
                claims["email"] = json!(viewer.email);
            }
            if let Some(phone) = &viewer.phone {
                claims["phone_number"] = json!(phone);
            }
            let mut block = block(&viewer, &applications, session, client_id, &self.0.settings.public_url);
            block["tenantLogoUrl"] = json!(logo);
            // The portal's second version reads roles and permissions from the block; the first asks for less.
            claims["atrium"] = match version {
                UserinfoVersion::V2 if viewer.flags.is_on(Flag::UserInfoV2) => block,
                _ => without(block, "rolesAndPermissions"),
            };
            Ok(Some(claims))
        })
    }

    fn client<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Client>, Unavailable>> {
        Box::pin(async move {
            match machines::find_client(&self.0, id).await.map_err(unavailable)? {
                Some(machine) => Ok(Some(machine)),
                None => host_applications::find_client(&self.0, id).await.map_err(unavailable),
            }
        })
    }

    fn may_use<'a>(&'a self, subject: Uuid, client_id: &'a str) -> BoxFuture<'a, Result<bool, Unavailable>> {
        Box::pin(async move {
            host_applications::may_use(&self.0, PersonId(subject), client_id).await.map_err(unavailable)
        })
    }

    fn tell_clients<'a>(
        &'a self,
        tx: &'a mut db::Tx,
        ended: &'a [EndedAtClient],
    ) -> BoxFuture<'a, Result<(), Unavailable>> {
        Box::pin(
            async move { host_applications::queue_sign_outs(&self.0, tx, ended).await.map_err(unavailable) },
        )
    }

    fn clients_are_waiting(&self) {
        self.0.outbox_wake.notify_one();
    }

    fn record(&self, event: SecurityEvent) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let action = match event.happened {
                Happened::SignedInToClient => "application.signed_in",
                Happened::ClientRefused => "application.refused",
                Happened::CodeReused => "session.code_reused",
                Happened::RefreshReused => "session.refresh_reused",
                Happened::SignedOut => "session.signed_out",
                Happened::FoundInactive => "session.found_inactive",
                Happened::MachineSignedIn | Happened::MachineRefused => {
                    return record_machine(&self.0, event).await;
                }
            };
            let Ok(Some(tenant)) = store::tenant_of(&self.0.db, PersonId(event.subject)).await else {
                tracing::warn!(action, subject = %event.subject, "a security event about an unknown person");
                return;
            };
            let author = Author {
                tenant,
                person: Some(PersonId(event.subject)),
                address: event.address.unwrap_or_default(),
            };
            let is_refusal = event.happened == Happened::ClientRefused;
            let subject = event.subject;
            let event = Event {
                action,
                subject_kind: "session",
                subject_id: Some(event.session),
                result: if is_refusal { "FORBIDDEN" } else { "done" }.to_owned(),
                detail: json!({ "client": event.client_id }),
            };
            // An application may ask again and again.
            let recorded = match is_refusal {
                true => record_repeated_refusal(&self.0, &self.0.db, author, subject, event).await,
                false => record_refusal(&self.0, &self.0.db, author, event).await,
            };
            if let Err(error) = recorded {
                tracing::error!(%error, action, "a security event could not be recorded");
            }
        })
    }
}

/// Subject and session of such an event are the machine and its credential.
async fn record_machine(app: &App, event: SecurityEvent) {
    let (machine, address) = (MachineId(event.subject), event.address.unwrap_or_default());
    let recorded = match event.happened {
        Happened::MachineRefused => {
            let refusal = ("machine.refused", "UNAUTHENTICATED");
            machines::record_refusal(app, machine, address, refusal, json!({ "client": event.client_id }))
                .await
        }
        _ => machines::note_token(app, machine, address).await,
    };
    if let Err(why) = recorded {
        tracing::error!(?why, "what a machine did could not be recorded");
    }
}

fn without(mut block: Value, field: &str) -> Value {
    if let Some(fields) = block.as_object_mut() {
        fields.remove(field);
    }
    block
}

/// Userinfo's product-specific block, with the spec's names.
fn block(
    viewer: &Viewer,
    applications: &[Application],
    session: Uuid,
    client_id: &str,
    public_url: &str,
) -> Value {
    // Anyone with a tenant-wide role belongs to the client itself.
    let is_of_client = viewer.held.iter().any(|role| role.company.is_none());
    // People who left a company no longer belong to it.
    let employed = viewer.companies.iter().filter(|membership| membership.former.is_none());
    let organizations = is_of_client.then(|| client(viewer)).into_iter();
    let organizations =
        organizations.chain(employed.clone().map(|membership| organization(viewer, membership)));
    let portal = json!({ "id": client_id, "clientId": client_id, "targetUrl": public_url });
    let beside = applications.iter().map(|application| json!(application));
    let applications: Vec<Value> = [portal].into_iter().chain(beside).collect();
    let everything = viewer.everything();
    json!({
        "userId": viewer.person,
        "tenantId": viewer.tenant,
        "sessionId": session,
        "applicationClientId": client_id,
        "details": {
            "organizations": organizations.collect::<Vec<_>>(),
            "roles": roles(&viewer.held),
            "applications": applications,
            "virtualTenants": employed.map(|membership| json!({ "id": membership.company })).collect::<Vec<_>>(),
        },
        "policy": viewer.held.iter().map(|role| policy(viewer, role, client_id)).collect::<Vec<_>>(),
        "rolesAndPermissions": {
            "roles": viewer.roles().into_iter().map(|role| role.as_str()).collect::<Vec<_>>(),
            "permissions": everything.iter().collect::<Vec<_>>(),
        },
    })
}

fn permissions(role: &HeldRole) -> Vec<&str> {
    role.permissions.split_whitespace().collect()
}

fn organization(viewer: &Viewer, membership: &Membership) -> Value {
    json!({
        "id": membership.company,
        "name": membership.company_name,
        "classification": "company",
        "virtualTenantId": membership.company,
        "metadata": { "siteUrl": membership.site_url(), "resourceId": membership.employee },
        "employeeRoleIds": viewer.role_ids(membership, Role::Employee),
        "managerRoleIds": viewer.role_ids(membership, Role::Manager),
        "tenantId": viewer.tenant,
    })
}

/// The tenant whose companies people work for and manage.
fn client(viewer: &Viewer) -> Value {
    json!({
        "id": viewer.tenant,
        "name": viewer.tenant_name,
        "classification": "client",
        "virtualTenantId": null,
        "metadata": { "siteUrl": null, "resourceId": null },
        "employeeRoleIds": [],
        "managerRoleIds": [],
        "tenantId": viewer.tenant,
    })
}

/// Each role once, no matter how many places it applies.
fn roles(held: &[HeldRole]) -> Vec<Value> {
    let first = held.iter().enumerate();
    let first = first.filter(|(at, role)| !held[..*at].iter().any(|before| before.role == role.role));
    first
        .map(|(_, role)| {
            let places = held.iter().filter(|other| other.role == role.role);
            json!({
                "id": role.role,
                "name": role.name,
                "roleIds": [role.role],
                "permissions": permissions(role),
                "organizationIds": places.filter_map(|place| place.company).collect::<Vec<_>>(),
            })
        })
        .collect()
}

/// One role in one place, for the application that asks; no organization if it applies to the whole tenant.
fn policy(viewer: &Viewer, role: &HeldRole, client_id: &str) -> Value {
    json!({
        "id": role.assignment,
        "name": role.name,
        "roleIds": [role.role],
        "permissions": permissions(role),
        "appliesWithin": { "organizationId": role.company, "virtualTenantId": role.company },
        "applicationClientId": client_id,
        "organizationIds": role.company.into_iter().collect::<Vec<_>>(),
        "metadata": { "tenantId": viewer.tenant },
    })
}
