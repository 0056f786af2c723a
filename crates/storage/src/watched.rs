//! A place where others leave files: a folder, or the keys with a prefix in a bucket. Files are looked at and moved, never
//! deleted.

use super::{Bucket, Error, amazon, away};
use futures_util::StreamExt;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Location;
use object_store::prefix::PrefixStore;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use std::path::Path;
use std::sync::Arc;

#[derive(Clone)]
pub struct WatchedPlace {
    store: Arc<dyn ObjectStore>,
}

/// A file that someone left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftFile {
    /// Its parts with `/` between them.
    pub path: String,
    pub size_bytes: u64,
    /// Seconds since 1970.
    pub written_at: i64,
    /// Another one than that of other bytes under the same path.
    pub mark: String,
}

impl LeftFile {
    fn of(meta: &ObjectMeta) -> LeftFile {
        let at = meta.last_modified;
        LeftFile {
            path: meta.location.to_string(),
            size_bytes: meta.size,
            written_at: at.timestamp(),
            mark: format!("{} {}", meta.size, at.timestamp_micros()),
        }
    }
}

impl WatchedPlace {
    /// The folder has to be there.
    pub fn folder(path: &Path) -> Result<WatchedPlace, String> {
        let folder = LocalFileSystem::new_with_prefix(path);
        let folder =
            folder.map_err(|error| format!("cannot watch the folder {}: {error}", path.display()))?;
        Ok(WatchedPlace { store: Arc::new(folder) })
    }

    pub fn prefix(bucket: &Bucket<'_>, prefix: &str) -> Result<WatchedPlace, String> {
        Ok(WatchedPlace { store: Arc::new(PrefixStore::new(amazon(bucket)?, prefix)) })
    }

    /// The first so many files that `is_meant` wants, in no particular order.
    pub async fn list(
        &self,
        most: usize,
        is_meant: impl Fn(&LeftFile) -> bool,
    ) -> Result<Vec<LeftFile>, Error> {
        let (mut all, mut found) = (self.store.list(None), vec![]);
        while found.len() < most
            && let Some(meta) = all.next().await
        {
            let file = LeftFile::of(&meta.map_err(away)?);
            if is_meant(&file) {
                found.push(file);
            }
        }
        Ok(found)
    }

    /// `Missing` if it's gone.
    pub async fn look(&self, path: &str) -> Result<LeftFile, Error> {
        Ok(LeftFile::of(&self.store.head(&at(path)?).await.map_err(away)?))
    }

    /// Bytes of a file from one place to before another.
    pub async fn part(&self, path: &str, from: u64, to: u64) -> Result<Vec<u8>, Error> {
        Ok(self.store.get_range(&at(path)?, from..to).await.map_err(away)?.to_vec())
    }

    /// `Missing` if it's gone. What was under the new path is replaced.
    pub async fn move_to(&self, path: &str, new: &str) -> Result<(), Error> {
        self.store.rename(&at(path)?, &at(new)?).await.map_err(away)
    }
}

fn at(path: &str) -> Result<Location, Error> {
    Location::parse(path).map_err(|_| Error::BadKey)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_that_was_left_is_read_and_moved() {
        let folder = tempfile::tempdir().unwrap();
        assert!(WatchedPlace::folder(&folder.path().join("none")).is_err());
        let inside = folder.path().join("Cedar Group/Cedar Outfitters");
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::write(inside.join("people.csv"), "username\nana\n").unwrap();
        std::fs::write(inside.join("other.csv"), "x").unwrap();
        let place = WatchedPlace::folder(folder.path()).unwrap();
        let found = place.list(5, |file| file.path.ends_with("people.csv")).await.unwrap();
        let [file] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((file.path.as_str(), file.size_bytes), ("Cedar Group/Cedar Outfitters/people.csv", 13));
        assert_eq!(place.look(&file.path).await.unwrap(), *file);
        assert_eq!(place.part(&file.path, 9, 13).await.unwrap(), b"ana\n");
        place.move_to(&file.path, "Cedar Group/Cedar Outfitters/done/people.csv").await.unwrap();
        assert!(matches!(place.look(&file.path).await, Err(Error::Missing)));
        assert!(matches!(place.move_to(&file.path, "x").await, Err(Error::Missing)));
        assert!(inside.join("done/people.csv").exists());
        assert!(place.look("../secret").await.is_err());
    }
}
