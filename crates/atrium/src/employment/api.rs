//! People for machine clients: names, codes, work addresses and employments. Pay, accounts and birth dates aren't read at
//! all.

use super::EmploymentStatus;
use super::rules::EmploymentDates;
use super::store::{self, MachineEmploymentRow, MachinePersonRow};
use crate::access::MachineScope;
use crate::api::{ApiCall, ApiError, ApiPage, ApiPart, PageQuery, ProblemAnswers};
use crate::shared::clock::Clock;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, PersonId};
use crate::shared::machine_right::PeopleRead;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use axum::Json;
use axum::extract::{Path, Query};
use db::Db;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

pub fn api() -> ApiPart {
    OpenApiRouter::new().routes(routes!(list_people)).routes(routes!(one_person))
}

/// Someone who signs in, with their employments.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Person)]
struct ApiPerson {
    id: Uuid,
    first_name: String,
    last_name: String,
    /// Empty if none is known.
    work_email: String,
    /// Whether they can sign in.
    is_enabled: bool,
    employments: Vec<ApiEmployment>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Employment)]
struct ApiEmployment {
    id: Uuid,
    company_id: Uuid,
    company: String,
    employee_code: String,
    /// Today, in the company's time zone.
    #[schema(value_type = String)]
    status: EmploymentState,
    #[schema(value_type = String, format = Date)]
    original_hire_date: Day,
    #[schema(value_type = String, format = Date)]
    hire_date: Day,
    /// Their last day, even if it's still ahead.
    #[schema(value_type = Option<String>, format = Date)]
    last_day: Option<Day>,
    #[schema(value_type = Option<String>, format = Date)]
    rehire_day: Option<Day>,
    department: Option<ApiDepartment>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Department)]
struct ApiDepartment {
    code: String,
    name: String,
}

/// Active, Leave or Terminated.
#[derive(Serialize)]
#[serde(transparent)]
struct EmploymentState(&'static str);

impl ApiPerson {
    fn new(row: MachinePersonRow, jobs: Vec<MachineEmploymentRow>, clock: &Clock) -> ApiPerson {
        ApiPerson {
            id: row.id.0,
            first_name: row.first_name,
            last_name: row.last_name,
            work_email: row.email,
            is_enabled: row.is_enabled,
            employments: jobs.into_iter().map(|job| ApiEmployment::new(job, clock)).collect(),
        }
    }
}

impl ApiEmployment {
    fn new(row: MachineEmploymentRow, clock: &Clock) -> ApiEmployment {
        let dates = EmploymentDates {
            hired: row.current_hire_date,
            is_terminated: row.is_terminated,
            last_day: row.last_day,
            rehire_day: row.rehire_day,
            leave_from: row.leave_from,
        };
        let status: EmploymentStatus = dates.status(clock.today(&row.time_zone));
        ApiEmployment {
            id: row.id.0,
            company_id: row.company_id.0,
            company: row.company_name,
            employee_code: row.employee_code,
            status: EmploymentState(status.as_str()),
            original_hire_date: row.original_hire_date,
            hire_date: row.current_hire_date,
            last_day: row.last_day,
            rehire_day: row.rehire_day,
            department: row
                .department_code
                .zip(row.department_name)
                .map(|(code, name)| ApiDepartment { code, name }),
        }
    }
}

/// Which people.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct PeopleQuery {
    /// Only those who work or worked for this company.
    company_id: Option<Uuid>,
}

async fn people(
    db: &Db,
    scope: &MachineScope<PeopleRead>,
    clock: &Clock,
    company: Option<CompanyId>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<ApiPerson>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::machine_people(db, scope, company, &ask).await?;
    let page = cursors.page(&ask, rows, |row| vec![row.id.to_string()]);
    let ids: Vec<PersonId> = page.results.iter().map(|row| row.id).collect();
    let mut jobs: HashMap<PersonId, Vec<MachineEmploymentRow>> = HashMap::new();
    for job in store::machine_employments(db, scope, &ids).await? {
        jobs.entry(job.person_id).or_default().push(job);
    }
    Ok(page.map(|row| {
        let own = jobs.remove(&row.id).unwrap_or_default();
        ApiPerson::new(row, own, clock)
    }))
}

/// People, oldest entry first.
#[utoipa::path(
    get,
    path = "/people",
    operation_id = "listPeople",
    params(PeopleQuery, PageQuery),
    responses((status = 200, body = ApiPage<ApiPerson>), ProblemAnswers),
    security(("machine" = ["people.read"]))
)]
async fn list_people(
    call: ApiCall,
    Query(which): Query<PeopleQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<ApiPage<ApiPerson>>, ApiError> {
    let scope = call.scope::<PeopleRead>()?;
    let company = which.company_id.map(CompanyId);
    let cursors = call.cursors(&format!("people of {company:?}"));
    let found = people(call.db(), &scope, &call.app().clock, company, cursors, page.asked()).await?;
    Ok(Json(ApiPage::of(found, |person| person)))
}

/// One person.
#[utoipa::path(
    get,
    path = "/people/{id}",
    operation_id = "getPerson",
    params(("id" = Uuid, Path, description = "The person's ID.")),
    responses((status = 200, body = ApiPerson), ProblemAnswers),
    security(("machine" = ["people.read"]))
)]
async fn one_person(call: ApiCall, Path(id): Path<String>) -> Result<Json<ApiPerson>, ApiError> {
    let scope = call.scope::<PeopleRead>()?;
    let id = Uuid::try_parse(&id).map(PersonId).map_err(|_| Problem::NotFound)?;
    let row = store::machine_person(call.db(), &scope, id).await?.ok_or(Problem::NotFound)?;
    let jobs = store::machine_employments(call.db(), &scope, &[id]).await?;
    Ok(Json(ApiPerson::new(row, jobs, &call.app().clock)))
}
