//! `POST /companies/{company}/reports/{report}/file?format=csv&part=people&on=2026-11-19`: a report as a file. Each one is
//! an event of the audit trail.

use super::kinds::{ReportFormat, ReportGrouping, ReportName};
use super::rules::{FiguresFilter, ReportRefusal};
use super::{ReportFile, ReportPart, Reports, asked, file, note_export};
use crate::access::{self, Read};
use crate::app::App;
use crate::bearer;
use crate::call::{Call, Intent};
use crate::http::answers;
use crate::identity::Identity;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, OrganizationId, ResourceId};
use crate::shared::language::Language;
use crate::shared::problem::Problem;
use crate::shared::refusal::SharedRefusal;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use oidc::ClientAddress;
use serde::Deserialize;
use uuid::Uuid;

pub const ROUTES: &[(&str, &str)] = &[("POST", "/companies/{company}/reports/{report}/file")];

#[derive(Clone)]
struct ReportRoutes {
    app: App,
    identity: Identity,
}

pub fn routes(app: App, identity: Identity) -> Router {
    Router::new()
        .route("/companies/{company}/reports/{report}/file", post(fetched))
        .with_state(ReportRoutes { app, identity })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskedFigures {
    format: Option<String>,
    part: Option<String>,
    language: Option<String>,
    on: Option<String>,
    from: Option<String>,
    to: Option<String>,
    department: Option<String>,
    group_by: Option<String>,
    resource: Option<String>,
    missing_only: Option<bool>,
}

async fn fetched(
    State(reports): State<ReportRoutes>,
    address: Option<Extension<ClientAddress>>,
    Path((company, report)): Path<(String, String)>,
    Query(asked): Query<AskedFigures>,
    headers: HeaderMap,
) -> Response {
    let bearer = bearer::read(&reports.identity.provider, &headers);
    let address = address.map_or(String::new(), |address| address.0.0);
    let call = Call::new(reports.app, reports.identity, address, bearer, None, None);
    match fetch(&call, &company, &report, &asked).await {
        Ok(file) => sent(file),
        Err(problem) => {
            call.roll_back().await;
            answers::recorded(&call, Intent::Change, "reportFile", problem).await
        }
    }
}

async fn fetch(
    call: &Call,
    company: &str,
    report: &str,
    wanted: &AskedFigures,
) -> Result<ReportFile, Problem> {
    let viewer = call.viewer().await?;
    let scope = access::figures::<Reports, Read>(viewer, viewer.tenant)?;
    let company = CompanyId(id(company)?);
    let scope = access::company_figures(&call.db, &scope, company).await?;
    let name = ReportName::from_text(report).ok_or(Problem::NotFound)?;
    let asked = asked(&call.app.clock, &scope, name, &wanted.filter()?)?;
    let part = ReportPart::from_text(wanted.part.as_deref().unwrap_or("summary")).ok_or(Problem::NotFound)?;
    let format = ReportFormat::from_text(wanted.format.as_deref().unwrap_or("csv"));
    let format = format.filter(|format| *format != ReportFormat::Json).ok_or(ReportRefusal::UnknownFormat)?;
    let language = Language::from_wire(wanted.language.as_deref().unwrap_or("en"))?;
    let file = file((&call.db, &call.app.clock), &scope, (&asked, part), format, language).await?;
    note_export(&mut *call.work().await?, &scope, &file);
    call.commit("").await?;
    Ok(file)
}

impl AskedFigures {
    fn filter(&self) -> Result<FiguresFilter, Problem> {
        let department = self.department.as_deref().map(id).transpose()?;
        let resource = self.resource.as_deref().map(id).transpose()?;
        let grouping = self.group_by.as_deref().map(ReportGrouping::from_text);
        Ok(FiguresFilter {
            on: self.on.as_deref().map(day).transpose()?,
            from: self.from.as_deref().map(day).transpose()?,
            to: self.to.as_deref().map(day).transpose()?,
            department: department.map(OrganizationId),
            grouping: grouping.map(|known| known.ok_or(ReportRefusal::UnknownGrouping)).transpose()?,
            resource: resource.map(ResourceId),
            is_missing_only: self.missing_only.unwrap_or_default(),
        })
    }
}

fn id(text: &str) -> Result<Uuid, Problem> {
    Uuid::try_parse(text).map_err(|_| Problem::NotFound)
}

fn day(text: &str) -> Result<Day, Problem> {
    let day = text.parse().ok().filter(|_| text.len() == 10).map(Day);
    day.ok_or(SharedRefusal::InvalidDate.into())
}

fn sent(file: ReportFile) -> Response {
    let disposition = format!("attachment; filename=\"{}\"", file.name);
    let content_type = file.media_type;
    let mut response = Body::from(file.content).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
