//! `GET /companies/{company}/employees/{employee}/time-off-attachments/{attachment}/file`: the file itself, for the
//! employee and the managers who decide their time off.

use super::super::graphql::employee;
use super::super::http::TimeOffRoutes;
use crate::access::Read;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::files;
use crate::http::answers;
use crate::shared::id::{CompanyId, FileId};
use crate::shared::problem::Problem;
use async_graphql::ID;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use oidc::ClientAddress;

pub(in super::super) fn route() -> MethodRouter<TimeOffRoutes> {
    get(file)
}

async fn file(
    State(at): State<TimeOffRoutes>,
    address: Option<Extension<ClientAddress>>,
    Path((company, whose, attachment)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Response {
    let bearer = bearer::read(&at.identity.provider, &headers);
    let address = address.map_or(String::new(), |address| address.0.0);
    let call = Call::new(at.app, at.identity, address, bearer, None, None);
    match answer(&call, ID(company), ID(whose), ID(attachment)).await {
        Ok(response) => response,
        Err(problem) => answers::recorded(&call, Intent::Read, "timeOffAttachmentFile", problem).await,
    }
}

async fn answer(call: &Call, company: ID, whose: ID, attachment: ID) -> Result<Response, Problem> {
    let viewer = call.viewer().await?;
    let own = viewer.membership(CompanyId::from_wire(&company)?).and_then(|membership| membership.employee);
    let is_own = own.is_some_and(|own| own.to_wire() == whose);
    let manager = (!is_own).then(|| viewer.person.to_wire());
    let at = (&viewer.tenant.to_wire(), &company);
    let scope = employee::<Read>(call, at, &whose, manager.as_ref()).await?;
    let (kept, bytes) = super::open(&call.app, &call.db, &scope, FileId::from_wire(&attachment)?).await?;
    Ok(files::attachment(&kept, bytes))
}
