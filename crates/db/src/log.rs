//! A SQLite commit is answered only once it's on disk, and many commits get there together. SQLite itself writes the
//! log and syncs to disk only before a checkpoint (`synchronous=NORMAL`); this thread syncs after each commit, for all
//! that came in meanwhile, while the next change is already being made.

use crate::{Error, Result};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What to do once a commit is on disk, or failed to get there.
type Kept = Box<dyn FnOnce(Result<()>) + Send>;

#[derive(Default)]
pub(crate) struct Log {
    state: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Default)]
struct Waiting {
    commits: Vec<Kept>,
    closed: bool,
}

impl Log {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, commit: Kept) {
        self.lock().commits.push(commit);
        self.wake.notify_one();
    }

    /// All that are waiting, or `None` if no more will come.
    fn take(&self) -> Option<Vec<Kept>> {
        let mut waiting = self.lock();
        while waiting.commits.is_empty() {
            if waiting.closed {
                return None;
            }
            waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        Some(std::mem::take(&mut waiting.commits))
    }

    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_one();
    }
}

pub(crate) fn start(log: &Arc<Log>, database: &Path) -> Result<JoinHandle<()>> {
    let mut path = database.as_os_str().to_owned();
    path.push("-wal");
    let (log, path) = (log.clone(), PathBuf::from(path));
    let thread = std::thread::Builder::new().name("sqlite-log".into());
    thread
        .spawn(move || {
            let mut file = None;
            while let Some(commits) = log.take() {
                let kept = sync(&path, &mut file);
                commits.into_iter().for_each(|commit| commit(kept.clone()));
            }
        })
        .map_err(|error| Error::Unavailable(format!("Cannot start a database thread: {error}")))
}

/// The log stays one file for as long as a connection is open. The last one removes it once all of it is in the
/// database.
fn sync(path: &Path, file: &mut Option<File>) -> Result<()> {
    let opened = match file.take() {
        Some(opened) => Ok(opened),
        None => File::open(path),
    };
    let synced = opened.and_then(|opened| opened.sync_data().map(|()| opened));
    match synced {
        Ok(opened) => {
            *file = Some(opened);
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::Unavailable(format!("The disk didn't keep a change: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn every_commit_is_answered_in_its_order_and_the_thread_ends() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("some.db");
        for has_log in [false, true] {
            if has_log {
                std::fs::write(folder.path().join("some.db-wal"), "frames").unwrap();
            }
            let log = Arc::new(Log::default());
            let (send, answers) = mpsc::channel();
            let push = |n: usize| {
                let send = send.clone();
                log.push(Box::new(move |kept| send.send((n, kept)).unwrap()));
            };
            (0..3).for_each(push);
            let thread = start(&log, &database).unwrap();
            (3..100).for_each(push);
            log.close();
            thread.join().unwrap();
            let answers: Vec<_> = answers.try_iter().collect();
            assert_eq!(answers, (0..100).map(|n| (n, Ok(()))).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_disk_that_refuses_is_told() {
        let folder = tempfile::tempdir().unwrap();
        // A file where the folder should be.
        let path = folder.path().join("other");
        std::fs::write(&path, "").unwrap();
        let kept = sync(&path.join("some.db-wal"), &mut None);
        assert!(matches!(kept, Err(Error::Unavailable(_))), "{kept:?}");
    }
}
