//! Bytes by key: in a folder, or in a bucket of an S3-compatible service. Knows nothing of what the bytes are, or whose.
//!
//! A key is two plain parts, `folder/name`, each of hexadecimal digits and hyphens: nothing else leads anywhere.

mod watched;

pub use watched::{LeftFile, WatchedPlace};

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::local::LocalFileSystem;
use object_store::path::Path as Location;
use object_store::{
    BackoffConfig, ClientOptions, ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The most one request may take; a person waits for it.
const PATIENCE: Duration = Duration::from_secs(8);
const CONNECT: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub struct Storage {
    store: Arc<dyn ObjectStore>,
    /// Of a folder: what is put there is for its owner alone.
    root: Option<Arc<Path>>,
}

/// A bucket, and who we are there. Has no `Debug`: it would end up in a log.
pub struct Bucket<'a> {
    pub name: &'a str,
    /// Of the service; empty: Amazon's own, by region.
    pub endpoint: &'a str,
    pub region: &'a str,
    pub access_key: &'a str,
    pub secret_key: &'a str,
}

#[derive(Debug)]
pub enum Error {
    /// There is nothing under this key.
    Missing,
    /// A key that no object has.
    BadKey,
    /// The disk or the service did not do it, for this reason.
    Away(String),
}

/// What lies in the storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub key: String,
    /// Seconds since 1970.
    pub written_at: i64,
}

impl Storage {
    /// The folder is made if it is not there.
    pub fn folder(path: &Path) -> Result<Storage, String> {
        let cannot =
            |error: &dyn std::fmt::Display| format!("cannot use the folder {}: {error}", path.display());
        // A folder that is there already keeps the rights that its operator gave it.
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(|error| cannot(&error))?;
        let folder = LocalFileSystem::new_with_prefix(path).map_err(|error| cannot(&error))?;
        Ok(Storage { store: Arc::new(folder), root: Some(path.into()) })
    }

    /// Nothing is sent before something is put or asked for.
    pub fn bucket(bucket: &Bucket<'_>) -> Result<Storage, String> {
        Ok(Storage { store: Arc::new(amazon(bucket)?), root: None })
    }

    /// Whole or not at all.
    pub async fn put(&self, key: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let location = location(key)?;
        let Some(root) = &self.root else {
            self.store.put(&location, PutPayload::from(bytes)).await.map_err(away)?;
            return Ok(());
        };
        let path = root.join(key);
        let written = tokio::task::spawn_blocking(move || write_file(&path, &bytes)).await;
        let written = written.unwrap_or_else(|error| Err(std::io::Error::other(error)));
        written.map_err(|error| Error::Away(format!("cannot write a file: {error}")))
    }

    pub async fn get(&self, key: &str) -> Result<Vec<u8>, Error> {
        let found = self.store.get(&location(key)?).await.map_err(away)?;
        Ok(found.bytes().await.map_err(away)?.to_vec())
    }

    /// What is gone already is gone.
    pub async fn delete(&self, key: &str) -> Result<(), Error> {
        match self.store.delete(&location(key)?).await.map_err(away) {
            Err(Error::Missing) => Ok(()),
            done => done,
        }
    }

    /// Everything that was written before a moment (seconds since 1970), in the order of the storage. What has no key of ours is
    /// not ours, and passed over.
    pub fn older_than(&self, moment: i64) -> BoxStream<'static, Result<Object, Error>> {
        let old = move |found: object_store::Result<ObjectMeta>| async move {
            let meta = match found {
                Ok(meta) => meta,
                Err(error) => return Some(Err(away(error))),
            };
            let object =
                Object { key: meta.location.to_string(), written_at: meta.last_modified.timestamp() };
            let is_meant = object.written_at < moment && location(&object.key).is_ok();
            is_meant.then_some(Ok(object))
        };
        self.store.list(None).filter_map(old).boxed()
    }
}

fn amazon(bucket: &Bucket<'_>) -> Result<AmazonS3, String> {
    let is_plain = bucket.endpoint.starts_with("http://");
    let client =
        ClientOptions::new().with_timeout(PATIENCE).with_connect_timeout(CONNECT).with_allow_http(is_plain);
    let retry =
        RetryConfig { backoff: BackoffConfig::default(), max_retries: 1, retry_timeout: PATIENCE / 2 };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket.name)
        .with_region(bucket.region)
        .with_access_key_id(bucket.access_key)
        .with_secret_access_key(bucket.secret_key)
        // Not every service of the kind deletes in bulk.
        .with_disable_bulk_delete(true)
        .with_client_options(client)
        .with_retry(retry);
    if !bucket.endpoint.is_empty() {
        builder = builder.with_endpoint(bucket.endpoint);
    }
    builder.build().map_err(|error| format!("cannot use the bucket {}: {error}", bucket.name))
}

/// For its owner alone from the first byte on, which the crate's own way of writing a file is not. It is written under another
/// name, which nothing lists, and then renamed; both are on the disk before this returns.
fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().ok_or(std::io::ErrorKind::InvalidInput)?;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let staged = path.with_extension("part#1");
    let written = (|| {
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&staged)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&staged, path)
    })();
    if let Err(error) = written {
        let _ = std::fs::remove_file(&staged);
        return Err(error);
    }
    std::fs::File::open(folder)?.sync_all()
}

fn location(key: &str) -> Result<Location, Error> {
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    match key.split_once('/') {
        Some((folder, name)) if is_plain(folder) && is_plain(name) => {
            Location::parse(key).map_err(|_| Error::BadKey)
        }
        _ => Err(Error::BadKey),
    }
}

fn away(error: object_store::Error) -> Error {
    match error {
        object_store::Error::NotFound { .. } => Error::Missing,
        // The chain says which host did not answer; neither names nor carries our keys.
        error => Error::Away(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const KEY: &str = "00000000-0000-7000-8000-000000000001/0123456789abcdef";

    async fn keys(storage: &Storage, moment: i64) -> Vec<String> {
        let mut all: Vec<String> =
            storage.older_than(moment).map(|object| object.unwrap().key).collect().await;
        all.sort();
        all
    }

    #[tokio::test]
    async fn what_is_put_is_read_back_and_a_deleted_object_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::folder(&folder.path().join("files")).unwrap();
        storage.put(KEY, b"bytes".to_vec()).await.unwrap();
        assert_eq!(storage.get(KEY).await.unwrap(), b"bytes");
        let file = folder.path().join("files").join(KEY);
        assert_eq!(std::fs::read(&file).unwrap(), b"bytes");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(&folder.path().join("files"))), (0o600, 0o700));
        storage.delete(KEY).await.unwrap();
        storage.delete(KEY).await.unwrap();
        assert!(matches!(storage.get(KEY).await, Err(Error::Missing)));
    }

    #[test]
    fn a_file_is_its_owners_alone_while_it_is_written_and_a_failed_write_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ab/cd");
        let (done, watched) = (std::sync::atomic::AtomicBool::new(false), folder.path().join("ab"));
        let modes = std::thread::scope(|scope| {
            let watching = scope.spawn(|| {
                let mut modes = std::collections::BTreeSet::new();
                while !done.load(std::sync::atomic::Ordering::Acquire) {
                    for file in std::fs::read_dir(&watched).into_iter().flatten().flatten() {
                        modes.extend(file.metadata().map(|about| about.permissions().mode() & 0o777));
                    }
                }
                modes
            });
            for _ in 0..50 {
                write_file(&path, &[7; 1 << 20]).unwrap();
            }
            done.store(true, std::sync::atomic::Ordering::Release);
            watching.join().unwrap()
        });
        assert_eq!(modes.into_iter().collect::<Vec<_>>(), [0o600]);
        std::fs::create_dir(folder.path().join("ab/ef")).unwrap();
        assert!(write_file(&folder.path().join("ab/ef"), b"x").is_err(), "a folder is in the way");
        assert_eq!(std::fs::read_dir(folder.path().join("ab")).unwrap().count(), 2);
    }

    #[tokio::test]
    async fn no_key_leads_out_of_the_storage() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::folder(folder.path()).unwrap();
        for key in ["../secret", "a/../../b", "/etc/passwd", "a", "a/b/c", "a/", "/b", "a/..", "a/%2e%2e"] {
            assert!(matches!(storage.get(key).await, Err(Error::BadKey)), "{key}");
            assert!(matches!(storage.put(key, vec![]).await, Err(Error::BadKey)), "{key}");
        }
    }

    #[tokio::test]
    async fn only_old_objects_under_keys_of_ours_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::folder(folder.path()).unwrap();
        for n in 0..5 {
            storage.put(&format!("ab/{n}"), vec![1]).await.unwrap();
        }
        std::fs::write(folder.path().join("notes.txt"), "not ours").unwrap();
        let long_ago = std::time::UNIX_EPOCH + Duration::from_secs(1_000);
        for n in 0..3 {
            let file =
                std::fs::File::options().write(true).open(folder.path().join(format!("ab/{n}"))).unwrap();
            file.set_modified(long_ago).unwrap();
        }
        assert_eq!(keys(&storage, 2_000).await, ["ab/0", "ab/1", "ab/2"]);
        assert_eq!(keys(&storage, 1_000).await, Vec::<String>::new());
    }
}
