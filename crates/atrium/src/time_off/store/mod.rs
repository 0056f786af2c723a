//! The SQL of an employee's time off. Every statement is bound to one employee or to their company; those of `on_day.rs`
//! to a company's people.

mod ground;
mod on_day;
mod requests;
mod writing;

pub(super) use ground::{
    AwayRow, around, away, calendar, events, events_until, one_type_with_events, pattern, take, types,
};
pub(super) use on_day::{events_of_many, types_of_company};
pub(super) use requests::Request;
pub(super) use requests::{one, one_after, requests, together, whole};
pub(super) use writing::{Course, cancel, insert, replace};
