//! What a request may use. Created once at startup, cheap to clone.

use crate::config::Settings;
use crate::language_model::LanguageModel;
use crate::shared::clock::{Clock, Randomness};
use crate::shared::collected::Collected;
use crate::shared::file_storage::Storage;
use crate::shared::job_log::JobLog;
use crate::shared::works::Works;
use crate::shared::{audit::HeadFile, id::Ids, keys::Keys, pace::Paces};
use db::Db;
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::Notify;

#[derive(Clone)]
pub struct App {
    pub db: Db,
    pub clock: Clock,
    pub ids: Ids,
    pub randomness: Randomness,
    pub keys: Keys,
    pub settings: Arc<Settings>,
    pub audit_heads: HeadFile,
    pub outbox_wake: Arc<Notify>,
    /// How many requests one person may send.
    pub paces: Arc<Paces>,
    /// Where uploaded files are stored.
    pub files: Storage,
    /// What the assistant may ask, if the operator set one up.
    pub language_model: LanguageModel,
    /// The program that reads documents in a process of its own: this one.
    pub program: Arc<Path>,
    /// What a demo would have mailed.
    pub collected: Collected,
    /// The demo world, when that is what we serve: made-up people on loopback, whose password is no secret.
    pub demo: Option<Arc<dyn DemoWorld>>,
    /// When this server last ran each of its background jobs.
    pub jobs: JobLog,
    /// Imports this server is working on.
    pub works: Works,
    /// The operator at the terminal, while a command runs: the audit trail names them.
    pub operator: Option<Arc<str>>,
    /// Off as soon as a shutdown is requested.
    pub is_ready: Arc<AtomicBool>,
}

impl App {
    pub fn is_demo(&self) -> bool {
        self.demo.is_some()
    }
}

/// What a demo's sign-in page shows.
pub trait DemoWorld: Send + Sync {
    /// The people a visitor may sign in as.
    fn accounts<'a>(&'a self, db: &'a Db) -> BoxFuture<'a, db::Result<Vec<Value>>>;

    /// Everyone's password.
    fn password(&self) -> &'static str;
}
