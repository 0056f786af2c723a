//! The SQL of companies.

use super::CompanyPage;
use crate::access::{CompanyScope, Need, OperatorScope, PersonScope};
use crate::shared::id::{OrganizationId, PayGroupId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) struct OrganizationRow {
    pub id: OrganizationId,
    pub code: String,
    pub name: String,
    pub kind: String,
    pub parent_code: Option<String>,
}
db::row!(OrganizationRow { id, code, name, kind, parent_code });

pub(super) struct PayGroupRow {
    pub id: PayGroupId,
    pub name: String,
}
db::row!(PayGroupRow { id, name });

pub(super) async fn organizations(
    db: &Db,
    scope: &CompanyScope<CompanyPage, impl Need>,
    ask: &Ask,
) -> Result<Vec<OrganizationRow>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = Sort::ascending(&[("o.code", SortKey::Text)]).page(ask, &mut values)?;
    let sql = format!(
        "SELECT o.id, o.code, o.name, o.kind, parent.code
         FROM organization o LEFT JOIN organization parent ON parent.id = o.parent_id
         WHERE o.tenant_id = $1 AND o.company_id = $2 {page}"
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn pay_groups(
    db: &Db,
    scope: &CompanyScope<CompanyPage, impl Need>,
    ask: &Ask,
) -> Result<Vec<PayGroupRow>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = Sort::ascending(&[("name", SortKey::Text)]).page(ask, &mut values)?;
    let sql = format!("SELECT id, name FROM pay_group WHERE tenant_id = $1 AND company_id = $2 {page}");
    Ok(db.all(sql, values).await?)
}

/// The first ones by code, and the total count.
pub(super) async fn first_organizations(
    db: &Db,
    scope: &CompanyScope<CompanyPage, impl Need>,
    limit: usize,
) -> db::Result<(Vec<OrganizationRow>, i64)> {
    let sql = "SELECT o.id, o.code, o.name, o.kind, parent.code, count(*) OVER ()
         FROM organization o LEFT JOIN organization parent ON parent.id = o.parent_id
         WHERE o.tenant_id = $1 AND o.company_id = $2 ORDER BY o.code LIMIT $3";
    type Row = (OrganizationId, String, String, String, Option<String>, i64);
    let rows: Vec<Row> = db.all(sql, params![scope.tenant(), scope.company(), limit as i64]).await?;
    let total = rows.first().map_or(0, |row| row.5);
    let one = |(id, code, name, kind, parent_code, _)| OrganizationRow { id, code, name, kind, parent_code };
    Ok((rows.into_iter().map(one).collect(), total))
}

pub(super) async fn first_pay_groups(
    db: &Db,
    scope: &CompanyScope<CompanyPage, impl Need>,
    limit: usize,
) -> db::Result<(Vec<PayGroupRow>, i64)> {
    let sql = "SELECT id, name, count(*) OVER () FROM pay_group WHERE tenant_id = $1 AND company_id = $2
         ORDER BY name LIMIT $3";
    let rows: Vec<(PayGroupId, String, i64)> =
        db.all(sql, params![scope.tenant(), scope.company(), limit as i64]).await?;
    let total = rows.first().map_or(0, |row| row.2);
    Ok((rows.into_iter().map(|(id, name, _)| PayGroupRow { id, name }).collect(), total))
}

pub(super) async fn logo(db: &Db, scope: &PersonScope) -> db::Result<Option<(Uuid, Vec<u8>)>> {
    db.opt("SELECT id, png FROM tenant_logo WHERE tenant_id = $1", params![scope.tenant()]).await
}

pub(super) async fn write_logo(
    tx: &mut Tx,
    scope: &OperatorScope,
    id: Uuid,
    png: Vec<u8>,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO tenant_logo (tenant_id, id, png, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id) DO UPDATE SET id = $2, png = $3, changed_at = $4",
        params![scope.tenant(), id, png, now],
    )
    .await?;
    Ok(())
}

pub(super) async fn delete_logo(tx: &mut Tx, scope: &OperatorScope) -> db::Result<bool> {
    Ok(tx.exec("DELETE FROM tenant_logo WHERE tenant_id = $1", params![scope.tenant()]).await? == 1)
}
