//! What is done once a minute on every node: keys, and rows that nobody needs any more.

use crate::{Error, Provider, store};

/// Rows a statement, so that none holds its locks for long.
const BATCH: i64 = 500;
/// What is left after that many waits a minute.
const BATCHES: usize = 20;

impl Provider {
    /// Called by the application once a minute.
    pub async fn tick(&self) -> Result<(), Error> {
        self.rotate_keys().await?;
        self.forget_long_ended();
        self.forget_addresses();
        self.0.verified.forget_expired(self.now().as_second());
        let (db, now) = (&self.0.db, self.now());
        for _ in 0..BATCHES {
            if store::request::delete_expired(db, now, BATCH).await? < BATCH.cast_unsigned() {
                break;
            }
        }
        // A session that nothing has used for that long is over by its idle limit, whatever else ended it, and so is
        // the last access token it gave.
        let unused_since = self.last_tokens_expired() - self.0.settings.session_idle;
        for _ in 0..BATCHES {
            if store::session::delete_unused_since(db, unused_since, BATCH).await? < BATCH.cast_unsigned() {
                break;
            }
        }
        Ok(())
    }
}
