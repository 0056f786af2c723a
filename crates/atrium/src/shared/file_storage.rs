//! Where files are stored: a local folder or a bucket, with one folder per tenant and keys no one can guess.

use crate::shared::clock::Randomness;
use crate::shared::id::TenantId;
use crate::shared::problem::Problem;
use futures_util::stream::BoxStream;
use std::path::Path;
use storage::{Bucket, Error, Object};

#[derive(Clone)]
pub struct Storage(storage::Storage);

impl Storage {
    pub fn folder(path: &Path) -> Result<Storage, String> {
        storage::Storage::folder(path).map(Storage)
    }

    pub fn bucket(bucket: &Bucket<'_>) -> Result<Storage, String> {
        storage::Storage::bucket(bucket).map(Storage)
    }

    pub fn new_key(tenant: TenantId, randomness: &Randomness) -> String {
        let mut random = [0; 16];
        randomness.fill(&mut random);
        format!("{tenant}/{:032x}", u128::from_be_bytes(random))
    }

    pub async fn put(&self, key: &str, bytes: Vec<u8>) -> Result<(), Problem> {
        Ok(self.0.put(key, bytes).await?)
    }

    pub async fn get(&self, key: &str) -> Result<Vec<u8>, Problem> {
        Ok(self.0.get(key).await?)
    }

    /// Nothing if there are no bytes under this key.
    pub async fn look(&self, key: &str) -> Result<Option<Vec<u8>>, Problem> {
        match self.0.get(key).await {
            Err(Error::Missing) => Ok(None),
            found => Ok(Some(found?)),
        }
    }

    /// Looks for a file that isn't there: a storage that can say so works.
    pub async fn works(&self, tenant: TenantId) -> bool {
        let looked = self.0.get(&format!("{tenant}/{:032x}", 0)).await;
        matches!(looked, Ok(_) | Err(Error::Missing))
    }

    pub async fn delete(&self, key: &str) -> Result<(), Problem> {
        Ok(self.0.delete(key).await?)
    }

    /// What was written before a given moment.
    pub fn older_than(&self, moment: jiff::Timestamp) -> BoxStream<'static, Result<Object, Error>> {
        self.0.older_than(moment.as_second())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        match error {
            Error::BadKey => Problem::Internal("a file has an invalid storage key".into()),
            // A row always leads to its bytes: another process took them, or hasn't brought them back yet.
            Error::Missing => Problem::Unavailable("the file is missing from storage".into()),
            Error::Away(reason) => Problem::Unavailable(format!("the file storage: {reason}")),
        }
    }
}
