//! Settings: built-in defaults ← file ← environment ← command line, checked once. A bad one is reported in a single
//! line that names the setting and its source. `layers.rs` has where values come from, `checks.rs` what they must be.

mod checks;
mod layers;
#[cfg(test)]
mod tests;

use crate::shared::banks::Directory;
use crate::shared::breached::Breached;
use crate::shared::file_storage::Storage;
use crate::shared::keys::Keys;
use crate::shared::network::Forwarding;
use layers::Layers;
use secrecy::{ExposeSecret, SecretString};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use storage::{Bucket, WatchedPlace};
use url::Url;

/// The settings' documentation, which also contains their defaults.
pub const DEFAULTS: &str = include_str!("../../../../config.default.toml");

pub struct Settings {
    pub listen: SocketAddr,
    pub public_url: String,
    pub data_dir: PathBuf,
    pub files_dir: PathBuf,
    /// None: files are in `files_dir`.
    pub files_bucket: Option<FilesBucket>,
    /// Where files to import are left, if anywhere.
    pub import_place: Option<ImportPlace>,
    pub database_url: SecretString,
    pub database_connections: usize,
    master_key: SecretString,
    pub log: String,
    pub log_format: LogFormat,
    pub metrics_token: SecretString,
    pub signing_algorithm: oidc::Algorithm,
    /// Clients whose ID tokens are always signed with RS256.
    pub rs256_clients: Vec<String>,
    pub provider_requests_per_minute: u32,
    pub body_limit_bytes: usize,
    pub graphql_timeout: Duration,
    pub request_timeout: Duration,
    pub header_timeout: Duration,
    pub connection_limit: usize,
    pub connections_per_address: usize,
    pub person_requests_per_minute: u32,
    pub shutdown_deadline: Duration,
    pub shutdown_grace: Duration,
    pub inactivity_limit_ms: u64,
    pub outbox_poll: Duration,
    /// After how many hours a new backup is due; 0: no one reminds the administrators.
    pub backup_max_age_hours: i64,
    pub outbox_max_attempts: i64,
    pub smtp_url: SecretString,
    pub mail_from: String,
    pub sms_url: String,
    pub sms_account: String,
    pub sms_token: SecretString,
    pub sms_from: String,
    pub sms_countries: Vec<String>,
    pub outbound_allowed_hosts: Vec<String>,
    /// None: the assistant answers with its own engine only.
    pub assistant_model: Option<AssistantModel>,
    pub forwarding: Forwarding,
    /// None: the demo's, or no directory at all.
    pub routing_directory: Option<Directory>,
    /// Passwords no one may choose, in addition to the most common ones.
    pub breached_passwords: Option<Breached>,
    /// The key that wraps the data keys for account numbers, and the previous one.
    pub bank_keys: (Option<[u8; 32]>, Option<[u8; 32]>),
}

/// A bucket at an S3-compatible service. Has no `Debug`: it would end up in a log.
pub struct FilesBucket {
    pub name: String,
    /// Empty: Amazon's own.
    pub endpoint: String,
    pub region: String,
    pub access_key: String,
    pub secret_key: SecretString,
}

impl FilesBucket {
    fn opened(&self) -> Bucket<'_> {
        Bucket {
            name: &self.name,
            endpoint: &self.endpoint,
            region: &self.region,
            access_key: &self.access_key,
            secret_key: self.secret_key.expose_secret(),
        }
    }
}

/// A folder, or the beginning of keys in `files_bucket`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportPlace {
    Folder(PathBuf),
    Prefix(String),
}

/// A language model on an OpenAI-compatible server. Has no `Debug`: it would end up in a log.
pub struct AssistantModel {
    /// Where its calls begin, such as `https://models.example.com/v1`.
    pub url: Url,
    pub name: String,
    /// Empty: the server asks for none.
    pub key: SecretString,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Json,
    Text,
}

/// One line for the operator.
#[derive(Debug, PartialEq, Eq)]
pub struct BadSetting(pub String);

impl Settings {
    /// Where uploaded files are kept: a folder or a bucket.
    pub fn file_storage(&self) -> Result<Storage, String> {
        match &self.files_bucket {
            Some(bucket) => Storage::bucket(&bucket.opened()),
            None => Storage::folder(&self.files_dir),
        }
    }

    /// Where files to import are left.
    pub fn watched_place(&self) -> Result<Option<WatchedPlace>, String> {
        match (&self.import_place, &self.files_bucket) {
            (Some(ImportPlace::Folder(path)), _) => WatchedPlace::folder(path).map(Some),
            (Some(ImportPlace::Prefix(prefix)), Some(bucket)) => {
                WatchedPlace::prefix(&bucket.opened(), prefix).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `overrides` are command-line flags, under the settings' names.
    pub fn load(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        overrides: &[(&str, String)],
    ) -> Result<Settings, BadSetting> {
        let mut layers = Layers::defaults();
        if let Some(path) = file {
            layers.add_file(path)?;
        }
        for (name, value) in environment {
            // ATRIUM_TEST_… and ATRIUM_E2E_… belong to the test suite.
            let Some(name) = name.strip_prefix("ATRIUM_") else {
                continue;
            };
            if name.starts_with("TEST_") || name.starts_with("E2E_") || name == "BIN" {
                continue;
            }
            layers.set_text(&name.to_lowercase(), &value, format!("ATRIUM_{name}"))?;
        }
        for (name, value) in overrides {
            layers.set_text(name, value, format!("--{}", name.replace('_', "-")))?;
        }
        layers.settings()
    }

    /// The key all others are derived from.
    pub fn master_key(&self) -> Result<[u8; 32], BadSetting> {
        let text = self.master_key.expose_secret();
        if text.is_empty() {
            let how =
                "create one with `openssl rand -base64 32` and set ATRIUM_MASTER_KEY or master_key_file";
            return Err(BadSetting(format!("setting master_key is missing: {how}")));
        }
        let key = Keys::parse_master(text)
            .ok_or_else(|| BadSetting("setting master_key must be 32 bytes in base64".to_owned()))?;
        if Keys::is_weak(&key) {
            let how = "create one with `openssl rand -base64 32`";
            return Err(BadSetting(format!("setting master_key is easy to guess: {how}")));
        }
        Ok(key)
    }

    /// Which environment this is, judging by the public host name.
    pub fn environment(&self) -> &'static str {
        environment(self.public_url.split("://").nth(1).unwrap_or_default())
    }

    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// `dev.`, `portal-dev.` and the like are development, `staging.` and the like are staging; any other public name is
/// production.
fn environment(host: &str) -> &'static str {
    let host = host.split('/').next().unwrap_or_default();
    if is_loopback(host) {
        return "local";
    }
    // The last label doesn't count: portal.example.dev is as public as any other.
    let name = host.rsplit_once('.').map_or("", |(name, _)| name);
    name.split(['.', '-'])
        .find_map(|word| match word {
            "dev" | "development" => Some("development"),
            "staging" | "stage" => Some("staging"),
            _ => None,
        })
        .unwrap_or("production")
}

pub fn is_loopback(host: &str) -> bool {
    matches!(host_name(host), Some("localhost" | "127.0.0.1" | "[::1]"))
}

/// A host without its port; nothing for text that isn't just a host and an optional port, such as `[::1].evil.example`
/// or `localhost:80@evil`.
pub fn host_name(host: &str) -> Option<&str> {
    let end = match host.starts_with('[') {
        true => host.find(']')? + 1,
        false => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let is_port = |digits: &str| digits.len() <= 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    Some(name).filter(|_| is_whole)
}
