//! The text of documents, so that they can be searched. A file is read once, soon after it was added, by a process that has
//! nothing of ours: no settings, no keys, a gigabyte of addresses and ten seconds. What it can't read is remembered as such.

use super::store;
use crate::access;
use crate::app::App;
use crate::files;
use crate::shared::id::FileId;
use crate::shared::problem::Problem;
use crate::shared::seal;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TextPassage {
    /// Word files don't say where their pages end.
    pub page: Option<i64>,
    pub text: String,
}

const SEALED_AS: &str = "document text";
const AT_A_TIME: i64 = 10;
const READING_LIMIT: Duration = Duration::from_secs(10);
/// More than the longest text that is kept, as JSON.
const MAX_JSON_BYTES: u64 = 4 * 1024 * 1024;

/// What a document's text is now.
pub(super) enum DocumentText {
    Read(Vec<TextPassage>),
    /// It can't be read: a scan, or a file that breaks its reader.
    Unreadable,
}

pub(super) fn opened(app: &App, id: FileId, content: Option<&[u8]>) -> Result<DocumentText, Problem> {
    let Some(content) = content else { return Ok(DocumentText::Unreadable) };
    let plain = seal::open(&app.keys.secrets, SEALED_AS, id.0, content)?;
    serde_json::from_slice(&plain)
        .map(DocumentText::Read)
        .map_err(|error| Problem::Internal(format!("the text of file {id}: {error}")))
}

/// Reads new documents beside everything else: a slow file holds up no mail.
pub fn begin_reading(app: &App) {
    static IS_READING: AtomicBool = AtomicBool::new(false);
    if IS_READING.swap(true, Ordering::AcqRel) {
        return;
    }
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(problem) = read_new(&app).await {
            tracing::warn!(?problem, "the text of documents waits");
        }
        IS_READING.store(false, Ordering::Release);
    });
}

/// Reads the documents that haven't been read yet. Returns how many it read, or found to be unreadable.
pub async fn read_new(app: &App) -> Result<i64, Problem> {
    let scope = access::upkeep();
    let (mut done, mut skipped) = (0, 0);
    loop {
        let unread = store::unread(&app.db, &scope, AT_A_TIME, skipped).await?;
        if unread.is_empty() {
            return Ok(done);
        }
        for file in unread {
            let bytes = match files::look_into(app, &scope, file.tenant_id, file.file_id).await {
                Ok(bytes) => bytes,
                // Removed meanwhile, or the storage is away: the next round knows.
                Err(problem) => {
                    tracing::warn!(?problem, file = %file.file_id, "the text of a document waits");
                    skipped += 1;
                    continue;
                }
            };
            let content = read_apart(app, file.content_type.clone(), bytes).await?;
            let sealed = content
                .map(|json| seal::seal(&app.keys.secrets, &app.randomness, SEALED_AS, file.file_id.0, &json));
            let mut tx = app.db.begin_write().await?;
            store::keep_text(&mut tx, &scope, &file, sealed, app.clock.now()).await?;
            tx.commit().await?;
            done += 1;
        }
    }
}

/// The passages as JSON; nothing if the file can't be read.
async fn read_apart(app: &App, kind: String, bytes: Vec<u8>) -> Result<Option<Vec<u8>>, Problem> {
    let program = app.program.clone();
    let read = tokio::task::spawn_blocking(move || in_a_process(&program, &kind, bytes)).await;
    let json = read.map_err(|error| Problem::Internal(error.to_string()))?;
    // It may say anything: only passages are kept.
    Ok(json.filter(|json| serde_json::from_slice::<Vec<TextPassage>>(json).is_ok()))
}

/// The shell sets the limits, which the process can't raise.
fn in_a_process(program: &Path, kind: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
    const LIMITED: &str = "ulimit -t 10; ulimit -v 1048576; exec \"$0\" read-document \"$1\"";
    let mut command = Command::new("/bin/sh");
    command.args(["-c", LIMITED]).arg(program).arg(kind).env_clear().current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let (stdin, stdout) = (child.stdin.take()?, child.stdout.take()?);
    let writing = std::thread::spawn(move || {
        let mut stdin = stdin;
        // It may end before it has read everything.
        let _ = stdin.write_all(&bytes);
    });
    let reading = std::thread::spawn(move || {
        let mut json = vec![];
        stdout.take(MAX_JSON_BYTES).read_to_end(&mut json).ok().map(|_| json)
    });
    let is_done = ended_well(&mut child);
    let _ = writing.join();
    reading.join().ok().flatten().filter(|_| is_done)
}

fn ended_well(child: &mut Child) -> bool {
    let began = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if began.elapsed() < READING_LIMIT => std::thread::sleep(Duration::from_millis(10)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_fails_or_hangs_up_reads_nothing() {
        assert_eq!(in_a_process(Path::new("/there/is/none"), "application/pdf", vec![0; 1_000_000]), None);
        assert_eq!(in_a_process(Path::new("/bin/false"), "application/pdf", vec![0; 1_000_000]), None);
    }

    #[test]
    fn the_reader_has_no_settings_and_its_limits() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("reader");
        std::fs::write(&program, "#!/bin/sh\nenv\nulimit -t\nulimit -v\npwd\n").unwrap();
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let said = String::from_utf8(in_a_process(&program, "x", vec![]).unwrap()).unwrap();
        assert!(said.ends_with("10\n1048576\n/\n"), "{said}");
        assert!(!said.contains("ATRIUM") && !said.contains("HOME"), "{said}");
    }
}
