//! What the identity provider asks about people: whether they may sign in, and what a client may know of them.

use super::store;
use crate::access::{Membership, Need, Permission, Viewer};
use crate::app::App;
use crate::shared::audit::Event;
use crate::shared::id::PersonId;
use crate::work::{Author, record_refusal};
use oidc::{Accounts, BoxFuture, Happened, SecurityEvent, Unavailable, UserinfoVersion};
use serde_json::{Value, json};
use uuid::Uuid;

pub struct People(pub App);

fn unavailable(error: db::Error) -> Unavailable {
    tracing::warn!(%error, "people cannot be asked");
    Unavailable
}

impl Accounts for People {
    fn is_active(&self, subject: Uuid) -> BoxFuture<'_, Result<bool, Unavailable>> {
        Box::pin(async move { store::is_active(&self.0.db, PersonId(subject)).await.map_err(unavailable) })
    }

    fn userinfo<'a>(
        &'a self,
        subject: Uuid,
        session: Uuid,
        client_id: &'a str,
        version: UserinfoVersion,
    ) -> BoxFuture<'a, Result<Option<Value>, Unavailable>> {
        Box::pin(async move {
            let person = PersonId(subject);
            let viewer = Viewer::load(&self.0.db, person).await.map_err(unavailable)?;
            let more = store::phone_and_username(&self.0.db, person).await.map_err(unavailable)?;
            let (Some(viewer), Some((phone, username))) = (viewer, more) else { return Ok(None) };
            let mut claims = json!({
                "given_name": viewer.first_name,
                "family_name": viewer.last_name,
                "email": viewer.email,
                "phone_number": phone,
                "username": username,
                "version": viewer.version,
            });
            let block = block(&viewer, session, client_id, &self.0.settings.public_url);
            // The second version of the portal reads roles and permissions from the block; the first asks for less.
            claims["atrium"] = match version {
                UserinfoVersion::V2 => block,
                UserinfoVersion::V1 => without(block, "rolesAndPermissions"),
            };
            Ok(Some(claims))
        })
    }

    fn record(&self, event: SecurityEvent) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let action = match event.happened {
                Happened::CodeReused => "session.code_reused",
                Happened::RefreshReused => "session.refresh_reused",
                Happened::SignedOut => "session.signed_out",
                Happened::FoundInactive => "session.found_inactive",
            };
            let Ok(Some(tenant)) = store::tenant_of(&self.0.db, PersonId(event.subject)).await else {
                tracing::warn!(action, subject = %event.subject, "a security event of somebody unknown");
                return;
            };
            let author = Author {
                tenant,
                person: Some(PersonId(event.subject)),
                address: event.address.unwrap_or_default(),
            };
            let event = Event {
                action,
                subject_kind: "session",
                subject_id: Some(event.session),
                result: "done".to_owned(),
                detail: json!({ "client": event.client_id }),
            };
            if let Err(error) = record_refusal(&self.0, &self.0.db, author, event).await {
                tracing::error!(%error, action, "a security event could not be written down");
            }
        })
    }
}

fn without(mut block: Value, field: &str) -> Value {
    if let Some(fields) = block.as_object_mut() {
        fields.remove(field);
    }
    block
}

/// The product-specific block of userinfo, under the names of the spec.
fn block(viewer: &Viewer, session: Uuid, client_id: &str, public_url: &str) -> Value {
    let roles: Vec<Value> =
        viewer.companies.iter().flat_map(|membership| role_entries(viewer, membership)).collect();
    json!({
        "userId": viewer.person,
        "tenantId": viewer.tenant,
        "tenantLogoUrl": null,
        "sessionId": session,
        "applicationClientId": client_id,
        "details": {
            "organizations": viewer.companies.iter().map(|membership| organization(viewer, membership)).collect::<Vec<_>>(),
            "roles": roles.clone(),
            "applications": [{ "id": client_id, "clientId": client_id, "targetUrl": public_url }],
            "virtualTenants": viewer.companies.iter().map(|membership| json!({ "id": membership.company })).collect::<Vec<_>>(),
        },
        "policy": roles.clone(),
        "rolesAndPermissions": {
            "roles": viewer.roles().into_iter().map(|role| role.as_str()).collect::<Vec<_>>(),
            "permissions": viewer.permissions.iter().collect::<Vec<_>>(),
        },
    })
}

fn organization(viewer: &Viewer, membership: &Membership) -> Value {
    let ids_with = |scope: Permission| -> Vec<String> {
        let holds = membership.allows(scope, Need::Read)
            || membership.permissions.iter().any(|permission| permission.starts_with(scope.as_str()));
        if holds { vec![role_id(membership, scope.as_str())] } else { vec![] }
    };
    json!({
        "id": membership.company,
        "name": membership.company_name,
        "classification": "company",
        "virtualTenantId": membership.company,
        "metadata": { "siteUrl": null, "resourceId": membership.employee },
        "employeeRoleIds": if membership.employee.is_some() { ids_with(Permission::Employee) } else { vec![] },
        "managerRoleIds": ids_with(Permission::Manager),
        "tenantId": viewer.tenant,
    })
}

/// One entry for being an employee and one for being a manager: what the portal switches between.
fn role_entries(viewer: &Viewer, membership: &Membership) -> Vec<Value> {
    let kinds = [("employee", "Employee"), ("manager", "Manager View")];
    let entries = kinds.iter().filter_map(|(scope, name)| {
        let permissions: Vec<&str> =
            membership.permissions.iter().filter(|permission| permission.starts_with(scope)).collect();
        let is_held = !permissions.is_empty() && (*scope != "employee" || membership.employee.is_some());
        is_held.then(|| {
            let id = role_id(membership, scope);
            json!({
                "id": id,
                "name": name,
                "roleIds": [id],
                "permissions": permissions,
                "appliesWithin": { "organizationId": membership.company, "virtualTenantId": membership.company },
                "applicationClientId": null,
                "organizationIds": [membership.company],
                "metadata": { "tenantId": viewer.tenant },
            })
        })
    });
    entries.collect()
}

/// A role is known to the client by what it is and where.
fn role_id(membership: &Membership, scope: &str) -> String {
    format!("{scope}@{}", membership.company)
}
