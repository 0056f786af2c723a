//! Settings: built-in defaults ← file ← environment ← command line, checked once. A bad one is reported in a single
//! line that names the setting and its source.

use crate::shared::banks::Directory;
use crate::shared::breached::Breached;
use crate::shared::file_storage::Storage;
use crate::shared::keys::Keys;
use crate::shared::network::{Forwarding, ForwardingHeader, Network};
use rlibphonenumber::enums::Region;
use secrecy::{ExposeSecret, SecretString};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use storage::{Bucket, WatchedPlace};
use toml::Value;
use url::Url;

/// The settings' documentation, which also contains their defaults.
pub const DEFAULTS: &str = include_str!("../../../config.default.toml");

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

struct Setting {
    value: Value,
    source: String,
}

struct Layers(BTreeMap<String, Setting>);

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

impl Layers {
    fn defaults() -> Layers {
        let table: toml::Table = DEFAULTS.parse().expect("the built-in settings are valid");
        let own = |value| Setting { value, source: "the built-in defaults".to_owned() };
        Layers(table.into_iter().map(|(name, value)| (name, own(value))).collect())
    }

    fn add_file(&mut self, path: &Path) -> Result<(), BadSetting> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| BadSetting(format!("cannot read the settings file {shown}: {error}")))?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            BadSetting(format!("the settings file {shown} is not valid TOML: {}", error.message()))
        })?;
        for (name, value) in table {
            let known = self.known(&name, &format!("{shown}"))?;
            if known.value.type_str() != value.type_str() {
                let (want, is) = (known.value.type_str(), value.type_str());
                return Err(BadSetting(format!(
                    "setting {name} in {shown} must be of type {want}, not {is}"
                )));
            }
            *known = Setting { value, source: format!("{shown}") };
        }
        Ok(())
    }

    fn set_text(&mut self, name: &str, text: &str, source: String) -> Result<(), BadSetting> {
        let known = self.known(name, &source)?;
        let value = match &known.value {
            Value::Integer(_) => Value::Integer(text.parse().map_err(|_| {
                BadSetting(format!("setting {name} (from {source}) must be a whole number, not {text:?}"))
            })?),
            _ => Value::String(text.to_owned()),
        };
        *known = Setting { value, source };
        Ok(())
    }

    /// Words separated by commas or spaces.
    fn list(&self, name: &str) -> Vec<String> {
        let text = self.text(name);
        text.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    fn countries(&self, name: &str) -> Result<Vec<String>, BadSetting> {
        let codes = self.list(name);
        match codes.iter().all(|code| Region::try_from(code.as_str()).is_ok()) {
            true => Ok(codes),
            false => Err(self.bad(name, "two-letter country codes, such as US, separated by commas")),
        }
    }

    fn known(&mut self, name: &str, source: &str) -> Result<&mut Setting, BadSetting> {
        self.0.get_mut(name).ok_or_else(|| {
            BadSetting(format!(
                "there is no setting {name} (from {source}); config.default.toml lists them all"
            ))
        })
    }

    fn bad(&self, name: &str, want: &str) -> BadSetting {
        BadSetting(format!("setting {name} (from {}) must be {want}", self.0[name].source))
    }

    fn text(&self, name: &str) -> String {
        self.0[name].value.as_str().unwrap_or_default().to_owned()
    }

    fn number(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, BadSetting> {
        let value = self.0[name].value.as_integer().unwrap_or(i64::MIN);
        let (low, high) = (range.start(), range.end());
        if range.contains(&value) {
            Ok(value)
        } else {
            Err(self.bad(name, &format!("between {low} and {high}")))
        }
    }

    fn size(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<usize, BadSetting> {
        Ok(usize::try_from(self.number(name, range)?).unwrap_or(usize::MAX))
    }

    fn count(&self, name: &str, range: std::ops::RangeInclusive<i64>) -> Result<u32, BadSetting> {
        Ok(u32::try_from(self.number(name, range)?).unwrap_or(u32::MAX))
    }

    fn millis(&self, name: &str) -> Result<Duration, BadSetting> {
        Ok(Duration::from_millis(self.number(name, 1..=3_600_000)?.unsigned_abs()))
    }

    fn settings(self) -> Result<Settings, BadSetting> {
        let public_url = self.text("public_url").trim_end_matches('/').to_owned();
        let host = public_url.strip_prefix("https://").or_else(|| public_url.strip_prefix("http://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['/', '?', '#', '@', ' '])) {
            return Err(self.bad("public_url", "http:// or https:// and a host, with no path"));
        }
        if public_url.starts_with("http://") && !host.is_some_and(is_loopback) {
            return Err(self.bad("public_url", "https:// (plain http:// is for loopback only)"));
        }
        let log = self.text("log");
        if tracing_subscriber::EnvFilter::try_new(&log).is_err() {
            return Err(self.bad("log", "error, warn, info, debug or trace, or a filter"));
        }
        let data_dir = PathBuf::from(self.text("data_dir"));
        if data_dir.as_os_str().is_empty() {
            return Err(self.bad("data_dir", "the path to a folder"));
        }
        let files_dir = match self.text("files_dir") {
            folder if folder.is_empty() => data_dir.join("files"),
            folder => PathBuf::from(folder),
        };
        let database_url = match self.text("database_url") {
            url if url.is_empty() => format!("sqlite:{}", data_dir.join("atrium.db").display()),
            url if ["sqlite:", "postgres://", "postgresql://"].iter().any(|start| url.starts_with(start)) => {
                url
            }
            _ => return Err(self.bad("database_url", "sqlite:PATH or postgres://…")),
        };
        if let Err(error) = db::check_address(&database_url) {
            let source = &self.0["database_url"].source;
            return Err(BadSetting(format!("setting database_url (from {source}) is wrong: {error}")));
        }
        Ok(Settings {
            listen: self
                .text("listen")
                .parse()
                .map_err(|_| self.bad("listen", "an address and a port, such as 127.0.0.1:8080"))?,
            public_url,
            data_dir,
            files_dir,
            files_bucket: self.files_bucket()?,
            import_place: self.import_place()?,
            database_url: database_url.into(),
            database_connections: self.size("database_connections", 1..=1000)?,
            master_key: self.master_key()?.into(),
            log,
            log_format: match self.text("log_format").as_str() {
                "json" => LogFormat::Json,
                "text" => LogFormat::Text,
                _ => return Err(self.bad("log_format", "json or text")),
            },
            metrics_token: self.text("metrics_token").into(),
            signing_algorithm: match self.text("signing_algorithm").as_str() {
                "ES256" => oidc::Algorithm::Es256,
                "RS256" => oidc::Algorithm::Rs256,
                _ => return Err(self.bad("signing_algorithm", "ES256 or RS256")),
            },
            rs256_clients: self.list("rs256_clients"),
            provider_requests_per_minute: self.count("provider_requests_per_minute", 10..=1_000_000)?,
            body_limit_bytes: self.size("body_limit_bytes", 1024..=16_777_216)?,
            graphql_timeout: self.millis("graphql_timeout_ms")?,
            request_timeout: self.millis("request_timeout_ms")?,
            header_timeout: self.millis("header_timeout_ms")?,
            connection_limit: self.size("connection_limit", 16..=1_000_000)?,
            connections_per_address: self.size("connections_per_address", 8..=1_000_000)?,
            person_requests_per_minute: self.count("person_requests_per_minute", 60..=1_000_000)?,
            shutdown_deadline: self.millis("shutdown_deadline_ms")?,
            shutdown_grace: Duration::from_millis(
                self.number("shutdown_grace_ms", 0..=60_000)?.unsigned_abs(),
            ),
            inactivity_limit_ms: self.number("inactivity_limit_ms", 60_000..=1_680_000)?.unsigned_abs(),
            outbox_poll: self.millis("outbox_poll_ms")?,
            backup_max_age_hours: self.number("backup_max_age_hours", 0..=8_760)?,
            outbox_max_attempts: self.number("outbox_max_attempts", 1..=1000)?,
            smtp_url: self.text("smtp_url").into(),
            mail_from: self.text("mail_from"),
            sms_url: self.text("sms_url"),
            sms_account: self.text("sms_account"),
            sms_token: self.text("sms_token").into(),
            sms_from: self.text("sms_from"),
            sms_countries: self.countries("sms_countries")?,
            outbound_allowed_hosts: self.list("outbound_allowed_hosts"),
            assistant_model: self.assistant_model()?,
            forwarding: self.forwarding()?,
            routing_directory: self.routing_directory()?,
            breached_passwords: self.breached_passwords()?,
            bank_keys: (self.bank_key("bank_key")?, self.bank_key("bank_key_before")?),
        })
    }

    fn files_bucket(&self) -> Result<Option<FilesBucket>, BadSetting> {
        let (name, endpoint) = (self.text("files_bucket"), self.text("files_endpoint"));
        if name.is_empty() {
            return Ok(None);
        }
        let (access_key, secret_key) = (self.text("files_access_key"), self.text("files_secret_key"));
        for (setting, value) in [("files_access_key", &access_key), ("files_secret_key", &secret_key)] {
            if value.is_empty() {
                return Err(self.bad(setting, "set when files_bucket is set"));
            }
        }
        let region = self.text("files_region");
        if region.is_empty() {
            return Err(self.bad("files_region", "the bucket's region"));
        }
        let plain = endpoint.strip_prefix("http://").map(|rest| rest.split('/').next().unwrap_or_default());
        let is_named = |host: &str| {
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
            self.list("outbound_allowed_hosts").iter().any(|allowed| allowed == name || allowed == host)
        };
        let is_safe = match plain {
            Some(host) => is_loopback(host) || is_named(host),
            None => endpoint.is_empty() || endpoint.starts_with("https://"),
        };
        if !is_safe {
            let want =
                "empty or https:// (http:// only on this machine, or to a host in outbound_allowed_hosts)";
            return Err(self.bad("files_endpoint", want));
        }
        Ok(Some(FilesBucket { name, endpoint, region, access_key, secret_key: secret_key.into() }))
    }

    fn import_place(&self) -> Result<Option<ImportPlace>, BadSetting> {
        let (folder, prefix) = (self.text("import_folder"), self.text("import_prefix"));
        match (folder.is_empty(), prefix.trim_matches('/')) {
            (true, "") => Ok(None),
            (false, "") => Ok(Some(ImportPlace::Folder(folder.into()))),
            (false, _) => Err(self.bad("import_prefix", "empty when import_folder is set")),
            (true, _) if self.text("files_bucket").is_empty() => {
                Err(self.bad("import_prefix", "empty without files_bucket"))
            }
            (true, prefix) => Ok(Some(ImportPlace::Prefix(prefix.to_owned()))),
        }
    }

    fn assistant_model(&self) -> Result<Option<AssistantModel>, BadSetting> {
        let (url, name) = (self.text("assistant_url"), self.text("assistant_model"));
        if url.is_empty() {
            return Ok(None);
        }
        if name.is_empty() {
            return Err(self.bad("assistant_model", "the model's name when assistant_url is set"));
        }
        let parsed = Url::parse(&url).ok().filter(|url| {
            url.host_str().is_some_and(|host| url.scheme() == "https" || self.is_named_host(host))
                && matches!(url.scheme(), "http" | "https")
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
                && url.fragment().is_none()
        });
        let want = "https:// and a host (http:// only to a host in outbound_allowed_hosts), without a password or query";
        let url = parsed.ok_or_else(|| self.bad("assistant_url", want))?;
        Ok(Some(AssistantModel {
            url,
            name,
            key: self.secret("assistant_key", "assistant_key_file")?.into(),
        }))
    }

    fn is_named_host(&self, host: &str) -> bool {
        self.list("outbound_allowed_hosts").iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }

    fn forwarding(&self) -> Result<Forwarding, BadSetting> {
        let listed = self.list("trusted_proxies");
        let trusted: Result<Vec<Network>, ()> = listed.iter().map(|part| part.parse()).collect();
        let header = match self.text("forwarded_header").to_lowercase().as_str() {
            "x-forwarded-for" => ForwardingHeader::XForwardedFor,
            "forwarded" => ForwardingHeader::Forwarded,
            _ => return Err(self.bad("forwarded_header", "X-Forwarded-For or Forwarded")),
        };
        let want = "addresses or ranges such as 10.0.0.0/8, separated by commas";
        Ok(Forwarding { trusted: trusted.map_err(|()| self.bad("trusted_proxies", want))?, header })
    }

    fn routing_directory(&self) -> Result<Option<Directory>, BadSetting> {
        let path = self.text("routing_directory");
        if path.is_empty() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&path).map_err(|error| {
            self.bad("routing_directory", &format!("the path to a readable file: {error}"))
        })?;
        let want = |error| self.bad("routing_directory", &format!("a list of banks, but {error}"));
        Directory::parse(&text).map(Some).map_err(want)
    }

    fn breached_passwords(&self) -> Result<Option<Breached>, BadSetting> {
        let path = self.text("breached_passwords");
        if path.is_empty() {
            return Ok(None);
        }
        let want = |error| {
            let want = format!("the path to a sorted list of SHA-1 hashes in hex, one per line, but {error}");
            self.bad("breached_passwords", &want)
        };
        Breached::open(Path::new(&path)).map(Some).map_err(want)
    }

    fn bank_key(&self, name: &str) -> Result<Option<[u8; 32]>, BadSetting> {
        let text = self.text(name);
        if text.is_empty() {
            return Ok(None);
        }
        // A weak key may still be replaced with a better one.
        let is_replaced = name == "bank_key_before";
        let key = Keys::parse_master(&text).filter(|key| is_replaced || !Keys::is_weak(key));
        key.map(Some)
            .ok_or_else(|| self.bad(name, "32 random bytes in base64, as from `openssl rand -base64 32`"))
    }

    fn master_key(&self) -> Result<String, BadSetting> {
        self.secret("master_key", "master_key_file")
    }

    /// A secret in the settings, or alone in a file.
    fn secret(&self, name: &str, file_name: &str) -> Result<String, BadSetting> {
        let (secret, file) = (self.text(name), self.text(file_name));
        match (secret.is_empty(), file.is_empty()) {
            (false, false) => Err(self.bad(name, &format!("empty when {file_name} is set"))),
            (_, true) => Ok(secret),
            (true, false) => std::fs::read_to_string(&file)
                .map(|text| text.trim().to_owned())
                .map_err(|error| self.bad(file_name, &format!("the path to a readable file: {error}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(environment: &[(&str, &str)]) -> Result<Settings, BadSetting> {
        Settings::load(None, environment.iter().map(|(k, v)| (k.to_string(), v.to_string())), &[])
    }

    #[test]
    fn the_host_says_which_environment_it_is() {
        for (url, is) in [
            ("http://localhost:8080", "local"),
            ("http://127.0.0.1:1", "local"),
            ("https://dev.portal.example.com", "development"),
            ("https://portal-dev.example.com", "development"),
            ("https://staging.example.com/", "staging"),
            ("https://portal.example.com", "production"),
            ("https://portal.example.dev", "production"),
            ("https://devices.example.com", "production"),
        ] {
            assert_eq!(environment(url.split("://").nth(1).unwrap()), is, "{url}");
        }
    }

    #[test]
    fn the_defaults_are_valid_and_the_environment_overrides_them() {
        let settings =
            with(&[("ATRIUM_LISTEN", "[::1]:9000"), ("HOME", "/"), ("ATRIUM_TEST_POSTGRES", "x")]).unwrap();
        assert_eq!(settings.listen.port(), 9000);
        assert_eq!(settings.database_url.expose_secret(), "sqlite:data/atrium.db");
        assert_eq!(settings.shutdown_deadline, Duration::from_secs(15));
    }

    #[test]
    fn a_bad_setting_is_one_line_that_names_it_and_its_source() {
        for (name, value, line) in [
            (
                "ATRIUM_LISTEN",
                "here",
                "setting listen (from ATRIUM_LISTEN) must be an address and a port, such as 127.0.0.1:8080",
            ),
            (
                "ATRIUM_PUBLIC_URL",
                "ftp://x",
                "setting public_url (from ATRIUM_PUBLIC_URL) must be http:// or https:// and a host, with no path",
            ),
            (
                "ATRIUM_DATABASE_URL",
                "mysql://x",
                "setting database_url (from ATRIUM_DATABASE_URL) must be sqlite:PATH or postgres://…",
            ),
            (
                "ATRIUM_BODY_LIMIT_BYTES",
                "much",
                "setting body_limit_bytes (from ATRIUM_BODY_LIMIT_BYTES) must be a whole number, not \"much\"",
            ),
            (
                "ATRIUM_BODY_LIMIT_BYTES",
                "3",
                "setting body_limit_bytes (from ATRIUM_BODY_LIMIT_BYTES) must be between 1024 and 16777216",
            ),
            (
                "ATRIUM_SIGNING_ALGORITHM",
                "HS256",
                "setting signing_algorithm (from ATRIUM_SIGNING_ALGORITHM) must be ES256 or RS256",
            ),
            ("ATRIUM_LOG_FORMAT", "xml", "setting log_format (from ATRIUM_LOG_FORMAT) must be json or text"),
            (
                "ATRIUM_SMS_COUNTRIES",
                "US, ZZZ",
                "setting sms_countries (from ATRIUM_SMS_COUNTRIES) must be two-letter country codes, such as US, separated by commas",
            ),
            (
                "ATRIUM_COLOUR",
                "red",
                "there is no setting colour (from ATRIUM_COLOUR); config.default.toml lists them all",
            ),
        ] {
            assert_eq!(with(&[(name, value)]).err(), Some(BadSetting(line.into())));
        }
    }

    #[test]
    fn a_bucket_needs_keys_and_tls_and_shows_neither_key() {
        let bucket = |more: &[(&str, &str)]| {
            let set = [
                ("ATRIUM_FILES_BUCKET", "uploads"),
                ("ATRIUM_FILES_ACCESS_KEY", "canary-access"),
                ("ATRIUM_FILES_SECRET_KEY", "canary-secret"),
            ];
            with(&[set.as_slice(), more].concat()).map(|settings| settings.files_bucket.unwrap().endpoint)
        };
        assert!(with(&[]).unwrap().files_bucket.is_none());
        for endpoint in ["", "https://s3.example.com", "http://127.0.0.1:9000", "http://localhost:9000"] {
            assert_eq!(bucket(&[("ATRIUM_FILES_ENDPOINT", endpoint)]).as_deref(), Ok(endpoint));
        }
        let named =
            [("ATRIUM_FILES_ENDPOINT", "http://minio:9000"), ("ATRIUM_OUTBOUND_ALLOWED_HOSTS", "minio")];
        assert!(bucket(&named).is_ok());
        for (setting, value) in [
            ("ATRIUM_FILES_ENDPOINT", "http://minio:9000"),
            ("ATRIUM_FILES_ENDPOINT", "ftp://x"),
            ("ATRIUM_FILES_ACCESS_KEY", ""),
            ("ATRIUM_FILES_SECRET_KEY", ""),
            ("ATRIUM_FILES_REGION", ""),
        ] {
            let BadSetting(line) = bucket(&[(setting, value)]).unwrap_err();
            assert!(line.contains(&setting["ATRIUM_".len()..].to_lowercase()), "{line}");
            assert!(!line.contains("canary"), "{line}");
        }
    }

    #[test]
    fn files_to_import_are_left_in_one_place() {
        let place = |set: &[(&str, &str)]| with(set).map(|settings| settings.import_place);
        assert_eq!(place(&[]), Ok(None));
        let folder = ("ATRIUM_IMPORT_FOLDER", "/srv/imports");
        assert_eq!(place(&[folder]), Ok(Some(ImportPlace::Folder("/srv/imports".into()))));
        let prefix = ("ATRIUM_IMPORT_PREFIX", "imports/");
        assert!(place(&[prefix]).is_err() && place(&[folder, prefix]).is_err());
        let bucket = [
            ("ATRIUM_FILES_BUCKET", "uploads"),
            ("ATRIUM_FILES_ACCESS_KEY", "a"),
            ("ATRIUM_FILES_SECRET_KEY", "b"),
            prefix,
        ];
        assert_eq!(place(&bucket), Ok(Some(ImportPlace::Prefix("imports".to_owned()))));
    }

    #[test]
    fn a_language_model_needs_a_name_and_tls_and_its_key_may_be_in_a_file() {
        let model = |more: &[(&str, &str)]| {
            let set =
                [("ATRIUM_ASSISTANT_URL", "https://models.example.com/v1"), ("ATRIUM_ASSISTANT_MODEL", "m")];
            with(&[set.as_slice(), more].concat()).map(|settings| settings.assistant_model.unwrap())
        };
        assert!(with(&[]).unwrap().assistant_model.is_none());
        let inside =
            [("ATRIUM_ASSISTANT_URL", "http://models:8000/v1"), ("ATRIUM_OUTBOUND_ALLOWED_HOSTS", "models")];
        assert_eq!(model(&inside).ok().map(|found| found.url.port()), Some(Some(8000)));
        for (setting, value) in [
            ("ATRIUM_ASSISTANT_URL", "http://models:8000/v1"),
            ("ATRIUM_ASSISTANT_URL", "ftp://models.example.com"),
            ("ATRIUM_ASSISTANT_URL", "https://someone:canary@models.example.com/v1"),
            ("ATRIUM_ASSISTANT_URL", "https://models.example.com/v1?key=canary"),
            ("ATRIUM_ASSISTANT_URL", "models"),
            ("ATRIUM_ASSISTANT_MODEL", ""),
            ("ATRIUM_ASSISTANT_KEY_FILE", "/there/is/none"),
        ] {
            let Err(BadSetting(line)) = model(&[(setting, value)]) else { panic!("{setting}={value}") };
            assert!(line.contains(&setting["ATRIUM_".len()..].to_lowercase()), "{line}");
            assert!(!line.contains("canary"), "{line}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "canary-key\n").unwrap();
        let file = ("ATRIUM_ASSISTANT_KEY_FILE", path.to_str().unwrap());
        assert_eq!(model(&[file]).ok().unwrap().key.expose_secret(), "canary-key");
        assert!(model(&[file, ("ATRIUM_ASSISTANT_KEY", "canary")]).is_err());
    }

    #[test]
    fn a_file_overrides_the_defaults_and_is_checked_for_names_and_types() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("atrium.toml");
        for (text, ok) in [
            ("listen = \"0.0.0.0:80\"", true),
            ("listen = 80", false),
            ("listen = \"x\"", false),
            ("=", false),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(Settings::load(Some(&path), [], &[]).is_ok(), ok, "{text}");
        }
    }

    #[test]
    fn serving_needs_a_key_of_32_bytes() {
        assert!(with(&[]).unwrap().master_key().unwrap_err().0.contains("openssl rand -base64 32"));
        assert!(with(&[("ATRIUM_MASTER_KEY", "c2hvcnQ=")]).unwrap().master_key().is_err());
        let good = "3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=";
        assert!(with(&[("ATRIUM_MASTER_KEY", good)]).unwrap().master_key().is_ok());
        let zeros = format!("{}=", "A".repeat(43));
        let refused = with(&[("ATRIUM_MASTER_KEY", &zeros)]).unwrap().master_key().unwrap_err();
        assert!(refused.0.contains("easy to guess") && refused.0.contains("openssl rand"), "{}", refused.0);
    }
}
