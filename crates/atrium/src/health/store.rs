//! The SQL of the health page: counts of one tenant.

use crate::access::AdministratorScope;
use crate::shared::day::Moment;
use db::{Db, params};

pub(super) struct TenantSizes {
    pub people: i64,
    pub employees: i64,
    pub files: i64,
    pub file_bytes: i64,
    pub audit_events: i64,
}
db::row!(TenantSizes { people, employees, files, file_bytes, audit_events });

pub(super) async fn sizes(db: &Db, scope: &AdministratorScope) -> db::Result<TenantSizes> {
    let sql = "SELECT
           (SELECT count(*) FROM person WHERE tenant_id = $1),
           (SELECT count(*) FROM employee WHERE tenant_id = $1),
           (SELECT count(*) FROM stored_file WHERE tenant_id = $1 AND removed_at IS NULL),
           (SELECT CAST(coalesce(sum(size_bytes), 0) AS BIGINT) FROM stored_file
            WHERE tenant_id = $1 AND removed_at IS NULL),
           coalesce((SELECT seq FROM audit_head WHERE tenant_id = $1), 0)";
    db.one(sql, params![scope.tenant()]).await
}

/// What waits and what was given up on, by topic.
pub(super) struct MessageHealth {
    pub topic: String,
    pub waiting: i64,
    pub parked: i64,
    pub oldest_waiting_at: Option<Moment>,
    pub last_delivered_at: Option<Moment>,
}
db::row!(MessageHealth { topic, waiting, parked, oldest_waiting_at, last_delivered_at });

pub(super) async fn messages(db: &Db, scope: &AdministratorScope) -> db::Result<Vec<MessageHealth>> {
    let sql = "SELECT topic,
           CAST(sum(CASE WHEN delivered_at IS NULL AND parked_at IS NULL THEN 1 ELSE 0 END) AS BIGINT),
           CAST(sum(CASE WHEN parked_at IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT),
           min(CASE WHEN delivered_at IS NULL AND parked_at IS NULL THEN created_at END),
           max(delivered_at)
         FROM outbox_message WHERE tenant_id = $1 AND topic IN ('mail', 'sms') GROUP BY topic ORDER BY topic";
    db.all(sql, params![scope.tenant()]).await
}

pub(super) struct ParkedMessage {
    pub id: uuid::Uuid,
    pub topic: String,
    /// Its kind and a masked recipient, as JSON.
    pub payload: String,
    pub created_at: Moment,
    pub parked_at: Moment,
    pub last_error: Option<String>,
}
db::row!(ParkedMessage { id, topic, payload, created_at, parked_at, last_error });

const MAX_PARKED: i64 = 20;

/// The newest first.
pub(super) async fn parked(db: &Db, scope: &AdministratorScope) -> db::Result<Vec<ParkedMessage>> {
    let sql = "SELECT id, topic, payload, created_at, parked_at, last_error FROM outbox_message
         WHERE parked_at IS NOT NULL AND tenant_id = $1 ORDER BY parked_at DESC, id LIMIT $2";
    db.all(sql, params![scope.tenant(), MAX_PARKED]).await
}

/// Only where the database holds nothing of other tenants.
pub(super) async fn database_bytes(db: &Db, scope: &AdministratorScope) -> db::Result<Option<i64>> {
    let size = if db.is_sqlite() {
        "SELECT p.page_count * s.page_size FROM pragma_page_count() p, pragma_page_size() s"
    } else {
        "SELECT pg_database_size(current_database())"
    };
    let sql = format!("SELECT ({size}) WHERE NOT EXISTS (SELECT 1 FROM tenant WHERE id <> $1)");
    Ok(db.opt::<(i64,)>(sql, params![scope.tenant()]).await?.map(|(bytes,)| bytes))
}
