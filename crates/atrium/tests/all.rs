//! All tests that go through the whole server, in one binary. A feature's `tests.rs` is in its folder and is a
//! module here.

#![allow(unreachable_pub, reason = "a test binary has no outside")]

mod world;

// Reads a PDF as assistive technology does.
#[path = "../../pdf/tests/reader/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the pdf crate")]
mod pdf_reader;

mod access_matrix;
mod advisories;
mod architecture;
mod audit_trail;
mod calls;
mod durability;
mod http;
mod idempotency;
mod known_texts;
mod leavers;
mod listed;
mod outbox;
mod start;
mod statements;
mod storms;
mod tenants;

#[path = "../src/account/tests/mod.rs"]
mod account;
#[path = "../src/announcements/tests.rs"]
mod announcements;
#[path = "../src/applications/tests.rs"]
mod applications;
#[path = "../src/assistant/tests/mod.rs"]
mod assistant;
#[path = "../src/attention/tests.rs"]
mod attention;
#[path = "../src/audit/tests.rs"]
mod audit;
#[path = "../src/backups/tests/mod.rs"]
mod backups;
#[path = "../src/benefits/tests.rs"]
mod benefits;
#[path = "../src/calendars/tests.rs"]
mod calendars;
#[path = "../src/clock/tests/mod.rs"]
mod clock;
#[path = "../src/companies/tests.rs"]
mod companies;
#[path = "../src/company/tests.rs"]
mod company;
#[path = "../src/data_views/tests.rs"]
mod data_views;
#[path = "../src/demo/tests.rs"]
mod demo;
#[path = "../src/deposits/tests/mod.rs"]
mod deposits;
#[path = "../src/documents/tests.rs"]
mod documents;
#[path = "../src/employment/tests.rs"]
mod employment;
#[path = "../src/events/tests.rs"]
mod events;
#[path = "../src/factors/tests.rs"]
mod factors;
#[path = "../src/features/tests/mod.rs"]
mod features;
#[path = "../src/federation/tests/mod.rs"]
mod federation;
#[path = "../src/files/tests.rs"]
mod files;
#[path = "../src/handover/tests/mod.rs"]
mod handover;
#[path = "../src/health/tests.rs"]
mod health;
#[path = "../src/host_applications/tests.rs"]
mod host_applications;
#[path = "../src/import/tests/mod.rs"]
mod import;
#[path = "../src/inbox/tests.rs"]
mod inbox;
#[path = "../src/integrations/tests.rs"]
mod integrations;
#[path = "../src/machines/tests.rs"]
mod machines;
#[path = "../src/notices/tests.rs"]
mod notices;
#[path = "../src/pay_stubs/tests.rs"]
mod pay_stubs;
#[path = "../src/profile/tests/mod.rs"]
mod profile;
#[path = "../src/tenants/tests.rs"]
mod removed_tenants;
#[path = "../src/reports/tests.rs"]
mod reports;
#[path = "../src/resources/tests.rs"]
mod resources;
#[path = "../src/roles/tests.rs"]
mod roles;
#[path = "../src/runs/tests.rs"]
mod runs;
#[path = "../src/scim/tests.rs"]
mod scim;
#[path = "../src/setup/tests.rs"]
mod setup;
#[path = "../src/tax_returns/tests.rs"]
mod tax_returns;
#[path = "../src/tax_setup/tests.rs"]
mod tax_setup;
#[path = "../src/team/tests.rs"]
mod team;
#[path = "../src/time_off/tests/mod.rs"]
mod time_off;
#[path = "../src/upstreams/tests.rs"]
mod upstreams;
