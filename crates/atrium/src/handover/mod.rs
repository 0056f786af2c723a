//! Handovers: how what people changed here reaches payroll.
//!
//! - A feature notes each change once it's approved (`noting.rs`). The next batch of its company has everything that
//!   waits; a new account waits until its hold is over.
//! - A batch is numbered and never changes: fetched again, it has the same bytes (`batches.rs`, `lines.rs`).
//! - Full account numbers are in a batch's lines only, sealed. They're opened while the file is sent, to someone with the
//!   right to it and a fresh factor, or to a machine client with `handover.read` (`api.rs`). Each time is in the audit
//!   trail, and the owners see it (`export.rs`).
//! - Files are CSV, JSON or a workbook, or have the columns a saved mapping says.
//! - Time off is noted when it's approved, hours worked once a pay period is over. Changed later, they're corrected by
//!   what differs.
//! - Payroll acknowledges a change, or rejects it with a reason its owner and decider can read (`settling.rs`).
//! - A change that is frozen or withdrawn after it was handed over is taken back by a correction in the next batch.
//! - An import is compared with what was approved here: the same value means payroll has taken it over, the old one
//!   doesn't count, and with a third one a person decides (`meeting.rs`).

mod api;
mod batches;
mod export;
mod graphql;
mod http;
mod kinds;
mod lines;
mod mapped;
mod meeting;
mod noting;
mod rules;
mod settling;
mod store;

pub use api::api;
pub use batches::{
    NextBatch, batch, batches, batches_of_all, called, changes, companies, company, create, numbered, preview,
};
pub use export::{BatchFile, ExportOfHandover, next_part, open_export};
pub use graphql::{HandoverMutation, HandoverQuery, PayrollProgress};
pub use http::{ROUTES, routes};
pub use kinds::{ConflictWinner, HandoverFormat, PayrollAction, PayrollKind, PayrollState};
pub use meeting::{
    Met, MetCounts, MetEntry, MetHours, MetName, PAYROLL_CHANGE, meet, meet_hours, names_to_keep,
    with_changes,
};
pub use noting::{NewPayrollChange, note, note_hours, take_back};
pub use rules::Columns;
pub use settling::{Acknowledged, acknowledge, acknowledge_batch, reject, resolve};
pub use store::{ChangeFilter, HandoverBatch, HandoverTotal, PayrollChange, PayrollCompany};

use crate::access::{Administered, Permission, Sealed};
use rules::HandoverRefusal;

pub const REFUSALS: &[&str] = HandoverRefusal::CODES;

/// Access: what payroll gets, for payroll of the tenant or of some companies.
pub struct Handovers;

impl Administered for Handovers {
    const PERMISSION: Permission = Permission::Payroll;
}
impl Sealed for Handovers {}
