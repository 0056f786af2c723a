//! A language model on an OpenAI-compatible server, if the operator set one up: its calls, and what it is known to do. Which
//! questions it gets, and what becomes of its answers, is the assistant's (`assistant/model/`).
//!
//! Calls go through `shared/outbound.rs`. `wire.rs` reads the answers leniently and with limits.

mod wire;

pub use wire::{Completion, ModelFailure, ToolCall};

use crate::config::Settings;
use crate::shared::outbound::{NoAnswer, Outbound};
use reqwest::Url;
use secrecy::SecretString;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, SemaphorePermit};

/// The most one question may take, with all its rounds.
pub const MODEL_LIMIT: Duration = Duration::from_secs(20);
/// How many questions of all people may be at the model at once, on this server. More are answered without it.
const MAX_AT_ONCE: usize = 32;
/// A server that failed is left alone for this long.
const RETRY_AFTER: Duration = Duration::from_secs(120);

/// The operator's language model, if there is one.
#[derive(Clone, Default)]
pub struct LanguageModel(Option<Arc<ModelServer>>);

pub struct ModelServer {
    outbound: Outbound,
    limit: Duration,
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
pub struct ModelReport {
    pub mode: ModelMode,
    pub name: Option<String>,
    pub host: Option<String>,
    pub why: Option<String>,
}

impl LanguageModel {
    pub fn of(settings: &Settings) -> Result<LanguageModel, String> {
        LanguageModel::within(settings, MODEL_LIMIT)
    }

    /// With another limit per question, for tests of slow servers.
    pub fn within(settings: &Settings, limit: Duration) -> Result<LanguageModel, String> {
        let Some(set) = &settings.assistant_model else { return Ok(LanguageModel::default()) };
        let outbound = Outbound::patient(&settings.outbound_allowed_hosts, limit)?;
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
            limit,
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

    pub fn report(&self) -> ModelReport {
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

    /// The server, if it's time to probe it; only one caller gets it.
    pub fn due(&self) -> Option<Arc<ModelServer>> {
        self.0.clone().filter(|server| server.take_check())
    }

    /// The server, in whatever state it is.
    pub fn server(&self) -> Option<&Arc<ModelServer>> {
        self.0.as_ref()
    }

    /// The server, when it works.
    pub fn ready(&self) -> Option<&Arc<ModelServer>> {
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

    /// What a probe found.
    pub fn note(&self, mode: ModelMode, why: Option<String>) {
        let mut state = self.state();
        if state.mode != mode {
            tracing::info!(?mode, ?why, "the assistant's language model");
        }
        *state = ModelState { mode, checked: Some(Instant::now()), is_checking: false, why, failures: 0 };
    }

    pub fn mode(&self) -> ModelMode {
        self.state().mode
    }

    /// For one question, with all its rounds.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// A place among those asking at once; nothing if all are taken.
    pub fn place(&self) -> Option<SemaphorePermit<'_>> {
        self.places.try_acquire().ok()
    }

    pub fn worked(&self) {
        self.state().failures = 0;
    }

    /// One slow answer says little about a server; three in a row, or a closed door, do.
    pub fn failed(&self, failure: &ModelFailure) {
        const TOO_MANY: u32 = 3;
        let failures = {
            let mut state = self.state();
            state.failures += 1;
            state.failures
        };
        let is_closed = matches!(failure, ModelFailure::None(NoAnswer::Unreachable | NoAnswer::NotAllowed));
        if is_closed || failures >= TOO_MANY {
            self.note(ModelMode::Down, Some(failure.to_string()));
        }
    }
}
