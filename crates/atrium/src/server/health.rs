//! `/healthz`: the process is alive. `/readyz`: it can take requests.

use super::routes::Served;
use crate::app::App;
use crate::shared::readiness;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// Anyone may ask, and finding out takes a write, so we reuse each answer for a while, whatever it is.
const HOLDS_FOR: Duration = Duration::from_secs(2);
/// More than fits in a file's spare blocks.
const PROBE_BYTES: usize = 64 * 1024;
const PROBE_FILE: &str = "space-probe";
/// A longer wait for the writer means waiting behind other work: a busy database still accepts writes.
const BUSY_AFTER: Duration = Duration::from_secs(1);

type Found = Result<(), &'static str>;

/// When we last tried to write, and the outcome.
#[derive(Default)]
pub(super) struct Writable(Mutex<Option<(Instant, Found)>>);

pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The database answers and has our schema, it and the disk accept writes, and no one has asked us to stop.
pub(super) async fn readyz(State(served): State<Served>) -> impl IntoResponse {
    if !served.app.is_ready.load(Ordering::Acquire) {
        return (StatusCode::SERVICE_UNAVAILABLE, "shutting down\n");
    }
    if served.app.db.ping().await.is_err() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the database doesn't respond\n");
    }
    match served.writable.check(&served.app).await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, why),
    }
}

impl Writable {
    async fn check(&self, app: &App) -> Found {
        let mut last = self.0.lock().await;
        if let Some((at, found)) = *last
            && at.elapsed() < HOLDS_FOR
        {
            return found;
        }
        let found = Self::try_it(app).await;
        *last = Some((Instant::now(), found));
        found
    }

    async fn try_it(app: &App) -> Found {
        for folder in folders(app) {
            let written = tokio::task::spawn_blocking(move || write_probe(folder)).await;
            if !matches!(written, Ok(Ok(()))) {
                return Err("the disk doesn't accept writes\n");
            }
        }
        match tokio::time::timeout(BUSY_AFTER, readiness::write(&app.db, app.clock.now())).await {
            Ok(Ok(())) | Err(_) | Ok(Err(db::Error::Retry(_) | db::Error::Timeout)) => Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready: the database doesn't accept writes");
                Err("the database doesn't accept writes\n")
            }
        }
    }
}

fn folders(app: &App) -> Vec<PathBuf> {
    let settings = &app.settings;
    let files = (settings.files_bucket.is_none() && !settings.files_dir.starts_with(&settings.data_dir))
        .then(|| settings.files_dir.clone());
    [settings.data_dir.clone()].into_iter().chain(files).collect()
}

fn write_probe(folder: PathBuf) -> std::io::Result<()> {
    let path = folder.join(PROBE_FILE);
    let written = std::fs::File::create(&path).and_then(|mut file| {
        std::io::Write::write_all(&mut file, &[0; PROBE_BYTES])?;
        file.sync_data()
    });
    // A full disk needs the space.
    let removed = std::fs::remove_file(&path);
    written.and(removed).inspect_err(|error| {
        tracing::warn!(%error, folder = %folder.display(), "not ready: the disk doesn't accept writes");
    })
}
