//! Atrium, the application. A map:
//!
//! - `main.rs` → [`command`] parses the command line and calls one function a command.
//! - [`config`] settings; [`app`] what a request may use; [`call`] one request; [`work`] its transaction.
//! - [`http`] the router and everything around a request; [`schema`] merges the features' GraphQL.
//! - [`access`] decides who may do what, and nobody else does.
//! - [`shared`] words that several features speak.
//! - One folder a feature: [`announcements`] is the example to copy; [`company`], [`account`], [`applications`],
//!   [`team`], [`documents`], [`resources`], [`time_off`], [`pay_stubs`], [`tax_returns`], [`tax_setup`].
//!   Each has `mod.rs` (use cases), `rules.rs` (pure), `store.rs` (SQL), `graphql.rs`, `tests.rs`.
//! - [`profile`] who somebody is; [`benefits`] the plans they are in; [`data_views`] who looked at it.
//! - [`deposits`] where pay goes; [`change_requests`] what somebody else decides; [`employee_data`] what people change of
//!   themselves.
//! - [`features`] the catalogue of pages and cards, for each tenant its own.
//! - [`integrations`] vendors that a company has joined to the portal.
//! - [`federation`] signing in at an operator's own OpenID provider.
//! - [`setup`] the first start: a link for the first administrator.
//! - [`files`] what people upload: looked through, sealed, stored, handed out; [`tenant_keys`] what seals them.
//! - [`notices`] mail and SMS: what they say, and how they leave; [`inbox`] what people are told of in the app.
//! - [`import`] the way in for real data: CSV files of an operator.
//! - [`demo`] the demo world, which tests use as well.

pub mod access;
pub mod account;
pub mod announcements;
pub mod app;
pub mod applications;
pub mod benefits;
pub mod calendars;
pub mod call;
pub mod change_requests;
pub mod clock;
pub mod command;
pub mod company;
pub mod config;
pub mod data_views;
pub mod demo;
pub mod deposits;
pub mod documents;
pub mod employee_data;
pub mod factors;
pub mod features;
pub mod federation;
pub mod files;
pub mod http;
pub mod import;
pub mod inbox;
pub mod integrations;
pub mod notices;
pub mod pay_stubs;
pub mod profile;
pub mod resources;
pub mod schema;
pub mod setup;
pub mod shared;
pub mod step_up;
pub mod tax_returns;
pub mod tax_setup;
pub mod team;
pub mod tenant_keys;
pub mod time_off;
pub mod work;
