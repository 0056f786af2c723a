//! The SQL of the demo's companies, in bulk.

use crate::access::OperatorScope;
use crate::demo_world::CompanyPlan;
use db::{Tx, params};
use jiff::Timestamp;

pub(super) async fn insert_tenant(
    tx: &mut Tx,
    scope: &OperatorScope,
    name: &str,
    now: Timestamp,
) -> db::Result<()> {
    let sql = "INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, $3)";
    tx.exec(sql, params![scope.tenant(), name, now]).await?;
    Ok(())
}

/// Those of the tenant, with their pay groups and organizations.
pub(super) async fn insert_companies(
    tx: &mut Tx,
    scope: &OperatorScope,
    companies: &[CompanyPlan],
) -> db::Result<()> {
    let tenant = scope.tenant();
    for company in companies.iter().filter(|company| company.tenant == tenant) {
        tx.exec(
            "INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, $3, $4)",
            params![company.id, tenant, company.place.name, company.place.time_zone],
        )
        .await?;
        let groups = company.pay_groups.iter();
        let groups = groups.map(|(id, name)| params![*id, tenant, company.id, *name]).collect();
        tx.exec_many(
            "INSERT INTO pay_group (id, tenant_id, company_id, name) VALUES ($1, $2, $3, $4)",
            groups,
        )
        .await?;
        // In code order, a parent comes before its children.
        let organizations = company.organizations.iter().map(|(code, (id, kind, name, parent))| {
            let parent = company.organizations.get(parent).map(|(id, ..)| *id);
            params![*id, tenant, company.id, parent, *code, *name, *kind]
        });
        tx.exec_many(
            "INSERT INTO organization (id, tenant_id, company_id, parent_id, code, name, kind)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            organizations.collect(),
        )
        .await?;
    }
    Ok(())
}
