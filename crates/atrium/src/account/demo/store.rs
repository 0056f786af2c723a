//! The SQL of the demo's people and their passwords, in bulk.

use crate::access::OperatorScope;
use crate::demo_world::PersonPlan;
use db::{Tx, params};
use jiff::Timestamp;

/// Those of the tenant.
pub(super) async fn insert_people(
    tx: &mut Tx,
    scope: &OperatorScope,
    people: &[PersonPlan],
) -> db::Result<()> {
    let people = people.iter().filter(|row| row.tenant == scope.tenant()).map(|row| {
        params![
            row.id,
            row.tenant,
            row.username.clone(),
            row.first_name.clone(),
            row.last_name.clone(),
            row.email.clone(),
            row.phone.clone(),
            row.language,
            row.version
        ]
    });
    tx.exec_many(
        "INSERT INTO person (id, tenant_id, username, first_name, last_name, email, phone, language, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        people.collect(),
    )
    .await?;
    Ok(())
}

/// One for everyone in the tenant.
pub(super) async fn give_passwords(
    tx: &mut Tx,
    scope: &OperatorScope,
    hash: &str,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO password_credential (person_id, tenant_id, hash, changed_at)
         SELECT id, tenant_id, $1, $2 FROM person WHERE tenant_id = $3",
        params![hash, now, scope.tenant()],
    )
    .await?;
    Ok(())
}
