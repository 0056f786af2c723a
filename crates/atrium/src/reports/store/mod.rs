//! The SQL of reports. Every statement is bound to one company, and to a department if one was chosen.

mod people;
mod schedules;
mod sums;

pub(super) use people::{
    ListedPerson, acknowledging, by_name, consenting, pay_of, taken_by_people, time_off_types, workforce,
};
pub(super) use schedules::{
    DueSchedule, count, due, insert, insert_recipients, one, pause, pause_without_owner, recipients,
    recipients_of, remove, schedules, take, those_with_rights,
};
pub(super) use schedules::{ReportRecipient, ScheduleRow};
pub(super) use sums::{RequestMark, acknowledged, consent, employment_marks, requests, taken};

use super::Reports;
use crate::access::{CompanyFiguresScope, FiguresScope, Need};
use crate::shared::id::{CompanyId, OrganizationId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Value, params};

/// A company whose reports the viewer may read.
pub struct ReportCompany {
    pub id: CompanyId,
    pub name: String,
    pub time_zone: String,
}
db::row!(ReportCompany { id, name, time_zone });

fn within(scope: &FiguresScope<Reports, impl Need>, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(companies) = scope.companies() else { return Ok(String::new()) };
    Ok(format!("AND c.id IN {}", db::in_list(values, companies)?))
}

/// By name.
pub(super) async fn companies(
    db: &Db,
    scope: &FiguresScope<Reports, impl Need>,
    ask: &Ask,
) -> Result<Vec<ReportCompany>, Problem> {
    let mut values = params![scope.tenant()];
    let within = within(scope, &mut values)?;
    let page = Sort::ascending(&[("c.name", SortKey::Text)]).page(ask, &mut values)?;
    let sql =
        format!("SELECT c.id, c.name, c.time_zone FROM company c WHERE c.tenant_id = $1 {within} {page}");
    Ok(db.all(sql, values).await?)
}

pub(super) async fn company_called(
    db: &Db,
    scope: &FiguresScope<Reports, impl Need>,
    name: &str,
) -> db::Result<Option<CompanyId>> {
    let mut values = params![scope.tenant(), name];
    let within = within(scope, &mut values)?;
    let sql = format!("SELECT c.id FROM company c WHERE c.tenant_id = $1 AND c.name = $2 {within}");
    Ok(db.opt::<(CompanyId,)>(sql, values).await?.map(|(id,)| id))
}

pub(super) struct ReportDepartment {
    pub id: OrganizationId,
    pub name: String,
}
db::row!(ReportDepartment { id, name });

/// By name.
pub(super) async fn departments(
    db: &Db,
    scope: &CompanyFiguresScope<Reports, impl Need>,
    ask: &Ask,
) -> Result<Vec<ReportDepartment>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let by_name = Sort::ascending(&[("o.name", SortKey::Text), ("o.id", SortKey::Id)]);
    let page = by_name.page(ask, &mut values)?;
    let sql = format!(
        "SELECT o.id, o.name FROM organization o
         WHERE o.tenant_id = $1 AND o.company_id = $2 AND o.kind = 'Department' {page}"
    );
    Ok(db.all(sql, values).await?)
}
