//! Uploaded files in pieces: each sealed with the tenant's key under its file and number, and read again one after another.

use super::store;
use crate::access::{BankScope, ImportScope, import_engine};
use crate::app::App;
use crate::shared::file_storage::Storage;
use crate::shared::keys::{SealKey, Vault};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::tenant_keys;
use db::Tx;
use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use uuid::Uuid;

fn vault(data_key: &[u8; 32]) -> Vault {
    Vault::new(&SealKey::new(data_key).seal(&[b"imports"]))
}

fn what(number: i64) -> String {
    format!("import piece {number}")
}

/// The tenant's key; created if it doesn't have one.
pub(super) async fn key(app: &App, tx: &mut Tx, scope: &ImportScope) -> Result<Vault, Problem> {
    let scope = BankScope::from(&import_engine(scope));
    Ok(vault(&tenant_keys::of_tenant(app, tx, &scope).await?))
}

/// Stores a piece, sealed. Its row is written by the caller; without one, the sweep takes the bytes after a day.
pub(super) async fn put(
    app: &App,
    scope: &ImportScope,
    (key, file, number): (&Vault, Uuid, i64),
    bytes: &[u8],
) -> Result<String, Problem> {
    let place = Storage::new_key(scope.tenant(), &app.randomness);
    let sealed = seal::seal(key, &app.randomness, &what(number), file, bytes);
    app.files.put(&place, sealed).await?;
    Ok(place)
}

/// A file's bytes, for a reader that waits: not on a thread that serves requests. `most` is how many pieces are wanted.
pub(super) async fn open(
    app: &App,
    scope: &ImportScope,
    file: Uuid,
    most: usize,
) -> Result<Box<dyn Read + Send>, Problem> {
    let pieces = store::pieces(&app.db, scope, file).await?;
    let bank = BankScope::from(&import_engine(scope));
    let key = tenant_keys::known(app, &app.db, &bank).await?;
    let key = vault(&key.ok_or_else(|| Problem::Internal(format!("the key of import file {file} is gone")))?);
    let (sender, receiver) = sync_channel(1);
    let app = app.clone();
    tokio::spawn(async move {
        for (number, place) in pieces.into_iter().take(most) {
            let piece = match app.files.get(&place).await {
                Ok(sealed) => seal::open(&key, &what(number), file, &sealed),
                Err(problem) => Err(problem),
            };
            let piece = piece.map_err(|problem| io::Error::other(problem.message().to_owned()));
            let is_last = piece.is_err();
            let sender = sender.clone();
            // The reader may take its time, or be gone.
            let sent = tokio::task::spawn_blocking(move || sender.send(piece)).await;
            if is_last || !matches!(sent, Ok(Ok(()))) {
                return;
            }
        }
    });
    Ok(Box::new(PieceReader { receiver, at: Cursor::new(vec![]) }))
}

struct PieceReader {
    receiver: Receiver<io::Result<Vec<u8>>>,
    at: Cursor<Vec<u8>>,
}

impl Read for PieceReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.at.read(into)?;
            if count > 0 || into.is_empty() {
                return Ok(count);
            }
            match self.receiver.recv() {
                Ok(piece) => self.at = Cursor::new(piece?),
                Err(_) => return Ok(0),
            }
        }
    }
}

/// Deletes bytes whose rows are gone. What can't be deleted now, the sweep takes.
pub(super) async fn delete(app: &App, keys: Vec<String>) {
    for key in keys {
        if let Err(problem) = app.files.delete(&key).await {
            tracing::warn!(?problem, "a piece of an import is left in storage");
        }
    }
}
