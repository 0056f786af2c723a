//! Uploaded files in pieces: each sealed with the tenant's key under its file and number, and read again one after another.

use super::rules::{UploadRefusal, check_size};
use super::store;
use crate::access::{BankScope, ImportScope, import_engine};
use crate::app::App;
use crate::shared::file_storage::Storage;
use crate::shared::keys::{SealKey, Vault};
use crate::shared::problem::Problem;
use crate::shared::seal;
use crate::tenant_keys;
use aws_lc_rs::digest;
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

const PIECE_BYTES: usize = 4 << 20;

/// Stores what comes in bit by bit, before there is a row for it.
pub(super) struct PieceWriter {
    key: Vault,
    pub file: Uuid,
    buffer: Vec<u8>,
    /// What was stored: where, and how much.
    pub places: Vec<(String, i64)>,
    pub size_bytes: i64,
    hash: digest::Context,
    /// The beginning, to tell what it is.
    pub head: Vec<u8>,
}

const HEAD_BYTES: usize = 64 << 10;

impl PieceWriter {
    pub(super) async fn begin(app: &App, scope: &ImportScope) -> Result<PieceWriter, Problem> {
        let mut tx = app.db.begin_write().await?;
        let key = key(app, &mut tx, scope).await?;
        tx.commit().await?;
        Ok(PieceWriter {
            key,
            file: app.ids.next(app.clock.now()),
            buffer: vec![],
            places: vec![],
            size_bytes: 0,
            hash: digest::Context::new(&digest::SHA256),
            head: vec![],
        })
    }

    pub(super) async fn write(
        &mut self,
        app: &App,
        scope: &ImportScope,
        bytes: &[u8],
    ) -> Result<(), Problem> {
        self.size_bytes += bytes.len() as i64;
        check_size(self.size_bytes.max(1))?;
        self.hash.update(bytes);
        let rest = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(rest)]);
        self.buffer.extend_from_slice(bytes);
        while self.buffer.len() >= PIECE_BYTES {
            let rest = self.buffer.split_off(PIECE_BYTES);
            let piece = std::mem::replace(&mut self.buffer, rest);
            self.store(app, scope, &piece).await?;
        }
        Ok(())
    }

    async fn store(&mut self, app: &App, scope: &ImportScope, piece: &[u8]) -> Result<(), Problem> {
        let number = self.places.len() as i64 + 1;
        let place = put(app, scope, (&self.key, self.file, number), piece).await?;
        self.places.push((place, piece.len() as i64));
        Ok(())
    }

    /// The rest; then the whole file's hash.
    pub(super) async fn end(&mut self, app: &App, scope: &ImportScope) -> Result<Vec<u8>, Problem> {
        if self.size_bytes == 0 {
            return Err(UploadRefusal::Empty.into());
        }
        let piece = std::mem::take(&mut self.buffer);
        if !piece.is_empty() {
            self.store(app, scope, &piece).await?;
        }
        Ok(self.hash.clone().finish().as_ref().to_vec())
    }

    /// Takes the bytes away again.
    pub(super) async fn give_up(self, app: &App) {
        delete(app, self.places.into_iter().map(|(place, _)| place).collect()).await;
    }
}

/// Rows set aside, sealed for a column.
pub(super) fn seal_aside(app: &App, key: &Vault, (job, kind): (Uuid, &str), bytes: &[u8]) -> Vec<u8> {
    seal::seal(key, &app.randomness, &format!("import aside {kind}"), job, bytes)
}

pub(super) async fn open_aside(
    app: &App,
    scope: &ImportScope,
    (job, kind): (Uuid, &str),
    sealed: &[u8],
) -> Result<Vec<u8>, Problem> {
    let bank = BankScope::from(&import_engine(scope));
    let key = tenant_keys::known(app, &app.db, &bank).await?.ok_or(Problem::NotFound)?;
    seal::open(&vault(&key), &format!("import aside {kind}"), job, sealed)
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
