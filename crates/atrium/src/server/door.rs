//! What people do before they're signed in costs hashes and writes, and anyone can ask for it: only a few of these
//! requests run at a time, and networks take turns (`shared/fair_queue.rs`). A flood waits for itself; a person behind
//! it waits for one request from each network ahead, and a browser someone has signed in with before has its own
//! places. So do sign-ins through an operator's provider, which may be slow to answer: each provider has places of its
//! own, so that no one else has to wait for it.

use crate::all_features;
use crate::app::App;
use crate::http::answers::too_many;
use crate::shared::fair_queue::FairQueue;
use crate::shared::network::neighborhood;
use crate::shared::problem::FrameCode;
use crate::shared::seal;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use oidc::ClientAddress;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

/// Enough to keep the hashing slots and the writer busy, and few enough that no one waits long behind them.
const PLACES: usize = 4;
/// For each upstream. They mostly wait for its server.
const UPSTREAM_PLACES: usize = 4;
/// Above this many, the lines of upstreams that no one is waiting for are forgotten.
const MAX_UPSTREAMS_KEPT: usize = 1000;
/// In the queue, from one network. On payday a whole office may arrive together.
const MAX_WAITING: usize = 500;
/// No page posts half as much.
const MAX_BODY_BYTES: usize = 64 * 1024;
const COME_BACK: SignedDuration = SignedDuration::from_secs(5);

#[derive(Clone)]
pub(super) struct Door {
    app: App,
    strangers: FairQueue<String>,
    known: FairQueue<Vec<u8>>,
    upstreams: UpstreamQueues,
}

impl Door {
    pub(super) fn new(app: App) -> Door {
        Door {
            app,
            strangers: FairQueue::new(PLACES, MAX_WAITING),
            known: FairQueue::new(PLACES, MAX_WAITING),
            upstreams: UpstreamQueues::default(),
        }
    }
}

/// The queue of each upstream, by the ID in the path; whatever isn't an ID shares one queue.
#[derive(Clone, Default)]
struct UpstreamQueues(Arc<Mutex<HashMap<Uuid, FairQueue<String>>>>);

impl UpstreamQueues {
    fn queue(&self, upstream: Uuid) -> FairQueue<String> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if queues.len() >= MAX_UPSTREAMS_KEPT {
            queues.retain(|_, queue| !queue.is_idle());
        }
        queues.entry(upstream).or_insert_with(|| FairQueue::new(UPSTREAM_PLACES, MAX_WAITING)).clone()
    }
}

/// Requests before sign-in that write or hash something.
fn is_outside(request: &Request) -> bool {
    let path = request.uri().path();
    path == "/oauth2/authorize" || (request.method() == Method::POST && path.starts_with("/login/"))
}

fn upstream_of(path: &str) -> Option<Uuid> {
    let id = path.strip_prefix("/login/upstream/")?.split('/').next()?;
    Some(Uuid::try_parse(id).unwrap_or_default())
}

fn network_of(request: &Request) -> String {
    let address = request.extensions().get::<ClientAddress>();
    address.map(|address| neighborhood(&address.0)).unwrap_or_default()
}

pub(super) async fn at_the_door(State(door): State<Door>, request: Request, next: Next) -> Response {
    if let Some(upstream) = upstream_of(request.uri().path()) {
        let place = door.upstreams.queue(upstream).enter(network_of(&request)).await;
        return run(place, request, next).await;
    }
    if !is_outside(&request) {
        return next.run(request).await;
    }
    // Read before taking a place: a slow sender would hold it.
    let (parts, body) = request.into_parts();
    let request = match axum::body::to_bytes(body, MAX_BODY_BYTES).await {
        Ok(bytes) => Request::from_parts(parts, bytes.into()),
        Err(_) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
    };
    if let Some(secret) = known_browser(&door.app, request.headers()).await {
        let place = door.known.enter(seal::hash(&secret)).await;
        return run(place, request, next).await;
    }
    let place = door.strangers.enter(network_of(&request)).await;
    run(place, request, next).await
}

async fn known_browser(app: &App, headers: &HeaderMap) -> Option<String> {
    let find = all_features::ALL.iter().find_map(|feature| feature.known_browser)?;
    find(app, headers).await
}

/// The place is held until the answer is ready.
async fn run<P>(place: Option<P>, request: Request, next: Next) -> Response {
    let Some(_place) = place else { return too_many(FrameCode::TooManyTries.code(), COME_BACK) };
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn an_upstream_that_hangs_holds_up_no_other() {
        let upstreams = UpstreamQueues::default();
        let (hanging, honest) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let enter =
            |of: Uuid, from: usize| upstreams.queue(of).enter(format!("198.51.{from}.0/24")).now_or_never();
        let held: Vec<_> = (0..UPSTREAM_PLACES).map(|from| enter(hanging, from).flatten().unwrap()).collect();
        assert!(enter(hanging, 99).is_none(), "it waits for itself");
        assert!(enter(honest, 99).flatten().is_some());
        drop(held);
        assert!(enter(hanging, 99).flatten().is_some());
    }

    #[test]
    fn ids_that_someone_makes_up_are_forgotten() {
        let upstreams = UpstreamQueues::default();
        let busy = Uuid::from_u128(0xb);
        let _held = upstreams.queue(busy).enter("a".to_owned()).now_or_never().flatten().unwrap();
        for id in 1000..10_000 {
            let _ = upstreams.queue(Uuid::from_u128(id));
        }
        let queues = upstreams.0.lock().unwrap();
        assert!(queues.len() <= MAX_UPSTREAMS_KEPT && queues.contains_key(&busy));
    }

    #[test]
    fn an_upstream_is_known_by_its_path() {
        let id = Uuid::from_u128(7);
        assert_eq!(upstream_of(&format!("/login/upstream/{id}/callback")), Some(id));
        assert_eq!(upstream_of("/login/upstream/x"), Some(Uuid::nil()));
        assert_eq!(upstream_of("/login/password"), None);
    }
}
