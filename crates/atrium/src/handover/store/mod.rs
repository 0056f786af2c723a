//! The SQL of handovers. Every function takes a scope and filters by it. The company is within reach of the scope:
//! `company` was asked before.

mod batches;
mod changes;
mod lines;
mod meeting;
mod noting;

pub use batches::{HandoverBatch, HandoverTotal, PayrollCompany};
pub(super) use batches::{
    batch, batch_before, batch_numbered, batches, batches_of_all, begin_batch, companies, company,
    company_called, end_batch, take_turn, totals_of, totals_waiting, waiting,
};
pub use changes::{ChangeFilter, PayrollChange};
pub(super) use changes::{
    acknowledge_all, acknowledge_some, change, changes, fetched, in_batch, insert_again, name_of, settle,
};

pub(super) use lines::{LineSource, insert_lines, lines, sources};
pub(super) use meeting::{MetRow, met, met_by_person, periods_met};
pub(super) use noting::{
    NewRow, ToldRow, awaited, drop_of_request, drop_waiting, dropped, noted, noted_time, of_request,
    of_subject, taken_back,
};

use super::rules::Columns;
use crate::shared::problem::Problem;

fn columns_of(text: &str) -> Result<Columns, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::Internal(format!("a payroll change is broken: {error}")))
}
