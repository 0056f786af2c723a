//! Where the bytes of files lie: a folder of the data directory, one folder a tenant, under keys that nobody can guess.

use crate::config::Settings;
use crate::shared::clock::Randomness;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::fs;
use tokio::io::AsyncWriteExt;

#[derive(Clone)]
pub struct Storage(Arc<Path>);

impl Storage {
    pub fn open(settings: &Settings) -> Result<Storage, String> {
        let folder = &settings.files_dir;
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
        Ok(Storage(folder.as_path().into()))
    }

    pub(super) fn new_key(tenant: TenantId, randomness: &Randomness) -> String {
        let mut random = [0; 16];
        randomness.fill(&mut random);
        format!("{tenant}/{:032x}", u128::from_be_bytes(random))
    }

    /// Whole or not at all: the name appears when the bytes are on the disk.
    pub(super) async fn put(&self, key: &str, bytes: &[u8]) -> Result<(), Problem> {
        let path = self.path(key)?;
        let unfinished = path.with_extension("part");
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).await.map_err(away)?;
        }
        let mut file = fs::File::create(&unfinished).await.map_err(away)?;
        file.write_all(bytes).await.map_err(away)?;
        file.sync_all().await.map_err(away)?;
        fs::rename(&unfinished, &path).await.map_err(away)
    }

    pub(super) async fn get(&self, key: &str) -> Result<Vec<u8>, Problem> {
        fs::read(self.path(key)?).await.map_err(away)
    }

    /// What is gone already is gone.
    pub(super) async fn delete(&self, key: &str) -> Result<(), Problem> {
        match fs::remove_file(self.path(key)?).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(away(error)),
            _ => Ok(()),
        }
    }

    /// A key is one folder and one name, as `new_key` makes them; nothing else leads anywhere.
    fn path(&self, key: &str) -> Result<PathBuf, Problem> {
        let is_plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
        match key.split_once('/') {
            Some((tenant, name)) if is_plain(tenant) && is_plain(name) => Ok(self.0.join(tenant).join(name)),
            _ => Err(Problem::Internal("a file has a key that no file has".into())),
        }
    }
}

fn away(error: std::io::Error) -> Problem {
    Problem::Unavailable(format!("the file storage: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_put_is_read_back_and_a_deleted_file_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage(folder.path().into());
        let tenant = TenantId(uuid::Uuid::from_u128(7));
        let key = Storage::new_key(tenant, &Randomness::seeded("files"));
        storage.put(&key, b"bytes").await.unwrap();
        assert_eq!(storage.get(&key).await.unwrap(), b"bytes");
        storage.delete(&key).await.unwrap();
        storage.delete(&key).await.unwrap();
        assert!(matches!(storage.get(&key).await, Err(Problem::Unavailable(_))));
    }

    #[test]
    fn no_key_leads_out_of_the_folder() {
        let storage = Storage(Path::new("files").into());
        for key in ["../secret", "a/../../b", "/etc/passwd", "a", "a/b/c", "a/", "/b", "a/.."] {
            assert!(storage.path(key).is_err(), "{key}");
        }
    }
}
