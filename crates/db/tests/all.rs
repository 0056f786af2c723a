//! Every case runs on both engines, each on a database of its own.

mod engines;
mod failures;
mod migrations;
mod notices;
mod own_server;
mod statements;
mod transactions;
mod values;
