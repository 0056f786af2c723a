//! What every node does once per minute: rotate keys, and delete rows that are no longer needed.

use crate::{Error, Provider, store};

/// Rows per statement, so that no statement holds its locks for long.
const BATCH: i64 = 500;
/// Of sessions. The rest waits for the next minute.
const BATCHES: usize = 20;

impl Provider {
    /// The application calls this once per minute.
    pub async fn tick(&self) -> Result<(), Error> {
        self.rotate_keys().await?;
        self.forget_long_ended();
        self.forget_addresses();
        self.0.verified.forget_expired(self.now().as_second());
        let (db, now) = (&self.0.db, self.now());
        // All of them: anyone can begin to sign in, and leaves as many behind each minute.
        while store::request::delete_expired(db, now, BATCH).await? == BATCH.cast_unsigned() {}
        store::client::delete_expired(db, now, BATCH).await?;
        // A session unused for this long is over by its idle limit, whatever else ended it, and so is its last access
        // token.
        let unused_since = self.last_tokens_expired() - self.0.settings.session_idle;
        for _ in 0..BATCHES {
            if store::session::delete_unused_since(db, unused_since, BATCH).await? < BATCH.cast_unsigned() {
                break;
            }
        }
        Ok(())
    }
}
