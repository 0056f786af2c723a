//! What the settings must be, alone and together.

use super::layers::Layers;
use super::{AssistantModel, BadSetting, FilesBucket, ImportPlace, LogFormat, Settings, is_loopback};
use crate::shared::banks::Directory;
use crate::shared::breached::Breached;
use crate::shared::keys::Keys;
use crate::shared::network::{Forwarding, ForwardingHeader, Network};
use std::path::{Path, PathBuf};
use std::time::Duration;
use url::Url;

impl Layers {
    pub(super) fn settings(self) -> Result<Settings, BadSetting> {
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
            let source = self.source("database_url");
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
}
