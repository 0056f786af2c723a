//! The SQL of companies.

use crate::access::CompanyScope;
use crate::shared::id::{OrganizationId, PayGroupId};
use crate::shared::page::{Ask, Direction};
use crate::shared::problem::Problem;
use db::{Db, Value, params};

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
