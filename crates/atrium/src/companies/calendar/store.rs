//! The SQL of a company's holidays and blackouts. The company is within reach of the scope: `setup` was asked before.

use super::super::Companies;
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::Day;
use crate::shared::id::{BlackoutId, CompanyId, TimeOffTypeId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::row_version::row_version;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HolidayRecord {
    pub day: Day,
    pub name: String,
    pub name_es: String,
}
db::row!(HolidayRecord { day, name, name_es });

impl HolidayRecord {
    pub fn version(&self) -> String {
        row_version(&json!(self))
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlackoutRow {
    pub id: BlackoutId,
    pub first_day: Day,
    pub last_day: Day,
    /// None: every type.
    pub type_id: Option<TimeOffTypeId>,
    pub type_name: Option<String>,
    pub type_name_es: Option<String>,
    pub reason: String,
}
db::row!(BlackoutRow { id, first_day, last_day, type_id, type_name, type_name_es, reason });

impl BlackoutRow {
    pub fn version(&self) -> String {
        row_version(&json!([self.first_day, self.last_day, self.type_id, self.reason]))
    }
}

const BY_DAY: Sort = Sort::ascending(&[("h.day", SortKey::Day)]);
const BY_FIRST_DAY: Sort = Sort::ascending(&[("b.first_day", SortKey::Day), ("b.id", SortKey::Id)]);

pub(super) async fn holidays(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
    from: Option<Day>,
    ask: &Ask,
) -> Result<Vec<HolidayRecord>, Problem> {
    let mut values = params![scope.tenant(), company, from.unwrap_or(Day::FIRST)];
    let page = BY_DAY.page(ask, &mut values)?;
    let sql = format!(
        "SELECT h.day, h.name, h.name_es FROM company_holiday h
         WHERE h.tenant_id = $1 AND h.company_id = $2 AND h.day >= $3 {page}"
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn holiday(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    day: Day,
) -> db::Result<Option<HolidayRecord>> {
    let sql = "SELECT day, name, name_es FROM company_holiday WHERE tenant_id = $1 AND company_id = $2 AND day = $3";
    tx.opt(sql, params![scope.tenant(), company, day]).await
}

pub(super) async fn write_holiday(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    before: Option<Day>,
    row: &HolidayRecord,
) -> db::Result<()> {
    let mut values = params![company, scope.tenant(), row.day, row.name.clone(), row.name_es.clone()];
    let sql = match before {
        None => {
            "INSERT INTO company_holiday (company_id, tenant_id, day, name, name_es) VALUES ($1, $2, $3, $4, $5)"
        }
        Some(day) => {
            values.push(day.into());
            "UPDATE company_holiday SET day = $3, name = $4, name_es = $5
             WHERE company_id = $1 AND tenant_id = $2 AND day = $6"
        }
    };
    tx.exec(sql, values).await?;
    Ok(())
}

pub(super) async fn remove_holiday(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    day: Day,
) -> db::Result<()> {
    let sql = "DELETE FROM company_holiday WHERE tenant_id = $1 AND company_id = $2 AND day = $3";
    tx.exec(sql, params![scope.tenant(), company, day]).await?;
    Ok(())
}

const BLACKOUTS: &str = "SELECT b.id, b.first_day, b.last_day, b.type_id, t.name, t.name_es, b.reason
    FROM time_off_blackout b LEFT JOIN time_off_type t ON t.id = b.type_id
    WHERE b.tenant_id = $1 AND b.company_id = $2";

pub(super) async fn blackouts(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
    from: Option<Day>,
    ask: &Ask,
) -> Result<Vec<BlackoutRow>, Problem> {
    let mut values = params![scope.tenant(), company, from.unwrap_or(Day::FIRST)];
    let page = BY_FIRST_DAY.page(ask, &mut values)?;
    Ok(db.all(format!("{BLACKOUTS} AND b.last_day >= $3 {page}"), values).await?)
}

pub(super) async fn blackout(
    mut from: impl Read,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
    id: BlackoutId,
) -> db::Result<Option<BlackoutRow>> {
    from.opt(format!("{BLACKOUTS} AND b.id = $3"), params![scope.tenant(), company, id]).await
}

pub(super) async fn write_blackout(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    (id, is_new): (BlackoutId, bool),
    (first, last, type_id, reason): (Day, Day, Option<TimeOffTypeId>, &str),
) -> db::Result<()> {
    let values = params![id, scope.tenant(), company, type_id, first, last, reason];
    let sql = if is_new {
        "INSERT INTO time_off_blackout (id, tenant_id, company_id, type_id, first_day, last_day, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    } else {
        "UPDATE time_off_blackout SET type_id = $4, first_day = $5, last_day = $6, reason = $7
         WHERE id = $1 AND tenant_id = $2 AND company_id = $3"
    };
    tx.exec(sql, values).await?;
    Ok(())
}

pub(super) async fn remove_blackout(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    id: BlackoutId,
) -> db::Result<()> {
    let sql = "DELETE FROM time_off_blackout WHERE tenant_id = $1 AND company_id = $2 AND id = $3";
    tx.exec(sql, params![scope.tenant(), company, id]).await?;
    Ok(())
}

pub(super) async fn has_type(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    id: TimeOffTypeId,
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM time_off_type WHERE tenant_id = $1 AND company_id = $2 AND id = $3";
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), company, id]).await?.is_some())
}

pub(super) async fn types(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
) -> db::Result<Vec<(Uuid, String, Option<String>)>> {
    let sql = "SELECT id, name, name_es FROM time_off_type WHERE tenant_id = $1 AND company_id = $2
         ORDER BY position, id LIMIT 200";
    db.all(sql, params![scope.tenant(), company]).await
}
