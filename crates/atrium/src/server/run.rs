//! Accepts connections, and stops cleanly: not ready right away, no new connections after a grace period, requests in
//! progress finish, and after the deadline it ends anyway.

use super::places::Places;
use super::refusals::RefusalForm;
use super::{headers, router};
use crate::all_features;
use crate::app::App;
use crate::factors;
use crate::feature_row::{Done, Rhythm};
use crate::files;
use crate::identity::Identity;
use crate::shared::outbox::{Deliver, Worker};
use crate::shared::problem::{FrameCode, Problem};
use crate::shared::{idempotency, outbox};
use crate::work;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use oidc::Provider;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{mpsc, watch};
use tower::Service;

const HOUSEKEEPING: Duration = Duration::from_secs(60);
/// How long a worker that was told about a message waits for more.
const GATHERING: Duration = Duration::from_millis(50);
/// The most a request may send before its body: a session's cookies and tokens are a tenth of it.
const MAX_HEAD_BYTES: usize = 32 * 1024;
/// A sweep has to look at every stored file.
const SWEEP: Duration = Duration::from_secs(6 * 60 * 60);

pub struct Listening {
    listener: TcpListener,
    pub address: SocketAddr,
}

/// Takes the port, so we find out that it's occupied before creating anything.
pub async fn listen(address: SocketAddr) -> Result<Listening, String> {
    let fail = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            format!("cannot listen on {address}: the port is in use by another program")
        }
        _ => format!("cannot listen on {address}: {error}"),
    };
    let listener = bind(address).map_err(fail)?;
    let address = listener.local_addr().map_err(fail)?;
    Ok(Listening { listener, address })
}

/// On payday a thousand people may arrive within a moment: the usual queue of 1,024 turns some of them away before we
/// see them.
const MAX_KNOCKING: u32 = 4_096;

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(MAX_KNOCKING)
}

/// Serves until the process is asked to stop.
pub async fn run(app: App, identity: Identity, listening: Listening, receiver: Arc<dyn Deliver>) {
    let (stop, stopping) = watch::channel(false);
    let background =
        tokio::spawn(background(app.clone(), identity.provider.clone(), receiver, stopping.clone()));
    if let Err(error) = app.audit_heads.catch_up(&app.db).await {
        tracing::error!(%error, "cannot write the audit trail heads");
    }
    let heads = tokio::spawn(keep_heads(app.clone(), stopping.clone()));
    app.is_ready.store(true, Ordering::Release);
    let serving = tokio::spawn(accept(app.clone(), identity, listening.listener, stopping));
    let by = asked_to_stop().await;
    app.is_ready.store(false, Ordering::Release);
    let mut deadline = app.settings.shutdown_deadline;
    if by == Stopper::Machine {
        tracing::info!("shutting down: no longer ready");
        tokio::time::sleep(app.settings.shutdown_grace).await;
        deadline = deadline.saturating_sub(app.settings.shutdown_grace);
    }
    tracing::info!("shutting down: finishing open requests");
    stop.send_replace(true);
    let done = async {
        let _ = serving.await;
        let _ = background.await;
        let _ = heads.await;
    };
    if tokio::time::timeout(deadline, done).await.is_err() {
        tracing::warn!("the shutdown deadline passed: some requests were cut off");
    }
    note_heads(&app).await;
    app.db.close().await;
}

async fn accept(app: App, identity: Identity, listener: TcpListener, mut stopping: watch::Receiver<bool>) {
    let service = router(app.clone(), identity);
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(app.settings.header_timeout);
    server.max_buf_size(MAX_HEAD_BYTES);
    // Each connection holds a sender: when none is left, all connections are done.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let places = Places::new(&app.settings);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.changed() => break,
        };
        let Ok((stream, from)) = accepted else {
            // Most likely we're out of file descriptors: connections that end free some.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let Some(place) = places.take(from.ip()) else {
            places.turn_away(stream);
            continue;
        };
        let (service, app) = (service.clone(), app.clone());
        let handler = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(from));
            answer(service.clone(), app.clone(), request)
        });
        // A chat socket leaves the connection through an upgrade; from then on it manages itself.
        let connection = server.serve_connection(TokioIo::new(stream), handler).with_upgrades();
        let (mut stopping, open) = (stopping.clone(), open.clone());
        tokio::spawn(async move {
            tokio::pin!(connection);
            let is_done = tokio::select! {
                _ = connection.as_mut() => true,
                _ = stopping.wait_for(|stop| *stop) => false,
            };
            if !is_done {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
            drop((place, open));
        });
    }
    drop((listener, open));
    let _ = all_closed.recv().await;
}

/// What concerns only the connection: which host a request is for, and whether another request may follow.
async fn answer(
    mut service: Router,
    app: App,
    request: hyper::Request<Incoming>,
) -> Result<Response, Infallible> {
    let form = RefusalForm::at(request.uri().path());
    let mut response = if head_bytes(&request) > MAX_HEAD_BYTES {
        let refused = form.plain(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, FrameCode::HeadTooLarge);
        headers::secure(refused, app.settings.is_https())
    } else if names_one_host(&request) {
        service.call(request).await?
    } else {
        let problem = Problem::Malformed { field: "host", message: "Send one Host header." };
        headers::secure(form.of(&problem), app.settings.is_https())
    };
    if !app.is_ready.load(Ordering::Acquire) {
        // A client that keeps the connection would send its next request into a closed one.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// Roughly as it was sent. The reader's own limit is as coarse as the chunks it reads.
fn head_bytes(request: &hyper::Request<Incoming>) -> usize {
    let fields = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4);
    request.uri().path_and_query().map_or(0, |target| target.as_str().len()) + fields.sum::<usize>()
}

/// If a request names two hosts, a proxy may have trusted the other one; if it names none, we don't know which is
/// meant.
fn names_one_host(request: &hyper::Request<Incoming>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => !host.is_empty(),
        _ => false,
    }
}

/// A machine checks `/readyz` now and then before it stops sending requests; a person at the keyboard doesn't.
#[derive(PartialEq)]
enum Stopper {
    Machine,
    Person,
}

async fn asked_to_stop() -> Stopper {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).expect("signals can be watched");
    tokio::select! {
        _ = terminate.recv() => Stopper::Machine,
        _ = tokio::signal::ctrl_c() => Stopper::Person,
    }
}

/// Delivers messages and deletes what's expired. An unavailable database only delays it.
async fn background(
    app: App,
    provider: Provider,
    receiver: Arc<dyn Deliver>,
    mut stopping: watch::Receiver<bool>,
) {
    let worker = Worker {
        db: app.db.counted(),
        clock: app.clock.clone(),
        receiver,
        max_attempts: app.settings.outbox_max_attempts,
    };
    let mut last_housekeeping = Instant::now();
    let mut last_sweep = Instant::now();
    let mut last_sealed = None;
    let mut is_told = false;
    while !*stopping.borrow() {
        let has_more = run_jobs(&app, Rhythm::Round).await == Done::Batch;
        let round = if is_told { worker.run_awake().await } else { worker.run_once().await };
        let note = |job, is_done| app.jobs.note(job, app.clock.now(), is_done);
        note("outbox", round.is_ok());
        let delivered = match round {
            Ok(delivered) => delivered,
            Err(error) => {
                tracing::warn!(%error, "the outbox is waiting for the database");
                0
            }
        };
        if last_housekeeping.elapsed() >= HOUSEKEEPING {
            last_housekeeping = Instant::now();
            let forgotten = forget(&app).await;
            note("housekeeping", forgotten.is_ok());
            if let Err(error) = forgotten {
                tracing::warn!(%error, "housekeeping is waiting for the database");
            }
            if let Err(error) = work::record_counted_refusals(&app).await {
                tracing::warn!(%error, "counted refusals are waiting for the database");
            }
            let tidied = files::tidy(&app).await;
            note("removed files", tidied.is_ok());
            if let Err(problem) = tidied {
                tracing::warn!(?problem, "removed files are waiting for storage");
            }
            match files::seal_older(&app, last_sealed).await {
                Ok(last) => last_sealed = last,
                Err(problem) => tracing::warn!(?problem, "files that are not sealed wait for the database"),
            }
            if last_sweep.elapsed() >= SWEEP {
                last_sweep = Instant::now();
                let swept = files::sweep(&app).await;
                note("file sweep", swept.is_ok());
                match swept {
                    Ok(0) => {}
                    Ok(swept) => tracing::info!(swept, "deleted files that belonged to nothing"),
                    Err(problem) => tracing::warn!(?problem, "the file sweep is waiting for storage"),
                }
            }
            run_jobs(&app, Rhythm::Minute).await;
            let ticked = provider.tick().await;
            note("sessions", ticked.is_ok());
            if let Err(error) = ticked {
                tracing::warn!(%error, "the identity provider's housekeeping is waiting");
            }
        }
        if delivered == outbox::BATCH || has_more {
            continue;
        }
        let pause = app.settings.outbox_poll;
        is_told = tokio::select! {
            () = app.outbox_wake.notified() => true,
            () = tokio::time::sleep(pause) => false,
            _ = stopping.changed() => false,
        };
        if is_told {
            // Messages sent in the meantime go in the same round, which takes one trip to the database per message
            // instead of two.
            tokio::time::sleep(GATHERING).await;
        }
    }
}

/// What features do on their own. One that fails waits for the next time, and the others run.
async fn run_jobs(app: &App, rhythm: Rhythm) -> Done {
    let mut done = Done::Everything;
    let jobs = all_features::ALL.iter().flat_map(|feature| feature.jobs);
    for job in jobs.filter(|job| job.rhythm == rhythm) {
        let ran = (job.run)(app).await;
        app.jobs.note(job.what, app.clock.now(), ran.is_ok());
        match ran {
            Ok(Done::Batch) => done = Done::Batch,
            Ok(Done::Everything) => {}
            Err(problem) => tracing::warn!(?problem, what = job.what, "a job waits for the database"),
        }
    }
    done
}

/// A database that doesn't answer holds nothing up: what we can't note now, we note later.
async fn note_heads(app: &App) {
    let kept = tokio::time::timeout(Duration::from_secs(2), app.audit_heads.keep(&app.db)).await;
    if let Ok(Err(error)) = kept {
        tracing::error!(%error, "cannot write the audit trail heads");
    }
}

/// Notes the audit trail's heads outside the database, once per second, however slow everything else is.
async fn keep_heads(app: App, mut stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        note_heads(&app).await;
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            _ = stopping.changed() => {}
        }
    }
}

async fn forget(app: &App) -> db::Result<()> {
    let mut tx = app.db.begin_write().await?;
    idempotency::forget_old(&mut tx, app.clock.now()).await?;
    outbox::forget_delivered(&mut tx, app.clock.now()).await?;
    factors::forget(&mut tx, app.clock.now()).await?;
    for forget in all_features::ALL.iter().filter_map(|feature| feature.forget) {
        forget(&mut tx, app.clock.now()).await?;
    }
    tx.commit().await
}
