//! The SQL of an employee's time off. Every statement is bound to one employee or to their company.

mod ground;
mod requests;
mod writing;

pub(super) use ground::{
    AwayRow, around, away, calendar, events, events_until, one_type_with_events, pattern, take, types,
};
pub(super) use requests::Request;
pub(super) use requests::{one, one_after, requests, together, whole};
pub(super) use writing::{Course, cancel, insert, replace};
