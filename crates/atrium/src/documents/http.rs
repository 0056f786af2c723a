//! `GET /companies/{company}/documents/{document}/file`: the file itself, for anyone who may see the document.

use super::DocumentReader;
use crate::access::{self, At, CompanyScope, Read};
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::files;
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::id::{CompanyId, DocumentId};
use crate::shared::problem::Problem;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use oidc::ClientAddress;
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[("GET", "/companies/{company}/documents/{document}/file")];

#[derive(Clone)]
struct DocumentRoutes {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/companies/{company}/documents/{document}/file", get(file))
        .with_state(DocumentRoutes { app, identity })
}

async fn file(
    State(documents): State<DocumentRoutes>,
    address: Option<Extension<ClientAddress>>,
    Path((company, document)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let bearer = bearer::read(&documents.identity.provider, &headers);
    let address = address.map_or(String::new(), |address| address.0.0);
    let call = Call::new(documents.app, documents.identity, address, bearer, None, None);
    match answer(&call, &company, &document).await {
        Ok(response) => response,
        Err(problem) => answers::recorded(&call, Intent::Read, "companyDocumentFile", problem).await,
    }
}

async fn answer(call: &Call, company: &str, document: &str) -> Result<Response, Problem> {
    let viewer = call.viewer().await?;
    let company = CompanyId(Uuid::try_parse(company).map_err(|_| Problem::NotFound)?);
    let document = DocumentId(Uuid::try_parse(document).map_err(|_| Problem::NotFound)?);
    let at = At { tenant: viewer.tenant, company };
    let managed = access::managed_company(viewer, at, viewer.person);
    let (scope, reader): (CompanyScope<super::CompanyDocuments>, DocumentReader) = match managed {
        Ok(scope) => (scope, DocumentReader::Manager),
        Err(_) => {
            let membership = viewer.membership(company).ok_or(Problem::NotFound)?;
            let employee = membership.employee.ok_or(Problem::NotFound)?;
            let own = access::own::<super::CompanyDocuments, Read>(viewer, at, employee)?;
            ((&own).into(), DocumentReader::Employee(call.today(&own.time_zone())))
        }
    };
    let (_, kept, bytes) = super::open(&call.app, &call.db, &scope, reader, document).await?;
    Ok(files::attachment(&kept, bytes))
}
