//! The SQL of companies.

use crate::access::{CompanyScope, OperatorScope, PersonScope};
use crate::shared::id::{OrganizationId, PayGroupId};
use crate::shared::page::{Ask, Direction};
use crate::shared::problem::Problem;
use db::{Db, Tx, Value, params};
use jiff::Timestamp;
use uuid::Uuid;

pub(super) struct Organization {
    pub id: OrganizationId,
    pub code: String,
    pub name: String,
    pub kind: String,
    pub parent_code: Option<String>,
}
db::row!(Organization { id, code, name, kind, parent_code });

pub(super) struct PayGroup {
    pub id: PayGroupId,
    pub name: String,
}
db::row!(PayGroup { id, name });

/// Both lists are sorted by one text column that is unique in the company.
fn by_column(column: &str, ask: &Ask, values: &mut Vec<Value>) -> Result<String, Problem> {
    let limit = ask.limit as i64 + 1;
    let Some((direction, keys)) = &ask.from else {
        values.push(limit.into());
        return Ok(format!("ORDER BY {column} LIMIT ${}", values.len()));
    };
    let [key] = keys.as_slice() else {
        return Err(Problem::Internal("a signed cursor has other keys than this list".into()));
    };
    values.extend(params![key.as_str(), limit]);
    let (than, order) = match direction {
        Direction::Forward => (">", "ASC"),
        Direction::Backward => ("<", "DESC"),
    };
    let n = values.len();
    Ok(format!("AND {column} {than} ${} ORDER BY {column} {order} LIMIT ${n}", n - 1))
}

pub(super) async fn organizations(
    db: &Db,
    scope: &CompanyScope,
    ask: &Ask,
) -> Result<Vec<Organization>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = by_column("o.code", ask, &mut values)?;
    let sql = format!(
        "SELECT o.id, o.code, o.name, o.kind, parent.code
         FROM organization o LEFT JOIN organization parent ON parent.id = o.parent_id
         WHERE o.tenant_id = $1 AND o.company_id = $2 {page}"
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn pay_groups(db: &Db, scope: &CompanyScope, ask: &Ask) -> Result<Vec<PayGroup>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = by_column("name", ask, &mut values)?;
    let sql = format!("SELECT id, name FROM pay_group WHERE tenant_id = $1 AND company_id = $2 {page}");
    Ok(db.all(sql, values).await?)
}

/// The first of them by code, and how many there are.
pub(super) async fn first_organizations(
    db: &Db,
    scope: &CompanyScope,
    limit: usize,
) -> db::Result<(Vec<Organization>, i64)> {
    let sql = "SELECT o.id, o.code, o.name, o.kind, parent.code, count(*) OVER ()
         FROM organization o LEFT JOIN organization parent ON parent.id = o.parent_id
         WHERE o.tenant_id = $1 AND o.company_id = $2 ORDER BY o.code LIMIT $3";
    type Row = (OrganizationId, String, String, String, Option<String>, i64);
    let rows: Vec<Row> = db.all(sql, params![scope.tenant(), scope.company(), limit as i64]).await?;
    let total = rows.first().map_or(0, |row| row.5);
    let one = |(id, code, name, kind, parent_code, _)| Organization { id, code, name, kind, parent_code };
    Ok((rows.into_iter().map(one).collect(), total))
}

pub(super) async fn first_pay_groups(
    db: &Db,
    scope: &CompanyScope,
    limit: usize,
) -> db::Result<(Vec<PayGroup>, i64)> {
    let sql = "SELECT id, name, count(*) OVER () FROM pay_group WHERE tenant_id = $1 AND company_id = $2
         ORDER BY name LIMIT $3";
    let rows: Vec<(PayGroupId, String, i64)> =
        db.all(sql, params![scope.tenant(), scope.company(), limit as i64]).await?;
    let total = rows.first().map_or(0, |row| row.2);
    Ok((rows.into_iter().map(|(id, name, _)| PayGroup { id, name }).collect(), total))
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
