//! Companies for machine clients: their names and time zones.

use super::store::{self, MachineCompanyRow};
use crate::api::{ApiCall, ApiError, ApiPage, ApiPart, PageQuery, ProblemAnswers};
use crate::shared::machine_right::PeopleRead;
use axum::Json;
use axum::extract::Query;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

pub fn api() -> ApiPart {
    OpenApiRouter::new().routes(routes!(list_companies))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Company)]
struct ApiCompany {
    id: Uuid,
    name: String,
    /// An IANA time zone. Its days begin and end there.
    time_zone: String,
}

impl ApiCompany {
    fn new(row: MachineCompanyRow) -> ApiCompany {
        ApiCompany { id: row.id.0, name: row.name, time_zone: row.time_zone }
    }
}

/// Companies, by name.
#[utoipa::path(
    get,
    path = "/companies",
    operation_id = "listCompanies",
    params(PageQuery),
    responses((status = 200, body = ApiPage<ApiCompany>), ProblemAnswers),
    security(("machine" = ["people.read"]))
)]
async fn list_companies(
    call: ApiCall,
    Query(page): Query<PageQuery>,
) -> Result<Json<ApiPage<ApiCompany>>, ApiError> {
    let scope = call.scope::<PeopleRead>()?;
    let cursors = call.cursors("companies");
    let (limit, cursor) = page.asked();
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::machine_companies(call.db(), &scope, &ask).await?;
    let found = cursors.page(&ask, rows, |row| vec![row.name.clone(), row.id.to_string()]);
    Ok(Json(ApiPage::of(found, ApiCompany::new)))
}
