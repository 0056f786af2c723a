//! `POST /handovers/{handover}/file?format=csv&kind=deposits`: a file of a batch, with full account numbers; with
//! `mapping=NAME`, in the columns of that mapping. It takes a fresh factor like any sensitive change: the answer without one
//! says how to prove it.

use super::export::{self, BatchFile, ExportOfHandover};
use super::kinds::{HandoverFormat, PayrollKind};
use super::rules::HandoverRefusal;
use super::{Handovers, next_part};
use crate::access::{self, Write};
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::id::HandoverId;
use crate::shared::problem::Problem;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use db::Db;
use oidc::ClientAddress;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[("POST", "/handovers/{handover}/file")];

#[derive(Clone)]
struct HandoverRoutes {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new().route("/handovers/{handover}/file", post(file)).with_state(HandoverRoutes { app, identity })
}

/// Which file of a batch.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AskedFile {
    /// csv has one kind; json and xlsx have all of them, or one. csv if you don't say.
    #[param(pattern = "^(csv|json|xlsx)$")]
    format: Option<String>,
    /// One of the batch's kinds.
    kind: Option<String>,
    /// The name of a saved mapping: the file gets its columns, as csv or xlsx.
    #[param(max_length = 100)]
    mapping: Option<String>,
}

impl AskedFile {
    pub(super) fn export(&self, batch: HandoverId) -> Result<ExportOfHandover, HandoverRefusal> {
        let format = HandoverFormat::from_text(self.format.as_deref().unwrap_or("csv"));
        let format = format.ok_or(HandoverRefusal::UnknownFormat)?;
        let kind =
            self.kind.as_deref().map(|kind| PayrollKind::from_text(kind).ok_or(HandoverRefusal::UnknownKind));
        Ok(ExportOfHandover { batch, kind: kind.transpose()?, format, mapping: self.mapping.clone() })
    }
}

async fn file(
    State(handovers): State<HandoverRoutes>,
    address: Option<Extension<ClientAddress>>,
    Path(handover): Path<String>,
    Query(asked): Query<AskedFile>,
    headers: HeaderMap,
) -> Response {
    let bearer = bearer::read(&handovers.identity.provider, &headers);
    let address = address.map_or(String::new(), |address| address.0.0);
    let call = Call::new(handovers.app, handovers.identity, address, bearer, None, bearer::step_up(&headers));
    match fetch(&call, &handover, &asked).await {
        Ok(file) => sent(call.app.db.clone(), file),
        Err(problem) => {
            call.roll_back().await;
            answers::recorded(&call, Intent::Change, "handoverFile", problem).await
        }
    }
}

async fn fetch(call: &Call, handover: &str, asked: &AskedFile) -> Result<BatchFile, Problem> {
    let viewer = call.viewer().await?;
    let scope = access::administered::<Handovers, Write>(viewer, viewer.tenant)?;
    let batch = HandoverId(Uuid::try_parse(handover).map_err(|_| Problem::NotFound)?);
    let export = asked.export(batch)?;
    if !call.brings_proof() {
        export::check_export(&call.db, &scope, &export).await?;
    }
    let export = call.prove(export).await?;
    let file = {
        let mut work = call.work().await?;
        super::open_export(&call.app, &mut work, &scope, export).await?
    };
    call.commit("").await?;
    Ok(file)
}

/// Opened part by part while it's sent.
pub(super) fn sent(db: Db, file: BatchFile) -> Response {
    let disposition = format!("attachment; filename=\"{}\"", file.name);
    let content_type = file.content_type();
    let parts = futures_util::stream::try_unfold((db, file), |(db, mut file)| async move {
        match next_part(&db, &mut file).await {
            Ok(part) => Ok(part.map(|part| (part, (db, file)))),
            Err(problem) => {
                tracing::error!(code = problem.code(), "a batch could not be sent to its end");
                Err(std::io::Error::other("the batch could not be read"))
            }
        }
    });
    let mut response = Body::from_stream(parts).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
