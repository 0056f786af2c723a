//! The SQL for accounts that lose their address, and for who is told.

use crate::access;
use crate::shared::day::Day;
use crate::shared::id::{PersonId, TenantId};
use db::{Tx, params};

pub(super) async fn email(tx: &mut Tx, person: PersonId) -> db::Result<String> {
    let (email,): (String,) = tx.one("SELECT email FROM person WHERE id = $1", params![person]).await?;
    Ok(email)
}

/// Someone to write to about the account.
pub(super) struct Administrator {
    pub first_name: String,
    pub email: String,
    pub language: String,
    pub owner: String,
    pub username: String,
}
db::row!(Administrator { first_name, email, language, owner, username });

/// People with a permission that begins with `admin` in the whole tenant; never the owner.
pub(super) async fn administrators(
    tx: &mut Tx,
    (tenant, owner): (TenantId, PersonId),
    today: Day,
) -> db::Result<Vec<Administrator>> {
    let in_force = access::in_force(3);
    let sql = format!(
        "SELECT p.first_name, p.email, p.language, o.first_name || ' ' || o.last_name, o.username
         FROM person p JOIN person o ON o.id = $2 AND o.tenant_id = p.tenant_id
         WHERE p.tenant_id = $1 AND p.disabled_at IS NULL AND p.id <> o.id AND p.email <> ''
           AND EXISTS (SELECT 1 FROM role_assignment a JOIN role r ON r.id = a.role_id
             WHERE a.person_id = p.id AND a.company_id IS NULL AND {in_force}
               AND ' ' || r.permissions || ' ' LIKE '% admin%')
         ORDER BY p.email LIMIT 20"
    );
    tx.all(sql, params![tenant, owner, today]).await
}
