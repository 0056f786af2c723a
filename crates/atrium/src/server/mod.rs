//! Everything around a request: the router, limits, headers, who is calling, the web app's files, health, metrics, and
//! the server that accepts connections and lets them finish.

mod api;
mod api_page;
mod app_paths;
mod around;
mod changes;
mod client_address;
mod compression;
mod demo;
mod documents;
mod door;
mod graphql;
mod headers;
mod health;
mod inputs;
mod left_out;
mod limits;
mod literals;
mod measure;
mod outbox_page;
mod places;
mod refusals;
pub mod routes;
mod run;
mod web_files;

pub use api::{api_paths, openapi};
pub use routes::router;
pub use run::{Listening, listen, run};
