//! What a request may use. Made once at the start, cheap to clone.

use crate::config::Settings;
use crate::files::Storage;
use crate::notices::Collected;
use crate::shared::clock::{Clock, Randomness};
use crate::shared::{audit::HeadFile, id::Ids, keys::Keys, pace::Paces};
use db::Db;
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
    /// Where the bytes of uploaded files lie.
    pub files: Storage,
    /// What a demo would have mailed.
    pub collected: Collected,
    /// A demo serves made-up people on loopback, whose password everybody knows.
    pub is_demo: bool,
    /// Off from the moment a shutdown is asked for.
    pub is_ready: Arc<AtomicBool>,
}
