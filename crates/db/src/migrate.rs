//! Migrations: forward only, numbered 1, 2, 3 …, each with its record in one transaction. A killed one leaves nothing
//! behind; when several nodes start together, one does the work and the others wait for it.

use crate::{Db, Error, Read, Result, params};

/// What a migration runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The rule: one text for both engines.
    Both(&'static str),
    /// When each engine unavoidably needs its own.
    Each { sqlite: &'static str, postgres: &'static str },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub text: Text,
}

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

impl Migration {
    /// Of the text that one of the engines runs.
    pub fn checksum(&self, is_sqlite: bool) -> i64 {
        checksum(self.text_for(is_sqlite))
    }

    fn text_for(&self, is_sqlite: bool) -> &'static str {
        match self.text {
            Text::Both(text) => text,
            Text::Each { sqlite, .. } if is_sqlite => sqlite,
            Text::Each { postgres, .. } => postgres,
        }
    }
}

const CREATE: &str = "CREATE TABLE IF NOT EXISTS schema_migration (
    version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum BIGINT NOT NULL)";
/// An arbitrary number, the same on all nodes. Waiting for the lock must not time out, and the server doesn't need to
/// mention at each migration that the table above already exists.
const LOCK: &str = "SET LOCAL statement_timeout = 0; SET LOCAL client_min_messages = warning;
    SELECT pg_advisory_xact_lock(7305112)";

impl Db {
    /// Brings the schema up to the end of the list and returns how many migrations ran.
    pub async fn migrate(&self, list: &[Migration]) -> Result<usize> {
        if !list.iter().map(|m| m.version).eq(1..=list.len() as i64) {
            return Err(Error::Other("The migrations are not numbered 1, 2, 3 …".into()));
        }
        let mut done = 0;
        let mut waits = 0;
        loop {
            match self.migrate_one(list).await {
                Ok(true) => done += 1,
                Ok(false) => return Ok(done),
                // Another process is migrating the same file: it gets a minute.
                Err(Error::Retry(_)) if waits < 12 => waits += 1,
                Err(e) => return Err(e),
            }
        }
    }

    /// The number of the last migration; 0 for an empty database.
    pub async fn schema_version(&self) -> Result<i64> {
        let exists = if self.is_sqlite() {
            "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_migration'"
        } else {
            "SELECT count(to_regclass('schema_migration'))"
        };
        let own = self.uncounted();
        match own.one::<(i64,)>(exists, params![]).await? {
            (0,) => Ok(0),
            _ => Ok(own
                .one::<(i64,)>("SELECT coalesce(max(version), 0) FROM schema_migration", params![])
                .await?
                .0),
        }
    }

    /// How many are still to run. Refuses what [`Db::migrate`] would refuse, and changes nothing.
    pub async fn missing_migrations(&self, list: &[Migration]) -> Result<usize> {
        if self.schema_version().await? == 0 {
            return Ok(list.len());
        }
        Ok(self.missing(&self.uncounted(), list).await?.len())
    }

    /// Runs the first missing one. The list is compared under the lock, because another node may have been migrating
    /// until now.
    async fn migrate_one(&self, list: &[Migration]) -> Result<bool> {
        let mut tx = self.uncounted().begin_write().await?;
        if !self.is_sqlite() {
            tx.batch(LOCK).await?;
        }
        tx.batch(CREATE).await?;
        let Some(next) = self.missing(&mut tx, list).await?.first() else {
            return Ok(false);
        };
        let text = self.text_of(next);
        tx.batch(text).await.map_err(|e| match e {
            Error::Unavailable(_) => e,
            e => Error::Other(format!(
                "Migration {} ({}) failed: {}",
                next.version,
                next.name,
                e.to_string().trim_end_matches('.')
            )),
        })?;
        let record = params![next.version, next.name, checksum(text)];
        tx.exec("INSERT INTO schema_migration (version, name, checksum) VALUES ($1, $2, $3)", record).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Texts come before numbers: a database that ran other migrations isn't a newer one, however many it ran.
    async fn missing<'a>(&self, mut by: impl Read, list: &'a [Migration]) -> Result<&'a [Migration]> {
        let applied: Vec<(i64, i64)> =
            by.all("SELECT version, checksum FROM schema_migration ORDER BY version", params![]).await?;
        for (&(version, applied), migration) in applied.iter().zip(list) {
            if version != migration.version || applied != checksum(self.text_of(migration)) {
                return Err(Error::OtherSchema { version: migration.version, name: migration.name });
            }
        }
        let known = list.len() as i64;
        if let Some(&(found, _)) = applied.last()
            && found > known
        {
            return Err(Error::NewerSchema { found, known });
        }
        Ok(list.get(applied.len()..).unwrap_or_default())
    }

    fn text_of(&self, migration: &Migration) -> &'static str {
        migration.text_for(self.is_sqlite())
    }
}

/// FNV-1a: it detects an edit, not an attack.
fn checksum(text: &str) -> i64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash.cast_signed()
}
