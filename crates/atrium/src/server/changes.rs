//! Changes on SQLite have their own threads. There is one writer: while a change holds it, each of its statements waits
//! for the thread that polls the request, and among busy readers that thread has dozens of other requests to poll first
//! (decision 14).

use std::io;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// Started with the first change and never stopped: if the process stops during a commit, the request waits for it.
static THREADS: OnceLock<Option<Runtime>> = OnceLock::new();

fn threads() -> io::Result<Runtime> {
    Builder::new_multi_thread().thread_name("change").enable_all().thread_stack_size(4 << 20).build()
}

/// Dropping this stops the change, like any request whose client has disconnected.
pub(super) async fn run<T: Send + 'static>(change: impl Future<Output = T> + Send + 'static) -> T {
    let Some(threads) = THREADS.get_or_init(|| threads().ok()) else { return change.await };
    let mut one = JoinSet::new();
    one.spawn_on(change, threads.handle());
    match one.join_next().await {
        Some(Ok(answer)) => answer,
        Some(Err(failed)) if failed.is_panic() => resume_unwind(failed.into_panic()),
        // Only this function ends it.
        _ => std::future::pending().await,
    }
}
