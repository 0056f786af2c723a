//! What right each kind of file takes in the console.

use crate::access::ImportRight;

/// A kind that isn't listed takes the most.
pub(in crate::import) fn right_of(kind: &str) -> ImportRight {
    match kind {
        "roles" => ImportRight::Roles,
        "pay-stubs" | "voided-stubs" | "w2" | "deposits" | "hours-worked" | "payroll-settings"
        | "deposit-codes" | "pay-calendar" => ImportRight::Pay,
        "company-states" | "clock-settings" | "organizations" | "time-off-types" | "time-off-settings"
        | "holidays" | "blackouts" | "working-patterns" | "balances" | "benefits" | "additional-info" => {
            ImportRight::Administration
        }
        _ => ImportRight::Tenant,
    }
}
