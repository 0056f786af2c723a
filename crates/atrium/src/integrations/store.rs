//! The SQL for integrations and for the launches that take people to a vendor.

use crate::access::{FrameScope, LaunchScope, OperatorScope, VendorScope};
use crate::shared::id::{CompanyId, IntegrationId, PersonId};
use crate::shared::vendor::Vendor;
use db::{Cell, Db, Get, Tx, params};
use jiff::Timestamp;

#[derive(Clone, Debug)]
pub struct IntegrationRow {
    pub id: IntegrationId,
    pub name: Vendor,
    pub active: bool,
    pub url: String,
}
db::row!(IntegrationRow { id, name, active, url });

impl Get for Vendor {
    fn get(cell: Cell<'_>) -> db::Result<Option<Vendor>> {
        cell.parse(Vendor::parse)
    }
}

/// A company's integrations, by name: at most one per vendor.
pub(super) async fn of_company(db: &Db, scope: &FrameScope) -> db::Result<Vec<IntegrationRow>> {
    let sql = format!(
        "SELECT {} FROM integration WHERE tenant_id = $1 AND company_id = $2 ORDER BY name",
        IntegrationRow::COLS
    );
    db.all(sql, params![scope.tenant(), scope.company()]).await
}

pub(super) async fn insert_launch(
    tx: &mut Tx,
    scope: &LaunchScope,
    code_hash: Vec<u8>,
    as_manager: bool,
    (now, expires_at): (Timestamp, Timestamp),
) -> db::Result<()> {
    tx.exec("DELETE FROM integration_launch WHERE expires_at <= $1", params![now]).await?;
    tx.exec(
        "INSERT INTO integration_launch (code_hash, tenant_id, integration_id, person_id, expires_at, as_manager)
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![code_hash, scope.tenant(), scope.integration(), scope.person(), expires_at, as_manager],
    )
    .await?;
    Ok(())
}

/// Uses up a code, for one caller: who it was for, and whether it's for managing other people's hours.
pub(super) async fn use_launch(
    tx: &mut Tx,
    scope: &VendorScope,
    code_hash: Vec<u8>,
    now: Timestamp,
) -> db::Result<Option<(PersonId, bool)>> {
    tx.opt(
        "UPDATE integration_launch SET used_at = $3
         WHERE code_hash = $1 AND integration_id = $2 AND used_at IS NULL AND expires_at > $3
         RETURNING person_id, as_manager",
        params![code_hash, scope.integration(), now],
    )
    .await
}

/// The company's code for an employee, which its vendors use too.
pub(super) async fn employee_code(
    tx: &mut Tx,
    scope: &VendorScope,
    person: PersonId,
) -> db::Result<Option<String>> {
    let row: Option<(String,)> = tx
        .opt(
            "SELECT employee_code FROM employee
             WHERE person_id = $1 AND company_id = $2 AND tenant_id = $3 AND status = 'Active'",
            params![person, scope.company(), scope.tenant()],
        )
        .await?;
    Ok(row.map(|(code,)| code))
}

/// A company in the tenant, by name.
pub(super) async fn company_called(
    db: &Db,
    scope: &OperatorScope,
    name: &str,
) -> db::Result<Option<CompanyId>> {
    let sql = "SELECT id FROM company WHERE tenant_id = $1 AND name = $2";
    Ok(db.opt::<(CompanyId,)>(sql, params![scope.tenant(), name]).await?.map(|(id,)| id))
}

/// Connects a vendor to a company, or changes the existing integration; returns its ID.
pub(super) async fn join(
    tx: &mut Tx,
    scope: &OperatorScope,
    company: CompanyId,
    row: &IntegrationRow,
    secret_hash: Vec<u8>,
) -> db::Result<IntegrationId> {
    let (id,) = tx
        .one(
            "INSERT INTO integration (id, tenant_id, company_id, name, active, url, secret_hash)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (company_id, name) DO UPDATE SET active = $5, url = $6, secret_hash = $7
             RETURNING id",
            params![
                row.id,
                scope.tenant(),
                company,
                row.name.as_str(),
                row.active,
                row.url.as_str(),
                secret_hash
            ],
        )
        .await?;
    Ok(id)
}
