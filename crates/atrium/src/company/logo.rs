//! A tenant's logo: one small PNG that an operator sets. It's embedded in the answer (a `data:` URL), so only the API
//! serves it, and no other host is involved.

use super::{rules, store};
use crate::access::{OperatorScope, PersonScope};
use crate::app::App;
use crate::shared::problem::Problem;
use crate::work::{Author, Work};
use base64::{Engine, engine::general_purpose::STANDARD};
use db::Db;
use serde_json::json;
use uuid::Uuid;

/// Where a client finds it; nothing for our own logo.
pub async fn logo_url(db: &Db, scope: &PersonScope) -> Result<Option<String>, Problem> {
    Ok(of_tenant(db, scope).await?.map(|logo| logo.url))
}

pub(super) struct Logo {
    pub id: Uuid,
    pub url: String,
}

pub(super) async fn of_tenant(db: &Db, scope: &PersonScope) -> Result<Option<Logo>, Problem> {
    let found = store::logo(db, scope).await?;
    Ok(found.map(|(id, png)| Logo { id, url: format!("data:image/png;base64,{}", STANDARD.encode(png)) }))
}

pub async fn set_logo(app: &App, scope: &OperatorScope, png: Vec<u8>) -> Result<(), Problem> {
    rules::check_logo(&png)?;
    let mut work = begin(app, scope).await?;
    let (id, now) = (work.new_id(), work.now());
    let size = png.len();
    store::write_logo(work.tx(), scope, id, png, now).await?;
    work.record("tenant.logo_set", "tenant", scope.tenant().0, json!({ "bytes": size }));
    Ok(work.commit().await?)
}

/// For the console, which writes it with its own change.
pub fn check_logo(png: &[u8]) -> Result<(), Problem> {
    Ok(rules::check_logo(png)?)
}

/// Goes back to our own logo.
pub async fn remove_logo(app: &App, scope: &OperatorScope) -> Result<(), Problem> {
    let mut work = begin(app, scope).await?;
    if !store::delete_logo(work.tx(), scope).await? {
        return Err(Problem::NotFound);
    }
    work.record("tenant.logo_removed", "tenant", scope.tenant().0, json!({}));
    Ok(work.commit().await?)
}

async fn begin(app: &App, scope: &OperatorScope) -> Result<Work, Problem> {
    let author = Author { tenant: scope.tenant(), person: None, address: String::new() };
    Ok(Work::begin(app, &app.db, author).await?)
}
