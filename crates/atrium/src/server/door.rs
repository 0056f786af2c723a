//! What people do before they're signed in costs hashes and writes, and anyone can ask for it: only a few of these
//! requests run at a time, and networks take turns (`shared/fair_queue.rs`). A flood waits for itself; a person behind
//! it waits for one request from each network ahead, and a browser someone has signed in with before has its own
//! places. So do sign-ins through an operator's provider, which may be slow to answer: no one else should have to wait
//! for it.

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

/// Enough to keep the hashing slots and the writer busy, and few enough that no one waits long behind them.
const PLACES: usize = 4;
/// Each mostly waits for another server.
const UPSTREAM_PLACES: usize = 16;
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
    upstreams: FairQueue<String>,
}

impl Door {
    pub(super) fn new(app: App) -> Door {
        Door {
            app,
            strangers: FairQueue::new(PLACES, MAX_WAITING),
            known: FairQueue::new(PLACES, MAX_WAITING),
            upstreams: FairQueue::new(UPSTREAM_PLACES, MAX_WAITING),
        }
    }
}

/// Requests before sign-in that write or hash something.
fn is_outside(request: &Request) -> bool {
    let path = request.uri().path();
    path == "/oauth2/authorize" || (request.method() == Method::POST && path.starts_with("/login/"))
}

fn is_upstream(request: &Request) -> bool {
    request.uri().path().starts_with("/login/upstream/")
}

fn network_of(request: &Request) -> String {
    let address = request.extensions().get::<ClientAddress>();
    address.map(|address| neighborhood(&address.0)).unwrap_or_default()
}

pub(super) async fn at_the_door(State(door): State<Door>, request: Request, next: Next) -> Response {
    if is_upstream(&request) {
        let place = door.upstreams.enter(network_of(&request)).await;
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
