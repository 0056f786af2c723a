//! The outside of a backup: a tar archive, compressed and encrypted on a thread of its own while the next rows are read.
//! Nothing is written in the clear, not even for a moment.

use super::key::BackupRecipient;
use age::stream::StreamWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Error, Result, Write};
use std::thread::JoinHandle;
use tokio::sync::mpsc;

/// How many parts may wait.
const QUEUE: usize = 4;

type PackedArchive<W> = tar::Builder<GzEncoder<StreamWriter<W>>>;

/// `W` comes back once everything is written to it.
pub(super) struct ArchiveWriter<W> {
    parts: mpsc::Sender<(String, Vec<u8>)>,
    thread: JoinHandle<Result<W>>,
}

impl<W: Write + Send + 'static> ArchiveWriter<W> {
    pub(super) fn new(out: W, recipients: &[BackupRecipient]) -> Result<ArchiveWriter<W>> {
        let all = recipients.iter().map(|recipient| recipient as &dyn age::Recipient);
        let encryptor = age::Encryptor::with_recipients(all).map_err(Error::other)?;
        let (parts, mut waiting) = mpsc::channel::<(String, Vec<u8>)>(QUEUE);
        let pack = move || {
            let encrypted = encryptor.wrap_output(out)?;
            // Sealed files don't get smaller, and rows do at any level.
            let mut archive = tar::Builder::new(GzEncoder::new(encrypted, Compression::fast()));
            let mut is_whole = false;
            while let Some((path, bytes)) = waiting.blocking_recv() {
                is_whole = path.is_empty();
                if !is_whole {
                    add(&mut archive, &path, &bytes)?;
                }
            }
            if !is_whole {
                return Err(Error::other("the backup was given up"));
            }
            let mut out = archive.into_inner()?.finish()?.finish()?;
            out.flush()?;
            Ok(out)
        };
        let thread = std::thread::Builder::new().name("backup".into()).spawn(pack)?;
        Ok(ArchiveWriter { parts, thread })
    }

    /// False: the thread has ended, and `finish` says why.
    pub(super) async fn add(&self, path: impl Into<String>, bytes: Vec<u8>) -> bool {
        self.parts.send((path.into(), bytes)).await.is_ok()
    }

    pub(super) async fn finish(self) -> Result<W> {
        let _ = self.parts.send((String::new(), vec![])).await;
        drop(self.parts);
        let ended = tokio::task::spawn_blocking(|| self.thread.join()).await;
        ended.map_err(Error::other)?.map_err(|_| Error::other("the backup's thread panicked"))?
    }
}

fn add<W: Write>(archive: &mut PackedArchive<W>, path: &str, bytes: &[u8]) -> Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_path(path)?;
    header.set_size(bytes.len() as u64);
    header.set_mode(0o600);
    header.set_mtime(0);
    header.set_entry_type(tar::EntryType::Regular);
    header.set_cksum();
    archive.append(&header, bytes)
}
