//! Punches made without a network.

use super::super::Punches;
use super::super::kinds::PunchKind;
use crate::access::{ApproverScope, EmployeeScope, Need, Write, is_reached};
use crate::shared::day::Moment;
use crate::shared::id::{EmployeeId, PressId, PunchId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, params};
use jiff::Timestamp;

/// Whether this press was recorded before, even if a correction has replaced the punch since.
pub(crate) async fn is_known(
    tx: &mut Tx,
    scope: &EmployeeScope<Punches, Write>,
    press: PressId,
) -> db::Result<bool> {
    let row: Option<(PunchId,)> = tx
        .opt(
            "SELECT id FROM clock_punch WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND press_id = $4",
            params![scope.employee(), scope.tenant(), scope.company(), press],
        )
        .await?;
    Ok(row.is_some())
}

/// A punch that was reported late, and whose it is.
#[derive(Clone, Debug)]
pub(crate) struct LatePunch {
    pub id: PunchId,
    pub employee_id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub employee_code: String,
    pub kind: PunchKind,
    pub at: Moment,
    pub device_at: Moment,
    pub reported_at: Moment,
}
db::row!(LatePunch {
    id,
    employee_id,
    first_name,
    last_name,
    employee_code,
    kind,
    at,
    device_at,
    reported_at
});

impl LatePunch {
    pub(crate) fn sort_keys(&self) -> Vec<String> {
        vec![self.reported_at.0.to_string(), self.id.to_string()]
    }
}

/// Those that still count, of everyone the approver reaches. The last to arrive comes first.
pub(crate) async fn late_punches(
    db: &Db,
    scope: &ApproverScope<Punches, impl Need>,
    since: Timestamp,
    ask: &Ask,
) -> Result<Vec<LatePunch>, Problem> {
    let mut values = params![scope.tenant(), scope.company(), since];
    let reached = is_reached(scope, None, &mut values)?;
    let latest = Sort::descending(&[("p.reported_at", SortKey::Moment), ("p.id", SortKey::Id)]);
    let page = latest.page(ask, &mut values)?;
    let sql = format!(
        "SELECT p.id, p.employee_id, e.first_name, e.last_name, e.employee_code, p.kind, p.at, p.device_at, p.reported_at
         FROM clock_punch p JOIN employee e ON e.id = p.employee_id
         WHERE p.tenant_id = $1 AND p.company_id = $2 AND p.reported_at IS NOT NULL AND p.reported_at > $3
           AND p.voided_by IS NULL AND EXISTS
           (SELECT 1 FROM reporting_line l WHERE l.employee_id = e.id AND l.company_id = $2 AND {reached})
         {page}"
    );
    Ok(db.all(sql, values).await?)
}
