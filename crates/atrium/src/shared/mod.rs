//! Words that every feature speaks: amounts, days, ids, pages, problems, and what a
//! change leaves behind (audit, outbox, idempotency). Nothing here knows a feature.

pub mod amount;
pub mod audit;
pub mod banks;
pub mod breached;
pub mod clock;
pub mod collected;
pub mod day;
pub mod fair_queue;
pub mod file_storage;
pub mod flag;
pub mod html;
pub mod id;
pub mod idempotency;
pub mod keys;
pub mod language;
pub mod names;
pub mod network;
pub mod outbound;
pub mod outbox;
pub mod pace;
pub mod page;
pub mod pay_period;
pub mod phone_hint;
pub mod problem;
pub mod readiness;
pub mod refusal;
pub mod refused;
pub mod rows;
pub mod seal;
pub mod sort;
pub mod states;
pub mod time_zone;
pub mod vendor;
