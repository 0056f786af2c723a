//! Atrium, the application. Its folders form four floors (ARCHITECTURE.md draws them, `tests/architecture.rs` enforces
//! them):
//!
//! - **Top**: [`command`] has one function per command; [`server`] the router and everything around a request;
//!   [`all_features`] lists the features, one row each; [`schema`] builds their GraphQL; [`codes`] collects their
//!   refusals; [`import`] reads an operator's CSV files; [`demo`] is the demo world, which tests use too; [`setup`] the
//!   first start.
//! - **Features**, one folder each; [`announcements`] is the example to copy: `mod.rs` (use cases), `rules.rs` (pure),
//!   `store.rs` (SQL), `graphql.rs`, `tests.rs`. [`change_requests`] keeps what someone else decides and knows no
//!   feature; [`decisions`] sends each to its feature. [`upstreams`] are an operator's own OpenID providers;
//!   [`federation`] signs people in through them. [`applications`] are the tiles beside the portal;
//!   [`host_applications`] lets them sign people in with our own provider; [`machines`] are programs that work by
//!   themselves.
//! - **Kit**: [`feature_row`] is what the frame knows about a feature, [`sheets`] files from an operator,
//!   [`demo_world`] who is in a demo, [`call`] one request, [`http`] answers, [`api`] what machines call, [`factors`] proving who you are,
//!   [`contacts`] how to reach a person, [`notices`] mail and SMS, [`files`] uploads.
//! - **Ground**: [`access`] decides who may do what, and nothing else does; [`app`] is what a request may use; [`work`]
//!   its transaction; [`language_model`] a model on another server, if there is one; [`shared`] the vocabulary several features share.

pub mod access;
pub mod account;
pub mod all_features;
pub mod announcements;
pub mod api;
pub mod app;
pub mod applications;
pub mod assistant;
pub mod attention;
pub mod audit;
pub mod backups;
pub mod bearer;
pub mod benefits;
pub mod calendars;
pub mod call;
pub mod change_requests;
pub mod clock;
pub mod codes;
pub mod command;
pub mod companies;
pub mod company;
pub mod config;
pub mod contacts;
pub mod data_views;
pub mod decisions;
pub mod demo;
pub mod demo_world;
pub mod deposits;
pub mod documents;
pub mod employee_data;
pub mod employment;
pub mod events;
pub mod factors;
pub mod feature_row;
pub mod features;
pub mod federation;
pub mod files;
pub mod handover;
pub mod health;
pub mod host_applications;
pub mod http;
pub mod identity;
pub mod import;
pub mod inbox;
pub mod integrations;
pub mod language_model;
pub mod machines;
pub mod mappings;
pub mod notices;
pub mod pay_stubs;
pub mod profile;
pub mod reports;
pub mod resources;
pub mod roles;
pub mod runs;
pub mod schema;
pub mod scim;
pub mod server;
pub mod setup;
pub mod shared;
pub mod sheets;
pub mod tax_returns;
pub mod tax_setup;
pub mod team;
pub mod tenant_keys;
pub mod tenants;
pub mod time_off;
pub mod upstreams;
pub mod work;
