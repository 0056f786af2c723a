//! Host applications as the identity provider asks about them: who they are, who may be signed in to them, and what they
//! may know about a person.

use super::store::{self, ClientRow};
use crate::access::Viewer;
use crate::app::App;
use crate::applications;
use crate::shared::client_auth::{AuthMethod, current_secrets, read_keys};
use crate::shared::id::PersonId;
use crate::shared::problem::Problem;
use oidc::{Algorithm, Client, ClientAuth};
use serde_json::{Map, Value, json};

/// What a client that doesn't say otherwise expects (OpenID Connect Dynamic Client Registration, section 2).
pub(super) const ALGORITHM: Algorithm = Algorithm::Rs256;

/// `None` for one that's turned off, too.
pub async fn find_client(app: &App, client_id: &str) -> Result<Option<Client>, Problem> {
    let Some(row) = store::client(&app.db, client_id).await? else { return Ok(None) };
    let auth = match row.auth {
        AuthMethod::Key => ClientAuth::Keys(read_keys(row.jwks.as_deref().unwrap_or_default())?),
        AuthMethod::Secret => {
            let old = (row.old_secret_hash.as_deref(), row.old_secret_until);
            ClientAuth::Secret(current_secrets(row.secret_hash.as_deref(), old, app.clock.now()))
        }
    };
    let lines = |text: &str| text.lines().map(str::to_owned).collect();
    Ok(Some(Client {
        redirect_uris: lines(&row.redirect_uris),
        post_logout_redirect_uris: lines(&row.post_logout_redirect_uris),
        origins: vec![],
        loopback_path: None,
        id_token_signed_response_alg: ALGORITHM,
        auth,
        machine: None,
        id: row.client_id,
    }))
}

/// Whether this person's roles open it, in its own tenant.
pub async fn may_use(app: &App, person: PersonId, client_id: &str) -> Result<bool, Problem> {
    let Some(row) = store::client(&app.db, client_id).await? else { return Ok(false) };
    let viewer = Viewer::load(&app.db, &app.clock, person).await?;
    Ok(viewer.is_some_and(|viewer| opens(&viewer, &row)))
}

fn opens(viewer: &Viewer, row: &ClientRow) -> bool {
    viewer.tenant == row.tenant_id && applications::codes_of(viewer).contains(&row.code)
}

/// What it may know about this person, besides `sub`; `None` if they may not use it anymore.
pub async fn claims_for(app: &App, viewer: &Viewer, client_id: &str) -> Result<Option<Value>, Problem> {
    let Some(row) = store::client(&app.db, client_id).await? else { return Ok(None) };
    if !opens(viewer, &row) {
        return Ok(None);
    }
    let mut claims = Map::new();
    for name in row.claims.split_whitespace() {
        if let Some(value) = claim(viewer, name) {
            claims.insert(name.to_owned(), value);
        }
    }
    Ok(Some(claims.into()))
}

/// A claim without a value is left out.
fn claim(viewer: &Viewer, name: &str) -> Option<Value> {
    match name {
        "name" => Some(json!(format!("{} {}", viewer.first_name, viewer.last_name).trim())),
        "given_name" => Some(json!(viewer.first_name)),
        "family_name" => Some(json!(viewer.last_name)),
        "preferred_username" => Some(json!(viewer.username)),
        "email" => (!viewer.email.is_empty()).then(|| json!(viewer.email)),
        "phone_number" => viewer.phone.as_ref().map(|phone| json!(phone)),
        "tenant" => Some(json!({ "id": viewer.tenant, "name": viewer.tenant_name })),
        "companies" => {
            // People who left a company no longer belong to it.
            let employed = viewer.companies.iter().filter(|membership| membership.former.is_none());
            let company = |membership: &crate::access::Membership| {
                json!({
                    "id": membership.company, "name": membership.company_name, "employeeId": membership.employee,
                })
            };
            Some(employed.map(company).collect())
        }
        "roles" => {
            let role =
                |held: &crate::access::HeldRole| json!({ "name": held.name, "companyId": held.company });
            Some(viewer.held.iter().map(role).collect())
        }
        _ => None,
    }
}
