//! The SQL of the demo's roles, in bulk.

use crate::access::OperatorScope;
use crate::demo_world::of_tenant;
use crate::shared::id::{CompanyId, PersonId, RoleId};
use db::{Tx, Value, params};
use uuid::Uuid;

pub(super) async fn insert_roles(
    tx: &mut Tx,
    scope: &OperatorScope,
    rows: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO role (id, name, permissions, applies, applications, is_shipped, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        of_tenant(scope, rows),
    )
    .await?;
    Ok(())
}

/// An assignment's ID is derived from what it joins, so the plan doesn't need to carry one.
pub(super) async fn insert_assignments(
    tx: &mut Tx,
    scope: &OperatorScope,
    held: Vec<(PersonId, RoleId, Option<CompanyId>)>,
) -> db::Result<()> {
    let rows = held.into_iter().map(|(person, role, company)| {
        let parts = [person.0, role.0, company.map_or(Uuid::nil(), |company| company.0)];
        let id = parts.iter().fold(0u128, |id, part| id.rotate_left(41) ^ part.as_u128());
        params![Uuid::from_u128(id), scope.tenant(), person, role, company]
    });
    tx.exec_many(
        "INSERT INTO role_assignment (id, tenant_id, person_id, role_id, company_id) VALUES ($1, $2, $3, $4, $5)",
        rows.collect(),
    )
    .await?;
    Ok(())
}
