//! An optional language model on an OpenAI-compatible server. It may choose a tool and put a tool's result into words. It
//! never decides access, never supplies a figure, and never sees text that someone else wrote (documents, announcements).
//!
//! - `wire.rs` one call to the server, read leniently and with limits.
//! - `probe.rs` what the server can do, found out at startup and again after it failed.
//! - `rounds.rs` one question: at most four rounds and 20 seconds; then the embedded engine answers.
//! - `evidence.rs` whether everything in the model's text was in this turn's results.

mod evidence;
mod probe;
mod rounds;
mod wire;

pub(super) use rounds::{Chosen, Turned, ask, is_asked};

use crate::config::Settings;
use crate::shared::outbound::Outbound;
use language::Topic;
use reqwest::Url;
use secrecy::SecretString;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// For one question, with all its rounds.
pub(super) const MODEL_LIMIT: Duration = Duration::from_secs(20);
/// How many questions of all people may be at the model at once, on this server. More are answered without it.
const MAX_AT_ONCE: usize = 32;
/// A server that failed is left alone for this long.
const RETRY_AFTER: Duration = Duration::from_secs(120);

/// The operator's language model, if there is one.
#[derive(Clone, Default)]
pub struct LanguageModel(Option<Arc<ModelServer>>);

pub(super) struct ModelServer {
    outbound: Outbound,
    /// `…/chat/completions`
    address: Url,
    name: String,
    key: SecretString,
    state: Mutex<ModelState>,
    places: Semaphore,
}

/// What a model can do, as the last probe found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelMode {
    /// None is set up.
    Absent,
    Unchecked,
    /// It calls tools and puts their results into words.
    Tools,
    /// It chooses the topic; the answer is ours.
    Choice,
    /// It answers, and does neither.
    Unfit,
    /// It can't be reached, or failed a moment ago.
    Down,
}

struct ModelState {
    mode: ModelMode,
    checked: Option<Instant>,
    is_checking: bool,
    why: Option<String>,
    /// In a row.
    failures: u32,
}

/// What the console shows.
pub(super) struct ModelReport {
    pub mode: ModelMode,
    pub name: Option<String>,
    pub host: Option<String>,
    pub why: Option<String>,
}

impl LanguageModel {
    pub fn of(settings: &Settings) -> Result<LanguageModel, String> {
        let Some(set) = &settings.assistant_model else { return Ok(LanguageModel::default()) };
        let outbound = Outbound::patient(&settings.outbound_allowed_hosts, MODEL_LIMIT)?;
        let mut address = set.url.clone();
        let path = format!("{}/chat/completions", address.path().trim_end_matches('/'));
        address.set_path(&path);
        let state = ModelState {
            mode: ModelMode::Unchecked,
            checked: None,
            is_checking: false,
            why: None,
            failures: 0,
        };
        Ok(LanguageModel(Some(Arc::new(ModelServer {
            outbound,
            address,
            name: set.name.clone(),
            key: set.key.clone(),
            state: Mutex::new(state),
            places: Semaphore::new(MAX_AT_ONCE),
        }))))
    }

    pub fn is_set_up(&self) -> bool {
        self.0.is_some()
    }

    /// Which engine is active.
    pub fn mode(&self) -> ModelMode {
        self.0.as_ref().map_or(ModelMode::Absent, |server| server.state().mode)
    }

    pub(super) fn report(&self) -> ModelReport {
        let Some(server) = &self.0 else {
            return ModelReport { mode: ModelMode::Absent, name: None, host: None, why: None };
        };
        let state = server.state();
        ModelReport {
            mode: state.mode,
            name: Some(server.name.clone()),
            host: server.address.host_str().map(str::to_owned),
            why: state.why.clone(),
        }
    }

    /// Probes the server beside everything else, if that's due.
    pub(super) fn keep_checked(&self) {
        if let Some(server) = self.0.clone().filter(|server| server.take_check()) {
            tokio::spawn(async move { server.check().await });
        }
    }

    /// Probes the server now.
    pub async fn check(&self) -> ModelMode {
        if let Some(server) = &self.0 {
            server.check().await;
        }
        self.mode()
    }

    /// Which of these topics the model would choose; for the console's test box.
    pub(super) async fn choose(&self, text: &str, topics: &[Topic]) -> Option<Result<Option<Topic>, String>> {
        let server = self.0.as_ref()?;
        Some(rounds::choose(server, text, topics).await.map_err(|failure| failure.to_string()))
    }

    /// The server, when it works.
    fn ready(&self) -> Option<&Arc<ModelServer>> {
        self.0.as_ref().filter(|server| matches!(server.state().mode, ModelMode::Tools | ModelMode::Choice))
    }
}

impl ModelServer {
    fn state(&self) -> std::sync::MutexGuard<'_, ModelState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_check(&self) -> bool {
        let mut state = self.state();
        let is_due = match state.mode {
            ModelMode::Unchecked => true,
            ModelMode::Down | ModelMode::Unfit => {
                state.checked.is_none_or(|checked| checked.elapsed() >= RETRY_AFTER)
            }
            ModelMode::Absent | ModelMode::Tools | ModelMode::Choice => false,
        };
        let takes = is_due && !state.is_checking;
        state.is_checking |= takes;
        takes
    }

    fn note(&self, mode: ModelMode, why: Option<String>) {
        let mut state = self.state();
        if state.mode != mode {
            tracing::info!(?mode, ?why, "the assistant's language model");
        }
        *state = ModelState { mode, checked: Some(Instant::now()), is_checking: false, why, failures: 0 };
    }
}
