//! The SQL of attachments. Every statement is bound to one employee.

use crate::access::{EmployeeScope, Need, Write};
use crate::shared::day::Moment;
use crate::shared::id::{FileId, TimeOffRequestId, TimeOffTypeId};
use crate::time_off::TimeOff;
use db::{Db, Read, Tx, params};

pub(super) struct Attached {
    pub id: FileId,
    pub file_name: String,
    pub content_type: String,
    pub size_bytes: i64,
    pub added_at: Moment,
}
db::row!(Attached { id, file_name, content_type, size_bytes, added_at });

pub(super) async fn exists(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: TimeOffRequestId,
) -> db::Result<bool> {
    let sql = "SELECT r.id FROM time_off_request r
        WHERE r.id = $1 AND r.employee_id = $2 AND r.tenant_id = $3 AND r.company_id = $4";
    let values = params![request, scope.employee(), scope.tenant(), scope.company()];
    Ok(db.opt::<(TimeOffRequestId,)>(sql, values).await?.is_some())
}

/// Oldest first.
pub(super) async fn list(
    db: &Db,
    scope: &EmployeeScope<TimeOff, impl Need>,
    request: TimeOffRequestId,
) -> db::Result<Vec<Attached>> {
    db.all(
        "SELECT f.id, f.file_name, f.content_type, f.size_bytes, f.created_at
         FROM time_off_attachment a JOIN stored_file f ON f.id = a.file_id
         WHERE a.request_id = $1 AND a.employee_id = $2 AND a.tenant_id = $3 AND a.company_id = $4
         ORDER BY f.created_at, f.id",
        params![request, scope.employee(), scope.tenant(), scope.company()],
    )
    .await
}

/// The request a file is attached to.
pub(super) async fn request_of(
    mut from: impl Read,
    scope: &EmployeeScope<TimeOff, impl Need>,
    file: FileId,
) -> db::Result<Option<TimeOffRequestId>> {
    let sql = "SELECT a.request_id FROM time_off_attachment a
        WHERE a.file_id = $1 AND a.employee_id = $2 AND a.tenant_id = $3 AND a.company_id = $4";
    let values = params![file, scope.employee(), scope.tenant(), scope.company()];
    Ok(from.opt::<(TimeOffRequestId,)>(sql, values).await?.map(|(id,)| id))
}

/// The number of days after which this type requires a file.
pub(super) async fn needed_after(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, impl Need>,
    type_id: TimeOffTypeId,
) -> db::Result<Option<i64>> {
    let sql = "SELECT attachment_after_days FROM time_off_type WHERE id = $1 AND tenant_id = $2 AND company_id = $3";
    let values = params![type_id, scope.tenant(), scope.company()];
    Ok(tx.opt::<(Option<i64>,)>(sql, values).await?.and_then(|(days,)| days))
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, Write>,
    request: TimeOffRequestId,
    file: FileId,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO time_off_attachment (file_id, tenant_id, company_id, employee_id, request_id)
         VALUES ($1, $2, $3, $4, $5)",
        params![file, scope.tenant(), scope.company(), scope.employee(), request],
    )
    .await?;
    Ok(())
}

pub(super) async fn delete(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, Write>,
    file: FileId,
) -> db::Result<()> {
    tx.exec(
        "DELETE FROM time_off_attachment
         WHERE file_id = $1 AND employee_id = $2 AND tenant_id = $3 AND company_id = $4",
        params![file, scope.employee(), scope.tenant(), scope.company()],
    )
    .await?;
    Ok(())
}

/// False if the request has another version by now.
pub(super) async fn touch(
    tx: &mut Tx,
    scope: &EmployeeScope<TimeOff, Write>,
    id: TimeOffRequestId,
    version: i64,
) -> db::Result<bool> {
    let changed = tx
        .exec(
            "UPDATE time_off_request SET version = version + 1
             WHERE id = $1 AND employee_id = $2 AND tenant_id = $3 AND company_id = $4 AND version = $5",
            params![id, scope.employee(), scope.tenant(), scope.company(), version],
        )
        .await?;
    Ok(changed == 1)
}
